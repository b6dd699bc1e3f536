//! Halma through files: an agent program that is started anew for every move, and matches, grading
//! and cups of such programs.
//!
//! | file | what is in it |
//! |---|---|
//! | `agent.rs` | our own agent: reads `input.txt`, writes `output.txt` |
//! | `move_budget.rs` | time and hash size for a move |
//! | `playdata.rs` | the agent's state between moves |
//! | `calibration.rs` | measured speed of the machine |
//! | `program_match.rs` | games between two programs |
//! | `grade.rs` | points for single moves and games |
//! | `cup.rs` | an elimination tournament of programs |

mod agent;
mod calibration;
mod cup;
mod grade;
mod move_budget;
mod playdata;
mod program_match;

pub use agent::{AgentError, AgentMove, play_move};
pub use calibration::{Calibration, calibrate};
pub use cup::{Cup, CupError, Pairing, Round, agents};
pub use grade::{GradeItem, Grading};
pub use playdata::Playdata;
pub use program_match::{FirstMove, ProgramMatch};
