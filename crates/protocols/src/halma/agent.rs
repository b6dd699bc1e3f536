//! Our own program: reads `input.txt` in a directory, thinks, and writes `output.txt`.
//!
//! Whoever runs it may know either rule set, so it plays moves that are legal under both as long as
//! there is one: the strict rules allow nothing that the plain ones forbid. It thinks by the strict
//! ones too, which tells its own future best. Nothing is lost on the way: a placement of its own
//! pieces may come twice in a game, but not a third time, so that it never shuffles for ever.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use arena::{HalmaInput, HalmaInputError, HalmaMode, INPUT, OUTPUT, write_halma_play, write_whole};
use games::halma::{Colour, Halma, Move, Plain, RuleSet, SIDE, Setup, Square, Squares, Strict};
use games::{AnyMove, AnyPosition, Game, Position};
use players::{Course, Fault, Question, Spec, SpecError};
use search::Stopwatch;
use thiserror::Error;

use super::allowance::Allowance;
use super::calibration::Calibration;
use super::playdata::Playdata;

/// A play that stands in `output.txt`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The squares it leads over.
    pub play: String,
    /// What was strange, but no reason not to play.
    pub warnings: Vec<String>,
}

/// Why there is no play.
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// The question cannot be read.
    #[error("cannot read {path}: {error}", path = path.display())]
    Unreadable {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The question is none.
    #[error("{path}: {error}", path = path.display())]
    Input {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        error: HalmaInputError,
    },
    /// Nothing to choose from.
    #[error("{INPUT}: {0} has no legal move")]
    NoMove(&'static str),
    /// The answer cannot be written.
    #[error("cannot write {path}: {error}", path = path.display())]
    Unwritable {
        /// Where it should be.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The player could not be made.
    #[error(transparent)]
    Player(#[from] SpecError),
    /// The player gave no move.
    #[error(transparent)]
    Thought(#[from] Fault),
}

/// Answers the question that stands in a directory. The time that the process has used since its
/// beginning counts.
pub fn answer(folder: &Path) -> Result<Answer, NoAnswer> {
    let stopwatch = Stopwatch::of_process();
    let path = folder.join(INPUT);
    let bytes =
        fs::read(&path).map_err(|error| NoAnswer::Unreadable { path: path.clone(), error })?;
    let text = String::from_utf8_lossy(&bytes);
    let input: HalmaInput = text.parse().map_err(|error| NoAnswer::Input { path, error })?;
    let mut warnings: Vec<String> = input.warning().into_iter().collect();
    let play = if let Some(choice) = Choice::<Strict>::of(&input.setup) {
        choose(folder, &input, &choice, &stopwatch, &mut warnings)?
    } else if let Some(choice) = Choice::<Plain>::of(&input.setup) {
        choose(folder, &input, &choice, &stopwatch, &mut warnings)?
    } else {
        return Err(NoAnswer::NoMove(name(input.setup.turn)));
    };
    Ok(Answer { play, warnings })
}

const fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// A position, and the moves to choose from.
struct Choice<R: RuleSet> {
    position: Halma<R>,
    moves: Vec<Move>,
}

impl<R: RuleSet> Choice<R> {
    /// What the colour on turn can do, if anything.
    ///
    /// Whoever asks for a move wants one, even if the opponent has won already and the rules have
    /// none any more. Then the mover's own camp is full, and its corner is taken for empty: nothing
    /// can be jumped over there and nothing can leave it, so the other moves are what they were.
    fn of(setup: &Setup) -> Option<Choice<R>> {
        let mut position: Halma<R> = setup.as_it_stands();
        let mut corner = None;
        if position.outcome().is_some() {
            let (x, y) = if setup.turn == Colour::Black { (0, 0) } else { (SIDE - 1, SIDE - 1) };
            let mut open = setup.clone();
            open.board[y][x] = None;
            position = open.as_it_stands();
            corner = Square::new(x, y);
        }
        if position.turn() != setup.turn.seat() {
            return None;
        }
        let mut moves = position.list();
        moves.retain(|m| Some(m.to) != corner);
        (!moves.is_empty()).then_some(Choice { position, moves })
    }

    /// The moves that do not place the mover's pieces a third time as they stood twice before; all,
    /// if there are no others.
    fn fresh(&self, playdata: &Playdata) -> Vec<Move> {
        let is_fresh = |m: &Move| playdata.times(placement_after(&self.position, *m)) < 2;
        let fresh: Vec<Move> = self.moves.iter().copied().filter(is_fresh).collect();
        if fresh.is_empty() { self.moves.clone() } else { fresh }
    }
}

/// Thinks, and writes down what came of it.
fn choose<R: RuleSet>(
    folder: &Path,
    input: &HalmaInput,
    choice: &Choice<R>,
    stopwatch: &Stopwatch,
    warnings: &mut Vec<String>,
) -> Result<String, NoAnswer> {
    let position = &choice.position;
    let calibration = Calibration::read(folder).unwrap_or_else(|warning| {
        warnings.push(warning);
        Calibration::default()
    });
    let mut playdata = match input.mode {
        HalmaMode::Single => Playdata::new(&input.setup),
        HalmaMode::Game => Playdata::read(folder, &input.setup).unwrap_or_else(|warning| {
            warnings.push(warning);
            Playdata::new(&input.setup)
        }),
    };
    let among = choice.fresh(&playdata);
    let best = if let [only] = among[..] {
        AnyMove::new(position, only)
    } else {
        let allowance = Allowance::new(
            input.mode,
            input.time.saturating_sub(stopwatch.elapsed()),
            stopwatch.elapsed(),
            playdata.moves(),
            position,
            &calibration,
        );
        think(position, &among, &allowance)?
    };
    write(folder, OUTPUT, &write_halma_play(&best.text))?;
    if input.mode == HalmaMode::Game
        && let Some(m) = position.follow(&best.path).done
    {
        playdata.add(placement_after(position, m));
        if let Err(trouble) = write(folder, Playdata::FILE, &playdata.to_string()) {
            warnings.push(trouble.to_string());
        }
    }
    Ok(best.text)
}

/// The best of some moves, as far as there is time to tell.
fn think<R: RuleSet>(
    position: &Halma<R>,
    among: &[Move],
    allowance: &Allowance,
) -> Result<AnyMove, NoAnswer> {
    let game = AnyPosition::new(*position);
    let game = games::game(game.info().name).map_err(|error| Fault::Crash(error.to_string()))?;
    let spec = Spec { hash: allowance.hash, ..Spec::named("strong") };
    let mut player = players::build(game, &spec)?;
    let all = among.len() as u64 == position.count();
    let among =
        if all { Vec::new() } else { among.iter().map(|&m| AnyMove::new(position, m)).collect() };
    let question = Question { among, ..Question::new(allowance.limits) };
    let course = Course::from(game, AnyPosition::new(*position));
    Ok(player.choose(&course, &question, &mut |_| {})?.best)
}

fn placement_after<R: RuleSet>(position: &Halma<R>, m: Move) -> Squares {
    position.pieces(position.turn()).without(m.from).with(m.to)
}

fn write(folder: &Path, name: &str, text: &str) -> Result<(), NoAnswer> {
    let path = folder.join(name);
    write_whole(&path, text.as_bytes()).map_err(|error| NoAnswer::Unwritable { path, error })
}
