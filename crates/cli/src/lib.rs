//! The command line: reads the arguments, calls the crate that does the work, prints.
//!
//! It is a library so that a program with a game of its own can offer every command for it:
//! register the game, then call [`main`]. `examples/connect-four` does so.
//!
//! Exit codes are part of the interface: 0 fine, 1 a negative answer, 2 wrong use or bad input.

mod args;
mod commands;
mod logging;
mod output;
mod progress;
mod usage_error;

use std::process::ExitCode;

use clap::Parser;

use args::Arguments;

/// Runs the command that the program's arguments name.
pub fn main() -> ExitCode {
    let mut arguments = std::env::args_os();
    let by_name = arguments.next().and_then(|program| commands::halma::by_program_name(&program));
    if let Some(command) = by_name.filter(|_| arguments.next().is_none()) {
        return exit_code(command().map(|()| ExitCode::SUCCESS));
    }
    match Arguments::try_parse() {
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
