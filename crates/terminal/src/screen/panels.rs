//! The panels around the board: the title, the players with their clocks, the move list, and the
//! lines below.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use spielwerk_drawing::Cells;
use spielwerk_games::Seat;

use super::app::{App, Confirmation};
use super::help;
use super::view::{HitMap, centred, ink};
use crate::text;

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BUTTON: Style = Style::new().add_modifier(Modifier::REVERSED);

pub(super) fn title(frame: &mut Frame, app: &App, area: Rect) {
    let info = app.session.config().game.info();
    let title = format!(" {} ", info.title);
    let about = format!("  {} · {}", info.board, info.rules);
    let width_left = usize::from(area.width).saturating_sub(title.chars().count());
    let line = Line::from(vec![
        Span::styled(title, BUTTON.add_modifier(Modifier::BOLD)),
        Span::styled(truncated(&about, width_left), DIM),
    ]);
    frame.render_widget(line, area);
}

/// The players with their clocks, and the move list below them; the area of the list.
pub(super) fn side(frame: &mut Frame, app: &App, cells: &Cells, area: Rect) -> Rect {
    let seats = Seat::all(app.session.config().game.seats());
    let [_, column] = Layout::horizontal([Constraint::Length(1), Constraint::Fill(1)]).areas(area);
    let lines: Vec<Line> =
        seats.flat_map(|seat| player(app, cells, seat, column.width.into())).collect();
    let [_, players, _, moves] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(lines.len() as u16),
        Constraint::Length(1),
        Constraint::Fill(1),
    ])
    .areas(column);
    frame.render_widget(Paragraph::new(lines), players);
    frame.render_widget(Paragraph::new(move_list(app, moves)), moves);
    moves
}

/// A seat: its name, who plays it, clock; on two lines where one is too short.
fn player(app: &App, cells: &Cells, seat: Seat, width: usize) -> Vec<Line<'static>> {
    const PIECE: usize = 5;
    let config = app.session.config();
    let name = config.game.info().seats[seat.index()];
    let on_turn = app.session.turn() == Some(seat);
    let (sign, style) = cells.pieces()[seat.index()];
    let who = text::seat_player(config, seat);
    let clock = app.session.clock(seat).map(text::clock).unwrap_or_default();
    let beside = format!("{name}  {who}  {clock}");
    let width_left = width.saturating_sub(PIECE);
    let fits = beside.trim_end().chars().count() <= width_left;
    let first = if fits { format!("{name}  {who}") } else { name.to_owned() };
    let second = if fits { String::new() } else { who };
    let full = |text: String| {
        let gap = usize::from(!clock.is_empty());
        let text = truncated(&text, width_left.saturating_sub(clock.len() + gap));
        format!("{text:<0$}{clock}", width_left.saturating_sub(clock.len()))
    };
    let weight = if on_turn { BOLD } else { Style::new() };
    let (first, second) =
        if fits { (full(first), second) } else { (truncated(&first, width_left), full(second)) };
    let mut lines = vec![Line::from(vec![
        Span::raw(if on_turn { "▶" } else { " " }),
        Span::styled(format!(" {sign} "), ink(style)),
        Span::styled(format!(" {first}"), weight),
    ])];
    if !fits {
        lines.push(Line::from(format!("{:PIECE$}{second}", "")));
    }
    lines
}

/// The moves that fit: the last ones, unless the list is scrolled up.
fn move_list(app: &App, area: Rect) -> Vec<Line<'static>> {
    let game_state = app.session.game_state();
    let info = app.session.config().game.info();
    let width = usize::from(area.width);
    let line = |(number, m): (usize, String)| {
        let seat = game_state.positions()[number].turn();
        let letter = seat.map(|seat| info.letter(seat).to_uppercase()).unwrap_or_default();
        let text = format!("{:>3} {letter} {}", number + 1, m);
        Line::from(truncated(&text, width))
    };
    let (moves, height) = (game_state.moves().len(), usize::from(area.height));
    let most = moves.saturating_sub(height);
    let skip = most - app.scrolled.min(most);
    let mut lines: Vec<Line> =
        game_state.written_moves().enumerate().skip(skip).take(height).map(line).collect();
    if let Some(last) = lines.last_mut().filter(|_| skip == most) {
        last.style = BOLD;
    }
    let more = |count: usize, sign: char| Line::styled(format!("    {sign} {count} more"), DIM);
    if let Some(first) = lines.first_mut().filter(|_| skip > 0) {
        *first = more(skip + 1, '↑');
    }
    if let Some(last) = lines.last_mut().filter(|_| skip < most) {
        *last = more(most - skip + 1, '↓');
    }
    lines
}

/// The analysis that was asked for, or that of the player on turn.
pub(super) fn analysis(frame: &mut Frame, app: &App, area: Rect) {
    let requested = app.session.analysis().filter(|_| app.tip || app.analysing);
    let text = match (requested, app.session.player_analysis()) {
        (Some(analysis), _) => {
            format!(" Analysis: {}", text::analysis(app.session.position(), analysis))
        }
        (None, Some((position, analysis))) => {
            format!(" Opponent: {}", text::analysis(position, analysis))
        }
        (None, None) => String::new(),
    };
    let text = truncated(&text, area.width.into());
    frame.render_widget(Line::styled(text, DIM), area);
}

/// An error in place of the status line, on as many lines as it needs: up to the top of `above`.
pub(super) fn error(frame: &mut Frame, error: &str, above: Rect, status: Rect) {
    let lines = wrapped(error, usize::from(status.width).saturating_sub(2));
    let height = (lines.len() as u16).clamp(1, status.bottom() - above.y);
    let area = Rect { y: status.bottom() - height, height, ..status };
    let style = BOLD.add_modifier(Modifier::UNDERLINED);
    let line = |text| Line::from(vec![Span::raw(" "), Span::styled(text, style)]);
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines.into_iter().map(line).collect::<Vec<_>>()), area);
}

/// The status line: a confirmation, the move being typed, or the state of the game, with its buttons.
pub(super) fn status(frame: &mut Frame, app: &App, area: Rect, hits: &mut HitMap) {
    let (text, buttons): (String, &[(&str, KeyCode)]) = if let Some(confirmation) = app.confirmation
    {
        let question = match confirmation {
            Confirmation::Resign(_) => "Resign?",
            Confirmation::Quit => "Leave the game?",
            Confirmation::NewGame(_) => "Give this game up for a new one?",
        };
        (question.into(), &[("yes: y", KeyCode::Char('y')), ("no: Esc", KeyCode::Esc)])
    } else if let Some(typed) = &app.typed {
        let buttons = &[("play: Enter", KeyCode::Enter), ("drop: Esc", KeyCode::Esc)];
        (format!("Move: {typed}▏"), buttons)
    } else if app.session.person().is_some() && app.selection.done().is_some() {
        (app.status(), &[("stop here: .", KeyCode::Char('.')), ("back: Esc", KeyCode::Esc)])
    } else if app.session.end().is_some() {
        (
            app.status(),
            &[("new game: n", KeyCode::Char('n')), ("other seat: o", KeyCode::Char('o'))],
        )
    } else {
        (app.status(), &[])
    };
    let taken: usize = buttons.iter().map(|(label, _)| label.chars().count() + 3).sum();
    let width_left = usize::from(area.width).saturating_sub(taken + 1);
    let text = truncated(&text, width_left);
    let mut column = area.x + 2 + text.chars().count() as u16;
    let mut spans = vec![Span::raw(" "), Span::styled(text, BOLD)];
    for &(label, code) in buttons {
        let label = format!(" {label} ");
        let width = label.chars().count() as u16;
        hits.add_key(Rect { x: column, y: area.y, width, height: 1 }, code);
        column += width + 1;
        spans.extend([Span::raw(" "), Span::styled(label, BUTTON)]);
    }
    frame.render_widget(Line::from(spans), area);
}

/// The keys that fit.
pub(super) fn keys(frame: &mut Frame, area: Rect, hits: &mut HitMap) {
    let mut column = area.x + 1;
    let mut spans = vec![Span::raw(" ")];
    for (key, meaning, code) in help::BAR {
        let width = (key.chars().count() + meaning.chars().count() + 1) as u16;
        if column + width > area.right() {
            break;
        }
        hits.add_key(Rect { x: column, y: area.y, width, height: 1 }, code);
        column += width + 2;
        spans.push(Span::styled(key, BOLD));
        spans.push(Span::styled(format!(" {meaning}  "), DIM));
    }
    frame.render_widget(Line::from(spans), area);
}

/// All keys, over everything else.
pub(super) fn help(frame: &mut Frame, area: Rect) {
    let line = |(key, meaning): &(&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!(" {key:>12}  "), BOLD), Span::raw(*meaning)])
    };
    let lines: Vec<Line> = help::KEYS.iter().map(line).collect();
    let window = centred(area, 60, lines.len() as u16 + 2);
    frame.render_widget(Clear, window);
    let block = Block::bordered().title(" Keys ").title_bottom(" any key closes this help ");
    frame.render_widget(Paragraph::new(lines).block(block), window);
}

/// A text cut to so many columns, with an ellipsis at the end.
fn truncated(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    kept + "…"
}

/// A text on lines of at most so many columns, broken between words; a longer word has a line of its
/// own and is cut.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let length = |text: &str| text.chars().count();
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(truncated(word, width)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn a_long_text_breaks_between_words_and_keeps_all_of_them() {
        let text = "`a1-a2` is not legal here: a stone can capture, so one must";
        for width in [12, 20, 40, 80] {
            let lines = wrapped(text, width);
            assert!(lines.iter().all(|line| line.chars().count() <= width), "{lines:?}");
            assert_eq!(lines.join(" "), text);
        }
        assert_eq!(wrapped("abcdefgh ij", 5), ["abcd…", "ij"]);
        assert!(wrapped("", 5).is_empty());
    }
}
