//! What ends a game beyond its own rules: play that leads nowhere, or that nobody needs to see.

use games::AnyGame;
use players::Course;
use search::Score;

use crate::Ending;

/// What ends a game although its rules do not.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds {
    /// The game is broken off when a position has been on the board so often.
    pub occurrences: Option<usize>,
    /// The game is broken off when whoever is on turn has had so many turns.
    pub turns: Option<usize>,
    /// Whether a game for two that is broken off goes to whoever has more time left.
    pub clock_decides: bool,
    /// When players give up, in games for two.
    pub resignation: Option<Resignation>,
    /// Whether a game for two ends as soon as tables know its result, or both players are certain of
    /// the same.
    pub adjudication: bool,
}

/// When a player gives up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Resignation {
    /// Its own score is this or worse,
    pub score: Score,
    /// so many of its moves in a row.
    pub moves: u32,
}

impl Bounds {
    /// Whether a game that is not over is broken off where it stands, if whoever is on turn has
    /// had so many turns.
    pub fn broken_off(&self, course: &Course, turns: usize) -> Option<Ending> {
        if self.occurrences.is_some_and(|most| course.occurrences() >= most) {
            Some(Ending::Repetition)
        } else if self.turns.is_some_and(|most| turns >= most) {
            Some(Ending::TooLong)
        } else {
            None
        }
    }

    /// A position that comes for the third time is a draw, where play can go in circles.
    const THIRD: usize = 3;
    /// FAUhalma goes on for so many turns of each player.
    const FAUHALMA_TURNS: usize = 300;
    /// Halma ends after 400 plies.
    const HALMA_TURNS: usize = 200;

    /// The bounds that are usual for a game. In both kinds of Halma pieces can go back and forth as
    /// they like, and repeating a position harms nobody but the player who does it; so there only
    /// the number of turns counts.
    pub fn usual(game: AnyGame) -> Bounds {
        let family = game.name().split('-').next().unwrap_or_default();
        match family {
            "fauhalma" => Bounds { turns: Some(Bounds::FAUHALMA_TURNS), ..Bounds::default() },
            "halma" => Bounds { turns: Some(Bounds::HALMA_TURNS), ..Bounds::default() },
            _ => Bounds { occurrences: Some(Bounds::THIRD), ..Bounds::default() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_game_can_go_on_for_ever() {
        for &game in games::games() {
            let bounds = Bounds::usual(game);
            assert!(bounds.occurrences.is_some() != bounds.turns.is_some(), "{game:?}");
        }
        let strict = Bounds::usual(games::game("halma-strict").unwrap());
        assert_eq!(strict.turns, Some(200));
    }
}
