//! Game-tree search for any game that implements [`spielwerk_games::Position`]. Nothing here depends on a
//! particular game.
//!
//! 1. An [`Evaluator`] gives the static evaluation of a position; it is all that a game has to add.
//!
//! ```
//! use spielwerk_games::{Position, bohnenspiel::Bohnenspiel};
//! use spielwerk_search::Evaluator;
//!
//! struct Stores;
//!
//! impl Evaluator<Bohnenspiel> for Stores {
//!     fn evaluate(&self, p: &Bohnenspiel) -> i32 {
//!         let (own, other) = (p.turn(), p.turn().opponent());
//!         100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
//!     }
//! }
//! ```
//!
//! 2. A [`Searcher`] takes a [`SearchRequest`], a position with [`Limits`], and returns a
//!    [`SearchResult`]:
//!
//! ```
//! # use spielwerk_games::{Position, bohnenspiel::Bohnenspiel};
//! # use spielwerk_search::Evaluator;
//! # struct Stores;
//! # impl Evaluator<Bohnenspiel> for Stores {
//! #     fn evaluate(&self, p: &Bohnenspiel) -> i32 {
//! #         100 * (i32::from(p.store(p.turn())) - i32::from(p.store(p.turn().opponent())))
//! #     }
//! # }
//! use spielwerk_search::{AlphaBeta, AlphaBetaConfig, Limits, SearchRequest, Searcher};
//!
//! let start: Bohnenspiel = Position::start();
//! let mut searcher = AlphaBeta::new(Stores, AlphaBetaConfig::default(), 16);
//! let result = searcher
//!     .search(&SearchRequest::new(start, Limits::depth(7)), &mut |result| {
//!         println!("{}: {}", result.depth, result.score);
//!     })
//!     .expect("the game is not over");
//! assert_eq!(result.depth, 7);
//! assert_eq!(result.pv[0], result.best_move);
//! ```
//!
//! 3. A [`Score`] is a heuristic estimate or a proven result, and tells which:
//!
//! ```
//! use spielwerk_search::Score;
//!
//! assert!(Score::win_in(7) > Score::win_in(9));
//! assert!(Score::win_in(9) > Score::estimate(1_500));
//! assert_eq!(Score::estimate(-123).to_string(), "-1.23");
//! ```
//!
//! | items | contents |
//! |---|---|
//! | [`SearchRequest`], [`Searcher`], [`SearchResult`] | the interface of every search |
//! | [`Evaluator`], [`Score`] | static evaluation, tablebase probes, scores |
//! | [`alphabeta`] | alpha-beta (principal variation search) for two players |
//! | [`multiplayer`] | max^n, paranoid, best-reply search: for two or more players |
//! | [`mcts`] | Monte-Carlo tree search, for two or more players |
//! | [`proof`] | proof-number search, retrograde analysis, strategies as proofs |
//! | [`Random`], [`Greedy`], [`EpsilonGreedy`], [`Minimax`] | baseline opponents |
//! | [`Limits`], [`StopFlag`], [`SearchBudget`], [`NodeCounter`] | limits of a search and their enforcement |
//! | [`TimeManager`], [`Clock`], [`Stopwatch`], [`Instant`], [`Punctual`] | time management; wall and CPU time; deadlines |
//! | [`TranspositionTable`], [`PositionHistory`] | transposition table; repetition detection |

pub mod alphabeta;
mod evaluator;
mod expectation;
mod instant;
mod limits;
pub mod mcts;
mod move_ordering;
pub mod multiplayer;
mod parallel;
pub mod proof;
mod punctual;
mod repetition;
mod result;
mod score;
mod searcher;
mod simple;
mod stopwatch;
#[cfg(test)]
mod test_games;
mod time_manager;
mod transposition;

pub use alphabeta::{AlphaBeta, AlphaBetaConfig, LateMoveReductions};
pub use evaluator::Evaluator;
pub use expectation::points_of_value;
pub use instant::Instant;
pub use limits::{Aborted, Limits, NodeCounter, SearchBudget, StopFlag};
pub use mcts::{Mcts, MctsConfig};
pub use multiplayer::{BestReply, BestReplyPlus, MaxN, Paranoid, Pass};
pub use punctual::Punctual;
pub use repetition::{PositionHistory, RepetitionRule};
pub use result::{SearchResult, Variation};
pub use score::Score;
pub use searcher::{SearchRequest, Searcher};
pub use simple::{EpsilonGreedy, Greedy, Minimax, Random};
pub use stopwatch::{Clock, Stopwatch};
pub use time_manager::TimeManager;
pub use transposition::{Bound, TranspositionTable, TtEntry};
