//! Board, paths and move notation of FAUhalma: a star or rhombus of holes, drawn as the game's own
//! rules draw it, with A at the bottom and y upwards.

use std::ops::ControlFlow;

use serde_json::Value;

use super::notation::write_path;
use super::{BoardShape, FauHalma, Move, RuleSet, Setup, SetupError, Space, spaces};
use crate::board::{Label, SiteInfo, SiteShape, Zone, ZoneKind};
use crate::{
    Board, Content, Continuations, Game, GameInfo, MoveError, Outcome, Position, Seat, Site,
};

impl<S: BoardShape, R: RuleSet> Game for FauHalma<S, R> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: GameInfo = GameInfo {
        name: S::NAMES[R::NUMBER],
        title: S::TITLES[R::NUMBER],
        seats: S::PLAYERS,
        board: S::BOARD,
        rules: R::RULES,
        // Repeating a position harms nobody but the player who does it.
        repetition_limit: None,
        turn_limit: Some(300),
    };

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn setup_from_contents(contents: &[Content], turn: Seat) -> Setup {
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
            let (x, y) = drawing_coordinates(space);
            SiteInfo { name: format!("{},{}", space.x(), space.y()), x, y, shape: SiteShape::Hole }
        });
        let lines = spaces(Self::BOARD).flat_map(|from| {
            let ends = spaces(from.neighbours() & Self::BOARD).filter(move |&to| from < to);
            ends.map(move |to| (Self::site(from), Self::site(to)))
        });
        let zones = Seat::all(S::SEATS).flat_map(|seat| {
            let zone = |kind, set| Zone { kind, seat: seat.index(), sites: Self::sites(set) };
            [
                zone(ZoneKind::Start, Self::start_corner(seat)),
                zone(ZoneKind::Home, Self::home(seat)),
            ]
        });
        Board {
            sites: places.collect(),
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

    fn path(&self, m: Move) -> Vec<Site> {
        self.shortest_path(m).into_iter().map(Self::site).collect()
    }

    fn continuations(&self, path: &[Site]) -> Continuations<Move> {
        let path: Option<Vec<Space>> = path.iter().map(|&site| Self::space(site)).collect();
        let Some(path) = path.filter(|_| self.outcome().is_none()) else {
            return Continuations::NONE;
        };
        match path[..] {
            [] => {
                let starts = spaces(self.pegs(self.turn()));
                let starts = starts.filter(|&start| self.next_spaces(&[start]) != 0);
                Continuations { next: starts.map(Self::site).collect(), complete: None }
            }
            [start] => {
                Continuations { next: Self::sites(self.next_spaces(&[start])), complete: None }
            }
            [from, .., to] => {
                let before = &path[..path.len() - 1];
                if self.next_spaces(before) & to.set() == 0 {
                    return Continuations::NONE;
                }
                Continuations {
                    next: Self::sites(self.next_spaces(&path)),
                    complete: Some(Move { from, to }),
                }
            }
        }
    }

    fn generate_paths(
        &self,
        mut each: impl FnMut(Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_path(|path| {
            let (from, to) = (path[0], path[path.len() - 1]);
            let path: Vec<Site> = path.iter().copied().map(Self::site).collect();
            each(Move { from, to }, &path)
        })
    }

    fn write_move(&self, m: Move) -> String {
        write_path(&self.shortest_path(m))
    }

    fn move_to_bits(m: Move) -> u64 {
        (m.from.index() << 8 | m.to.index()) as u64
    }

    fn move_from_bits(bits: u64) -> Option<Move> {
        let [to, from] = [bits & 0xff, bits >> 8].map(|index| Space::from_index(index as usize));
        Some(Move { from: from?, to: to? })
    }

    const ACTIONS: usize = Self::SITES * Self::SITES;

    fn generate_actions(
        &self,
        mut each: impl FnMut(usize, Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let index = |space| Self::site(space).index();
        self.generate_moves(|m| each(index(m.from) * Self::SITES + index(m.to), m))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read_path(text)
    }

    fn outcome_if_abandoned(&self, quitter: Option<Seat>) -> Outcome {
        let quitter = quitter.filter(|&seat| self.is_playing(seat));
        let out: Vec<Seat> = self.standings.lost(S::SEATS).chain(quitter).collect();
        Outcome::abandoned(self.places(), &out, S::SEATS)
    }

    fn site_json(site: Site, _: &Board) -> Value {
        // A site outside the board has no coordinates.
        Self::space(site).map_or(Value::Null, |space| Value::from(vec![space.x(), space.y()]))
    }
}

impl<S: BoardShape, R: RuleSet> FauHalma<S, R> {
    /// The number of sites.
    const SITES: usize = Self::BOARD.count_ones() as usize;

    /// The site of a space: sites are numbered in the order of the spaces.
    #[inline]
    pub fn site(space: Space) -> Site {
        Site((Self::BOARD & (space.set() - 1)).count_ones() as u16)
    }

    /// The space of a site, if it is on the board.
    pub fn space(site: Site) -> Option<Space> {
        spaces(Self::BOARD).nth(site.index())
    }

    /// The sites of a bitboard, in ascending order.
    fn sites(set: u128) -> Vec<Site> {
        spaces(set).map(Self::site).collect()
    }
}

/// Where a space is drawn: each row half a space further right than the one below, y downwards.
fn drawing_coordinates(space: Space) -> (f64, f64) {
    let (x, y) = (f64::from(space.x()), f64::from(space.y()));
    (x + y / 2.0, -y * 3_f64.sqrt() / 2.0)
}

/// A seat's letter, beyond the tip of the corner where it starts.
fn label<S: BoardShape>(seat: Seat) -> Label {
    const BEYOND: f64 = 0.9;
    let corner = spaces(S::START[seat.index()]).map(drawing_coordinates);
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

    fn check_board<S: BoardShape, R: RuleSet>(places: usize, lines: usize) {
        let board = FauHalma::<S, R>::board();
        assert_eq!(board.sites.len(), places);
        assert_eq!(board.lines.len(), lines);
        assert_eq!(board.zones.len(), 2 * S::SEATS);
        assert_eq!(board.labels.len(), S::SEATS);
        assert!(board.zones.iter().all(|zone| zone.sites.len() == 6));
        for &(from, to) in &board.lines {
            let (from, to) = (&board.sites[from.index()], &board.sites[to.index()]);
            let distance = (from.x - to.x).hypot(from.y - to.y);
            assert!((distance - 1.0).abs() < 1e-9, "{from:?} {to:?}");
        }
        let contents = FauHalma::<S, R>::start().contents();
        assert_eq!(contents.len(), places);
        let pieces = |seat| contents.iter().filter(|&&c| c == Content::Piece(seat)).count();
        assert!((0..S::SEATS).all(|seat| pieces(seat) == 6));
        let blocked = contents.iter().filter(|&&c| c == Content::Blocked).count();
        assert_eq!(blocked as u32, R::BLOCKED.count_ones());
        for (index, place) in board.sites.iter().enumerate() {
            let space = FauHalma::<S, R>::space(Site(index as u16)).unwrap();
            assert_eq!(FauHalma::<S, R>::site(space), Site(index as u16));
            assert_eq!(format!("[{}]", place.name), space.to_string());
        }
        assert_eq!(FauHalma::<S, R>::space(Site(places as u16)), None);
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
    fn whoever_is_placed_keeps_the_place_when_the_game_is_abandoned() {
        let game = crate::game("fauhalma").unwrap();
        let points = |position: &crate::AnyPosition, quitter| {
            let outcome = position.outcome_if_abandoned(quitter);
            Seat::all(3).map(|seat| outcome.points(seat)).collect::<Vec<_>>()
        };
        let start = game.start();
        assert_eq!(points(&start, None), [1.0, 1.0, 1.0]);
        assert_eq!(points(&start, Some(Seat::SECOND)), [1.5, 0.0, 1.5]);
        let without_b = game.read_position(r#"{"A":[[1,0]],"C":[[1,1]]}"#).unwrap();
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
        let position = game.read_position(text).unwrap();
        let chain = position.read_move("[[2,2],[2,0],[0,2],[-2,2]]").unwrap();
        let path = position.path(chain);
        assert_eq!(game.path_json(&path).to_string(), position.write_move(chain));
        for length in 0..path.len() {
            let follow = position.continuations(&path[..length]);
            assert!(follow.next.contains(&path[length]));
            assert!(follow.next.is_sorted());
            assert_eq!(follow.complete.is_some(), length > 1);
        }
        let follow = position.continuations(&path);
        assert_eq!(follow.complete, Some(chain));
        assert_eq!(position.continuations(&[Site(999)]).next, []);
    }
}
