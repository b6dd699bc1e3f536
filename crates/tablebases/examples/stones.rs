//! Builds the endgame tablebases of Fanorona and measures them:
//! `cargo run --release -p spielwerk-tablebases --example stones FOLDER UPTO`

mod common;

use std::env;
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use common::{in_random_games, measure};
use spielwerk_games::Wdl;
use spielwerk_games::fanorona::{BoardSize, DynFanorona};
use spielwerk_tablebases::fanorona::EndgameTablebase;
use spielwerk_tablebases::{BuildMonitor, Progress, TablebaseDir};

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
        let stages = Mutex::new(Vec::new());
        let report = |progress: Progress| begin_stage(&stages, &progress);
        let begin = Instant::now();
        let never = AtomicBool::new(false);
        EndgameTablebase::build(&dir, SIZE, stones, &BuildMonitor::new(&never, &report))?;
        let seconds = begin.elapsed().as_secs_f64();
        println!("{stones:6} {:12} {seconds:8.2}", EndgameTablebase::positions(SIZE, stones));
        print_stages(&stages.into_inner().unwrap_or_else(PoisonError::into_inner));
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

/// Remembers when a stage began, unless it is the last one already.
fn begin_stage(stages: &Mutex<Vec<(String, Instant)>>, progress: &Progress) {
    let Ok(mut stages) = stages.lock() else { return };
    let stage = progress.stage.to_string();
    if stages.last().is_none_or(|(last, _)| *last != stage) {
        stages.push((stage, Instant::now()));
    }
}

/// Prints how long each stage took, those under a tenth of a second left out.
fn print_stages(stages: &[(String, Instant)]) {
    let ends = stages.iter().skip(1).map(|(_, begin)| *begin).chain([Instant::now()]);
    for ((stage, begin), end) in stages.iter().zip(ends) {
        let seconds = (end - *begin).as_secs_f64();
        if seconds >= 0.1 {
            println!("{stage:>28} {seconds:8.2}");
        }
    }
}
