//! A game on the full screen, with keys and mouse.
//!
//! One event loop draws, polls the session, and handles keys and mouse; nothing in it blocks for
//! longer than a blink. The terminal is restored at the end, also after a panic.

mod app;
mod board_view;
mod help;
mod input;
mod panels;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::panic;
use std::thread;
use std::time::Duration;

use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Terminal};
use spielwerk_drawing::TerminalStyle;

use crate::{Session, SessionConfig, SessionError};
use app::App;
use view::HitMap;

/// How long the loop waits for input before it polls the session again.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// Plays on the whole terminal, until the person leaves.
pub fn full_screen(config: SessionConfig, style: TerminalStyle) -> Result<(), ScreenError> {
    let mut app = App::new(Session::new(config)?, style);
    let mut terminal = open()?;
    let played = run(&mut terminal, &mut app);
    close();
    Ok(played?)
}

/// Why the full screen cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// The session cannot start.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The terminal does not work.
    #[error("the terminal cannot be used for a full screen; try --plain")]
    Terminal(#[from] io::Error),
}

fn run(terminal: &mut DefaultTerminal, app: &mut App) -> io::Result<()> {
    let mut hits = draw(terminal, app)?;
    while !app.quit {
        let mut stale = app.poll();
        while event::poll(if stale { Duration::ZERO } else { POLL_INTERVAL })? {
            input::handle(app, &hits, &event::read()?);
            stale = true;
        }
        if stale || app.is_animated() {
            hits = draw(terminal, app)?;
        }
    }
    Ok(())
}

fn draw<B: ratatui::backend::Backend>(
    terminal: &mut Terminal<B>,
    app: &App,
) -> Result<HitMap, B::Error> {
    let mut hits = HitMap::default();
    terminal.draw(|frame| hits = view::draw(frame, app))?;
    Ok(hits)
}

/// Sets the terminal up. A panic of this thread restores it before the message is printed; a panic
/// of a player's thread is not printed, because it would disturb the screen.
fn open() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    let own = thread::current().id();
    let default_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == own {
            // The hook that ratatui has set restores all but the mouse.
            let _ = execute!(io::stdout(), DisableMouseCapture);
            default_hook(panic);
        }
    }));
    execute!(io::stdout(), EnableMouseCapture)?;
    Ok(terminal)
}

fn close() {
    // A terminal that has gone away needs no restoring.
    let _ = execute!(io::stdout(), DisableMouseCapture);
    ratatui::restore();
}
