//! Halma through files: a program that is started for every move, and what a course does with such
//! programs.
//!
//! | file | what is in it |
//! |---|---|
//! | `agent.rs` | our own program: reads `input.txt`, writes `output.txt` |
//! | `allowance.rs` | how long it may think |
//! | `playdata.rs` | what it remembers from move to move |
//! | `calibration.rs` | what it knows about the machine |
//! | `master.rs` | games between two programs |
//! | `grade.rs` | single moves and games for points |
//! | `cup.rs` | rounds of many programs |

mod agent;
mod allowance;
mod calibration;
mod cup;
mod grade;
mod master;
mod playdata;

pub use agent::{Answer, NoAnswer, answer};
pub use calibration::{Calibration, calibrate};
pub use cup::{Cup, CupError, Meeting, Round, agents};
pub use grade::{Grading, Mark};
pub use master::{First, Master};
