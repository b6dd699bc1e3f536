//! Heaps of beans, deterministic for a position.
//!
//! The beans are placed on a Fibonacci (sunflower) spiral, which fills a bowl evenly for any number,
//! and each is rotated and displaced by a pseudo-random amount that depends only on its bowl and its
//! number.

use std::fmt::Write;

use spielwerk_games::Content;
use spielwerk_games::board::SiteShape;

use super::sites::{BOWL, store_half_height};
use super::svg_writer::SvgWriter;
use crate::scene::DrawnSite;

/// The number of sorts of beans.
pub(super) const SORTS: usize = 3;

/// The golden angle, between one bean of the spiral and the next, in radians.
const GOLDEN: f64 = 2.399_963_229_728_653;

/// The length of a bean at full size.
const LENGTH: f64 = 0.25;

/// Draws the beans of a house or store and their number.
pub(super) fn heap(writer: &mut SvgWriter, drawn: DrawnSite) {
    let Content::Beans(beans) = drawn.content else {
        return;
    };
    let reach = match drawn.info.shape {
        SiteShape::Store => store_half_height(writer.scene, drawn),
        _ => BOWL,
    };
    scatter(writer, drawn, beans, (BOWL, reach));
    count(writer, drawn, beans, reach);
}

fn scatter(
    writer: &mut SvgWriter,
    drawn: DrawnSite,
    beans: u8,
    (half_width, half_height): (f64, f64),
) {
    let many = f64::from(beans);
    // Beans are of full size as long as all fit; then they shrink a little.
    let room = half_width * half_height * 3.1 / (LENGTH * LENGTH);
    let scale = (room / many.max(1.0)).sqrt().clamp(0.62, 1.0) * LENGTH;
    let width = half_width - scale * 0.6;
    // A few beans in a long store are placed together in its middle.
    let height = (half_height - scale * 0.6).min(width.max(many * LENGTH * LENGTH * 0.8));
    for nth in 0..beans {
        let chance = mix(drawn.index as u64, u64::from(nth));
        let share = |shift: u32| f64::from((chance >> shift) as u8) / 255.0;
        let out = ((f64::from(nth) + 0.5) / many.max(7.0)).sqrt();
        let angle = f64::from(nth) * GOLDEN + drawn.index as f64;
        let nudge = |part: f64| (part - 0.5) * 0.05;
        let x = drawn.x + out * width * angle.cos() + nudge(share(0));
        let y = drawn.y + out * height * angle.sin() + nudge(share(8));
        let sort = (chance >> 24) as usize % SORTS;
        writer.stamp(&format!("bean{sort}"), (x, y), (share(16) * 360.0).round(), scale);
    }
}

/// The number of beans, outside the bowl on the side away from the middle of the board, and the
/// bowl's name beyond it.
fn count(writer: &mut SvgWriter, drawn: DrawnSite, beans: u8, reach: f64) {
    let down = if drawn.y < writer.scene.middle() { -1.0 } else { 1.0 };
    let at = (drawn.x, drawn.y + down * (reach + 0.2));
    let (ink, faint) = (writer.palette.ink, writer.palette.faint);
    writer.text(
        at,
        0.3,
        format_args!("class='count' font-weight='bold' fill='{ink}'"),
        &beans.to_string(),
    );
    let name = (drawn.x, drawn.y + down * (reach + 0.47));
    writer.text(name, 0.2, format_args!("fill='{faint}'"), &drawn.info.name);
}

/// A bean of length 1 for each sort, to be referenced by `<use>`.
pub(super) fn definitions(out: &mut String, writer: &SvgWriter) {
    let beans = |content: &Content| matches!(content, Content::Beans(_));
    if !writer.scene.contents.iter().any(beans) {
        return;
    }
    let id = writer.id;
    for (sort, (skin, shine)) in writer.palette.beans.iter().enumerate() {
        let _ = writeln!(
            out,
            "<g id='{id}-bean{sort}'><path d='{KIDNEY}' transform='translate(2 7)' fill='#000' \
             fill-opacity='0.3'/><path d='{KIDNEY}' fill='{skin}'/>\
             <path d='M-35 -5C-31 -19 -14 -24 4 -23' fill='none' stroke='{shine}' \
             stroke-width='8' stroke-linecap='round' stroke-opacity='0.75'/></g>"
        );
    }
}

/// The outline of a bean, 100 long, hollowed on its lower side.
const KIDNEY: &str = "M-50 2C-52 -26 -26 -37 0 -36C26 -37 52 -26 50 2C50 28 26 36 10 27C4 24 -4 24 \
                      -10 27C-26 36 -50 28 -50 2Z";

/// A hash of two small numbers (splitmix64).
fn mix(a: u64, b: u64) -> u64 {
    let mut bits = (a << 8 | b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
