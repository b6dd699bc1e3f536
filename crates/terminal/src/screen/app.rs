//! The state of the full-screen front end: the session, selection, typed text, confirmation and
//! error message.

use std::time::Duration;

use spielwerk_drawing::TerminalStyle;
use spielwerk_games::{Seat, Site};

use super::board_view::{BoardView, Direction};
use crate::{Clicked, SeatPlayer, Selection, Session, SessionError, text};

/// A game on the full screen.
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) style: TerminalStyle,
    pub(crate) board_view: BoardView,
    pub(crate) selection: Selection,
    pub(crate) cursor: Site,
    /// A move that is being typed.
    pub(crate) typed: Option<String>,
    /// The action that waits for confirmation.
    pub(crate) confirmation: Option<Confirmation>,
    /// The last error message.
    pub(crate) error: Option<String>,
    /// Whether a tip for the present turn is wanted.
    pub(crate) tip: bool,
    /// Whether every position is analysed.
    pub(crate) analysing: bool,
    pub(crate) help: bool,
    pub(crate) quit: bool,
    /// How many moves the list is scrolled up from its end.
    pub(crate) scrolled: usize,
    /// The number of moves that the selection belongs to.
    plies: usize,
}

/// An action that needs confirmation.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Confirmation {
    Resign(Seat),
    Quit,
    /// A new game, in which everybody moves on by so many seats.
    NewGame(usize),
}

/// The search time for a tip.
const TIP: Duration = Duration::from_secs(1);
/// The least time between two moves when only players play.
const PACE: Duration = Duration::from_millis(500);

impl App {
    pub(crate) fn new(session: Session, style: TerminalStyle) -> App {
        let selection = Selection::new(session.position());
        let mut app = App {
            board_view: BoardView::new(session.config().game.board(), false),
            cursor: Site(0),
            typed: None,
            confirmation: None,
            error: None,
            tip: false,
            analysing: false,
            help: false,
            quit: false,
            scrolled: 0,
            plies: session.game_state().moves().len(),
            session,
            style,
            selection,
        };
        app.reset_view();
        app
    }

    /// Turns the board to the person's side, with the cursor on a site that can be selected.
    fn reset_view(&mut self) {
        let config = self.session.config();
        let mut people = Seat::all(config.seats.len());
        let person = people.find(|seat| config.seats[seat.index()] == SeatPlayer::Person);
        let seat = person.unwrap_or(Seat::FIRST);
        self.board_view = BoardView::facing(config.game.board(), &config.start, seat);
        self.refresh();
        self.cursor = self.selection.next().first().copied().unwrap_or(Site(0));
    }

    /// Polls the session; whether anything has changed.
    pub(crate) fn poll(&mut self) -> bool {
        let watching = !self.session.config().has_person();
        if watching && self.session.thinking_for() < PACE {
            return false;
        }
        let changed = self.session.poll();
        if self.session.game_state().moves().len() != self.plies {
            // An error about an earlier position would only hide whose turn it is now.
            self.error = None;
            self.refresh();
        }
        changed
    }

    /// Whether the screen changes without any input: clocks, or a player's progress.
    pub(crate) fn is_animated(&self) -> bool {
        let timed = self.session.config().time_control.per_game.is_some();
        self.session.turn().is_some() && (timed || self.session.person().is_none())
    }

    /// Clears the selection for a new position.
    fn refresh(&mut self) {
        self.plies = self.session.game_state().moves().len();
        self.scrolled = 0;
        self.selection = Selection::new(self.session.position());
        self.tip = false;
        if self.analysing && self.session.person().is_some() {
            self.session.start_analysis(None);
        }
    }

    /// Selects a site.
    pub(crate) fn click(&mut self, site: Site) {
        self.cursor = site;
        if !self.may_move() {
            return;
        }
        match self.selection.click(self.session.position(), site) {
            Clicked::Move(m) => self.play(m),
            Clicked::Chosen | Clicked::Dropped => {}
            Clicked::Refused => {
                let name = &self.board_view.board.sites[site.index()].name;
                let what = if self.selection.path().is_empty() { "begins" } else { "goes on" };
                self.error = Some(format!("No move {what} at {name}."));
            }
        }
    }

    /// Plays the move as selected so far.
    pub(crate) fn stop_here(&mut self) {
        match self.selection.done() {
            Some(m) if self.session.person().is_some() => self.play(m),
            _ => self.error = Some("There is no move yet that could end here.".into()),
        }
    }

    /// Whether the selected move may end at the cursor.
    pub(crate) fn may_stop_at_cursor(&self) -> bool {
        self.selection.done().is_some() && self.selection.path().last() == Some(&self.cursor)
    }

    pub(crate) fn drop_last(&mut self) {
        self.selection.back(self.session.position());
    }

    /// Whether a legal move begins with this character in the game's notation.
    pub(crate) fn begins_move(&self, sign: char) -> bool {
        let moves = self.session.position().written_moves();
        self.session.person().is_some() && moves.iter().any(|(text, _)| text.starts_with(sign))
    }

    /// Plays the typed move; an illegal one stays to be corrected.
    pub(crate) fn submit(&mut self) {
        let Some(text) = self.typed.clone() else { return };
        if text.trim().is_empty() {
            self.typed = None;
            return;
        }
        if !self.may_move() {
            return;
        }
        match self.session.position().read_move(text.trim()) {
            Ok(m) => {
                self.typed = None;
                self.play(m);
            }
            Err(error) => self.error = Some(error.to_string()),
        }
    }

    fn play(&mut self, m: spielwerk_games::AnyMove) {
        if let Err(error) = self.session.play(m) {
            self.error = Some(error.to_string());
        }
        self.refresh();
    }

    /// Whether a person is to move; if not, an error says why.
    fn may_move(&mut self) -> bool {
        let error = match (self.session.turn(), self.session.person()) {
            (Some(_), Some(_)) => return true,
            (Some(seat), None) => {
                format!("It is {}'s turn.", self.session.config().game.info().seats[seat.index()])
            }
            (None, _) => "The game is over: n begins a new one.".into(),
        };
        self.error = Some(error);
        false
    }

    pub(crate) fn move_cursor(&mut self, direction: Direction) {
        if let Some(site) = self.board_view.neighbour(self.cursor, direction) {
            self.cursor = site;
        }
    }

    /// Moves the cursor to the next highlighted site, or to the one before.
    pub(crate) fn cycle(&mut self, back: bool) {
        let next = self.selection.next();
        let found = if back {
            next.iter().rev().find(|&&site| site < self.cursor).or(next.last())
        } else {
            next.iter().find(|&&site| site > self.cursor).or(next.first())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }

    pub(crate) fn ask_tip(&mut self) {
        if self.may_move() {
            self.tip = true;
            if !self.analysing {
                self.session.start_analysis(Some(TIP));
            }
        }
    }

    pub(crate) fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        if self.analysing {
            self.session.start_analysis(None);
        } else {
            self.session.stop_analysis();
        }
    }

    pub(crate) fn undo(&mut self) {
        if !self.session.undo() {
            self.error = Some("There is no turn of yours to take back.".into());
        }
        self.refresh();
    }

    pub(crate) fn redo(&mut self) {
        if !self.session.redo() {
            self.error = Some("There is no turn to play again.".into());
        }
        self.refresh();
    }

    /// Scrolls the move list by so many; `page` moves are visible.
    pub(crate) fn scroll(&mut self, by: isize, page: usize) {
        let most = self.session.game_state().moves().len().saturating_sub(page);
        self.scrolled = self.scrolled.saturating_add_signed(by).min(most);
    }

    pub(crate) fn flip_board(&mut self) {
        let turned = !self.board_view.flipped;
        self.board_view = BoardView::new(self.session.config().game.board(), turned);
    }

    /// Does something at once if the game is over or has not begun; else asks for confirmation.
    pub(crate) fn ask_confirmation(&mut self, confirmation: Confirmation) {
        let under_way =
            self.session.turn().is_some() && !self.session.game_state().moves().is_empty();
        if under_way || matches!(confirmation, Confirmation::Resign(_)) {
            self.confirmation = Some(confirmation);
        } else {
            self.confirm(confirmation);
        }
    }

    pub(crate) fn confirm(&mut self, confirmation: Confirmation) {
        self.confirmation = None;
        match confirmation {
            Confirmation::Quit => self.quit = true,
            Confirmation::Resign(seat) => self.session.resign(seat),
            Confirmation::NewGame(seats) => {
                let begun = self.session.restart(seats);
                self.show_error(begun);
                self.reset_view();
            }
        }
    }

    /// The state of the game in one line.
    pub(crate) fn status(&self) -> String {
        let config = self.session.config();
        let names = config.game.info().seats;
        if let Some(end) = self.session.end() {
            return text::game_end(config, end);
        }
        let Some(seat) = self.session.turn() else { return String::new() };
        let name = names[seat.index()];
        if self.session.person().is_none() {
            let seconds = self.session.thinking_for().as_secs();
            return format!("{name} is thinking… {seconds} s");
        }
        if let Some(tip) = self.session.analysis().filter(|_| self.tip) {
            return format!("Tip: {}", self.session.position().write_move(tip.best_move));
        }
        if self.selection.path().is_empty() {
            return format!("{name}, it is your turn: select what is highlighted, or type a move.");
        }
        let sites = &self.board_view.board.sites;
        let path: Vec<&str> =
            self.selection.path().iter().map(|site| sites[site.index()].name.as_str()).collect();
        let path = path.join(" → ");
        match self.selection.done() {
            Some(_) => format!("{path}: go on, or"),
            None => format!("{path}: where to?"),
        }
    }

    fn show_error(&mut self, result: Result<(), SessionError>) {
        if let Err(error) = result {
            self.error = Some(error.to_string());
        }
    }
}
