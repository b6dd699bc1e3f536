//! `spielwerk aisysproj`: client and practice server of the AISysProj protocol.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use serde_json::{Value, json};
use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::client::{ClientError, Event, RatingTracker};
use spielwerk_courses::aisysproj::{Client, Config, Server};
use spielwerk_search::{Limits, StopFlag};

use super::stop_on_interrupt;
use crate::args::{
    Aisysproj, AisysprojAgent, AisysprojCommand, AisysprojPlay, AisysprojServe, AisysprojStore,
};
use crate::progress::Progress;
use crate::{logging, output};

pub(crate) fn run(options: &Aisysproj) -> anyhow::Result<()> {
    match &options.command {
        AisysprojCommand::Play(options) => play(options),
        AisysprojCommand::Serve(options) => serve(options),
        AisysprojCommand::Agent(options) => agent(options),
    }
}

fn play(options: &AisysprojPlay) -> anyhow::Result<()> {
    let client = client(options)?;
    let mut record = options.record.as_deref().map(open_record).transpose()?;
    let mut unwritten = Ok(());
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let progress = Progress::new(&client.config.environment);
    let begun = Instant::now();
    let mut summary = RatingTracker::default();
    let result = client.play(&stop, &mut |event| match event {
        Event::Note(note) => progress.note(&note),
        Event::Progress(ratings) => {
            summary = ratings.clone();
            let done = ratings.games().min(client.runs);
            progress.update_with(done, client.runs, || standing(ratings));
        }
        Event::Finished(run) => {
            let line = format!("{}\n", run.json());
            if let Some(Err(error)) = record.as_mut().map(|file| file.write_all(line.as_bytes())) {
                unwritten = Err(error);
                stop.stop();
            }
        }
    });
    progress.finish();
    // However it ends, what was played is told.
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &to_json(&client, &summary, result.as_ref().err()))?;
    } else {
        let (environment, game) = (&client.config.environment, client.game.name());
        let seconds = begun.elapsed().as_secs();
        writeln!(out, "{environment} ({game}) by {}: {seconds} s", client.player)?;
        writeln!(out, "{}", standing(&summary))?;
        if summary.open > 0 {
            writeln!(out, "{} runs are open; the same command goes on with them", summary.open)?;
        }
    }
    out.flush()?;
    result?;
    unwritten.context("cannot write the record")
}

/// A file to add lines to.
fn open_record(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write the record `{}`", path.display()))
}

/// The client that the options describe.
fn client(options: &AisysprojPlay) -> anyhow::Result<Client> {
    let config = Config::read(&options.config)?;
    let mut client = Client::new(config, options.variant)?;
    let own = &options.player.limits;
    let limited = own.time.is_some() || own.nodes.is_some() || own.depth.is_some();
    match options.time {
        Some(time) => client.limits = Limits::cpu(time),
        None if limited => client.limits = Limits::default(),
        None => {}
    }
    client.player = options.player.clone();
    client.runs = options.runs;
    client.parallel = options.parallel || !options.single;
    Ok(client)
}

/// Points and ratings, in a line.
fn standing(ratings: &RatingTracker) -> String {
    let number =
        |rating: Option<f64>| rating.map_or_else(|| "–".into(), |rating| format!("{rating:.2}"));
    let mut text = format!(
        "{} games, {} points, rating {}, best of {} {}",
        ratings.games(),
        ratings.points,
        number(ratings.rating()),
        RatingTracker::RATING_WINDOW,
        number(ratings.best)
    );
    if ratings.refused > 0 {
        text.push_str(&format!(", {} moves refused", ratings.refused));
    }
    if ratings.unknown_outcomes > 0 {
        text.push_str(&format!(", {} outcomes unknown", ratings.unknown_outcomes));
    }
    text
}

fn to_json(client: &Client, ratings: &RatingTracker, error: Option<&ClientError>) -> Value {
    json!({
        "environment": client.config.environment,
        "game": client.game.name(),
        "player": client.player.to_string(),
        "games": ratings.games(),
        "points": ratings.points,
        "rating": ratings.rating(),
        "best": ratings.best,
        "refused": ratings.refused,
        "unheard": ratings.unknown_outcomes,
        "open": ratings.open,
        "error": error.map(ToString::to_string),
    })
}

fn serve(options: &AisysprojServe) -> anyhow::Result<()> {
    logging::start()?;
    let server = open(&options.store, options.seed)?.with_hosts(options.hosts.clone());
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
