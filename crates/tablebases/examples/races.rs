//! Builds the race tablebases of FAUhalma and measures them:
//! `cargo run --release -p spielwerk-tables --example races FOLDER`

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Rhombus, RuleSet, Ss26, Star2, Star3, Ws25};
use spielwerk_games::{Position, Seat};
use spielwerk_tablebases::race::RaceTablebase;
use spielwerk_tablebases::{BuildMonitor, TablebaseDir, registry};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        return Err("one argument is needed: a folder".into());
    };
    let dir = TablebaseDir::from(folder);
    for table in registry::tablebases().iter().filter(|table| table.name().starts_with("race")) {
        let (name, estimate) = (table.name(), table.estimate(&dir));
        let begin = Instant::now();
        table.build(&dir, &BuildMonitor::silent())?;
        let (built, estimated) = (begin.elapsed(), estimate.time);
        println!("{name}: {} entries, {built:.1?}, estimated {estimated:.1?}", estimate.bytes);
    }
    measure::<Star3, Ss26>(&dir)?;
    measure::<Star2, Ss26>(&dir)?;
    measure::<Rhombus, Ss26>(&dir)?;
    measure::<Star3, Ws25>(&dir)?;
    measure::<Rhombus, Ws25>(&dir)
}

/// Counts each seat's placements, and probes all seats of positions as random games come to them.
fn measure<S: BoardShape, R: RuleSet>(dir: &TablebaseDir) -> Result<(), Box<dyn Error>> {
    let race = RaceTablebase::<S, R>::open(dir)?;
    println!("\n{}", S::NAMES[R::NUMBER]);
    for seat in Seat::all(S::SEATS) {
        let start = race.moves_home(seat, FauHalma::<S, R>::start_corner(seat));
        println!("{}: {start:?} from the start, {:?}", S::PLAYERS[seat.index()], race.counts(seat));
    }
    let positions = in_random_games::<S, R>();
    for run in ["first", "again"] {
        let begin = Instant::now();
        for position in &positions {
            for seat in Seat::all(S::SEATS) {
                black_box(race.moves_home(seat, position.pegs(seat)));
            }
        }
        let probes = (positions.len() * S::SEATS) as u128;
        println!("{run}: {} ns each of {probes} probes", begin.elapsed().as_nanos() / probes);
    }
    Ok(())
}

fn in_random_games<S: BoardShape, R: RuleSet>() -> Vec<FauHalma<S, R>> {
    let (mut found, mut random) = (Vec::new(), 1_u64);
    for _ in 0..1000 {
        let mut position = FauHalma::start();
        for _ in 0..300 {
            found.push(position);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal_moves();
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
    }
    found
}
