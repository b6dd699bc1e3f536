//! Builds the endgame tablebases of Fanorona and measures them:
//! `cargo run --release -p spielwerk-tables --example stones FOLDER UPTO`

mod common;

use std::env;
use std::error::Error;
use std::time::Instant;

use common::{in_random_games, measure};
use spielwerk_games::Wdl;
use spielwerk_games::fanorona::{BoardSize, DynFanorona};
use spielwerk_tablebases::fanorona::EndgameTablebase;
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

const SIZE: BoardSize = BoardSize::new(5, 9);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, upto] = &arguments[..] else {
        return Err("two arguments are needed: a folder, and how many stones to build up to".into());
    };
    let (dir, upto) = (TablebaseDir::from(folder), upto.parse()?);
    println!("{:?}", EndgameTablebase::estimate(&dir, SIZE, upto));
    println!("stones    positions  seconds");
    for stones in 2..=upto {
        let begin = Instant::now();
        EndgameTablebase::build(&dir, SIZE, stones, &BuildMonitor::silent())?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("{stones:6} {:12} {seconds:8.2}", EndgameTablebase::positions(SIZE, stones));
    }
    let (endgames, _) = EndgameTablebase::open(&dir, SIZE);
    let positions = in_random_games::<DynFanorona>(|one| endgames.probe(one).is_some());
    let wdls: Vec<Wdl> = positions.iter().filter_map(|one| endgames.probe(one)).collect();
    let of = |kind: fn(&Wdl) -> bool| wdls.iter().filter(|wdl| kind(wdl)).count();
    println!(
        "{} positions of random games: {} won, {} drawn, {} lost",
        wdls.len(),
        of(|wdl| matches!(wdl, Wdl::Win(_))),
        of(|wdl| matches!(wdl, Wdl::Draw)),
        of(|wdl| matches!(wdl, Wdl::Loss(_))),
    );
    measure("probe", &positions, |position| endgames.probe(position));
    measure("probe again", &positions, |position| endgames.probe(position));
    Ok(())
}
