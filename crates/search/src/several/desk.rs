//! What every search for several players has at hand: judge, table and memory, which stay from
//! one task to the next, and the things that lie on the desk only while it thinks.

use games::{Position, Seat};

use super::deepen::DEEPEST;
use crate::order::{Candidate, Last, Memory, Weights, bring_best, generate};
use crate::{Budget, Entry, History, Judge, Over, Table, Task, Watch};

/// How much killers and history count in the order of moves.
const WEIGHTS: Weights = Weights { killer: 150, history: 200 };

/// No line is longer than this: seats that wait may use up no depth.
const LONGEST: usize = DEEPEST as usize * Seat::MOST + 2;

/// What stays from one task to the next.
pub(super) struct Study<P: Position, J> {
    pub(super) judge: J,
    table: Table,
    memory: Memory<P::Move>,
    contempt: i32,
}

impl<P: Position, J: Judge<P>> Study<P, J> {
    /// One with a table of so many MiB.
    pub(super) fn new(judge: J, mebibytes: usize) -> Study<P, J> {
        let (table, memory) = (Table::new(mebibytes), Memory::new(LONGEST));
        Study { judge, table, memory, contempt: 0 }
    }

    /// The same, with less liking for repetitions.
    pub(super) fn with_contempt(self, contempt: i32) -> Study<P, J> {
        Study { contempt, ..self }
    }

    /// Forgets all it has learned.
    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.memory = Memory::new(LONGEST);
    }

    /// Prepares for a task.
    pub(super) fn desk<'a>(&'a mut self, task: &Task<P>, budget: &'a Budget) -> Desk<'a, P, J> {
        self.table.begin(&task.limits, 1);
        self.memory.fade();
        Desk {
            judge: &self.judge,
            table: &self.table,
            memory: &mut self.memory,
            watch: budget.watch(),
            history: History::new(task.repetition, task.played, task.position.key()),
            root: task.position,
            contempt: self.contempt,
            moves: Vec::new(),
            lines: vec![Vec::new(); LONGEST],
            judgement: false,
        }
    }
}

/// What lies there while it thinks.
pub(super) struct Desk<'a, P: Position, J> {
    pub(super) judge: &'a J,
    table: &'a Table,
    memory: &'a mut Memory<P::Move>,
    pub(super) watch: Watch<'a>,
    pub(super) history: History,
    pub(super) root: P,
    /// What whoever would have to wait would rather give away than see a position again, in
    /// hundredths.
    pub(super) contempt: i32,
    /// The candidates of all positions on the present line, one after the other.
    moves: Vec<Candidate<P::Move>>,
    /// For each ply, the best line from there on.
    lines: Vec<Vec<P::Move>>,
    /// Whether anything found since this was last cleared rests on judgement.
    pub(super) judgement: bool,
}

/// Where in the tree a position is.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    /// Plies from the root.
    pub(super) ply: u32,
    /// The move that led here.
    last: Option<Last>,
}

impl Place {
    const ROOT: Place = Place { ply: 0, last: None };

    /// After a move with this short hash.
    pub(super) fn after(self, mover: Seat, hash: u16) -> Place {
        Place { ply: self.ply + 1, last: Some(Last { mover, hash }) }
    }

    /// After a turn without one.
    pub(super) fn waited(self) -> Place {
        Place { ply: self.ply + 1, last: None }
    }
}

/// The candidates of one position: a part of the desk's list, put in order bit by bit.
#[derive(Copy, Clone, Debug)]
pub(super) struct Candidates {
    base: usize,
    pub(super) count: usize,
    /// How many are in order from the start: the table's move, if there is one.
    ranked: usize,
}

impl<P: Position, J: Judge<P>> Desk<'_, P, J> {
    /// Goes back to the root, ready for a first move.
    pub(super) fn clear(&mut self) -> Place {
        self.history.rewind();
        self.history.push(self.root.key());
        self.moves.clear();
        Place::ROOT
    }

    /// Counts a position, of which no line is known yet.
    #[inline]
    pub(super) fn visit(&mut self, place: Place) -> Result<(), Over> {
        self.lines[place.ply as usize].clear();
        self.watch.tick()
    }

    /// What the table knows.
    #[inline]
    pub(super) fn recall(&self, key: u64) -> Option<Entry> {
        self.table.get(key)
    }

    /// Tells the table.
    #[inline]
    pub(super) fn remember(&self, key: u64, entry: Entry) {
        self.table.put(key, entry);
    }

    /// Lists the moves of a position, the one with this number first.
    pub(super) fn list(&mut self, position: &P, best: Option<u16>) -> Candidates {
        let base = self.moves.len();
        generate(position, &mut self.moves);
        let count = self.moves.len() - base;
        debug_assert!(count > 0, "{position:?} is not over, but has no move");
        let ranked = match best.map(usize::from) {
            Some(best) if best < count => {
                self.moves[base..].swap(0, best);
                1
            }
            _ => 0,
        };
        Candidates { base, count, ranked }
    }

    /// The candidate that comes at this place in the order. To be asked from the first on.
    #[inline]
    pub(super) fn pick(
        &mut self,
        position: &P,
        place: Place,
        Candidates { base, count, ranked }: Candidates,
        number: usize,
    ) -> Candidate<P::Move> {
        let candidates = &mut self.moves[base..base + count];
        if number == ranked {
            let order = (place.ply as usize, place.last);
            self.memory.rank(position, self.judge, &WEIGHTS, order, &mut candidates[ranked..]);
        }
        if number >= ranked {
            bring_best(candidates, number, ranked);
        }
        candidates[number]
    }

    /// A candidate turned out to be the move to make here.
    pub(super) fn learn(
        &mut self,
        mover: Seat,
        place: Place,
        depth: u32,
        candidates: Candidates,
        number: usize,
    ) {
        let tried = &self.moves[candidates.base..=candidates.base + number];
        self.memory.learn(mover, (place.ply as usize, place.last), depth as i32, tried);
    }

    /// Done with a position's candidates.
    #[inline]
    pub(super) fn put_away(&mut self, candidates: Candidates) {
        self.moves.truncate(candidates.base);
    }

    /// The best line from here on begins with a move and goes on as that of the next ply.
    pub(super) fn extend_line(&mut self, place: Place, m: P::Move) {
        let (before, after) = self.lines.split_at_mut(place.ply as usize + 1);
        let line = &mut before[place.ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&after[0]);
    }

    /// No line is known from here on: it would not be one of legal moves.
    pub(super) fn cut_line(&mut self, place: Place) {
        self.lines[place.ply as usize].clear();
    }

    /// The line from the root on.
    pub(super) fn line(&self) -> &[P::Move] {
        &self.lines[0]
    }
}
