//! The endgame tablebases of Fanorona against plain iteration over whole boards, and against damage.

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use spielwerk_games::fanorona::{BoardSize, DynFanorona, Fanorona};
use spielwerk_games::{AnyPosition, Position, Wdl};
use spielwerk_tablebases::fanorona::EndgameTablebase;
use spielwerk_tablebases::registry::tablebase;
use spielwerk_tablebases::{BuildError, BuildMonitor, Extent, TablebaseDir};
use tempfile::tempdir;

/// All positions with at most this many stones, at least one a side.
fn all<const R: usize, const C: usize>(most: u32) -> Vec<Fanorona<R, C>> {
    let points: Vec<u64> = (0..R * C).map(|point| 1 << Fanorona::<R, C>::bit(point)).collect();
    let mut found = vec![(0, 0)];
    for point in points {
        let placed: Vec<(u64, u64)> = found
            .iter()
            .filter(|(mine, theirs): &&(u64, u64)| (mine | theirs).count_ones() < most)
            .flat_map(|&(mine, theirs)| [(mine | point, theirs), (mine, theirs | point)])
            .collect();
        found.extend(placed);
    }
    let stones = Fanorona::<R, C>::STONES as u32;
    found
        .retain(|sets| [sets.0, sets.1].iter().all(|set| (1..=stones).contains(&set.count_ones())));
    found.into_iter().map(|(mine, theirs)| Fanorona::from_stones(mine, theirs)).collect()
}

/// Plies to the end with perfect play by value iteration over all positions, wins odd. No
/// symmetry, no indexing, no retrograde analysis.
fn plainly<const R: usize, const C: usize>(
    positions: &[Fanorona<R, C>],
) -> HashMap<(u64, u64), u32> {
    let key = |position: &Fanorona<R, C>| (position.mine(), position.theirs());
    let (mut ends, mut idle) = (HashMap::new(), 0);
    for plies in 0.. {
        let mut found = Vec::new();
        for position in positions.iter().filter(|position| !ends.contains_key(&key(position))) {
            let after: Vec<Option<u32>> = position
                .legal_moves()
                .into_iter()
                .map(|m| position.play(m))
                .map(|next| if next.mine() == 0 { Some(0) } else { ends.get(&key(&next)).copied() })
                .collect();
            let lost = |end: &Option<u32>| end.is_some_and(|end| end % 2 == 0);
            let won = |end: &Option<u32>| end.is_some_and(|end| end % 2 == 1);
            // Losses are found in even rounds, wins in odd ones.
            if if plies % 2 == 0 { after.iter().all(won) } else { after.iter().any(lost) } {
                found.push(key(position));
            }
        }
        idle = if found.is_empty() { idle + 1 } else { 0 };
        if idle > 2 {
            break;
        }
        ends.extend(found.into_iter().map(|position| (position, plies)));
    }
    ends
}

fn agrees<const R: usize, const C: usize>(most: u32) -> [usize; 3] {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    let endgames =
        EndgameTablebase::build(&dir, BoardSize::new(R, C), most as usize, &BuildMonitor::silent())
            .unwrap();
    EndgameTablebase::verify(
        &dir,
        BoardSize::new(R, C),
        most as usize,
        Extent::Full,
        &BuildMonitor::silent(),
    )
    .unwrap();
    let positions = all::<R, C>(most);
    let ends = plainly(&positions);
    let mut counts = [0; 3];
    for position in &positions {
        let (kind, expected) = match ends.get(&(position.mine(), position.theirs())) {
            None => (1, Wdl::Draw),
            Some(plies) if plies % 2 == 1 => (0, Wdl::Win(Some(*plies))),
            Some(plies) => (2, Wdl::Loss(Some(*plies))),
        };
        assert_eq!(endgames.probe(&(*position).into()), Some(expected), "{position:?}");
        counts[kind] += 1;
    }
    counts
}

#[test]
fn values_are_those_of_plain_iteration() {
    assert!(agrees::<3, 3>(8).iter().all(|&count| count > 0));
    assert!(agrees::<3, 5>(5).iter().all(|&count| count > 0));
    assert!(agrees::<5, 3>(4).iter().all(|&count| count > 0));
    assert!(agrees::<5, 5>(3).iter().all(|&count| count > 0));
}

#[test]
fn more_stones_than_the_tables_know_are_not_guessed_at() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    assert_eq!(EndgameTablebase::open(&dir, BoardSize::new(5, 9)).0.max_stones(), 0);
    let endgames =
        EndgameTablebase::build(&dir, BoardSize::new(5, 9), 3, &BuildMonitor::silent()).unwrap();
    assert_eq!(endgames.max_stones(), 3);
    assert_eq!(endgames.probe(&DynFanorona::start()), None);
    assert_eq!(endgames.probe(&DynFanorona::from_stones(BoardSize::new(5, 9), 1, 0)), None);
    assert!(matches!(
        endgames.probe(&DynFanorona::from_stones(BoardSize::new(5, 9), 1, 2)),
        Some(Wdl::Loss(_) | Wdl::Draw | Wdl::Win(_))
    ));
}

#[test]
fn eight_stones_on_the_standard_board_fit_into_eight_gigabytes() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    assert_eq!(EndgameTablebase::positions(BoardSize::new(5, 9), 8), 14_498_238_534);
    let estimate = EndgameTablebase::estimate(&dir, BoardSize::new(5, 9), 8);
    assert_eq!(estimate.bytes, 4_060_216_930);
    assert_eq!(estimate.memory, 5_872_496_760);
}

#[test]
fn one_flipped_bit_is_found_and_mended() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    let silent = BuildMonitor::silent();
    drop(EndgameTablebase::build(&dir, BoardSize::new(3, 5), 4, &silent).unwrap());
    let path = dir.tablebase_path("fanorona-3x5-4");
    let sound = fs::read(&path).unwrap();
    let mut flipped = sound.clone();
    flipped[1234] ^= 4;
    fs::write(&path, flipped).unwrap();
    let error = EndgameTablebase::verify(&dir, BoardSize::new(3, 5), 4, Extent::Sample, &silent)
        .unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    drop(EndgameTablebase::build(&dir, BoardSize::new(3, 5), 4, &silent).unwrap());
    assert_eq!(fs::read(&path).unwrap(), sound);
}

#[test]
fn an_interrupted_build_ends_in_the_identical_files() {
    let (straight, halting) = (tempdir().unwrap(), tempdir().unwrap());
    let (straight, halting) =
        (TablebaseDir::from(straight.path()), TablebaseDir::from(halting.path()));
    EndgameTablebase::build(&straight, BoardSize::new(3, 7), 5, &BuildMonitor::silent()).unwrap();
    let (mut stops, mut patience) = (0, 1);
    loop {
        patience += 1 + patience / 5;
        let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
        let report = |_: spielwerk_tablebases::Progress| {
            let enough = reports.fetch_add(1, Relaxed) + 1 >= patience;
            stop.store(enough, Relaxed);
        };
        match EndgameTablebase::build(
            &halting,
            BoardSize::new(3, 7),
            5,
            &BuildMonitor::new(&stop, &report),
        ) {
            Ok(_) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 5, "stopped {stops} times only");
    for stones in 2..=5 {
        let name = format!("fanorona-3x7-{stones}");
        let [one, other] =
            [&straight, &halting].map(|dir| fs::read(dir.tablebase_path(&name)).unwrap());
        assert!(one == other, "{name} differs");
    }
}

#[test]
fn a_flipped_bit_is_refused_by_the_first_probe_that_touches_it() {
    let folder = tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    EndgameTablebase::build(&dir, BoardSize::new(3, 3), 3, &BuildMonitor::silent()).unwrap();
    let path = dir.tablebase_path("fanorona-3x3-3");
    let sound = fs::read(&path).unwrap();
    let header = 256;
    let position =
        all::<3, 3>(3).into_iter().find(|it| (it.mine() | it.theirs()).count_ones() == 3);
    let position = position.unwrap();
    let probe = || EndgameTablebase::open(&dir, BoardSize::new(3, 3)).0.probe(&position.into());
    let right = probe();
    assert!(right.is_some());
    let entries = EndgameTablebase::positions(BoardSize::new(3, 3), 3);
    for byte in 0..entries {
        let mut bytes = sound.clone();
        bytes[header + byte] ^= 1 << (byte % 8);
        fs::write(&path, bytes).unwrap();
        assert_eq!(probe(), None, "byte {byte}");
        let refused = tablebase("fanorona-3x3-3").unwrap().probe(&dir, &AnyPosition::new(position));
        let line = refused.unwrap_err().to_string();
        assert!(line.contains("fanorona-3x3-3") && line.contains("at byte 256"), "{line}");
    }
    fs::write(&path, sound).unwrap();
    assert_eq!(probe(), right);
}
