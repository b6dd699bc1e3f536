//! The desk of a match: hands out games in order, and takes their results in order again, in
//! whichever order the threads bring them.
//!
//! Only so does a match come out the same whatever the number of threads: a test that stops it
//! sees the games one by one by their numbers, and what was played beyond its end does not count.

use std::collections::BTreeMap;

use crate::hall::Fixture;
use crate::statistics::Sprt;
use crate::{Finished, OpeningError, Tally};

/// Hands out games and takes results.
pub(crate) struct Desk<'a> {
    seatings: &'a [Vec<usize>],
    games: usize,
    test: Option<Sprt>,
    next: usize,
    /// Results that came before those of earlier games.
    early: BTreeMap<usize, Finished>,
    tally: Tally,
    /// Whether the test of the match has its answer.
    decided: bool,
    error: Option<OpeningError>,
    each: &'a mut (dyn FnMut(&Finished, &Tally) + Send),
}

impl<'a> Desk<'a> {
    pub(crate) fn new(
        seatings: &'a [Vec<usize>],
        games: usize,
        test: Option<Sprt>,
        tally: Tally,
        each: &'a mut (dyn FnMut(&Finished, &Tally) + Send),
    ) -> Desk<'a> {
        Desk {
            seatings,
            games,
            test,
            next: 0,
            early: BTreeMap::new(),
            tally,
            decided: false,
            error: None,
            each,
        }
    }

    /// The next game, if there is one.
    pub(crate) fn hand_out(&mut self) -> Option<Fixture> {
        if self.decided || self.error.is_some() || self.next >= self.games {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let order = number % self.seatings.len();
        let opening = number / self.seatings.len();
        Some(Fixture { number, seating: self.seatings[order].clone(), opening })
    }

    /// There is no opening for a game, so there will be no more.
    pub(crate) fn give_up(&mut self, error: OpeningError) {
        self.error.get_or_insert(error);
    }

    /// Takes a result, and tells all that are next in order.
    pub(crate) fn take(&mut self, finished: Finished) {
        self.early.insert(finished.number, finished);
        while !self.decided
            && let Some(next) = self.early.remove(&self.tally.games)
        {
            self.tally.add(&next.seating, &next.played);
            let verdict = self.test.and_then(|test| test.verdict(&self.tally.pairs));
            self.decided = verdict.is_some();
            (self.each)(&next, &self.tally);
        }
    }

    /// All results, once no game is under way any more.
    pub(crate) fn close(self) -> Result<Tally, OpeningError> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.tally),
        }
    }
}
