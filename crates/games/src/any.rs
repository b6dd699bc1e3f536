//! Type-erased games and positions, for code that works with any game.
//!
//! [`AnyGame`] is a game by its name, [`AnyPosition`] a position of any game. They read and write
//! text, JSON, sites and board contents. Searches use the [`Position`](crate::Position) trait with
//! the concrete type; [`AnyPosition::downcast_ref`] gets it back.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde_json::Value;
use thiserror::Error;

use crate::board::SiteShape;
use crate::perft::{self, PerftMode};
use crate::{Board, Content, Continuations, Game, GameInfo, MoveError, Outcome, Seat, Site};

/// One of the games, chosen at run time.
#[derive(Copy, Clone)]
pub struct AnyGame(&'static dyn GameObject);

/// A position of one of the games.
pub struct AnyPosition(Box<dyn PositionObject>);

/// A legal move of the position it was asked from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnyMove {
    /// In the game's notation.
    pub text: String,
    /// As sites to click.
    pub path: Vec<Site>,
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
    pub fn info(&self) -> &'static GameInfo {
        self.0.info()
    }

    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        self.info().name
    }

    /// The number of players.
    pub fn seats(&self) -> usize {
        self.info().seats.len()
    }

    /// The board, as data.
    pub fn board(&self) -> &'static Board {
        self.0.board()
    }

    /// The starting position.
    pub fn start(&self) -> AnyPosition {
        self.0.start()
    }

    /// Reads a position, as one line of text or as a JSON object.
    pub fn read_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.0.read_position(text.trim()).map_err(|why| PositionError { game: self.name(), why })
    }

    /// The position with these contents, one for each site of the board, and this seat to move.
    pub fn position_from_contents(
        &self,
        contents: &[Content],
        turn: Seat,
    ) -> Result<AnyPosition, PositionError> {
        self.0
            .position_from_contents(contents, turn)
            .map_err(|why| PositionError { game: self.name(), why })
    }

    /// A path as JSON.
    pub fn path_json(&self, path: &[Site]) -> Value {
        path.iter().map(|&site| self.0.site_json(site)).collect()
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

    /// The hash key of the position, see [`Position::key`](crate::Position::key).
    pub fn key(&self) -> u64 {
        self.0.key()
    }

    /// All legal moves, sorted by their text.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        self.0.legal_moves()
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
    pub fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError> {
        self.0.play(m)
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
        self.0.equals(other)
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.info().name, self.text())
    }
}

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A game without its type.
trait GameObject: Sync {
    fn info(&self) -> &'static GameInfo;
    fn board(&self) -> &Board;
    fn start(&self) -> AnyPosition;
    fn read_position(&self, text: &str) -> Result<AnyPosition, AnyError>;
    fn position_from_contents(
        &self,
        contents: &[Content],
        turn: Seat,
    ) -> Result<AnyPosition, AnyError>;
    fn site_json(&self, site: Site) -> Value;
}

/// The only [`GameObject`] of game `G`. Its board is computed on first use.
pub(crate) struct GameEntry<G> {
    board: OnceLock<Board>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> GameEntry<G> {
    pub(crate) const fn new() -> GameEntry<G> {
        GameEntry { board: OnceLock::new(), game: PhantomData }
    }

    pub(crate) const fn any(&'static self) -> AnyGame {
        AnyGame(self)
    }
}

impl<G: Game> GameObject for GameEntry<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn board(&self) -> &Board {
        self.board.get_or_init(G::board)
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(G::start())
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, AnyError> {
        let setup: G::Setup =
            if text.starts_with('{') { serde_json::from_str(text)? } else { text.parse()? };
        Ok(AnyPosition::new(G::from_setup(&setup)?))
    }

    fn position_from_contents(
        &self,
        contents: &[Content],
        turn: Seat,
    ) -> Result<AnyPosition, AnyError> {
        if turn.index() >= G::SEATS {
            return Err(format!("seat {} is not one of its {}", turn.index(), G::SEATS).into());
        }
        let places = &self.board().sites;
        if contents.len() != places.len() {
            let (given, wanted) = (contents.len(), places.len());
            return Err(format!("contents for {given} sites, but its board has {wanted}").into());
        }
        // Houses and stores hold beans and nothing else; all other sites hold no beans.
        let is_bowl = |shape| matches!(shape, SiteShape::House | SiteShape::Store);
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
        Ok(AnyPosition::new(G::from_setup(&G::setup_from_contents(contents, turn))?))
    }

    fn site_json(&self, site: Site) -> Value {
        G::site_json(site, self.board())
    }
}

/// A position without its type.
trait PositionObject: Send + Sync {
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
    fn legal_moves(&self) -> Vec<AnyMove>;
    fn continuations(&self, path: &[Site]) -> Continuations<AnyMove>;
    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError>;
    fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError>;
    fn divide(
        &self,
        depth: u32,
        counting: PerftMode,
        threads: usize,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<(AnyMove, u64)>;
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

    fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves: Vec<AnyMove> =
            self.legal_moves().into_iter().map(|m| AnyMove::new(self, m)).collect();
        moves.sort_by(|a, b| a.text.cmp(&b.text));
        moves
    }

    fn continuations(&self, path: &[Site]) -> Continuations<AnyMove> {
        let Continuations { next, complete: done } = G::continuations(self, path);
        Continuations { next, complete: done.map(|m| AnyMove::new(self, m)) }
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, MoveError> {
        G::read_move(self, text).map(|m| AnyMove::new(self, m))
    }

    fn play(&self, m: &AnyMove) -> Result<AnyPosition, MoveError> {
        let found = G::continuations(self, &m.path).complete;
        let m =
            found.ok_or_else(|| MoveError::illegal(&m.text, "it belongs to another position"))?;
        Ok(AnyPosition::new(G::play(self, m)))
    }

    fn divide(
        &self,
        depth: u32,
        counting: PerftMode,
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
            let arranged = game.position_from_contents(&start.contents(), Seat::FIRST).unwrap();
            assert_eq!(arranged, start, "{game:?}");
        }
    }

    #[test]
    fn what_does_not_fit_on_the_board_is_refused() {
        let game = crate::game("bohnenspiel").unwrap();
        let refusal = |contents: &[Content], turn| {
            game.position_from_contents(contents, turn).unwrap_err().to_string()
        };
        let mut contents = game.start().contents();
        assert!(refusal(&contents[1..], Seat::FIRST).contains("13 sites"));
        assert!(refusal(&contents, Seat::THIRD).contains("seat 2"));
        contents[0] = Content::Beans(7);
        assert!(refusal(&contents, Seat::FIRST).contains("73 beans"));
        contents[0] = Content::Piece(0);
        assert!(refusal(&contents, Seat::FIRST).contains("W1 cannot hold"));
    }
}
