//! Judgement and composition: what each game is worth, and every named player put together.
//!
//! ```
//! use players::{Course, Question, build};
//! use search::Limits;
//!
//! let game = games::game("bohnenspiel")?;
//! let mut player = build(game, &"strong".parse()?)?;
//! let course = Course::new(game);
//! let thought = player.choose(&course, &Question::new(Limits::nodes(1000)), &mut |_| {})?;
//! println!("{} is best", thought.best.text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Player`], [`Question`], [`Thought`] | somebody who can be asked for a move |
//! | [`Course`] | a game so far |
//! | [`Spec`], [`build`] | players by name |
//! | [`Repertoire`], [`bohnenspiel`] | what each game brings along: judgement, one folder a game |

pub mod bohnenspiel;
mod course;
mod player;
mod roster;
mod spec;
mod typed;

pub use course::Course;
pub use player::{Fault, Player, Question, Thought, Variation};
pub use roster::{Repertoire, build, names};
pub use spec::{Spec, SpecError, read_time};
