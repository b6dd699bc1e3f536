//! Positions that came before: in the game, and on the line that is being searched.
//!
//! A game of which nothing changes is a draw. On the line that is searched, the first repetition
//! settles that: whoever could do better would have done so the first time. A position of the game
//! so far must come for the third time, as the rules have it.

/// What it means that a position comes again.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Repetition {
    /// Nothing: the rules do not care.
    Ignored,
    /// The third time is a draw.
    #[default]
    Draw,
}

/// The keys of the positions before the present one.
#[derive(Clone, Debug)]
pub struct History {
    rule: Repetition,
    /// Positions of the game before the root, then the line from the root on.
    keys: Vec<u64>,
    /// How many of them belong to the game.
    played: usize,
    /// How many keys there are with the same lowest bits: nearly always none, so that the list is
    /// hardly ever searched.
    counts: Box<[u8; History::COUNTS]>,
}

impl History {
    const COUNTS: usize = 1 << 12;

    /// The history of a game in which these positions came before the root, oldest first. If the
    /// last one is the root itself it is left out.
    pub fn new(rule: Repetition, played: &[u64], root: u64) -> History {
        let played = match (rule, played) {
            (Repetition::Ignored, _) => &[],
            (_, [before @ .., last]) if *last == root => before,
            _ => played,
        };
        let mut history = History {
            rule,
            keys: Vec::with_capacity(played.len() + 64),
            played: played.len(),
            counts: Box::new([0; History::COUNTS]),
        };
        for &key in played {
            history.push(key);
        }
        history
    }

    /// Goes on to a position.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let count = &mut self.counts[Self::slot(key)];
        *count = count.saturating_add(1);
    }

    /// Goes back to the position before.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.counts[Self::slot(key)];
            // A count that once was full is not exact any more, and stays.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    /// Goes back to the root.
    pub fn rewind(&mut self) {
        while self.keys.len() > self.played {
            self.pop();
        }
    }

    /// Whether going on to a position would end the game in a draw.
    #[inline]
    pub fn repeats(&self, key: u64) -> bool {
        self.counts[Self::slot(key)] > 0 && self.search(key)
    }

    fn search(&self, key: u64) -> bool {
        if self.rule == Repetition::Ignored {
            return false;
        }
        let (game, line) = self.keys.split_at(self.played);
        line.contains(&key) || game.iter().filter(|&&before| before == key).count() >= 2
    }

    const fn slot(key: u64) -> usize {
        key as usize % Self::COUNTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_on_the_line_or_twice_in_the_game_is_a_repetition() {
        let mut history = History::new(Repetition::Draw, &[1, 2, 1, 3], 9);
        assert!(history.repeats(1));
        assert!(!history.repeats(2) && !history.repeats(9));
        history.push(9);
        history.push(5);
        assert!(history.repeats(9) && history.repeats(5));
        history.pop();
        assert!(history.repeats(9) && !history.repeats(5));
        history.rewind();
        assert!(!history.repeats(9) && history.repeats(1));
    }

    #[test]
    fn the_root_counts_once_however_it_is_told() {
        for played in [vec![7, 8, 7], vec![7, 8, 7, 8]] {
            let mut history = History::new(Repetition::Draw, &played, 8);
            assert!(history.repeats(7));
            assert!(!history.repeats(8));
            history.push(8);
            assert!(history.repeats(8));
        }
    }

    #[test]
    fn some_games_do_not_care() {
        let mut history = History::new(Repetition::Ignored, &[1, 1, 1], 2);
        history.push(2);
        assert!(!history.repeats(1) && !history.repeats(2));
    }

    #[test]
    fn keys_with_the_same_slot_are_told_apart_even_when_it_is_full() {
        let (one, other) = (1, 1 + History::COUNTS as u64);
        let mut history = History::new(Repetition::Draw, &[], 0);
        for _ in 0..300 {
            history.push(one);
        }
        assert!(history.repeats(one) && !history.repeats(other));
        history.rewind();
        assert!(!history.repeats(one));
        history.push(other);
        assert!(history.repeats(other) && !history.repeats(one));
    }
}
