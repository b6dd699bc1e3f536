//! Builds the race tables of FAUhalma and measures them:
//! `cargo run --release -p spielwerk-tables --example races FOLDER`

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use games::fauhalma::{FauHalma, Rhombus, RuleSet, Shape, Ss26, Star2, Star3, Ws25};
use games::{Position, Seat};
use tables::race::Race;
use tables::{Place, Watch, catalogue};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder] = &arguments[..] else {
        return Err("one argument is needed: a folder".into());
    };
    let place = Place::from(folder);
    for table in catalogue::entries().iter().filter(|table| table.name().starts_with("race")) {
        let (name, plan) = (table.name(), table.plan(&place));
        let begin = Instant::now();
        table.build(&place, &Watch::nobody())?;
        let (built, planned) = (begin.elapsed(), plan.time);
        println!("{name}: {} entries, {built:.1?}, planned {planned:.1?}", plan.bytes);
    }
    measure::<Star3, Ss26>(&place)?;
    measure::<Star2, Ss26>(&place)?;
    measure::<Rhombus, Ss26>(&place)?;
    measure::<Star3, Ws25>(&place)?;
    measure::<Rhombus, Ws25>(&place)
}

/// Counts each seat's placements, and probes all seats of positions as random games come to them.
fn measure<S: Shape, R: RuleSet>(place: &Place) -> Result<(), Box<dyn Error>> {
    let race = Race::<S, R>::open(place)?;
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

fn in_random_games<S: Shape, R: RuleSet>() -> Vec<FauHalma<S, R>> {
    let (mut found, mut random) = (Vec::new(), 1_u64);
    for _ in 0..1000 {
        let mut position = FauHalma::start();
        for _ in 0..300 {
            found.push(position);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.list();
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
    }
    found
}
