//! Positions and moves without their types.
//!
//! A move is the concrete move's bits, at most eight bytes by the contract of
//! [`Position::Move`](crate::Position::Move): listing and playing moves writes no text and, with
//! [`AnyPosition::list_moves`] and [`AnyPosition::advance`], allocates nothing. Notation and path
//! are computed when somebody asks for them.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

use serde_json::Value;

use super::learning::LearningObject;
use crate::perft::{self, PerftMode};
use crate::{Content, Continuations, Game, GameInfo, MoveError, Outcome, Seat, Site};

/// A position of one of the games.
pub struct AnyPosition(pub(super) Box<dyn PositionObject>);

/// A move of the position it was asked from. Only that position can write it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(u64);

impl AnyMove {
    /// Erases a move's type.
    pub fn new<G: Game>(m: G::Move) -> AnyMove {
        AnyMove(G::move_to_bits(m))
    }

    /// The move itself, if it has the form of a move of game `G`.
    pub fn downcast<G: Game>(self) -> Option<G::Move> {
        G::move_from_bits(self.0)
    }

    /// As a number, for storing it. Different moves of a game have different numbers.
    pub const fn to_bits(self) -> u64 {
        self.0
    }

    /// The move with this number. Whether it is legal, only a position can say.
    pub const fn from_bits(bits: u64) -> AnyMove {
        AnyMove(bits)
    }
}

impl AnyPosition {
    /// Erases a position's type.
    pub fn new<G: Game>(position: G) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position itself, if it is one of game `G`.
    pub fn downcast_ref<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// Names and descriptions of its game.
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The side to move, unless the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    /// The points of every seat, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The points of every seat if the game is abandoned here, with or without a player who quits.
    pub fn outcome_if_abandoned(&self, quitter: Option<Seat>) -> Outcome {
        self.0.outcome_if_abandoned(quitter)
    }

    /// As one line of text.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// As a JSON object.
    pub fn json(&self) -> Value {
        self.0.json()
    }

    /// The content of each site of the board.
    pub fn contents(&self) -> Vec<Content> {
        self.0.contents()
    }

    /// The hash key of all that decides how the game goes on, see
    /// [`Position::key`](crate::Position::key).
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// The hash key by which repetitions are found, see
    /// [`Position::repetition_key`](crate::Position::repetition_key).
    pub fn repetition_key(&self) -> u64 {
        self.0.repetition_key()
    }

    /// The number of legal moves.
    pub fn count_moves(&self) -> usize {
        self.0.count_moves()
    }

    /// The legal move with this index, in the order of [`list_moves`](AnyPosition::list_moves).
    pub fn nth_move(&self, index: usize) -> Option<AnyMove> {
        self.0.nth_move(index)
    }

    /// Puts all legal moves into a list, in the order of generation, in place of what was there.
    pub fn list_moves(&self, moves: &mut Vec<AnyMove>) {
        moves.clear();
        self.0.list_moves(moves);
    }

    /// All legal moves, in the order of generation.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.0.list_moves(&mut moves);
        moves
    }

    /// All legal moves with their texts, sorted by them: for people and files.
    pub fn written_moves(&self) -> Vec<(String, AnyMove)> {
        let written = |m| (self.write_move(m), m);
        let mut moves: Vec<_> = self.legal_moves().into_iter().map(written).collect();
        moves.sort_unstable();
        moves
    }

    /// Whether a move can be played here.
    pub fn is_legal(&self, m: AnyMove) -> bool {
        self.0.is_legal(m)
    }

    /// A legal move in the game's notation.
    ///
    /// # Panics
    /// If it is a move of another game.
    pub fn write_move(&self, m: AnyMove) -> String {
        self.0.write_move(m)
    }

    /// A line of moves in the game's notation, played from here one after the other. It ends
    /// before the first move that is not legal.
    pub fn write_line(&self, moves: &[AnyMove]) -> Vec<String> {
        let mut position = self.clone();
        let mut texts = Vec::with_capacity(moves.len());
        for &m in moves.iter() {
            if !position.is_legal(m) {
                break;
            }
            texts.push(position.write_move(m));
            position.advance(m);
        }
        texts
    }

    /// The shortest path of a legal move, as sites to click.
    ///
    /// # Panics
    /// If it is a move of another game.
    pub fn path(&self, m: AnyMove) -> Vec<Site> {
        self.0.path(m)
    }

    /// The continuations of a partial move, given by its sites so far.
    pub fn continuations(&self, path: &[Site]) -> Continuations<AnyMove> {
        self.0.continuations(path)
    }

    /// The legal move that a text means here.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.0.read_move(text)
    }

    /// The position after a move, which must be legal here.
    pub fn play(&self, m: AnyMove) -> Result<AnyPosition, MoveError> {
        if !self.is_legal(m) {
            return Err(MoveError::foreign());
        }
        let mut next = self.clone();
        next.advance(m);
        Ok(next)
    }

    /// Plays a move in place. Legality is the caller's promise, as in
    /// [`Position::play`](crate::Position::play).
    ///
    /// # Panics
    /// If it is a move of another game.
    pub fn advance(&mut self, m: AnyMove) {
        self.0.advance(m);
    }

    /// Perft divide: the leaves below each move at this depth, see [`perft::divide`].
    pub fn divide(
        &self,
        depth: u32,
        counting: PerftMode,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)> {
        self.0.divide(depth, counting, threads, progress)
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        self.0.boxed()
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.equals(other)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.info().name, self.text())
    }
}

/// A position without its type.
pub(super) trait PositionObject: LearningObject + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> AnyPosition;
    fn equals(&self, other: &AnyPosition) -> bool;
    fn info(&self) -> &'static GameInfo;
    fn turn(&self) -> Option<Seat>;
    fn outcome(&self) -> Option<Outcome>;
    fn outcome_if_abandoned(&self, quitter: Option<Seat>) -> Outcome;
    fn text(&self) -> String;
    fn json(&self) -> Value;
    fn contents(&self) -> Vec<Content>;
    fn key(&self) -> u64;
    fn repetition_key(&self) -> u64;
    fn count_moves(&self) -> usize;
    fn nth_move(&self, index: usize) -> Option<AnyMove>;
    fn list_moves(&self, moves: &mut Vec<AnyMove>);
    fn is_legal(&self, m: AnyMove) -> bool;
    fn write_move(&self, m: AnyMove) -> String;
    fn path(&self, m: AnyMove) -> Vec<Site>;
    fn continuations(&self, path: &[Site]) -> Continuations<AnyMove>;
    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    fn advance(&mut self, m: AnyMove);
    fn divide(
        &self,
        depth: u32,
        counting: PerftMode,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)>;
}

/// The concrete move.
///
/// # Panics
/// If it is a move of another game.
#[inline]
#[track_caller]
fn concrete<G: Game>(m: AnyMove) -> G::Move {
    m.downcast::<G>().unwrap_or_else(|| panic!("{m:?} is no move of {}", G::INFO.name))
}

impl<G: Game> PositionObject for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> AnyPosition {
        AnyPosition::new(*self)
    }

    fn equals(&self, other: &AnyPosition) -> bool {
        other.downcast_ref::<G>() == Some(self)
    }

    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn turn(&self) -> Option<Seat> {
        G::outcome(self).is_none().then(|| G::turn(self))
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(self)
    }

    fn outcome_if_abandoned(&self, quitter: Option<Seat>) -> Outcome {
        G::outcome_if_abandoned(self, quitter)
    }

    fn text(&self) -> String {
        self.setup().to_string()
    }

    fn json(&self) -> Value {
        // A setup is plain data with text keys, which serde_json can always represent.
        serde_json::to_value(self.setup()).unwrap_or_default()
    }

    fn contents(&self) -> Vec<Content> {
        G::contents(self)
    }

    fn key(&self) -> u64 {
        G::key(self)
    }

    fn repetition_key(&self) -> u64 {
        G::repetition_key(self)
    }

    fn count_moves(&self) -> usize {
        G::count_moves(self) as usize
    }

    fn nth_move(&self, index: usize) -> Option<AnyMove> {
        let (mut left, mut found) = (index, None);
        let _ = self.generate_moves(|m| {
            if left == 0 {
                found = Some(AnyMove::new::<G>(m));
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    fn list_moves(&self, moves: &mut Vec<AnyMove>) {
        let _ = self.generate_moves(|m| {
            moves.push(AnyMove::new::<G>(m));
            ControlFlow::Continue(())
        });
    }

    fn is_legal(&self, m: AnyMove) -> bool {
        let Some(wanted) = m.downcast::<G>() else {
            return false;
        };
        let found = self.generate_moves(|m| match m == wanted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        found.is_break()
    }

    fn write_move(&self, m: AnyMove) -> String {
        G::write_move(self, concrete::<G>(m))
    }

    fn path(&self, m: AnyMove) -> Vec<Site> {
        G::path(self, concrete::<G>(m))
    }

    fn continuations(&self, path: &[Site]) -> Continuations<AnyMove> {
        let Continuations { next, complete } = G::continuations(self, path);
        Continuations { next, complete: complete.map(AnyMove::new::<G>) }
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        G::read_move(self, text).map(AnyMove::new::<G>)
    }

    fn advance(&mut self, m: AnyMove) {
        *self = self.play(concrete::<G>(m));
    }

    fn divide(
        &self,
        depth: u32,
        counting: PerftMode,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)> {
        let counts = perft::divide(self, depth, counting, threads, progress);
        counts.into_iter().map(|(m, leaves)| (AnyMove::new::<G>(m), leaves)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_by_index_are_the_listed_ones_and_play_the_same() {
        for game in crate::games() {
            let mut position = game.start();
            let mut moves = Vec::new();
            for ply in 0..30 {
                position.list_moves(&mut moves);
                assert_eq!(position.count_moves(), moves.len(), "{position:?}");
                if moves.is_empty() {
                    break;
                }
                let index = (7 * ply + 3) % moves.len();
                assert_eq!(position.nth_move(index), Some(moves[index]));
                assert_eq!(position.nth_move(moves.len()), None);
                let text = position.write_move(moves[index]);
                assert_eq!(position.read_move(&text), Ok(moves[index]), "{text}");
                let path = position.path(moves[index]);
                assert_eq!(position.continuations(&path).complete, Some(moves[index]), "{text}");
                let next = position.play(moves[index]).unwrap();
                position.advance(moves[index]);
                assert_eq!(position, next);
            }
        }
    }

    #[test]
    fn a_move_of_another_position_is_refused() {
        let start = crate::game("fanorona").unwrap().start();
        let m = start.read_move("d3-e3A").unwrap();
        let next = start.play(m).unwrap();
        assert!(!next.is_legal(m));
        assert!(next.play(m).unwrap_err().to_string().contains("another position"));
        for bits in [0, 1, 77, u64::MAX] {
            for game in crate::games() {
                let _ = game.start().is_legal(AnyMove::from_bits(bits));
            }
        }
    }

    #[test]
    fn a_line_ends_where_a_move_is_not_legal() {
        let start = crate::game("bohnenspiel").unwrap().start();
        let moves = ["3", "4"].map(|text| start.read_move(text).unwrap());
        assert_eq!(start.write_line(&moves), ["3", "4"]);
        let fanorona = crate::game("fanorona").unwrap().start();
        assert!(fanorona.write_line(&moves).is_empty());
    }
}
