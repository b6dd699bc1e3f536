//! How to think, for any game that is a [`games::Position`].

pub mod history;
mod judge;
mod limits;
mod report;
mod score;
mod stopwatch;
pub mod table;
mod task;

pub use history::{History, Repetition};
pub use judge::{Judge, Known};
pub use limits::{Budget, Limits, Over, Stop, Watch};
pub use report::{Line, Report};
pub use score::Score;
pub use stopwatch::{Clock, Stopwatch};
pub use table::{Bound, Entry, Table};
pub use task::{Task, Thinker};
