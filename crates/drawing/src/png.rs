//! Rasterises SVG pictures as PNG.
//!
//! The SVG is rendered by `resvg`, after its texts have become outlines (`outlines.rs`).

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree};
use thiserror::Error;

use crate::outlines::with_outlines;

/// The widest and highest picture that is made, in pixels.
const MAX_PIXELS: u32 = 8192;

/// Why a picture cannot be made.
#[derive(Debug, Error)]
pub enum PngError {
    /// The width is out of range.
    #[error("a picture {width} pixels wide cannot be made: choose a width from 1 to {MAX_PIXELS}")]
    Width {
        /// The width asked for.
        width: u32,
    },
    /// The picture's proportions make it too high.
    #[error(
        "a picture {width} pixels wide would be {height} pixels high, and {MAX_PIXELS} is the most: \
         choose a smaller width"
    )]
    Height {
        /// The width asked for.
        width: u32,
        /// The height that would follow from it.
        height: f64,
    },
    /// The text is not an SVG picture.
    #[error("the text cannot be read as an SVG picture: {0}")]
    Svg(#[from] usvg::Error),
    /// The pixels could not be written.
    #[error("the picture could not be packed as PNG: {0}")]
    Pack(String),
}

/// Renders an SVG picture at this width in pixels, as a PNG file.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    render(svg, width)?.encode_png().map_err(|error| PngError::Pack(error.to_string()))
}

/// The pixels of an SVG picture at this width.
pub(crate) fn render(svg: &str, width: u32) -> Result<Pixmap, PngError> {
    if !(1..=MAX_PIXELS).contains(&width) {
        return Err(PngError::Width { width });
    }
    let svg = with_outlines(svg).map_err(usvg::Error::ParsingFailed)?;
    let tree = Tree::from_str(&svg, &options())?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).round().max(1.0);
    if height > f64::from(MAX_PIXELS) {
        return Err(PngError::Height { width, height });
    }
    let mut pixels = Pixmap::new(width, height as u32).ok_or(PngError::Height { width, height })?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Ok(pixels)
}

/// Parser options: no links to files.
fn options() -> Options<'static> {
    Options {
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}
