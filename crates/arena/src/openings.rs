//! Openings: random plies from the start, or the positions of a list.
//!
//! Deterministic players play the same game from the same position every time, so a match needs many
//! openings; but one that is decided says nothing about who plays better. So each random opening is
//! screened by short searches of a fixed player: for every seat in turn the score must be near zero.
//! A first search of few nodes rejects most openings, so that the longer one is needed only for the
//! others; without the longer one, many an opening of Fanorona was lost for a side in ways that the
//! short search does not see.

use std::collections::HashSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rand::RngExt;
use spielwerk_games::{AnyGame, AnyPosition, PositionError};
use spielwerk_players::{GameState, Player, PlayerSpec, SearchParams, SpecError};
use spielwerk_search::{Limits, Score};
use thiserror::Error;

use crate::seeds::random_for;

/// The openings of a match.
#[derive(Clone, Debug)]
pub enum Openings {
    /// So many random plies from the start, nobody clearly ahead.
    Random {
        /// How many plies; with 0, every game begins at the start.
        plies: usize,
    },
    /// These positions in turn.
    Listed(Vec<AnyPosition>),
}

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// A line of a list is not a position.
    #[error("opening in line {line}: {why}")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        why: PositionError,
    },
    /// A position of a list is finished.
    #[error("opening in line {0}: the game is over there; an opening must have a side to move")]
    GameOver(usize),
    /// A list without any position.
    #[error("a list of openings must hold at least one position")]
    Empty,
    /// Random plies lead to unbalanced positions only.
    #[error(
        "{attempts} times {plies} random plies of {game} led to no balanced position; try fewer plies"
    )]
    NotBalanced {
        /// The game.
        game: &'static str,
        /// How many plies were played.
        plies: usize,
        /// How often.
        attempts: u32,
    },
    /// The player that screens openings cannot be built.
    #[error(transparent)]
    Player(#[from] SpecError),
}

impl Openings {
    /// Parses one position a line; empty lines do not count.
    pub fn read(game: AnyGame, text: &str) -> Result<Openings, OpeningError> {
        let mut positions = Vec::new();
        for (index, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
            let line = index + 1;
            let position =
                game.read_position(text).map_err(|why| OpeningError::Line { line, why })?;
            if position.outcome().is_some() {
                return Err(OpeningError::GameOver(line));
            }
            positions.push(position);
        }
        if positions.is_empty() {
            return Err(OpeningError::Empty);
        }
        Ok(Openings::Listed(positions))
    }
}

/// Generates openings by their number, the same for the same seed whatever the number of threads.
///
/// Whether an opening is balanced depends on it alone, and is what takes long; so every thread
/// screens a number of its own. Whether it is a duplicate depends on all lower numbers; so openings
/// are accepted in their order.
pub(crate) struct OpeningGenerator {
    game: AnyGame,
    openings: Openings,
    seed: u64,
    /// Screening players that are idle.
    screening_players: Mutex<Vec<Box<dyn Player>>>,
    progress: Mutex<Progress>,
    progressed: Condvar,
}

/// The random openings accepted so far.
#[derive(Default)]
struct Progress {
    /// The attempt that led to each opening: enough to generate it again.
    attempts: Vec<u32>,
    /// How many numbers threads have begun to screen.
    taken: usize,
    seen: HashSet<u64>,
    /// Some number has no balanced opening.
    exhausted: bool,
}

impl OpeningGenerator {
    /// The nodes of each screening search, and the largest score that counts as balanced, in
    /// hundredths of a bean, a step or a stone.
    const SCREENING: [(u64, i32); 2] = [(400, 300), (10_000, 150)];
    /// The transposition table of the screening player, in MiB.
    const SCREENING_HASH: usize = 1;
    /// A duplicate is accepted after so many others in a row.
    const MAX_DUPLICATES: u64 = 20;
    /// How often an opening is attempted before giving up.
    const MAX_ATTEMPTS: u32 = 2_000;

    pub(crate) fn new(
        game: AnyGame,
        openings: Openings,
        seed: u64,
    ) -> Result<OpeningGenerator, OpeningError> {
        let screening_players = Mutex::new(vec![OpeningGenerator::screening_player(game)?]);
        let progress = Mutex::default();
        Ok(OpeningGenerator {
            game,
            openings,
            seed,
            screening_players,
            progress,
            progressed: Condvar::new(),
        })
    }

    fn screening_player(game: AnyGame) -> Result<Box<dyn Player>, SpecError> {
        let spec = PlayerSpec {
            hash: OpeningGenerator::SCREENING_HASH,
            tables: false,
            ..PlayerSpec::named("strong")
        };
        spielwerk_players::build(game, &spec)
    }

    /// The opening with this number.
    pub(crate) fn opening(&self, number: usize) -> Result<GameState, OpeningError> {
        match &self.openings {
            Openings::Listed(positions) => {
                Ok(GameState::from_position(self.game, positions[number % positions.len()].clone()))
            }
            Openings::Random { plies: 0 } => Ok(GameState::new(self.game)),
            &Openings::Random { plies } => self.random(number, plies),
        }
    }

    /// Screens numbers that no thread has begun, until this one is accepted, by any thread.
    fn random(&self, number: usize, plies: usize) -> Result<GameState, OpeningError> {
        let exhausted = || OpeningError::NotBalanced {
            game: self.game.name(),
            plies,
            attempts: OpeningGenerator::MAX_ATTEMPTS,
        };
        let mut progress = lock(&self.progress);
        loop {
            if progress.exhausted {
                return Err(exhausted());
            }
            if let Some(&attempt) = progress.attempts.get(number) {
                drop(progress);
                return self
                    .play_random(plies, [number as u64, attempt.into()])
                    .ok_or_else(exhausted);
            }
            if progress.taken > number {
                progress = self.progressed.wait(progress).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            let own = progress.taken;
            progress.taken += 1;
            drop(progress);
            let found = self.find_balanced(own, plies, 0);
            progress = lock(&self.progress);
            while progress.attempts.len() < own && !progress.exhausted {
                progress = self.progressed.wait(progress).unwrap_or_else(PoisonError::into_inner);
            }
            if progress.attempts.len() == own {
                self.accept(&mut progress, own, plies, found);
            }
            self.progressed.notify_all();
        }
    }

    /// Accepts a balanced opening, or the next one if it is a duplicate.
    fn accept(
        &self,
        progress: &mut Progress,
        number: usize,
        plies: usize,
        mut found: Option<(u32, u64)>,
    ) {
        let mut duplicates = 0;
        while let Some((attempt, key)) = found {
            if duplicates == OpeningGenerator::MAX_DUPLICATES || !progress.seen.contains(&key) {
                progress.seen.insert(key);
                progress.attempts.push(attempt);
                return;
            }
            duplicates += 1;
            found = self.find_balanced(number, plies, attempt + 1);
        }
        progress.exhausted = true;
    }

    /// The first balanced opening from this attempt on: the attempt, and its key.
    fn find_balanced(&self, number: usize, plies: usize, first: u32) -> Option<(u32, u64)> {
        let idle = lock(&self.screening_players).pop();
        // The player can be built: `new` has built the first.
        let mut player = idle.or_else(|| OpeningGenerator::screening_player(self.game).ok())?;
        let found = (first..OpeningGenerator::MAX_ATTEMPTS).find_map(|attempt| {
            let state = self.play_random(plies, [number as u64, attempt.into()])?;
            let key = state.position().repetition_key();
            let balanced = OpeningGenerator::SCREENING
                .iter()
                .all(|&screening| is_balanced(&mut *player, state.clone(), screening));
            balanced.then_some((attempt, key))
        });
        lock(&self.screening_players).push(player);
        found
    }

    /// Plays so many random plies from the start, if the game lasts so long.
    fn play_random(&self, plies: usize, purpose: [u64; 2]) -> Option<GameState> {
        let mut random = random_for(self.seed, purpose);
        let mut state = GameState::new(self.game);
        for _ in 0..plies {
            // By their texts, so that a seed means the same opening however moves are generated.
            let moves = state.position().written_moves();
            if moves.is_empty() {
                return None;
            }
            let chosen = random.random_range(..moves.len());
            state.play(moves[chosen].1).ok()?;
        }
        state.position().outcome().is_none().then_some(state)
    }
}

/// Whether the score is near zero for every seat but the last, which gets what the others leave,
/// each searched after the best move of the one before.
fn is_balanced(
    player: &mut dyn Player,
    mut state: GameState,
    (nodes, max_score): (u64, i32),
) -> bool {
    player.new_game();
    for _ in 1..state.game().seats() {
        let params = SearchParams::new(Limits::nodes(nodes));
        let Ok(analysis) = player.choose(&state, &params, &mut |_| {}) else {
            return false;
        };
        let balanced = analysis.score.is_none_or(|score| {
            score == Score::DRAW || score.hundredths().is_some_and(|value| value.abs() <= max_score)
        });
        if !balanced || state.play(analysis.best_move).is_err() {
            return false;
        }
    }
    true
}

/// The data behind these locks is always consistent, so a poisoned lock does no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(game: &str, plies: usize, seed: u64, rounds: usize) -> Vec<String> {
        let game = spielwerk_games::game(game).unwrap();
        let generator = OpeningGenerator::new(game, Openings::Random { plies }, seed).unwrap();
        (0..rounds).map(|n| generator.opening(n).unwrap().position().text()).collect()
    }

    #[test]
    fn the_same_seed_generates_the_same_openings() {
        for game in ["bohnenspiel", "fauhalma"] {
            assert_eq!(openings(game, 6, 1, 8), openings(game, 6, 1, 8));
            assert_ne!(openings(game, 6, 1, 8), openings(game, 6, 2, 8));
        }
    }

    #[test]
    fn openings_are_distinct_as_long_as_possible() {
        let many = openings("bohnenspiel", 4, 3, 60);
        assert_eq!(many.iter().collect::<HashSet<_>>().len(), 60);
        // One ply of Das Bohnenspiel has six results at most.
        let few = openings("bohnenspiel", 1, 3, 12);
        assert!(few.iter().collect::<HashSet<_>>().len() <= 6);
    }

    #[test]
    fn the_number_of_threads_does_not_matter() {
        // One ply has few results, so that the order in which they are accepted matters.
        for plies in [1, 5] {
            let alone = openings("bohnenspiel", plies, 9, 24);
            let game = spielwerk_games::game("bohnenspiel").unwrap();
            let generator = OpeningGenerator::new(game, Openings::Random { plies }, 9).unwrap();
            std::thread::scope(|scope| {
                for thread in 0..4 {
                    let (generator, alone) = (&generator, &alone);
                    scope.spawn(move || {
                        for n in (0..24).skip(thread) {
                            assert_eq!(generator.opening(n).unwrap().position().text(), alone[n]);
                        }
                    });
                }
            });
            let from_the_end = OpeningGenerator::new(game, Openings::Random { plies }, 9).unwrap();
            assert_eq!(from_the_end.opening(23).unwrap().position().text(), alone[23]);
        }
    }

    #[test]
    fn openings_have_all_their_plies_and_are_not_over() {
        let game = spielwerk_games::game("halma").unwrap();
        let generator = OpeningGenerator::new(game, Openings::Random { plies: 5 }, 0).unwrap();
        let state = generator.opening(0).unwrap();
        assert_eq!(state.moves().len(), 5);
        assert_eq!(state.position().outcome(), None);
        let from_start = OpeningGenerator::new(game, Openings::Random { plies: 0 }, 0).unwrap();
        assert_eq!(from_start.opening(0).unwrap().position(), &game.start());
    }

    #[test]
    fn too_many_plies_are_an_error() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let generator = OpeningGenerator::new(game, Openings::Random { plies: 500 }, 0).unwrap();
        assert!(generator.opening(0).unwrap_err().to_string().contains("try fewer plies"));
    }

    #[test]
    fn lists_are_parsed_and_used_in_turn() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let text = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w\n\n1,0,0,0,1,1/0,0,1,0,0,0 36-32 w\n";
        let generator =
            OpeningGenerator::new(game, Openings::read(game, text).unwrap(), 0).unwrap();
        let used: Vec<String> =
            (0..3).map(|n| generator.opening(n).unwrap().position().text()).collect();
        assert_eq!(used[0], game.start().text());
        assert_eq!(used[1], "1,0,0,0,1,1/0,0,1,0,0,0 36-32 w");
        assert_eq!(used[2], used[0]);
    }

    #[test]
    fn errors_in_lists_name_the_line() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let message = |text| Openings::read(game, text).unwrap_err().to_string();
        assert!(message("\nnonsense").starts_with("opening in line 2: no position of bohnenspiel"));
        assert!(message("\n \n").contains("at least one"));
        assert!(message("0,0,0,0,0,1/0,0,0,0,0,0 37-34 b").contains("line 1"));
    }
}
