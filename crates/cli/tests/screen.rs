//! Whole games of every kind on a real terminal: tmux presses the keys and looks at the screen.
//!
//! Nothing is waited for by the clock: every step waits until the screen shows what it must, with
//! a timeout that no machine needs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::Command;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(60);

/// A terminal of its own, gone when it is dropped.
struct Screen {
    socket: String,
}

impl Screen {
    /// Starts `spielwerk play` with these arguments in a terminal of this size.
    fn open(name: &str, size: (u16, u16), arguments: &str) -> Screen {
        let screen = Screen { socket: format!("spielwerk-{name}-{}", std::process::id()) };
        let program = env!("CARGO_BIN_EXE_spielwerk");
        // The shell says how it ended, and keeps the terminal open to be looked at.
        let settings = "LC_ALL=C.UTF-8 SPIELWERK_TABLES=/dev/null";
        let command = format!("{settings} '{program}' play {arguments}; echo ended $?; cat");
        let (columns, rows) = (size.0.to_string(), size.1.to_string());
        let plain = ["-f", "/dev/null", "new-session", "-d"];
        let sized = ["-x", &columns, "-y", &rows, "/bin/sh", "-c", &command];
        screen.tmux(&[&plain[..], &sized[..]].concat());
        screen
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).args(arguments);
        let output = command.output().expect("tmux is needed for this test");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    fn look(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Waits until the screen is as it should be.
    fn until(&self, wanted: impl Fn(&str) -> bool, what: &str) -> String {
        let begun = Instant::now();
        loop {
            let shown = self.look();
            if wanted(&shown) {
                return shown;
            }
            assert!(begun.elapsed() < TIMEOUT, "no {what} on this screen:\n{shown}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn shows(&self, text: &str) -> String {
        self.until(|shown| shown.contains(text), text)
    }

    /// Presses a key by its name.
    fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    /// Types a text and presses Enter.
    fn enter(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text, ";", "send-keys", "Enter"]);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}

/// Types a whole game, and leaves.
fn play_whole(game: &str) {
    let played = common::whole_game(game);
    let people = common::people(game);
    let screen = Screen::open(game, (120, 40), &format!("{game} --players {people}"));
    screen.shows("it is your turn");
    let info = played.state.game().info();
    let turns = played.state.written_moves().zip(played.state.positions());
    for (ply, (m, before)) in turns.enumerate() {
        screen.enter(&m);
        let letter = before.turn().map(|seat| info.letter(seat).to_uppercase()).unwrap();
        let text: String = m.chars().take(20).collect();
        screen.shows(&format!("{:>3} {letter} {text}", ply + 1));
    }
    screen.shows(&common::result(&played));
    screen.press("q");
    screen.shows("ended 0");
}

#[test]
fn in_a_terminal_a_whole_game_of_fauhalma() {
    play_whole("fauhalma");
}

#[test]
fn in_a_terminal_a_whole_game_of_halma() {
    play_whole("halma");
}

#[test]
fn in_a_terminal_a_whole_game_of_fanorona() {
    play_whole("fanorona");
}

#[test]
fn in_a_terminal_a_whole_game_of_bohnenspiel() {
    play_whole("bohnenspiel");
}

#[test]
fn in_a_terminal_a_whole_game_with_cursor_keys_against_a_player() {
    let screen = Screen::open("cursor", (80, 24), "bohnenspiel --players level:1 --seed 3");
    loop {
        // Keys that come when the game is over already are answered by a hint.
        let over =
            |shown: &str| shown.contains("new game: n") || shown.contains("n begins a new one");
        if over(&screen.until(|shown| shown.contains("your turn") || over(shown), "turn")) {
            break;
        }
        screen.tmux(&["send-keys", "Tab", ";", "send-keys", "Enter"]);
    }
    screen.press("n");
    screen.shows("your turn");
    screen.press("q");
    screen.shows("ended 0");
}

#[test]
fn in_a_terminal_that_changes_its_size() {
    let screen = Screen::open("size", (120, 40), "halma");
    screen.shows("your turn");
    screen.tmux(&["resize-window", "-x", "40", "-y", "10"]);
    screen.shows("Halma needs");
    screen.tmux(&["resize-window", "-x", "100", "-y", "30"]);
    screen.shows("your turn");
    screen.press("C-c");
    screen.shows("ended 0");
}
