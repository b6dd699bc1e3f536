//! How to think, for any game that is a [`games::Position`].

pub mod alphabeta;
pub mod history;
mod judge;
mod limits;
mod order;
mod pace;
mod report;
mod score;
pub mod several;
mod simple;
mod stopwatch;
pub mod table;
mod task;
#[cfg(test)]
mod toys;

pub use alphabeta::{AlphaBeta, Reductions, Tuning};
pub use history::{History, Repetition};
pub use judge::{Judge, Known};
pub use limits::{Budget, Limits, Over, Stop, Watch};
pub use pace::Pace;
pub use report::{Line, Report};
pub use score::Score;
pub use several::{BestReply, BestReplyPlus, MaxN, Paranoid, Pass};
pub use simple::{Greedy, Minimax, Random};
pub use stopwatch::{Clock, Stopwatch};
pub use table::{Bound, Entry, Table};
pub use task::{Task, Thinker};
