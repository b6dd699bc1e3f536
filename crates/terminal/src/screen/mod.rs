//! A game on the full screen, with keys and mouse.
//!
//! One loop draws, takes in what players have thought, and reacts to what is pressed; nothing in it
//! waits for anybody longer than a blink. The terminal is given back as it was, also after a panic.

mod app;
mod help;
mod input;
mod panels;
mod seen;
#[cfg(test)]
mod tests;
mod view;

use std::io;
use std::panic;
use std::thread;
use std::time::Duration;

use drawing::TerminalStyle;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Terminal};

use crate::{Plan, Session, TableError};
use app::App;
use view::Touch;

/// How long the loop listens to the keyboard before it looks after the players again.
const BLINK: Duration = Duration::from_millis(40);

/// Plays on the whole terminal, until the person leaves.
pub fn full_screen(plan: Plan, style: TerminalStyle) -> Result<(), ScreenError> {
    let mut app = App::new(Session::new(plan)?, style);
    let mut terminal = open()?;
    let played = run(&mut terminal, &mut app);
    close();
    Ok(played?)
}

/// Why there is no game on the screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// Somebody does not come.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The terminal does not work.
    #[error("the terminal cannot be used for a full screen; try --plain")]
    Terminal(#[from] io::Error),
}

fn run(terminal: &mut DefaultTerminal, app: &mut App) -> io::Result<()> {
    let mut touch = draw(terminal, app)?;
    while !app.quit {
        let mut stale = app.attend();
        while event::poll(if stale { Duration::ZERO } else { BLINK })? {
            input::handle(app, &touch, &event::read()?);
            stale = true;
        }
        if stale || app.runs() {
            touch = draw(terminal, app)?;
        }
    }
    Ok(())
}

fn draw<B: ratatui::backend::Backend>(
    terminal: &mut Terminal<B>,
    app: &App,
) -> Result<Touch, B::Error> {
    let mut touch = Touch::default();
    terminal.draw(|frame| touch = view::draw(frame, app))?;
    Ok(touch)
}

/// Takes the terminal over. A panic of this thread gives it back before it is told; one of a
/// player's thread is that player's own affair and must not disturb the screen.
fn open() -> io::Result<DefaultTerminal> {
    let terminal = ratatui::try_init()?;
    let own = thread::current().id();
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if thread::current().id() == own {
            // The hook that ratatui has set gives back all but the mouse.
            let _ = execute!(io::stdout(), DisableMouseCapture);
            tell(panic);
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
