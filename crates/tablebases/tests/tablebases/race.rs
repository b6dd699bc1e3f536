//! The race tablebases of FAUhalma against an independent implementation of the rules, and against damage.

use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;
use proptest::sample::subsequence;
use spielwerk_games::Seat;
use spielwerk_games::fauhalma::{
    FauHalma, PEGS, Rhombus, RuleSet, Space, Ss26, Star3, Ws25, space, spaces,
};
use spielwerk_tablebases::race::RaceTablebase;
use spielwerk_tablebases::registry::tablebase;
use spielwerk_tablebases::{BuildError, BuildMonitor, Extent, ProbeResult, TablebaseDir};
use tempfile::{TempDir, tempdir};

const A: Seat = Seat::FIRST;
const B: Seat = Seat::SECOND;

/// Tablebases built once for all tests that only read them.
fn built() -> &'static TablebaseDir {
    static DIR: OnceLock<(TempDir, TablebaseDir)> = OnceLock::new();
    let build = || {
        let folder = tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        RaceTablebase::<Rhombus, Ss26>::build(&dir, &BuildMonitor::silent()).unwrap();
        RaceTablebase::<Rhombus, Ws25>::build(&dir, &BuildMonitor::silent()).unwrap();
        (folder, dir)
    };
    &DIR.get_or_init(build).1
}

fn race<R: RuleSet>() -> RaceTablebase<Rhombus, R> {
    RaceTablebase::open(built()).unwrap()
}

/// A folder with a copy of one of the built tablebases, to be damaged.
fn copied(name: &str) -> (TempDir, TablebaseDir) {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    fs::copy(built().tablebase_path(name), dir.tablebase_path(name)).unwrap();
    (folder, dir)
}

/// A simple independent implementation of the rules, for a lone player on the rhombus.
struct Plain {
    chains: bool,
    blocked: &'static [Coordinates],
    missing: &'static [Coordinates],
}

type Coordinates = (i64, i64);

const DIRECTIONS: [Coordinates; 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];
const SS26: Plain =
    Plain { chains: true, blocked: &[(0, 0), (-1, 2), (2, -1), (-1, -1)], missing: &[] };
const WS25: Plain = Plain { chains: false, blocked: &[], missing: &[(0, 0)] };

impl Plain {
    fn is_on_board(&self, (x, y): Coordinates) -> bool {
        let z = -x - y;
        let on_star = x.min(y).min(z) >= -3 || x.max(y).max(z) <= 3;
        on_star && x.abs() <= 3 && z.abs() <= 3 && !self.missing.contains(&(x, y))
    }

    fn is_free(&self, others: &[Coordinates], space: Coordinates) -> bool {
        self.is_on_board(space) && !self.blocked.contains(&space) && !others.contains(&space)
    }

    fn is_hurdle(&self, others: &[Coordinates], space: Coordinates) -> bool {
        self.blocked.contains(&space) || others.contains(&space)
    }

    /// Where a peg can go with these others on the board.
    fn ends(&self, others: &[Coordinates], (x, y): Coordinates) -> Vec<Coordinates> {
        let steps = DIRECTIONS.map(|(dx, dy)| (x + dx, y + dy));
        let mut ends: Vec<Coordinates> =
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

    fn hop_on(&self, others: &[Coordinates], (x, y): Coordinates, reached: &mut Vec<Coordinates>) {
        for (dx, dy) in DIRECTIONS {
            let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
            if self.is_hurdle(others, over) && self.is_free(others, to) && !reached.contains(&to) {
                reached.push(to);
                self.hop_on(others, to, reached);
            }
        }
    }

    fn jump(
        &self,
        others: &[Coordinates],
        (x, y): Coordinates,
        (dx, dy): Coordinates,
        length: i64,
    ) -> Option<Coordinates> {
        let at = |on| (x + on * dx, y + on * dy);
        let between: Vec<Coordinates> = (1..length).map(at).collect();
        let pattern: Vec<bool> =
            between.iter().map(|&space| self.is_hurdle(others, space)).collect();
        let possible = self.is_free(others, at(length))
            && between.iter().all(|&space| self.is_on_board(space))
            && pattern.contains(&true)
            && pattern.iter().eq(pattern.iter().rev());
        possible.then(|| at(length))
    }

    /// Every placement after one move.
    fn successors(&self, pegs: u128) -> Vec<u128> {
        let coordinates = |set| spaces(set).map(|space| (space.x().into(), space.y().into()));
        let mut all = Vec::new();
        for peg in spaces(pegs) {
            let others: Vec<Coordinates> = coordinates(pegs & !peg.set()).collect();
            let ends = self.ends(&others, (peg.x().into(), peg.y().into()));
            all.extend(
                ends.iter().map(|&(x, y)| pegs & !peg.set() | Space::at(x, y).unwrap().set()),
            );
        }
        all
    }

    /// The distances from a home of all placements up to this distance.
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
        assert_eq!(race.counts(seat).unwrap()[..6], counts);
    }
}

#[test]
fn all_placements_near_home_agree_with_a_plain_search() {
    near_home_agrees::<Ss26>(&SS26);
    near_home_agrees::<Ws25>(&WS25);
}

#[test]
fn the_race_takes_15_moves_and_no_placement_more_than_17() {
    let race = race::<Ss26>();
    for seat in [A, B] {
        let start = FauHalma::<Rhombus, Ss26>::start_corner(seat);
        assert_eq!(race.moves_home(seat, start), Some(15));
        let counts = race.counts(seat).unwrap();
        assert_eq!(counts.len(), 18);
        assert_eq!(counts.iter().sum::<u64>(), 8_145_060);
    }
}

#[test]
fn every_entry_follows_from_its_successors() {
    let checked = AtomicU64::new(0);
    let count = |_: spielwerk_tablebases::Progress| {
        checked.fetch_add(1, Relaxed);
    };
    let never = AtomicBool::new(false);
    RaceTablebase::<Rhombus, Ss26>::verify(
        built(),
        Extent::Full,
        &BuildMonitor::new(&never, &count),
    )
    .unwrap();
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
        let rotated = space::rotated_180(pegs);
        prop_assert_eq!(race.moves_home(A, pegs), race.moves_home(B, rotated));
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
    assert_eq!(race.moves_home(Seat::THIRD, home), None, "no such seat");
}

#[test]
fn what_is_missing_or_spoilt_is_refused() {
    let name = "race-rhombus-ws25";
    let (_folder, dir) = copied(name);
    let open = || RaceTablebase::<Rhombus, Ws25>::open(&dir).unwrap_err();
    let plan = || RaceTablebase::<Rhombus, Ws25>::estimate(&dir);
    assert_eq!(plan().bytes, 0, "nothing is left to build");
    let sound = fs::read(dir.tablebase_path(name)).unwrap();
    fs::write(dir.tablebase_path(name), &sound[..5_000_000]).unwrap();
    let error = open().to_string();
    assert!(
        error.ends_with("this tablebase has 5000000 bytes where its header says 6541612"),
        "{error}"
    );
    fs::copy(built().tablebase_path("race-rhombus-ss26"), dir.tablebase_path(name)).unwrap();
    assert!(open().to_string().contains("this is the tablebase `race-rhombus-ss26, fauhalma ss26"));
    fs::remove_file(dir.tablebase_path(name)).unwrap();
    assert!(open().is_missing() && plan().bytes == 6_540_556);
    assert!(RaceTablebase::<Star3, Ss26>::open(built()).unwrap_err().is_missing());
}

#[test]
fn one_flipped_bit_is_found_and_mended() {
    let name = "race-rhombus-ws25";
    let (_folder, dir) = copied(name);
    let sound = fs::read(dir.tablebase_path(name)).unwrap();
    let mut flipped = sound.clone();
    flipped[3_141_592] ^= 4;
    fs::write(dir.tablebase_path(name), flipped).unwrap();
    let silent = BuildMonitor::silent();
    let error = RaceTablebase::<Rhombus, Ws25>::verify(&dir, Extent::Sample, &silent).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    RaceTablebase::<Rhombus, Ws25>::build(&dir, &silent).unwrap();
    assert!(fs::read(dir.tablebase_path(name)).unwrap() == sound);
}

#[test]
fn an_interrupted_build_ends_in_the_identical_file() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    let name = "race-rhombus-ss26-opposite";
    let table = tablebase(name).unwrap();
    let (mut stops, mut patience) = (0, 1);
    loop {
        patience *= 2;
        let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
        let report = |_: spielwerk_tablebases::Progress| {
            let enough = reports.fetch_add(1, Relaxed) + 1 >= patience;
            stop.store(enough, Relaxed);
        };
        match table.build(&dir, &BuildMonitor::new(&stop, &report)) {
            Ok(()) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 8, "stopped {stops} times only");
    assert!(
        fs::read(dir.tablebase_path(name)).unwrap()
            == fs::read(built().tablebase_path(name)).unwrap()
    );
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn the_registry_probes_every_seat() {
    let game = spielwerk_games::game("fauhalma-rhombus").unwrap();
    for (name, says) in
        [("race-rhombus-ss26", "A needs 15"), ("race-rhombus-ss26-opposite", "B needs 15")]
    {
        let found = tablebase(name).unwrap().probe(built(), &game.start()).unwrap();
        assert_eq!(found.map(|found| found.to_string()).as_deref(), Some(says));
    }
    let both = tablebase("race-rhombus-ws25").unwrap();
    assert_eq!(both.probe(built(), &game.start()).unwrap(), None, "other rules");
    let game = spielwerk_games::game(both.games()[0]).unwrap();
    let Some(ProbeResult::MovesHome(seats)) = both.probe(built(), &game.start()).unwrap() else {
        panic!("{} has no value for the start", both.name());
    };
    assert!(seats.iter().map(|&(_, name, _)| name).eq(["A", "B"]), "{seats:?}");
}
