//! Where games begin: after some random plies, or at the positions of a list.
//!
//! Players without chance play the same game from the same position every time, so a match needs
//! many openings; but one that is decided says nothing about who plays better. A small player that
//! is always the same looks at each random opening: everybody on turn in it, one after the other,
//! must be neither far ahead nor far behind.

use std::collections::HashSet;

use games::{AnyGame, AnyPosition, PositionError};
use players::{Course, Player, Question, Spec, SpecError};
use rand::RngExt;
use search::{Limits, Score};
use thiserror::Error;

use crate::seeds::random_for;

/// Which openings a match uses.
#[derive(Clone, Debug)]
pub enum Openings {
    /// The usual start and so many random plies, nobody clearly ahead.
    Random {
        /// How many plies; with none, every game begins at the start.
        plies: usize,
    },
    /// These positions in turn, as they are.
    Listed(Vec<AnyPosition>),
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// A line of a list is no position.
    #[error("opening in line {line}: {why}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        why: PositionError,
    },
    /// A position of a list is finished.
    #[error("opening in line {0}: the game is over there; an opening must have somebody on turn")]
    Over(usize),
    /// A list without any position.
    #[error("a list of openings must hold at least one position")]
    Empty,
    /// Random plies lead to decided games only.
    #[error(
        "{tries} times {plies} random plies of {game} led to no even position; try fewer plies"
    )]
    Decided {
        /// The game.
        game: &'static str,
        /// How many plies were played.
        plies: usize,
        /// How often.
        tries: u64,
    },
    /// The player that looks at openings could not be made.
    #[error(transparent)]
    Player(#[from] SpecError),
}

impl Openings {
    /// Reads one position a line; empty lines do not count.
    pub fn read(game: AnyGame, text: &str) -> Result<Openings, OpeningError> {
        let mut positions = Vec::new();
        for (index, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            let line = index + 1;
            let position = game.read(text).map_err(|why| OpeningError::Line { line, why })?;
            if position.outcome().is_some() {
                return Err(OpeningError::Over(line));
            }
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(OpeningError::Empty);
        }
        Ok(Openings::Listed(positions))
    }
}

/// Deals out the openings of a match, one a round, always the same for the same seed.
pub(crate) struct Dealer {
    game: AnyGame,
    openings: Openings,
    seed: u64,
    small: Box<dyn Player>,
    seen: HashSet<u64>,
    round: usize,
}

impl Dealer {
    /// What the small player may spend: more would let hardly any other openings through.
    const NODES: u64 = 400;
    /// Its table, in MiB.
    const HASH: usize = 1;
    /// Far ahead begins here, in hundredths of a bean, a step or a stone.
    const FAR: i32 = 300;
    /// An opening that came before is dealt again only if so many others in a row did as well.
    const NEW_ONES: u64 = 20;
    /// How often an opening is tried before giving up.
    const TRIES: u64 = 2_000;

    pub(crate) fn new(
        game: AnyGame,
        openings: Openings,
        seed: u64,
    ) -> Result<Dealer, OpeningError> {
        let spec = Spec { hash: Dealer::HASH, tables: false, ..Spec::named("strong") };
        let small = players::build(game, &spec)?;
        Ok(Dealer { game, openings, seed, small, seen: HashSet::new(), round: 0 })
    }

    /// The opening of the next round.
    pub(crate) fn deal(&mut self) -> Result<Course, OpeningError> {
        let round = self.round;
        self.round += 1;
        match &self.openings {
            Openings::Listed(positions) => {
                Ok(Course::from(self.game, positions[round % positions.len()].clone()))
            }
            Openings::Random { plies: 0 } => Ok(Course::new(self.game)),
            &Openings::Random { plies } => self.random(round, plies),
        }
    }

    fn random(&mut self, round: usize, plies: usize) -> Result<Course, OpeningError> {
        let mut known = 0;
        for attempt in 0..Dealer::TRIES {
            let Some(course) = self.stroll(plies, [round as u64, attempt]) else {
                continue;
            };
            if known < Dealer::NEW_ONES && self.seen.contains(&course.position().key()) {
                known += 1;
            } else if self.is_even(&course) {
                self.seen.insert(course.position().key());
                return Ok(course);
            }
        }
        Err(OpeningError::Decided { game: self.game.name(), plies, tries: Dealer::TRIES })
    }

    /// So many random plies from the start, if the game lasts so long.
    fn stroll(&self, plies: usize, purpose: [u64; 2]) -> Option<Course> {
        let mut random = random_for(self.seed, purpose);
        let mut course = Course::new(self.game);
        for _ in 0..plies {
            let moves = course.position().moves();
            if moves.is_empty() {
                return None;
            }
            let chosen = random.random_range(..moves.len());
            course.play(&moves[chosen]).ok()?;
        }
        course.position().outcome().is_none().then_some(course)
    }

    /// Whether everybody but the last, who gets what the others leave, thinks the position even,
    /// each on turn after the move that the one before liked best.
    fn is_even(&mut self, course: &Course) -> bool {
        let mut course = course.clone();
        self.small.forget();
        for _ in 1..self.game.seats() {
            let question = Question::new(Limits::nodes(Dealer::NODES));
            let Ok(thought) = self.small.choose(&course, &question, &mut |_| {}) else {
                return false;
            };
            let even = thought.score.is_none_or(|score| {
                score == Score::DRAW
                    || score.hundredths().is_some_and(|value| value.abs() <= Dealer::FAR)
            });
            if !even || course.play(&thought.best).is_err() {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(game: &str, plies: usize, seed: u64, rounds: usize) -> Vec<String> {
        let game = games::game(game).unwrap();
        let mut dealer = Dealer::new(game, Openings::Random { plies }, seed).unwrap();
        (0..rounds).map(|_| dealer.deal().unwrap().position().text()).collect()
    }

    #[test]
    fn the_same_seed_deals_the_same_openings() {
        for game in ["bohnenspiel", "fauhalma"] {
            assert_eq!(deal(game, 6, 1, 8), deal(game, 6, 1, 8));
            assert_ne!(deal(game, 6, 1, 8), deal(game, 6, 2, 8));
        }
    }

    #[test]
    fn openings_are_new_as_long_as_there_are_new_ones() {
        let many = deal("bohnenspiel", 4, 3, 60);
        assert_eq!(many.iter().collect::<HashSet<_>>().len(), 60);
        // One ply of Das Bohnenspiel has six results at most.
        let few = deal("bohnenspiel", 1, 3, 12);
        assert!(few.iter().collect::<HashSet<_>>().len() <= 6);
    }

    #[test]
    fn openings_are_played_out_and_not_over() {
        let game = games::game("halma").unwrap();
        let mut dealer = Dealer::new(game, Openings::Random { plies: 5 }, 0).unwrap();
        let course = dealer.deal().unwrap();
        assert_eq!(course.moves().len(), 5);
        assert_eq!(course.position().outcome(), None);
        let mut from_start = Dealer::new(game, Openings::Random { plies: 0 }, 0).unwrap();
        assert_eq!(from_start.deal().unwrap().position(), &game.start());
    }

    #[test]
    fn too_many_plies_are_told_not_tried_for_ever() {
        let game = games::game("bohnenspiel").unwrap();
        let mut dealer = Dealer::new(game, Openings::Random { plies: 500 }, 0).unwrap();
        assert!(dealer.deal().unwrap_err().to_string().contains("try fewer plies"));
    }

    #[test]
    fn lists_are_read_and_dealt_in_turn() {
        let game = games::game("bohnenspiel").unwrap();
        let text = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w\n\n1,0,0,0,1,1/0,0,1,0,0,0 36-32 w\n";
        let mut dealer = Dealer::new(game, Openings::read(game, text).unwrap(), 0).unwrap();
        let dealt: Vec<String> = (0..3).map(|_| dealer.deal().unwrap().position().text()).collect();
        assert_eq!(dealt[0], game.start().text());
        assert_eq!(dealt[1], "1,0,0,0,1,1/0,0,1,0,0,0 36-32 w");
        assert_eq!(dealt[2], dealt[0]);
    }

    #[test]
    fn bad_lists_are_told_by_their_line() {
        let game = games::game("bohnenspiel").unwrap();
        let message = |text| Openings::read(game, text).unwrap_err().to_string();
        assert!(message("\nnonsense").starts_with("opening in line 2: no position of bohnenspiel"));
        assert!(message("\n \n").contains("at least one"));
        assert!(message("0,0,0,0,0,1/0,0,0,0,0,0 37-34 b").contains("line 1"));
    }
}
