//! The screen: a title, the board with the players and the moves beside it, and three lines below:
//! what is thought, how things stand, which keys there are.
//!
//! ```text
//! title
//! board              players, clocks
//!                    moves
//! thought
//! how things stand   [stop here]
//! keys
//! ```

use anstyle::Color as Ink;
use drawing::{Cells, Lights, Scene};
use games::Spot;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use super::panels;
use crate::words;

/// What on the screen can be touched.
#[derive(Default)]
pub(crate) struct Touch {
    board: Option<(Rect, Cells)>,
    keys: Vec<(Rect, KeyCode)>,
    /// How many lines the list of moves has.
    moves: u16,
}

/// The narrowest column beside the board that is of any use.
const PANEL: u16 = 17;
const WIDEST_PANEL: u16 = 40;
/// So many times as large as need be is the most; letters get lost on a board as large as discs can
/// fill.
const LARGEST: u16 = 3;
const LARGEST_OF_LETTERS: u16 = 2;
/// The lines around the board: a title above, and three below.
const LINES: u16 = 4;

impl Touch {
    /// The spot of the board at a place of the screen.
    pub(crate) fn spot_at(&self, (column, row): (u16, u16)) -> Option<Spot> {
        let (area, cells) = self.board.as_ref()?;
        let inside = area.contains(Position { x: column, y: row });
        let cell = inside.then(|| (usize::from(column - area.x), usize::from(row - area.y)))?;
        cells.spot_at(cell.0, cell.1)
    }

    /// The key that is pressed by touching a place of the screen.
    pub(crate) fn key_at(&self, (column, row): (u16, u16)) -> Option<KeyCode> {
        let place = Position { x: column, y: row };
        self.keys.iter().find(|(area, _)| area.contains(place)).map(|&(_, code)| code)
    }

    /// How many moves are seen at a time.
    pub(crate) fn page(&self) -> usize {
        self.moves.into()
    }

    pub(super) fn add_key(&mut self, area: Rect, code: KeyCode) {
        self.keys.push((area, code));
    }
}

/// Draws everything, and says what of it can be touched.
pub(crate) fn draw(frame: &mut Frame, app: &App) -> Touch {
    let mut touch = Touch::default();
    let area = frame.area();
    let cells = largest(app, area);
    let (columns, rows) = cells.size();
    let needed = (columns as u16, rows as u16 + LINES);
    if area.width < needed.0 || area.height < needed.1 {
        too_small(frame, app, needed);
    } else {
        let [title, middle, thought, status, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let spare = area.width - needed.0;
        let panel = if spare >= PANEL { spare.min(WIDEST_PANEL) } else { 0 };
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(panel)]).areas(middle);
        panels::title(frame, app, title);
        let place = centred(left, needed.0, rows as u16);
        show(&cells, place, frame.buffer_mut());
        if panel > 0 {
            touch.moves = panels::side(frame, app, &cells, right).height;
        }
        panels::thought(frame, app, thought);
        panels::status(frame, app, status, &mut touch);
        panels::keys(frame, keys, &mut touch);
        touch.board = Some((place, cells));
        if app.help {
            panels::help(frame, middle);
        }
    }
    if !app.style.unicode {
        without_unicode(frame.buffer_mut());
    }
    touch
}

/// The board as large as there is room for it and the column beside it; as small as can be, if there
/// is not.
fn largest(app: &App, area: Rect) -> Cells {
    let fits = |cells: &Cells| {
        let (columns, rows) = cells.size();
        columns + usize::from(PANEL) <= area.width.into()
            && rows + usize::from(LINES) <= area.height.into()
    };
    let discs = app.style.colour && app.style.unicode;
    let most = if discs { LARGEST } else { LARGEST_OF_LETTERS };
    let mut larger = (2..=most).rev().map(|zoom| board(app, zoom));
    larger.find(fits).unwrap_or_else(|| board(app, 1))
}

/// The board with everything that stands out on it.
fn board(app: &App, zoom: u16) -> Cells {
    let position = app.session.position();
    let info = app.session.plan().game.info();
    let contents = position.contents();
    let last = app.session.course().moves().last();
    let marked = last.map(|m| &m.path[..]).unwrap_or_default();
    let scene = Scene {
        title: info.title,
        board: &app.seen.board,
        contents: &contents,
        seats: info.seats,
        marked,
    };
    if app.session.person().is_none() {
        return Cells::new(&scene, &app.style, Lights::default(), zoom);
    }
    let tip = app.session.advice().filter(|_| app.tip).map(|tip| &tip.best.path[..]);
    let chosen = match tip {
        Some(tip) if app.selection.path().is_empty() => tip,
        _ => app.selection.path(),
    };
    let ends = app.selection.ends(position);
    let next = [app.selection.next(), &ends].concat();
    let lights = Lights { chosen, next: &next, cursor: Some(app.cursor) };
    Cells::new(&scene, &app.style, lights, zoom)
}

/// Copies a board to the screen.
fn show(cells: &Cells, area: Rect, buffer: &mut Buffer) {
    for (row, y) in cells.rows().zip(area.y..area.bottom()) {
        for (&(sign, style), x) in row.iter().zip(area.x..area.right()) {
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(sign).set_style(ink(style));
            }
        }
    }
}

/// A style of the board as a style of the screen.
pub(super) fn ink(style: anstyle::Style) -> Style {
    let colour = |ink: Ink| match ink {
        Ink::Ansi(ansi) => Color::Indexed(ansi as u8),
        Ink::Ansi256(index) => Color::Indexed(index.0),
        Ink::Rgb(rgb) => Color::Rgb(rgb.0, rgb.1, rgb.2),
    };
    let bold = style.get_effects().contains(anstyle::Effects::BOLD);
    Style {
        fg: style.get_fg_color().map(colour),
        bg: style.get_bg_color().map(colour),
        add_modifier: if bold { Modifier::BOLD } else { Modifier::empty() },
        ..Style::default()
    }
}

fn too_small(frame: &mut Frame, app: &App, (columns, rows): (u16, u16)) {
    let area = frame.area();
    let title = app.session.plan().game.info().title;
    let text = Text::from(vec![
        Line::from(format!("{title} needs {columns}×{rows} cells.")),
        Line::from(format!("This terminal has {}×{}:", area.width, area.height)),
        Line::from("make it larger, or play with --plain."),
    ]);
    let height = text.height() as u16;
    let place = centred(area, area.width, height.min(area.height));
    let paragraph = Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(paragraph, place);
}

/// A part of an area, of this size, in its middle.
pub(super) fn centred(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    }
}

/// Replaces all that the terminal cannot show, whoever has put it there.
fn without_unicode(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = cell.symbol().chars().next().unwrap_or(' ');
            cell.set_char(words::ascii(sign));
        }
    }
}
