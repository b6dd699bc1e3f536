//! Limits that end a game beyond its own rules: repetition, game length, resignation, adjudication.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use spielwerk_games::AnyGame;
use spielwerk_search::Score;

use crate::{GameState, Termination};

/// Limits that end a game beyond its own rules.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct GameLimits {
    /// The game is a draw by repetition when a position has occurred so often.
    pub max_occurrences: Option<usize>,
    /// The game is abandoned when the player on turn has had so many turns.
    pub max_turns: Option<usize>,
    /// Whether a two-player game that exceeds a limit goes to the player with more time left.
    pub clock_decides: bool,
    /// When players resign, in two-player games.
    pub resignation: Option<Resignation>,
    /// Whether a two-player game ends as soon as a tablebase has its result, or both players report
    /// the same proven result.
    pub adjudication: bool,
}

/// When a player resigns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Resignation {
    /// Its own score is this or worse,
    pub score: Score,
    /// so many of its moves in a row.
    pub moves: u32,
}

impl GameLimits {
    /// Which limit an unfinished game exceeds.
    pub fn exceeded(&self, state: &GameState) -> Option<Termination> {
        let turns = || state.position().turn().map_or(0, |seat| state.turns(seat));
        self.exceeded_by(|| state.occurrences(), turns)
    }

    /// Which limit is exceeded with so many occurrences of the position and so many turns of the
    /// side to move. Only what a limit needs is counted.
    pub(crate) fn exceeded_by(
        &self,
        occurrences: impl FnOnce() -> usize,
        turns: impl FnOnce() -> usize,
    ) -> Option<Termination> {
        if self.max_occurrences.is_some_and(|most| occurrences() >= most) {
            Some(Termination::Repetition)
        } else if self.max_turns.is_some_and(|most| turns() >= most) {
            Some(Termination::TooLong)
        } else {
            None
        }
    }

    /// The limits that a game itself says.
    pub fn default_for(game: AnyGame) -> GameLimits {
        let info = game.info();
        GameLimits {
            max_occurrences: info.repetition_limit,
            max_turns: info.turn_limit,
            ..GameLimits::default()
        }
    }
}

/// `-10,3`: resign when ten beans, steps or stones behind, three moves in a row.
impl FromStr for Resignation {
    type Err = String;

    fn from_str(text: &str) -> Result<Resignation, String> {
        let read = || {
            let (score, moves) = text.split_once(',')?;
            let score: f64 = score.trim().parse().ok()?;
            let moves = moves.trim().parse().ok().filter(|moves| (1..=1000).contains(moves))?;
            // Above -10,000, so that the hundredths fit.
            let hundredths = (score * 100.0).round();
            let in_range = (-1_000_000.0..=-1.0).contains(&hundredths);
            in_range.then(|| Resignation { score: Score::estimate(hundredths as i32), moves })
        };
        read().ok_or_else(|| {
            "resignation looks like `-10,3`: a score below 0, and how many moves in a row".into()
        })
    }
}

impl fmt::Display for Resignation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let score = f64::from(self.score.hundredths().unwrap_or(0)) / 100.0;
        write!(f, "{score},{}", self.moves)
    }
}

impl Serialize for Resignation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Resignation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Resignation, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_can_go_on_for_ever() {
        for game in spielwerk_games::games() {
            let limits = GameLimits::default_for(game);
            assert!(limits.max_occurrences.is_some() != limits.max_turns.is_some(), "{game:?}");
        }
        let strict = GameLimits::default_for(spielwerk_games::game("halma-strict").unwrap());
        assert_eq!(strict.max_turns, Some(200));
    }

    #[test]
    fn every_resignation_score_round_trips() {
        for hundredths in -100_000..0 {
            let written = Resignation { score: Score::estimate(hundredths), moves: 3 };
            assert_eq!(written.to_string().parse(), Ok(written));
        }
    }
}
