//! Several pictures as an animated GIF.
//!
//! Between two positions of a game little changes. So every frame but the first holds only the
//! rectangle that differs from the picture before, which makes files small and encoding fast.

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use thiserror::Error;

use crate::png::{PngError, render};

/// How carefully colours are chosen, from 1 (best) to 30 (fastest).
const SPEED: i32 = 10;

/// Why an animation cannot be made.
#[derive(Debug, Error)]
pub enum GifError {
    /// One of the pictures cannot be made.
    #[error(transparent)]
    Picture(#[from] PngError),
    /// There is nothing to show, or the pictures differ in size.
    #[error("an animation needs pictures of one size")]
    Sizes,
    /// The frames could not be written.
    #[error("the animation could not be packed as GIF: {0}")]
    Pack(#[from] gif::EncodingError),
}

/// Renders SVG pictures at this width in pixels as an animation that repeats for ever. Each is shown
/// for so many hundredths of a second, the last one three times as long.
pub fn gif<'a>(
    pictures: impl IntoIterator<Item = &'a str>,
    width: u16,
    delay: u16,
) -> Result<Vec<u8>, GifError> {
    let mut file = Vec::new();
    let mut pictures = pictures.into_iter().peekable();
    let first = render(pictures.peek().copied().ok_or(GifError::Sizes)?, width.into())?;
    let height = u16::try_from(first.height()).map_err(|_| GifError::Sizes)?;
    let mut encoder = Encoder::new(&mut file, width, height, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: Option<Pixmap> = None;
    while let Some(svg) = pictures.next() {
        let picture = render(svg, width.into())?;
        let part = match &before {
            None => Rectangle { left: 0, top: 0, right: width.into(), bottom: height.into() },
            Some(before) if before.data().len() == picture.data().len() => {
                Rectangle::of_difference(before, &picture)
            }
            Some(_) => return Err(GifError::Sizes),
        };
        let mut frame = part.frame(&picture);
        frame.delay = if pictures.peek().is_none() { delay.saturating_mul(3) } else { delay };
        encoder.write_frame(&frame)?;
        before = Some(picture);
    }
    drop(encoder);
    Ok(file)
}

/// A part of a picture; right and bottom are exclusive.
struct Rectangle {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

impl Rectangle {
    /// The least part that contains all pixels that differ; one pixel where none does.
    fn of_difference(before: &Pixmap, after: &Pixmap) -> Rectangle {
        let width = after.width() as usize;
        let mut part: Option<Rectangle> = None;
        let pixels = before.pixels().iter().zip(after.pixels()).enumerate();
        for (nth, _) in pixels.filter(|(_, (before, after))| before != after) {
            let (x, y) = (nth % width, nth / width);
            let it = part.get_or_insert(Rectangle { left: x, top: y, right: x + 1, bottom: y + 1 });
            it.left = it.left.min(x);
            it.right = it.right.max(x + 1);
            it.bottom = y + 1;
        }
        part.unwrap_or(Rectangle { left: 0, top: 0, right: 1, bottom: 1 })
    }

    /// The frame that paints this part of a picture.
    fn frame(&self, picture: &Pixmap) -> Frame<'static> {
        let width = picture.width() as usize;
        let rows = (self.top..self.bottom).flat_map(|y| {
            let row = &picture.pixels()[y * width..][self.left..self.right];
            row.iter().map(PremultipliedColorU8::demultiply)
        });
        let mut rgba: Vec<u8> =
            rows.flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), 255]).collect();
        // The sizes come from a picture whose sides are 16 bits.
        let (w, h) = ((self.right - self.left) as u16, (self.bottom - self.top) as u16);
        let mut frame = Frame::from_rgba_speed(w, h, &mut rgba, SPEED);
        (frame.left, frame.top) = (self.left as u16, self.top as u16);
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(x: u32) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 20' width='40' height='20'>\
             <rect width='40' height='20' fill='#fff'/>\
             <rect x='{x}' y='5' width='4' height='6' fill='#a00'/></svg>"
        )
    }

    #[test]
    fn later_frames_hold_only_what_changed() {
        let pictures = [picture(2), picture(10), picture(10)];
        let file = gif(pictures.iter().map(String::as_str), 40, 50).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.left, frame.top, frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames, [(0, 0, 40, 20, 50), (2, 5, 12, 6, 50), (0, 0, 1, 1, 150)]);
    }

    #[test]
    fn there_must_be_pictures() {
        assert!(matches!(gif([], 40, 50), Err(GifError::Sizes)));
        assert!(matches!(gif(["no picture"], 40, 50), Err(GifError::Picture(_))));
    }
}
