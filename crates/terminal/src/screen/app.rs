//! What is going on at the screen: the game, what is chosen and typed, what is asked and told.

use std::time::Duration;

use drawing::TerminalStyle;
use games::{Seat, Spot};

use super::seen::{Direction, SeenBoard};
use crate::{Chair, Clicked, Selection, Session, TableError, words};

/// A game at the screen.
pub(crate) struct App {
    pub(crate) session: Session,
    pub(crate) style: TerminalStyle,
    pub(crate) seen: SeenBoard,
    pub(crate) selection: Selection,
    pub(crate) cursor: Spot,
    /// A move that is being typed.
    pub(crate) typed: Option<String>,
    /// What has to be confirmed first.
    pub(crate) doubt: Option<Doubt>,
    /// What went wrong last.
    pub(crate) complaint: Option<String>,
    /// Whether a tip for the present turn is wanted.
    pub(crate) tip: bool,
    /// Whether the adviser thinks along with every turn.
    pub(crate) analysing: bool,
    pub(crate) help: bool,
    pub(crate) quit: bool,
    /// How many moves the list is scrolled up from its end.
    pub(crate) scrolled: usize,
    /// The number of moves that the selection belongs to.
    plies: usize,
}

/// What is done only after a second question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Doubt {
    Resign(Seat),
    Leave,
    /// A new game, in which everybody moves on by so many seats.
    NewGame(usize),
}

/// How long the adviser thinks about a tip.
const TIP: Duration = Duration::from_secs(1);
/// When nobody plays but players, a move stays to be looked at for so long.
const PACE: Duration = Duration::from_millis(500);

impl App {
    pub(crate) fn new(session: Session, style: TerminalStyle) -> App {
        let selection = Selection::new(session.position());
        let mut app = App {
            seen: SeenBoard::new(session.plan().game.board(), false),
            cursor: Spot(0),
            typed: None,
            doubt: None,
            complaint: None,
            tip: false,
            analysing: false,
            help: false,
            quit: false,
            scrolled: 0,
            plies: session.course().moves().len(),
            session,
            style,
            selection,
        };
        app.sit_down();
        app
    }

    /// Looks at the board from the person's side, with the cursor on a spot to begin with.
    fn sit_down(&mut self) {
        let plan = self.session.plan();
        let mut people = Seat::all(plan.chairs.len());
        let person = people.find(|seat| plan.chairs[seat.index()] == Chair::Person);
        let seat = person.unwrap_or(Seat::FIRST);
        self.seen = SeenBoard::from_side(plan.game.board(), &plan.start, seat);
        self.refresh();
        self.cursor = self.selection.next().first().copied().unwrap_or(Spot(0));
    }

    /// Takes in what players have done; whether anything is new.
    pub(crate) fn attend(&mut self) -> bool {
        let watching = !self.session.plan().has_person();
        if watching && self.session.thinking_for() < PACE {
            return false;
        }
        let news = self.session.attend();
        if self.session.course().moves().len() != self.plies {
            // A complaint about a position that is gone would only hide whose turn it is now.
            self.complaint = None;
            self.refresh();
        }
        news
    }

    /// Whether something changes on the screen even if nobody does anything.
    pub(crate) fn runs(&self) -> bool {
        let timed = self.session.plan().control.per_game.is_some();
        self.session.turn().is_some() && (timed || self.session.person().is_none())
    }

    /// Begins to choose anew, because the position is another one.
    fn refresh(&mut self) {
        self.plies = self.session.course().moves().len();
        self.scrolled = 0;
        self.selection = Selection::new(self.session.position());
        self.tip = false;
        if self.analysing && self.session.person().is_some() {
            let asked = self.session.ask_advice(None);
            self.complain(asked);
        }
    }

    /// Points at a spot.
    pub(crate) fn click(&mut self, spot: Spot) {
        self.cursor = spot;
        if !self.may_move() {
            return;
        }
        match self.selection.click(self.session.position(), spot) {
            Clicked::Move(m) => self.play(&m),
            Clicked::Chosen | Clicked::Dropped => {}
            Clicked::Refused => {
                let name = &self.seen.board.places[spot.index()].name;
                let what = if self.selection.path().is_empty() { "begins" } else { "goes on" };
                self.complaint = Some(format!("No move {what} at {name}."));
            }
        }
    }

    /// Ends the move where it is.
    pub(crate) fn stop_here(&mut self) {
        match self.selection.done().cloned() {
            Some(m) if self.session.person().is_some() => self.play(&m),
            _ => self.complaint = Some("There is no move yet that could end here.".into()),
        }
    }

    /// Whether a chosen move may end where the cursor is.
    pub(crate) fn may_stop_at_cursor(&self) -> bool {
        self.selection.done().is_some() && self.selection.path().last() == Some(&self.cursor)
    }

    pub(crate) fn drop_last(&mut self) {
        self.selection.back(self.session.position());
    }

    /// Whether a key begins a move in the game's notation.
    pub(crate) fn begins_move(&self, sign: char) -> bool {
        let moves = self.session.position().moves();
        self.session.person().is_some() && moves.iter().any(|m| m.text.starts_with(sign))
    }

    /// Plays the move that was typed; if it is none, it stays to be corrected.
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
                self.play(&m);
            }
            Err(error) => self.complaint = Some(error.to_string()),
        }
    }

    fn play(&mut self, m: &games::AnyMove) {
        if let Err(error) = self.session.play(m) {
            self.complaint = Some(error.to_string());
        }
        self.refresh();
    }

    /// Whether a person is to move; if not, it is said why.
    fn may_move(&mut self) -> bool {
        let refusal = match (self.session.turn(), self.session.person()) {
            (Some(_), Some(_)) => return true,
            (Some(seat), None) => {
                format!("It is {}'s turn.", self.session.plan().game.info().seats[seat.index()])
            }
            (None, _) => "The game is over: n begins a new one.".into(),
        };
        self.complaint = Some(refusal);
        false
    }

    pub(crate) fn move_cursor(&mut self, direction: Direction) {
        if let Some(spot) = self.seen.beside(self.cursor, direction) {
            self.cursor = spot;
        }
    }

    /// Takes the cursor to the next spot that is lit, or to the one before.
    pub(crate) fn cycle(&mut self, back: bool) {
        let next = self.selection.next();
        let found = if back {
            next.iter().rev().find(|&&spot| spot < self.cursor).or(next.last())
        } else {
            next.iter().find(|&&spot| spot > self.cursor).or(next.first())
        };
        self.cursor = found.copied().unwrap_or(self.cursor);
    }

    pub(crate) fn ask_tip(&mut self) {
        if self.may_move() {
            self.tip = true;
            if !self.analysing {
                let asked = self.session.ask_advice(Some(TIP));
                self.complain(asked);
            }
        }
    }

    pub(crate) fn toggle_analysis(&mut self) {
        self.analysing = !self.analysing;
        if self.analysing {
            let asked = self.session.ask_advice(None);
            self.complain(asked);
        } else {
            self.session.hush_adviser();
        }
    }

    pub(crate) fn take_back(&mut self) {
        if !self.session.take_back() {
            self.complaint = Some("There is no turn of yours to take back.".into());
        }
        self.refresh();
    }

    pub(crate) fn play_again(&mut self) {
        if !self.session.play_again() {
            self.complaint = Some("There is no turn to play again.".into());
        }
        self.refresh();
    }

    /// Scrolls the list of moves by so many, of which a page of this size is seen.
    pub(crate) fn scroll(&mut self, by: isize, page: usize) {
        let most = self.session.course().moves().len().saturating_sub(page);
        self.scrolled = self.scrolled.saturating_add_signed(by).min(most);
    }

    pub(crate) fn turn_board(&mut self) {
        let turned = !self.seen.turned;
        self.seen = SeenBoard::new(self.session.plan().game.board(), turned);
    }

    /// Does something at once if the game is over or has not begun, else asks first.
    pub(crate) fn doubt(&mut self, doubt: Doubt) {
        let under_way = self.session.turn().is_some() && !self.session.course().moves().is_empty();
        if under_way || matches!(doubt, Doubt::Resign(_)) {
            self.doubt = Some(doubt);
        } else {
            self.confirm(doubt);
        }
    }

    pub(crate) fn confirm(&mut self, doubt: Doubt) {
        self.doubt = None;
        match doubt {
            Doubt::Leave => self.quit = true,
            Doubt::Resign(seat) => self.session.resign(seat),
            Doubt::NewGame(seats) => {
                let begun = self.session.begin_again(seats);
                self.complain(begun);
                self.sit_down();
            }
        }
    }

    /// One line that says how things stand.
    pub(crate) fn status(&self) -> String {
        let plan = self.session.plan();
        let names = plan.game.info().seats;
        if let Some(end) = self.session.end() {
            return words::end(plan, end);
        }
        let Some(seat) = self.session.turn() else { return String::new() };
        let name = names[seat.index()];
        if self.session.person().is_none() {
            let seconds = self.session.thinking_for().as_secs();
            return format!("{name} is thinking… {seconds} s");
        }
        if let Some(tip) = self.session.advice().filter(|_| self.tip) {
            return format!("Tip: {}", tip.best.text);
        }
        if self.selection.path().is_empty() {
            return format!("{name}, it is your turn: choose what is lit, or type a move.");
        }
        let places = &self.seen.board.places;
        let path: Vec<&str> =
            self.selection.path().iter().map(|spot| places[spot.index()].name.as_str()).collect();
        let path = path.join(" → ");
        match self.selection.done() {
            Some(_) => format!("{path}: go on, or"),
            None => format!("{path}: where to?"),
        }
    }

    fn complain(&mut self, result: Result<(), TableError>) {
        if let Err(error) = result {
            self.complaint = Some(error.to_string());
        }
    }
}
