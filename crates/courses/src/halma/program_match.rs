//! Matches between two file-based programs.
//!
//! They are played by the arena's referee under the course's conditions: CPU time for a whole game
//! without any margin, and a game without a winner goes to whoever has more time left.

use std::time::Duration;

use spielwerk_arena::{PlayedGame, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{GameState, Player};
use spielwerk_search::{Clock, Limits, StopFlag};
use spielwerk_session::{GameLimits, GameTime, TimeControl};

/// A match between two programs of fixed colours.
#[derive(Debug)]
pub struct ProgramMatch {
    /// `halma` or `halma-strict`.
    pub game: AnyGame,
    /// Black's and White's.
    pub entrants: [Entrant; 2],
    /// Who makes the first move.
    pub first: FirstMove,
    /// How many games.
    pub games: usize,
    /// The time of each player for a game.
    pub time: Duration,
    /// The ply limit of a game, rounded up to whole turns of both.
    pub max_plies: usize,
}

/// A game between two programs.
#[derive(Clone, Debug)]
pub struct ProgramGame {
    /// Its moves and its end.
    pub played: PlayedGame,
    /// The names of Black's and White's program.
    pub names: [String; 2],
    /// The CPU time of either.
    pub time_used: [Duration; 2],
    /// The time of the move with which a program forfeited the game.
    pub losing_move: Option<Duration>,
    /// The last lines of standard error of either.
    pub errors: [Vec<String>; 2],
}

impl ProgramGame {
    fn new(played: PlayedGame, entrants: [&Entrant; 2]) -> ProgramGame {
        let of_plies = |seat: Seat| -> Duration {
            played.plies.iter().filter(|ply| ply.seat == seat).map(|ply| ply.time).sum()
        };
        let sides = [(Seat::FIRST, entrants[0]), (Seat::SECOND, entrants[1])];
        let log = |entrant: &Entrant| entrant.log().cloned();
        let culprit = played.culprit.filter(|_| played.termination.is_forfeit());
        ProgramGame {
            names: entrants.map(|entrant| entrant.name().to_owned()),
            time_used: sides.map(|(seat, entrant)| {
                log(entrant).map_or_else(|| of_plies(seat), |log| log.total())
            }),
            losing_move: culprit.and_then(|seat| log(entrants[seat.index()])?.last()),
            errors: entrants
                .map(|entrant| log(entrant).map(|log| log.last_errors()).unwrap_or_default()),
            played,
        }
    }
}

/// Who makes the first move of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum FirstMove {
    /// Always Black.
    Black,
    /// Always White.
    White,
    /// Black in the first game, then in turn.
    Alternate,
}

impl FirstMove {
    /// Whose the first move is in a game, counted from 0.
    pub fn seat(self, number: usize) -> Seat {
        match self {
            FirstMove::Black => Seat::FIRST,
            FirstMove::White => Seat::SECOND,
            FirstMove::Alternate if number.is_multiple_of(2) => Seat::FIRST,
            FirstMove::Alternate => Seat::SECOND,
        }
    }
}

impl ProgramMatch {
    /// Plays all games, or until it is stopped, which takes effect between games.
    pub fn play(
        &self,
        stop: &StopFlag,
        each: &mut dyn FnMut(usize, &ProgramGame),
    ) -> Vec<ProgramGame> {
        let mut all = Vec::new();
        for number in 0..self.games {
            if stop.is_stopped() {
                break;
            }
            let [black, white] = &self.entrants;
            let played = play_game(
                self.game,
                [black, white],
                self.first.seat(number),
                self.time,
                self.max_plies,
            );
            each(number, &played);
            all.push(played);
        }
        all
    }
}

/// One game under the course's conditions.
pub(super) fn play_game(
    game: AnyGame,
    entrants: [&Entrant; 2],
    first: Seat,
    time: Duration,
    max_plies: usize,
) -> ProgramGame {
    let referee = Referee {
        time_control: TimeControl {
            per_move: Limits { clock: Clock::Cpu, ..Limits::default() },
            per_game: Some(GameTime { time, increment: Duration::ZERO }),
            margin: Some(Duration::ZERO),
            ..TimeControl::default()
        },
        limits: GameLimits {
            max_turns: Some(max_plies.div_ceil(2)),
            clock_decides: true,
            ..GameLimits::default()
        },
    };
    let state = start_with(game, first);
    let mut players: Vec<Box<dyn Player>> = Vec::new();
    for (seat, entrant) in Seat::all(2).zip(entrants) {
        match entrant.player(0) {
            Ok(player) => players.push(player),
            Err(fault) => {
                return ProgramGame::new(referee.failed_start(state, seat, &fault), entrants);
            }
        }
    }
    ProgramGame::new(referee.play(state, &mut players), entrants)
}

/// The start position with either side to move.
fn start_with(game: AnyGame, first: Seat) -> GameState {
    let start = game.start();
    if first == Seat::FIRST {
        return GameState::from_position(game, start);
    }
    // The mover is the last letter of a position of Halma.
    let text = start.text();
    let turned = game.read_position(&format!("{}w", text.trim_end_matches('b')));
    GameState::from_position(game, turned.unwrap_or(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_session::Termination;

    #[test]
    fn either_may_begin() {
        for name in ["halma", "halma-strict"] {
            let game = spielwerk_games::game(name).unwrap();
            for seat in Seat::all(2) {
                assert_eq!(start_with(game, seat).position().turn(), Some(seat));
            }
        }
        assert_eq!(FirstMove::Alternate.seat(3), Seat::SECOND);
    }

    #[test]
    fn a_game_without_a_winner_goes_to_the_quicker_player() {
        let halma = spielwerk_games::game("halma").unwrap();
        let quick = Entrant::new(halma, &"random".parse().unwrap()).unwrap();
        let slow = Entrant::new(halma, &"minimax:depth=2".parse().unwrap()).unwrap();
        let game = play_game(halma, [&slow, &quick], Seat::FIRST, Duration::from_secs(600), 10);
        assert!(game.time_used[0] > game.time_used[1] && game.losing_move.is_none());
        let played = game.played;
        assert_eq!((played.termination, played.plies.len()), (Termination::TooLong, 10));
        assert_eq!(played.outcome.winner(), Some(Seat::SECOND));
    }
}
