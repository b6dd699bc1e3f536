//! The race tables of FAUhalma against rules written once more, and against damage.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use games::Seat;
use games::fauhalma::{FauHalma, PEGS, Rhombus, RuleSet, Space, Ss26, Star3, Ws25, space, spaces};
use proptest::prelude::*;
use proptest::sample::subsequence;
use tables::catalogue::entry;
use tables::race::Race;
use tables::{BuildError, Extent, Place, Watch};
use tempfile::{TempDir, tempdir};

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;

/// Tables built once for all tests that only read them.
fn built() -> &'static Place {
    static PLACE: OnceLock<(TempDir, Place)> = OnceLock::new();
    let build = || {
        let folder = tempdir().unwrap();
        let place = Place::from(folder.path());
        Race::<Rhombus, Ss26>::build(&place, &Watch::nobody()).unwrap();
        Race::<Rhombus, Ws25>::build(&place, &Watch::nobody()).unwrap();
        (folder, place)
    };
    &PLACE.get_or_init(build).1
}

fn race<R: RuleSet>() -> Race<Rhombus, R> {
    Race::open(built()).unwrap()
}

/// A folder with one of the built tables in it, to be spoilt.
fn copied(name: &str) -> (TempDir, Place) {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path());
    fs::copy(built().table(name), place.table(name)).unwrap();
    (folder, place)
}

/// The rules once more, as plainly as they can be written, for a lone player on the rhombus.
struct Plain {
    chains: bool,
    blocked: &'static [Spot],
    missing: &'static [Spot],
}

type Spot = (i64, i64);

const DIRECTIONS: [Spot; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const SS26: Plain =
    Plain { chains: true, blocked: &[(0, 0), (-1, 2), (2, -1), (-1, -1)], missing: &[] };
const WS25: Plain = Plain { chains: false, blocked: &[], missing: &[(0, 0)] };

impl Plain {
    fn is_on_board(&self, (x, y): Spot) -> bool {
        let z = -x - y;
        let on_star = x.min(y).min(z) >= -3 || x.max(y).max(z) <= 3;
        on_star && x.abs() <= 3 && z.abs() <= 3 && !self.missing.contains(&(x, y))
    }

    fn is_free(&self, others: &[Spot], spot: Spot) -> bool {
        self.is_on_board(spot) && !self.blocked.contains(&spot) && !others.contains(&spot)
    }

    fn is_hurdle(&self, others: &[Spot], spot: Spot) -> bool {
        self.blocked.contains(&spot) || others.contains(&spot)
    }

    /// Where a peg can go with these others on the board.
    fn ends(&self, others: &[Spot], (x, y): Spot) -> Vec<Spot> {
        let steps = DIRECTIONS.map(|(dx, dy)| (x + dx, y + dy));
        let mut ends: Vec<Spot> =
            steps.into_iter().filter(|&to| self.is_free(others, to)).collect();
        if self.chains {
            let mut reached = vec![(x, y)];
            self.hop_on(others, (x, y), &mut reached);
            ends.extend(&reached[1..]);
        } else {
            for direction in DIRECTIONS {
                let lengths = 2..=12;
                let jumps =
                    lengths.filter_map(|length| self.jump(others, (x, y), direction, length));
                ends.extend(jumps);
            }
        }
        ends
    }

    fn hop_on(&self, others: &[Spot], (x, y): Spot, reached: &mut Vec<Spot>) {
        for (dx, dy) in DIRECTIONS {
            let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
            if self.is_hurdle(others, over) && self.is_free(others, to) && !reached.contains(&to) {
                reached.push(to);
                self.hop_on(others, to, reached);
            }
        }
    }

    fn jump(&self, others: &[Spot], (x, y): Spot, (dx, dy): Spot, length: i64) -> Option<Spot> {
        let at = |on| (x + on * dx, y + on * dy);
        let between: Vec<Spot> = (1..length).map(at).collect();
        let pattern: Vec<bool> = between.iter().map(|&spot| self.is_hurdle(others, spot)).collect();
        let possible = self.is_free(others, at(length))
            && between.iter().all(|&spot| self.is_on_board(spot))
            && pattern.contains(&true)
            && pattern.iter().eq(pattern.iter().rev());
        possible.then(|| at(length))
    }

    /// Every placement after one move.
    fn successors(&self, pegs: u128) -> Vec<u128> {
        let spots = |set| spaces(set).map(|space| (space.x().into(), space.y().into()));
        let mut all = Vec::new();
        for peg in spaces(pegs) {
            let others: Vec<Spot> = spots(pegs & !peg.set()).collect();
            let ends = self.ends(&others, (peg.x().into(), peg.y().into()));
            all.extend(
                ends.iter().map(|&(x, y)| pegs & !peg.set() | Space::at(x, y).unwrap().set()),
            );
        }
        all
    }

    /// How far everything is that is not further than this from a home.
    fn around(&self, home: u128, furthest: u8) -> HashMap<u128, u8> {
        let (mut found, mut last) = (HashMap::from([(home, 0)]), vec![home]);
        for distance in 1..=furthest {
            let mut next = Vec::new();
            for pegs in last.iter().flat_map(|&pegs| self.successors(pegs)) {
                found.entry(pegs).or_insert_with(|| {
                    next.push(pegs);
                    distance
                });
            }
            last = next;
        }
        found
    }
}

fn near_home_agrees<R: RuleSet>(plain: &Plain) {
    let race = race::<R>();
    for seat in [A, B] {
        let found = plain.around(FauHalma::<Rhombus, R>::home(seat), 5);
        let mut counts = [0; 6];
        for (&pegs, &distance) in &found {
            assert_eq!(race.moves_home(seat, pegs), Some(distance));
            counts[usize::from(distance)] += 1;
        }
        assert_eq!(race.counts(seat)[..6], counts);
    }
}

#[test]
fn all_placements_near_home_agree_with_a_plain_search() {
    near_home_agrees::<Ss26>(&SS26);
    near_home_agrees::<Ws25>(&WS25);
}

#[test]
fn the_whole_way_home_takes_15_moves_and_no_placement_more_than_17() {
    let race = race::<Ss26>();
    for seat in [A, B] {
        let start = FauHalma::<Rhombus, Ss26>::start_corner(seat);
        assert_eq!(race.moves_home(seat, start), Some(15));
        let counts = race.counts(seat);
        assert_eq!(counts.len(), 18);
        assert_eq!(counts.iter().sum::<u64>(), 8_145_060);
    }
}

#[test]
fn every_entry_follows_from_its_successors() {
    let checked = AtomicU64::new(0);
    let count = |_: tables::Progress| {
        checked.fetch_add(1, Relaxed);
    };
    let never = AtomicBool::new(false);
    Race::<Rhombus, Ss26>::verify(built(), Extent::Full, &Watch::new(&never, &count)).unwrap();
    assert!(checked.into_inner() > 0);
}

/// Six pegs anywhere on the rhombus.
fn some_pegs<R: RuleSet>() -> impl Strategy<Value = u128> {
    let playable: Vec<Space> = spaces(FauHalma::<Rhombus, R>::PLAYABLE).collect();
    subsequence(playable, PEGS)
        .prop_map(|pegs| pegs.iter().fold(0, |pegs, space| pegs | space.set()))
}

fn follows_by_plain_rules<R: RuleSet>(plain: &Plain, seat: Seat, pegs: u128) {
    let race = race::<R>();
    let home = |pegs| race.moves_home(seat, pegs).unwrap();
    let least = plain.successors(pegs).into_iter().map(home).min().unwrap();
    assert_eq!(home(pegs), least + 1);
}

proptest! {
    #[test]
    fn anywhere_a_plain_move_leads_one_nearer_and_none_two(
        ss26 in some_pegs::<Ss26>(),
        ws25 in some_pegs::<Ws25>(),
        seat in 0_usize..2,
    ) {
        follows_by_plain_rules::<Ss26>(&SS26, Seat::new(seat), ss26);
        follows_by_plain_rules::<Ws25>(&WS25, Seat::new(seat), ws25);
    }

    #[test]
    fn images_are_equally_far(pegs in some_pegs::<Ss26>()) {
        let images = spaces(pegs).map(|peg| Space::at(peg.z().into(), peg.y().into()).unwrap());
        let image = images.fold(0, |image, space| image | space.set());
        let race = race::<Ss26>();
        for seat in [A, B] {
            prop_assert_eq!(race.moves_home(seat, pegs), race.moves_home(seat, image));
        }
    }

    #[test]
    fn without_blocked_spaces_both_ends_are_alike(pegs in some_pegs::<Ws25>()) {
        let race = race::<Ws25>();
        let turned = space::half_turned(pegs);
        prop_assert_eq!(race.moves_home(A, pegs), race.moves_home(B, turned));
    }
}

#[test]
fn other_than_six_pegs_on_the_board_are_not_guessed_at() {
    let race = race::<Ss26>();
    let home = FauHalma::<Rhombus, Ss26>::home(A);
    let one = home & home.wrapping_neg();
    let on = |x, y| Space::at(x, y).unwrap().set();
    assert_eq!(race.moves_home(A, home), Some(0));
    assert_eq!(race.moves_home(A, home ^ one), None, "five pegs");
    assert_eq!(race.moves_home(A, home | on(3, 0)), None, "seven pegs");
    assert_eq!(race.moves_home(A, home ^ one | on(0, 0)), None, "a blocked space");
    assert_eq!(race.moves_home(A, home ^ one | on(-4, 1)), None, "off the rhombus");
    assert_eq!(race.moves_home(A, home ^ one | 1 << 127), None, "off the star");
    assert_eq!(race.moves_home(Seat::THIRD, home), None, "nobody sits there");
}

#[test]
fn what_is_missing_or_spoilt_is_refused() {
    let name = "race-rhombus-ws25";
    let (_folder, place) = copied(name);
    let open = || Race::<Rhombus, Ws25>::open(&place).unwrap_err();
    let plan = || Race::<Rhombus, Ws25>::plan(&place);
    assert_eq!(plan().bytes, 0, "nothing is left to build");
    let sound = fs::read(place.table(name)).unwrap();
    fs::write(place.table(name), &sound[..5_000_000]).unwrap();
    let error = open().to_string();
    assert!(
        error.ends_with("this table has 5000000 bytes where its header says 6540812"),
        "{error}"
    );
    fs::copy(built().table("race-rhombus-ss26"), place.table(name)).unwrap();
    assert!(open().to_string().contains("this is the table `race-rhombus-ss26, fauhalma ss26"));
    fs::remove_file(place.table(name)).unwrap();
    assert!(open().is_missing() && plan().bytes == 6_540_556);
    assert!(Race::<Star3, Ss26>::open(built()).unwrap_err().is_missing());
}

#[test]
fn one_flipped_bit_is_found_and_mended() {
    let name = "race-rhombus-ws25";
    let (_folder, place) = copied(name);
    let sound = fs::read(place.table(name)).unwrap();
    let mut flipped = sound.clone();
    flipped[3_141_592] ^= 4;
    fs::write(place.table(name), flipped).unwrap();
    let nobody = Watch::nobody();
    let error = Race::<Rhombus, Ws25>::verify(&place, Extent::Sample, &nobody).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    Race::<Rhombus, Ws25>::build(&place, &nobody).unwrap();
    assert!(fs::read(place.table(name)).unwrap() == sound);
}

#[test]
fn an_interrupted_build_ends_in_the_identical_file() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path());
    let name = "race-rhombus-ss26-opposite";
    let table = entry(name).unwrap();
    let (mut stops, mut patience) = (0, 1);
    loop {
        patience *= 2;
        let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
        let report = |_: tables::Progress| {
            let enough = reports.fetch_add(1, Relaxed) + 1 >= patience;
            stop.store(enough, Relaxed);
        };
        match table.build(&place, &Watch::new(&stop, &report)) {
            Ok(()) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 8, "stopped {stops} times only");
    assert!(fs::read(place.table(name)).unwrap() == fs::read(built().table(name)).unwrap());
    assert_eq!(fs::read_dir(place.folder()).unwrap().count(), 1);
}

#[test]
fn the_catalogue_tells_what_every_seat_needs() {
    let game = games::game("fauhalma-rhombus").unwrap();
    for (name, says) in
        [("race-rhombus-ss26", "A needs 15"), ("race-rhombus-ss26-opposite", "B needs 15")]
    {
        let found = entry(name).unwrap().probe(built(), &game.start()).unwrap();
        assert_eq!(found.as_deref(), Some(says));
    }
    let both = entry("race-rhombus-ws25").unwrap();
    assert_eq!(both.probe(built(), &game.start()).unwrap(), None, "other rules");
    let game = games::game(both.games()[0]).unwrap();
    let found = both.probe(built(), &game.start()).unwrap();
    assert!(
        found.is_some_and(|found| found.starts_with("A needs ") && found.contains(", B needs "))
    );
}
