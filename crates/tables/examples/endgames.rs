//! Builds the endgame tables of Das Bohnenspiel and measures them:
//! `cargo run --release -p spielwerk-tables --example endgames FOLDER UPTO`

mod common;

use std::env;
use std::error::Error;
use std::time::Instant;

use common::{in_random_games, measure};
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
    let positions = in_random_games::<Bohnenspiel>(|one| endgames.probe(one).is_some());
    println!("{} positions of random games", positions.len());
    measure("probe", &positions, |position| endgames.probe(position));
    measure("probe again", &positions, |position| endgames.probe(position));
    measure("best", &positions, |position| endgames.best(position));
    Ok(())
}
