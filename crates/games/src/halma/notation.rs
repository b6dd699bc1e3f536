//! Move notation: `11,15-10,15` is a step, `12,15-10,13-8,11` are two jumps.
//!
//! For an illegal move the error names the first rule that it breaks. A chain of jumps may visit a
//! square twice: only its ends make the move.

use super::{Halma, Move, RuleSet, Square, Status, setup::NAMES};
use crate::game::shorten;
use crate::{MoveError, Position};

const EXAMPLE: &str = "`11,15-10,15` or `12,15-10,13-8,11`";

/// The squares of a written move, at least two.
fn read_path(text: &str) -> Result<Vec<Square>, MoveError> {
    let mut path = Vec::new();
    for name in text.trim().split('-') {
        let square = read_square(name).ok_or_else(|| {
            let why = format!("`{}` is no square from 0,0 to 15,15", shorten(name));
            MoveError::unreadable(text, why, EXAMPLE)
        })?;
        path.push(square);
    }
    if path.len() < 2 {
        let why = "it has no second square";
        return Err(MoveError::unreadable(text, why, EXAMPLE));
    }
    Ok(path)
}

fn read_square(name: &str) -> Option<Square> {
    let number = |text: &str| {
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain)
    };
    let (x, y) = name.trim().split_once(',')?;
    Square::new(number(x)?, number(y)?)
}

impl<R: RuleSet> Halma<R> {
    pub(super) fn read(&self, text: &str) -> Result<Move, MoveError> {
        let path = read_path(text)?;
        self.check_path(&path).map_err(|why| MoveError::illegal(text, why))
    }

    /// The move with this path, or the rule that it breaks.
    fn check_path(&self, path: &[Square]) -> Result<Move, String> {
        let (from, to) = (path[0], path[path.len() - 1]);
        if self.status != Status::Ongoing {
            return Err("the game is over".into());
        }
        let mover = self.turn();
        match self.at(from) {
            None => return Err(format!("no piece stands on {from}")),
            Some(owner) if owner != mover => {
                let (owner, mover) = (NAMES[owner.index()], NAMES[mover.index()]);
                return Err(format!("the piece on {from} is {owner}'s, and {mover} is on turn"));
            }
            Some(_) => {}
        }
        for pair in path.windows(2) {
            let (here, there) = (pair[0], pair[1]);
            self.check_leg(here, there, path.len() == 2)?;
            // The piece has left its own square, so it may visit it again.
            if there != from && self.occupied().contains(there) {
                return Err(format!("{there} is not empty"));
            }
        }
        if from == to {
            return Err("a move that ends where it began changes nothing".into());
        }
        match self.violated_rule(Move { from, to }) {
            Some(why) => Err(why.into()),
            None => Ok(Move { from, to }),
        }
    }

    /// Checks one leg of a path: a jump, or a step if it is the only leg.
    fn check_leg(&self, here: Square, there: Square, alone: bool) -> Result<(), String> {
        let (dx, dy) = (here.x().abs_diff(there.x()), here.y().abs_diff(there.y()));
        match dx.max(dy) {
            1 if alone => Ok(()),
            1 => Err(format!("from {here} to {there} is a step, and a step is a move of its own")),
            2 if dx != 1 && dy != 1 => {
                let (x, y) = (here.x() + there.x(), here.y() + there.y());
                match Square::new(x / 2, y / 2).filter(|&hurdle| self.at(hurdle).is_none()) {
                    None => Ok(()),
                    Some(gap) => Err(format!(
                        "there is nothing on {gap} to jump over from {here} to {there}"
                    )),
                }
            }
            _ => Err(format!(
                "from {here} to {there} is neither a step to a neighbouring square nor a jump \
                 over one of them to the square straight behind it"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halma::{Plain, Setup, Strict};

    fn why<R: RuleSet>(position: &str, text: &str) -> String {
        let position: Halma<R> = position.parse::<Setup>().unwrap().to_position_unchecked();
        position.read(text).unwrap_err().to_string()
    }

    const START: &str =
        "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW";

    #[test]
    fn what_is_no_move_is_told_so() {
        let start = format!("{START} w");
        for text in ["", "-", "11,15", "11,15-", "11,15-10,16", "11,15-10", "11,15-+9,15", "é"] {
            let error = why::<Plain>(&start, text);
            assert!(error.contains("is not a move"), "{text}: {error}");
        }
    }

    #[test]
    fn every_broken_rule_has_its_words() {
        let start = format!("{START} w");
        for (text, words) in [
            ("11,15-10,15-9,15", "a step is a move of its own"),
            ("12,15-10,13-9,13", "a step is a move of its own"),
            ("12,15-10,15-8,15", "nothing on 9,15 to jump over"),
            ("11,15-8,15", "neither a step"),
            ("11,15-10,13", "neither a step"),
            ("11,15-11,15", "neither a step"),
            ("11,15-12,15", "12,15 is not empty"),
            ("12,15-10,13-12,15", "changes nothing"),
            ("4,1-5,1", "the piece on 4,1 is Black's, and White is on turn"),
            ("8,8-9,8", "no piece stands on 8,8"),
        ] {
            let error = why::<Plain>(&start, text);
            assert!(error.contains(words), "{text}: {error}");
        }
        let arrived = "16/16/16/16/16/16/16/16/B15/16/16/14B1/16/16/16/15W b";
        assert!(why::<Plain>(arrived, "14,11-13,11").contains("may not leave it"));
    }

    #[test]
    fn strict_rules_have_their_words_too() {
        let rest = "16/16/16/16/16/16/16/16/16/16/16 b";
        for (board, text, words) in [
            ("16/3BB11/16/16/16", "3,1-3,2", "a piece can leave its own camp"),
            ("16/16/16/16/2B13", "2,4-1,4", "may not go back into it"),
            ("16/1B14/16/16/7B8", "7,4-8,4", "must get away from the corner"),
            ("16/1B14/16/16/7B8", "1,1-2,0", "must get away from the corner"),
            ("16/1BWW12/1WW13/1W1W12/7B8", "1,1-0,0", "may only leave it or get away"),
        ] {
            let error = why::<Strict>(&format!("{board}/{rest}"), text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_chain_may_come_by_its_start_again() {
        let start: Halma<Plain> =
            format!("{START} w").parse::<Setup>().unwrap().to_position_unchecked();
        let straight = start.read("12,15-10,13").unwrap();
        assert_eq!(start.read(" 12,15-10,13-12,15-10,13 ").unwrap(), straight);
    }
}
