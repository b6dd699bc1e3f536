//! The worker's side of a large proof: searches claims that a manager elsewhere has handed out.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

use super::bounds_table::BoundsTable;
use super::certificate::Claim;
use super::leaves::{ClaimJob, ClaimResult};
use super::prover::{Search, known_answer};
use crate::SolveError;
use crate::solvable::Solvable;

/// The stack of a search: recursion is as deep as lines are long.
const STACK_BYTES: usize = 1 << 28;

/// Searches claims with tablebases and a table of its own. What is proven for one claim stays there
/// for the next; several may be searched at a time.
pub struct ClaimSolver {
    tablebase: EndgameTablebase,
    table: BoundsTable,
    memory: usize,
}

impl ClaimSolver {
    /// With these tablebases, of which small ones are built if they are missing, and so many MiB.
    pub fn new(
        tablebases: &TablebaseDir,
        memory: usize,
        monitor: &BuildMonitor,
    ) -> Result<ClaimSolver, SolveError> {
        let tables = <Bohnenspiel as Solvable>::tablebase((), tablebases, monitor)?;
        Ok(ClaimSolver { tablebase: tables.0, table: BoundsTable::new(memory), memory })
    }

    /// Whether a claim is about a position that it can search.
    pub fn knows(&self, job: &ClaimJob) -> bool {
        job.rules == <Bohnenspiel as Solvable>::rules(()) && read(&job.position).is_some()
    }

    /// Searches a claim; nothing, if it was stopped, or is none that it knows.
    pub fn search(
        &self,
        job: &ClaimJob,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<ClaimResult> {
        let position = read(&job.position).filter(|_| self.knows(job))?;
        let (started, spent, stopped) = (Instant::now(), AtomicU64::new(0), AtomicBool::new(false));
        let on_progress = |boards: u64, _: [u32; 2]| {
            let all = spent.fetch_add(boards, Relaxed) + boards;
            stopped.fetch_or(is_stopped(), Relaxed);
            !stopped.load(Relaxed) && all < job.budget
        };
        let query = Claim::win(&position, job.attacker_to_move).query();
        let search = || match known_answer(&self.tablebase, &self.table, query) {
            None if job.budget > 0 => {
                Search::new(&self.tablebase, &self.table, 1, &on_progress).prove(query)
            }
            known => known,
        };
        let answer = thread::scope(|scope| {
            let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search);
            // A search that fails, or cannot begin, is left to others.
            thread.ok()?.join().ok()
        })?;
        if stopped.into_inner() {
            return None;
        }
        let won = answer.map(|yes| yes == job.attacker_to_move);
        let attacker =
            if job.attacker_to_move { position.turn() } else { position.turn().opponent() };
        let winning = (won == Some(true) && job.attacker_to_move)
            .then(|| winning_move(&self.tablebase, &self.table, &position, attacker))
            .flatten();
        Some(ClaimResult {
            job: job.clone(),
            won,
            winning_move: winning.map(|one| position.write_move(one)),
            boards: spent.into_inner(),
            seconds: started.elapsed().as_secs_f64(),
            memory: self.memory,
            tables: self.tablebase.max_beans(),
        })
    }
}

/// A position that is written as ledgers write it, and not finished.
pub(super) fn read(text: &str) -> Option<Bohnenspiel> {
    let position = <Bohnenspiel as Solvable>::parse((), text).ok()?;
    (position.outcome().is_none() && position.setup().to_string() == text).then_some(position)
}

/// A winning move of the attacker's, if the table or the tablebases know one.
pub(super) fn winning_move(
    tablebase: &EndgameTablebase,
    table: &BoundsTable,
    position: &Bohnenspiel,
    attacker: Seat,
) -> Option<<Bohnenspiel as Position>::Move> {
    position.legal_moves().into_iter().find(|&one| {
        let after = position.play(one);
        match after.outcome() {
            Some(outcome) => outcome.half_points(attacker) == 2,
            // The defender does not get what he needs.
            None => {
                known_answer(tablebase, table, Claim::win(&after, false).query()) == Some(false)
            }
        }
    })
}
