//! The endgame tablebases of Das Bohnenspiel against plain minimax, and against damage.

use std::collections::HashMap;
use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use proptest::prelude::*;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_tablebases::bohnenspiel::{EndgameTablebase, positions};
use spielwerk_tablebases::{BuildError, BuildMonitor, Extent, TablebaseDir};
use tempfile::{TempDir, tempdir};

const BUILT: usize = 10;

/// Tablebases built once for all tests that only read them.
fn endgames() -> &'static EndgameTablebase {
    static TABLEBASES: OnceLock<(TempDir, EndgameTablebase)> = OnceLock::new();
    let build = || {
        let folder = tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let endgames = EndgameTablebase::build(&dir, BUILT, &BuildMonitor::silent()).unwrap();
        (folder, endgames)
    };
    &TABLEBASES.get_or_init(build).1
}

/// Twelve houses, the mover's first.
type Houses = [u8; 12];

/// Houses with an even number of beans, some in either row.
fn some_houses(most: usize) -> impl Strategy<Value = Houses> {
    let thrown =
        (1..=most / 2).prop_flat_map(|pairs| prop::collection::vec(0_usize..12, 2 * pairs));
    let houses = thrown.prop_map(|thrown| {
        let mut houses = [0; 12];
        thrown.into_iter().for_each(|house| houses[house] += 1);
        houses
    });
    houses.prop_filter("a row is empty", |houses| {
        houses.chunks(6).all(|row| row.iter().any(|&beans| beans > 0))
    })
}

/// A position with these houses, this seat to move, and the mover ahead by so many beans in the stores.
fn position(houses: Houses, mover: Seat, ahead: i32) -> Bohnenspiel {
    let left = 72 - i32::from(houses.iter().sum::<u8>());
    let mut stores = [(left + ahead) / 2, (left - ahead) / 2];
    let mut houses = houses;
    if mover == Seat::SECOND {
        stores.reverse();
        houses.rotate_left(6);
    }
    let [weisse, schwarz] = [0, 6].map(|from| {
        let row = houses[from..from + 6].iter().map(u8::to_string);
        row.collect::<Vec<_>>().join(",")
    });
    let (mine, theirs, turn) = (stores[0], stores[1], ["w", "s"][mover.index()]);
    let text = format!("{weisse}/{schwarz} {mine}-{theirs} {turn}");
    Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap()
}

/// A simple independent implementation of the rules: the next mover's houses first.
fn play(houses: Houses, house: usize) -> (Houses, i32) {
    let mut houses = houses;
    let beans = std::mem::take(&mut houses[house]);
    let mut last = house;
    for _ in 0..beans {
        last = (last + 1) % 12;
        houses[last] += 1;
    }
    let mut captured = 0;
    while matches!(houses[last], 2 | 4 | 6) {
        captured += i32::from(std::mem::take(&mut houses[last]));
        last = (last + 11) % 12;
    }
    houses.rotate_left(6);
    (houses, captured)
}

/// Plain minimax of the difference still to come, to this depth, with all beans left then
/// going to the mover at that time, or all to the other.
fn minimax(
    houses: Houses,
    depth: u32,
    beyond: i32,
    seen: &mut HashMap<(Houses, u32, i32), i32>,
) -> i32 {
    let [own, other] = [0, 6].map(|from| i32::from(houses[from..from + 6].iter().sum::<u8>()));
    if own == 0 || other == 0 {
        return own - other;
    }
    if depth == 0 {
        return beyond * (own + other);
    }
    if let Some(&value) = seen.get(&(houses, depth, beyond)) {
        return value;
    }
    let moves = (0..6).filter(|&house| houses[house] > 0);
    let values = moves.map(|house| {
        let (next, captured) = play(houses, house);
        captured - minimax(next, depth - 1, -beyond, seen)
    });
    let value = values.max().unwrap();
    seen.insert((houses, depth, beyond), value);
    value
}

/// The mover's result by plain minimax of the game itself: 1 won, 0 drawn, -1 lost.
fn result(
    position: Bohnenspiel,
    depth: u32,
    beyond: i32,
    seen: &mut HashMap<(Bohnenspiel, u32), i32>,
) -> i32 {
    if let Some(outcome) = position.outcome() {
        return i32::from(outcome.half_points(position.turn())) - 1;
    }
    if depth == 0 {
        return beyond;
    }
    if let Some(&value) = seen.get(&(position, depth)) {
        return value;
    }
    let values = position.legal_moves().into_iter();
    let values = values.map(|m| -result(position.play(m), depth - 1, -beyond, seen));
    let value = values.max().unwrap();
    seen.insert((position, depth), value);
    value
}

/// Iterative deepening until the horizon no longer matters.
fn deepen(mut search: impl FnMut(u32, i32) -> i32) -> i32 {
    let mut bounds = (1..40).map(|depth| [-1, 1].map(|beyond| search(2 * depth, beyond)));
    bounds.find(|[least, most]| least == most).unwrap()[0]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_are_those_of_plain_minimax(houses in some_houses(8)) {
        let mut seen = HashMap::new();
        let value = deepen(|depth, beyond| minimax(houses, depth, beyond, &mut seen));
        prop_assert_eq!(endgames().probe(&position(houses, Seat::FIRST, 0)), Some(value));
        prop_assert_eq!(endgames().probe(&position(houses, Seat::SECOND, 8)), Some(value));
    }

    #[test]
    fn the_game_is_won_by_whom_the_values_say(houses in some_houses(6), ahead in -2_i32..=2) {
        let beans = i32::from(houses.iter().sum::<u8>());
        let position = position(houses, Seat::SECOND, 4 * ahead + beans % 4);
        prop_assume!(position.outcome().is_none());
        let value: i32 = endgames().probe(&position).unwrap() + 4 * ahead + beans % 4;
        let found = deepen(|depth, beyond| result(position, depth, beyond, &mut HashMap::new()));
        prop_assert_eq!(value.signum(), found);
    }

    #[test]
    fn the_best_move_gets_what_the_value_promises(
        houses in some_houses(BUILT),
        ahead in -2_i32..=2,
        replies: [usize; 200],
    ) {
        let beans = i32::from(houses.iter().sum::<u8>());
        let start = position(houses, Seat::FIRST, 4 * ahead + beans % 4);
        let difference = |position: &Bohnenspiel| {
            i32::from(position.store(Seat::FIRST)) - i32::from(position.store(Seat::SECOND))
        };
        let promised = difference(&start) + endgames().probe(&start).unwrap();
        let mut position = start;
        for reply in replies {
            if position.outcome().is_some() {
                break;
            }
            let moves = position.legal_moves();
            position = position.play(match position.turn() {
                Seat::FIRST => endgames().best_move(&position).unwrap().0,
                _ => moves[reply % moves.len()],
            });
        }
        // A player who is behind may cycle for ever, and one with more than half need not capture.
        let over = position.outcome().is_some();
        prop_assert!(over || promised < 0, "{:?} went on for ever", start);
        prop_assert!(!over || difference(&position).signum() >= promised.signum());
        let full = Seat::all(2).any(|seat| position.store(seat) > 36);
        prop_assert!(!over || full || difference(&position) >= promised);
    }
}

#[test]
fn every_value_follows_from_its_successors() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    EndgameTablebase::build(&dir, BUILT, &BuildMonitor::silent()).unwrap();
    let checked = AtomicU64::new(0);
    let count = |_: spielwerk_tablebases::Progress| {
        checked.fetch_add(1, Relaxed);
    };
    let never = AtomicBool::new(false);
    EndgameTablebase::verify(&dir, BUILT, Extent::Full, &BuildMonitor::new(&never, &count))
        .unwrap();
    assert!(checked.into_inner() > 0);
}

#[test]
fn four_beans_that_can_circle_for_ever_have_a_value() {
    let circling = position([0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1], Seat::FIRST, 0);
    assert_eq!(endgames().bounds(&circling), Some([-4, -4]));
}

#[test]
fn more_beans_than_the_tables_know_are_not_guessed_at() {
    assert_eq!(endgames().max_beans(), BUILT);
    assert_eq!(endgames().probe(&Bohnenspiel::<6>::start()), None);
    assert_eq!(endgames().best_move(&Bohnenspiel::<6>::start()), None);
}

#[test]
fn damaged_tables_end_the_knowledge_but_nothing_else() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    EndgameTablebase::build(&dir, 8, &BuildMonitor::silent()).unwrap();
    let path = dir.tablebase_path("bohnenspiel-06");
    let sound = fs::read(&path).unwrap();
    let open_with = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let (endgames, refused) = EndgameTablebase::open(&dir);
        (endgames.max_beans(), refused.map(|error| error.to_string()))
    };
    assert_eq!(open_with(&sound), (8, None));
    assert_eq!(EndgameTablebase::open_upto(&dir, 7).0.max_beans(), 6);
    for (bytes, says) in [
        (&sound[..1000], "this tablebase has 1000 bytes where its header says 6452"),
        (b"Once upon a time", "this is no Spielwerk tablebase"),
        (&[0; 6444], "this tablebase is half-built"),
    ] {
        let (beans, refused) = open_with(bytes);
        assert_eq!(beans, 4);
        assert!(refused.unwrap().contains(says));
    }
    fs::remove_file(&path).unwrap();
    let (endgames, refused) = EndgameTablebase::open(&dir);
    assert!(endgames.max_beans() == 4 && refused.is_none());
}

#[test]
fn one_flipped_bit_is_found_and_mended() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    let silent = BuildMonitor::silent();
    drop(EndgameTablebase::build(&dir, 8, &silent).unwrap());
    let path = dir.tablebase_path("bohnenspiel-08");
    let sound = fs::read(&path).unwrap();
    let mut flipped = sound.clone();
    flipped[12_345] ^= 4;
    fs::write(&path, flipped).unwrap();
    let error = EndgameTablebase::verify(&dir, 8, Extent::Sample, &silent).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    drop(EndgameTablebase::build(&dir, 8, &silent).unwrap());
    assert_eq!(fs::read(&path).unwrap(), sound);
}

#[test]
fn an_interrupted_build_ends_in_the_identical_files() {
    let (straight, halting) = (tempdir().unwrap(), tempdir().unwrap());
    let (straight, halting) =
        (TablebaseDir::from(straight.path()), TablebaseDir::from(halting.path()));
    EndgameTablebase::build(&straight, 12, &BuildMonitor::silent()).unwrap();
    let mut stops = 0;
    // Stopped early at first, then later and later: in every pass and check there is.
    let mut patience = 1;
    loop {
        patience += 1 + patience / 5;
        let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
        let report = |_: spielwerk_tablebases::Progress| {
            let enough = reports.fetch_add(1, Relaxed) + 1 >= patience;
            stop.store(enough, Relaxed);
        };
        match EndgameTablebase::build(&halting, 12, &BuildMonitor::new(&stop, &report)) {
            Ok(_) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 20, "stopped {stops} times only");
    for beans in (2..=12).step_by(2) {
        let name = format!("bohnenspiel-{beans:02}");
        let [one, other] =
            [&straight, &halting].map(|dir| fs::read(dir.tablebase_path(&name)).unwrap());
        assert!(one == other, "{name} differs");
        let bytes = positions(beans).div_ceil(2);
        assert_eq!(one.len(), 256 + bytes + 8 * bytes.div_ceil(1 << 16));
    }
    assert_eq!(fs::read_dir(halting.path()).unwrap().count(), 6);
}
