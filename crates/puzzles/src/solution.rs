//! The solution of *win in N*: all right moves of every turn, the most stubborn reply to each, and
//! refutations of the wrong ones.

use std::collections::BTreeMap;

use spielwerk_games::{AnyMove, AnyPosition, Seat};

use crate::forced_win::{ForcedWin, OutOfNodes, is_first};
use crate::puzzle::{Line, Turn};

/// So many replies to a right move are compared; each of them loses in time.
const REPLIES: usize = 12;
/// With more right moves than this a turn asks nothing.
const MOST_RIGHT: usize = 3;

/// The solver's turn in a position where first place within `turns` is proven, and in no fewer.
/// `None` if one of its turns but the last has too many right moves.
pub(crate) fn turn(
    search: &mut ForcedWin,
    position: &AnyPosition,
    seat: Seat,
    turns: u32,
) -> Result<Option<Turn>, OutOfNodes> {
    let moves = search.right_moves(position, turns)?;
    if moves.len() > MOST_RIGHT && turns > 1 {
        return Ok(None);
    }
    let mut right = BTreeMap::new();
    for &m in &moves {
        let mut next = position.clone();
        next.advance(m);
        let line = match is_first(&next, seat) {
            true => None,
            false => match line(search, &next, seat, turns - 1)? {
                Some(line) => Some(line),
                None => return Ok(None),
            },
        };
        right.insert(position.write_move(m), line);
    }
    let mut wrong = BTreeMap::new();
    for m in position.legal_moves().into_iter().filter(|m| !moves.contains(m)) {
        let mut next = position.clone();
        next.advance(m);
        let moves = search.refutation(&next, turns - 1)?.unwrap_or_default();
        wrong.insert(position.write_move(m), next.write_line(&moves).join(" "));
    }
    Ok(Some(with_refutations(right, wrong)))
}

/// The reply after which the solver has the fewest right moves, of those that hold out longest.
fn line(
    search: &mut ForcedWin,
    position: &AnyPosition,
    seat: Seat,
    turns: u32,
) -> Result<Option<Line>, OutOfNodes> {
    let mut best: Option<(usize, Vec<AnyMove>, AnyPosition)> = None;
    for (moves, next) in replies(position, seat) {
        if is_first(&next, seat) || (turns > 1 && search.within(&next, turns - 1)?) {
            continue;
        }
        let right = search.right_moves(&next, turns)?.len();
        if best.as_ref().is_none_or(|(fewest, ..)| right < *fewest) {
            best = Some((right, moves, next));
        }
    }
    let Some((_, moves, next)) = best else { return Ok(None) };
    let reply = position.write_line(&moves).join(" ");
    Ok(turn(search, &next, seat, turns)?.map(|turn| Line { reply, turn }))
}

/// What the others may play before the solver's next turn: some of it, spread over all.
fn replies(position: &AnyPosition, seat: Seat) -> Vec<(Vec<AnyMove>, AnyPosition)> {
    let mut ahead = vec![(Vec::new(), position.clone())];
    while ahead.iter().any(|(_, next)| next.turn().is_some_and(|turn| turn != seat)) {
        let mut after = Vec::new();
        for (line, next) in ahead {
            if next.turn().is_none_or(|turn| turn == seat) {
                after.push((line, next));
                continue;
            }
            for m in next.legal_moves() {
                let mut following = next.clone();
                following.advance(m);
                after.push(([&line[..], &[m]].concat(), following));
            }
        }
        let step = after.len().div_ceil(REPLIES).max(1);
        ahead = after.into_iter().step_by(step).collect();
    }
    ahead
}

/// A turn whose most frequent refutation is written once.
pub(crate) fn with_refutations(
    right: BTreeMap<String, Option<Line>>,
    wrong: BTreeMap<String, String>,
) -> Turn {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for refutation in wrong.values() {
        *counts.entry(refutation).or_default() += 1;
    }
    let frequent = counts.into_iter().max_by_key(|&(_, count)| count);
    let refutation = frequent.map_or_else(String::new, |(text, _)| text.to_owned());
    let refutations = wrong.into_iter().filter(|(_, text)| *text != refutation).collect();
    Turn { right, refutation, refutations }
}
