//! How to think, for any game that is a [`games::Position`]. No game is known here.
//!
//! 1. A [`Judge`] says what a position looks like; it is all that a game has to add.
//!
//! ```
//! use games::{Position, bohnenspiel::Bohnenspiel};
//! use search::Judge;
//!
//! struct Stores;
//!
//! impl Judge<Bohnenspiel> for Stores {
//!     fn value(&self, p: &Bohnenspiel) -> i32 {
//!         let (own, other) = (p.turn(), p.turn().opponent());
//!         100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
//!     }
//! }
//! ```
//!
//! 2. A [`Thinker`] answers a [`Task`], a position with [`Limits`], by a [`Report`]:
//!
//! ```
//! # use games::{Position, bohnenspiel::Bohnenspiel};
//! # use search::Judge;
//! # struct Stores;
//! # impl Judge<Bohnenspiel> for Stores {
//! #     fn value(&self, p: &Bohnenspiel) -> i32 {
//! #         100 * (i32::from(p.store(p.turn())) - i32::from(p.store(p.turn().opponent())))
//! #     }
//! # }
//! use search::{AlphaBeta, Limits, Task, Thinker, Tuning};
//!
//! let start: Bohnenspiel = Position::start();
//! let mut search = AlphaBeta::new(Stores, Tuning::default(), 16);
//! let report = search
//!     .think(&Task::new(start, Limits::depth(7)), &mut |report| {
//!         println!("{}: {}", report.depth, report.score);
//!     })
//!     .expect("the game is not over");
//! assert_eq!(report.depth, 7);
//! assert_eq!(report.line[0], report.best);
//! ```
//!
//! 3. A [`Score`] is a judgement or a certain result, and tells which:
//!
//! ```
//! use search::Score;
//!
//! assert!(Score::win_in(7) > Score::win_in(9));
//! assert!(Score::win_in(9) > Score::judged(1_500));
//! assert_eq!(Score::judged(-123).to_string(), "-1.23");
//! ```
//!
//! | room | what is in it |
//! |---|---|
//! | [`Task`], [`Thinker`], [`Report`] | what is asked, who answers, and the answer |
//! | [`Judge`], [`Known`], [`Score`] | judgement and certainty |
//! | [`alphabeta`] | the search for two players |
//! | [`several`] | searches for three, and for two |
//! | [`montecarlo`] | Monte-Carlo tree search, for both |
//! | [`proof`] | results with perfect play, and strategies that show them |
//! | [`Random`], [`Greedy`], [`Minimax`] | simple opponents |
//! | [`Limits`], [`Stop`], [`Budget`], [`Watch`] | what may be spent, and keeping to it |
//! | [`Pace`], [`Clock`], [`Stopwatch`] | time: for a game, which, and how much has passed |
//! | [`Table`], [`History`] | positions seen before: anywhere, and on the way here |

pub mod alphabeta;
mod history;
mod judge;
mod limits;
pub mod montecarlo;
mod order;
mod pace;
pub mod proof;
mod report;
mod score;
pub mod several;
mod simple;
mod stopwatch;
mod table;
mod task;
#[cfg(test)]
mod toys;

pub use alphabeta::{AlphaBeta, Reductions, Tuning};
pub use history::{History, Repetition};
pub use judge::{Judge, Known};
pub use limits::{Budget, Limits, Over, Stop, Watch};
pub use montecarlo::{MonteCarlo, Settings};
pub use pace::Pace;
pub use report::{Line, Report};
pub use score::Score;
pub use several::{BestReply, BestReplyPlus, MaxN, Paranoid, Pass};
pub use simple::{Greedy, Minimax, Random};
pub use stopwatch::{Clock, Stopwatch};
pub use table::{Bound, Entry, Table};
pub use task::{Task, Thinker};
