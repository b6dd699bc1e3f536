//! Usage errors of clap in one line, like every other error, with its suggestions kept.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};

/// Prints help as it is, and a usage error in one line.
pub(crate) fn report(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // Nothing can be done about a closed pipe here.
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    eprintln!("spielwerk: {}", one_line(error));
    ExitCode::from(2)
}

/// What is wrong, and what was probably meant; else where the help is.
fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    // Tips and usage follow after an empty line.
    let lines: Vec<&str> =
        text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    let wrong = lines.join(" ");
    let wrong = wrong.trim_start_matches("error: ");
    match suggestion(error) {
        None => format!("{wrong} (see `spielwerk help`)"),
        Some(similar) => format!("{wrong}; did you mean '{similar}'?"),
    }
}

/// The subcommand, option or value that is most similar to what was typed.
fn suggestion(error: &clap::Error) -> Option<&str> {
    const KINDS: [ContextKind; 3] =
        [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    KINDS.iter().find_map(|&kind| match error.get(kind)? {
        ContextValue::String(name) => Some(name.as_str()),
        // Of several names, clap has the most similar one last.
        ContextValue::Strings(names) => names.last().map(String::as_str),
        _ => None,
    })
}
