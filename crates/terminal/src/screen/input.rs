//! Keys and mouse. What can be clicked below the board are keys, too: a click presses them.
//!
//! Commands are letters that no notation begins with; any sign that a legal move does begin with
//! starts a line to type one.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};

use super::app::{App, Doubt};
use super::seen::Direction;
use super::view::Touch;

/// The longest move that anybody types.
const LONGEST: usize = 400;
/// By how many moves the wheel scrolls.
const WHEEL: isize = 3;

/// Reacts to one event.
pub(crate) fn handle(app: &mut App, touch: &Touch, event: &Event) {
    match event {
        Event::Key(pressed) if pressed.kind != KeyEventKind::Release => {
            // One line stays in view, so that nobody loses the thread.
            let page = touch.page().saturating_sub(2).max(1) as isize;
            match pressed.code {
                KeyCode::PageUp => app.scroll(page, touch.page()),
                KeyCode::PageDown => app.scroll(-page, touch.page()),
                _ => key(app, *pressed),
            }
        }
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                click(app, touch, (mouse.column, mouse.row));
            }
            MouseEventKind::ScrollUp => app.scroll(WHEEL, touch.page()),
            MouseEventKind::ScrollDown => app.scroll(-WHEEL, touch.page()),
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
        app.complaint = None;
        press(app, pressed.code);
    }
}

/// Does what a key means at this moment.
fn press(app: &mut App, code: KeyCode) {
    if app.help {
        app.help = false;
    } else if let Some(doubt) = app.doubt {
        match code {
            KeyCode::Char('y') | KeyCode::Enter => app.confirm(doubt),
            _ => app.doubt = None,
        }
    } else if app.typed.is_some() {
        type_on(app, code);
    } else {
        command(app, code);
    }
}

fn type_on(app: &mut App, code: KeyCode) {
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
        KeyCode::Char(sign) if text.len() < LONGEST => text.push(sign),
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
        KeyCode::Char(sign) => letter(app, sign),
        _ => {}
    }
}

fn letter(app: &mut App, sign: char) {
    match sign {
        '.' => app.stop_here(),
        '?' => app.help = true,
        't' => app.ask_tip(),
        'p' => app.toggle_analysis(),
        'u' => app.take_back(),
        'y' => app.play_again(),
        'v' => app.turn_board(),
        'n' => app.doubt(Doubt::NewGame(0)),
        'o' => app.doubt(Doubt::NewGame(1)),
        'q' => app.doubt(Doubt::Leave),
        'r' => match app.session.person() {
            Some(seat) => app.doubt(Doubt::Resign(seat)),
            None => app.complaint = Some("Only who is to move can resign.".into()),
        },
        _ if app.begins_move(sign) => app.typed = Some(sign.into()),
        _ => {}
    }
}

fn click(app: &mut App, touch: &Touch, place: (u16, u16)) {
    app.complaint = None;
    if let Some(code) = touch.key_at(place) {
        press(app, code);
    } else if app.help {
        app.help = false;
    } else if app.doubt.is_none()
        && let Some(spot) = touch.spot_at(place)
    {
        app.typed = None;
        app.click(spot);
    }
}
