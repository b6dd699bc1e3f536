//! Board, paths and move notation of Halma: a chequered board with a camp in two of its corners.

use std::ops::ControlFlow;

use serde_json::{Value, json};

use super::paths::Paths;
use super::setup::{Colour, NAMES};
use super::{BOARD_SIZE, Halma, Move, RuleSet, SQUARES, Setup, SetupError, Square, SquareSet};
use crate::board::{Label, SiteInfo, SiteShape, Zone, ZoneKind};
use crate::{Board, Content, Continuations, Game, GameInfo, MoveError, Position, Seat, Site};

/// Sites are numbered row by row, not by classes.
fn site(square: Square) -> Site {
    Site((BOARD_SIZE * square.y() + square.x()) as u16)
}

fn square(site: Site) -> Option<Square> {
    Square::new(site.index() % BOARD_SIZE, site.index() / BOARD_SIZE)
}

fn sites(squares: SquareSet) -> Vec<Site> {
    let mut sites: Vec<Site> = squares.iter().map(site).collect();
    sites.sort_unstable();
    sites
}

impl<R: RuleSet> Game for Halma<R> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: GameInfo = GameInfo {
        name: R::NAME,
        title: R::TITLE,
        seats: &NAMES,
        board: "16×16 squares, 19 pieces a side",
        rules: R::RULES,
        // 400 plies. Repeating a position harms nobody but the player who does it.
        repetition_limit: None,
        turn_limit: Some(200),
    };

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn setup_from_contents(contents: &[Content], turn: Seat) -> Setup {
        let at = |square: usize| match contents.get(square) {
            Some(Content::Piece(0)) => Some(Colour::Black),
            Some(Content::Piece(1)) => Some(Colour::White),
            _ => None,
        };
        let board = std::array::from_fn(|y| std::array::from_fn(|x| at(BOARD_SIZE * y + x)));
        Setup { board, turn: Colour::of(turn) }
    }

    fn board() -> Board {
        let place = |square: Square| SiteInfo {
            name: square.to_string(),
            x: square.x() as f64,
            y: square.y() as f64,
            shape: SiteShape::Square,
        };
        let zones = Seat::all(2).flat_map(|seat| {
            let zone =
                |kind, camp| Zone { kind, seat: seat.index(), sites: sites(SquareSet::camp(camp)) };
            [zone(ZoneKind::Start, seat), zone(ZoneKind::Home, seat.opponent())]
        });
        let labels = (0..BOARD_SIZE).flat_map(|number| {
            let label = |x, y| Label { text: number.to_string(), x, y };
            [label(number as f64, -1.0), label(-1.0, number as f64)]
        });
        Board {
            sites: Square::all().map(place).collect(),
            lines: Vec::new(),
            zones: zones.collect(),
            labels: labels.collect(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        Square::all().map(|square| self.at(square).map_or(Content::Empty, Content::piece)).collect()
    }

    fn path(&self, m: Move) -> Vec<Site> {
        let path = Paths::new(self, m.from).shortest(m.to);
        path.unwrap_or_default().into_iter().map(site).collect()
    }

    fn continuations(&self, path: &[Site]) -> Continuations<Move> {
        let path: Option<Vec<Square>> = path.iter().map(|&site| square(site)).collect();
        let Some(path) = path else {
            return Continuations::NONE;
        };
        let Some((&from, &to)) = path.first().zip(path.last()) else {
            let movable: SquareSet = self.legal_moves().into_iter().map(|m| m.from).collect();
            return Continuations { next: sites(movable), complete: None };
        };
        let paths = Paths::new(self, from);
        if !(1..path.len()).all(|nth| paths.next(&path[..nth]).contains(path[nth])) {
            return Continuations::NONE;
        }
        Continuations {
            next: sites(paths.next(&path)),
            complete: paths.reaches(to).then_some(Move { from, to }),
        }
    }

    fn generate_paths(
        &self,
        mut each: impl FnMut(Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for from in self.pieces(self.turn()).iter() {
            Paths::new(self, from).each(|path| {
                let to = path[path.len() - 1];
                let path: Vec<Site> = path.iter().map(|&square| site(square)).collect();
                each(Move { from, to }, &path)
            })?;
        }
        ControlFlow::Continue(())
    }

    fn write_move(&self, m: Move) -> String {
        let path = Paths::new(self, m.from).shortest(m.to).unwrap_or_default();
        let names: Vec<String> = path.iter().map(Square::to_string).collect();
        names.join("-")
    }

    fn move_to_bits(m: Move) -> u64 {
        (m.from.index() << 8 | m.to.index()) as u64
    }

    fn move_from_bits(bits: u64) -> Option<Move> {
        let [to, from] = [bits & 0xff, bits >> 8].map(|index| Square::from_index(index as usize));
        Some(Move { from: from?, to: to? })
    }

    const ACTIONS: usize = SQUARES * SQUARES;

    fn generate_actions(
        &self,
        mut each: impl FnMut(usize, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate_moves(|m| each(site(m.from).index() * SQUARES + site(m.to).index(), m))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read(text)
    }

    fn site_json(site: Site, _: &Board) -> Value {
        json!([site.index() % BOARD_SIZE, site.index() / BOARD_SIZE])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halma::{Plain, Strict};

    fn path(squares: &[(usize, usize)]) -> Vec<Site> {
        squares.iter().map(|&(x, y)| Site((BOARD_SIZE * y + x) as u16)).collect()
    }

    fn position<R: RuleSet>(text: &str) -> Halma<R> {
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    #[test]
    fn moves_are_written_with_every_landing() {
        let white: Halma = position(
            "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/9W3WWW/12WWWW/11WWWWW/11WWWWW w",
        );
        for text in ["11,15-10,15", "12,15-10,13", "12,15-10,13-8,11"] {
            let m = white.read_move(text).unwrap();
            assert_eq!(white.write_move(m), text);
            assert_eq!(white.continuations(&white.path(m)).complete, Some(m));
        }
    }

    #[test]
    fn a_path_that_must_return_to_the_camp_cannot_stop_outside() {
        // Black's piece on 14,11 gets back into the camp only by way of 12,11.
        let black: Halma = position("16/16/16/16/16/16/16/16/16/16/16/13WB1/12W3/16/16/16 b");
        let from = path(&[(14, 11)]);
        assert!(black.continuations(&from).next.contains(&path(&[(12, 11)])[0]));
        let out = black.continuations(&path(&[(14, 11), (12, 11)]));
        assert_eq!((out.next, out.complete), (path(&[(12, 13)]), None));
        let back = black.continuations(&path(&[(14, 11), (12, 11), (12, 13)]));
        assert_eq!(back.next, []);
        assert_eq!(back.complete, Some(black.read_move("14,11-12,11-12,13").unwrap()));
    }

    #[test]
    fn no_site_has_continuations_after_the_end_or_off_the_board() {
        let start = Halma::<Strict>::start();
        assert_eq!(start.continuations(&[Site(256)]), Continuations::NONE);
        assert_eq!(start.continuations(&path(&[(15, 15)])), Continuations::NONE);
        assert_eq!(start.continuations(&path(&[(4, 1), (6, 1)])), Continuations::NONE);
        let over: Halma =
            position("W15/16/16/16/16/16/16/16/16/16/16/14BB/13BBB/12BBBB/11BBBBB/11BBBBB w");
        assert_eq!(over.continuations(&[]), Continuations::NONE);
    }

    #[test]
    fn the_board_has_two_camps_for_each_player() {
        let board = Halma::<Plain>::board();
        assert_eq!(board.sites.len(), 256);
        assert_eq!(board.sites[site(Square::new(11, 15).unwrap()).index()].name, "11,15");
        assert_eq!(board.zones.len(), 4);
        assert_eq!(Halma::<Plain>::site_json(Site(16 * 15 + 11), &board), json!([11, 15]));
    }
}
