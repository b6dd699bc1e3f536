//! `spielwerk solve --ledger`: a large proof, position by position.

use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use spielwerk_games::AnyGame;
use spielwerk_players::{GameState, SearchParams};
use spielwerk_search::{Limits, Score};
use spielwerk_solver::{
    CampaignOptions, ClaimQueue, LedgerStatus, Problem, SolveOptions, SolveProgress, prove_win,
};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

use super::tables::{interruptions, show_build_progress};
use crate::args::Solve;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(
    problem: &Problem,
    options: &Solve,
    ledger: &Path,
    directory: TablebaseDir,
) -> anyhow::Result<()> {
    if options.campaign.status {
        return print_status(&spielwerk_solver::status(ledger)?, options.json);
    }
    let stop = interruptions()?;
    let (building, searching) = (Progress::new("tables"), Progress::new("solve"));
    let report = |made: spielwerk_tablebases::Progress| show_build_progress(&building, made);
    let each = |made: SolveProgress| {
        searching.count(made.nodes, &format!("boards {}", made.stage));
        !stop.load(Relaxed)
    };
    let order = |position: &str| {
        let ordered = order_moves(options.input.game, position, options.campaign.order_time);
        ordered.unwrap_or_default()
    };
    let with = CampaignOptions {
        search: SolveOptions {
            memory: options.memory,
            threads: options.threads,
            checkpoint: options.resume.clone(),
            checkpoint_interval: CHECKPOINT_INTERVAL,
            proof: options.proof.clone(),
            ..SolveOptions::new(directory)
        },
        ledger: ledger.to_owned(),
        import: options.campaign.import.clone(),
        budget: options.campaign.budget * 1_000_000,
    };
    let monitor = BuildMonitor::new(&stop, &report);
    let mover_wins = options.campaign.winner == "mover";
    let prove = |workers: Option<&ClaimQueue<'_>>| {
        prove_win(problem, mover_wins, &with, &order, workers, &monitor, &each)
    };
    #[cfg(feature = "cluster")]
    let found = match &options.campaign.queue {
        Some(url) => {
            let queue = super::worker::handout_queue(url, &options.campaign.handout)?;
            let token = spielwerk_solver::queue_token(problem, mover_wins, &with)?;
            super::claims::with_workers(&queue, token, prove)?
        }
        None => prove(None)?,
    };
    #[cfg(not(feature = "cluster"))]
    let found = prove(None)?;
    searching.finish();
    let mut out = output::stdout();
    if options.json {
        let value = json!({
            "position": problem.position(),
            "winner": options.campaign.winner,
            "won": found.won,
            "boards": found.boards,
            "seconds": found.time.as_secs_f64(),
            "claims": found.claims,
        });
        output::json_line(&mut out, &value)?;
    } else {
        let seconds = found.time.as_secs_f64();
        writeln!(out, "searched    {} boards in {seconds:.1} s", found.boards)?;
        if let Some(claims) = found.claims {
            writeln!(out, "certificate {claims} claims")?;
        }
        let verdict = if found.won { "wins" } else { "does not win" };
        writeln!(out, "the {} {verdict}", options.campaign.winner)?;
    }
    Ok(out.flush()?)
}

/// A table of several gigabytes is not written too often.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(300);

/// The moves of a position by a search of the strongest player, each with its score.
fn order_moves(game: AnyGame, text: &str, time: Duration) -> anyhow::Result<Vec<(String, i32)>> {
    /// Kept from one position to the next, for what it remembers.
    static PLAYER: Mutex<Option<Box<dyn spielwerk_players::Player>>> = Mutex::new(None);
    let position = game.read_position(text)?;
    let mut player = PLAYER.lock().ok().context("a search has failed")?;
    let player = match &mut *player {
        Some(player) => player,
        none => none.insert(spielwerk_players::build(game, &"strong".parse()?)?),
    };
    let state = GameState::from_position(game, position);
    let moves = state.position().legal_moves().len();
    let params = SearchParams { multi_pv: moves, ..SearchParams::new(Limits::time(time)) };
    let analysis = player.choose(&state, &params, &mut |_| {})?;
    let scored = analysis.variations.iter().filter_map(|variation| {
        let first = variation.moves.first()?;
        Some((state.position().write_move(*first), in_hundredths(variation.score?)))
    });
    Ok(scored.collect())
}

/// A score as a number, with wins and losses beyond all others.
fn in_hundredths(score: Score) -> i32 {
    let decided = i32::from(score.is_win()) - i32::from(score.is_loss());
    score.hundredths().unwrap_or(decided * 1_000_000)
}

fn print_status(status: &LedgerStatus, json: bool) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let LedgerStatus { position, attacker, won, proven, open, unanswered, boards, seconds } =
        status;
    if json {
        let open: Vec<_> = open
            .iter()
            .map(|one| json!({"line": one.line, "boards": one.boards, "answered": one.answered}))
            .collect();
        let value = json!({
            "position": position, "attacker": attacker, "won": won, "proven": proven[0],
            "refuted": proven[1], "open": open, "unanswered": unanswered, "boards": boards,
            "seconds": seconds, "estimate": status.estimate(),
        });
        output::json_line(&mut out, &value)?;
        return Ok(out.flush()?);
    }
    let verdict = match won {
        Some(true) => "proven",
        Some(false) => "refuted",
        None => "open",
    };
    writeln!(out, "{attacker} wins {position}: {verdict}")?;
    writeln!(out, "proven      {} positions won, {} not won", proven[0], proven[1])?;
    writeln!(out, "searched    {boards} boards in {seconds:.0} s")?;
    writeln!(out, "open        {} positions, {unanswered} unanswered moves", open.len())?;
    for one in open {
        let [answered, all] = one.answered;
        let moves =
            if all > 0 { format!(", {answered} of {all} moves answered") } else { String::new() };
        writeln!(out, "  [{}]  {} boards{moves}", one.line, one.boards)?;
    }
    if let Some(estimate) = status.estimate() {
        writeln!(out, "estimate    at least {estimate:.0} s more")?;
    }
    Ok(out.flush()?)
}
