//! Repetition detection.
//!
//! On the line that is searched, the first repetition already counts as a draw: a player who could
//! do better would have done so the first time. A position of the game before the root must occur
//! for the third time (threefold repetition). All keys here are repetition keys
//! ([`Position::repetition_key`](spielwerk_games::Position::repetition_key)).

/// The rule about repeated positions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum RepetitionRule {
    /// Repetition has no consequence.
    Ignored,
    /// Threefold repetition is a draw.
    #[default]
    Draw,
}

/// The repetition keys of the positions before the present one.
#[derive(Clone, Debug)]
pub struct PositionHistory {
    rule: RepetitionRule,
    /// Positions of the game before the root, then the line from the root on.
    keys: Vec<u64>,
    /// How many of them were played before the root.
    game_length: usize,
    /// The number of keys by their lowest bits: nearly always zero, so that the list is hardly ever
    /// searched.
    counts: Box<[u8; PositionHistory::SLOTS]>,
}

impl PositionHistory {
    const SLOTS: usize = 1 << 12;

    /// The history of a game with these keys before the root, oldest first. If the last one is the
    /// root itself it is left out.
    pub fn new(rule: RepetitionRule, played: &[u64], root: u64) -> PositionHistory {
        let played = match (rule, played) {
            (RepetitionRule::Ignored, _) => &[],
            (_, [before @ .., last]) if *last == root => before,
            _ => played,
        };
        let mut history = PositionHistory {
            rule,
            keys: Vec::with_capacity(played.len() + 64),
            game_length: played.len(),
            counts: Box::new([0; PositionHistory::SLOTS]),
        };
        for &key in played {
            history.push(key);
        }
        history
    }

    /// Adds a position to the line.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
        let count = &mut self.counts[Self::slot(key)];
        *count = count.saturating_add(1);
    }

    /// Removes the last position of the line.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.counts[Self::slot(key)];
            // A saturated count is not exact any more, and stays.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    /// Goes back to the root.
    pub fn reset_to_root(&mut self) {
        self.reset_to_line(0);
    }

    /// Goes back to the line of so many positions from the root on.
    pub fn reset_to_line(&mut self, length: usize) {
        while self.keys.len() > self.game_length + length {
            self.pop();
        }
    }

    /// Whether the position with this key would be a draw by repetition.
    #[inline]
    pub fn is_repetition(&self, key: u64) -> bool {
        self.counts[Self::slot(key)] > 0 && self.is_repetition_slow(key)
    }

    /// Whether the position with this key has occurred, in the game or on the line.
    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.counts[Self::slot(key)] > 0 && self.keys.contains(&key)
    }

    fn is_repetition_slow(&self, key: u64) -> bool {
        if self.rule == RepetitionRule::Ignored {
            return false;
        }
        let (game, line) = self.keys.split_at(self.game_length);
        line.contains(&key) || game.iter().filter(|&&before| before == key).count() >= 2
    }

    const fn slot(key: u64) -> usize {
        key as usize % Self::SLOTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn once_on_the_line_or_twice_in_the_game_is_a_repetition() {
        let mut history = PositionHistory::new(RepetitionRule::Draw, &[1, 2, 1, 3], 9);
        assert!(history.is_repetition(1));
        assert!(!history.is_repetition(2) && !history.is_repetition(9));
        history.push(9);
        history.push(5);
        assert!(history.is_repetition(9) && history.is_repetition(5));
        history.pop();
        assert!(history.is_repetition(9) && !history.is_repetition(5));
        history.reset_to_root();
        assert!(!history.is_repetition(9) && history.is_repetition(1));
    }

    #[test]
    fn the_root_counts_once_with_or_without_its_key() {
        for played in [vec![7, 8, 7], vec![7, 8, 7, 8]] {
            let mut history = PositionHistory::new(RepetitionRule::Draw, &played, 8);
            assert!(history.is_repetition(7));
            assert!(!history.is_repetition(8));
            history.push(8);
            assert!(history.is_repetition(8));
        }
    }

    #[test]
    fn repetitions_can_be_ignored() {
        let mut history = PositionHistory::new(RepetitionRule::Ignored, &[1, 1, 1], 2);
        history.push(2);
        assert!(!history.is_repetition(1) && !history.is_repetition(2));
    }

    #[test]
    fn keys_with_the_same_slot_are_told_apart_even_when_it_is_full() {
        let (one, other) = (1, 1 + PositionHistory::SLOTS as u64);
        let mut history = PositionHistory::new(RepetitionRule::Draw, &[], 0);
        for _ in 0..300 {
            history.push(one);
        }
        assert!(history.is_repetition(one) && !history.is_repetition(other));
        history.reset_to_root();
        assert!(!history.is_repetition(one));
        history.push(other);
        assert!(history.is_repetition(other) && !history.is_repetition(one));
    }
}
