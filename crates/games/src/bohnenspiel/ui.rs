//! Board, paths and move notation of Das Bohnenspiel: two rows of houses, a store at each player's
//! right.

use std::ops::ControlFlow;

use super::setup::{NAMES, Turn};
use super::{Bohnenspiel, HOUSES, House, ROW, STORES, Setup, SetupError};
use crate::board::{SiteInfo, SiteShape, Zone, ZoneKind};
use crate::{Board, Content, Continuations, Game, GameInfo, MoveError, Position, Seat, Site};

impl<const BEANS: u8> Game for Bohnenspiel<BEANS> {
    type Setup = Setup;
    type SetupError = SetupError;

    const INFO: GameInfo = GameInfo {
        name: "bohnenspiel",
        title: "Das Bohnenspiel",
        seats: &NAMES,
        board: "6+6 houses of 6 beans",
        rules: "sow anti-clockwise, capture 2, 4 or 6",
        repetition_limit: Some(3),
        turn_limit: None,
    };

    fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        setup.try_into()
    }

    fn setup(&self) -> Setup {
        (*self).into()
    }

    fn setup_from_contents(contents: &[Content], turn: Seat) -> Setup {
        let beans = |index: usize| match contents.get(index) {
            Some(&Content::Beans(beans)) => beans,
            _ => 0,
        };
        Setup {
            houses: std::array::from_fn(beans),
            stores: std::array::from_fn(|seat| beans(STORES + seat)),
            turn: Turn::of(turn),
        }
    }

    fn board() -> Board {
        let house = |index: usize| {
            let (seat, nth) = (index / ROW, index % ROW);
            let (x, y) = if seat == 0 { (nth, 1.2) } else { (ROW - 1 - nth, 0.0) };
            let name = format!("{}{}", ["W", "S"][seat], nth + 1);
            SiteInfo { name, x: x as f64, y, shape: SiteShape::House }
        };
        let store =
            |name: &str, x| SiteInfo { name: name.into(), x, y: 0.6, shape: SiteShape::Store };
        let mut places: Vec<SiteInfo> = (0..HOUSES).map(house).collect();
        places.push(store("W", ROW as f64 + 0.2));
        places.push(store("S", -1.2));
        let zones = (0..2).map(|seat| {
            let sites = (0..ROW).map(|nth| seat * ROW + nth).chain([STORES + seat]);
            let sites = sites.map(|index| Site(index as u16)).collect();
            Zone { kind: ZoneKind::Houses, seat, sites }
        });
        Board { sites: places, lines: Vec::new(), zones: zones.collect(), labels: Vec::new() }
    }

    fn contents(&self) -> Vec<Content> {
        let houses = (0..HOUSES).map(|house| self.house(house));
        let stores = Seat::all(2).map(|seat| self.store(seat));
        houses.chain(stores).map(Content::Beans).collect()
    }

    fn path(&self, m: House) -> Vec<Site> {
        vec![Site(m.on_loop(self.turn()) as u16)]
    }

    fn continuations(&self, path: &[Site]) -> Continuations<House> {
        let moves = self.legal_moves();
        let site = |m: House| Site(m.on_loop(self.turn()) as u16);
        match path {
            [] => Continuations { next: moves.into_iter().map(site).collect(), complete: None },
            &[house] => Continuations {
                next: Vec::new(),
                complete: moves.into_iter().find(|&m| site(m) == house),
            },
            _ => Continuations::NONE,
        }
    }

    fn generate_paths(
        &self,
        mut each: impl FnMut(House, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate_moves(|m| each(m, &self.path(m)))
    }

    fn write_move(&self, m: House) -> String {
        (m.index() + 1).to_string()
    }

    fn move_to_bits(m: House) -> u64 {
        m.index() as u64
    }

    fn move_from_bits(bits: u64) -> Option<House> {
        usize::try_from(bits).ok().and_then(House::new)
    }

    const ACTIONS: usize = ROW;

    fn generate_actions(
        &self,
        mut each: impl FnMut(usize, House) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.generate_moves(|m| each(m.index(), m))
    }

    fn read_move(&self, text: &str) -> Result<House, MoveError> {
        let number = text.trim().parse::<usize>().ok();
        let house =
            number.and_then(|number| House::new(number.wrapping_sub(1))).ok_or_else(|| {
                MoveError::unreadable(text, "no house from 1 to 6", "`3`, the third from your left")
            })?;
        if self.outcome().is_some() {
            Err(MoveError::illegal(text, "the game is over"))
        } else if self.house(house.on_loop(self.turn())) == 0 {
            Err(MoveError::illegal(text, "that house is empty"))
        } else {
            Ok(house)
        }
    }
}
