//! The scheduler of a match: hands out games in order to the threads, and puts their results back in
//! order.
//!
//! So a match has the same score whatever the number of threads: the SPRT sees the games one by one
//! by their numbers, and games beyond its decision do not count.

use std::collections::BTreeMap;

use crate::runner::ScheduledGame;
use crate::statistics::Sprt;
use crate::{FinishedGame, MatchScore, OpeningError};

/// Hands out games and collects results.
pub(crate) struct Scheduler<'a> {
    seatings: &'a [Vec<usize>],
    games: usize,
    sprt: Option<Sprt>,
    next: usize,
    /// Results that wait for those of earlier games.
    out_of_order: BTreeMap<usize, FinishedGame>,
    score: MatchScore,
    /// Whether the SPRT has decided.
    decided: bool,
    error: Option<OpeningError>,
    each: &'a mut (dyn FnMut(&FinishedGame, &MatchScore) + Send),
}

impl<'a> Scheduler<'a> {
    pub(crate) fn new(
        seatings: &'a [Vec<usize>],
        games: usize,
        sprt: Option<Sprt>,
        score: MatchScore,
        each: &'a mut (dyn FnMut(&FinishedGame, &MatchScore) + Send),
    ) -> Scheduler<'a> {
        Scheduler {
            seatings,
            games,
            sprt,
            next: 0,
            out_of_order: BTreeMap::new(),
            score,
            decided: false,
            error: None,
            each,
        }
    }

    /// The next game, if there is one.
    pub(crate) fn next_game(&mut self) -> Option<ScheduledGame> {
        if self.decided || self.error.is_some() || self.next >= self.games {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let order = number % self.seatings.len();
        let opening = number / self.seatings.len();
        Some(ScheduledGame { number, seating: self.seatings[order].clone(), opening })
    }

    /// Ends the match because there is no opening for a game.
    pub(crate) fn fail(&mut self, error: OpeningError) {
        self.error.get_or_insert(error);
    }

    /// Adds a result, and reports all that are next in order.
    pub(crate) fn add_result(&mut self, finished: FinishedGame) {
        self.out_of_order.insert(finished.number, finished);
        while !self.decided
            && let Some(next) = self.out_of_order.remove(&self.score.games)
        {
            self.score.add(&next.seating, &next.played);
            let decision = self.sprt.and_then(|sprt| sprt.decision(&self.score.pairs));
            self.decided = decision.is_some();
            (self.each)(&next, &self.score);
        }
    }

    /// The score, once no game is being played any more.
    pub(crate) fn finish(self) -> Result<MatchScore, OpeningError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.score),
        }
    }
}
