//! What a UGI engine says while it thinks: `info depth 7 score cp 34 nodes 900 time 5 pv 3 1 2`.
//!
//! Engines say all sorts of things, so whatever is not understood is passed over.

use std::str::SplitWhitespace;
use std::time::Duration;

use games::{AnyMove, AnyPosition};
use players::{Thought, Variation};
use search::Score;

/// The words after `info`, if they tell of a line of play in this position.
pub(super) fn read(words: &str, position: &AnyPosition) -> Option<Thought> {
    let mut words = words.split_whitespace();
    let (mut score, mut depth, mut nodes, mut hits) = (None, 0, 0, 0);
    let mut time = Duration::ZERO;
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = number(&mut words)?,
            "nodes" => nodes = number(&mut words)?,
            "tbhits" => hits = number(&mut words)?,
            "time" => time = Duration::from_millis(number(&mut words)?),
            "score" => score = read_score(&mut words),
            // Only the best of several lines is the one that will be played.
            "multipv" if number::<u32>(&mut words)? > 1 => return None,
            "string" => return None,
            "pv" => {
                let moves = follow(position, words);
                let best = moves.first()?.clone();
                let lines = vec![Variation { score, moves }];
                let exact = false;
                return Some(Thought {
                    best,
                    score,
                    depth,
                    nodes,
                    time,
                    lines,
                    exact,
                    table_hits: hits,
                });
            }
            _ => {}
        }
    }
    None
}

fn number<T: std::str::FromStr>(words: &mut SplitWhitespace) -> Option<T> {
    words.next()?.parse().ok()
}

/// `cp 123`, `win 7`, `loss 4` or `draw`.
fn read_score(words: &mut SplitWhitespace) -> Option<Score> {
    let kind = words.next()?;
    if kind == "draw" {
        return Some(Score::DRAW);
    }
    let value: i32 = number(words)?;
    let plies = value.unsigned_abs().min(Score::MOST_PLIES);
    match kind {
        "cp" => Some(Score::judged(value)),
        "win" => Some(Score::win_in(plies)),
        "loss" => Some(Score::loss_in(plies)),
        _ => None,
    }
}

/// The moves as far as they are legal.
fn follow<'a>(position: &AnyPosition, words: impl Iterator<Item = &'a str>) -> Vec<AnyMove> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for word in words {
        let Ok(m) = position.read_move(word) else { break };
        let Ok(next) = position.play(&m) else { break };
        position = next;
        moves.push(m);
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &str) -> Option<Thought> {
        read(words, &games::game("bohnenspiel").unwrap().start())
    }

    #[test]
    fn what_is_told_is_understood() {
        let thought =
            told("depth 7 seldepth 12 score cp -34 nodes 900 nps 1 time 5 pv 3 1 2 junk").unwrap();
        assert_eq!((thought.best.text.as_str(), thought.depth, thought.nodes), ("3", 7, 900));
        assert_eq!(thought.score, Some(Score::judged(-34)));
        assert_eq!((thought.time, thought.lines[0].moves.len()), (Duration::from_millis(5), 3));
        assert_eq!(told("score win 9 pv 1").unwrap().score, Some(Score::win_in(9)));
        assert_eq!(told("score loss 4 pv 1").unwrap().score, Some(Score::loss_in(4)));
        assert_eq!(told("score draw pv 1").unwrap().score, Some(Score::DRAW));
    }

    #[test]
    fn what_is_not_is_passed_over() {
        for words in ["", "depth", "depth many pv 3", "string pv 3", "pv", "pv 9", "multipv 2 pv 3"]
        {
            assert_eq!(told(words), None, "{words}");
        }
        assert_eq!(told("score mate 3 pv 3").unwrap().score, None);
        assert_eq!(told("score win -99999999 pv 3").unwrap().lines[0].moves.len(), 1);
    }
}
