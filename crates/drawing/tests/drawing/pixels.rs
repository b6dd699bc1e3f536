//! PNG pictures: of the right size, with something on them, letters included.

use resvg::tiny_skia::Pixmap;
use spielwerk_drawing::{PngError, Theme, png, svg};

use crate::boards;

fn paint(svg: &str, width: u32) -> Pixmap {
    let packed = png(svg, width).expect("a picture");
    Pixmap::decode_png(&packed).expect("a PNG file")
}

fn colours(picture: &Pixmap) -> usize {
    let all: std::collections::HashSet<_> =
        picture.pixels().iter().map(|pixel| (pixel.red(), pixel.green(), pixel.blue())).collect();
    all.len()
}

#[test]
fn pictures_have_the_width_asked_for_and_are_not_blank() {
    for (name, sample) in boards::all() {
        for theme in [Theme::Light, Theme::Dark] {
            let picture = paint(&svg(&sample.scene(), &theme), 240);
            assert_eq!(picture.width(), 240, "{name}");
            assert!((100..400).contains(&picture.height()), "{name}");
            assert!(colours(&picture) > 200, "{name}");
        }
    }
}

#[test]
fn letters_need_no_font_of_the_machine() {
    let say = |text: &str| {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'>\
             <text x='5' y='40' font-size='40' font-family='sans-serif'>{text}</text></svg>"
        );
        let painted = |pixel: &&resvg::tiny_skia::PremultipliedColorU8| pixel.alpha() > 0;
        paint(&svg, 100).pixels().iter().filter(painted).count()
    };
    assert_eq!(say(""), 0);
    assert!(say("1") > 20);
    assert!(say("W3ß") > say("1"));
}

#[test]
fn silly_widths_are_refused() {
    let picture = svg(&boards::bowls().scene(), &Theme::Light);
    for width in [0, 8193, u32::MAX] {
        let error = png(&picture, width).unwrap_err();
        assert!(matches!(error, PngError::Width { .. }));
        assert!(error.to_string().contains("from 1 to 8192"), "{error}");
    }
    assert!(png(&picture, 1).is_ok());
}

#[test]
fn silly_heights_are_refused() {
    let tall = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1000'/>";
    let error = png(tall, 100).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a picture 100 pixels wide would be 100000 pixels high, and 8192 is the most: choose a \
         smaller width"
    );
}

#[test]
fn what_is_no_picture_is_refused() {
    for text in ["", "board", "<html/>", "<svg xmlns='http://www.w3.org/2000/svg'"] {
        assert!(matches!(png(text, 100), Err(PngError::Svg(_))), "{text}");
    }
}
