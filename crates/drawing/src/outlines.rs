//! Texts of an SVG picture as outlines.
//!
//! Our pictures have short texts only: coordinates, numbers of beans, names. Their glyphs are put one
//! beside the other, without ligatures and right-to-left scripts; so the rasteriser needs no fonts and
//! no text shaping, which would be a sixth of all code that this project builds. Installed fonts differ
//! between machines, so an embedded font is used (Noto Sans, under the Open Font Licence); a picture is
//! the same everywhere.

use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, Error, Node};
use ttf_parser::{Face, OutlineBuilder};

/// The same picture with a path in place of each text.
pub(crate) fn with_outlines(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let mut out = String::with_capacity(2 * svg.len());
    let mut copied = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        out.push_str(&svg[copied..text.range().start]);
        write_path(&mut out, &text);
        copied = text.range().end;
    }
    out.push_str(&svg[copied..]);
    Ok(out)
}

fn write_path(out: &mut String, text: &Node) {
    let attribute = |name: &str| text.ancestors().find_map(|node| node.attribute(name));
    let number = |name: &str| attribute(name).and_then(|text| text.parse::<f32>().ok());
    let font = match attribute("font-weight") {
        Some("bold") => notosans::BOLD_TTF,
        _ => notosans::REGULAR_TTF,
    };
    let Ok(face) = Face::parse(font, 0) else {
        unreachable!("a test reads the embedded fonts");
    };
    let mut outline = Outline { path: String::new(), pen: 0.0 };
    for c in text.text().unwrap_or_default().chars() {
        outline.add(&face, c);
    }
    let shift = match attribute("text-anchor") {
        Some("middle") => -outline.pen / 2.0,
        Some("end") => -outline.pen,
        _ => 0.0,
    };
    let scale = number("font-size").unwrap_or(16.0) / f32::from(face.units_per_em());
    let [x, y] = ["x", "y"].map(|name| number(name).unwrap_or(0.0));
    // Glyphs have their origin below, pictures above.
    let x = x + shift * scale;
    let minus = -scale;
    let path = outline.path;
    // Writing to a string cannot fail.
    let _ = write!(out, "<path transform='matrix({scale} 0 0 {minus} {x} {y})' d='{path}'");
    for name in ["fill", "fill-opacity"] {
        if let Some(value) = attribute(name) {
            let _ = write!(out, " {name}='{value}'");
        }
    }
    out.push_str("/>");
}

/// The outlines of glyphs side by side, in units of the font.
struct Outline {
    path: String,
    /// Where the next glyph begins.
    pen: f32,
}

impl Outline {
    fn add(&mut self, face: &Face, c: char) {
        // The first glyph of a font stands for what it does not have.
        let glyph = face.glyph_index(c).unwrap_or_default();
        face.outline_glyph(glyph, self);
        self.pen += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0));
    }

    fn write(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let _ = write!(self.path, "{} {} ", x + self.pen, y);
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.write('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.write('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.write('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.write('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_fonts_have_what_our_pictures_write() {
        for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
            let face = Face::parse(font, 0).unwrap();
            let wanted = "ABCabcxyz0123456789-,äöüß×·";
            assert!(wanted.chars().all(|c| face.glyph_index(c).is_some()));
        }
    }

    #[test]
    fn texts_become_paths_and_the_rest_stays() {
        let svg = "<svg text-anchor='middle'><g fill='red'><text x='3' y='4' font-size='2'>Ab</text></g>\
                   <rect/></svg>";
        let outlined = with_outlines(svg).unwrap();
        assert!(
            outlined.starts_with("<svg text-anchor='middle'><g fill='red'><path "),
            "{outlined}"
        );
        assert!(outlined.ends_with("fill='red'/></g><rect/></svg>"), "{outlined}");
        assert!(!outlined.contains("<text"));
    }

    #[test]
    fn a_centred_text_has_its_middle_at_its_point() {
        let at = |anchor: &str| {
            let svg =
                format!("<svg text-anchor='{anchor}'><text x='10' font-size='1'>HH</text></svg>");
            let outlined = with_outlines(&svg).unwrap();
            let matrix = outlined.split("matrix(").nth(1).unwrap().split(')').next().unwrap();
            matrix.split(' ').nth(4).unwrap().parse::<f32>().unwrap()
        };
        assert_eq!(at("start"), 10.0);
        assert!((at("middle") - (at("start") + at("end")) / 2.0).abs() < 1e-4);
        assert!(at("end") < 9.0);
    }
}
