//! Rasterises SVG pictures as PNG.
//!
//! The SVG is rendered by `resvg`. Installed fonts differ between machines, so an embedded font is
//! used (Noto Sans, under the Open Font Licence); a picture is the same everywhere.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, ImageHrefResolver, Options, Tree, fontdb};
use thiserror::Error;

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
    if !(1..=MAX_PIXELS).contains(&width) {
        return Err(PngError::Width { width });
    }
    let tree = Tree::from_str(svg, &options())?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).round().max(1.0);
    if height > f64::from(MAX_PIXELS) {
        return Err(PngError::Height { width, height });
    }
    let mut pixels = Pixmap::new(width, height as u32).ok_or(PngError::Height { width, height })?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Pack(error.to_string()))
}

/// Parser options: only the embedded fonts, and no links to files.
fn options() -> Options<'static> {
    Options {
        fontdb: FONTS.clone(),
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    }
}

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    for font in [notosans::REGULAR_TTF, notosans::BOLD_TTF] {
        fonts.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    }
    fonts.set_sans_serif_family("Noto Sans");
    Arc::new(fonts)
});
