//! Writes SVG elements, given in board units, with scaling, rounding and escaping. Only attributes
//! are written verbatim: they come from the layers, with stroke widths in hundredths of a unit.

use std::borrow::Cow;
use std::fmt::{self, Display, Write};

use super::theme::{Paint, Palette};
use crate::Scene;
use crate::seats::Tone;

/// The length of a board unit in the picture: one decimal is then finer than any screen.
const UNIT: f64 = 100.0;

/// Collects the elements of a picture.
pub(super) struct SvgWriter<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) palette: &'static Palette,
    /// The prefix of every identifier, so that different pictures can be on one page.
    pub(super) id: Id,
    out: String,
}

impl<'a> SvgWriter<'a> {
    pub(super) fn new(scene: &'a Scene<'a>, palette: &'static Palette) -> SvgWriter<'a> {
        SvgWriter { scene, palette, id: Id::new(scene, palette), out: String::new() }
    }

    /// What has been written.
    pub(super) fn layers(&self) -> &str {
        &self.out
    }

    /// The paint of a seat's pieces.
    pub(super) fn paint(&self, seat: usize) -> &'static Paint {
        self.palette.paint(Tone::of(self.scene, seat))
    }

    /// A reference to a definition.
    pub(super) fn url(&self, name: &str) -> String {
        format!("url(#{}-{name})", self.id)
    }

    /// A group of elements.
    pub(super) fn group(&mut self, attributes: impl Display, inside: impl FnOnce(&mut Self)) {
        self.write(format_args!("<g {attributes}>\n"));
        inside(self);
        self.write(format_args!("</g>\n"));
    }

    /// A tooltip for the current group.
    pub(super) fn tip(&mut self, text: &str) {
        self.write(format_args!("<title>{}</title>", escape(text)));
    }

    pub(super) fn circle(&mut self, (x, y): (f64, f64), radius: f64, attributes: impl Display) {
        let [x, y, r] = [x, y, radius].map(length);
        self.write(format_args!("<circle cx='{x}' cy='{y}' r='{r}' {attributes}/>\n"));
    }

    pub(super) fn ellipse(
        &mut self,
        (x, y): (f64, f64),
        (rx, ry): (f64, f64),
        attributes: impl Display,
    ) {
        let [x, y, rx, ry] = [x, y, rx, ry].map(length);
        self.write(format_args!("<ellipse cx='{x}' cy='{y}' rx='{rx}' ry='{ry}' {attributes}/>\n"));
    }

    /// A rectangle by its middle and half its sides, with rounded corners.
    pub(super) fn rectangle(
        &mut self,
        (x, y): (f64, f64),
        (half_width, half_height): (f64, f64),
        round: f64,
        attributes: impl Display,
    ) {
        let corner = [x - half_width, y - half_height].map(length);
        let size = [half_width * 2.0, half_height * 2.0].map(length);
        let ([x, y], [width, height], r) = (corner, size, length(round));
        self.write(format_args!(
            "<rect x='{x}' y='{y}' width='{width}' height='{height}' rx='{r}' {attributes}/>\n"
        ));
    }

    pub(super) fn path(&mut self, path: &Path, attributes: impl Display) {
        self.write(format_args!("<path d='{}' {attributes}/>\n", path.0));
    }

    /// Defines a clip path.
    pub(super) fn clip(&mut self, name: &str, path: &Path) {
        let id = self.id;
        self.write(format_args!("<clipPath id='{id}-{name}'><path d='{}'/></clipPath>\n", path.0));
    }

    /// Text centred at a point.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        attributes: impl Display,
        text: &str,
    ) {
        // Capitals and digits are about 0.72 of the font's size high, so that 0.36 puts their
        // middle on the point; `dominant-baseline` is not understood everywhere.
        let [x, y, size] = [x, y + 0.36 * size, size].map(length);
        let text = escape(text);
        self.write(format_args!(
            "<text x='{x}' y='{y}' font-size='{size}' {attributes}>{text}</text>\n"
        ));
    }

    /// An instance of a definition, rotated and scaled.
    pub(super) fn stamp(&mut self, name: &str, (x, y): (f64, f64), degrees: f64, scale: f64) {
        let [x, y] = [x, y].map(length);
        let [degrees, scale] = [degrees, scale].map(Short);
        let id = self.id;
        self.write(format_args!(
            "<use href='#{id}-{name}' \
             transform='translate({x} {y}) rotate({degrees}) scale({scale})'/>\n"
        ));
    }

    fn write(&mut self, text: fmt::Arguments) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }
}

/// The prefix of the identifiers of a picture, a hash of its contents.
#[derive(Copy, Clone)]
pub(super) struct Id(u32);

impl Id {
    /// FNV-1a over all that a picture depends on.
    fn new(scene: &Scene, palette: &Palette) -> Id {
        let sites = scene.sites().map(|drawn| (drawn.x, drawn.y, drawn.info.shape));
        let all = format!(
            "{}{}{:?}{:?}{:?}{}",
            palette.page,
            scene.title,
            scene.seats,
            scene.labels().collect::<Vec<_>>(),
            sites.collect::<Vec<_>>(),
            scene.description(),
        );
        Id(all
            .bytes()
            .fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)))
    }
}

impl Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "board-{:08x}", self.0)
    }
}

/// A path in board units.
#[derive(Clone, Default)]
pub(super) struct Path(String);

impl Path {
    pub(super) fn to(self, point: (f64, f64)) -> Path {
        let command = if self.0.is_empty() { 'M' } else { 'L' };
        self.command(command, &[point])
    }

    /// Starts a new subpath.
    pub(super) fn jump(self, point: (f64, f64)) -> Path {
        self.command('M', &[point])
    }

    pub(super) fn curve(self, a: (f64, f64), b: (f64, f64), end: (f64, f64)) -> Path {
        self.command('C', &[a, b, end])
    }

    /// A clockwise arc of at most half a circle.
    pub(super) fn arc(mut self, radius: f64, end: (f64, f64)) -> Path {
        let [r, x, y] = [radius, end.0, end.1].map(length);
        let _ = write!(self.0, "A{r} {r} 0 0 1 {x} {y}");
        self
    }

    pub(super) fn close(mut self) -> Path {
        self.0.push('Z');
        self
    }

    fn command(mut self, letter: char, points: &[(f64, f64)]) -> Path {
        self.0.push(letter);
        for (nth, point) in points.iter().enumerate() {
            let [x, y] = [point.0, point.1].map(length);
            let blank = if nth == 0 { "" } else { " " };
            let _ = write!(self.0, "{blank}{x} {y}");
        }
        self
    }
}

/// A number rounded to two decimals.
#[derive(Copy, Clone)]
pub(super) struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        // Adding zero turns a negative zero into a plain one.
        let hundredths = (self.0 * 100.0).round() / 100.0 + 0.0;
        write!(f, "{hundredths}")
    }
}

/// A length in board units, scaled to the picture.
pub(super) fn length(units: f64) -> Short {
    Short((units * UNIT * 10.0).round() / 10.0)
}

/// Escapes a text for an element or an attribute. Characters that XML does not allow become the
/// replacement character.
pub(super) fn escape(text: &str) -> Cow<'_, str> {
    let replacement = |character: char| match character {
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '&' => Some("&amp;"),
        '"' => Some("&quot;"),
        '\'' => Some("&#39;"),
        '\t' | '\n' | '\r' => Some(" "),
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        _ => None,
    };
    if !text.contains(|c| replacement(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match replacement(character) {
            Some(instead) => safe.push_str(instead),
            None => safe.push(character),
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        assert_eq!(length(1.0 / 3.0).to_string(), "33.3");
        assert_eq!(length(-0.0001).to_string(), "0");
        assert_eq!(Short(0.125).to_string(), "0.13");
    }

    #[test]
    fn text_cannot_break_out() {
        assert_eq!(escape("plain"), "plain");
        assert_eq!(escape("<a b=\"c\">&'"), "&lt;a b=&quot;c&quot;&gt;&amp;&#39;");
        assert_eq!(escape("a\0b\nc"), "a\u{fffd}b c");
    }
}
