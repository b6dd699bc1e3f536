//! Our own agent: reads `input.txt` in a directory, searches, and writes `output.txt`.
//!
//! The referee may use either rule set, so the agent plays moves that are legal under both as long
//! as there is one: the strict rules allow nothing that the plain ones forbid. It searches by the
//! strict ones too, since its own later moves will follow them. A placement of its own pieces may
//! occur twice in a game, but not a third time, so that it never shuffles for ever.
//!
//! Without time for a search it plays the best move by the static evaluation. Where the opponent
//! blocks the game it does nearly the same: at the limit the side with more time left wins.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use spielwerk_arena::atomic_write;
use spielwerk_codecs::halma::{
    HalmaInput, HalmaInputError, HalmaMode, INPUT, OUTPUT, write_halma_play,
};
use spielwerk_games::halma::{
    BOARD_SIZE, Colour, Halma, Move, Plain, RuleSet, Setup, Square, SquareSet, Strict,
};
use spielwerk_games::{AnyMove, AnyPosition, Game, Position};
use spielwerk_players::halma::HalmaEvaluator;
use spielwerk_players::{GameState, PlayerError, PlayerSpec, SearchParams, SpecError};
use spielwerk_search::{Evaluator, Stopwatch};
use thiserror::Error;

use super::blockade;
use super::calibration::Calibration;
use super::move_budget::MoveBudget;
use super::playdata::Playdata;

/// The move that was written to `output.txt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentMove {
    /// The squares of its path.
    pub text: String,
    /// Problems that did not prevent a move.
    pub warnings: Vec<String>,
}

/// Why no move was written.
#[derive(Debug, Error)]
pub enum AgentError {
    /// The input file cannot be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    Unreadable {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The input file is malformed.
    #[error("{path}: {error}", path = path.display())]
    Input {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        error: HalmaInputError,
    },
    /// There is no legal move.
    #[error("{INPUT}: {0} has no legal move")]
    NoLegalMove(&'static str),
    /// A file cannot be written.
    #[error("cannot write {path}: {error}", path = path.display())]
    Unwritable {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The player could not be built.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The search failed.
    #[error(transparent)]
    Failed(#[from] PlayerError),
}

/// Reads `input.txt` in a directory and writes the move to `output.txt`. CPU time that the process
/// has used since its start counts.
pub fn play_move(folder: &Path) -> Result<AgentMove, AgentError> {
    let stopwatch = Stopwatch::of_process();
    let path = folder.join(INPUT);
    let bytes =
        fs::read(&path).map_err(|error| AgentError::Unreadable { path: path.clone(), error })?;
    let text = String::from_utf8_lossy(&bytes);
    let input: HalmaInput = text.parse().map_err(|error| AgentError::Input { path, error })?;
    let mut warnings: Vec<String> = input.warning().into_iter().collect();
    let play = if let Some(candidates) = Candidates::<Strict>::of(&input.setup) {
        choose_and_write(folder, &input, &candidates, &stopwatch, &mut warnings)?
    } else if let Some(candidates) = Candidates::<Plain>::of(&input.setup) {
        choose_and_write(folder, &input, &candidates, &stopwatch, &mut warnings)?
    } else {
        return Err(AgentError::NoLegalMove(colour_name(input.setup.turn)));
    };
    Ok(AgentMove { text: play, warnings })
}

const fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// A position and its candidate moves.
struct Candidates<R: RuleSet> {
    position: Halma<R>,
    moves: Vec<Move>,
}

impl<R: RuleSet> Candidates<R> {
    /// The moves of the side to move, if there are any.
    ///
    /// A move is wanted even if the opponent has won already and the rules have none any more. Then the
    /// mover's own camp is full, and its corner is taken for empty: nothing can be jumped over there and
    /// nothing can leave it, so the other moves are what they were.
    fn of(setup: &Setup) -> Option<Candidates<R>> {
        let mut position: Halma<R> = setup.to_position_unchecked();
        let mut corner = None;
        if position.outcome().is_some() {
            let (x, y) =
                if setup.turn == Colour::Black { (0, 0) } else { (BOARD_SIZE - 1, BOARD_SIZE - 1) };
            let mut open = setup.clone();
            open.board[y][x] = None;
            position = open.to_position_unchecked();
            corner = Square::new(x, y);
        }
        if position.turn() != setup.turn.seat() {
            return None;
        }
        let mut moves = position.legal_moves();
        moves.retain(|m| Some(m.to) != corner);
        (!moves.is_empty()).then_some(Candidates { position, moves })
    }

    /// The moves that do not repeat a placement of the mover's pieces for the third time; all, if
    /// there are no others.
    fn without_threefold(&self, playdata: &Playdata) -> Vec<Move> {
        let is_allowed = |m: &Move| playdata.occurrences(placement_after(&self.position, *m)) < 2;
        let allowed: Vec<Move> = self.moves.iter().copied().filter(is_allowed).collect();
        if allowed.is_empty() { self.moves.clone() } else { allowed }
    }
}

/// Searches, and writes the move and the new `playdata.txt`.
fn choose_and_write<R: RuleSet>(
    folder: &Path,
    input: &HalmaInput,
    candidates: &Candidates<R>,
    stopwatch: &Stopwatch,
    warnings: &mut Vec<String>,
) -> Result<String, AgentError> {
    let position = &candidates.position;
    let calibration = Calibration::read(folder).unwrap_or_else(|warning| {
        warnings.push(warning);
        Calibration::default()
    });
    let mut playdata = match input.mode {
        HalmaMode::Single => Playdata::new(&input.setup, input.time),
        HalmaMode::Game => {
            Playdata::read(folder, &input.setup, input.time).unwrap_or_else(|warning| {
                warnings.push(warning);
                Playdata::new(&input.setup, input.time)
            })
        }
    };
    let among = candidates.without_threefold(&playdata);
    let best = match among[..] {
        [only] => only,
        _ if is_blockade(input, &playdata, position) => {
            blockade::squeeze(position, &among).unwrap_or(among[0])
        }
        _ => match budget(input, &playdata, stopwatch, position, &calibration) {
            Some(budget) => search_best(position, &among, &budget)?,
            None => quick_move(position, &among).unwrap_or(among[0]),
        },
    };
    let text = position.write_move(best);
    write(folder, OUTPUT, &write_halma_play(&text))?;
    if input.mode == HalmaMode::Game {
        let other = position.pieces(position.turn().opponent());
        playdata.add(placement_after(position, best), other, stopwatch.elapsed());
        if let Err(trouble) = write(folder, Playdata::FILE, &playdata.to_string()) {
            warnings.push(trouble.to_string());
        }
    }
    Ok(text)
}

/// Whether nobody can win, and the opponent does nothing about it.
fn is_blockade<R: RuleSet>(input: &HalmaInput, playdata: &Playdata, position: &Halma<R>) -> bool {
    input.mode == HalmaMode::Game
        && playdata.opponent_is_idle(&input.setup)
        && blockade::is_blocked(position, position.turn())
}

/// Time and hash size for the move; none if there is no time for a search.
fn budget<R: RuleSet>(
    input: &HalmaInput,
    playdata: &Playdata,
    stopwatch: &Stopwatch,
    position: &Halma<R>,
    calibration: &Calibration,
) -> Option<MoveBudget> {
    let spent = stopwatch.elapsed();
    match input.mode {
        HalmaMode::Single => Some(MoveBudget::single(input.time, spent, calibration)),
        HalmaMode::Game => {
            MoveBudget::game(&playdata.clock(input.time), spent, position, calibration)
        }
    }
}

/// The best move by the static evaluation of the position after it.
fn quick_move<R: RuleSet>(position: &Halma<R>, among: &[Move]) -> Option<Move> {
    let evaluator = HalmaEvaluator::default();
    among.iter().copied().min_by_key(|&m| {
        let next = position.play(m);
        let won = next.outcome().is_some_and(|it| it.winner() == Some(position.turn()));
        if won { i32::MIN } else { evaluator.evaluate(&next) }
    })
}

/// The best of some moves within the budget.
fn search_best<R: RuleSet>(
    position: &Halma<R>,
    among: &[Move],
    budget: &MoveBudget,
) -> Result<Move, AgentError> {
    let game = AnyPosition::new(*position);
    let game = spielwerk_games::game(game.info().name)
        .map_err(|error| PlayerError::Crashed(error.to_string()))?;
    let spec = PlayerSpec { hash: budget.hash_mib, ..PlayerSpec::named("strong") };
    let mut player = spielwerk_players::build(game, &spec)?;
    let all = among.len() as u64 == position.count_moves();
    let among =
        if all { Vec::new() } else { among.iter().map(|&m| AnyMove::new::<Halma<R>>(m)).collect() };
    let params = SearchParams { search_moves: among, ..SearchParams::new(budget.limits) };
    let state = GameState::from_position(game, AnyPosition::new(*position));
    let best = player.choose(&state, &params, &mut |_| {})?.best_move;
    best.downcast::<Halma<R>>().ok_or(AgentError::Failed(PlayerError::GameOver))
}

fn placement_after<R: RuleSet>(position: &Halma<R>, m: Move) -> SquareSet {
    position.pieces(position.turn()).without(m.from).with(m.to)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), AgentError> {
    let path = folder.join(name);
    atomic_write(&path, text.as_bytes()).map_err(|error| AgentError::Unwritable { path, error })
}
