//! Solves positions: the game-theoretic value with a proof.
//!
//! ```
//! use spielwerk_solver::{GameValue, Problem, SolveOptions, solve};
//! use spielwerk_tablebases::{BuildMonitor, TablebaseDir};
//!
//! let folder = tempfile::tempdir()?;
//! let tablebase_dir = TablebaseDir::from(folder.path());
//! let problem = Problem::new(spielwerk_games::game("fanorona-3x3")?, None, None)?;
//! let options = SolveOptions::new(tablebase_dir);
//! let solution = solve(&problem, &options, &BuildMonitor::silent(), &|_| true)?;
//! assert_eq!(solution.value, GameValue::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 1. A [`Problem`] is a position of a game that can be solved: Fanorona on any board, Das
//!    Bohnenspiel with three to six beans a house. Its value is that of perfect play without end:
//!    the plies without a capture that a position of Fanorona has, and the limit of a hundred, do
//!    not count.
//! 2. [`solve()`] searches with endgame tablebases, which it builds first if they are missing, and
//!    writes checkpoints, from which a later run can resume.
//! 3. [`verify`] replays a proof against the rules, and verifies the tablebases it rests on.

mod bean_difference;
#[cfg(feature = "ledger")]
mod ledger;
mod problem;
mod proof_file;
mod solvable;
mod solver;

use std::path::{Path, PathBuf};
use std::time::Duration;

use spielwerk_search::proof::{ProofError, StrategyError};
use spielwerk_tablebases::{
    BuildError, BuildMonitor, Checkpoint, Extent, TablebaseDir, TablebaseError,
};
use thiserror::Error;

#[cfg(feature = "ledger")]
pub use bean_difference::campaign::{CampaignOptions, CampaignResult, MoveOrder, prove_win};
#[cfg(feature = "ledger")]
pub use bean_difference::campaign_workers::queue_token;
#[cfg(feature = "ledger")]
pub use bean_difference::claim_solver::ClaimSolver;
#[cfg(feature = "ledger")]
pub use bean_difference::leaves::{ClaimDelivery, ClaimJob, ClaimMessage, ClaimQueue, ClaimResult};
#[cfg(feature = "ledger")]
pub use ledger::{LedgerStatus, OpenClaim, ProvenMove, proven_moves, status};
pub use problem::{Problem, ProblemError};

/// The game-theoretic value of a position for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// A win.
    Win,
    /// Nobody can force a win.
    Draw,
    /// A loss.
    Loss,
}

impl GameValue {
    const ALL: [GameValue; 3] = [GameValue::Win, GameValue::Draw, GameValue::Loss];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            GameValue::Win => "win",
            GameValue::Draw => "draw",
            GameValue::Loss => "loss",
        }
    }
}

/// The progress of a search.
#[derive(Copy, Clone, Debug)]
pub struct SolveProgress<'a> {
    /// The number of nodes searched.
    pub nodes: u64,
    /// The present stage, in a few words.
    pub stage: &'a str,
}

/// Options of [`solve()`].
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Where the endgame tablebases are.
    pub tablebase_dir: TablebaseDir,
    /// The memory for the search, in MiB.
    pub memory: usize,
    /// The threads of the search, where it can use several (Das Bohnenspiel).
    pub threads: usize,
    /// The checkpoint file, to write to and to resume from.
    pub checkpoint: Option<PathBuf>,
    /// The time between two checkpoints; longer if writing takes long.
    pub checkpoint_interval: Duration,
    /// The file to write the proof to.
    pub proof: Option<PathBuf>,
}

impl SolveOptions {
    /// With these tablebases, moderate memory and no files.
    pub fn new(tablebase_dir: TablebaseDir) -> SolveOptions {
        SolveOptions {
            tablebase_dir,
            memory: 1024,
            threads: 1,
            checkpoint: None,
            checkpoint_interval: Checkpoint::INTERVAL,
            proof: None,
        }
    }
}

/// A solved position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The game-theoretic value.
    pub value: GameValue,
    /// A move that preserves it, unless the game is over.
    pub best_move: Option<String>,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time spent.
    pub time: Duration,
    /// The number of positions in the proof.
    pub proof_size: usize,
}

/// What a proof says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofSummary {
    /// The value of the position.
    pub value: GameValue,
    /// The position.
    pub position: String,
    /// The number of positions in the proof.
    pub positions: usize,
}

/// Why a position is not solved, or a proof is not valid.
#[derive(Debug, Error)]
pub enum SolveError {
    /// The search was stopped.
    #[error("stopped; with --resume FILE, the same command goes on from where it was")]
    Stopped,
    /// More memory is needed.
    #[error("the memory is full of proven positions; give more with --memory")]
    OutOfMemory,
    /// No certificate was found that does not rest on itself.
    #[error("the proof rests on itself; search again, with more --memory")]
    Circular,
    /// The ledger cannot be used.
    #[cfg(feature = "ledger")]
    #[error("{}: {what}", path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The proof is not valid.
    #[error("{}: {error}", path.display())]
    InvalidProof {
        /// The file.
        path: PathBuf,
        /// Where it fails.
        error: StrategyError,
    },
    /// A valid file with other contents than expected.
    #[error("{}: this is {found}, not {wanted}", path.display())]
    WrongFile {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// A tablebase could not be built or read, or a file not be written.
    #[error(transparent)]
    Table(#[from] BuildError),
}

impl From<TablebaseError> for SolveError {
    fn from(error: TablebaseError) -> SolveError {
        SolveError::Table(error.into())
    }
}

impl From<ProofError> for SolveError {
    fn from(halt: ProofError) -> SolveError {
        match halt {
            ProofError::Stopped => SolveError::Stopped,
            ProofError::OutOfMemory => SolveError::OutOfMemory,
        }
    }
}

/// Solves a position. `monitor` observes the tablebases being built; `on_progress` is called at
/// intervals during the search and returns whether to continue.
pub fn solve(
    problem: &Problem,
    options: &SolveOptions,
    monitor: &BuildMonitor,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<Solution, SolveError> {
    problem.solve(options, monitor, on_progress)
}

/// Reads a proof without verifying it: a well-formed one may still be wrong.
pub fn read_proof(problem: &Problem, path: &Path) -> Result<ProofSummary, SolveError> {
    problem.read_proof(path)
}

/// Verifies a proof or a certificate: every position against the rules, and the tablebases that it
/// rests on, in full or by a sample.
pub fn verify(
    problem: &Problem,
    path: &Path,
    tablebase_dir: &TablebaseDir,
    extent: Extent,
    monitor: &BuildMonitor,
) -> Result<ProofSummary, SolveError> {
    problem.verify(path, tablebase_dir, extent, monitor)
}
