//! Halma through files: an agent program that is started anew for every move, and matches, grading
//! and cups of such programs.
//!
//! | file | what is in it |
//! |---|---|
//! | `agent.rs` | our own agent: reads `input.txt`, writes `output.txt` |
//! | `move_budget.rs` | time and hash size for a move |
//! | `blockade.rs` | games that nobody can win while a side stays in its camp |
//! | `playdata.rs` | the agent's state between moves |
//! | `calibration.rs` | measured speed of the machine |
//! | `programs.rs` | programs that are ready to play |
//! | `program_match.rs` | games between two programs |
//! | `grade.rs` | points for single moves and games |
//! | `cup.rs` | an elimination tournament of programs |

mod agent;
mod blockade;
mod calibration;
mod cup;
mod grade;
mod move_budget;
mod playdata;
mod program_match;
mod programs;

pub use agent::{AgentError, AgentMove, play_move};
pub use calibration::{Calibration, calibrate};
pub use cup::{Cup, CupError, Pairing, Round, agents};
pub use grade::{GradeItem, Grading};
pub use playdata::Playdata;
pub use program_match::{FirstMove, ProgramGame, ProgramMatch};
pub use programs::ReadyProgram;
