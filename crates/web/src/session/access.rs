//! Who may do what in a session, and what persons agree upon.
//!
//! A session without keys belongs to all who know its id. One that is created by invitation has a key
//! for each person's seat: whoever has the key plays that seat, everybody else watches. There a draw,
//! and a take-back between persons, need the consent of all others.

use serde::{Deserialize, Serialize};
use spielwerk_games::{Outcome, Seat};
use spielwerk_search::Instant;
use spielwerk_session::{GameEnd, Termination};

use super::WebSession;
use super::actor::Command;
use crate::api_error::ApiError;

/// What somebody may do in a session.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// Plays for every person.
    Everything,
    /// Plays one seat.
    Seat(Seat),
    /// Watches.
    Spectator,
}

impl Access {
    /// The seat of whoever plays only one.
    pub(crate) fn seat(self) -> Option<Seat> {
        match self {
            Access::Seat(seat) => Some(seat),
            Access::Everything | Access::Spectator => None,
        }
    }
}

/// What somebody can offer to the others.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Proposal {
    Draw,
    Undo,
}

/// A proposal that has not been answered by all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Offer {
    what: Proposal,
    seat: usize,
    /// The seats that have agreed already.
    agreed: Vec<usize>,
}

impl WebSession {
    /// What somebody with this key may do.
    pub(crate) fn access(&self, key: Option<&str>) -> Access {
        if self.keys.is_empty() {
            return Access::Everything;
        }
        let own = |it: &Option<String>| it.as_deref().is_some_and(|it| Some(it) == key);
        self.keys
            .iter()
            .position(own)
            .map_or(Access::Spectator, |seat| Access::Seat(Seat::new(seat)))
    }

    /// The keys of all seats; none where the id is enough.
    pub(crate) fn keys(&self) -> &[Option<String>] {
        &self.keys
    }

    /// What a command means for somebody, or why it is refused.
    pub(crate) fn permit(&self, command: Command, access: Access) -> Result<Command, ApiError> {
        let seat = match access {
            Access::Everything => return Ok(command),
            Access::Spectator if matches!(command, Command::Ready { .. }) => return Ok(command),
            Access::Spectator => return Err(ApiError::Conflict("you are watching this game")),
            Access::Seat(seat) => seat,
        };
        match command {
            Command::Move { .. } if self.on_turn().is_some_and(|turn| turn != seat) => {
                Err(ApiError::Conflict("it is not your turn"))
            }
            Command::Resign { .. } => Ok(Command::Resign { seat: Some(seat.index()) }),
            Command::Undo {} if self.other_persons(seat).next().is_some() => {
                Ok(Command::Offer { what: Proposal::Undo })
            }
            Command::Redo {} | Command::Hint {} | Command::Swap {} | Command::Pause {}
                if self.other_persons(seat).next().is_some() =>
            {
                Err(ApiError::Conflict("this is not possible in a game between persons"))
            }
            command => Ok(command),
        }
    }

    /// All persons but one.
    fn other_persons(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        Seat::all(self.seats.len()).filter(move |&other| other != seat && self.is_person(other))
    }

    /// Somebody offers something to the other persons.
    pub(crate) fn propose(&mut self, what: Proposal, access: Access) -> Result<(), ApiError> {
        let seat = access.seat().ok_or(ApiError::Conflict("this game has no invitations"))?;
        let is_over = self.game.end().is_some();
        let fits = match what {
            Proposal::Undo => self.has_moved(seat),
            Proposal::Draw => !is_over && self.seats.len() == 2,
        };
        if !fits || self.other_persons(seat).next().is_none() {
            return Err(ApiError::Conflict("this cannot be offered here"));
        }
        self.offer = Some(Offer { what, seat: seat.index(), agreed: Vec::new() });
        Ok(())
    }

    fn has_moved(&self, seat: Seat) -> bool {
        let before = &self.game_state().positions()[..self.plies()];
        before.iter().any(|position| position.turn() == Some(seat))
    }

    /// Somebody agrees to what was offered. It is done when all have agreed.
    pub(crate) fn accept(&mut self, access: Access, now: Instant) -> Result<(), ApiError> {
        let nothing = || ApiError::Conflict("nothing was offered to you");
        let mut offer = self.offer.take().ok_or_else(nothing)?;
        let seat = access.seat().filter(|seat| seat.index() != offer.seat).ok_or_else(nothing)?;
        offer.agreed.push(seat.index());
        let from = Seat::new(offer.seat);
        if self.other_persons(from).any(|other| !offer.agreed.contains(&other.index())) {
            self.offer = Some(offer);
            return Ok(());
        }
        match offer.what {
            Proposal::Draw => self.game.finish(agreed_draw(), now),
            Proposal::Undo => {
                self.game.take_back(|seat| seat == from, now);
                self.game.forget_undone();
            }
        }
        Ok(())
    }

    /// Somebody refuses what was offered, or withdraws it.
    pub(crate) fn decline(&mut self, access: Access) -> Result<(), ApiError> {
        if access.seat().is_none() || self.offer.take().is_none() {
            return Err(ApiError::Conflict("nothing was offered to you"));
        }
        Ok(())
    }
}

/// The end of a game by agreement.
pub(super) fn agreed_draw() -> GameEnd {
    GameEnd {
        termination: Termination::Agreement,
        culprit: None,
        remark: None,
        outcome: Outcome::draw(),
    }
}
