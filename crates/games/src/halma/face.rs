//! Halma as people see it: a chequered board with a camp in two of its corners.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::setup::{Colour, NAMES};
use super::ways::Ways;
use super::{Halma, Move, RuleSet, SIDE, Setup, SetupError, Square, Squares};
use crate::board::{Label, Place, Shape, Zone, ZoneKind};
use crate::{Board, Content, Follow, Game, Info, MoveError, Position, Seat, Spot};

/// Spots are counted row by row, as people read, not by classes.
fn spot(square: Square) -> Spot {
    Spot((SIDE * square.y() + square.x()) as u16)
}

fn square(spot: Spot) -> Option<Square> {
    Square::new(spot.index() % SIDE, spot.index() / SIDE)
}

fn spots(squares: Squares) -> Vec<Spot> {
    let mut spots: Vec<Spot> = squares.iter().map(spot).collect();
    spots.sort_unstable();
    spots
}

impl<R: RuleSet> Game for Halma<R> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: Info = Info {
        name: R::NAME,
        title: R::TITLE,
        seats: &NAMES,
        board: "16×16 squares, 19 pieces a side",
        rules: R::RULES,
    };

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn arrange(contents: &[Content], turn: Seat) -> Setup {
        let at = |square: usize| match contents.get(square) {
            Some(Content::Piece(0)) => Some(Colour::Black),
            Some(Content::Piece(1)) => Some(Colour::White),
            _ => None,
        };
        let board = std::array::from_fn(|y| std::array::from_fn(|x| at(SIDE * y + x)));
        Setup { board, turn: Colour::of(turn) }
    }

    fn board() -> Board {
        let place = |square: Square| Place {
            name: square.to_string(),
            x: square.x() as f64,
            y: square.y() as f64,
            shape: Shape::Square,
        };
        let zones = Seat::all(2).flat_map(|seat| {
            let zone =
                |kind, camp| Zone { kind, seat: seat.index(), spots: spots(Squares::camp(camp)) };
            [zone(ZoneKind::Start, seat), zone(ZoneKind::Home, seat.opponent())]
        });
        let labels = (0..SIDE).flat_map(|number| {
            let label = |x, y| Label { text: number.to_string(), x, y };
            [label(number as f64, -1.0), label(-1.0, number as f64)]
        });
        Board {
            places: Square::all().map(place).collect(),
            lines: Vec::new(),
            zones: zones.collect(),
            labels: labels.collect(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        Square::all().map(|square| self.at(square).map_or(Content::Empty, Content::piece)).collect()
    }

    fn path(&self, m: Move) -> Vec<Spot> {
        let way = Ways::new(self, m.from).shortest(m.to);
        way.unwrap_or_default().into_iter().map(spot).collect()
    }

    fn follow(&self, path: &[Spot]) -> Follow<Move> {
        let path: Option<Vec<Square>> = path.iter().map(|&spot| square(spot)).collect();
        let Some(path) = path else {
            return Follow::NOWHERE;
        };
        let Some((&from, &to)) = path.first().zip(path.last()) else {
            let movable: Squares = self.list().into_iter().map(|m| m.from).collect();
            return Follow { next: spots(movable), done: None };
        };
        let ways = Ways::new(self, from);
        if !(1..path.len()).all(|nth| ways.next(&path[..nth]).contains(path[nth])) {
            return Follow::NOWHERE;
        }
        Follow {
            next: spots(ways.next(&path)),
            done: ways.reaches(to).then_some(Move { from, to }),
        }
    }

    fn paths(&self, mut each: impl FnMut(Move, &[Spot]) -> ControlFlow<()>) -> ControlFlow<()> {
        for from in self.pieces(self.turn()).iter() {
            Ways::new(self, from).each(|way| {
                let path: Vec<Spot> = way.iter().map(|&square| spot(square)).collect();
                let to = way[way.len() - 1];
                each(Move { from, to }, &path)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn write_move(&self, m: Move) -> String {
        let way = Ways::new(self, m.from).shortest(m.to).unwrap_or_default();
        let names: Vec<String> = way.iter().map(Square::to_string).collect();
        names.join("-")
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read(text)
    }

    fn spot_json(spot: Spot, _: &Board) -> Value {
        json!([spot.index() % SIDE, spot.index() / SIDE])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halma::{Plain, Strict};

    fn path(squares: &[(usize, usize)]) -> Vec<Spot> {
        squares.iter().map(|&(x, y)| Spot((SIDE * y + x) as u16)).collect()
    }

    fn position<R: RuleSet>(text: &str) -> Halma<R> {
        text.parse::<Setup>().unwrap().as_it_stands()
    }

    #[test]
    fn moves_are_written_with_every_landing() {
        let white: Halma = position(
            "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/9W3WWW/12WWWW/11WWWWW/11WWWWW w",
        );
        for text in ["11,15-10,15", "12,15-10,13", "12,15-10,13-8,11"] {
            let m = white.read_move(text).unwrap();
            assert_eq!(white.write_move(m), text);
            assert_eq!(white.follow(&white.path(m)).done, Some(m));
        }
    }

    #[test]
    fn a_path_that_must_return_to_the_camp_cannot_stop_outside() {
        // Black's piece on 14,11 gets back into the camp only by way of 12,11.
        let black: Halma = position("16/16/16/16/16/16/16/16/16/16/16/13WB1/12W3/16/16/16 b");
        let from = path(&[(14, 11)]);
        assert!(black.follow(&from).next.contains(&path(&[(12, 11)])[0]));
        let out = black.follow(&path(&[(14, 11), (12, 11)]));
        assert_eq!((out.next, out.done), (path(&[(12, 13)]), None));
        let back = black.follow(&path(&[(14, 11), (12, 11), (12, 13)]));
        assert_eq!(back.next, []);
        assert_eq!(back.done, Some(black.read_move("14,11-12,11-12,13").unwrap()));
    }

    #[test]
    fn no_spot_leads_anywhere_after_the_end_or_off_the_board() {
        let start = Halma::<Strict>::start();
        assert_eq!(start.follow(&[Spot(256)]), Follow::NOWHERE);
        assert_eq!(start.follow(&path(&[(15, 15)])), Follow::NOWHERE);
        assert_eq!(start.follow(&path(&[(4, 1), (6, 1)])), Follow::NOWHERE);
        let over: Halma =
            position("W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/11BBBBB/11BBBBB w");
        assert_eq!(over.follow(&[]), Follow::NOWHERE);
    }

    #[test]
    fn the_board_has_two_camps_for_each_player() {
        let board = Halma::<Plain>::board();
        assert_eq!(board.places.len(), 256);
        assert_eq!(board.places[spot(Square::new(11, 15).unwrap()).index()].name, "11,15");
        assert_eq!(board.zones.len(), 4);
        assert_eq!(Halma::<Plain>::spot_json(Spot(16 * 15 + 11), &board), json!([11, 15]));
    }
}
