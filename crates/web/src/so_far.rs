//! A game so far, as requests give it: which game, where it begins, what was played.

use games::{AnyGame, AnyPosition, Seat};
use players::Course;
use serde::Deserialize;
use serde_json::Value;

use crate::refusal::Refusal;

/// Start and moves.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SoFar {
    pub(crate) game: String,
    /// Text, or a JSON object.
    #[serde(default)]
    position: Option<Value>,
    #[serde(default)]
    moves: Vec<String>,
}

impl SoFar {
    /// The game, played up to there.
    pub(crate) fn course(&self) -> Result<Course, Refusal> {
        self.course_from(None)
    }

    /// The same, if this seat begins.
    pub(crate) fn course_from(&self, first: Option<usize>) -> Result<Course, Refusal> {
        let game = games::game(&self.game)?;
        let mut start = read_position(game, self.position.as_ref())?;
        if let Some(first) = first {
            if first >= game.seats() {
                let why = format!("`first` is {first}, but {} has no such seat", game.name());
                return Err(Refusal::nonsense(why));
            }
            start = game.arrange(&start.contents(), Seat::new(first))?;
        }
        let mut course = Course::from(game, start);
        play_all(&mut course, &self.moves)?;
        Ok(course)
    }
}

/// A position as text or as a JSON object; the start, if there is none.
pub(crate) fn read_position(game: AnyGame, given: Option<&Value>) -> Result<AnyPosition, Refusal> {
    match given {
        None | Some(Value::Null) => Ok(game.start()),
        Some(Value::String(text)) => Ok(game.read(text)?),
        Some(object @ Value::Object(_)) => Ok(game.read(&object.to_string())?),
        Some(_) => Err(Refusal::nonsense("`position` is neither text nor a JSON object")),
    }
}

/// Plays written moves one after the other.
pub(crate) fn play_all(course: &mut Course, moves: &[String]) -> Result<(), Refusal> {
    for (text, number) in moves.iter().zip(1..) {
        let m = course.position().read_move(text);
        m.and_then(|m| course.play(&m)).map_err(|error| Refusal::Moves { number, error })?;
    }
    Ok(())
}
