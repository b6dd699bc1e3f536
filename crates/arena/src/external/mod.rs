//! Other people's programs at our boards, each spoken to in the way it understands.
//!
//! | file | what is in it |
//! |---|---|
//! | `files.rs` | programs that are started for every move and speak through files |
//! | `halma_files.rs` | what stands in those files |
//! | `child.rs` | a process whose time is measured and limited |

mod child;
pub(crate) mod files;
pub(crate) mod halma_files;

use games::AnyGame;
use players::{Spec, SpecError};

use crate::Entrant;
use files::FileProgram;

/// Whoever a spec means that stands for somebody else's program; nothing if it is one of ours.
pub(crate) fn entrant(game: AnyGame, spec: &Spec) -> Option<Result<Entrant, SpecError>> {
    let command = spec.command.as_deref()?;
    match spec.name.as_str() {
        "files" => Some(FileProgram::new(command).and_then(|program| program.entrant(game))),
        _ => None,
    }
}
