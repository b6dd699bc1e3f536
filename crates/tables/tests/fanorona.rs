//! The endgame tables of Fanorona against plain iteration over whole boards, and against damage.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use games::Position;
use games::fanorona::Fanorona;
use tables::fanorona::{Endgames, Fate};
use tables::{BuildError, Extent, Place, Watch};
use tempfile::tempdir;

/// Every way to place at most so many stones, at least one a side, as plainly as can be.
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
    found.into_iter().map(|(mine, theirs)| Fanorona::facing(mine, theirs)).collect()
}

/// Plies to the end with perfect play by going over all positions again and again, wins odd. No
/// symmetry, no order, no going backwards.
fn plainly<const R: usize, const C: usize>(
    positions: &[Fanorona<R, C>],
) -> HashMap<(u64, u64), u32> {
    let key = |position: &Fanorona<R, C>| (position.mine(), position.theirs());
    let (mut ends, mut idle) = (HashMap::new(), 0);
    for plies in 0.. {
        let mut found = Vec::new();
        for position in positions.iter().filter(|position| !ends.contains_key(&key(position))) {
            let after: Vec<Option<u32>> = position
                .list()
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
    let place = Place::from(folder.path());
    let endgames = Endgames::<R, C>::build(&place, most as usize, &Watch::nobody()).unwrap();
    Endgames::<R, C>::verify(&place, most as usize, Extent::Full, &Watch::nobody()).unwrap();
    let positions = all::<R, C>(most);
    let ends = plainly(&positions);
    let mut counts = [0; 3];
    for position in &positions {
        let (kind, expected) = match ends.get(&(position.mine(), position.theirs())) {
            None => (1, Fate::Draw),
            Some(plies) if plies % 2 == 1 => (0, Fate::Win(Some(*plies))),
            Some(plies) => (2, Fate::Loss(Some(*plies))),
        };
        assert_eq!(endgames.probe(position), Some(expected), "{position:?}");
        counts[kind] += 1;
    }
    counts
}

#[test]
fn values_are_those_of_plain_iteration() {
    assert!(agrees::<3, 3>(7).iter().all(|&count| count > 0));
    assert!(agrees::<3, 5>(5).iter().all(|&count| count > 0));
    assert!(agrees::<5, 3>(4).iter().all(|&count| count > 0));
    assert!(agrees::<5, 5>(3).iter().all(|&count| count > 0));
}

#[test]
fn more_stones_than_the_tables_know_are_not_guessed_at() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path());
    assert_eq!(Endgames::<5, 9>::open(&place).0.stones(), 0);
    let endgames = Endgames::<5, 9>::build(&place, 3, &Watch::nobody()).unwrap();
    assert_eq!(endgames.stones(), 3);
    assert_eq!(endgames.probe(&Fanorona::start()), None);
    assert_eq!(endgames.probe(&Fanorona::facing(1, 0)), None);
    assert!(matches!(
        endgames.probe(&Fanorona::facing(1, 2)),
        Some(Fate::Loss(_) | Fate::Draw | Fate::Win(_))
    ));
}

#[test]
fn one_flipped_bit_is_found_and_mended() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path());
    let nobody = Watch::nobody();
    drop(Endgames::<3, 5>::build(&place, 4, &nobody).unwrap());
    let path = place.table("fanorona-3x5-4");
    let sound = fs::read(&path).unwrap();
    let mut flipped = sound.clone();
    flipped[1234] ^= 4;
    fs::write(&path, flipped).unwrap();
    let error = Endgames::<3, 5>::verify(&place, 4, Extent::Sample, &nobody).unwrap_err();
    assert!(error.to_string().contains("is damaged"), "{error}");
    drop(Endgames::<3, 5>::build(&place, 4, &nobody).unwrap());
    assert_eq!(fs::read(&path).unwrap(), sound);
}

#[test]
fn an_interrupted_build_ends_in_the_identical_files() {
    let (straight, halting) = (tempdir().unwrap(), tempdir().unwrap());
    let (straight, halting) = (Place::from(straight.path()), Place::from(halting.path()));
    Endgames::<3, 7>::build(&straight, 5, &Watch::nobody()).unwrap();
    let (mut stops, mut patience) = (0, 1);
    loop {
        patience += 1 + patience / 5;
        let (stop, reports) = (AtomicBool::new(false), AtomicU64::new(0));
        let report = |_: tables::Progress| {
            let enough = reports.fetch_add(1, Relaxed) + 1 >= patience;
            stop.store(enough, Relaxed);
        };
        match Endgames::<3, 7>::build(&halting, 5, &Watch::new(&stop, &report)) {
            Ok(_) => break,
            Err(BuildError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 5, "stopped {stops} times only");
    for stones in 2..=5 {
        let name = format!("fanorona-3x7-{stones}");
        let [one, other] = [&straight, &halting].map(|place| fs::read(place.table(&name)).unwrap());
        assert!(one == other, "{name} differs");
    }
}
