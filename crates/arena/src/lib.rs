//! Fair games between any players: a referee, matches, and what their results mean.
//!
//! 1. A [`Referee`] plays one game and says how it [ended](Ending):
//!
//! ```
//! use arena::{Bounds, Control, Entrant, Referee};
//! use players::Course;
//!
//! let game = games::game("bohnenspiel")?;
//! let random = Entrant::new(game, &"random".parse()?)?;
//! let referee = Referee { control: Control::default(), bounds: Bounds::usual(game) };
//! let mut players = vec![random.player(1)?, random.player(2)?];
//! let played = referee.play(Course::new(game), &mut players);
//! println!("{} after {} moves", played.ending, played.plies.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 2. A [`Match`] plays many, every opening from every seat, and keeps a [`Tally`]:
//!
//! ```
//! use arena::{Entrant, Match, Openings};
//! use search::Stop;
//!
//! let game = games::game("bohnenspiel")?;
//! let entrants = vec![
//!     Entrant::new(game, &"greedy".parse()?)?,
//!     Entrant::new(game, &"random".parse()?)?,
//! ];
//! let openings = Openings::Random { plies: 4 };
//! let contest = Match { games: 20, seed: 7, openings, ..Match::new(game, entrants) };
//! let tally = contest.play(&Stop::default(), &mut |_, _| {})?;
//! println!("greedy scores {:.0} %", 100.0 * tally.pairs.mean());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Referee`], [`Played`], [`Ending`] | one game, what came of it, and why |
//! | [`Control`], [`Clocks`], [`Bounds`] | what players may spend, and what ends a game beyond its rules |
//! | [`Entrant`], [`Openings`], [`seatings`] | who plays, from where, in which seats |
//! | [`Match`], [`Tally`] | many games, and their sum |
//! | [`Lab`], [`Marks`] | the test of a course for players of Das Bohnenspiel |
//! | [`FileProgram`], [`HalmaInput`] | other people's programs, and what they are asked |
//! | [`Terms`] | all that in words, for files and command lines |
//! | [`tournament`] | many players: who meets whom, standings, a report |
//! | [`queue`] | games played by other machines |
//! | [`Store`], [`record`] | what outlives the program: games |
//! | [`statistics`] | Elo, likelihood of superiority, SPRT |
//! | [`tuning`] | weights fitted to games |

mod bounds;
mod control;
mod desk;
mod early;
mod ending;
mod entrant;
mod external;
mod hall;
mod lab;
mod matches;
mod openings;
mod played;
pub mod queue;
pub mod record;
mod referee;
mod seating;
mod seeds;
pub mod statistics;
mod store;
mod tally;
mod terms;
pub mod tournament;
pub mod tuning;
mod whole;

pub use bounds::{Bounds, Resignation};
pub use control::{Clocks, Control, GameTime};
pub use ending::Ending;
pub use entrant::Entrant;
pub use external::files::FileProgram;
pub use external::halma_files::{
    HalmaInput, HalmaInputError, HalmaMode, HalmaPlayError, INPUT, OUTPUT, read_halma_play,
    write_halma_play,
};
pub use lab::{Lab, LabSet, Marks};
pub use matches::{Finished, Match};
pub use openings::{OpeningError, Openings};
pub use played::{Played, Ply};
pub use referee::{End, Referee};
pub use seating::seatings;
pub use seeds::seed_for;
pub use store::{Store, StoreError};
pub use tally::{Record, Tally};
pub use terms::{Adjudicate, Terms, TimeLimit};
pub use tournament::Plan;
pub use whole::{write_secret, write_whole};
