//! Move notation: `d3-e3A-d4W`, a paika `a1-a2`.
//!
//! After each step, A means capture by approach, W by withdrawal. Parsing is more lenient than
//! formatting: hyphens may be missing, letters may be lower case, and A or W may be left out where
//! only one of them captures. An `a` is a column if a digit follows, otherwise it is an A.

use super::captures::{Capture, Kind};
use super::points::set;
use super::setup::COLOURS;
use super::{Fanorona, Move};
use crate::game::shorten;
use crate::{MoveError, Position};

const EXAMPLE: &str = "`d3-e3A-d4W`, or `a1-a2` where nothing can be captured";

impl Kind {
    const fn letter(self) -> char {
        match self {
            Kind::Approach => 'A',
            Kind::Withdrawal => 'W',
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Kind::Approach => "approach",
            Kind::Withdrawal => "withdrawal",
        }
    }
}

/// A parsed move, by bits.
struct Written {
    from: u32,
    steps: Vec<WrittenStep>,
}

struct WrittenStep {
    to: u32,
    kind: Option<Kind>,
}

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    fn bit_name(bit: u32) -> String {
        Self::name(Self::point(bit))
    }

    /// Formats a move: the path with the fewest clicks, with all its letters.
    pub(super) fn write_turn(&self, m: Move) -> String {
        let mut text = Self::bit_name(m.from());
        if !m.is_capture() {
            text = format!("{text}-{}", Self::bit_name(m.to()));
        }
        let mut at = m.from();
        for capture in self.shortest_chain(m) {
            at = capture.to(at);
            text = format!("{text}-{}{}", Self::bit_name(at), capture.kind().letter());
        }
        text
    }

    /// Parses a legal move.
    pub(super) fn read_turn(&self, text: &str) -> Result<Move, MoveError> {
        let written = Self::parse(text).map_err(|why| MoveError::unreadable(text, why, EXAMPLE))?;
        self.find(&written).map_err(|why| MoveError::illegal(text, why))
    }

    /// The points and letters of a turn, or what is wrong with them.
    fn parse(text: &str) -> Result<Written, String> {
        let mut points: Vec<WrittenStep> = Vec::new();
        let mut rest = text.trim();
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let behind = after.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = &after[..after.len() - behind.len()];
            if letter == '-' || letter.is_whitespace() {
                rest = after;
            } else if !digits.is_empty() {
                points.push(WrittenStep { to: Self::parse_point(letter, digits)?, kind: None });
                rest = behind;
            } else {
                let kind = match letter {
                    'A' | 'a' => Kind::Approach,
                    'W' | 'w' => Kind::Withdrawal,
                    _ => {
                        let letter = shorten(&letter.to_string());
                        return Err(format!("`{letter}` is no point, and neither A nor W"));
                    }
                };
                match points.as_mut_slice() {
                    [_, .., step] if step.kind.is_none() => step.kind = Some(kind),
                    _ => return Err(format!("`{letter}` does not stand after a step")),
                }
                rest = after;
            }
        }
        let mut points = points.into_iter();
        let from = points.next().ok_or("there is no point in it")?.to;
        let steps: Vec<WrittenStep> = points.collect();
        if steps.is_empty() {
            return Err("it has only one point".into());
        }
        Ok(Written { from, steps })
    }

    fn parse_point(letter: char, digits: &str) -> Result<u32, String> {
        let column = u32::from(letter.to_ascii_lowercase()).wrapping_sub(u32::from('a')) as usize;
        let rank = digits.parse::<usize>().unwrap_or_default().wrapping_sub(1);
        if column < COLUMNS && rank < ROWS {
            return Ok(Self::bit(rank * COLUMNS + column));
        }
        let point = shorten(&format!("{letter}{digits}"));
        let last = Self::name(Self::POINTS - 1);
        Err(format!("`{point}` is no point of a board from a1 to {last}"))
    }

    /// The move that is written, or the rule that forbids it.
    fn find(&self, written: &Written) -> Result<Move, String> {
        let Written { from, ref steps } = *written;
        if self.outcome().is_some() {
            return Err("the game is over".into());
        }
        if self.mine & set(from) == 0 {
            let colour = COLOURS[self.turn.index()];
            return Err(format!("{colour} has no stone on {}", Self::bit_name(from)));
        }
        if self.can_capture() {
            self.find_captures(from, steps)
        } else {
            self.find_paika(from, steps)
        }
    }

    fn find_paika(&self, from: u32, steps: &[WrittenStep]) -> Result<Move, String> {
        let step = &steps[0];
        self.check_step(&[from], step.to, self.theirs)?;
        if let Some(kind) = step.kind {
            return Err(Self::takes_nothing(from, step.to, kind));
        }
        if steps.len() > 1 {
            return Err("nothing can be captured, and a paika is a single step".into());
        }
        Ok(Move::new(from, step.to, 0))
    }

    fn find_captures(&self, from: u32, steps: &[WrittenStep]) -> Result<Move, String> {
        let mut chain = self.chain(from);
        let mut visited = vec![from];
        for step in steps {
            let at = chain.at();
            self.check_step(&visited, step.to, chain.theirs)?;
            let there: Vec<Capture> =
                chain.captures().filter(|capture| capture.to(at) == step.to).collect();
            let names = format!("{}-{}", Self::bit_name(at), Self::bit_name(step.to));
            let capture = match (&there[..], step.kind) {
                ([], _) if at == from => {
                    return Err(format!(
                        "{names} captures nothing; a capture is possible, so a paika is not allowed"
                    ));
                }
                ([], _) => {
                    return Err(format!("{names} captures nothing, but each step of a chain must"));
                }
                (&[only], None) => only,
                (_, Some(kind)) => *there
                    .iter()
                    .find(|capture| capture.kind() == kind)
                    .ok_or_else(|| Self::takes_nothing(at, step.to, kind))?,
                (_, None) => {
                    return Err(format!(
                        "{names} can capture by approach or by withdrawal; write {names}A or {names}W"
                    ));
                }
            };
            chain = chain.after(capture);
            visited.push(step.to);
        }
        Ok(chain.to_move(self.theirs))
    }

    fn takes_nothing(from: u32, to: u32, kind: Kind) -> String {
        let (from, to) = (Self::bit_name(from), Self::bit_name(to));
        format!("{from}-{to} captures nothing by {}", kind.name())
    }

    /// Checks the rules for every step, capturing or not. The stone has visited these points in
    /// this turn, and is on the last of them.
    fn check_step(&self, visited: &[u32], to: u32, theirs: u64) -> Result<(), String> {
        let Some(&at) = visited.last() else {
            return Ok(());
        };
        let name = Self::bit_name(to);
        if visited.contains(&to) {
            return Err(format!("the stone has already been on {name} in this turn"));
        }
        if Self::neighbours(set(at)) & set(to) == 0 {
            return Err(format!("no line leads from {} to {name} in one step", Self::bit_name(at)));
        }
        if (self.mine | theirs) & set(to) != 0 {
            return Err(format!("{name} is not empty"));
        }
        if let [.., before, at] = *visited
            && at as i32 - before as i32 == to as i32 - at as i32
        {
            return Err(format!(
                "the step to {name} has the direction of the last one, which may not be taken twice running"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn position(text: &str) -> Fanorona {
        Fanorona::from_setup(&text.parse().unwrap()).unwrap()
    }

    /// A move read and written again.
    fn again(position: &Fanorona, text: &str) -> String {
        position.write_move(position.read_move(text).unwrap())
    }

    fn error(position: &Fanorona, text: &str) -> String {
        position.read_move(text).unwrap_err().to_string()
    }

    /// White's stone on d3 can go to e3 and take f3, then to e4 and take e2.
    const CHAIN: &str = "9/9/3W1B3/4B4/9 w";

    #[test]
    fn a_small_a_is_a_column_where_a_digit_follows() {
        let start: Fanorona = Position::start();
        assert_eq!(again(&start, "d3e3a"), "d3-e3A");
        assert_eq!(again(&start, " E2 - E3 "), "e2-e3A");
        // From b1 White goes to b2 taking b3, then to a2 taking c2.
        let chain = position("9/9/1B7/2B6/1W7 w");
        for text in ["b1-b2A-a2W", "b1b2aa2w", "b1b2a2", "B1B2AA2W", "b1b2a2w"] {
            assert_eq!(again(&chain, text), "b1-b2A-a2W");
        }
    }

    #[test]
    fn a_missing_letter_must_not_matter() {
        let choice = position("9/9/2BW1B3/9/9 w");
        assert!(error(&choice, "d3e3").contains("write d3-e3A or d3-e3W"));
        assert_ne!(choice.read_move("d3e3A"), choice.read_move("d3e3W"));
        assert_eq!(again(&choice, "d3e3w"), "d3-e3W");
    }

    #[test]
    fn each_rule_has_its_own_words() {
        let chain = position(CHAIN);
        let start: Fanorona = Position::start();
        let cases = [
            (&start, "a1", "it has only one point"),
            (&start, "", "there is no point in it"),
            (&start, "ad3e3", "`a` does not stand after a step"),
            (&start, "d3e3AA", "`A` does not stand after a step"),
            (&start, "d3xe3", "`x` is no point, and neither A nor W"),
            (&start, "d3-k3", "`k3` is no point of a board from a1 to i5"),
            (&start, "d3-e0", "`e0` is no point of a board from a1 to i5"),
            (&start, "d3-e33333333333333333333333", "is no point of a board"),
            (&start, "é3-e3", "`é3` is no point of a board"),
            (&start, "c3-e3", "White has no stone on c3"),
            (&start, "c1-e3", "no line leads from c1 to e3 in one step"),
            (&start, "e1-e2", "e2 is not empty"),
            (&start, "e2-e3W", "e2-e3 captures nothing by withdrawal"),
            (&chain, "d3-c3", "a capture is possible, so a paika is not allowed"),
            (&chain, "d3-e3A-d3", "the stone has already been on d3 in this turn"),
            (&chain, "d3-e3A-f3", "has the direction of the last one"),
            (&chain, "d3-e3A-e4W-d4", "e4-d4 captures nothing, but each step of a chain must"),
        ];
        for (position, text, expected) in cases {
            let error = error(position, text);
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn a_paika_is_one_step_without_a_letter() {
        let quiet = position("B8/9/9/9/8W w");
        assert_eq!(again(&quiet, "i1h2"), "i1-h2");
        assert!(error(&quiet, "i1-h1-g1").contains("a paika is a single step"));
        assert!(error(&quiet, "i1-h1A").contains("captures nothing by approach"));
        let over = position("9/9/9/9/8W b");
        assert!(error(&over, "i1-h1").contains("the game is over"));
    }
}
