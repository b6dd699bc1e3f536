//! Games solved: what a position is worth with perfect play, and a proof of it.
//!
//! ```
//! use solve::{Options, Subject, Verdict, solve};
//! use tables::{Place, Watch};
//!
//! let folder = tempfile::tempdir()?;
//! let place = Place::from(folder.path());
//! let subject = Subject::new(games::game("fanorona-3x3")?, None, None)?;
//! let answer = solve(&subject, &Options::new(place), &Watch::nobody(), &|_| true)?;
//! assert_eq!(answer.verdict, Verdict::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! 1. A [`Subject`] is a position of a game that can be solved: Fanorona on any board, Das
//!    Bohnenspiel with three to six beans a house.
//! 2. [`solve()`] searches with the endgame tables at hand, built first if they are not there, and
//!    keeps what it has found out in a file, to go on from there another time.
//! 3. [`check`] takes a proof and replays it against the rules, the tables it stands on included.

mod margins;
mod proof;
mod solvable;
mod subject;
mod work;

use std::path::PathBuf;
use std::time::Duration;

use search::proof::{Flaw, Halt};
use tables::{BuildError, Checkpoint, Place, TableError, Watch};
use thiserror::Error;

pub use subject::{NotSolvable, Subject};

/// What a position is worth to whoever is on turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// He wins.
    Win,
    /// Nobody can force a win.
    Draw,
    /// He loses.
    Loss,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::Win, Verdict::Draw, Verdict::Loss];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Win => "win",
            Verdict::Draw => "draw",
            Verdict::Loss => "loss",
        }
    }
}

/// How to search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta over the beans still to come, deeper and deeper: Das Bohnenspiel only.
    AlphaBeta,
    /// Proof numbers, depth first: any game.
    ProofNumbers,
}

/// How far a search is.
#[derive(Copy, Clone, Debug)]
pub struct Searched<'a> {
    /// Positions searched.
    pub nodes: u64,
    /// What is asked at the moment, in a few words.
    pub stage: &'a str,
}

/// How to solve.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where tables are.
    pub place: Place,
    /// How to search, if not as is best for the game.
    pub method: Option<Method>,
    /// How many threads search, where the method knows how to share the work.
    pub threads: usize,
    /// How much memory the search may use, in MiB.
    pub memory: usize,
    /// Where what was found out is kept, and taken from.
    pub resume: Option<PathBuf>,
    /// How often it is kept, unless that takes long.
    pub pause: Duration,
    /// Where the proof is written.
    pub proof: Option<PathBuf>,
}

impl Options {
    /// With these tables and a moderate memory, and no files.
    pub fn new(place: Place) -> Options {
        Options {
            place,
            method: None,
            threads: 1,
            memory: 1024,
            resume: None,
            pause: Checkpoint::PAUSE,
            proof: None,
        }
    }
}

/// What was found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What the position is worth.
    pub verdict: Verdict,
    /// A move that keeps it, unless the game is over.
    pub best: Option<String>,
    /// Positions searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Positions in the proof.
    pub proof: usize,
}

/// What was found of a proof that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What it proves.
    pub verdict: Verdict,
    /// Of which position.
    pub position: String,
    /// How many positions were replayed.
    pub positions: usize,
}

/// Why something is not solved, or a proof does not hold.
#[derive(Debug, Error)]
pub enum SolveError {
    /// It was told to stop.
    #[error("stopped; with --resume FILE, the same command goes on from where it was")]
    Stopped,
    /// More memory is needed.
    #[error("the memory is full of proven positions; give more with --memory")]
    Full,
    /// A method that does not know the game.
    #[error(
        "alpha-beta counts beans and needs an even number of them in the houses; leave --method out"
    )]
    NoBeans,
    /// A proof with a hole.
    #[error("{}: {flaw}", path.display())]
    Flaw {
        /// The file.
        path: PathBuf,
        /// The hole.
        flaw: Flaw,
    },
    /// A good file, but not of what was asked.
    #[error("{}: this is {found}, not {wanted}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        wanted: String,
    },
    /// A table could not be built or read, or a file not be written.
    #[error(transparent)]
    Table(#[from] BuildError),
}

impl From<TableError> for SolveError {
    fn from(error: TableError) -> SolveError {
        SolveError::Table(error.into())
    }
}

impl From<Halt> for SolveError {
    fn from(halt: Halt) -> SolveError {
        match halt {
            Halt::Stopped => SolveError::Stopped,
            Halt::Full => SolveError::Full,
        }
    }
}

/// Solves a position. `watch` sees the tables being built; `each` is told now and then how far
/// the search is, and says whether to go on.
pub fn solve(
    subject: &Subject,
    options: &Options,
    watch: &Watch,
    each: &(dyn Fn(Searched) -> bool + Sync),
) -> Result<Answer, SolveError> {
    subject.solve(options, watch, each)
}

/// Checks a proof for a game: every position of it against the rules, and the tables that it stands
/// on in full.
pub fn check(
    subject: &Subject,
    path: &std::path::Path,
    place: &Place,
    watch: &Watch,
) -> Result<Checked, SolveError> {
    subject.check(path, place, watch)
}
