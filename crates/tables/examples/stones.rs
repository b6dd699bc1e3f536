//! Builds the endgame tables of Fanorona and measures them:
//! `cargo run --release -p spielwerk-tables --example stones FOLDER UPTO`

mod common;

use std::env;
use std::error::Error;
use std::time::Instant;

use common::{in_random_games, measure};
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
    let positions = in_random_games::<Fanorona>(|one| endgames.probe(one).is_some());
    let fates: Vec<Fate> = positions.iter().filter_map(|one| endgames.probe(one)).collect();
    let of = |kind: fn(&Fate) -> bool| fates.iter().filter(|fate| kind(fate)).count();
    println!(
        "{} positions of random games: {} won, {} drawn, {} lost",
        fates.len(),
        of(|fate| matches!(fate, Fate::Win(_))),
        of(|fate| matches!(fate, Fate::Draw)),
        of(|fate| matches!(fate, Fate::Loss(_))),
    );
    measure("probe", &positions, |position| endgames.probe(position));
    measure("probe again", &positions, |position| endgames.probe(position));
    Ok(())
}
