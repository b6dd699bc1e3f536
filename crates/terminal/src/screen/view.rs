//! The screen: a title, the board with the players and the moves beside it, and three lines below:
//! the analysis, the status, and the keys.
//!
//! ```text
//! title
//! board              players, clocks
//!                    moves
//! analysis
//! status             [stop here]
//! keys
//! ```

use anstyle::Color as Ink;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Paragraph, Wrap};
use spielwerk_drawing::{Cells, Highlights, Scene};
use spielwerk_games::Site;

use super::app::App;
use super::panels;
use crate::text;

/// What on the screen can be clicked.
#[derive(Default)]
pub(crate) struct HitMap {
    board: Option<(Rect, Cells)>,
    keys: Vec<(Rect, KeyCode)>,
    /// The height of the move list.
    moves: u16,
}

/// The narrowest and the widest panel beside the board.
const MIN_PANEL: u16 = 17;
const MAX_PANEL: u16 = 40;
/// The largest zoom of the board, for discs and for letters: letters get lost on a larger board.
const MAX_ZOOM: u16 = 3;
const MAX_LETTER_ZOOM: u16 = 2;
/// The lines around the board: a title above, and three below.
const LINES: u16 = 4;

impl HitMap {
    /// The site of the board at a cell of the screen.
    pub(crate) fn site_at(&self, (column, row): (u16, u16)) -> Option<Site> {
        let (area, cells) = self.board.as_ref()?;
        let inside = area.contains(Position { x: column, y: row });
        let cell = inside.then(|| (usize::from(column - area.x), usize::from(row - area.y)))?;
        cells.site_at(cell.0, cell.1)
    }

    /// The key of the button at a cell of the screen.
    pub(crate) fn key_at(&self, (column, row): (u16, u16)) -> Option<KeyCode> {
        let cell = Position { x: column, y: row };
        self.keys.iter().find(|(area, _)| area.contains(cell)).map(|&(_, code)| code)
    }

    /// How many moves are visible.
    pub(crate) fn page(&self) -> usize {
        self.moves.into()
    }

    pub(super) fn add_key(&mut self, area: Rect, code: KeyCode) {
        self.keys.push((area, code));
    }
}

/// Draws everything, and returns what can be clicked.
pub(crate) fn draw(frame: &mut Frame, app: &App) -> HitMap {
    let mut hits = HitMap::default();
    let area = frame.area();
    let cells = largest(app, area);
    let (columns, rows) = cells.size();
    let needed = (columns as u16, rows as u16 + LINES);
    if area.width < needed.0 || area.height < needed.1 {
        too_small(frame, app, needed);
    } else {
        let [title, middle, analysis, status, keys] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(area);
        let spare = area.width - needed.0;
        let panel = if spare >= MIN_PANEL { spare.min(MAX_PANEL) } else { 0 };
        let [left, right] =
            Layout::horizontal([Constraint::Fill(1), Constraint::Length(panel)]).areas(middle);
        panels::title(frame, app, title);
        let board_area = centred(left, needed.0, rows as u16);
        show(&cells, board_area, frame.buffer_mut());
        if panel > 0 {
            hits.moves = panels::side(frame, app, &cells, right).height;
        }
        panels::analysis(frame, app, analysis);
        match &app.error {
            Some(error) if app.confirmation.is_none() => {
                panels::error(frame, error, middle, status);
            }
            _ => panels::status(frame, app, status, &mut hits),
        }
        panels::keys(frame, keys, &mut hits);
        hits.board = Some((board_area, cells));
        if app.help {
            panels::help(frame, middle);
        }
    }
    if !app.style.unicode {
        without_unicode(frame.buffer_mut());
    }
    hits
}

/// The largest board that fits beside the panel; the smallest one if none does.
fn largest(app: &App, area: Rect) -> Cells {
    let fits = |cells: &Cells| {
        let (columns, rows) = cells.size();
        columns + usize::from(MIN_PANEL) <= area.width.into()
            && rows + usize::from(LINES) <= area.height.into()
    };
    let discs = app.style.colour && app.style.unicode;
    let most = if discs { MAX_ZOOM } else { MAX_LETTER_ZOOM };
    let mut larger = (2..=most).rev().map(|zoom| board(app, zoom));
    larger.find(fits).unwrap_or_else(|| board(app, 1))
}

/// The board with its highlights.
fn board(app: &App, zoom: u16) -> Cells {
    let position = app.session.position();
    let info = app.session.config().game.info();
    let contents = position.contents();
    let last_move = app.session.game_state().last_path();
    let scene = Scene {
        title: info.title,
        board: &app.board_view.board,
        contents: &contents,
        seats: info.seats,
        last_move: &last_move,
    };
    if app.session.person().is_none() {
        return Cells::new(&scene, &app.style, Highlights::default(), zoom);
    }
    let tip = app.session.analysis().filter(|_| app.tip).map(|tip| position.path(tip.best_move));
    let chosen = match &tip {
        Some(tip) if app.selection.path().is_empty() => tip,
        _ => app.selection.path(),
    };
    let ends = app.selection.ends(position);
    let next = [app.selection.next(), &ends].concat();
    let highlights = Highlights { chosen, next: &next, cursor: Some(app.cursor) };
    Cells::new(&scene, &app.style, highlights, zoom)
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
    let title = app.session.config().game.info().title;
    let text = Text::from(vec![
        Line::from(format!("{title} needs {columns}×{rows} cells.")),
        Line::from(format!("This terminal has {}×{}:", area.width, area.height)),
        Line::from("make it larger, or play with --plain."),
    ]);
    let height = text.height() as u16;
    let text_area = centred(area, area.width, height.min(area.height));
    let paragraph = Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true });
    frame.render_widget(paragraph, text_area);
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

/// Replaces all characters that the terminal cannot show.
fn without_unicode(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let sign = cell.symbol().chars().next().unwrap_or(' ');
            cell.set_char(text::ascii(sign));
        }
    }
}
