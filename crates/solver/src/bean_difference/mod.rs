//! Solves Das Bohnenspiel by the difference in beans: how many beans on the board the mover gets.
//!
//! The rest of the game does not depend on the stores, so all queries are about the houses only,
//! and one answer serves every position with these houses. The game-theoretic value needs two: can
//! the mover get more than half of all beans, and can the opponent? Infinite play counts against
//! the player in question, as it does in the proof.
//!
//! There are two methods. Proof-number search is far better: games alternate between many choices
//! and forced moves, and a search to a uniform depth spends its time on the former. Alpha-beta is
//! there for comparison.
//!
//! | file | contents |
//! |---|---|
//! | `board.rs` | the houses as the mover sees them, and their index |
//! | `bounds_table.rs` | table of proven bounds, without hash collisions |
//! | `prover.rs` | one query by proof-number search |
//! | `alpha_beta.rs` | one query by alpha-beta, to one depth |
//! | `strategy.rs` | the answer as a strategy that can be verified |

mod alpha_beta;
mod board;
mod bounds_table;
mod prover;
mod strategy;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use alpha_beta::{Answer, Certainty, MAX_DEPTH, Search, UNLIMITED};
use prover::Prover;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;
use spielwerk_tablebases::{Checkpoint, TablebaseError, TablebaseHeader};

use crate::proof_file::Proof;
use crate::solvable::Solvable;
use crate::{GameValue, Method, SolveError, SolveOptions, SolveProgress};
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
    let method = options.method.unwrap_or(Method::ProofNumbers);
    let rules = Bohnenspiel::<BEANS>::rules();
    let says = format!("{method:?}: board 8, least, most, work 1 each, hint 8");
    let header = TablebaseHeader::new("margins", rules, says);
    let table = BoundsTable::new(options.memory);
    let mut checkpoint = None;
    if let Some(path) = &options.checkpoint {
        let restored = Checkpoint::with_interval(path.clone(), header, options.checkpoint_interval);
        restore_table(&table, &restored)?;
        checkpoint = Some(restored);
    }
    let context = SolverContext::new(method, tablebase, &table, checkpoint, on_progress);
    let found = context.solve(position, options.threads);
    context.save_checkpoint()?;
    Ok((found?, context.nodes.load(Relaxed)))
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

/// The state shared by all threads of a search.
struct SolverContext<'a> {
    method: Method,
    tablebase: &'a EndgameTablebase,
    table: &'a BoundsTable,
    on_progress: &'a (dyn Fn(SolveProgress) -> bool + Sync),
    nodes: AtomicU64,
    /// The present stage, for progress reports.
    stage: Mutex<String>,
    /// Whether the search was stopped, or a checkpoint could not be written.
    stopped: AtomicBool,
    checkpoint: Mutex<Option<Checkpoint>>,
    save_error: Mutex<Option<TablebaseError>>,
}

impl<'a> SolverContext<'a> {
    fn new(
        method: Method,
        tablebase: &'a EndgameTablebase,
        table: &'a BoundsTable,
        checkpoint: Option<Checkpoint>,
        on_progress: &'a (dyn Fn(SolveProgress) -> bool + Sync),
    ) -> SolverContext<'a> {
        SolverContext {
            method,
            tablebase,
            table,
            on_progress,
            nodes: AtomicU64::new(0),
            stage: Mutex::default(),
            stopped: AtomicBool::new(false),
            checkpoint: Mutex::new(checkpoint),
            save_error: Mutex::default(),
        }
    }

    /// Reports more searched nodes; returns whether to continue.
    fn report_progress(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        // If a lock is held, another thread is reporting or saving; the next call will do.
        if let Ok(stage) = self.stage.try_lock()
            && !(self.on_progress)(SolveProgress { nodes, stage: &stage })
        {
            self.stopped.store(true, Relaxed);
        }
        if let Ok(mut checkpoint) = self.checkpoint.try_lock()
            && let Some(checkpoint) = checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due())
            && let Err(save_error) = save_table(self.table, checkpoint)
        {
            self.stopped.store(true, Relaxed);
            *self.save_error.lock().unwrap_or_else(PoisonError::into_inner) = Some(save_error);
        }
        !self.stopped.load(Relaxed)
    }

    /// Writes the final checkpoint.
    fn save_checkpoint(&self) -> Result<(), TablebaseError> {
        if let Some(save_error) =
            self.save_error.lock().unwrap_or_else(PoisonError::into_inner).take()
        {
            return Err(save_error);
        }
        match self.checkpoint.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(checkpoint) => save_table(self.table, checkpoint),
            None => Ok(()),
        }
    }

    fn solve<const BEANS: u8>(
        &self,
        position: &Bohnenspiel<BEANS>,
        threads: usize,
    ) -> Result<Proof<Bohnenspiel<BEANS>>, SolveError> {
        let position = position.canonical();
        let [mover, opponent] =
            [true, false].map(|attacker_to_move| Attack::new(self, &position, attacker_to_move));
        loop {
            if mover.succeeds(threads)? {
                return Ok(Proof::new(GameValue::Win, vec![mover.winning_strategy()?]));
            }
            if opponent.succeeds(threads)? {
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
    fn answer(&self, query: PairsQuery, threads: usize, about: &str) -> Result<bool, SolveError> {
        match self.method {
            Method::AlphaBeta => self.answer_by_alpha_beta(query, threads, about),
            Method::ProofNumbers => self.answer_by_proof_numbers(query, about),
        }
    }

    /// By proof-number search.
    fn answer_by_proof_numbers(&self, query: PairsQuery, about: &str) -> Result<bool, SolveError> {
        let root: [AtomicU32; 2] = Default::default();
        let on_progress = |nodes| {
            if let Ok(mut stage) = self.stage.try_lock() {
                let [proof, disproof] = [&root[0], &root[1]].map(|number| number.load(Relaxed));
                *stage = format!("{about}, proof number {proof}, disproof number {disproof}");
            }
            self.report_progress(nodes)
        };
        let answer = Prover::new(self.tablebase, self.table, &on_progress, &root).prove(query);
        answer.ok_or(SolveError::Stopped)
    }

    /// By alpha-beta with iterative deepening, until the answer is not heuristic.
    fn answer_by_alpha_beta(
        &self,
        query: PairsQuery,
        threads: usize,
        about: &str,
    ) -> Result<bool, SolveError> {
        let done = AtomicBool::new(false);
        let on_progress = |nodes| self.report_progress(nodes) && !done.load(Relaxed);
        let mut searches: Vec<Search> = (0..threads.max(1))
            .map(|thread| Search::new(self.tablebase, self.table, &on_progress, thread))
            .collect();
        for depth in (2..=MAX_DEPTH).chain([UNLIMITED]) {
            if let Ok(mut stage) = self.stage.lock() {
                *stage = format!("{about}, depth {depth}");
            }
            done.store(false, Relaxed);
            let answer = match &mut searches[..] {
                [one] => one.search(query, depth),
                many => first_answer(many, &done, |search| search.search(query, depth)),
            };
            match answer {
                None => return Err(SolveError::Stopped),
                Some(answer) if answer.certainty > Certainty::Heuristic => return Ok(answer.yes),
                Some(_) => {}
            }
        }
        unreachable!("a search of unlimited depth is not heuristic");
    }
}

/// The answer of the first search to finish; the others are stopped.
fn first_answer<'s>(
    searches: &mut [Search<'s>],
    done: &AtomicBool,
    ask: impl Fn(&mut Search<'s>) -> Option<Answer> + Sync,
) -> Option<Answer> {
    let answer = Mutex::new(None);
    thread::scope(|scope| {
        for search in searches {
            let (ask, answer) = (&ask, &answer);
            let work = move || {
                if let Some(found) = ask(search) {
                    done.store(true, Relaxed);
                    answer.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                }
            };
            // If a thread cannot be started, there is one less.
            let _ = thread::Builder::new()
                .stack_size(crate::solver::STACK_BYTES)
                .spawn_scoped(scope, work);
        }
    });
    answer.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The maximum number of boards in a checkpoint: those with the most work.
const MAX_RECORDS: usize = 1 << 23;

/// Bytes per board: index, bounds, work, hint.
const RECORD_BYTES: usize = 19;

/// Writes the most valuable entries to a checkpoint.
fn save_table(table: &BoundsTable, checkpoint: &mut Checkpoint) -> Result<(), TablebaseError> {
    let mut counts = [0_usize; 64];
    for (_, bounds) in table.entries() {
        counts[usize::from(bounds.work)] += 1;
    }
    let mut room = MAX_RECORDS;
    let hardest = counts.iter().enumerate().rev().take_while(|&(_, &count)| {
        let fits = count <= room;
        room -= count.min(room);
        fits
    });
    let least = hardest.last().map_or(64, |(work, _)| work);
    checkpoint.save(|file| {
        for (number, bounds) in table.entries() {
            if usize::from(bounds.work) < least {
                continue;
            }
            file.write(&number.to_le_bytes())?;
            file.write(&[bounds.lower as u8, bounds.upper as u8, bounds.work])?;
            file.write(&bounds.hint.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Restores the entries of an earlier run's checkpoint, if there is one.
fn restore_table(table: &BoundsTable, checkpoint: &Checkpoint) -> Result<(), TablebaseError> {
    let file = match checkpoint.open() {
        Err(error) if error.is_missing() => return Ok(()),
        opened => opened?,
    };
    for record in file.payload().chunks_exact(RECORD_BYTES) {
        if let Some((number, rest)) = record.split_first_chunk()
            && let Some((&[least, most, work], hint)) = rest.split_first_chunk()
            && let Some(hint) = hint.first_chunk()
        {
            let (least, most) = (least as i8, most as i8);
            let hint = u64::from_le_bytes(*hint);
            table.store(
                u64::from_le_bytes(*number),
                &Bounds { lower: least, upper: most, work, hint },
            );
        }
    }
    Ok(())
}
