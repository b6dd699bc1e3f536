//! Das Bohnenspiel solved: how many of the beans on the board the mover gets.
//!
//! What is still to come does not depend on the stores, so everything is asked of the houses alone,
//! and one answer serves every position with these houses. A verdict needs two: can the mover get
//! more than half of all beans, and can the opponent? Play without end counts against whoever is
//! asked about, as it does in the proof.
//!
//! There are two ways to answer. Proof numbers are far better at it: games go to and fro between
//! many choices and forced moves, and a search to an even depth drowns in the former. Alpha-beta is
//! there to compare with.
//!
//! | room | what is in it |
//! |---|---|
//! | `board` | the houses as the mover sees them, and their number |
//! | `memory` | boards seen before, an exact word each |
//! | `prover` | one question by proof numbers |
//! | `search` | one question by alpha-beta, to one depth |
//! | `strategy` | the answer as positions that can be checked |

mod board;
mod memory;
mod prover;
mod search;
mod strategy;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use games::bohnenspiel::Bohnenspiel;
use prover::Prover;
use search::{ALL, Answer, DEEPEST, Search, Sure};
use tables::bohnenspiel::Endgames;
use tables::{Checkpoint, Label, TableError};

use crate::proof::Proof;
use crate::solvable::Solvable;
use crate::{Method, Options, Searched, SolveError, Verdict};
use board::Board;
use memory::{Bounds, Memory};
use strategy::Attack;

/// Solves a position with an even number of beans in the houses.
pub(crate) fn solve<const BEANS: u8>(
    position: &Bohnenspiel<BEANS>,
    tables: &Endgames,
    options: &Options,
    each: &(dyn Fn(Searched) -> bool + Sync),
) -> Result<(Proof<Bohnenspiel<BEANS>>, u64), SolveError> {
    let method = options.method.unwrap_or(Method::ProofNumbers);
    let rules = Bohnenspiel::<BEANS>::rules();
    let says = format!("{method:?}: board 8, least, most, work 1 each, hint 8");
    let label = Label::new("margins", rules, says);
    let memory = Memory::new(options.memory);
    let mut kept = None;
    if let Some(path) = &options.resume {
        let checkpoint = Checkpoint::at(path.clone(), label, options.pause);
        restore(&memory, &checkpoint)?;
        kept = Some(checkpoint);
    }
    let desk = Desk::new(method, tables, &memory, kept, each);
    let found = desk.verdict(position, options.threads);
    desk.keep()?;
    Ok((found?, desk.nodes.load(Relaxed)))
}

/// Whether the mover gets at least so many of the pairs on the board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Question {
    board: Board,
    pairs: i8,
    need: i8,
    /// Whether it is the mover against whom play without end counts.
    attacking: bool,
}

/// What all threads of a search share.
struct Desk<'a> {
    method: Method,
    tables: &'a Endgames,
    memory: &'a Memory,
    each: &'a (dyn Fn(Searched) -> bool + Sync),
    nodes: AtomicU64,
    /// What is asked at the moment.
    stage: Mutex<String>,
    /// Somebody has told the search to stop, or what it has found cannot be kept.
    stopped: AtomicBool,
    kept: Mutex<Option<Checkpoint>>,
    trouble: Mutex<Option<TableError>>,
}

impl<'a> Desk<'a> {
    fn new(
        method: Method,
        tables: &'a Endgames,
        memory: &'a Memory,
        kept: Option<Checkpoint>,
        each: &'a (dyn Fn(Searched) -> bool + Sync),
    ) -> Desk<'a> {
        Desk {
            method,
            tables,
            memory,
            each,
            nodes: AtomicU64::new(0),
            stage: Mutex::default(),
            stopped: AtomicBool::new(false),
            kept: Mutex::new(kept),
            trouble: Mutex::default(),
        }
    }

    /// So many boards more were searched. Says whether to go on.
    fn told(&self, nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        // Whoever holds a lock is telling or saving at this moment; the next will do.
        if let Ok(stage) = self.stage.try_lock()
            && !(self.each)(Searched { nodes, stage: &stage })
        {
            self.stopped.store(true, Relaxed);
        }
        if let Ok(mut kept) = self.kept.try_lock()
            && let Some(kept) = kept.as_mut().filter(|kept| kept.is_due())
            && let Err(trouble) = save(self.memory, kept)
        {
            self.stopped.store(true, Relaxed);
            *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(trouble);
        }
        !self.stopped.load(Relaxed)
    }

    /// Keeps what was found out, at the end.
    fn keep(&self) -> Result<(), TableError> {
        if let Some(trouble) = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(trouble);
        }
        match self.kept.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            Some(kept) => save(self.memory, kept),
            None => Ok(()),
        }
    }

    fn verdict<const BEANS: u8>(
        &self,
        position: &Bohnenspiel<BEANS>,
        threads: usize,
    ) -> Result<Proof<Bohnenspiel<BEANS>>, SolveError> {
        let position = position.folded();
        let [mover, opponent] =
            [true, false].map(|attacking| Attack::new(self, &position, attacking));
        loop {
            if mover.succeeds(threads)? {
                return Ok(Proof::new(Verdict::Win, vec![mover.attack()?]));
            }
            if opponent.succeeds(threads)? {
                return Ok(Proof::new(Verdict::Loss, vec![opponent.attack()?]));
            }
            if let Some(first) = mover.defence()?
                && let Some(second) = opponent.defence()?
            {
                return Ok(Proof::new(Verdict::Draw, vec![first, second]));
            }
        }
    }

    /// Whether the mover gets at least so many pairs.
    fn settle(&self, question: Question, threads: usize, about: &str) -> Result<bool, SolveError> {
        match self.method {
            Method::AlphaBeta => self.deepen(question, threads, about),
            Method::ProofNumbers => self.prove(question, about),
        }
    }

    /// By proof numbers.
    fn prove(&self, question: Question, about: &str) -> Result<bool, SolveError> {
        let root: [AtomicU32; 2] = Default::default();
        let watch = |nodes| {
            if let Ok(mut stage) = self.stage.try_lock() {
                let [yes, no] = [&root[0], &root[1]].map(|missing| missing.load(Relaxed));
                *stage = format!("{about}, missing {yes} to yes, {no} to no");
            }
            self.told(nodes)
        };
        let answer = Prover::new(self.tables, self.memory, &watch, &root).ask(question);
        answer.ok_or(SolveError::Stopped)
    }

    /// By alpha-beta: deeper and deeper, until it is no guess.
    fn deepen(&self, question: Question, threads: usize, about: &str) -> Result<bool, SolveError> {
        let done = AtomicBool::new(false);
        let watch = |nodes| self.told(nodes) && !done.load(Relaxed);
        let mut searches: Vec<Search> = (0..threads.max(1))
            .map(|taste| Search::new(self.tables, self.memory, &watch, taste))
            .collect();
        for depth in (2..=DEEPEST).chain([ALL]) {
            if let Ok(mut stage) = self.stage.lock() {
                *stage = format!("{about}, depth {depth}");
            }
            done.store(false, Relaxed);
            let answer = match &mut searches[..] {
                [one] => one.ask(question, depth),
                many => first(many, &done, |search| search.ask(question, depth)),
            };
            match answer {
                None => return Err(SolveError::Stopped),
                Some(answer) if answer.sure > Sure::Guessed => return Ok(answer.yes),
                Some(_) => {}
            }
        }
        unreachable!("a search of all depth makes no guesses");
    }
}

/// The answer of whoever has it first; then the others are told to stop.
fn first<'s>(
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
            // A thread that cannot be had is one less.
            let _ = thread::Builder::new().stack_size(crate::work::STACK).spawn_scoped(scope, work);
        }
    });
    answer.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// So many boards are kept at the most, those that were most work.
const KEPT: usize = 1 << 23;

/// Bytes for each: its number, the bounds, the work, the hint.
const RECORD: usize = 19;

/// Keeps what is worth most of what was found out.
fn save(memory: &Memory, kept: &mut Checkpoint) -> Result<(), TableError> {
    let mut counts = [0_usize; 64];
    for (_, bounds) in memory.entries() {
        counts[usize::from(bounds.work)] += 1;
    }
    let mut room = KEPT;
    let hardest = counts.iter().enumerate().rev().take_while(|&(_, &count)| {
        let fits = count <= room;
        room -= count.min(room);
        fits
    });
    let least = hardest.last().map_or(64, |(work, _)| work);
    kept.save(|file| {
        for (number, bounds) in memory.entries() {
            if usize::from(bounds.work) < least {
                continue;
            }
            file.write(&number.to_le_bytes())?;
            file.write(&[bounds.least as u8, bounds.most as u8, bounds.work])?;
            file.write(&bounds.hint.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Takes over what an earlier run has kept, if there was one.
fn restore(memory: &Memory, kept: &Checkpoint) -> Result<(), TableError> {
    let file = match kept.open() {
        Err(error) if error.is_missing() => return Ok(()),
        opened => opened?,
    };
    for record in file.payload().chunks_exact(RECORD) {
        if let Some((number, rest)) = record.split_first_chunk()
            && let Some((&[least, most, work], hint)) = rest.split_first_chunk()
            && let Some(hint) = hint.first_chunk()
        {
            let (least, most) = (least as i8, most as i8);
            let hint = u64::from_le_bytes(*hint);
            memory.put(u64::from_le_bytes(*number), &Bounds { least, most, work, hint });
        }
    }
    Ok(())
}
