//! External players: engines and programs in any language.
//!
//! Each interface is a file here and a name in [`PlayerSpec::EXTERNAL`]. An engine is started for one
//! game, before any clock runs, and ends with it; a program that communicates through files is
//! started for every move.
//!
//! | file | what is in it |
//! |---|---|
//! | `ugi.rs`, `info.rs` | UGI engines, and what they print during a search |
//! | `java.rs` | Java players of the Bohnenspiel course, through a host program |
//! | `process.rs` | a process with line-based input and output |
//! | `files.rs` | programs that are started for every move and communicate through files |
//! | `halma_files.rs` | the formats of those files |
//! | `limited_process.rs` | a process with measured and limited CPU time |

pub(crate) mod files;
pub(crate) mod halma_files;
pub(crate) mod info;
mod java;
mod limited_process;
mod process;
#[cfg(test)]
mod tests;
mod ugi;

use spielwerk_games::AnyGame;
use spielwerk_players::{PlayerSpec, SpecError};

use crate::Entrant;
use files::FileProgram;
use process::EngineCommand;
use ugi::UgiPlayer;

/// The entrant of a spec with a command. It is started once here, so that a mistyped command is
/// reported before the first game.
pub(crate) fn entrant(game: AnyGame, spec: &PlayerSpec) -> Result<Entrant, SpecError> {
    let refuse = |why: String| SpecError::StartFailed { spec: spec.to_string(), why };
    let text = spec.command.as_deref().unwrap_or_default();
    match spec.name.as_str() {
        "ugi" => {
            let command = EngineCommand::parse(text).map_err(refuse)?;
            command.check().map_err(refuse)?;
            Ok(Entrant::from_fn(spec.to_string(), move |_| {
                Ok(Box::new(UgiPlayer::start(&command)?))
            }))
        }
        "java" => {
            let command = java::command(game, text).map_err(refuse)?;
            Ok(Entrant::from_fn(spec.to_string(), move |_| {
                Ok(Box::new(UgiPlayer::start(&command)?.without_history()))
            }))
        }
        "files" => FileProgram::new(text)?.entrant(game),
        name => Err(refuse(format!("`{name}` is not supported"))),
    }
}
