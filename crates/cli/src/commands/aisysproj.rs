//! `spielwerk aisysproj`: play on the course's server, or practise at home.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use arena::Store;
use protocols::aisysproj::client::{Event, Ledger};
use protocols::aisysproj::{Config, Server, Session};
use search::{Limits, Stop};
use serde_json::{Value, json};

use super::stop_between_games;
use crate::args::{
    Aisysproj, AisysprojAgent, AisysprojCommand, AisysprojPlay, AisysprojServe, AisysprojStore,
};
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Aisysproj) -> anyhow::Result<()> {
    match &options.what {
        AisysprojCommand::Play(options) => play(options),
        AisysprojCommand::Serve(options) => serve(options),
        AisysprojCommand::Agent(options) => agent(options),
    }
}

fn play(options: &AisysprojPlay) -> anyhow::Result<()> {
    let session = session(options)?;
    let mut record = options.record.as_deref().map(open_record).transpose()?;
    let mut unwritten = Ok(());
    let stop = Stop::default();
    stop_between_games(&stop)?;
    let progress = Progress::new(&session.config.environment);
    let begun = Instant::now();
    let ledger = session.play(&stop, &mut |event| match event {
        Event::Note(note) => progress.note(&note),
        Event::Answered(ledger) => {
            let done = ledger.games().min(session.runs);
            progress.tell_more(done, session.runs, || standing(ledger));
        }
        Event::Finished(run) => {
            let line = format!("{}\n", run.json());
            if let Some(Err(error)) = record.as_mut().map(|file| file.write_all(line.as_bytes())) {
                unwritten = Err(error);
                stop.stop();
            }
        }
    });
    progress.end();
    let ledger = ledger?;
    unwritten.context("cannot write the record")?;
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &to_json(&session, &ledger))?;
    } else {
        let (environment, game) = (&session.config.environment, session.game.name());
        let seconds = begun.elapsed().as_secs();
        writeln!(out, "{environment} ({game}) by {}: {seconds} s", session.player)?;
        writeln!(out, "{}", standing(&ledger))?;
        if ledger.open > 0 {
            writeln!(out, "{} runs are open; the same command goes on with them", ledger.open)?;
        }
    }
    Ok(out.flush()?)
}

/// A file to add lines to.
fn open_record(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write the record `{}`", path.display()))
}

/// The session that the options describe.
fn session(options: &AisysprojPlay) -> anyhow::Result<Session> {
    let config = Config::read(&options.config)?;
    let mut session = Session::new(config, options.variant)?;
    let own = &options.player.limits;
    let limited = own.time.is_some() || own.nodes.is_some() || own.depth.is_some();
    match options.time {
        Some(time) => session.limits = Limits::time(time),
        None if limited => session.limits = Limits::default(),
        None => {}
    }
    session.player = options.player.clone();
    session.runs = options.runs;
    session.parallel = options.parallel || !options.single;
    Ok(session)
}

/// How things stand, in a line.
fn standing(ledger: &Ledger) -> String {
    let number =
        |rating: Option<f64>| rating.map_or_else(|| "–".into(), |rating| format!("{rating:.2}"));
    let mut text = format!(
        "{} games, {} points, rating {}, best of {} {}",
        ledger.games(),
        ledger.points,
        number(ledger.rating()),
        Ledger::WINDOW,
        number(ledger.best)
    );
    if ledger.refused > 0 {
        text.push_str(&format!(", {} moves refused", ledger.refused));
    }
    if ledger.unheard > 0 {
        text.push_str(&format!(", {} outcomes unheard", ledger.unheard));
    }
    text
}

fn to_json(session: &Session, ledger: &Ledger) -> Value {
    json!({
        "environment": session.config.environment,
        "game": session.game.name(),
        "player": session.player.to_string(),
        "games": ledger.games(),
        "points": ledger.points,
        "rating": ledger.rating(),
        "best": ledger.best,
        "refused": ledger.refused,
        "unheard": ledger.unheard,
        "open": ledger.open,
    })
}

fn serve(options: &AisysprojServe) -> anyhow::Result<()> {
    let server = open(&options.store, options.seed)?;
    server.run(SocketAddr::new(options.bind, options.port), |address| {
        println!("practice server at http://{address}, Ctrl-C ends it");
    })?;
    Ok(())
}

fn agent(options: &AisysprojAgent) -> anyhow::Result<()> {
    let folder = &options.directory;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
    let server = open(&options.store, None)?;
    let configs = server.register(&options.name, &options.url, options.renew)?;
    let mut out = output::stdout();
    for config in configs {
        let path = folder.join(format!("{}.json", config.environment));
        output::write_secret_file(&path, config.text().as_bytes())?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(out.flush()?)
}

fn open(options: &AisysprojStore, seed: Option<u64>) -> anyhow::Result<Server> {
    let path = Store::find(options.store.clone())?;
    Ok(Server::new(Store::open(&path)?, seed)?)
}
