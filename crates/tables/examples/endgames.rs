//! Builds the endgame tables of Das Bohnenspiel and measures them:
//! `cargo run --release -p spielwerk-tables --example endgames FOLDER UPTO`

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use games::Position;
use games::bohnenspiel::Bohnenspiel;
use tables::bohnenspiel::{Endgames, positions};
use tables::{Place, Watch};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, upto] = &arguments[..] else {
        return Err("two arguments are needed: a folder, and how many beans to build up to".into());
    };
    let (place, upto) = (Place::from(folder), upto.parse()?);
    println!("{:?}", Endgames::plan(&place, upto));
    println!("beans    positions  seconds");
    for beans in (2..=upto).step_by(2) {
        let begin = Instant::now();
        Endgames::build(&place, beans, &Watch::nobody())?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("{beans:5} {:12} {seconds:8.2}", positions(beans));
    }
    let (endgames, _) = Endgames::open(&place);
    let positions = in_random_games(&endgames);
    println!("{} positions of random games", positions.len());
    measure("probe", &positions, |position| endgames.probe(position));
    measure("probe again", &positions, |position| endgames.probe(position));
    measure("best", &positions, |position| endgames.best(position));
    Ok(())
}

/// Positions that the tables know, as random games come to them.
fn in_random_games(endgames: &Endgames) -> Vec<Bohnenspiel> {
    let (mut found, mut random) = (Vec::new(), 1_u64);
    for _ in 0..20_000 {
        let mut position = Bohnenspiel::start();
        while position.outcome().is_none() {
            if endgames.probe(&position).is_some() {
                found.push(position);
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.list();
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
    }
    found
}

fn measure<T>(what: &str, positions: &[Bohnenspiel], each: impl Fn(&Bohnenspiel) -> T) {
    let begin = Instant::now();
    for position in positions {
        black_box(each(position));
    }
    let each = begin.elapsed().as_nanos() / positions.len() as u128;
    println!("{what}: {each} ns each");
}
