//! A game without its type: names, board, and reading positions.

use std::fmt;
use std::marker::PhantomData;
use std::sync::OnceLock;

use serde_json::Value;
use thiserror::Error;

use super::AnyPosition;
use crate::board::SiteShape;
use crate::{Board, Content, Game, GameInfo, ObservationShape, Seat, Site};

/// One of the games, chosen at run time.
#[derive(Copy, Clone)]
pub struct AnyGame(&'static dyn GameObject);

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

    /// The number of actions, see [`Game::generate_actions`].
    pub fn actions(&self) -> usize {
        self.0.actions()
    }

    /// The shape of its observations, see [`AnyPosition::observe`].
    pub fn observation_shape(&self) -> ObservationShape {
        self.0.observation_shape()
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

type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// A game without its type.
trait GameObject: Sync {
    fn info(&self) -> &'static GameInfo;
    fn board(&self) -> &Board;
    fn actions(&self) -> usize;
    fn observation_shape(&self) -> ObservationShape;
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

    fn actions(&self) -> usize {
        G::ACTIONS
    }

    fn observation_shape(&self) -> ObservationShape {
        ObservationShape::of::<G>(self.board())
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
        let sites = &self.board().sites;
        if contents.len() != sites.len() {
            let (given, wanted) = (contents.len(), sites.len());
            return Err(format!("contents for {given} sites, but its board has {wanted}").into());
        }
        // Houses and stores hold beans and nothing else; all other sites hold no beans.
        let is_bowl = |shape| matches!(shape, SiteShape::House | SiteShape::Store);
        for (site, &content) in sites.iter().zip(contents) {
            let fits = match content {
                Content::Beans(_) => is_bowl(site.shape),
                Content::Piece(seat) => !is_bowl(site.shape) && seat < G::SEATS,
                Content::Empty | Content::Blocked => true,
            };
            if !fits {
                return Err(format!("{} cannot hold {content:?}", site.name).into());
            }
        }
        Ok(AnyPosition::new(G::from_setup(&G::setup_from_contents(contents, turn))?))
    }

    fn site_json(&self, site: Site) -> Value {
        G::site_json(site, self.board())
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
