//! `spielwerk play`: a game in the terminal.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};

use spielwerk_arena::TimeLimit;
use spielwerk_search::Limits;
use spielwerk_session::TimeControl;
use spielwerk_tablebases::TablebaseDir;
use spielwerk_terminal::{Seating, SessionConfig};

use crate::args::Play;
use crate::output;

pub(crate) fn run(options: &Play) -> anyhow::Result<()> {
    let game = options.input.game;
    let players = options.players.iter().flat_map(|list| Seating::split(list)).collect();
    let seating = Seating { person: options.seat.clone(), players };
    let config = SessionConfig {
        game,
        start: options.input.read()?,
        seats: seating.arrange(game)?,
        time_control: time_control(options.time),
        seed: options.seed.unwrap_or_else(|| RandomState::new().hash_one(())),
    };
    // Small tablebases are worth building for the end of the game, unless it costs clock time.
    let on_the_clock = matches!(options.time, Some(TimeLimit::Game(_)));
    if let (false, Ok(directory)) = (on_the_clock, TablebaseDir::find(None)) {
        spielwerk_tablebases::build_in_background(game.name(), directory);
    }
    let style = spielwerk_terminal::capabilities();
    if options.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let (mut input, mut out) = (io::stdin().lock(), output::stdout());
        spielwerk_terminal::plain(
            config,
            seating.is_open(game),
            &mut input,
            &mut out,
            style.unicode,
        )?;
    } else {
        spielwerk_terminal::full_screen(config, style)?;
    }
    Ok(())
}

/// The time control: a second a move by default.
fn time_control(time: Option<TimeLimit>) -> TimeControl {
    match time {
        None => TimeControl::per_move(Limits::time(SessionConfig::DEFAULT_MOVE_TIME)),
        Some(TimeLimit::Move(time)) => TimeControl::per_move(Limits::time(time)),
        Some(TimeLimit::Game(game)) => {
            TimeControl { per_game: Some(game), ..TimeControl::default() }
        }
    }
}
