//! Playing on from a leaf, quickly and not too stupidly: now and then any move, otherwise one that
//! looks best, and after a few plies the judge decides.

use std::ops::ControlFlow;

use games::Position;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::Settings;
use super::chance::{self, Chances};
use super::sure::Sure;
use crate::{Judge, Over, Watch};

/// Plays on from a position, and says how that came out. `moves` is for scribbling.
pub(super) fn playout<P: Position>(
    position: &P,
    judge: &impl Judge<P>,
    settings: &Settings,
    watch: &mut Watch,
    random: &mut Xoshiro256PlusPlus,
    moves: &mut Vec<P::Move>,
) -> Result<Chances, Over> {
    let mut position = *position;
    // What is too unquiet to be judged is played on for a while.
    for ply in 0..2 * settings.playout {
        if let Some(outcome) = position.outcome() {
            return Ok(Sure::of(&outcome).chances(P::SEATS));
        }
        if ply >= settings.playout && !judge.noisy(&position) {
            break;
        }
        likely_moves(&position, judge, settings, random, moves);
        watch.tick()?;
        position = position.play(moves[random.random_range(..moves.len())]);
    }
    Ok(match position.outcome() {
        Some(outcome) => Sure::of(&outcome).chances(P::SEATS),
        None => chance::judged(judge, &position, settings.scale),
    })
}

/// The moves that look best, or in a whim all moves.
fn likely_moves<P: Position>(
    position: &P,
    judge: &impl Judge<P>,
    settings: &Settings,
    random: &mut Xoshiro256PlusPlus,
    moves: &mut Vec<P::Move>,
) {
    let whim = random.random::<f32>() < settings.whim;
    let mut best = i32::MIN;
    moves.clear();
    let _ = position.moves(|m| {
        let hint = if whim { 0 } else { judge.hint(position, m) };
        if hint > best {
            best = hint;
            moves.clear();
        }
        if hint == best {
            moves.push(m);
        }
        ControlFlow::Continue(())
    });
}
