//! One question about a board: does the mover get at least so many of the pairs on it?
//!
//! Alpha-beta with a window of nothing, to a depth that grows. An answer is a yes or a no, and one
//! of three kinds of sure. It is *guessed* if it rests on a judgement at the end of the depth. It
//! goes *round* if it rests on a board that came again on the way from the root: that counts
//! against the attacker, whose question this is at the root. All others are *proven*: they rest on
//! ends of the game and on tables alone.
//!
//! Only what is proven is remembered as such, so that nothing which depends on the way is ever used
//! on another. An answer that goes round is worth a guess to all boards but the root, where it
//! holds: the way there is empty, so every board it rests on came after the root.

use games::bohnenspiel::ROW;
use tables::bohnenspiel::Endgames;

use super::Question;
use super::board::Board;
use super::memory::{Bounds, Memory};

/// How sure an answer is.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Sure {
    /// It rests on a judgement.
    Guessed,
    /// It rests on a repetition.
    Round,
    /// It rests on nothing but the rules.
    Proven,
}

/// An answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    pub(super) yes: bool,
    pub(super) sure: Sure,
}

impl Answer {
    const fn proven(yes: bool) -> Answer {
        Answer { yes, sure: Sure::Proven }
    }
}

/// The greatest depth that is not all.
pub(super) const DEEPEST: u8 = 62;
/// As deep as it takes, without a guess.
pub(super) const ALL: u8 = 63;

/// So many boards are searched between two reports.
const BETWEEN: u64 = 1 << 12;

/// A search with what it has learnt.
pub(super) struct Search<'a> {
    tables: &'a Endgames,
    memory: &'a Memory,
    /// Told now and then how many boards were searched since; says whether to go on.
    watch: &'a (dyn Fn(u64) -> bool + Sync),
    /// The boards on the way from the root, with the number of boards before the last capture.
    path: Vec<Board>,
    run: usize,
    /// How often a move from a house with so many beans was the answer.
    history: [[u32; 16]; ROW],
    /// Which of two equal moves comes first: threads differ in it.
    taste: usize,
    nodes: u64,
    stopped: bool,
}

/// A move that is not settled at once.
#[derive(Copy, Clone)]
struct Try {
    house: u8,
    next: Board,
    captured: i8,
    order: i64,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        tables: &'a Endgames,
        memory: &'a Memory,
        watch: &'a (dyn Fn(u64) -> bool + Sync),
        taste: usize,
    ) -> Search<'a> {
        Search {
            tables,
            memory,
            watch,
            path: Vec::new(),
            run: 0,
            history: [[0; 16]; ROW],
            taste,
            nodes: 0,
            stopped: false,
        }
    }

    /// The answer as far as this depth shows. Nothing, if it was stopped.
    pub(super) fn ask(&mut self, question: Question, depth: u8) -> Option<Answer> {
        self.path.clear();
        (self.run, self.stopped) = (0, false);
        let Question { board, pairs, need, attacking } = question;
        let answer = match settled(self.tables, board, pairs, need) {
            Some(yes) => Answer::proven(yes),
            None => self.look(board, pairs, need, attacking, depth),
        };
        (!self.stopped).then_some(answer)
    }

    /// Searches a board that is not settled.
    fn look(&mut self, board: Board, pairs: i8, need: i8, attacking: bool, depth: u8) -> Answer {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) {
            self.stopped |= !(self.watch)(BETWEEN);
        }
        let number = board.number();
        let before = self.memory.get(number).unwrap_or(Bounds::open(pairs));
        if let Some(yes) = before.says(need) {
            return Answer::proven(yes);
        }
        let guess = Guess::of(&before);
        if depth < ALL
            && guess.depth >= depth
            && let Some(yes) = guess.says(need)
        {
            return Answer { yes, sure: Sure::Guessed };
        }
        if self.is_repeated(board) {
            return Answer { yes: !attacking, sure: Sure::Round };
        }
        if depth == 0 {
            return Answer { yes: board.guess(pairs) >= need, sure: Sure::Guessed };
        }
        let mut best = guess.best;
        let answer = self.choose(board, pairs, need, attacking, depth, &mut best);
        if !self.stopped {
            self.learn(number, pairs, need, depth, answer, best);
        }
        answer
    }

    /// Goes through the moves until one says yes.
    fn choose(
        &mut self,
        board: Board,
        pairs: i8,
        need: i8,
        attacking: bool,
        depth: u8,
        best: &mut Option<u8>,
    ) -> Answer {
        // The opponent must not get what is left over, whatever is captured on the way.
        let theirs = pairs - need + 1;
        let nothing = Try { house: 0, next: board, captured: 0, order: i64::MAX };
        let (mut tries, mut open) = ([nothing; ROW], 0);
        for house in (0..ROW).filter(|&house| board.house(house) > 0) {
            let (next, captured) = board.play(house);
            match settled(self.tables, next, pairs - captured, theirs) {
                Some(true) => {}
                Some(false) => {
                    *best = Some(house as u8);
                    return Answer::proven(true);
                }
                None => {
                    tries[open] = Try { house: house as u8, next, captured, order: 0 };
                    open += 1;
                }
            }
        }
        let mut open = &mut tries[..open];
        if depth > 1 {
            open = match self.order(board, open, theirs, *best) {
                Ok(open) => open,
                Err(house) => {
                    *best = Some(house);
                    return Answer::proven(true);
                }
            };
        }
        // Where there is no choice, nothing is gained by stopping.
        let forced = open.len() == 1 && self.path.len() < usize::from(ALL);
        let below = if depth == ALL || forced { depth } else { depth - 1 };
        let mut sure = Sure::Proven;
        for one in open.iter() {
            let run = self.run;
            self.path.push(board);
            if one.captured > 0 {
                self.run = self.path.len();
            }
            let answer = self.look(one.next, pairs - one.captured, theirs, !attacking, below);
            self.path.pop();
            self.run = run;
            if self.stopped {
                return answer;
            }
            if !answer.yes {
                *best = Some(one.house);
                let beans = board.house(usize::from(one.house)).min(15);
                self.history[usize::from(one.house)][beans] += u32::from(depth);
                return Answer { yes: true, sure: answer.sure };
            }
            sure = sure.min(answer.sure);
        }
        Answer { yes: false, sure }
    }

    /// Sorts moves by what is known of the boards they lead to, and drops those that are known to
    /// fail. If one is known to do, it is returned instead.
    #[inline]
    fn order<'t>(
        &self,
        board: Board,
        tries: &'t mut [Try],
        theirs: i8,
        best: Option<u8>,
    ) -> Result<&'t mut [Try], u8> {
        let mut kept = 0;
        for nth in 0..tries.len() {
            let mut one = tries[nth];
            let house = usize::from(one.house);
            let used = self.history[house][board.house(house).min(15)];
            one.order = -(i64::from(one.captured) << 32) - i64::from(used);
            if self.taste > 0 {
                one.order ^= (house * self.taste) as i64 & 7;
            }
            if best == Some(one.house) {
                one.order -= 1 << 48;
            }
            if let Some(known) = self.memory.get(one.next.number()) {
                match known.says(theirs) {
                    Some(false) => return Err(one.house),
                    Some(true) => continue,
                    None => {}
                }
                match Guess::of(&known).says(theirs) {
                    Some(false) => one.order -= 1 << 44,
                    Some(true) => one.order += 1 << 44,
                    None => {}
                }
            }
            tries[kept] = one;
            kept += 1;
        }
        let tries = &mut tries[..kept];
        tries.sort_unstable_by_key(|one| one.order);
        Ok(tries)
    }

    /// Whether a board has been on the way since the last capture, with the same player on turn.
    #[inline]
    fn is_repeated(&self, board: Board) -> bool {
        self.path[self.run..].iter().rev().skip(1).step_by(2).any(|&before| before == board)
    }

    /// Remembers an answer.
    fn learn(&self, number: u64, pairs: i8, need: i8, depth: u8, answer: Answer, best: Option<u8>) {
        let now = self.memory.get(number).unwrap_or(Bounds::open(pairs));
        let now = if answer.sure == Sure::Proven { now.with(need, answer.yes) } else { now };
        let guess = Guess { depth: depth.min(DEEPEST), best, ..Guess::of(&now) };
        let guess = guess.with(need, answer.yes, Guess::of(&now).depth == guess.depth);
        self.memory.put(number, &Bounds { work: guess.depth, hint: guess.pack(), ..now });
    }
}

/// Whether the mover gets so many of the pairs there are, where nothing need be searched.
#[inline]
pub(super) fn settled(tables: &Endgames, board: Board, pairs: i8, need: i8) -> Option<bool> {
    if need <= 0 || need > pairs {
        return Some(need <= 0);
    }
    let rows = board.rows();
    match rows {
        [0, _] => return Some(false),
        [_, 0] => return Some(true),
        _ if 2 * pairs as usize > tables.beans() => return None,
        _ => {}
    }
    let [least, most] = tables.pairs(rows)?;
    if least as i8 >= need { Some(true) } else { ((most as i8) < need).then_some(false) }
}

/// What a search to some depth has found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Guess {
    least: i8,
    most: i8,
    depth: u8,
    /// The house to try first.
    best: Option<u8>,
}

impl Guess {
    #[inline]
    fn of(bounds: &Bounds) -> Guess {
        let [least, most, depth, best, ..] = bounds.hint.to_le_bytes();
        // Without a hint there is no most, which would be a strange guess.
        let most = if bounds.hint == 0 { bounds.most } else { most as i8 };
        Guess { least: least as i8, most, depth, best: best.checked_sub(1) }
    }

    #[inline]
    fn pack(&self) -> u64 {
        let best = self.best.map_or(0, |best| best + 1);
        u64::from_le_bytes([self.least as u8, self.most as u8, self.depth, best, 0, 0, 0, 0])
    }

    #[inline]
    fn says(&self, need: i8) -> Option<bool> {
        (self.least >= need || self.most < need).then_some(self.least >= need)
    }

    /// With one answer more; of those to another depth nothing is left.
    fn with(self, need: i8, yes: bool, same_depth: bool) -> Guess {
        let [least, most] = if same_depth { [self.least, self.most] } else { [0, i8::MAX] };
        if yes {
            let least = least.max(need);
            Guess { least, most: most.max(least), ..self }
        } else {
            let most = most.min(need - 1);
            Guess { least: least.min(most), most, ..self }
        }
    }
}
