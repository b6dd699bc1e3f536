//! Games between any players: a referee, matches, tournaments, statistics and game records.
//!
//! 1. A [`Referee`] plays one game and reports how it ended:
//!
//! ```
//! use spielwerk_arena::Referee;
//! use spielwerk_engines::Entrant;
//! use spielwerk_session::{GameLimits, GameState, TimeControl};
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
//! use spielwerk_arena::{Match, Openings};
//! use spielwerk_engines::Entrant;
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
//! | [`Referee`], [`PlayedGame`] | one game, its moves, and how it ended |
//! | [`Match`], [`MatchScore`] | many games between the same players, and their score |
//! | [`Openings`], [`seatings`] | the openings and seats of a match |
//! | [`MatchConditions`] | time control and adjudication as text, for files and command lines |
//! | [`tournament`] | round robin, gauntlet, Swiss and knock-out; standings and a report |
//! | [`Job`], [`JobResult`] | games for other machines, as messages |
//! | [`Store`], [`record`] | the database, and game records in it |
//! | [`statistics`] | Elo, likelihood of superiority, SPRT, ratings |
//! | [`tuning`] | tuning of evaluation weights |

mod adjudication;
mod atomic_write;
#[cfg(feature = "store")]
mod job;
mod match_conditions;
mod match_score;
mod matches;
mod openings;
mod played_game;
pub mod recipe;
pub mod record;
mod referee;
mod runner;
mod scheduler;
mod seeds;
pub mod selfplay;
pub mod statistics;
#[cfg(feature = "store")]
mod store;
#[cfg(feature = "store")]
pub mod tournament;
pub mod tuning;

pub use atomic_write::{atomic_write, atomic_write_secret};
#[cfg(feature = "store")]
pub use job::{Job, JobResult};
pub use match_conditions::{Adjudicate, MatchConditions, TimeLimit};
pub use match_score::{MatchScore, PlayerScore};
pub use matches::{FinishedGame, Match};
pub use openings::{OpeningError, Openings};
pub use played_game::{PlayedGame, Ply};
pub use referee::Referee;
pub use seeds::seed_for;
pub use spielwerk_session::seatings;
#[cfg(feature = "store")]
pub use store::{Store, StoreError};
#[cfg(feature = "store")]
pub use tournament::TournamentConfig;
