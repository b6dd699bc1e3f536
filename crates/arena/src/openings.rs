//! Where games begin: after some random plies, or at the positions of a list.
//!
//! Players without chance play the same game from the same position every time, so a match needs
//! many openings; but one that is decided says nothing about who plays better. A small player that
//! is always the same looks at each random opening: everybody on turn in it, one after the other,
//! must be neither far ahead nor far behind. A glance throws out most of them, so that a long look
//! is needed only for the others; without it, many an opening of Fanorona was lost for somebody
//! in ways that a glance does not see.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

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
        tries: u32,
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

/// Deals out openings by their number, always the same for the same seed, to any number of threads.
///
/// Whether an opening is even depends on it alone, and is what takes long; so every thread finds
/// that out for a number of its own. Whether it came before depends on all lower numbers; so the
/// last word is spoken in their order.
pub(crate) struct Dealer {
    game: AnyGame,
    openings: Openings,
    seed: u64,
    /// Small players that nobody is asking at the moment.
    small: Mutex<Vec<Box<dyn Player>>>,
    book: Mutex<Book>,
    settled: Condvar,
}

/// What is known of random openings so far.
#[derive(Default)]
struct Book {
    /// The attempt that led to each opening: all it takes to play it again.
    attempts: Vec<u32>,
    /// How many numbers somebody has taken up.
    taken: usize,
    seen: HashSet<u64>,
    /// Some number has no even opening.
    hopeless: bool,
}

impl Dealer {
    /// What the small player may spend, first at a glance and then in earnest, and how far ahead
    /// is too far: in hundredths of a bean, a step or a stone.
    const LOOKS: [(u64, i32); 2] = [(400, 300), (10_000, 150)];
    /// Its table, in MiB.
    const HASH: usize = 1;
    /// An opening that came before is dealt again only if so many others in a row did as well.
    const NEW_ONES: u64 = 20;
    /// How often an opening is tried before giving up.
    const TRIES: u32 = 2_000;

    pub(crate) fn new(
        game: AnyGame,
        openings: Openings,
        seed: u64,
    ) -> Result<Dealer, OpeningError> {
        let small = Mutex::new(vec![Dealer::small(game)?]);
        let book = Mutex::default();
        Ok(Dealer { game, openings, seed, small, book, settled: Condvar::new() })
    }

    fn small(game: AnyGame) -> Result<Box<dyn Player>, SpecError> {
        let spec = Spec { hash: Dealer::HASH, tables: false, ..Spec::named("strong") };
        players::build(game, &spec)
    }

    /// The opening with this number.
    pub(crate) fn deal(&self, number: usize) -> Result<Course, OpeningError> {
        match &self.openings {
            Openings::Listed(positions) => {
                Ok(Course::from(self.game, positions[number % positions.len()].clone()))
            }
            Openings::Random { plies: 0 } => Ok(Course::new(self.game)),
            &Openings::Random { plies } => self.random(number, plies),
        }
    }

    /// Takes up numbers that nobody has taken, until this one is settled, by whomever.
    fn random(&self, number: usize, plies: usize) -> Result<Course, OpeningError> {
        let hopeless =
            || OpeningError::Decided { game: self.game.name(), plies, tries: Dealer::TRIES };
        let mut book = lock(&self.book);
        loop {
            if book.hopeless {
                return Err(hopeless());
            }
            if let Some(&attempt) = book.attempts.get(number) {
                drop(book);
                return self.stroll(plies, [number as u64, attempt.into()]).ok_or_else(hopeless);
            }
            if book.taken > number {
                book = self.settled.wait(book).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let own = book.taken;
            book.taken += 1;
            drop(book);
            let found = self.even_from(own, plies, 0);
            book = lock(&self.book);
            while book.attempts.len() < own && !book.hopeless {
                book = self.settled.wait(book).unwrap_or_else(PoisonError::into_inner);
            }
            if book.attempts.len() == own {
                self.settle(&mut book, own, plies, found);
            }
            self.settled.notify_all();
        }
    }

    /// Takes an even opening, or the next one if it came before.
    fn settle(&self, book: &mut Book, number: usize, plies: usize, mut found: Option<(u32, u64)>) {
        let mut known = 0;
        while let Some((attempt, key)) = found {
            if known == Dealer::NEW_ONES || !book.seen.contains(&key) {
                book.seen.insert(key);
                book.attempts.push(attempt);
                return;
            }
            known += 1;
            found = self.even_from(number, plies, attempt + 1);
        }
        book.hopeless = true;
    }

    /// The first even opening from this attempt on: which attempt, and its key.
    fn even_from(&self, number: usize, plies: usize, first: u32) -> Option<(u32, u64)> {
        let idle = lock(&self.small).pop();
        // There is such a player for the game: the first was made with the dealer.
        let mut small = idle.or_else(|| Dealer::small(self.game).ok())?;
        let found = (first..Dealer::TRIES).find_map(|attempt| {
            let course = self.stroll(plies, [number as u64, attempt.into()])?;
            let key = course.position().key();
            let even = Dealer::LOOKS.iter().all(|&look| is_even(&mut *small, course.clone(), look));
            even.then_some((attempt, key))
        });
        lock(&self.small).push(small);
        found
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
}

/// Whether everybody but the last, who gets what the others leave, thinks the position even, each
/// on turn after the move that the one before liked best.
fn is_even(small: &mut dyn Player, mut course: Course, (nodes, far): (u64, i32)) -> bool {
    small.forget();
    for _ in 1..course.game().seats() {
        let question = Question::new(Limits::nodes(nodes));
        let Ok(thought) = small.choose(&course, &question, &mut |_| {}) else {
            return false;
        };
        let even = thought.score.is_none_or(|score| {
            score == Score::DRAW || score.hundredths().is_some_and(|value| value.abs() <= far)
        });
        if !even || course.play(&thought.best).is_err() {
            return false;
        }
    }
    true
}

/// Nothing is left half done behind these locks, so a panic elsewhere does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn deal(game: &str, plies: usize, seed: u64, rounds: usize) -> Vec<String> {
        let game = games::game(game).unwrap();
        let dealer = Dealer::new(game, Openings::Random { plies }, seed).unwrap();
        (0..rounds).map(|n| dealer.deal(n).unwrap().position().text()).collect()
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
    fn threads_deal_what_one_alone_would() {
        // One ply has few results, so that the order in which they are settled matters.
        for plies in [1, 5] {
            let alone = deal("bohnenspiel", plies, 9, 24);
            let game = games::game("bohnenspiel").unwrap();
            let dealer = Dealer::new(game, Openings::Random { plies }, 9).unwrap();
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (dealer, alone) = (&dealer, &alone);
                    scope.spawn(move || {
                        for n in (0..24).skip(thread) {
                            assert_eq!(dealer.deal(n).unwrap().position().text(), alone[n]);
                        }
                    });
                }
            });
            let from_the_end = Dealer::new(game, Openings::Random { plies }, 9).unwrap();
            assert_eq!(from_the_end.deal(23).unwrap().position().text(), alone[23]);
        }
    }

    #[test]
    fn openings_are_played_out_and_not_over() {
        let game = games::game("halma").unwrap();
        let dealer = Dealer::new(game, Openings::Random { plies: 5 }, 0).unwrap();
        let course = dealer.deal(0).unwrap();
        assert_eq!(course.moves().len(), 5);
        assert_eq!(course.position().outcome(), None);
        let from_start = Dealer::new(game, Openings::Random { plies: 0 }, 0).unwrap();
        assert_eq!(from_start.deal(0).unwrap().position(), &game.start());
    }

    #[test]
    fn too_many_plies_are_told_not_tried_for_ever() {
        let game = games::game("bohnenspiel").unwrap();
        let dealer = Dealer::new(game, Openings::Random { plies: 500 }, 0).unwrap();
        assert!(dealer.deal(0).unwrap_err().to_string().contains("try fewer plies"));
    }

    #[test]
    fn lists_are_read_and_dealt_in_turn() {
        let game = games::game("bohnenspiel").unwrap();
        let text = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w\n\n1,0,0,0,1,1/0,0,1,0,0,0 36-32 w\n";
        let dealer = Dealer::new(game, Openings::read(game, text).unwrap(), 0).unwrap();
        let dealt: Vec<String> =
            (0..3).map(|n| dealer.deal(n).unwrap().position().text()).collect();
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
