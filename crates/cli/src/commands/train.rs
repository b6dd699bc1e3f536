//! `spielwerk selfplay` and `spielwerk train`: games that a network learns from, and its training.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, ensure};
use spielwerk_arena::selfplay::SelfPlay;
#[cfg(feature = "cluster")]
use spielwerk_arena::selfplay::{SelfPlayHandout, handout_token};
use spielwerk_arena::{Adjudicate, atomic_write};
use spielwerk_codecs::record::GameRecord;
use spielwerk_nets::{
    Choice, Epoch, NetworkInfo, Sample, SampleFile, Training, train, train_policy,
};
use spielwerk_players::{network_symmetries, network_words, policy_choice, policy_name};
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
    let mut each = |games| progress.update(games as usize, options.games as usize);
    #[cfg(feature = "cluster")]
    match &options.queue {
        Some(url) => hand_out(&selfplay, &mut file, url, options, stop, &mut each)?,
        None => selfplay.run(&mut file, options.games, stop, &mut each)?,
    }
    #[cfg(not(feature = "cluster"))]
    selfplay.run(&mut file, options.games, stop, &mut each)?;
    progress.finish();
    let mut out = output::stdout();
    let path = options.out.display();
    writeln!(out, "{path}: {} positions of {} games", file.samples(), file.games())?;
    out.flush()?;
    Ok(file.games())
}

/// Lets workers play.
#[cfg(feature = "cluster")]
fn hand_out(
    selfplay: &SelfPlay,
    file: &mut SampleFile,
    url: &str,
    options: &SelfPlayArgs,
    stop: &StopFlag,
    each: &mut dyn FnMut(u64),
) -> anyhow::Result<()> {
    let queue = super::worker::handout_queue(url, &options.handout)?;
    let (token, token_file) = handout_token(&options.out)
        .with_context(|| format!("cannot write beside `{}`", options.out.display()))?;
    let mut games = SelfPlayHandout::new(selfplay, file, token, options.games)?;
    queue.selfplay(&mut games, stop, each)?;
    fs::remove_file(&token_file).with_context(|| token_file.display().to_string())
}

/// Trains a network and writes it to a file; returns whether it was not interrupted.
pub(super) fn train_network(options: &TrainArgs, stop: &StopFlag) -> anyhow::Result<bool> {
    let (game, words) = (options.game, network_words(options.game));
    ensure!(words > 0, "{} has no network inputs", game.name());
    let progress = Progress::new("epochs");
    let mut epochs = Vec::new();
    let mut on_epoch = |epoch: Epoch| {
        epochs.push(epoch);
        let losses = format!("loss {:.5}, {:.5}", epoch.training_loss, epoch.validation_loss);
        progress.update_with(epoch.number, options.epochs, || losses);
        if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let (network, positions) = if options.policy {
        let choices = read_choices(options)?;
        let training = policy_training(options, words, choices.len());
        (train_policy(&choices, &training, &mut on_epoch), choices.len())
    } else {
        let samples = read_samples(options, words)?;
        let training = training(options, words, samples.len());
        (train(&samples, &training, &mut on_epoch), samples.len())
    };
    progress.finish();
    atomic_write(&options.out, &network.write())?;
    if let Some(path) = &options.curve {
        atomic_write(path, loss_curve::draw(&epochs).as_bytes())?;
    }
    report(options, positions, &epochs)?;
    Ok(epochs.len() == options.epochs)
}

fn read_samples(options: &TrainArgs, words: usize) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for path in &options.samples {
        // Opening a file that is missing would create it.
        fs::metadata(path).with_context(|| path.display().to_string())?;
        samples.extend(SampleFile::open(path, options.game.name(), words)?.read_all()?);
    }
    ensure!(!samples.is_empty(), "there are no samples to learn from");
    Ok(samples)
}

/// The choices in recorded games, after their openings.
fn read_choices(options: &TrainArgs) -> anyhow::Result<Vec<Choice>> {
    let mut choices = Vec::new();
    for path in &options.samples {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        for record in GameRecord::parse_json_lines(&text).with_context(name)? {
            ensure!(
                record.game == options.game.name(),
                "{} has a game of {}, not of {}",
                path.display(),
                record.game,
                options.game.name()
            );
            let state = record.replay().with_context(name)?;
            let plies = state.positions().iter().zip(state.moves()).skip(record.opening.len());
            choices.extend(plies.filter_map(|(position, &m)| policy_choice(position, m)));
        }
    }
    ensure!(
        !choices.is_empty(),
        "there are no moves to learn from: {} has no policy network, or the games are empty",
        options.game.name()
    );
    Ok(choices)
}

/// The training of a policy network.
fn policy_training(options: &TrainArgs, words: usize, choices: usize) -> Training {
    let mut training = training(options, words, choices);
    training.info.game = policy_name(options.game.name());
    training.info.recipe = format!(
        "{choices} moves, {} epochs, batch {}, rate {}, seed {}",
        options.epochs, options.batch, options.rate, options.seed
    );
    // A score that is higher by one unit makes a move e times as likely.
    training.info.scale = 100;
    training
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
