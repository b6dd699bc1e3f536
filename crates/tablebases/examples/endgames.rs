//! Builds the endgame tablebases of Das Bohnenspiel and measures them:
//! `cargo run --release -p spielwerk-tables --example endgames FOLDER UPTO`

mod common;

use std::env;
use std::error::Error;
use std::time::Instant;

use common::{in_random_games, measure};
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_tablebases::bohnenspiel::{EndgameTablebase, positions};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, upto] = &arguments[..] else {
        return Err("two arguments are needed: a folder, and how many beans to build up to".into());
    };
    let (dir, upto) = (TablebaseDir::from(folder), upto.parse()?);
    println!("{:?}", EndgameTablebase::estimate(&dir, upto));
    println!("beans    positions  seconds");
    for beans in (2..=upto).step_by(2) {
        let begin = Instant::now();
        EndgameTablebase::build(&dir, beans, &BuildMonitor::silent())?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("{beans:5} {:12} {seconds:8.2}", positions(beans));
    }
    let (endgames, _) = EndgameTablebase::open(&dir);
    let positions = in_random_games::<Bohnenspiel>(|one| endgames.probe(one).is_some());
    println!("{} positions of random games", positions.len());
    measure("probe", &positions, |position| endgames.probe(position));
    measure("probe again", &positions, |position| endgames.probe(position));
    measure("best", &positions, |position| endgames.best_move(position));
    Ok(())
}
