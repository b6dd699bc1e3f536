//! `spielwerk play`: a game in the terminal.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};

use arena::{Control, TimeLimit};
use search::Limits;
use tables::Place;
use terminal::{Plan, Seating};

use crate::args::Play;
use crate::output;

pub(crate) fn run(options: &Play) -> anyhow::Result<()> {
    let game = options.place.game;
    let players = options.players.iter().flat_map(|list| Seating::split(list)).collect();
    let seating = Seating { person: options.seat.clone(), players };
    let plan = Plan {
        game,
        start: options.place.read()?,
        chairs: seating.arrange(game)?,
        control: control(options.time),
        seed: options.seed.unwrap_or_else(|| RandomState::new().hash_one(())),
    };
    // Small tables are worth having by the end of the game.
    if let Ok(place) = Place::find(None) {
        tables::prepare_in_background(game.name(), place);
    }
    let style = terminal::capabilities();
    if options.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let (mut input, mut out) = (io::stdin().lock(), output::stdout());
        terminal::plain(plan, seating.is_open(game), &mut input, &mut out, style.unicode)?;
    } else {
        terminal::full_screen(plan, style)?;
    }
    Ok(())
}

/// The time asked for: a second a move, unless there is a clock.
fn control(time: Option<TimeLimit>) -> Control {
    match time {
        None => Control::per_move(Limits::time(Plan::PATIENCE)),
        Some(TimeLimit::Move(time)) => Control::per_move(Limits::time(time)),
        Some(TimeLimit::Game(game)) => Control { per_game: Some(game), ..Control::default() },
    }
}
