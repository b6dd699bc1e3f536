//! `spielwerk selfplay` and `spielwerk train`: games that a network learns from, and its training.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, ensure};
use spielwerk_arena::selfplay::SelfPlay;
use spielwerk_arena::{Adjudicate, atomic_write};
use spielwerk_nets::{Epoch, NetworkInfo, SampleFile, Training, train};
use spielwerk_players::{network_symmetries, network_words};
use spielwerk_search::StopFlag;

use crate::args::{SelfPlayArgs, TrainArgs};
use crate::commands::{loss_curve, stop_on_interrupt};
use crate::output;
use crate::progress::Progress;

pub(crate) fn selfplay(options: &SelfPlayArgs) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    play_games(options, &stop).map(drop)
}

pub(crate) fn run(options: &TrainArgs) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    train_network(options, &stop).map(drop)
}

/// Plays games and adds their positions to a file; returns the number of games in the file, fewer than
/// asked for if it was interrupted.
pub(super) fn play_games(options: &SelfPlayArgs, stop: &StopFlag) -> anyhow::Result<u64> {
    let words = network_words(options.game);
    ensure!(words > 0, "{} has no network inputs", options.game.name());
    let mut file = SampleFile::open(&options.out, options.game.name(), words)?;
    let selfplay = SelfPlay {
        game: options.game,
        player: options.player.clone(),
        nodes: options.nodes,
        opening_plies: options.openings,
        adjudication: options.adjudicate == Adjudicate::Tables,
        concurrency: options.concurrency,
        seed: options.seed,
    };
    let progress = Progress::new("games");
    selfplay.run(&mut file, options.games, stop, &mut |games| {
        progress.update(games as usize, options.games as usize);
    })?;
    progress.finish();
    let mut out = output::stdout();
    let path = options.out.display();
    writeln!(out, "{path}: {} positions of {} games", file.samples(), file.games())?;
    out.flush()?;
    Ok(file.games())
}

/// Trains a network and writes it to a file; returns whether it was not interrupted.
pub(super) fn train_network(options: &TrainArgs, stop: &StopFlag) -> anyhow::Result<bool> {
    let (game, words) = (options.game, network_words(options.game));
    ensure!(words > 0, "{} has no network inputs", game.name());
    let mut samples = Vec::new();
    for path in &options.samples {
        // Opening a file that is missing would create it.
        fs::metadata(path).with_context(|| path.display().to_string())?;
        samples.extend(SampleFile::open(path, game.name(), words)?.read_all()?);
    }
    ensure!(!samples.is_empty(), "there are no samples to learn from");
    let training = training(options, words, samples.len());
    let progress = Progress::new("epochs");
    let mut epochs = Vec::new();
    let network = train(&samples, &training, &mut |epoch| {
        epochs.push(epoch);
        let losses = format!("loss {:.5}, {:.5}", epoch.training_loss, epoch.validation_loss);
        progress.update_with(epoch.number, options.epochs, || losses);
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    progress.finish();
    atomic_write(&options.out, &network.write())?;
    if let Some(path) = &options.curve {
        atomic_write(path, loss_curve::draw(&epochs).as_bytes())?;
    }
    report(options, samples.len(), &epochs)?;
    Ok(epochs.len() == options.epochs)
}

fn training(options: &TrainArgs, words: usize, samples: usize) -> Training {
    let recipe = format!(
        "{samples} positions, {} epochs, batch {}, rate {}, results {}, seed {}",
        options.epochs, options.batch, options.rate, options.results, options.seed
    );
    Training {
        info: NetworkInfo {
            game: options.game.name().to_owned(),
            recipe,
            words,
            hidden: options.hidden,
            scale: options.scale,
        },
        epochs: options.epochs,
        batch: options.batch,
        learning_rate: options.rate,
        result_share: options.results,
        seed: options.seed,
        symmetries: network_symmetries(options.game),
    }
}

fn report(options: &TrainArgs, samples: usize, epochs: &[Epoch]) -> anyhow::Result<()> {
    let mut out = output::stdout();
    writeln!(out, "epoch  training  validation")?;
    for Epoch { number, training_loss, validation_loss } in epochs {
        writeln!(out, "{number:5}  {training_loss:8.5}  {validation_loss:10.5}")?;
    }
    writeln!(out, "{}: learned from {samples} positions", options.out.display())?;
    Ok(out.flush()?)
}
