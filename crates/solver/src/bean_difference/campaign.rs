//! A large proof, position by position: the manager above the search.
//!
//! A position is searched with a limited number of boards. If that is not enough, a game-playing
//! search orders its moves, and the same is done with the best one: so the principal variation is
//! walked down until a position is solved, and proven backwards, with the memory of the search kept.
//! Where the defender is to move, each of his alternatives follows, the best first; where the
//! attacker is, the next one only if the one before does not win. The defender's alternatives may be
//! handed out to other machines meanwhile (`leaves.rs`).
//!
//! Every result is in the ledger before the next search begins, so that a killed run loses no more
//! than one search, and what was in memory since the last checkpoint.

use std::ops::ControlFlow::Break;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_tablebases::BuildMonitor;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::bounds_table::{Bounds, BoundsTable};
use super::certificate::Claim;
use super::certificate_writer;
use super::claim_solver::winning_move;
use super::leaves::{ClaimQueue, Leaves};
use super::prover::{Search, known_answer};
use super::{PairsQuery, SolverContext};
use crate::ledger::{ClaimRecord, Ledger, OrderedMove};
use crate::solvable::Solvable;
use crate::{Problem, SolveError, SolveOptions, SolveProgress};

/// Options of [`prove_win`].
#[derive(Clone, Debug)]
pub struct CampaignOptions {
    /// Memory, threads, tablebases and checkpoint of the search. The proof is a certificate.
    pub search: SolveOptions,
    /// The ledger.
    pub ledger: PathBuf,
    /// Ledgers of other positions whose wins are taken over.
    pub import: Vec<PathBuf>,
    /// The boards searched for a position before its moves are tried one by one.
    pub budget: u64,
}

/// What [`prove_win`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CampaignResult {
    /// Whether the attacker wins. A no is not certified: it may rest on repetitions.
    pub won: bool,
    /// The boards searched in this run.
    pub boards: u64,
    /// The time of this run.
    pub time: Duration,
    /// The claims of the certificate, if one was written.
    pub claims: Option<usize>,
}

/// Orders the moves of a position from the best, each with a score; moves may be missing.
pub type MoveOrder<'a> = &'a (dyn Fn(&str) -> Vec<(String, i32)> + Sync);

/// The boards searched for a position before anything below it is proven: much of a larger budget
/// would be searched in vain. Backwards from the end of the principal variation it is not.
const FIRST_LOOK: u64 = 2_000_000;

/// The score of a move that is known to win.
const WINNING_SCORE: i32 = 1_000_000;

/// The stack of the search: recursion is as deep as lines are long.
const STACK_BYTES: usize = 1 << 30;

/// Proves that the mover, or else the opponent, wins a position of Das Bohnenspiel. With a queue,
/// workers search the defender's alternatives too.
pub fn prove_win(
    problem: &Problem,
    mover_wins: bool,
    options: &CampaignOptions,
    order: MoveOrder,
    workers: Option<&ClaimQueue>,
    monitor: &BuildMonitor,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<CampaignResult, SolveError> {
    let tables = <Bohnenspiel as Solvable>::tablebase((), &options.search.tablebase_dir, monitor)?;
    let position = parse(problem, options)?;
    let run = || run(position, mover_wins, &tables.0, options, order, workers, on_progress);
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, run);
        match thread.map(thread::ScopedJoinHandle::join) {
            Ok(Ok(found)) => found,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(_) => Err(SolveError::OutOfMemory),
        }
    })
}

pub(super) fn parse(
    problem: &Problem,
    options: &CampaignOptions,
) -> Result<Bohnenspiel, SolveError> {
    <Bohnenspiel as Solvable>::parse((), problem.position()).map_err(|_| {
        let what = format!("{} is no position with six beans a house", problem.position());
        SolveError::Ledger { path: options.ledger.clone(), what }
    })
}

pub(super) fn attacker(position: &Bohnenspiel, mover_wins: bool) -> Seat {
    if mover_wins { position.turn() } else { position.turn().opponent() }
}

pub(super) fn open_ledger(
    position: &Bohnenspiel,
    attacker: Seat,
    options: &CampaignOptions,
) -> Result<Ledger, SolveError> {
    Ledger::open(&options.ledger, &position.setup().to_string(), name(attacker))
}

const fn name(attacker: Seat) -> &'static str {
    if attacker.index() == Seat::FIRST.index() { "Weisse" } else { "Schwarz" }
}

fn run(
    position: Bohnenspiel,
    mover_wins: bool,
    tablebase: &EndgameTablebase,
    options: &CampaignOptions,
    order: MoveOrder,
    workers: Option<&ClaimQueue>,
    on_progress: &(dyn Fn(SolveProgress) -> bool + Sync),
) -> Result<CampaignResult, SolveError> {
    let started = Instant::now();
    let attacker = attacker(&position, mover_wins);
    let table = BoundsTable::new(options.search.memory);
    let context = SolverContext::new::<6>(tablebase, &table, &options.search, on_progress)?;
    let mut ledger = open_ledger(&position, attacker, options)?;
    for other in &options.import {
        ledger.import(other, name(attacker))?;
    }
    let (leaves, path) = (Leaves::new(workers), Vec::new());
    let mut campaign =
        Campaign { context: &context, options, order, ledger, attacker, leaves, path };
    campaign.restore()?;
    let won = campaign.prove_root(&position);
    context.save_checkpoint()?;
    let won = won?;
    let claims = match &options.search.proof {
        Some(path) if won => {
            Some(certificate_writer::write(&context, &position, mover_wins, path)?)
        }
        _ => None,
    };
    let boards = context.nodes.load(Relaxed);
    Ok(CampaignResult { won, boards, time: started.elapsed(), claims })
}

pub(super) struct Campaign<'a> {
    pub(super) context: &'a SolverContext<'a>,
    pub(super) options: &'a CampaignOptions,
    order: MoveOrder<'a>,
    pub(super) ledger: Ledger,
    pub(super) attacker: Seat,
    pub(super) leaves: Leaves<'a>,
    /// The positions that are being tried move by move, from the root.
    pub(super) path: Vec<String>,
}

impl Campaign<'_> {
    /// Puts what the ledger has into the table.
    fn restore(&self) -> Result<(), SolveError> {
        for (text, attacker_to_move) in self.ledger.all_won()? {
            if let Ok(position) = <Bohnenspiel as Solvable>::parse((), &text) {
                self.remember(Claim::win(&position, attacker_to_move));
            }
        }
        Ok(())
    }

    /// Puts a claim that is proven into the table, where it stays.
    pub(super) fn remember(&self, claim: Claim) {
        let PairsQuery { board, pairs, need, attacker_to_move } = claim.query();
        let bounds = self.context.table.probe(board.index()).unwrap_or(Bounds::unknown(pairs));
        let bounds = Bounds { work: 31, ..bounds.tightened(need, attacker_to_move) };
        self.context.table.store(board.index(), &bounds);
    }

    fn prove_root(&mut self, position: &Bohnenspiel) -> Result<bool, SolveError> {
        loop {
            if let Some(won) = self.prove(position, &mut Vec::new())? {
                return Ok(won);
            }
        }
    }

    /// Whether the attacker wins a position. Nothing, if workers have decided one above it: then it
    /// is not needed any more.
    fn prove(
        &mut self,
        position: &Bohnenspiel,
        line: &mut Vec<String>,
    ) -> Result<Option<bool>, SolveError> {
        if let Some(outcome) = position.outcome() {
            return Ok(Some(outcome.half_points(self.attacker) == 2));
        }
        let text = position.setup().to_string();
        if let Break(won) = self.look_up(&text)? {
            return Ok(won);
        }
        let claim = Claim::win(position, position.turn() == self.attacker);
        // A repetition is left to the search, which knows what it means. What an earlier run has
        // begun move by move was looked at by then.
        let budget = if self.path.contains(&text) {
            u64::MAX
        } else if self.ledger.moves(&text)?.is_empty() {
            self.options.budget.min(FIRST_LOOK)
        } else {
            0
        };
        if let Some(won) = self.search(claim, &text, line, budget)? {
            if won && claim.attacker_to_move {
                self.record_winning_move(position, &text, line)?;
            }
            self.leaves.withdraw(|offered, _| offered == text);
            return Ok(Some(won));
        }
        // A worker's result may have ended the search.
        if let Break(won) = self.look_up(&text)? {
            return Ok(won);
        }
        self.path.push(text.clone());
        let won = self.try_moves(position, claim, line);
        self.path.pop();
        self.leaves.withdraw(|offered, parent| parent == text || won.is_ok() && offered == text);
        won
    }

    /// Whether the attacker wins a position, the last one of the path, by its moves.
    fn try_moves(
        &mut self,
        position: &Bohnenspiel,
        claim: Claim,
        line: &mut Vec<String>,
    ) -> Result<Option<bool>, SolveError> {
        let text = position.setup().to_string();
        let mut moves = self.moves(position, &text)?;
        if !claim.attacker_to_move {
            self.hand_out(&text, &moves, line)?;
        }
        let mut won = !claim.attacker_to_move;
        while !moves.is_empty() {
            if self.leaves.are_handed_out()
                && let Break(won) = self.look_up(&text)?
            {
                return Ok(won);
            }
            let OrderedMove { text: next, after, .. } = moves.remove(self.next_move(&moves)?);
            let Ok(next_move) = position.read_move(&next) else { continue };
            let was_answered = self.leaves.is_answered(&after);
            line.push(next);
            let answer = self.prove(&position.play(next_move), line);
            line.pop();
            let Some(answer) = answer? else {
                // This position is decided, or one above it.
                return Ok(self.look_up(&text)?.break_value().flatten());
            };
            if answer == claim.attacker_to_move {
                won = claim.attacker_to_move;
                break;
            }
            // What is below is known now: the rest may be easy. A worker's table is not here.
            if !moves.is_empty()
                && !was_answered
                && let Some(won) = self.search(claim, &text, line, self.options.budget)?
            {
                return Ok(Some(won));
            }
        }
        if won {
            self.remember(claim);
        }
        self.record(claim, &text, line, Some(won), (0, 0.0))?;
        Ok(Some(won))
    }

    /// Whether a claim holds, if no more than so many boards are needed to find out. The result is
    /// in the ledger.
    fn search(
        &self,
        claim: Claim,
        text: &str,
        line: &[String],
        budget: u64,
    ) -> Result<Option<bool>, SolveError> {
        if !self.context.report_progress(0, &format!("after [{}]", line.join(" "))) {
            return Err(SolveError::Stopped);
        }
        let (spent, stopped, started) = (AtomicU64::new(0), AtomicBool::new(false), Instant::now());
        let Campaign { context, leaves, path, .. } = self;
        let moves = line.join(" ");
        let on_progress = |boards: u64, [proof, disproof]: [u32; 2]| {
            let all = spent.fetch_add(boards, Relaxed) + boards;
            let stage =
                format!("after [{moves}], proof number {proof}, disproof number {disproof}");
            let goes_on = context.report_progress(boards, &stage);
            stopped.fetch_or(!goes_on, Relaxed);
            goes_on && all < budget && !leaves.is_overtaken(text, path)
        };
        let SolverContext { tablebase, table, threads, .. } = *self.context;
        let known = known_answer(tablebase, table, claim.query());
        let search = Search::new(tablebase, table, threads, &on_progress);
        let answer = match known {
            None if budget > 0 => search.prove(claim.query()),
            known => known,
        };
        let won = answer.map(|yes| yes == claim.attacker_to_move);
        let cost = (spent.load(Relaxed), started.elapsed().as_secs_f64());
        self.record(claim, text, line, won, cost)?;
        if stopped.into_inner() { Err(SolveError::Stopped) } else { Ok(won) }
    }

    /// Writes a winning move of a position that was won without trying its moves one by one, if
    /// the table or the tablebases know one.
    fn record_winning_move(
        &mut self,
        position: &Bohnenspiel,
        text: &str,
        line: &[String],
    ) -> Result<(), SolveError> {
        let SolverContext { tablebase, table, .. } = *self.context;
        match winning_move(tablebase, table, position, self.attacker) {
            Some(winning) => self.record_answer(position, text, line, winning),
            None => Ok(()),
        }
    }

    /// Writes a move of the attacker's that wins.
    pub(super) fn record_answer(
        &mut self,
        position: &Bohnenspiel,
        text: &str,
        line: &[String],
        winning: <Bohnenspiel as Position>::Move,
    ) -> Result<(), SolveError> {
        let (after, next) = (position.play(winning), position.write_move(winning));
        let after_text = after.setup().to_string();
        let line: Vec<String> = line.iter().chain([&next]).cloned().collect();
        self.record(Claim::win(&after, false), &after_text, &line, Some(true), (0, 0.0))?;
        let ordered = OrderedMove { text: next, after: after_text, score: WINNING_SCORE };
        self.ledger.record_moves(text, &[ordered])
    }

    pub(super) fn record(
        &self,
        claim: Claim,
        text: &str,
        line: &[String],
        won: Option<bool>,
        (boards, seconds): (u64, f64),
    ) -> Result<(), SolveError> {
        self.ledger.record(&ClaimRecord {
            position: text,
            line: &line.join(" "),
            attacker_to_move: claim.attacker_to_move,
            won,
            boards,
            seconds,
            memory: self.options.search.memory,
            tables: self.context.tablebase.max_beans(),
        })
    }

    /// The moves in the order in which they are tried, all of them.
    fn moves(
        &mut self,
        position: &Bohnenspiel,
        text: &str,
    ) -> Result<Vec<OrderedMove>, SolveError> {
        let known = self.ledger.moves(text)?;
        if !known.is_empty() {
            return Ok(known);
        }
        let ordered = (self.order)(text);
        let mut moves: Vec<OrderedMove> = position
            .legal_moves()
            .into_iter()
            .map(|one| {
                let text = position.write_move(one);
                let score = ordered.iter().find(|(other, _)| *other == text);
                let score = score.map_or(i32::MIN, |&(_, score)| score);
                OrderedMove { text, after: position.play(one).setup().to_string(), score }
            })
            .collect();
        moves.sort_by_key(|one| std::cmp::Reverse(one.score));
        self.ledger.record_moves(text, &moves)?;
        Ok(moves)
    }
}
