//! FAUhalma as people see it: a star or rhombus of holes, row over row, the way the game's own
//! drawings have it: A at the bottom, y upwards.

use std::ops::ControlFlow;

use serde_json::Value;

use super::notation::write_way;
use super::{FauHalma, Move, RuleSet, Setup, SetupError, Shape, Space, spaces};
use crate::board::{Label, Place, Shape as Drawn, Zone, ZoneKind};
use crate::{Board, Content, Follow, Game, Info, MoveError, Outcome, Position, Seat, Spot};

impl<S: Shape, R: RuleSet> Game for FauHalma<S, R> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: Info = Info {
        name: S::NAMES[R::NUMBER],
        title: S::TITLES[R::NUMBER],
        seats: S::PLAYERS,
        board: S::BOARD,
        rules: R::RULES,
    };

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn arrange(contents: &[Content], turn: Seat) -> Setup {
        let pegs = std::array::from_fn(|seat| {
            spaces(Self::BOARD)
                .zip(contents)
                .filter(|&(_, &content)| content == Content::Piece(seat))
                .map(|(space, _)| [space.x().into(), space.y().into()])
                .collect()
        });
        Setup { pegs, turn, out: Vec::new(), places: Vec::new() }
    }

    fn board() -> Board {
        let places = spaces(Self::BOARD).map(|space| {
            let (x, y) = drawn(space);
            Place { name: format!("{},{}", space.x(), space.y()), x, y, shape: Drawn::Hole }
        });
        let lines = spaces(Self::BOARD).flat_map(|from| {
            let ends = spaces(from.neighbours() & Self::BOARD).filter(move |&to| from < to);
            ends.map(move |to| (Self::spot(from), Self::spot(to)))
        });
        let zones = Seat::all(S::SEATS).flat_map(|seat| {
            let zone = |kind, set| Zone { kind, seat: seat.index(), spots: Self::spots(set) };
            [
                zone(ZoneKind::Start, Self::start_corner(seat)),
                zone(ZoneKind::Home, Self::home(seat)),
            ]
        });
        Board {
            places: places.collect(),
            lines: lines.collect(),
            zones: zones.collect(),
            labels: Seat::all(S::SEATS).map(label::<S>).collect(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        let content = |space: Space| match self.owner(space) {
            Some(seat) => Content::piece(seat),
            None if R::BLOCKED & space.set() != 0 => Content::Blocked,
            None => Content::Empty,
        };
        spaces(Self::BOARD).map(content).collect()
    }

    fn path(&self, m: Move) -> Vec<Spot> {
        self.shortest(m).into_iter().map(Self::spot).collect()
    }

    fn follow(&self, path: &[Spot]) -> Follow<Move> {
        let way: Option<Vec<Space>> = path.iter().map(|&spot| Self::space(spot)).collect();
        let Some(way) = way.filter(|_| self.outcome().is_none()) else {
            return Follow::NOWHERE;
        };
        match way[..] {
            [] => {
                let starts = spaces(self.pegs(self.turn()));
                let starts = starts.filter(|&start| self.next_spaces(&[start]) != 0);
                Follow { next: starts.map(Self::spot).collect(), done: None }
            }
            [start] => Follow { next: Self::spots(self.next_spaces(&[start])), done: None },
            [from, .., to] => {
                let before = &way[..way.len() - 1];
                if self.next_spaces(before) & to.set() == 0 {
                    return Follow::NOWHERE;
                }
                Follow { next: Self::spots(self.next_spaces(&way)), done: Some(Move { from, to }) }
            }
        }
    }

    fn paths(&self, mut each: impl FnMut(Move, &[Spot]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_way(|way| {
            let path: Vec<Spot> = way.iter().copied().map(Self::spot).collect();
            let (from, to) = (way[0], way[way.len() - 1]);
            each(Move { from, to }, &path)
        })
    }

    fn write_move(&self, m: Move) -> String {
        write_way(&self.shortest(m))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_way(text)
    }

    fn broken_off(&self, quitter: Option<Seat>) -> Outcome {
        let quitter = quitter.filter(|&seat| self.is_playing(seat));
        let out: Vec<Seat> = self.standings.lost(S::SEATS).chain(quitter).collect();
        Outcome::broken_off(self.places(), &out, S::SEATS)
    }

    fn spot_json(spot: Spot, _: &Board) -> Value {
        // A spot that is not on the board has no coordinates.
        Self::space(spot).map_or(Value::Null, |space| Value::from(vec![space.x(), space.y()]))
    }
}

impl<S: Shape, R: RuleSet> FauHalma<S, R> {
    /// The spot of a space on the board: spots are numbered in the order of the spaces.
    pub fn spot(space: Space) -> Spot {
        Spot((Self::BOARD & (space.set() - 1)).count_ones() as u16)
    }

    /// The space of a spot, if the board has so many.
    pub fn space(spot: Spot) -> Option<Space> {
        spaces(Self::BOARD).nth(spot.index())
    }

    /// The spots of a set, in rising order.
    fn spots(set: u128) -> Vec<Spot> {
        spaces(set).map(Self::spot).collect()
    }
}

/// Where a space is drawn: each row half a space further right than the one below, y downwards.
fn drawn(space: Space) -> (f64, f64) {
    let (x, y) = (f64::from(space.x()), f64::from(space.y()));
    (x + y / 2.0, -y * 3_f64.sqrt() / 2.0)
}

/// A seat's letter, beyond the tip of the corner where it starts.
fn label<S: Shape>(seat: Seat) -> Label {
    const BEYOND: f64 = 0.9;
    let corner = spaces(S::START[seat.index()]).map(drawn);
    let (x, y, far) = corner
        .map(|(x, y)| (x, y, x.hypot(y)))
        .max_by(|a, b| a.2.total_cmp(&b.2))
        .unwrap_or_default();
    let scale = (far + BEYOND) / far.max(1.0);
    Label { text: S::PLAYERS[seat.index()].into(), x: x * scale, y: y * scale }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fauhalma::{Rhombus, Ss26, Star2, Star3, Ws25};

    fn check_board<S: Shape, R: RuleSet>(places: usize, lines: usize) {
        let board = FauHalma::<S, R>::board();
        assert_eq!(board.places.len(), places);
        assert_eq!(board.lines.len(), lines);
        assert_eq!(board.zones.len(), 2 * S::SEATS);
        assert_eq!(board.labels.len(), S::SEATS);
        assert!(board.zones.iter().all(|zone| zone.spots.len() == 6));
        for &(from, to) in &board.lines {
            let (from, to) = (&board.places[from.index()], &board.places[to.index()]);
            let distance = (from.x - to.x).hypot(from.y - to.y);
            assert!((distance - 1.0).abs() < 1e-9, "{from:?} {to:?}");
        }
        let contents = FauHalma::<S, R>::start().contents();
        assert_eq!(contents.len(), places);
        let pieces = |seat| contents.iter().filter(|&&c| c == Content::Piece(seat)).count();
        assert!((0..S::SEATS).all(|seat| pieces(seat) == 6));
        let blocked = contents.iter().filter(|&&c| c == Content::Blocked).count();
        assert_eq!(blocked as u32, R::BLOCKED.count_ones());
        for (index, place) in board.places.iter().enumerate() {
            let space = FauHalma::<S, R>::space(Spot(index as u16)).unwrap();
            assert_eq!(FauHalma::<S, R>::spot(space), Spot(index as u16));
            assert_eq!(format!("[{}]", place.name), space.to_string());
        }
        assert_eq!(FauHalma::<S, R>::space(Spot(places as u16)), None);
    }

    #[test]
    fn boards_have_all_their_spaces_and_lines() {
        check_board::<Star3, Ss26>(73, 180);
        check_board::<Star2, Ws25>(72, 174);
        check_board::<Rhombus, Ss26>(49, 120);
        check_board::<Rhombus, Ws25>(48, 114);
    }

    #[test]
    fn labels_stand_outside_the_board_at_the_starts() {
        let labels = FauHalma::<Star3, Ss26>::board().labels;
        let texts: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(texts, ["A", "B", "C"]);
        assert!(labels[0].x.abs() < 1e-9 && labels[0].y > 6.0, "A at the bottom");
        assert!(labels[1].x > 5.0 && labels[1].y < 0.0, "B at the upper right");
        assert!(labels[2].x < -5.0 && labels[2].y < 0.0, "C at the upper left");
    }

    #[test]
    fn whoever_is_placed_keeps_the_place_when_the_game_is_broken_off() {
        let game = crate::game("fauhalma").unwrap();
        let points = |position: &crate::AnyPosition, quitter| {
            let outcome = position.broken_off(quitter);
            Seat::all(3).map(|seat| outcome.points(seat)).collect::<Vec<_>>()
        };
        let start = game.start();
        assert_eq!(points(&start, None), [1.0, 1.0, 1.0]);
        assert_eq!(points(&start, Some(Seat::SECOND)), [1.5, 0.0, 1.5]);
        let without_b = game.read(r#"{"A":[[1,0]],"C":[[1,1]]}"#).unwrap();
        assert_eq!(points(&without_b, None), [1.5, 0.0, 1.5]);
        assert_eq!(points(&without_b, Some(Seat::FIRST)), [1.0, 0.0, 2.0]);
    }

    #[test]
    fn clicks_lead_along_a_chain() {
        let text = concat!(
            r#"{"A":[[-1,0],[1,0],[2,2],[1,-2],[1,-3],[0,-2]],"#,
            r#""B":[[-1,-3],[3,0],[-2,1],[1,3],[1,1],[-2,0]],"#,
            r#""C":[[2,-2],[2,1],[0,-1],[-2,3],[4,-1],[-3,2]]}"#
        );
        let game = crate::game("fauhalma").unwrap();
        let position = game.read(text).unwrap();
        let chain = position.read_move("[[2,2],[2,0],[0,2],[-2,2]]").unwrap();
        assert_eq!(game.path_json(&chain.path).to_string(), chain.text);
        for length in 0..chain.path.len() {
            let follow = position.follow(&chain.path[..length]);
            assert!(follow.next.contains(&chain.path[length]));
            assert!(follow.next.is_sorted());
            assert_eq!(follow.done.is_some(), length > 1);
        }
        let follow = position.follow(&chain.path);
        assert_eq!(follow.done, Some(chain));
        assert_eq!(position.follow(&[Spot(999)]).next, []);
    }
}
