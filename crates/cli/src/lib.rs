//! The command line: reads the arguments, calls the crate that does the work, prints.
//!
//! It is a library so that a program with a game of its own can offer every command for it:
//! register the game, then call [`main`]. `examples/connect-four` does so.
//!
//! Exit codes are part of the interface: 0 fine, 1 a negative answer, 2 wrong use or bad input.

mod args;
mod commands;
#[cfg(feature = "aisysproj")]
mod logging;
mod output;
mod progress;
mod usage_error;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;

use args::Arguments;

/// Runs the command that the program's arguments name.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    if let Some(command) = commands::halma::without_parsing(&arguments) {
        return exit_code(command().map(|()| ExitCode::SUCCESS));
    }
    let matches = args::command().try_get_matches_from(arguments);
    match matches.and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => exit_code(commands::run(arguments)),
        Err(error) => usage_error::report(&error),
    }
}

/// The exit code; an error is printed to standard error.
fn exit_code(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(answer) => answer,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("spielwerk: {error:#}");
            ExitCode::from(2)
        }
    }
}
