//! The `spielwerk` binary: reads the command line, calls the room that does the work, prints.
//!
//! Exit codes are part of the interface: 0 fine, 1 a negative answer, 2 wrong use or bad input.

mod args;
mod commands;
mod output;
mod progress;

use std::process::ExitCode;

use clap::Parser;

use args::Arguments;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let by_name = words.next().and_then(|program| commands::halma::called(&program));
    if let Some(command) = by_name.filter(|_| words.next().is_none()) {
        return conclude(command().map(|()| ExitCode::SUCCESS));
    }
    match Arguments::try_parse() {
        Ok(arguments) => conclude(commands::run(arguments)),
        Err(wrong_use) => explain(&wrong_use),
    }
}

/// The exit code, and what is wrong if something is.
fn conclude(result: anyhow::Result<ExitCode>) -> ExitCode {
    match result {
        Ok(answer) => answer,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("spielwerk: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Help goes out as it is; wrong use is told in one line, like every other error.
fn explain(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nothing can be done about a closed pipe here.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let first: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let first = first.join(" ");
    eprintln!("spielwerk: {} (see `spielwerk help`)", first.trim_start_matches("error: "));
    ExitCode::from(2)
}
