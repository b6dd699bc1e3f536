//! Light and dark theme: the colours of wood, ink and pieces, and the gradients defined from them.

use std::fmt::Write;

use super::beans;
use super::svg_writer::SvgWriter;
use crate::seats::{KINDS, Tone};

/// The colour theme.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// For light pages.
    #[default]
    Light,
    /// For dark pages.
    Dark,
}

impl Theme {
    pub(super) fn palette(self) -> &'static Palette {
        match self {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }
}

/// All colours of a theme.
pub(super) struct Palette {
    /// Around the board.
    pub(super) page: &'static str,
    /// The board's edge.
    pub(super) edge: &'static str,
    /// The board's face, from upper left to lower right.
    pub(super) wood: [&'static str; 2],
    /// The grain in it.
    pub(super) grain: &'static str,
    /// Light and dark squares.
    pub(super) squares: [&'static str; 2],
    /// Holes and bowls, from the deepest shade to the lit side.
    pub(super) hollow: [&'static str; 2],
    /// Lines between points.
    pub(super) line: &'static str,
    /// Text on the board and around it.
    pub(super) ink: &'static str,
    /// Text that may be overlooked.
    pub(super) faint: &'static str,
    /// The last move.
    pub(super) accent: &'static str,
    /// Skin and shine of the beans.
    pub(super) beans: [(&'static str, &'static str); beans::SORTS],
    white: Paint,
    black: Paint,
    hues: [Paint; KINDS],
}

/// The colours of one seat's pieces.
pub(super) struct Paint {
    /// Names its gradient.
    pub(super) name: &'static str,
    /// Where the light falls.
    pub(super) light: &'static str,
    /// The colour itself, also for zones.
    pub(super) base: &'static str,
    /// The side in the shade.
    pub(super) dark: &'static str,
    /// The line around it.
    pub(super) edge: &'static str,
    /// What the seat's mark is painted with.
    pub(super) mark: &'static str,
    /// Its zones' borders and its bowls' rims.
    pub(super) rim: &'static str,
}

impl Palette {
    pub(super) fn paint(&self, tone: Tone) -> &Paint {
        match tone {
            Tone::White => &self.white,
            Tone::Black => &self.black,
            Tone::Hue(hue) => &self.hues[hue % KINDS],
        }
    }
}

const WHITE: Paint = Paint {
    name: "white",
    light: "#ffffff",
    base: "#f4ecdc",
    dark: "#a08d6f",
    edge: "#a08d6f",
    mark: "#9a8663",
    rim: "#f4ecdc",
};

const BLACK: Paint = Paint {
    name: "black",
    light: "#736b66",
    base: "#2b2725",
    dark: "#0b0a09",
    edge: "#0b0a09",
    mark: "#d8cfc2",
    rim: "#2b2725",
};

// The hues are far apart in lightness too: red is middling, blue dark, yellow bright.

const RED: Paint = Paint {
    name: "red",
    light: "#f58d72",
    base: "#cf4229",
    dark: "#7d2012",
    edge: "#7d2012",
    mark: "#ffe7df",
    rim: "#cf4229",
};

const BLUE: Paint = Paint {
    name: "blue",
    light: "#7fb4ef",
    base: "#2361a8",
    dark: "#103560",
    edge: "#103560",
    mark: "#eaf4ff",
    rim: "#2361a8",
};

const YELLOW: Paint = Paint {
    name: "yellow",
    light: "#fff0b3",
    base: "#f2bb2e",
    dark: "#8d6206",
    edge: "#8d6206",
    mark: "#5a3f02",
    rim: "#f2bb2e",
};

const GREEN: Paint = Paint {
    name: "green",
    light: "#84d9ad",
    base: "#1c8a5a",
    dark: "#0b4a30",
    edge: "#0b4a30",
    mark: "#e9fff4",
    rim: "#1c8a5a",
};

const LIGHT: Palette = Palette {
    page: "#fbf7ef",
    edge: "#9c6a3c",
    wood: ["#efd7ac", "#ddba84"],
    grain: "#a9743e",
    squares: ["#f3e1bd", "#d2a772"],
    hollow: ["#6f4727", "#b88a58"],
    line: "#6d4728",
    ink: "#4a2f1b",
    faint: "#80603f",
    accent: "#0b8378",
    beans: [("#8f3b22", "#e08a68"), ("#6e2c1b", "#c47a5c"), ("#a8552b", "#f0ac7c")],
    white: WHITE,
    black: BLACK,
    hues: [RED, BLUE, YELLOW, GREEN],
};

const DARK: Palette = Palette {
    page: "#1b1714",
    edge: "#0f0a07",
    wood: ["#5a4230", "#412e20"],
    grain: "#22160d",
    squares: ["#7d5f45", "#4d3725"],
    hollow: ["#120c08", "#33241a"],
    line: "#c9a981",
    ink: "#f0e3cf",
    faint: "#bda283",
    accent: "#4fd6c4",
    beans: [("#a84a2d", "#f0a283"), ("#86392a", "#d98e74"), ("#bf6a3b", "#ffc398")],
    white: WHITE,
    // Black pieces and dark lines get a light edge, to be visible on the dark background.
    black: Paint { edge: "#94887b", rim: "#94887b", ..BLACK },
    hues: [
        Paint { rim: "#e0604a", ..RED },
        Paint { rim: "#5c9be6", ..BLUE },
        YELLOW,
        Paint { rim: "#36b27d", ..GREEN },
    ],
};

/// Gradients and shapes that the layers refer to.
pub(super) fn definitions(writer: &SvgWriter) -> String {
    let (palette, id) = (writer.palette, writer.id);
    let [wood_light, wood_dark] = palette.wood;
    let [deep, lit] = palette.hollow;
    let mut out = format!(
        "<linearGradient id='{id}-wood' x1='0' y1='0' x2='1' y2='1'>\
         <stop offset='0' stop-color='{wood_light}'/>\
         <stop offset='1' stop-color='{wood_dark}'/></linearGradient>\n\
         <radialGradient id='{id}-hollow' cx='0.5' cy='0.4' r='0.62'>\
         <stop offset='0.3' stop-color='{deep}'/>\
         <stop offset='1' stop-color='{lit}'/></radialGradient>\n"
    );
    let paints = [&palette.white, &palette.black];
    for paint in paints.into_iter().chain(&palette.hues) {
        let Paint { name, light, base, dark, .. } = paint;
        let _ = writeln!(
            out,
            "<radialGradient id='{id}-{name}' cx='0.36' cy='0.3' r='0.75'>\
             <stop offset='0' stop-color='{light}'/>\
             <stop offset='0.5' stop-color='{base}'/>\
             <stop offset='1' stop-color='{dark}'/></radialGradient>"
        );
    }
    beans::definitions(&mut out, writer);
    out
}
