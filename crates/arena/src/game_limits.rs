//! Limits that end a game beyond its own rules: repetition, game length, resignation, adjudication.

use spielwerk_games::AnyGame;
use spielwerk_players::GameState;
use spielwerk_search::Score;

use crate::Termination;

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
    /// Which limit an unfinished game exceeds, if the player on turn has had so many turns.
    pub fn exceeded(&self, state: &GameState, turns: usize) -> Option<Termination> {
        if self.max_occurrences.is_some_and(|most| state.occurrences() >= most) {
            Some(Termination::Repetition)
        } else if self.max_turns.is_some_and(|most| turns >= most) {
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
}
