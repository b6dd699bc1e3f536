//! Positions as tensors, for programs that learn: planes of one number for each site.
//!
//! ```text
//!   one plane a seat      1 where its pieces stand; in a game of beans one plane in all, the beans
//!   one plane a seat      1 everywhere if it is the seat's turn
//!   one plane a seat      1 everywhere if the seat has finished, in a game of more than two
//!   one plane             the counter that ends the game, from 0 to 1, if the rules have one
//! ```
//!
//! Everybody sees everything, so the observation is the same for all seats. With the side to move it
//! says all that decides how the game goes on by the rules; repetitions and limits of a match are
//! not in it.

use crate::board::SiteShape;
use crate::{Board, Content, Game, Seat};

/// The planes of a game's observations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ObservationShape {
    /// The number of planes.
    pub planes: usize,
    /// The number of sites, the length of a plane.
    pub sites: usize,
}

impl ObservationShape {
    /// The shape of a game's observations.
    pub(crate) fn of<G: Game>(board: &Board) -> ObservationShape {
        let finished = if G::SEATS > 2 { G::SEATS } else { 0 };
        let counter = usize::from(G::start().counter().is_some());
        let planes = content_planes(board, G::SEATS) + G::SEATS + finished + counter;
        ObservationShape { planes, sites: board.sites.len() }
    }

    /// The number of all its values.
    pub const fn len(&self) -> usize {
        self.planes * self.sites
    }

    /// Whether it has no values, which no game's has.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Writes the planes one after the other. There is room for all of them.
pub(crate) fn write<G: Game>(position: &G, board: &Board, tensor: &mut [f32]) {
    let sites = board.sites.len();
    tensor.fill(0.0);
    let (contents, rest) = tensor.split_at_mut(content_planes(board, G::SEATS) * sites);
    for (site, content) in position.contents().into_iter().enumerate() {
        match content {
            Content::Piece(seat) => contents[seat * sites + site] = 1.0,
            Content::Beans(beans) => contents[site] = f32::from(beans),
            Content::Empty | Content::Blocked => {}
        }
    }
    let mut planes = rest.chunks_exact_mut(sites);
    let mut fill = |value: f32| {
        if let Some(plane) = planes.next() {
            plane.fill(value);
        }
    };
    let truth = |is_so: bool| f32::from(u8::from(is_so));
    let is_over = position.outcome().is_some();
    for seat in Seat::all(G::SEATS) {
        fill(truth(!is_over && position.turn() == seat));
    }
    if G::SEATS > 2 {
        for seat in Seat::all(G::SEATS) {
            fill(truth(position.final_half_points(seat).is_some()));
        }
    }
    if let Some(counter) = position.counter() {
        fill(counter);
    }
}

/// How many planes hold what stands on the board: beans belong to nobody until they are captured.
fn content_planes(board: &Board, seats: usize) -> usize {
    let has_beans = board.sites.iter().any(|site| site.shape == SiteShape::House);
    if has_beans { 1 } else { seats }
}

#[cfg(test)]
mod tests {
    use crate::game;

    fn observed(name: &str, text: Option<&str>) -> Vec<Vec<f32>> {
        let game = game(name).unwrap();
        let shape = game.observation_shape();
        let position = text.map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
        let mut tensor = vec![f32::NAN; shape.len()];
        position.observe(game.board(), &mut tensor);
        tensor.chunks(shape.sites).map(<[f32]>::to_vec).collect()
    }

    #[test]
    fn pieces_turn_and_counter_of_fanorona() {
        let planes = observed("fanorona", Some("B8/9/9/9/8W b 25 7"));
        assert_eq!(planes.len(), 5);
        let ones =
            |plane: usize| (0..45).filter(|&at| planes[plane][at] == 1.0).collect::<Vec<_>>();
        assert_eq!((ones(0), ones(1)), (vec![8], vec![36]));
        assert!(planes[2].iter().all(|&value| value == 0.0), "it is not White's turn");
        assert!(planes[3].iter().all(|&value| value == 1.0), "it is Black's turn");
        assert!(planes[4].iter().all(|&value| value == 0.25));
    }

    #[test]
    fn beans_are_counted_and_a_finished_game_has_no_turn() {
        let planes = observed("bohnenspiel", Some("0,0,0,0,0,0/0,0,0,0,0,0 34-38 s"));
        assert_eq!(planes.len(), 3);
        assert_eq!(planes[0][12..], [34.0, 38.0]);
        assert!(planes[1..].iter().flatten().all(|&value| value == 0.0));
    }

    #[test]
    fn who_has_finished_is_seen() {
        let text =
            r#"{"A":[[3,-6]],"B":[[1,-4],[2,-5]],"C":[[0,3],[3,-4]],"turn":"B","out":["A"]}"#;
        let planes = observed("fauhalma", Some(text));
        assert_eq!(planes.len(), 9);
        assert_eq!([planes[6][0], planes[7][0], planes[8][0]], [1.0, 0.0, 0.0]);
        assert_eq!(planes[1].iter().sum::<f32>(), 2.0);
    }

    #[test]
    fn every_value_of_every_game_is_written() {
        for game in crate::games() {
            let planes = observed(game.name(), None);
            assert!(planes.iter().flatten().all(|value| value.is_finite()), "{game:?}");
        }
    }
}
