//! The erased face of all games, for the rooms that know no rules.
//!
//! [`AnyGame`] is a game by its name, [`AnyPosition`] a position of whichever game it is. They
//! speak text, JSON, spots and pictures. Searches use the [`Position`](crate::Position) trait with
//! the type itself; [`AnyPosition::get`] leads back to it.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde_json::Value;
use thiserror::Error;

use crate::board::Shape;
use crate::perft::{self, Counting};
use crate::{Board, Content, Follow, Game, Info, MoveError, Outcome, Seat, Spot};

/// One of the games, chosen at run time.
#[derive(Copy, Clone)]
pub struct AnyGame(&'static dyn Face);

/// A position of one of the games.
pub struct AnyPosition(Box<dyn Held>);

/// A legal move of the position it was asked from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyMove {
    /// In the game's notation.
    pub text: String,
    /// As spots to click.
    pub path: Vec<Spot>,
}

/// Why a text is no position of a game.
#[derive(Debug, Error)]
#[error("no position of {game}: {why}")]
pub struct PositionError {
    /// The game's name.
    pub game: &'static str,
    /// What is wrong, and where.
    pub why: Box<dyn std::error::Error + Send + Sync>,
}

impl AnyGame {
    /// Names and descriptions.
    pub fn info(&self) -> &'static Info {
        self.0.info()
    }

    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// How many players sit at the board.
    pub fn seats(&self) -> usize {
        self.info().seats.len()
    }

    /// The board, as data.
    pub fn board(&self) -> &'static Board {
        self.0.board()
    }

    /// The position every game begins with.
    pub fn start(&self) -> AnyPosition {
        self.0.start()
    }

    /// Reads a position, as one line of text or as a JSON object.
    pub fn read(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.0.read(text.trim()).map_err(|why| PositionError { game: self.name(), why })
    }

    /// The position in which this stands on the spots of the board, one for each, and this seat
    /// moves.
    pub fn arrange(&self, contents: &[Content], turn: Seat) -> Result<AnyPosition, PositionError> {
        self.0.arrange(contents, turn).map_err(|why| PositionError { game: self.name(), why })
    }

    /// A path as it stands in JSON.
    pub fn path_json(&self, path: &[Spot]) -> Value {
        path.iter().map(|&spot| self.0.spot_json(spot)).collect()
    }
}

impl PartialEq for AnyGame {
    fn eq(&self, other: &AnyGame) -> bool {
        self.name() == other.name()
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl AnyPosition {
    /// Erases a position's type.
    pub fn new<G: Game>(position: G) -> AnyPosition {
        AnyPosition(Box::new(position))
    }

    /// The position itself, if it is one of game `G`.
    pub fn get<G: Game>(&self) -> Option<&G> {
        self.0.as_any().downcast_ref()
    }

    /// Names and descriptions of its game.
    pub fn info(&self) -> &'static Info {
        self.0.info()
    }

    /// Who moves, if the game goes on.
    pub fn turn(&self) -> Option<Seat> {
        self.0.turn()
    }

    /// The points of every seat, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// The points of every seat if the game is broken off here, because of a quitter or without one.
    pub fn broken_off(&self, quitter: Option<Seat>) -> Outcome {
        self.0.broken_off(quitter)
    }

    /// As one line of text.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// As a JSON object.
    pub fn json(&self) -> Value {
        self.0.json()
    }

    /// What stands on each spot of the board.
    pub fn contents(&self) -> Vec<Content> {
        self.0.contents()
    }

    /// A hash of all that decides how the game can go on.
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// All legal moves, sorted by their text.
    pub fn moves(&self) -> Vec<AnyMove> {
        self.0.moves()
    }

    /// What can come after these spots on the way to a move.
    pub fn follow(&self, path: &[Spot]) -> Follow<AnyMove> {
        self.0.follow(path)
    }

    /// The legal move that a text means here.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        self.0.read_move(text)
    }

    /// The position after a move, which must be legal here.
    pub fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError> {
        self.0.play(m)
    }

    /// The leaves below each move so many plies deep: see [`perft::divide`].
    pub fn divide(
        &self,
        depth: u32,
        counting: Counting,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)> {
        self.0.divide(depth, counting, threads, progress)
    }
}

impl AnyMove {
    /// A legal move of this position, without its type.
    pub fn new<G: Game>(position: &G, m: G::Move) -> AnyMove {
        AnyMove { text: position.write_move(m), path: position.path(m) }
    }
}

impl Clone for AnyPosition {
    fn clone(&self) -> AnyPosition {
        self.0.boxed()
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.0.same(other)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.info().name, self.text())
    }
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A game without its type.
trait Face: Sync {
    fn info(&self) -> &'static Info;
    fn board(&self) -> &Board;
    fn start(&self) -> AnyPosition;
    fn read(&self, text: &str) -> Result<AnyPosition, AnyError>;
    fn arrange(&self, contents: &[Content], turn: Seat) -> Result<AnyPosition, AnyError>;
    fn spot_json(&self, spot: Spot) -> Value;
}

/// The one [`Face`] of game `G`, with its board once somebody asked for it.
pub(crate) struct Erased<G> {
    board: OnceLock<Board>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Erased<G> {
    pub(crate) const fn new() -> Erased<G> {
        Erased { board: OnceLock::new(), game: PhantomData }
    }

    pub(crate) const fn any(&'static self) -> AnyGame {
        AnyGame(self)
    }
}

impl<G: Game> Face for Erased<G> {
    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn board(&self) -> &Board {
        self.board.get_or_init(G::board)
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(G::start())
    }

    fn read(&self, text: &str) -> Result<AnyPosition, AnyError> {
        let setup: G::Setup =
            if text.starts_with('{') { serde_json::from_str(text)? } else { text.parse()? };
        Ok(AnyPosition::new(G::from_setup(&setup)?))
    }

    fn arrange(&self, contents: &[Content], turn: Seat) -> Result<AnyPosition, AnyError> {
        if turn.index() >= G::SEATS {
            return Err(format!("seat {} is not one of its {}", turn.index(), G::SEATS).into());
        }
        let places = &self.board().places;
        if contents.len() != places.len() {
            let (given, wanted) = (contents.len(), places.len());
            return Err(format!("contents for {given} spots, but its board has {wanted}").into());
        }
        // A bowl holds beans and nothing else, whatever the game; anything else holds none.
        let is_bowl = |shape| matches!(shape, Shape::House | Shape::Store);
        for (place, &content) in places.iter().zip(contents) {
            let fits = match content {
                Content::Beans(_) => is_bowl(place.shape),
                Content::Piece(seat) => !is_bowl(place.shape) && seat < G::SEATS,
                Content::Empty | Content::Blocked => true,
            };
            if !fits {
                return Err(format!("{} cannot hold {content:?}", place.name).into());
            }
        }
        Ok(AnyPosition::new(G::from_setup(&G::arrange(contents, turn))?))
    }

    fn spot_json(&self, spot: Spot) -> Value {
        G::spot_json(spot, self.board())
    }
}

/// A position without its type.
trait Held: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn boxed(&self) -> AnyPosition;
    fn same(&self, other: &AnyPosition) -> bool;
    fn info(&self) -> &'static Info;
    fn turn(&self) -> Option<Seat>;
    fn outcome(&self) -> Option<Outcome>;
    fn broken_off(&self, quitter: Option<Seat>) -> Outcome;
    fn text(&self) -> String;
    fn json(&self) -> Value;
    fn contents(&self) -> Vec<Content>;
    fn key(&self) -> u64;
    fn moves(&self) -> Vec<AnyMove>;
    fn follow(&self, path: &[Spot]) -> Follow<AnyMove>;
    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError>;
    fn divide(
        &self,
        depth: u32,
        counting: Counting,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)>;
}

impl<G: Game> Held for G {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn boxed(&self) -> AnyPosition {
        AnyPosition::new(*self)
    }

    fn same(&self, other: &AnyPosition) -> bool {
        other.get::<G>() == Some(self)
    }

    fn info(&self) -> &'static Info {
        &G::INFO
    }

    fn turn(&self) -> Option<Seat> {
        G::outcome(self).is_none().then(|| G::turn(self))
    }

    fn outcome(&self) -> Option<Outcome> {
        G::outcome(self)
    }

    fn broken_off(&self, quitter: Option<Seat>) -> Outcome {
        G::broken_off(self, quitter)
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

    fn moves(&self) -> Vec<AnyMove> {
        let mut moves: Vec<AnyMove> =
            self.list().into_iter().map(|m| AnyMove::new(self, m)).collect();
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        moves
    }

    fn follow(&self, path: &[Spot]) -> Follow<AnyMove> {
        let Follow { next, done } = G::follow(self, path);
        Follow { next, done: done.map(|m| AnyMove::new(self, m)) }
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        G::read_move(self, text).map(|m| AnyMove::new(self, m))
    }

    fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError> {
        let found = G::follow(self, &m.path).done;
        let m =
            found.ok_or_else(|| MoveError::illegal(&m.text, "it belongs to another position"))?;
        Ok(AnyPosition::new(G::play(self, m)))
    }

    fn divide(
        &self,
        depth: u32,
        counting: Counting,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)> {
        let counts = perft::divide(self, depth, counting, threads, progress);
        counts.into_iter().map(|(m, leaves)| (AnyMove::new(self, m), leaves)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_can_be_put_on_the_board_by_hand() {
        for game in crate::games() {
            let start = game.start();
            let arranged = game.arrange(&start.contents(), Seat::FIRST).unwrap();
            assert_eq!(arranged, start, "{game:?}");
        }
    }

    #[test]
    fn what_does_not_fit_on_the_board_is_refused() {
        let game = crate::game("bohnenspiel").unwrap();
        let refusal =
            |contents: &[Content], turn| game.arrange(contents, turn).unwrap_err().to_string();
        let mut contents = game.start().contents();
        assert!(refusal(&contents[1..], Seat::FIRST).contains("13 spots"));
        assert!(refusal(&contents, Seat::THIRD).contains("seat 2"));
        contents[0] = Content::Beans(7);
        assert!(refusal(&contents, Seat::FIRST).contains("73 beans"));
        contents[0] = Content::Piece(0);
        assert!(refusal(&contents, Seat::FIRST).contains("W1 cannot hold"));
    }
}
