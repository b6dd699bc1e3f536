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
//! | [`Spec`], [`build`], [`names`] | players by name |
//! | [`exact`] | what tables know of a position |
//! | [`Repertoire`] | what each game brings along |
//! | [`fauhalma`], [`halma`], [`fanorona`], [`bohnenspiel`] | judgement: a folder a game, its weights in one struct |
//! | [`Weights`], [`valuation`], [`weights()`] | judgement laid open, for fitting it to games |
//! | [`Level`], [`Unsure`] | opponents for people |

pub mod bohnenspiel;
mod course;
pub mod fanorona;
pub mod fauhalma;
pub mod halma;
mod level;
mod player;
mod roster;
mod spec;
mod typed;
mod unsure;
mod valuation;
mod weights;

pub use course::Course;
pub use level::{Level, Levels};
pub use player::{Fault, Player, Question, Thought, TimeLeft, Variation};
pub use roster::{Repertoire, build, exact, is_limited, moves_to_come, names, valuation, weights};
pub use spec::{Spec, SpecError, read_time};
pub use unsure::Unsure;
pub use valuation::Valuation;
pub use weights::Weights;
