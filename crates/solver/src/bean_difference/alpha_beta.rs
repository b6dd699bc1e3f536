//! One query by alpha-beta: does the mover get at least so many of the pairs on the board?
//!
//! It is a null-window search with iterative deepening. An answer is yes or no, with one of three
//! certainties. It is *heuristic* if it rests on an estimate at the depth limit. It is
//! *path-dependent* if it rests on a repetition, which counts against the attacker. All others are
//! *proven*: they rest on finished games and tablebases only.
//!
//! Only proven answers are stored as bounds, so that no path-dependent answer is used on another
//! path (graph history interaction). A path-dependent answer is heuristic for all boards but the
//! root, where it holds: the path there is empty, so every repetition happened below the root.

use spielwerk_games::bohnenspiel::ROW;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::PairsQuery;
use super::board::Board;
use super::bounds_table::{Bounds, BoundsTable};

/// The certainty of an answer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Certainty {
    /// It rests on a heuristic estimate.
    Heuristic,
    /// It rests on a repetition.
    PathDependent,
    /// It rests on the rules and tablebases only.
    Proven,
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    pub(super) yes: bool,
    pub(super) certainty: Certainty,
}

impl Answer {
    const fn proven(yes: bool) -> Answer {
        Answer { yes, certainty: Certainty::Proven }
    }
}

/// The greatest limited depth.
pub(super) const MAX_DEPTH: u8 = 62;
/// No depth limit: no heuristic estimates.
pub(super) const UNLIMITED: u8 = 63;

/// The number of nodes between two calls of `on_progress`.
const PROGRESS_INTERVAL: u64 = 1 << 12;

/// One search thread.
pub(super) struct Search<'a> {
    tablebase: &'a EndgameTablebase,
    table: &'a BoundsTable,
    /// Called at intervals with the nodes searched since; returns whether to continue.
    on_progress: &'a (dyn Fn(u64) -> bool + Sync),
    /// The boards on the path from the root, and the number of boards before the last capture.
    path: Vec<Board>,
    last_capture: usize,
    /// History heuristic by house and number of beans.
    history: [[u32; 16]; ROW],
    /// The number of the thread, which varies the order of equal moves.
    thread: usize,
    nodes: u64,
    stopped: bool,
}

/// A move whose result is not known at once.
#[derive(Copy, Clone)]
struct Candidate {
    house: u8,
    next: Board,
    captured: i8,
    sort_key: i64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        tablebase: &'a EndgameTablebase,
        table: &'a BoundsTable,
        on_progress: &'a (dyn Fn(u64) -> bool + Sync),
        thread: usize,
    ) -> Search<'a> {
        Search {
            tablebase,
            table,
            on_progress,
            path: Vec::new(),
            last_capture: 0,
            history: [[0; 16]; ROW],
            thread,
            nodes: 0,
            stopped: false,
        }
    }

    /// The answer at this depth. `None` if it was stopped.
    pub(super) fn search(&mut self, query: PairsQuery, depth: u8) -> Option<Answer> {
        self.path.clear();
        (self.last_capture, self.stopped) = (0, false);
        let PairsQuery { board, pairs, need, attacker_to_move } = query;
        let answer = match known_result(self.tablebase, board, pairs, need) {
            Some(yes) => Answer::proven(yes),
            None => self.search_board(board, pairs, need, attacker_to_move, depth),
        };
        (!self.stopped).then_some(answer)
    }

    /// Searches a board whose result is not known.
    fn search_board(
        &mut self,
        board: Board,
        pairs: i8,
        need: i8,
        attacker_to_move: bool,
        depth: u8,
    ) -> Answer {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS_INTERVAL) {
            self.stopped |= !(self.on_progress)(PROGRESS_INTERVAL);
        }
        let index = board.index();
        let before = self.table.probe(index).unwrap_or(Bounds::unknown(pairs));
        if let Some(yes) = before.decides(need) {
            return Answer::proven(yes);
        }
        let heuristic = HeuristicBounds::from_hint(&before);
        if depth < UNLIMITED
            && heuristic.depth >= depth
            && let Some(yes) = heuristic.decides(need)
        {
            return Answer { yes, certainty: Certainty::Heuristic };
        }
        if self.is_repeated(board) {
            return Answer { yes: !attacker_to_move, certainty: Certainty::PathDependent };
        }
        if depth == 0 {
            return Answer {
                yes: board.estimate_pairs(pairs) >= need,
                certainty: Certainty::Heuristic,
            };
        }
        let mut best = heuristic.best;
        let answer = self.search_moves(board, pairs, need, attacker_to_move, depth, &mut best);
        if !self.stopped {
            self.store(index, pairs, need, depth, answer, best);
        }
        answer
    }

    /// Searches the moves until one succeeds.
    fn search_moves(
        &mut self,
        board: Board,
        pairs: i8,
        need: i8,
        attacker_to_move: bool,
        depth: u8,
        best: &mut Option<u8>,
    ) -> Answer {
        // The mover succeeds if the opponent does not get so many of all pairs.
        let theirs = pairs - need + 1;
        let empty = Candidate { house: 0, next: board, captured: 0, sort_key: i64::MAX };
        let (mut candidates, mut open) = ([empty; ROW], 0);
        for house in (0..ROW).filter(|&house| board.house(house) > 0) {
            let (next, captured) = board.play(house);
            match known_result(self.tablebase, next, pairs - captured, theirs) {
                Some(true) => {}
                Some(false) => {
                    *best = Some(house as u8);
                    return Answer::proven(true);
                }
                None => {
                    candidates[open] =
                        Candidate { house: house as u8, next, captured, sort_key: 0 };
                    open += 1;
                }
            }
        }
        let mut open = &mut candidates[..open];
        if depth > 1 {
            open = match self.order_moves(board, open, theirs, *best) {
                Ok(open) => open,
                Err(house) => {
                    *best = Some(house);
                    return Answer::proven(true);
                }
            };
        }
        // Single-reply extension.
        let single_reply = open.len() == 1 && self.path.len() < usize::from(UNLIMITED);
        let below = if depth == UNLIMITED || single_reply { depth } else { depth - 1 };
        let mut certainty = Certainty::Proven;
        for one in open.iter() {
            let last_capture = self.last_capture;
            self.path.push(board);
            if one.captured > 0 {
                self.last_capture = self.path.len();
            }
            let answer =
                self.search_board(one.next, pairs - one.captured, theirs, !attacker_to_move, below);
            self.path.pop();
            self.last_capture = last_capture;
            if self.stopped {
                return answer;
            }
            if !answer.yes {
                *best = Some(one.house);
                let beans = board.house(usize::from(one.house)).min(15);
                self.history[usize::from(one.house)][beans] += u32::from(depth);
                return Answer { yes: true, certainty: answer.certainty };
            }
            certainty = certainty.min(answer.certainty);
        }
        Answer { yes: false, certainty }
    }

    /// Orders moves by the table entries of the boards they lead to, and drops those that are known
    /// to fail. If one is known to succeed, it is returned as an error.
    #[inline]
    fn order_moves<'t>(
        &self,
        board: Board,
        candidates: &'t mut [Candidate],
        theirs: i8,
        best: Option<u8>,
    ) -> Result<&'t mut [Candidate], u8> {
        let mut kept = 0;
        for nth in 0..candidates.len() {
            let mut one = candidates[nth];
            let house = usize::from(one.house);
            let used = self.history[house][board.house(house).min(15)];
            one.sort_key = -(i64::from(one.captured) << 32) - i64::from(used);
            if self.thread > 0 {
                one.sort_key ^= (house * self.thread) as i64 & 7;
            }
            if best == Some(one.house) {
                one.sort_key -= 1 << 48;
            }
            if let Some(bounds) = self.table.probe(one.next.index()) {
                match bounds.decides(theirs) {
                    Some(false) => return Err(one.house),
                    Some(true) => continue,
                    None => {}
                }
                match HeuristicBounds::from_hint(&bounds).decides(theirs) {
                    Some(false) => one.sort_key -= 1 << 44,
                    Some(true) => one.sort_key += 1 << 44,
                    None => {}
                }
            }
            candidates[kept] = one;
            kept += 1;
        }
        let candidates = &mut candidates[..kept];
        candidates.sort_unstable_by_key(|one| one.sort_key);
        Ok(candidates)
    }

    /// Whether a board has been on the path since the last capture, with the same player to move.
    #[inline]
    fn is_repeated(&self, board: Board) -> bool {
        self.path[self.last_capture..]
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .any(|&before| before == board)
    }

    /// Stores an answer.
    fn store(&self, index: u64, pairs: i8, need: i8, depth: u8, answer: Answer, best: Option<u8>) {
        let now = self.table.probe(index).unwrap_or(Bounds::unknown(pairs));
        let now = if answer.certainty == Certainty::Proven {
            now.tightened(need, answer.yes)
        } else {
            now
        };
        let heuristic = HeuristicBounds {
            depth: depth.min(MAX_DEPTH),
            best,
            ..HeuristicBounds::from_hint(&now)
        };
        let heuristic = heuristic.tightened(
            need,
            answer.yes,
            HeuristicBounds::from_hint(&now).depth == heuristic.depth,
        );
        self.table.store(index, &Bounds { work: heuristic.depth, hint: heuristic.pack(), ..now });
    }
}

/// Whether the mover gets so many pairs, where the rules or the tablebase decide it.
#[inline]
pub(super) fn known_result(
    tablebase: &EndgameTablebase,
    board: Board,
    pairs: i8,
    need: i8,
) -> Option<bool> {
    if need <= 0 || need > pairs {
        return Some(need <= 0);
    }
    let rows = board.rows();
    match rows {
        [0, _] => return Some(false),
        [_, 0] => return Some(true),
        _ if 2 * pairs as usize > tablebase.max_beans() => return None,
        _ => {}
    }
    let [least, most] = tablebase.pairs(rows)?;
    if least as i8 >= need { Some(true) } else { ((most as i8) < need).then_some(false) }
}

/// Heuristic bounds from a search to some depth.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct HeuristicBounds {
    lower: i8,
    upper: i8,
    depth: u8,
    /// The best move, to be searched first.
    best: Option<u8>,
}

impl HeuristicBounds {
    #[inline]
    fn from_hint(bounds: &Bounds) -> HeuristicBounds {
        let [least, most, depth, best, ..] = bounds.hint.to_le_bytes();
        // Without a hint the upper bound would be zero.
        let most = if bounds.hint == 0 { bounds.upper } else { most as i8 };
        HeuristicBounds { lower: least as i8, upper: most, depth, best: best.checked_sub(1) }
    }

    #[inline]
    fn pack(&self) -> u64 {
        let best = self.best.map_or(0, |best| best + 1);
        u64::from_le_bytes([self.lower as u8, self.upper as u8, self.depth, best, 0, 0, 0, 0])
    }

    #[inline]
    fn decides(&self, need: i8) -> Option<bool> {
        (self.lower >= need || self.upper < need).then_some(self.lower >= need)
    }

    /// The bounds with one more answer; those of another depth are discarded.
    fn tightened(self, need: i8, yes: bool, same_depth: bool) -> HeuristicBounds {
        let [least, most] = if same_depth { [self.lower, self.upper] } else { [0, i8::MAX] };
        if yes {
            let least = least.max(need);
            HeuristicBounds { lower: least, upper: most.max(least), ..self }
        } else {
            let most = most.min(need - 1);
            HeuristicBounds { lower: least.min(most), upper: most, ..self }
        }
    }
}
