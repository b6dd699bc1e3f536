//! Solves Das Bohnenspiel by the difference in beans: how many beans on the board the mover gets.
//!
//! The rest of the game does not depend on the stores, so all queries are about the houses only,
//! and one answer serves every position with these houses. The game-theoretic value needs two: can
//! the mover get more than half of all beans, and can the opponent? Infinite play counts against
//! the player in question, as it does in the proof.
//!
//! | file | contents |
//! |---|---|
//! | `board.rs` | the houses as the mover sees them, and their index |
//! | `bounds_table.rs` | table of proven bounds, without hash collisions |
//! | `prover.rs` | one query by proof-number search |
//! | `campaign.rs` | a large proof, position by position, with a ledger |
//! | `leaves.rs`, `campaign_workers.rs` | its positions for other machines, and their results |
//! | `claim_solver.rs` | how those machines search them |
//! | `certificate.rs`, `certificate_writer.rs` | a large win as a file, checked and written |
//! | `strategy.rs` | the answer as a strategy that can be verified |

mod board;
mod bounds_table;
#[cfg(feature = "ledger")]
pub(crate) mod campaign;
#[cfg(feature = "ledger")]
pub(crate) mod campaign_workers;
pub(crate) mod certificate;
#[cfg(feature = "ledger")]
mod certificate_writer;
#[cfg(feature = "ledger")]
pub(crate) mod claim_solver;
#[cfg(feature = "ledger")]
pub(crate) mod leaves;
mod prover;
mod strategy;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use prover::{Search, known_answer};
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;
use spielwerk_tablebases::{Checkpoint, TablebaseError, TablebaseHeader};

use crate::proof_file::Proof;
use crate::solvable::Solvable;
use crate::{GameValue, SolveError, SolveOptions, SolveProgress};
use board::Board;
use bounds_table::{Bounds, BoundsTable};
use strategy::Attack;

/// Solves a position with an even number of beans in the houses.
pub(crate) fn solve<const BEANS: u8>(
    position: &Bohnenspiel<BEANS>,
    tablebase: &EndgameTablebase,
    options: &SolveOptions,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<(Proof<Bohnenspiel<BEANS>>, u64), SolveError> {
    let table = BoundsTable::new(options.memory);
    let context = SolverContext::new::<BEANS>(tablebase, &table, options, on_progress)?;
    let found = context.solve(position);
    context.save_checkpoint()?;
    Ok((found?, context.nodes.into_inner()))
}

/// The query whether the mover gets at least so many of the pairs on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct PairsQuery {
    board: Board,
    pairs: i8,
    need: i8,
    /// Whether the mover is the attacker, against whom infinite play counts.
    attacker_to_move: bool,
}

/// The state of a search through all its queries.
struct SolverContext<'a> {
    tablebase: &'a EndgameTablebase,
    table: &'a BoundsTable,
    on_progress: &'a (dyn Fn(SolveProgress) -> bool + Sync),
    threads: usize,
    nodes: AtomicU64,
    checkpoint: Mutex<CheckpointState>,
}

struct CheckpointState {
    checkpoint: Option<Checkpoint>,
    /// Why it could not be written.
    error: Option<TablebaseError>,
}

impl<'a> SolverContext<'a> {
    /// With the checkpoint of an earlier run, if there is one.
    fn new<const BEANS: u8>(
        tablebase: &'a EndgameTablebase,
        table: &'a BoundsTable,
        options: &SolveOptions,
        on_progress: &'a (dyn Fn(SolveProgress) -> bool + Sync),
    ) -> Result<SolverContext<'a>, SolveError> {
        let says = "board 47 bits, lower and upper bound 6 each, work 5; hint 64";
        let header = TablebaseHeader::new("bounds", Bohnenspiel::<BEANS>::rules(()), says);
        let checkpoint = options
            .checkpoint
            .clone()
            .map(|path| Checkpoint::with_interval(path, header, options.checkpoint_interval));
        if let Some(checkpoint) = &checkpoint {
            restore_table(table, checkpoint)?;
        }
        Ok(SolverContext {
            tablebase,
            table,
            on_progress,
            threads: options.threads,
            nodes: AtomicU64::new(0),
            checkpoint: Mutex::new(CheckpointState { checkpoint, error: None }),
        })
    }

    /// Reports more searched nodes, and writes a checkpoint if it is due; returns whether to
    /// continue.
    fn report_progress(&self, nodes: u64, stage: &str) -> bool {
        let nodes = nodes + self.nodes.fetch_add(nodes, Relaxed);
        // While one thread is writing, the others go on.
        if let Ok(mut state) = self.checkpoint.try_lock()
            && let CheckpointState { checkpoint: Some(checkpoint), error } = &mut *state
            && checkpoint.is_due()
        {
            *error = save_table(self.table, checkpoint).err();
            if error.is_some() {
                return false;
            }
        }
        (self.on_progress)(SolveProgress { nodes, stage })
    }

    /// Writes the final checkpoint.
    fn save_checkpoint(&self) -> Result<(), TablebaseError> {
        let mut state = self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *state {
            CheckpointState { error: Some(_), .. } => state.error.take().map_or(Ok(()), Err),
            CheckpointState { checkpoint: Some(checkpoint), .. } => {
                save_table(self.table, checkpoint)
            }
            CheckpointState { checkpoint: None, .. } => Ok(()),
        }
    }

    fn solve<const BEANS: u8>(
        &self,
        position: &Bohnenspiel<BEANS>,
    ) -> Result<Proof<Bohnenspiel<BEANS>>, SolveError> {
        let position = position.canonical();
        let [mover, opponent] =
            [true, false].map(|attacker_to_move| Attack::new(self, &position, attacker_to_move));
        loop {
            if mover.succeeds()? {
                return Ok(Proof::new(GameValue::Win, vec![mover.winning_strategy()?]));
            }
            if opponent.succeeds()? {
                return Ok(Proof::new(GameValue::Loss, vec![opponent.winning_strategy()?]));
            }
            if let Some(first) = mover.holding_strategy()?
                && let Some(second) = opponent.holding_strategy()?
            {
                return Ok(Proof::new(GameValue::Draw, vec![first, second]));
            }
        }
    }

    /// Whether the mover gets at least so many pairs.
    fn answer(&self, query: PairsQuery, about: &str) -> Result<bool, SolveError> {
        if let Some(yes) = known_answer(self.tablebase, self.table, query) {
            return Ok(yes);
        }
        let on_progress = |nodes, [proof, disproof]: [u32; 2]| {
            let stage = format!("{about}, proof number {proof}, disproof number {disproof}");
            self.report_progress(nodes, &stage)
        };
        let search = Search::new(self.tablebase, self.table, self.threads, &on_progress);
        search.prove(query).ok_or(SolveError::Stopped)
    }
}

/// Bytes per board in a checkpoint: its index 47 bits, bounds 6 each, work 5; then the hint.
const RECORD_BYTES: usize = 16;
const INDEX_BITS: u32 = 47;

/// Writes all entries to a checkpoint.
fn save_table(table: &BoundsTable, checkpoint: &mut Checkpoint) -> Result<(), TablebaseError> {
    checkpoint.save(|file| {
        for (index, Bounds { lower, upper, work, hint }) in table.entries() {
            let bounds = lower as u64 | (upper as u64) << 6 | u64::from(work.min(31)) << 12;
            file.write(&(index | bounds << INDEX_BITS).to_le_bytes())?;
            file.write(&hint.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Restores the entries of an earlier run's checkpoint, if there is one.
fn restore_table(table: &BoundsTable, checkpoint: &Checkpoint) -> Result<(), TablebaseError> {
    let file = match checkpoint.open_file() {
        Err(error) if error.is_missing() => return Ok(()),
        opened => opened?,
    };
    file.for_each_block(|bytes| {
        let (words, _) = bytes.as_chunks();
        for record in words.chunks_exact(RECORD_BYTES / size_of::<u64>()) {
            let [first, hint] = [0, 1].map(|nth| u64::from_le_bytes(record[nth]));
            let six = |nth: u32| (first >> (INDEX_BITS + 6 * nth) & 63) as u8;
            let (lower, upper) = (six(0) as i8, six(1) as i8);
            let bounds = Bounds { lower, upper, work: six(2), hint };
            table.store(first & ((1 << INDEX_BITS) - 1), &bounds);
        }
    })
}
