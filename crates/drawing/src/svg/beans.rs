//! Beans, one by one, in a heap that is the same in every picture of the same position.
//!
//! They lie on a sunflower's spiral, which fills a bowl evenly for any number, and each is turned
//! and nudged by an amount that depends on nothing but its bowl and its number.

use std::fmt::Write;

use games::Content;
use games::board::Shape;

use super::pen::Pen;
use super::places::{BOWL, store_reach};
use crate::scene::Seen;

/// How many sorts of beans there are.
pub(super) const SORTS: usize = 3;

/// The angle between one bean of the spiral and the next, in radians.
const GOLDEN: f64 = 2.399_963_229_728_653;

/// The length of a bean that has room.
const LENGTH: f64 = 0.25;

/// Draws the beans of a place and writes how many they are.
pub(super) fn heap(pen: &mut Pen, seen: Seen) {
    let Content::Beans(beans) = seen.content else {
        return;
    };
    let reach = match seen.place.shape {
        Shape::Store => store_reach(pen.scene, seen),
        _ => BOWL,
    };
    scatter(pen, seen, beans, (BOWL, reach));
    count(pen, seen, beans, reach);
}

fn scatter(pen: &mut Pen, seen: Seen, beans: u8, (half_width, half_height): (f64, f64)) {
    let many = f64::from(beans);
    // As long as there is room for all, beans are of full size; then they shrink a little.
    let room = half_width * half_height * 3.1 / (LENGTH * LENGTH);
    let scale = (room / many.max(1.0)).sqrt().clamp(0.62, 1.0) * LENGTH;
    let width = half_width - scale * 0.6;
    // A few beans in a long store lie together in its middle.
    let height = (half_height - scale * 0.6).min(width.max(many * LENGTH * LENGTH * 0.8));
    for nth in 0..beans {
        let chance = mix(seen.index as u64, u64::from(nth));
        let share = |shift: u32| f64::from((chance >> shift) as u8) / 255.0;
        let out = ((f64::from(nth) + 0.5) / many.max(7.0)).sqrt();
        let angle = f64::from(nth) * GOLDEN + seen.index as f64;
        let nudge = |part: f64| (part - 0.5) * 0.05;
        let x = seen.x + out * width * angle.cos() + nudge(share(0));
        let y = seen.y + out * height * angle.sin() + nudge(share(8));
        let sort = (chance >> 24) as usize % SORTS;
        pen.stamp(&format!("bean{sort}"), (x, y), (share(16) * 360.0).round(), scale);
    }
}

/// The number of beans, outside the bowl on the side away from the middle of the board, and the
/// bowl's name beyond it.
fn count(pen: &mut Pen, seen: Seen, beans: u8, reach: f64) {
    let down = if seen.y < pen.scene.middle() { -1.0 } else { 1.0 };
    let at = (seen.x, seen.y + down * (reach + 0.2));
    let (ink, faint) = (pen.palette.ink, pen.palette.faint);
    pen.text(
        at,
        0.3,
        format_args!("class=\"count\" font-weight=\"bold\" fill=\"{ink}\""),
        &beans.to_string(),
    );
    let name = (seen.x, seen.y + down * (reach + 0.47));
    pen.text(name, 0.2, format_args!("fill=\"{faint}\""), &seen.place.name);
}

/// A kidney of length 1 for each sort, to be stamped into bowls.
pub(super) fn definitions(out: &mut String, pen: &Pen) {
    let beans = |content: &Content| matches!(content, Content::Beans(_));
    if !pen.scene.contents.iter().any(beans) {
        return;
    }
    let id = pen.id;
    for (sort, (skin, shine)) in pen.palette.beans.iter().enumerate() {
        let _ = writeln!(
            out,
            "<g id=\"{id}-bean{sort}\"><path d=\"{KIDNEY}\" transform=\"translate(2 7)\" fill=\"#000\" \
             fill-opacity=\"0.3\"/><path d=\"{KIDNEY}\" fill=\"{skin}\"/>\
             <path d=\"M-35 -5C-31 -19 -14 -24 4 -23\" fill=\"none\" stroke=\"{shine}\" \
             stroke-width=\"8\" stroke-linecap=\"round\" stroke-opacity=\"0.75\"/></g>"
        );
    }
}

/// The outline of a bean, 100 long, hollowed on its lower side.
const KIDNEY: &str = "M-50 2C-52 -26 -26 -37 0 -36C26 -37 52 -26 50 2C50 28 26 36 10 27C4 24 -4 24 \
                      -10 27C-26 36 -50 28 -50 2Z";

/// A well stirred number from two small ones.
fn mix(a: u64, b: u64) -> u64 {
    let mut bits = (a << 8 | b).wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
