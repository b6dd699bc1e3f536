//! Games between any players: a referee, matches, tournaments, statistics and game records.
//!
//! 1. A [`Referee`] plays one game and reports its [`Termination`]:
//!
//! ```
//! use spielwerk_arena::{Entrant, GameLimits, Referee, TimeControl};
//! use spielwerk_players::GameState;
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let random = Entrant::new(game, &"random".parse()?)?;
//! let limits = GameLimits::default_for(game);
//! let referee = Referee { time_control: TimeControl::default(), limits };
//! let mut players = vec![random.player(1)?, random.player(2)?];
//! let played = referee.play(GameState::new(game), &mut players);
//! println!("{} after {} moves", played.termination, played.plies.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 2. A [`Match`] plays many games, every opening from every seat, and adds up a [`MatchScore`]:
//!
//! ```
//! use spielwerk_arena::{Entrant, Match, Openings};
//! use spielwerk_search::StopFlag;
//!
//! let game = spielwerk_games::game("bohnenspiel")?;
//! let entrants = vec![
//!     Entrant::new(game, &"greedy".parse()?)?,
//!     Entrant::new(game, &"random".parse()?)?,
//! ];
//! let openings = Openings::Random { plies: 4 };
//! let contest = Match { games: 20, seed: 7, openings, ..Match::new(game, entrants) };
//! let score = contest.play(&StopFlag::default(), &mut |_, _| {})?;
//! println!("greedy scores {:.0} %", 100.0 * score.pairs.mean());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | what it is |
//! |---|---|
//! | [`Referee`], [`PlayedGame`], [`Termination`] | one game, its moves, and how it ended |
//! | [`TimeControl`], [`GameClocks`], [`GameLimits`] | time controls, clocks, and limits on repetitions and turns |
//! | [`Entrant`], [`Openings`], [`seatings`] | the players, openings and seats of a match |
//! | [`Match`], [`MatchScore`] | many games between the same players, and their score |
//! | [`Lab`], [`LabScore`] | a course's assessment for players of Das Bohnenspiel |
//! | [`FileProgram`], [`HalmaInput`] | external programs for Halma that communicate through files |
//! | [`EngineLine`] | what a UGI engine prints during a search |
//! | [`MatchConditions`] | time control and adjudication as text, for files and command lines |
//! | [`tournament`] | round robin, gauntlet, Swiss and knock-out; standings and a report |
//! | [`queue`] | games played by other machines, through NATS |
//! | [`Store`], [`record`] | the database, and game records in it |
//! | [`statistics`] | Elo, likelihood of superiority, SPRT, ratings |
//! | [`tuning`] | tuning of evaluation weights |

mod adjudication;
mod atomic_write;
mod entrant;
mod external;
mod game_limits;
mod lab;
mod match_conditions;
mod match_score;
mod matches;
mod openings;
mod played_game;
pub mod queue;
pub mod record;
mod referee;
mod runner;
mod scheduler;
mod seating;
mod seeds;
pub mod statistics;
mod store;
mod termination;
mod time_control;
pub mod tournament;
pub mod tuning;

pub use atomic_write::{atomic_write, atomic_write_secret};
pub use entrant::Entrant;
pub use external::files::FileProgram;
pub use external::halma_files::{
    HalmaInput, HalmaInputError, HalmaMode, HalmaPlayError, INPUT, OUTPUT, read_halma_play,
    write_halma_play,
};
pub use external::info::EngineLine;
pub use game_limits::{GameLimits, Resignation};
pub use lab::{Lab, LabScore, LabSet};
pub use match_conditions::{Adjudicate, MatchConditions, TimeLimit};
pub use match_score::{MatchScore, PlayerScore};
pub use matches::{FinishedGame, Match};
pub use openings::{OpeningError, Openings};
pub use played_game::{PlayedGame, Ply};
pub use referee::{GameEnd, Referee};
pub use seating::seatings;
pub use seeds::seed_for;
pub use store::{Store, StoreError};
pub use termination::Termination;
pub use time_control::{GameClocks, GameTime, TimeControl};
pub use tournament::TournamentConfig;
