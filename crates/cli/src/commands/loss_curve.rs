//! The loss curve of a training as an SVG picture: the loss of the samples that are learned from, and
//! of those that are kept apart, by epoch.

use std::fmt::Write;

use spielwerk_nets::Epoch;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 360.0;
/// Space for the labels at the left, right, top and bottom.
const MARGINS: [f32; 4] = [70.0, 20.0, 20.0, 45.0];
const GRID_LINES: usize = 4;
const TRAINING: &str = "#b35806";
const VALIDATION: &str = "#1f5fa8";

/// The picture of the epochs.
pub(crate) fn draw(epochs: &[Epoch]) -> String {
    let scale = Scale::new(epochs);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>Loss by epoch</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    draw_axes(&mut svg, &scale);
    let curves = [("training", TRAINING, 0), ("validation", VALIDATION, 1)];
    for (name, color, nth) in curves {
        let points: Vec<String> = epochs
            .iter()
            .map(|epoch| {
                let loss = [epoch.training_loss, epoch.validation_loss][nth];
                format!("{:.1},{:.1}", scale.x(epoch.number), scale.y(loss))
            })
            .collect();
        let (x, y) = (WIDTH - MARGINS[1] - 90.0, MARGINS[2] + 16.0 * (nth + 1) as f32);
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{x}\" y=\"{y}\" fill=\"{color}\">{name}</text>",
            points.join(" ")
        );
    }
    svg + "</svg>\n"
}

/// Where epochs and losses are in the picture.
struct Scale {
    epochs: usize,
    least: f32,
    greatest: f32,
}

impl Scale {
    fn new(epochs: &[Epoch]) -> Scale {
        let losses = epochs.iter().flat_map(|epoch| [epoch.training_loss, epoch.validation_loss]);
        let (least, greatest) = losses
            .filter(|loss| loss.is_finite())
            .fold((f32::MAX, f32::MIN), |(least, most), loss| (least.min(loss), most.max(loss)));
        if least > greatest {
            return Scale { epochs: epochs.len(), least: 0.0, greatest: 1.0 };
        }
        // A line that is level is drawn at the bottom.
        let greatest = if greatest > least { greatest } else { least + 1e-6 };
        Scale { epochs: epochs.len(), least, greatest }
    }

    fn x(&self, epoch: usize) -> f32 {
        let share = epoch.saturating_sub(1) as f32 / self.epochs.saturating_sub(1).max(1) as f32;
        MARGINS[0] + share * (WIDTH - MARGINS[0] - MARGINS[1])
    }

    fn y(&self, loss: f32) -> f32 {
        let share = (loss - self.least) / (self.greatest - self.least);
        HEIGHT - MARGINS[3] - share.clamp(0.0, 1.0) * (HEIGHT - MARGINS[2] - MARGINS[3])
    }
}

fn draw_axes(svg: &mut String, scale: &Scale) {
    let (left, right) = (MARGINS[0], WIDTH - MARGINS[1]);
    for nth in 0..=GRID_LINES {
        let share = nth as f32 / GRID_LINES as f32;
        let loss = scale.least + share * (scale.greatest - scale.least);
        let y = scale.y(loss);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {y:.1}H{right}\" stroke=\"#ddd\"/>\n\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            left - 8.0,
            y + 4.0
        );
    }
    let bottom = HEIGHT - MARGINS[3] + 18.0;
    for epoch in [1, scale.epochs.max(2)] {
        let x = scale.x(epoch);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{bottom}\" text-anchor=\"middle\">{epoch}</text>"
        );
    }
    let (x, y) = ((left + right) / 2.0, HEIGHT - 10.0);
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">epoch</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curves_go_from_left_to_right_and_down_as_the_loss_falls() {
        let epoch =
            |number, loss| Epoch { number, training_loss: loss, validation_loss: 2.0 * loss };
        let svg = draw(&[epoch(1, 0.04), epoch(2, 0.02), epoch(3, 0.01)]);
        let lines: Vec<&str> = svg.lines().filter(|line| line.contains("polyline")).collect();
        assert_eq!(lines.len(), 2, "{svg}");
        assert!(lines[0].contains("points=\"70.0,188.6 345.0,272.9 620.0,315.0\""), "{svg}");
        assert!(lines[1].contains("points=\"70.0,20.0 "), "{svg}");
    }

    #[test]
    fn a_training_without_epochs_or_with_a_level_loss_has_a_picture_too() {
        let epoch = Epoch { number: 1, training_loss: 0.5, validation_loss: f32::NAN };
        for epochs in [&[][..], &[epoch][..]] {
            assert!(draw(epochs).ends_with("</svg>\n"));
        }
    }
}
