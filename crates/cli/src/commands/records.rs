//! `spielwerk games events`, `export` and `import`: recorded games.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::json;
use spielwerk_arena::Store;
use spielwerk_arena::record::Archive;
use spielwerk_codecs::record::{GameRecord, text};

use crate::args::{GamesCommand, RecordFormat, StoreFile};
use crate::output;

pub(super) fn run(command: &GamesCommand) -> anyhow::Result<()> {
    match command {
        GamesCommand::Events { store } => events(&mut store.open()?),
        GamesCommand::Export { store, format, event } => {
            export(&mut store.open()?, *format, event.as_deref())
        }
        GamesCommand::Import { file, store } => import(&mut store.open()?, file),
    }
}

impl StoreFile {
    /// Opens the archive.
    pub(super) fn open(&self) -> anyhow::Result<Archive> {
        Ok(Archive::open(&Store::find(self.store.clone())?)?)
    }
}

fn events(archive: &mut Archive) -> anyhow::Result<()> {
    let mut out = output::stdout();
    for (name, games) in archive.events()? {
        writeln!(out, "{games:>9}  {name}")?;
    }
    Ok(out.flush()?)
}

fn export(archive: &mut Archive, format: RecordFormat, event: Option<&str>) -> anyhow::Result<()> {
    if let Some(name) = event {
        let there = archive.event(name)?.is_some();
        ensure!(there, "there is no event `{name}`; `spielwerk games events` lists all");
    }
    let mut out = output::stdout();
    for record in archive.records(event)? {
        match format {
            RecordFormat::Text => out.write_all(text::write(&record).as_bytes())?,
            RecordFormat::Jsonl => output::json_line(&mut out, &json!(record))?,
        }
    }
    Ok(out.flush()?)
}

fn import(archive: &mut Archive, file: &Path) -> anyhow::Result<()> {
    let read = if file == Path::new("-") {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(file)
    };
    let text = read.with_context(|| format!("cannot read `{}`", file.display()))?;
    let records = if text.trim_start().starts_with('{') {
        GameRecord::parse_json_lines(&text)
    } else {
        text::read(&text)
    };
    let records = records.with_context(|| format!("`{}`", file.display()))?;
    let new = archive.import(&records)?;
    let mut out = output::stdout();
    writeln!(out, "{} games, {new} of them new", records.len())?;
    Ok(out.flush()?)
}
