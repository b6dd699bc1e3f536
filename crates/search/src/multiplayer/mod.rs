//! Searches for games with any number of players: max^n, paranoid search, BRS and BRS+.
//!
//! | search | opponents | advantage | drawback |
//! |---|---|---|---|
//! | [`MaxN`] | each maximizes his own value | the right model | hardly any pruning |
//! | [`Paranoid`] | all play against the root player | alpha-beta pruning | too pessimistic |
//! | [`BestReply`] | one replies, the rest pass | searches deeper | illegal positions |
//! | [`BestReplyPlus`] | one replies, the rest play the move with the best order score | both of that | needs good move ordering |
//!
//! With two players all four find the same value. Values come from [`Evaluator::evaluate_seats`],
//! relative to the average of all seats. Zero is as good as the second place of three: so once
//! somebody has finished first, an evaluator must value the others below zero, and above it who is
//! sure not to be last. Repetition is a draw between two players only.
//!
//! | file | contents |
//! |---|---|
//! | `seat_value.rs` | the value of a position for one seat |
//! | `iterative_deepening.rs` | iterations and their results, by lazy SMP |
//! | `context.rs` | transposition table, move ordering and principal variations |
//! | `maxn.rs` | max^n |
//! | `reduced_search.rs` | alpha-beta of one player against all others |
//! | `opponent_model.rs` | how the opponents reply |
//! | `paranoid.rs`, `best_reply.rs`, `best_reply_plus.rs` | the three opponent models |
//!
//! [`Evaluator::evaluate_seats`]: crate::Evaluator::evaluate_seats

mod best_reply;
mod best_reply_plus;
mod context;
mod iterative_deepening;
mod maxn;
mod opponent_model;
mod paranoid;
mod reduced_search;
mod seat_value;
#[cfg(test)]
mod tests;

pub use best_reply::{BestReply, BrsModel, Pass};
pub use best_reply_plus::{BestReplyPlus, BrsPlusModel};
pub use maxn::MaxN;
pub use opponent_model::{DefaultReply, OpponentModel};
pub use paranoid::{Paranoid, ParanoidModel};
pub use reduced_search::ReducedSearch;
pub(crate) use seat_value::evaluate_centered;
