//! What it costs to check tablebases: random bytes of a file of 256 MiB, by [`TablebaseFile::byte`]
//! and from a mapped file, and whole probes of Das Bohnenspiel, in one run.
//!
//! ```text
//! cargo run --release -p spielwerk-tablebases --example probe_cost
//! ```

use std::hint::black_box;
use std::time::Instant;

use memmap2::Mmap;
use spielwerk_games::Game;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;
use spielwerk_tablebases::{BuildMonitor, TablebaseDir, TablebaseFile, TablebaseHeader, file};

const BYTES: usize = 1 << 28;
const PROBES: u64 = 20_000_000;
/// The most beans of a position that is probed.
const BEANS: usize = 16;

#[allow(unsafe_code)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("probes.table");
    let header = TablebaseHeader::new("probes", "none", "random bytes");
    file::write(&path, &header, |table| {
        (0..BYTES >> 16).try_for_each(|block| table.write(&[block as u8; 1 << 16]))
    })?;
    let table = TablebaseFile::open(&path, &header)?;
    table.load_all()?;
    // SAFETY: nobody else knows the temporary file, and it is not changed while it is mapped.
    let mapped = unsafe { Mmap::map(&std::fs::File::open(&path)?)? };
    let payload = &mapped[256..][..BYTES];
    let endgames = EndgameTablebase::build(
        &TablebaseDir::from(folder.path()),
        BEANS,
        &BuildMonitor::silent(),
    )?;
    let positions = positions()?;
    // The first pass touches every page of the map.
    for pass in 0..4 {
        let map = time(|index| payload[index]);
        let checked = time(|index| table.byte(index).unwrap_or_default());
        let probe =
            time(|index| endgames.probe(&positions[index % positions.len()]).unwrap_or(0) as u8);
        if pass > 0 {
            println!(
                "a byte: mapped {map:.1} ns, checked {checked:.1} ns; a whole probe: {probe:.1} ns, \
                 {:.2} times what it would be with the mapped byte",
                probe / (probe - checked + map)
            );
        }
    }
    Ok(())
}

/// Random positions with so many beans.
fn positions() -> Result<Vec<Bohnenspiel>, Box<dyn std::error::Error>> {
    let mut positions = Vec::new();
    let mut state = 7_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) as usize % below
    };
    while positions.len() < 1 << 16 {
        let mut houses = [0; 12];
        (0..BEANS).for_each(|_| houses[random(12)] += 1);
        let row = |houses: &[u8]| houses.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        let store = (72 - BEANS) / 2;
        let setup = format!("{}/{} {store}-{store} w", row(&houses[..6]), row(&houses[6..]));
        // A row without beans would be the end of the game.
        positions.extend(Bohnenspiel::from_setup(&setup.parse()?));
    }
    Ok(positions)
}

/// Nanoseconds of a probe.
fn time(probe: impl Fn(usize) -> u8) -> f64 {
    let begun = Instant::now();
    let (mut state, mut sum) = (1_u64, 0_u64);
    for _ in 0..PROBES {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        sum += u64::from(probe((state >> 33) as usize % BYTES));
    }
    black_box(sum);
    begun.elapsed().as_nanos() as f64 / PROBES as f64
}
