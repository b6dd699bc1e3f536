//! Screens as they are, to be looked at in `snapshots/`, and what keys and mouse do to them.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use spielwerk_drawing::TerminalStyle;

use super::app::App;
use super::view::HitMap;
use super::{draw, input};
use crate::{SeatPlayer, Session, SessionConfig};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (160, 50)];

/// A game between people, or from a position of it.
fn app(game: &str, position: Option<&str>, style: TerminalStyle) -> App {
    let game = spielwerk_games::game(game).unwrap();
    let start = position.map_or_else(|| game.start(), |text| game.read_position(text).unwrap());
    App::new(Session::new(SessionConfig { start, ..SessionConfig::new(game) }).unwrap(), style)
}

fn screen(app: &App, (columns, rows): (u16, u16)) -> (String, HitMap) {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
    let hits = draw(&mut terminal, app).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..columns).map(move |x| buffer[(x, y)].symbol()).collect::<String>();
    let lines: Vec<String> = (0..rows).map(|y| row(y).trim_end().to_owned()).collect();
    (lines.join("\n"), hits)
}

fn text(app: &App) -> String {
    screen(app, SIZES[0]).0
}

fn press(app: &mut App, codes: &[KeyCode]) {
    for &code in codes {
        let event = Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
        input::handle(app, &HitMap::default(), &event);
    }
}

fn type_in(app: &mut App, text: &str) {
    let codes: Vec<KeyCode> = text.chars().map(KeyCode::Char).collect();
    press(app, &codes);
}

/// Clicks on the first place of the screen where a text stands, so many columns further right.
fn click(app: &mut App, what: &str, right: u16) {
    let (shown, hits) = screen(app, SIZES[0]);
    let row = shown.lines().position(|line| line.contains(what)).unwrap();
    let line = shown.lines().nth(row).unwrap();
    let column = line[..line.find(what).unwrap()].chars().count() as u16 + right;
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    let event = Event::Mouse(MouseEvent { kind, column, row: row as u16, modifiers });
    input::handle(app, &hits, &event);
}

#[test]
fn every_game_in_three_sizes() {
    for game in ["fauhalma", "halma", "fanorona", "bohnenspiel"] {
        for size in SIZES {
            let mut app = app(game, None, TerminalStyle::PLAIN);
            let first = app.session.position().written_moves()[0].0.clone();
            type_in(&mut app, &first);
            press(&mut app, &[KeyCode::Enter, KeyCode::Tab, KeyCode::Enter]);
            let name = format!("{game}_{}x{}", size.0, size.1);
            insta::assert_snapshot!(name, screen(&app, size).0);
        }
    }
}

#[test]
fn in_ascii_there_is_nothing_else() {
    for game in spielwerk_games::games() {
        let mut app = app(game.name(), None, TerminalStyle::ASCII);
        assert!(text(&app).is_ascii(), "{}", text(&app));
        app.help = true;
        assert!(text(&app).is_ascii(), "{}", text(&app));
    }
    insta::assert_snapshot!("fanorona_ascii", text(&app("fanorona", None, TerminalStyle::ASCII)));
}

#[test]
fn coloured_screens_have_the_same_pieces() {
    let app = app("fanorona", None, TerminalStyle::COLOUR);
    let shown = text(&app);
    let count = |sign| shown.chars().filter(|&it| it == sign).count();
    assert_eq!((count('●'), count('◆')), (23, 23), "22 stones and the player's name");
}

#[test]
fn a_small_terminal_says_what_it_needs() {
    for game in spielwerk_games::games() {
        let app = app(game.name(), None, TerminalStyle::COLOUR);
        for size in [(1, 1), (10, 2), (20, 6)] {
            screen(&app, size);
        }
    }
    let app = app("halma", None, TerminalStyle::COLOUR);
    let shown = screen(&app, (50, 10)).0;
    assert!(shown.contains("needs") && shown.contains("50×10"), "{shown}");
}

#[test]
fn the_stone_to_capture_is_selected_and_a_chain_may_stop() {
    let mut app = app("fanorona", Some("9/9/2BW1B3/4B4/9 w"), TerminalStyle::PLAIN);
    click(&mut app, "[W]", 1);
    insta::assert_snapshot!("fanorona_where_to", text(&app));
    press(&mut app, &[KeyCode::Right, KeyCode::Enter]);
    assert!(text(&app).contains("d3 → e3: where to?"), "{}", text(&app));
    press(&mut app, &[KeyCode::Right, KeyCode::Enter]);
    insta::assert_snapshot!("fanorona_stop_here", text(&app));
    click(&mut app, "stop here", 3);
    assert_eq!(app.session.game_state().moves().len(), 1, "{}", text(&app));
}

#[test]
fn houses_can_be_clicked() {
    let mut app = app("bohnenspiel", None, TerminalStyle::PLAIN);
    click(&mut app, "W4", 0);
    assert!(app.session.game_state().moves().is_empty(), "the name below is not the house");
    let (shown, hits) = screen(&app, SIZES[0]);
    let rows = shown.lines().count() as u16;
    let sites = (0..rows).flat_map(|y| (0..80).map(move |x| (x, y)));
    let mut sites = sites.filter(|&cell| hits.site_at(cell) == Some(spielwerk_games::Site(3)));
    let (column, row) = sites.next().unwrap();
    assert_eq!(sites.count(), 6 * 3 - 1, "a house is six columns and three rows");
    let kind = MouseEventKind::Down(MouseButton::Left);
    let modifiers = KeyModifiers::NONE;
    let event = Event::Mouse(MouseEvent { kind, column, row, modifiers });
    input::handle(&mut app, &hits, &event);
    assert_eq!(app.session.game_state().written_moves().next().unwrap(), "4");
}

#[test]
fn wrong_moves_stay_to_be_corrected() {
    let mut app = app("fanorona", None, TerminalStyle::PLAIN);
    type_in(&mut app, "d2-d3");
    assert!(text(&app).contains("Move: d2-d3"));
    press(&mut app, &[KeyCode::Enter]);
    assert!(text(&app).contains("`d2-d3` is not legal here"), "{}", text(&app));
    press(&mut app, &[KeyCode::Backspace, KeyCode::Backspace]);
    type_in(&mut app, "e3A");
    press(&mut app, &[KeyCode::Enter]);
    assert_eq!(app.session.game_state().moves().len(), 1);
}

#[test]
fn turns_are_undone_and_resigning_needs_confirmation() {
    let mut app = app("bohnenspiel", None, TerminalStyle::PLAIN);
    press(&mut app, &[KeyCode::Char('u')]);
    assert!(text(&app).contains("no turn of yours"));
    type_in(&mut app, "3");
    press(&mut app, &[KeyCode::Enter, KeyCode::Char('u')]);
    assert!(app.session.game_state().moves().is_empty());
    press(&mut app, &[KeyCode::Char('y'), KeyCode::Char('r'), KeyCode::Char('x')]);
    assert!(app.session.end().is_none());
    press(&mut app, &[KeyCode::Char('r'), KeyCode::Char('y')]);
    assert!(text(&app).contains("Schwarz resigns. Weisse wins."), "{}", text(&app));
    press(&mut app, &[KeyCode::Char('n')]);
    assert!(app.session.end().is_none() && app.session.game_state().moves().is_empty());
    press(&mut app, &[KeyCode::Char('q')]);
    assert!(app.quit, "nothing has begun that could be lost");
}

#[test]
fn the_help_lists_all_keys() {
    let mut app = app("fanorona", None, TerminalStyle::PLAIN);
    press(&mut app, &[KeyCode::Char('?')]);
    insta::assert_snapshot!("help", text(&app));
    press(&mut app, &[KeyCode::Char('q')]);
    assert!(!app.help && !app.quit);
}

#[test]
fn a_tip_is_shown_and_players_answer() {
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let seats = vec![SeatPlayer::Person, SeatPlayer::Player(Box::new("greedy".parse().unwrap()))];
    let mut app = App::new(
        Session::new(SessionConfig { seats, ..SessionConfig::new(game) }).unwrap(),
        TerminalStyle::PLAIN,
    );
    press(&mut app, &[KeyCode::Char('t')]);
    while app.session.analysis().is_none() {
        app.poll();
        std::thread::yield_now();
    }
    let shown = text(&app);
    assert!(shown.contains("Tip: ") && shown.contains("Analysis: "), "{shown}");
    type_in(&mut app, "3");
    press(&mut app, &[KeyCode::Enter]);
    assert!(app.session.wait(Duration::from_secs(60)));
    app.poll();
    assert_eq!(app.session.game_state().moves().len(), 2);
    assert!(text(&app).contains("Opponent: "), "{}", text(&app));
}

#[test]
fn a_long_list_of_moves_is_scrolled() {
    let mut app = app("bohnenspiel", None, TerminalStyle::PLAIN);
    for _ in 0..40 {
        if let Some((text, _)) = app.session.position().written_moves().first().cloned() {
            type_in(&mut app, &text);
            press(&mut app, &[KeyCode::Enter]);
        }
    }
    let plies = app.session.game_state().moves().len();
    assert!(plies > 25, "a game long enough to scroll: {plies}");
    let last = format!("{plies:>3} ");
    let (shown, hits) = screen(&app, SIZES[0]);
    assert!(shown.contains(&last) && shown.contains("↑") && !shown.contains("  1 W"), "{shown}");
    let page_up = Event::Key(KeyEvent::new(KeyCode::PageUp, KeyModifiers::NONE));
    for _ in 0..plies {
        input::handle(&mut app, &hits, &page_up);
    }
    let shown = text(&app);
    assert!(shown.contains("  1 W") && shown.contains("↓") && !shown.contains("↑"), "{shown}");
    let wheel =
        |kind| Event::Mouse(MouseEvent { kind, column: 0, row: 0, modifiers: KeyModifiers::NONE });
    input::handle(&mut app, &hits, &wheel(MouseEventKind::ScrollDown));
    assert!(!text(&app).contains("  1 W"), "{}", text(&app));
    for _ in 0..plies {
        input::handle(&mut app, &hits, &wheel(MouseEventKind::ScrollDown));
    }
    assert!(text(&app).contains(&last) && !text(&app).contains("↓"), "{}", text(&app));
}

#[test]
fn every_site_of_a_large_board_can_be_clicked() {
    for style in [TerminalStyle::COLOUR, TerminalStyle::PLAIN] {
        for game in spielwerk_games::games() {
            let app = app(game.name(), None, style);
            let (shown, hits) = screen(&app, (200, 70));
            let cells =
                (0..shown.lines().count() as u16).flat_map(|y| (0..200).map(move |x| (x, y)));
            let mut found: Vec<_> = cells.filter_map(|cell| hits.site_at(cell)).collect();
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), app.board_view.board.sites.len(), "{}\n{shown}", game.name());
        }
    }
}
