//! How to think, for any game that is a [`games::Position`].

pub mod alphabeta;
pub mod history;
mod judge;
mod limits;
mod pace;
mod report;
mod score;
mod simple;
mod stopwatch;
pub mod table;
mod task;

pub use alphabeta::{AlphaBeta, Reductions, Tuning};
pub use history::{History, Repetition};
pub use judge::{Judge, Known};
pub use limits::{Budget, Limits, Over, Stop, Watch};
pub use pace::Pace;
pub use report::{Line, Report};
pub use score::Score;
pub use simple::{Greedy, Minimax, Random};
pub use stopwatch::{Clock, Stopwatch};
pub use table::{Bound, Entry, Table};
pub use task::{Task, Thinker};
