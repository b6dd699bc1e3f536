//! Players that are not ours: programs that somebody else wrote, in any language.
//!
//! Each way to speak to one is a file here and a name in [`Spec::EXTERNAL`]. Whatever it is, a
//! program is started for one game, before any clock runs, and is gone after it.

mod info;
mod java;
mod process;
#[cfg(test)]
mod tests;
mod ugi;

use games::AnyGame;
use players::{Spec, SpecError};

use crate::Entrant;
use process::Command;
use ugi::Ugi;

/// The program that a spec with a command stands for. That it can be started is tried here, so
/// that a mistyped command is told before the first game.
pub(crate) fn entrant(game: AnyGame, spec: &Spec) -> Result<Entrant, SpecError> {
    let refuse = |why: String| SpecError::Command { spec: spec.to_string(), why };
    let text = spec.command.as_deref().unwrap_or_default();
    match spec.name.as_str() {
        "ugi" => {
            let command = Command::read(text).map_err(refuse)?;
            command.try_out().map_err(refuse)?;
            Ok(Entrant::made_by(spec.to_string(), move |_| Ok(Box::new(Ugi::start(&command)?))))
        }
        "java" => {
            let command = java::command(game, text).map_err(refuse)?;
            Ok(Entrant::made_by(spec.to_string(), move |_| {
                Ok(Box::new(Ugi::start(&command)?.without_history()))
            }))
        }
        name => Err(refuse(format!("there is no way yet to play with `{name}`"))),
    }
}
