//! `spielwerk puzzles`: makes puzzles with proven solutions.

use std::io::Write;

use spielwerk_puzzles::{Generator, PuzzleFile};
use spielwerk_search::StopFlag;

use crate::args::Puzzles;
use crate::commands::stop_on_interrupt;
use crate::output;
use crate::progress::Progress;

pub(crate) fn run(options: &Puzzles) -> anyhow::Result<()> {
    let generator = Generator {
        game: options.game,
        player: options.player.clone(),
        seed: options.seed,
        max_turns: options.turns,
    };
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    match &options.out {
        None => print(&generator, options.count, &stop),
        Some(path) => {
            let mut file = PuzzleFile::open(path, options.game.name())?;
            let first = file.next_game(options.seed);
            let progress = Progress::new("puzzles");
            for number in first.. {
                progress
                    .update_with(file.puzzles().len(), options.count, || format!("{number} games"));
                if stop.is_stopped() || file.puzzles().len() >= options.count {
                    break;
                }
                if let Some(puzzle) = generator.puzzle(number)? {
                    file.append(puzzle)?;
                }
            }
            progress.finish();
            let mut out = output::stdout();
            writeln!(out, "{}: {} puzzles", path.display(), file.puzzles().len())?;
            Ok(out.flush()?)
        }
    }
}

/// Prints puzzles as they would stand in a file.
fn print(generator: &Generator, count: usize, stop: &StopFlag) -> anyhow::Result<()> {
    let progress = Progress::new("puzzles");
    let mut found = 0;
    for number in 0.. {
        progress.update_with(found, count, || format!("{number} games"));
        if stop.is_stopped() || found >= count {
            break;
        }
        if let Some(puzzle) = generator.puzzle(number)? {
            found += 1;
            let mut out = output::stdout();
            writeln!(out, "{}", serde_json::to_string(&puzzle)?)?;
            out.flush()?;
        }
    }
    progress.finish();
    Ok(())
}
