//! `spielwerk book`: an opening book by long searches, and from what is proven.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};

use anyhow::Context;
use spielwerk_games::AnyPosition;
use spielwerk_players::{Book, BookBuilder, BookEntry, SearchParams, build};
use spielwerk_search::{Clock, Limits, StopFlag};

use crate::args::BookArgs;
use crate::commands::stop_on_interrupt;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &BookArgs) -> anyhow::Result<()> {
    let path = options.out.display();
    let written = match fs::read_to_string(&options.out) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| path.to_string()),
    };
    let mut book = Book::read(options.game, &written).with_context(|| path.to_string())?;
    let mut file = OpenOptions::new().create(true).append(true).open(&options.out);
    let file = file.as_mut().map_err(|error| anyhow::anyhow!("{path}: {error}"))?;
    #[cfg(feature = "store")]
    if let Some(ledger) = &options.ledger {
        add_proven(options, ledger, &mut book, file)?;
    }
    search(options, &mut book, file)?;
    let mut out = output::stdout();
    writeln!(out, "{path}: {} positions", book.len())?;
    Ok(out.flush()?)
}

/// Searches what the book does not have. Every entry is written at once, so that nothing is lost when
/// the command is stopped.
fn search(options: &BookArgs, book: &mut Book, file: &mut File) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let mut player = build(options.game, &options.player)?;
    let limits = Limits { clock: Clock::Cpu, ..Limits::time(options.time) };
    let progress = Progress::new("book");
    let mut builder = BookBuilder {
        game: options.game,
        plies: options.plies.into(),
        player: &mut *player,
        params: SearchParams { threads: options.threads, stop, ..SearchParams::new(limits) },
    };
    builder.run(book, |position, entry, done, all| {
        progress.update(done, all);
        write(file, position, entry)
    })?;
    progress.finish();
    Ok(())
}

fn write(file: &mut File, position: &AnyPosition, entry: &BookEntry) -> anyhow::Result<()> {
    Ok(file.write_all(Book::line(position, entry).as_bytes())?)
}

/// Adds what a ledger has proven, in place of what was searched.
#[cfg(feature = "store")]
fn add_proven(
    options: &BookArgs,
    ledger: &std::path::Path,
    book: &mut Book,
    file: &mut File,
) -> anyhow::Result<()> {
    use spielwerk_games::Wdl;
    use spielwerk_search::Score;
    for proven in spielwerk_solver::proven_moves(ledger)? {
        let position = options.game.read_position(&proven.position)?;
        let best_move = position.read_move(&proven.best_move)?;
        let wdl = if proven.mover_wins { Wdl::Win(None) } else { Wdl::Loss(None) };
        let entry = BookEntry { best_move, score: Score::from_wdl(wdl, 0), proven: true };
        if book.get(&position).is_none_or(|known| !known.proven) {
            book.insert(&position, entry);
            write(file, &position, &entry)?;
        }
    }
    Ok(())
}
