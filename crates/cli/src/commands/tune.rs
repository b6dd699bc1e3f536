//! `spielwerk tune`: self-play games, and evaluation weights fitted to their results.

use std::io::Write;

use anyhow::ensure;
use serde_json::json;
use spielwerk_arena::tuning::{Fit, Samples};
use spielwerk_arena::{Openings, Referee};
use spielwerk_engines::Entrant;
use spielwerk_players::PlayerSpec;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::{GameLimits, TimeControl};

use crate::args::Tune;
use crate::commands::stop_on_interrupt;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tune) -> anyhow::Result<()> {
    let (samples, games) = play(options)?;
    ensure!(games > 0, "no game was played to its end, so there is nothing to fit");
    let progress = Progress::new("fit");
    let fit = Fit::run(options.game, &options.player, &samples, &mut |round, loss| {
        progress.update_with(round, round + 1, || format!("loss {loss:.5}"));
    })?;
    progress.finish();
    let mut out = output::stdout();
    let player = tuned(&options.player, &fit);
    if options.json {
        let weights = fit.weights.iter().map(
            |&(name, before, after)| json!({ "name": name, "before": before, "after": after }),
        );
        let report = json!({
            "game": options.game.name(),
            "games": games,
            "positions": samples.len(),
            "opinions": fit.evaluations,
            "loss": { "before": fit.loss.0, "after": fit.loss.1 },
            "weights": weights.collect::<Vec<_>>(),
            "player": player,
        });
        output::json_line(&mut out, &report)?;
    } else {
        writeln!(
            out,
            "{}: {games} games, {} positions, {} quiet evaluations, seed {}\n",
            options.game.name(),
            samples.len(),
            fit.evaluations,
            options.seed
        )?;
        writeln!(out, "{:12} {:>8} {:>8}", "weight", "before", "after")?;
        for (name, before, after) in &fit.weights {
            writeln!(out, "{name:12} {before:>8} {after:>8}")?;
        }
        writeln!(out, "{:12} {:>8.5} {:>8.5}\n", "loss", fit.loss.0, fit.loss.1)?;
        writeln!(out, "{player}")?;
    }
    Ok(out.flush()?)
}

/// Plays the self-play games.
fn play(options: &Tune) -> anyhow::Result<(Samples, usize)> {
    let game = options.game;
    let entrants: Result<Vec<Entrant>, _> =
        (0..game.seats()).map(|_| Entrant::new(game, &options.player)).collect();
    let control = TimeControl::per_move(Limits::nodes(options.nodes));
    let contest = spielwerk_arena::Match {
        referee: Referee { time_control: control, limits: GameLimits::default_for(game) },
        openings: Openings::Random { plies: options.openings },
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
        ..spielwerk_arena::Match::new(game, entrants?)
    };
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let progress = Progress::new("games");
    let mut samples = Samples::default();
    let tally = contest.play(&stop, &mut |finished, tally| {
        samples.add(&finished.played);
        progress.update(tally.games, contest.total());
    })?;
    progress.finish();
    Ok((samples, tally.games))
}

/// The player with the weights that were found.
fn tuned(player: &PlayerSpec, fit: &Fit) -> String {
    let weights = fit.weights.iter().map(|&(name, _, after)| (name.to_owned(), after));
    PlayerSpec { weights: weights.collect(), ..player.clone() }.to_string()
}
