//! Searches for two, three or more at a board, none of whom can know what the others are up to.
//!
//! | search | the others … | good | bad |
//! |---|---|---|---|
//! | [`MaxN`] | … play each for himself | as the game is meant | hardly anything can be cut |
//! | [`Paranoid`] | … play all against the thinker | cuts as with two | sees enemies everywhere |
//! | [`BestReply`] | … send one who replies, and pass | his own moves, farther ahead | positions that cannot be |
//! | [`BestReplyPlus`] | … send one who replies, the rest play what looks best | both of that | needs good hints |
//!
//! With two at the board all four find the same. Values come from [`Judge::values`], measured
//! against the average of all seats. Zero is as good as the second place of three: so once somebody
//! has come in first, a judge must value the others below zero, and above it who is sure not to be
//! last. Repetition draws the game between two only.
//!
//! | file | what is in it |
//! |---|---|
//! | `worth.rs` | the value of a position for one seat |
//! | `deepen.rs` | one depth after the other, and the report |
//! | `desk.rs` | tables, move order and lines, which all searches need |
//! | `maxn.rs` | max^n |
//! | `coalition.rs` | one against all: alpha-beta |
//! | `round.rs` | how the others reply, in general |
//! | `paranoid.rs`, `best_reply.rs`, `best_reply_plus.rs` | the three manners of it |
//!
//! [`Judge::values`]: crate::Judge::values

mod best_reply;
mod best_reply_plus;
mod coalition;
mod deepen;
mod desk;
mod maxn;
mod paranoid;
mod round;
#[cfg(test)]
mod tests;
mod worth;

pub use best_reply::{BestReply, OneReplies, Pass};
pub use best_reply_plus::{BestReplyPlus, OneChooses};
pub use coalition::Coalition;
pub use maxn::MaxN;
pub use paranoid::{AllReply, Paranoid};
pub use round::{Manner, Wait};
pub(crate) use worth::against_average;
