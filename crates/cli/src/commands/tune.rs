//! `spielwerk tune`: games of a player against itself, and the weights that fit them.

use std::io::Write;

use anyhow::ensure;
use arena::tuning::{Fit, Samples};
use arena::{Bounds, Control, Entrant, Openings, Referee};
use players::Spec;
use search::{Limits, Stop};
use serde_json::json;

use crate::args::Tune;
use crate::commands::stop_between_games;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Tune) -> anyhow::Result<()> {
    let (samples, games) = play(options)?;
    ensure!(games > 0, "no game was played to its end, so there is nothing to fit");
    let progress = Progress::new("fit");
    let fit = Fit::to(options.game, &options.player, &samples, &mut |round, loss| {
        progress.tell_more(round, round + 1, || format!("loss {loss:.5}"));
    })?;
    progress.end();
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
            "opinions": fit.opinions,
            "loss": { "before": fit.loss.0, "after": fit.loss.1 },
            "weights": weights.collect::<Vec<_>>(),
            "player": player,
        });
        output::json_line(&mut out, &report)?;
    } else {
        writeln!(
            out,
            "{}: {games} games, {} positions, {} quiet opinions, seed {}\n",
            options.game.name(),
            samples.len(),
            fit.opinions,
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

/// Games of the player against itself.
fn play(options: &Tune) -> anyhow::Result<(Samples, usize)> {
    let game = options.game;
    let entrants: Result<Vec<Entrant>, _> =
        (0..game.seats()).map(|_| Entrant::new(game, &options.player)).collect();
    let control = Control::per_move(Limits::nodes(options.nodes));
    let contest = arena::Match {
        referee: Referee { control, bounds: Bounds::usual(game) },
        openings: Openings::Random { plies: options.openings },
        games: options.games,
        concurrency: options.concurrency,
        seed: options.seed,
        ..arena::Match::new(game, entrants?)
    };
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new("games");
    let mut samples = Samples::default();
    let tally = contest.play(&stop, &mut |finished, tally| {
        samples.add(&finished.played);
        progress.tell(tally.games, contest.total());
    })?;
    progress.end();
    Ok((samples, tally.games))
}

/// The player with the weights that were found.
fn tuned(player: &Spec, fit: &Fit) -> String {
    let weights = fit.weights.iter().map(|&(name, _, after)| (name.to_owned(), after));
    Spec { weights: weights.collect(), ..player.clone() }.to_string()
}
