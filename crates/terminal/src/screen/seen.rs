//! The board as the person at it sees it: from their own side, with a cursor that goes from spot
//! to spot.

use games::board::{Board, ZoneKind};
use games::{AnyPosition, Content, Seat, Spot};

/// A board, perhaps turned round.
#[derive(Clone, Debug)]
pub(crate) struct SeenBoard {
    pub(crate) board: Board,
    pub(crate) turned: bool,
}

/// Where a cursor key leads.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl SeenBoard {
    pub(crate) fn new(board: &Board, turned: bool) -> SeenBoard {
        let mut board = board.clone();
        if turned {
            for place in &mut board.places {
                (place.x, place.y) = (-place.x, -place.y);
            }
            for label in &mut board.labels {
                (label.x, label.y) = (-label.x, -label.y);
            }
        }
        SeenBoard { board, turned }
    }

    /// The board with a seat's own pieces or houses on the lower half.
    pub(crate) fn from_side(board: &Board, start: &AnyPosition, seat: Seat) -> SeenBoard {
        let contents = start.contents();
        let in_houses = |index: usize| {
            let mut zones = board.zones.iter().filter(|zone| zone.kind == ZoneKind::Houses);
            zones.any(|zone| zone.seat == seat.index() && zone.spots.contains(&Spot(index as u16)))
        };
        let own = |index: &usize| match contents.get(*index) {
            Some(Content::Piece(owner)) => *owner == seat.index(),
            Some(Content::Beans(_)) => in_houses(*index),
            _ => false,
        };
        let all = 0..board.places.len();
        let middle = |spots: Vec<usize>| {
            let heights = spots.iter().map(|&index| board.places[index].y);
            heights.sum::<f64>() / spots.len().max(1) as f64
        };
        let mine: Vec<usize> = all.clone().filter(own).collect();
        let above = !mine.is_empty() && middle(mine) < middle(all.collect()) - 0.1;
        SeenBoard::new(board, above)
    }

    /// The spot that a cursor key leads to: the nearest in that direction, straight ones first.
    pub(crate) fn beside(&self, from: Spot, direction: Direction) -> Option<Spot> {
        let here = self.board.places.get(from.index())?;
        let cost = |index: usize| {
            let there = &self.board.places[index];
            let (dx, dy) = (there.x - here.x, there.y - here.y);
            let (along, aside) = match direction {
                Direction::Left => (-dx, dy.abs()),
                Direction::Right => (dx, dy.abs()),
                Direction::Up => (-dy, dx.abs()),
                Direction::Down => (dy, dx.abs()),
            };
            (along > 0.25 && aside <= 2.0 * along).then_some(along + 2.0 * aside)
        };
        let spots = (0..self.board.places.len()).filter_map(|index| Some((cost(index)?, index)));
        let nearest = spots.min_by(|a, b| a.0.total_cmp(&b.0))?.1;
        u16::try_from(nearest).ok().map(Spot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(game: &str, seat: Seat) -> SeenBoard {
        let game = games::game(game).unwrap();
        SeenBoard::from_side(game.board(), &game.start(), seat)
    }

    #[test]
    fn everybody_sits_at_the_lower_side() {
        assert!(!seen("fanorona", Seat::FIRST).turned);
        assert!(seen("fanorona", Seat::SECOND).turned);
        assert!(!seen("bohnenspiel", Seat::FIRST).turned);
        assert!(seen("bohnenspiel", Seat::SECOND).turned);
        assert!(!seen("fauhalma", Seat::FIRST).turned);
        assert!(seen("fauhalma", Seat::THIRD).turned);
    }

    #[test]
    fn the_cursor_reaches_every_spot_of_every_board() {
        use Direction::{Down, Left, Right, Up};
        for game in games::games() {
            let seen = SeenBoard::new(game.board(), false);
            let mut reached = vec![false; seen.board.places.len()];
            let mut open = vec![Spot(0)];
            while let Some(spot) = open.pop() {
                if !std::mem::replace(&mut reached[spot.index()], true) {
                    open.extend(
                        [Left, Right, Up, Down].map(|to| seen.beside(spot, to)).iter().flatten(),
                    );
                }
            }
            assert!(reached.iter().all(|&it| it), "{game:?}");
        }
    }
}
