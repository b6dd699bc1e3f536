//! Keys and mouse. A click on a button below the board presses its key.
//!
//! Commands are letters with which no notation begins; any character with which a legal move begins
//! starts to type one.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::app::{App, Confirmation};
use super::board_view::Direction;
use super::view::HitMap;

/// The longest move that can be typed.
const MAX_TYPED: usize = 400;
/// By how many moves the wheel scrolls.
const WHEEL: isize = 3;

/// Reacts to one event.
pub(crate) fn handle(app: &mut App, hits: &HitMap, event: &Event) {
    match event {
        Event::Key(pressed) if pressed.kind != KeyEventKind::Release => {
            // One line stays in view for orientation.
            let page = hits.page().saturating_sub(2).max(1) as isize;
            match pressed.code {
                KeyCode::PageUp => app.scroll(page, hits.page()),
                KeyCode::PageDown => app.scroll(-page, hits.page()),
                _ => key(app, *pressed),
            }
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                click(app, hits, (mouse.column, mouse.row));
            }
            MouseEventKind::ScrollUp => app.scroll(WHEEL, hits.page()),
            MouseEventKind::ScrollDown => app.scroll(-WHEEL, hits.page()),
            _ => {}
        },
        _ => {}
    }
}

fn key(app: &mut App, pressed: KeyEvent) {
    // Some keyboards have AltGr, by which brackets are typed, as both together.
    let control = pressed.modifiers.contains(KeyModifiers::CONTROL)
        && !pressed.modifiers.contains(KeyModifiers::ALT);
    if control && pressed.code == KeyCode::Char('c') {
        app.quit = true;
    } else if !control {
        app.error = None;
        press(app, pressed.code);
    }
}

/// Handles a key by what is shown at the moment.
fn press(app: &mut App, code: KeyCode) {
    if app.help {
        app.help = false;
    } else if let Some(confirmation) = app.confirmation {
        match code {
            KeyCode::Char('y') | KeyCode::Enter => app.confirm(confirmation),
            _ => app.confirmation = None,
        }
    } else if app.typed.is_some() {
        edit_move(app, code);
    } else {
        command(app, code);
    }
}

fn edit_move(app: &mut App, code: KeyCode) {
    let Some(text) = &mut app.typed else { return };
    match code {
        KeyCode::Enter => app.submit(),
        KeyCode::Esc => app.typed = None,
        KeyCode::Backspace => {
            text.pop();
            if text.is_empty() {
                app.typed = None;
            }
        }
        KeyCode::Char(sign) if text.len() < MAX_TYPED => text.push(sign),
        _ => {}
    }
}

fn command(app: &mut App, code: KeyCode) {
    match code {
        KeyCode::Left => app.move_cursor(Direction::Left),
        KeyCode::Right => app.move_cursor(Direction::Right),
        KeyCode::Up => app.move_cursor(Direction::Up),
        KeyCode::Down => app.move_cursor(Direction::Down),
        KeyCode::Tab => app.cycle(false),
        KeyCode::BackTab => app.cycle(true),
        KeyCode::Enter if app.may_stop_at_cursor() => app.stop_here(),
        KeyCode::Enter | KeyCode::Char(' ') => app.click(app.cursor),
        KeyCode::Esc | KeyCode::Backspace => app.drop_last(),
        KeyCode::F(1) => app.help = true,
        KeyCode::Char(sign) => command_letter(app, sign),
        _ => {}
    }
}

fn command_letter(app: &mut App, sign: char) {
    match sign {
        '.' => app.stop_here(),
        '?' => app.help = true,
        't' => app.ask_tip(),
        'p' => app.toggle_analysis(),
        'u' => app.undo(),
        'y' => app.redo(),
        'v' => app.flip_board(),
        'n' => app.ask_confirmation(Confirmation::NewGame(0)),
        'o' => app.ask_confirmation(Confirmation::NewGame(1)),
        'q' => app.ask_confirmation(Confirmation::Quit),
        'r' => match app.session.person() {
            Some(seat) => app.ask_confirmation(Confirmation::Resign(seat)),
            None => app.error = Some("Only who is to move can resign.".into()),
        },
        _ if app.begins_move(sign) => app.typed = Some(sign.into()),
        _ => {}
    }
}

fn click(app: &mut App, hits: &HitMap, cell: (u16, u16)) {
    app.error = None;
    if let Some(code) = hits.key_at(cell) {
        press(app, code);
    } else if app.help {
        app.help = false;
    } else if app.confirmation.is_none()
        && let Some(site) = hits.site_at(cell)
    {
        app.typed = None;
        app.click(site);
    }
}
