//! The state of a game: its first position, the moves played, the current position.

use spielwerk_games::{AnyGame, AnyMove, AnyPosition, MoveError, Seat, Site};

/// A game from its first position to the current one.
#[derive(Clone, Debug)]
pub struct GameState {
    game: AnyGame,
    /// One more than there are moves: before the first, and after each.
    positions: Vec<AnyPosition>,
    /// The repetition keys of `positions`, after those of earlier positions whose moves are not
    /// known.
    repetition_keys: Vec<u64>,
    moves: Vec<AnyMove>,
}

impl GameState {
    /// A game at its initial position.
    pub fn new(game: AnyGame) -> GameState {
        GameState::from_position(game, game.start())
    }

    /// A game that begins with the given position.
    pub fn from_position(game: AnyGame, position: AnyPosition) -> GameState {
        let repetition_keys = vec![position.repetition_key()];
        GameState { game, repetition_keys, positions: vec![position], moves: Vec::new() }
    }

    /// A game that begins with the given position, after earlier ones, oldest first. They count for
    /// repetitions, but the moves between them are not known.
    pub fn with_history<'a>(
        earlier: impl IntoIterator<Item = &'a AnyPosition>,
        game: AnyGame,
        position: AnyPosition,
    ) -> GameState {
        let mut state = GameState::from_position(game, position);
        let earlier = earlier.into_iter().map(AnyPosition::repetition_key);
        state.repetition_keys.splice(..0, earlier);
        state
    }

    /// The game.
    pub fn game(&self) -> AnyGame {
        self.game
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        &self.positions[self.moves.len()]
    }

    /// All positions so far, the current one last.
    pub fn positions(&self) -> &[AnyPosition] {
        &self.positions
    }

    /// All moves so far.
    pub fn moves(&self) -> &[AnyMove] {
        &self.moves
    }

    /// The path of the last move, empty at the start.
    pub fn last_path(&self) -> Vec<Site> {
        let before = self.positions.iter().rev().nth(1);
        before.zip(self.moves.last()).map_or_else(Vec::new, |(before, &m)| before.path(m))
    }

    /// All moves so far, in the game's notation.
    pub fn written_moves(
        &self,
    ) -> impl DoubleEndedIterator<Item = String> + ExactSizeIterator + '_ {
        self.positions.iter().zip(&self.moves).map(|(position, &m)| position.write_move(m))
    }

    /// The repetition keys of all positions so far, the current one last.
    pub fn repetition_keys(&self) -> &[u64] {
        &self.repetition_keys
    }

    /// How often the current position has occurred, this time included.
    pub fn occurrences(&self) -> usize {
        let keys = &self.repetition_keys;
        keys.iter().filter(|&key| keys.last() == Some(key)).count()
    }

    /// How many turns a seat has had.
    pub fn turns(&self, seat: Seat) -> usize {
        let before = &self.positions[..self.moves.len()];
        before.iter().filter(|position| position.turn() == Some(seat)).count()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: AnyMove) -> Result<(), MoveError> {
        let next = self.position().play(m)?;
        self.repetition_keys.push(next.repetition_key());
        self.positions.push(next);
        self.moves.push(m);
        Ok(())
    }

    /// Takes back the last move, if there is one.
    pub fn undo(&mut self) -> Option<AnyMove> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.repetition_keys.pop();
        Some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_restores_the_state_before_the_move() {
        let mut state = GameState::new(spielwerk_games::game("bohnenspiel").unwrap());
        let start = state.position().clone();
        let m = start.read_move("3").unwrap();
        state.play(m).unwrap();
        assert_ne!(state.position(), &start);
        assert_eq!(state.undo(), Some(m));
        assert_eq!(state.position(), &start);
        assert_eq!((state.repetition_keys().len(), state.occurrences()), (1, 1));
        assert_eq!(state.undo(), None);
    }

    #[test]
    fn earlier_positions_count_as_repetitions() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let (start, m) = (game.start(), game.start().read_move("3").unwrap());
        let next = start.play(m).unwrap();
        let mut state = GameState::with_history([&start, &next, &start], game, start.clone());
        assert_eq!((state.position(), state.occurrences()), (&start, 3));
        state.play(m).unwrap();
        assert_eq!((state.repetition_keys().len(), state.occurrences()), (5, 2));
        state.undo();
        assert_eq!((state.repetition_keys().len(), state.occurrences()), (4, 3));
    }
}
