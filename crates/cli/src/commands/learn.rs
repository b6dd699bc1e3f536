//! `spielwerk learn`: a network from nothing, generation after generation of self-play and training.
//!
//! Every generation leaves a file of positions and one of a network in the folder. What is there is
//! not done again, so an interrupted run goes on where it was.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use spielwerk_arena::Adjudicate;
use spielwerk_arena::recipe::{Generation, recipe};
use spielwerk_players::{Evaluation, PlayerSpec};
use spielwerk_search::StopFlag;

use super::{stop_on_interrupt, train};
use crate::args::{LearnArgs, SelfPlayArgs, TrainArgs};
use crate::output;

pub(crate) fn run(options: &LearnArgs) -> anyhow::Result<()> {
    let folder = &options.folder;
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let mut generations = recipe(options.game.name());
    if let Some(last) = options.generations {
        generations.truncate(last);
    }
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    for (nth, generation) in generations.iter().enumerate() {
        let number = nth + 1;
        if !network_file(folder, number).exists() && !learn(options, number, generation, &stop)? {
            return Ok(());
        }
    }
    let mut out = output::stdout();
    writeln!(out, "{}", network_file(folder, generations.len()).display())?;
    Ok(out.flush()?)
}

/// Plays and trains one generation; returns whether it was finished.
fn learn(
    options: &LearnArgs,
    number: usize,
    generation: &Generation,
    stop: &StopFlag,
) -> anyhow::Result<bool> {
    let (game, folder) = (options.game, &options.folder);
    let evaluation = match number {
        1 => Evaluation::Classic,
        _ => Evaluation::File(network_file(folder, number - 1)),
    };
    let selfplay = SelfPlayArgs {
        game,
        out: sample_file(folder, number),
        player: PlayerSpec {
            evaluation,
            eval_noise: generation.eval_noise,
            hash: 4,
            tables: false,
            ..PlayerSpec::named("strong")
        },
        games: options.games.unwrap_or(generation.games),
        nodes: options.nodes.unwrap_or(generation.nodes),
        openings: generation.opening_plies,
        adjudicate: Adjudicate::Off,
        concurrency: options.concurrency,
        seed: number as u64,
        #[cfg(feature = "cluster")]
        queue: None,
        #[cfg(feature = "cluster")]
        handout: crate::args::HandoutArgs::default(),
    };
    if train::play_games(&selfplay, stop)? < selfplay.games {
        return Ok(false);
    }
    ensure!(generation.sample_generations <= number, "generation {number} has too few before it");
    // A training that was stopped has written a network too, of which nothing is to be learned.
    let unfinished = network_file(folder, number).with_extension("unfinished");
    let first = number + 1 - generation.sample_generations;
    let training = TrainArgs {
        game,
        samples: (first..=number).map(|number| sample_file(folder, number)).collect(),
        out: unfinished.clone(),
        policy: false,
        curve: Some(folder.join(format!("generation-{number}.svg"))),
        hidden: generation.hidden,
        epochs: generation.epochs,
        batch: 1024,
        rate: 0.002,
        results: generation.results,
        scale: generation.scale,
        seed: 0,
    };
    if !train::train_network(&training, stop)? {
        return Ok(false);
    }
    fs::rename(unfinished, network_file(folder, number))?;
    Ok(true)
}

fn network_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("generation-{number}.net"))
}

fn sample_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("generation-{number}.samples"))
}
