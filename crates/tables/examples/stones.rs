//! Builds the endgame tables of Fanorona and measures them:
//! `cargo run --release -p spielwerk-tables --example stones FOLDER UPTO`

use std::env;
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use games::Position;
use games::fanorona::Fanorona;
use tables::fanorona::{Endgames, Fate};
use tables::{Place, Watch};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, upto] = &arguments[..] else {
        return Err("two arguments are needed: a folder, and how many stones to build up to".into());
    };
    let (place, upto) = (Place::from(folder), upto.parse()?);
    println!("{:?}", Endgames::<5, 9>::plan(&place, upto));
    println!("stones    positions  seconds");
    for stones in 2..=upto {
        let begin = Instant::now();
        Endgames::<5, 9>::build(&place, stones, &Watch::nobody())?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("{stones:6} {:12} {seconds:8.2}", Endgames::<5, 9>::positions(stones));
    }
    let (endgames, _) = Endgames::open(&place);
    let positions = in_random_games(&endgames);
    let fates: Vec<Fate> = positions.iter().filter_map(|one| endgames.probe(one)).collect();
    let of = |kind: fn(&Fate) -> bool| fates.iter().filter(|fate| kind(fate)).count();
    println!(
        "{} positions of random games: {} won, {} drawn, {} lost",
        fates.len(),
        of(|fate| matches!(fate, Fate::Win(_))),
        of(|fate| matches!(fate, Fate::Draw)),
        of(|fate| matches!(fate, Fate::Loss(_))),
    );
    for what in ["probe", "probe again"] {
        let begin = Instant::now();
        for position in &positions {
            black_box(endgames.probe(position));
        }
        println!("{what}: {} ns each", begin.elapsed().as_nanos() / positions.len() as u128);
    }
    Ok(())
}

/// Positions that the tables know, as random games come to them.
fn in_random_games(endgames: &Endgames) -> Vec<Fanorona> {
    let (mut found, mut random) = (Vec::new(), 1_u64);
    for _ in 0..20_000 {
        let mut position: Fanorona = Position::start();
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
