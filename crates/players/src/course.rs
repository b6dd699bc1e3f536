//! A game as it has gone so far: where it began, what was played, where it stands.

use games::{AnyGame, AnyMove, AnyPosition, MoveError};

/// A game from its first position to the present one.
#[derive(Clone, Debug)]
pub struct Course {
    game: AnyGame,
    /// One more than there are moves: before the first, and after each.
    positions: Vec<AnyPosition>,
    /// Those of the positions, after those of earlier ones that are known only by sight.
    keys: Vec<u64>,
    moves: Vec<AnyMove>,
}

impl Course {
    /// A game that is about to begin, at its usual start.
    pub fn new(game: AnyGame) -> Course {
        Course::from(game, game.start())
    }

    /// A game that begins with this position.
    pub fn from(game: AnyGame, position: AnyPosition) -> Course {
        Course { game, keys: vec![position.key()], positions: vec![position], moves: Vec::new() }
    }

    /// A game that goes on with this position, of which some earlier ones are known, oldest first, but
    /// not the moves between them.
    pub fn after<'a>(
        earlier: impl IntoIterator<Item = &'a AnyPosition>,
        game: AnyGame,
        position: AnyPosition,
    ) -> Course {
        let mut course = Course::from(game, position);
        course.keys.splice(..0, earlier.into_iter().map(AnyPosition::key));
        course
    }

    /// Which game it is.
    pub fn game(&self) -> AnyGame {
        self.game
    }

    /// Where it stands.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.moves.len()]
    }

    /// All positions so far, the present one last.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// All moves so far.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The keys of all positions known so far, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// How often the present position has been on the board, this time included.
    pub fn occurrences(&self) -> usize {
        self.keys.iter().filter(|&key| self.keys.last() == Some(key)).count()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: &AnyMove) -> Result<(), MoveError> {
        let next = self.position().play(m)?;
        self.keys.push(next.key());
        self.positions.push(next);
        self.moves.push(m.clone());
        Ok(())
    }

    /// Takes the last move back, if there is one.
    pub fn take_back(&mut self) -> Option<AnyMove> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.keys.pop();
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_was_never_played() {
        let mut course = Course::new(games::game("bohnenspiel").unwrap());
        let start = course.position().clone();
        let m = start.read_move("3").unwrap();
        course.play(&m).unwrap();
        assert_ne!(course.position(), &start);
        assert_eq!(course.take_back(), Some(m));
        assert_eq!(course.position(), &start);
        assert_eq!((course.keys().len(), course.occurrences()), (1, 1));
        assert_eq!(course.take_back(), None);
    }

    #[test]
    fn positions_that_were_only_seen_count_as_often_as_they_came() {
        let game = games::game("bohnenspiel").unwrap();
        let (start, m) = (game.start(), game.start().read_move("3").unwrap());
        let next = start.play(&m).unwrap();
        let mut course = Course::after([&start, &next, &start], game, start.clone());
        assert_eq!((course.position(), course.occurrences()), (&start, 3));
        course.play(&m).unwrap();
        assert_eq!((course.keys().len(), course.occurrences()), (5, 2));
        course.take_back();
        assert_eq!((course.keys().len(), course.occurrences()), (4, 3));
    }
}
