//! The master: sets up the board, runs two programs in turn, and says who has won.
//!
//! It is the arena's referee with the course's terms: processor time for a whole game, not a moment
//! more, and a game without a winner goes to whoever has more time left.

use std::time::Duration;

use arena::{Bounds, Control, Entrant, GameTime, Played, Referee};
use games::{AnyGame, Seat};
use players::{Course, Player};
use search::{Clock, Limits, Stop};

/// Games between two programs of fixed colours.
#[derive(Debug)]
pub struct Master {
    /// `halma` or `halma-strict`.
    pub game: AnyGame,
    /// Black's and White's.
    pub entrants: [Entrant; 2],
    /// Who makes the first move.
    pub first: First,
    /// How many games.
    pub games: usize,
    /// The time of each player for a game.
    pub time: Duration,
    /// After how many plies a game is broken off, rounded up to whole turns of both.
    pub limit: usize,
}

/// Who makes the first move of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum First {
    /// Always Black.
    Black,
    /// Always White.
    White,
    /// Black in the first game, then in turn.
    Alternate,
}

impl First {
    /// Whose the first move is in a game, counted from 0.
    pub fn seat(self, number: usize) -> Seat {
        match self {
            First::Black => Seat::FIRST,
            First::White => Seat::SECOND,
            First::Alternate if number.is_multiple_of(2) => Seat::FIRST,
            First::Alternate => Seat::SECOND,
        }
    }
}

impl Master {
    /// Plays all games, or until it is stopped, which takes effect between games.
    pub fn play(&self, stop: &Stop, each: &mut dyn FnMut(usize, &Played)) -> Vec<Played> {
        let mut all = Vec::new();
        for number in 0..self.games {
            if stop.is_stopped() {
                break;
            }
            let [black, white] = &self.entrants;
            let played =
                game(self.game, [black, white], self.first.seat(number), self.time, self.limit);
            each(number, &played);
            all.push(played);
        }
        all
    }
}

/// One game on the course's terms.
pub(super) fn game(
    game: AnyGame,
    entrants: [&Entrant; 2],
    first: Seat,
    time: Duration,
    limit: usize,
) -> Played {
    let referee = Referee {
        control: Control {
            per_move: Limits { clock: Clock::Cpu, ..Limits::default() },
            per_game: Some(GameTime { time, increment: Duration::ZERO }),
            margin: Some(Duration::ZERO),
            ..Control::default()
        },
        bounds: Bounds { turns: Some(limit.div_ceil(2)), clock_decides: true, ..Bounds::default() },
    };
    let course = opening(game, first);
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for (seat, entrant) in Seat::all(2).zip(entrants) {
        match entrant.player(0) {
            Ok(player) => players.push(player),
            Err(fault) => return referee.no_show(course, seat, &fault),
        }
    }
    referee.play(course, &mut players)
}

/// The start with either player on turn.
fn opening(game: AnyGame, first: Seat) -> Course {
    let start = game.start();
    if first == Seat::FIRST {
        return Course::from(game, start);
    }
    // The mover is the last letter of a position of Halma.
    let text = start.text();
    let turned = game.read(&format!("{}w", text.trim_end_matches('b')));
    Course::from(game, turned.unwrap_or(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::Ending;

    #[test]
    fn either_may_begin() {
        for name in ["halma", "halma-strict"] {
            let game = games::game(name).unwrap();
            for seat in Seat::all(2) {
                assert_eq!(opening(game, seat).position().turn(), Some(seat));
            }
        }
        assert_eq!(First::Alternate.seat(3), Seat::SECOND);
    }

    #[test]
    fn a_game_without_a_winner_goes_to_the_quicker_player() {
        let halma = games::game("halma").unwrap();
        let quick = Entrant::new(halma, &"random".parse().unwrap()).unwrap();
        let slow = Entrant::new(halma, &"minimax:depth=2".parse().unwrap()).unwrap();
        let played = game(halma, [&slow, &quick], Seat::FIRST, Duration::from_secs(600), 10);
        assert_eq!((played.ending, played.plies.len()), (Ending::TooLong, 10));
        assert_eq!(played.outcome.winner(), Some(Seat::SECOND));
    }
}
