//! Examples at the end of every help text. They stand in one table, so that a test can parse them all
//! and find the command that has none.

use clap::{Command, CommandFactory};

use super::Arguments;

/// Examples by the path of their command.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("", &["spielwerk", "spielwerk play fanorona", "spielwerk games"]),
    (
        "serve",
        &[
            "spielwerk serve --port 8200",
            "spielwerk serve --bind 0.0.0.0 --host games.example",
            "spielwerk serve --module target/wasm/spielwerk.wasm",
        ],
    ),
    ("site", &["spielwerk site site/"]),
    ("games", &["spielwerk games", "spielwerk games export --format jsonl"]),
    ("games events", &["spielwerk games events"]),
    ("games export", &["spielwerk games export --event cup --format jsonl"]),
    ("games import", &["spielwerk games import games.txt --store games.sqlite"]),
    ("show", &["spielwerk show halma", "spielwerk show bohnenspiel --png board.png --width 600"]),
    (
        "moves",
        &[
            "spielwerk moves fanorona",
            "spielwerk moves fanorona --position \"9/9/2B1W4/9/9 w 0 1\"",
        ],
    ),
    (
        "play",
        &[
            "spielwerk play bohnenspiel --as Schwarz",
            "spielwerk play halma --players level:5 --time 5m+3s",
        ],
    ),
    (
        "match",
        &[
            "spielwerk match fanorona level:4 greedy --games 40",
            "spielwerk match halma strong minimax --games 20 --time 50ms",
        ],
    ),
    (
        "tournament",
        &[
            "spielwerk tournament cup.toml --concurrency 4",
            "spielwerk tournament cup.toml --resume",
        ],
    ),
    (
        "worker",
        &[
            "spielwerk worker --queue nats://arena:4222 --threads 4",
            "spielwerk worker --queue nats://arena:4222 --threads 4 --solver-memory 4096",
        ],
    ),
    ("perft", &["spielwerk perft fanorona 5", "spielwerk perft halma 3 --divide"]),
    ("best", &["spielwerk best bohnenspiel --time 2s"]),
    ("analyse", &["spielwerk analyse fanorona --lines 3 --depth 8"]),
    ("engine", &["spielwerk engine halma"]),
    ("bohnenspiel", &["spielwerk bohnenspiel lab --player strong"]),
    ("bohnenspiel lab", &["spielwerk bohnenspiel lab --java build/classes --games 5"]),
    ("bench", &["spielwerk bench", "spielwerk bench --time 1s"]),
    ("halma", &["spielwerk halma move", "spielwerk halma grade --agent ./homework"]),
    ("halma move", &["spielwerk halma move"]),
    ("halma calibrate", &["spielwerk halma calibrate"]),
    (
        "halma referee",
        &["spielwerk halma referee --black ./homework --white \"python3 agent.py\" --games 2"],
    ),
    ("halma grade", &["spielwerk halma grade --agent ./homework"]),
    ("halma cup", &["spielwerk halma cup programs --games 4"]),
    ("solve", &["spielwerk solve fanorona-3x3", "spielwerk solve bohnenspiel --beans 3"]),
    ("tables", &["spielwerk tables list", "spielwerk tables build all --upto 10s"]),
    ("tables list", &["spielwerk tables list fanorona"]),
    (
        "tables build",
        &["spielwerk tables build fanorona-4", "spielwerk tables build all --upto 5m"],
    ),
    ("tables verify", &["spielwerk tables verify fanorona-4 --full"]),
    ("tables probe", &["spielwerk tables probe fanorona-3 \"9/9/2B1W4/9/9 w 0 1\""]),
    (
        "book",
        &[
            "spielwerk book bohnenspiel --out beans.book --plies 6 --time 5s",
            "spielwerk book bohnenspiel --out proven.book --plies 0 --ledger LEDGER",
        ],
    ),
    (
        "puzzles",
        &[
            "spielwerk puzzles fanorona --count 20",
            "spielwerk puzzles bohnenspiel --count 100 --seed 7 --out bohnenspiel.jsonl",
        ],
    ),
    ("learn", &["spielwerk learn fanorona fanorona-network"]),
    ("selfplay", &["spielwerk selfplay fanorona --out fanorona.samples --games 5000"]),
    ("train", &["spielwerk train fanorona fanorona.samples --out fanorona.net"]),
    ("tune", &["spielwerk tune bohnenspiel --games 500"]),
    ("aisysproj", &["spielwerk aisysproj serve", "spielwerk aisysproj agent somebody"]),
    ("aisysproj play", &["spielwerk aisysproj play ss26.1.2.8.json --runs 10"]),
    ("aisysproj serve", &["spielwerk aisysproj serve --port 8200 --seed 1"]),
    ("aisysproj agent", &["spielwerk aisysproj agent somebody --directory configs"]),
    (
        "completions",
        &["spielwerk completions bash > ~/.local/share/bash-completion/completions/spielwerk"],
    ),
    ("man", &["spielwerk man | man -l -", "spielwerk man ~/.local/share/man/man1"]),
];

/// All commands, with examples in their help texts.
pub(crate) fn command() -> Command {
    with_examples(Arguments::command(), "")
}

fn with_examples(mut command: Command, path: &str) -> Command {
    if let Some((_, lines)) = EXAMPLES.iter().find(|(name, _)| *name == path) {
        let lines: Vec<String> = lines.iter().map(|line| format!("  {line}")).collect();
        command = command.after_help(format!("Examples:\n{}", lines.join("\n")));
    }
    let names: Vec<String> =
        command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    for name in names {
        let below = format!("{path} {name}");
        command = command.mut_subcommand(name, |sub| with_examples(sub, below.trim_start()));
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &Command, path: &str) {
        let help = command.clone().render_help().to_string();
        assert!(help.contains("Examples:\n  spielwerk"), "`{path}` has no example");
        for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
            check(below, &format!("{path} {}", below.get_name()));
        }
    }

    #[test]
    fn every_help_text_has_an_example() {
        check(&command(), "spielwerk");
    }

    #[cfg(feature = "web")]
    #[test]
    fn every_example_can_be_parsed() {
        for line in EXAMPLES.iter().flat_map(|(_, lines)| lines.iter()) {
            // What the shell does with the output is none of ours.
            let line = line.split(" > ").next().unwrap().split(" | ").next().unwrap();
            let words = words(line);
            let parsed = command().try_get_matches_from(&words);
            assert!(parsed.is_ok(), "`{line}`: {}", parsed.unwrap_err());
        }
    }

    /// The words of a line, with quotation marks as in a shell.
    #[cfg(feature = "web")]
    fn words(line: &str) -> Vec<String> {
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(nth, part)| match nth % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }
}
