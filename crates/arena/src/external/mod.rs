//! Players that are not ours: programs that somebody else wrote, in any language.
//!
//! Each way to speak to one is a file here and a name in [`Spec::EXTERNAL`]. An engine is started for
//! one game, before any clock runs, and is gone after it; a program that speaks through files is
//! started for every move.
//!
//! | file | what is in it |
//! |---|---|
//! | `ugi.rs`, `info.rs` | engines that speak UGI, and what they say while they think |
//! | `java.rs` | players of the Bohnenspiel course, through a host program of ours |
//! | `process.rs` | a process to talk to, line by line |
//! | `files.rs` | programs that are started for every move and speak through files |
//! | `halma_files.rs` | what stands in those files |
//! | `child.rs` | a process whose time is measured and limited |

mod child;
pub(crate) mod files;
pub(crate) mod halma_files;
mod info;
mod java;
mod process;
#[cfg(test)]
mod tests;
mod ugi;

use games::AnyGame;
use players::{Spec, SpecError};

use crate::Entrant;
use files::FileProgram;
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
        "files" => FileProgram::new(text)?.entrant(game),
        name => Err(refuse(format!("there is no way yet to play with `{name}`"))),
    }
}
