//! The help: all keys in a window of their own, the most important ones below the board.

use ratatui::crossterm::event::KeyCode;

/// All keys, with what they do.
pub(crate) const KEYS: [(&str, &str); 15] = [
    ("arrows, Tab", "move the cursor; Tab: next highlight"),
    ("Enter, mouse", "select a site, until the move is complete"),
    (".", "stop here, where a move could go on"),
    ("Esc", "unselect the last site"),
    ("1 a [ …", "just type a move, and press Enter"),
    ("t", "tip: what a strong player would do"),
    ("p", "analysis on and off"),
    ("u  y", "undo a turn, redo it"),
    ("v", "view the board from the other side"),
    ("PgUp PgDn", "scroll the moves; so does the wheel"),
    ("n", "new game"),
    ("o", "new game, from the other seat"),
    ("r", "resign"),
    ("?", "this help"),
    ("q", "quit"),
];

/// The keys below the board, the most important first: label, meaning, key code.
pub(crate) const BAR: [(&str, &str, KeyCode); 9] = [
    ("?", "help", KeyCode::Char('?')),
    ("t", "tip", KeyCode::Char('t')),
    ("u", "undo", KeyCode::Char('u')),
    ("y", "redo", KeyCode::Char('y')),
    ("n", "new", KeyCode::Char('n')),
    ("q", "quit", KeyCode::Char('q')),
    ("p", "analyse", KeyCode::Char('p')),
    ("v", "turn", KeyCode::Char('v')),
    ("r", "resign", KeyCode::Char('r')),
];
