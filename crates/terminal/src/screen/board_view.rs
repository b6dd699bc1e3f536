//! The orientation of the board: a person's own side is at the bottom, and cursor keys lead from
//! site to site.

use spielwerk_games::board::{Board, ZoneKind};
use spielwerk_games::{AnyPosition, Content, Seat, Site};

/// A board, possibly flipped.
#[derive(Clone, Debug)]
pub(crate) struct BoardView {
    pub(crate) board: Board,
    pub(crate) flipped: bool,
}

/// The direction of a cursor key.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Left,
    Right,
    Up,
    Down,
}

impl BoardView {
    pub(crate) fn new(board: &Board, turned: bool) -> BoardView {
        let mut board = board.clone();
        if turned {
            for site in &mut board.sites {
                (site.x, site.y) = (-site.x, -site.y);
            }
            for label in &mut board.labels {
                (label.x, label.y) = (-label.x, -label.y);
            }
        }
        BoardView { board, flipped: turned }
    }

    /// The board with a seat's own pieces or houses on the lower half.
    pub(crate) fn facing(board: &Board, start: &AnyPosition, seat: Seat) -> BoardView {
        let contents = start.contents();
        let in_houses = |index: usize| {
            let mut zones = board.zones.iter().filter(|zone| zone.kind == ZoneKind::Houses);
            zones.any(|zone| zone.seat == seat.index() && zone.sites.contains(&Site(index as u16)))
        };
        let own = |index: &usize| match contents.get(*index) {
            Some(Content::Piece(owner)) => *owner == seat.index(),
            Some(Content::Beans(_)) => in_houses(*index),
            _ => false,
        };
        let all = 0..board.sites.len();
        let middle = |sites: Vec<usize>| {
            let heights = sites.iter().map(|&index| board.sites[index].y);
            heights.sum::<f64>() / sites.len().max(1) as f64
        };
        let mine: Vec<usize> = all.clone().filter(own).collect();
        let above = !mine.is_empty() && middle(mine) < middle(all.collect()) - 0.1;
        BoardView::new(board, above)
    }

    /// The site that a cursor key leads to: the nearest in that direction, straight ones first.
    pub(crate) fn neighbour(&self, from: Site, direction: Direction) -> Option<Site> {
        let here = self.board.sites.get(from.index())?;
        let cost = |index: usize| {
            let there = &self.board.sites[index];
            let (dx, dy) = (there.x - here.x, there.y - here.y);
            let (along, aside) = match direction {
                Direction::Left => (-dx, dy.abs()),
                Direction::Right => (dx, dy.abs()),
                Direction::Up => (-dy, dx.abs()),
                Direction::Down => (dy, dx.abs()),
            };
            (along > 0.25 && aside <= 2.0 * along).then_some(along + 2.0 * aside)
        };
        let sites = (0..self.board.sites.len()).filter_map(|index| Some((cost(index)?, index)));
        let nearest = sites.min_by(|a, b| a.0.total_cmp(&b.0))?.1;
        u16::try_from(nearest).ok().map(Site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(game: &str, seat: Seat) -> BoardView {
        let game = spielwerk_games::game(game).unwrap();
        BoardView::facing(game.board(), &game.start(), seat)
    }

    #[test]
    fn every_seat_has_its_side_at_the_bottom() {
        assert!(!view("fanorona", Seat::FIRST).flipped);
        assert!(view("fanorona", Seat::SECOND).flipped);
        assert!(!view("bohnenspiel", Seat::FIRST).flipped);
        assert!(view("bohnenspiel", Seat::SECOND).flipped);
        assert!(!view("fauhalma", Seat::FIRST).flipped);
        assert!(view("fauhalma", Seat::THIRD).flipped);
    }

    #[test]
    fn the_cursor_reaches_every_spot_of_every_board() {
        use Direction::{Down, Left, Right, Up};
        for game in spielwerk_games::games() {
            let view = BoardView::new(game.board(), false);
            let mut reached = vec![false; view.board.sites.len()];
            let mut open = vec![Site(0)];
            while let Some(site) = open.pop() {
                if !std::mem::replace(&mut reached[site.index()], true) {
                    open.extend(
                        [Left, Right, Up, Down].map(|to| view.neighbour(site, to)).iter().flatten(),
                    );
                }
            }
            assert!(reached.iter().all(|&it| it), "{game:?}");
        }
    }
}
