//! The commands of the AISysProj client and server.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use games::AnyGame;
use players::Spec;

use super::{read_duration, read_game};

#[derive(Args)]
pub(crate) struct Aisysproj {
    #[command(subcommand)]
    pub(crate) what: AisysprojCommand,
}

#[derive(Subcommand)]
pub(crate) enum AisysprojCommand {
    /// Play runs on the server that a config file names; Ctrl-C ends after the present request
    Play(AisysprojPlay),
    /// Serve the protocol for practice, to any client, until interrupted
    Serve(AisysprojServe),
    /// Register an agent for practice, and write its config files
    Agent(AisysprojAgent),
}

#[derive(Args)]
pub(crate) struct AisysprojPlay {
    /// The config file: `ss26.1.2.8.json`
    #[arg(value_name = "CONFIG.json")]
    pub(crate) config: PathBuf,
    /// How many runs to finish; 50 make a rating
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) runs: usize,
    /// Have several runs open at once, as many as the server likes; so it is unless --single is given
    #[arg(long, conflicts_with = "single")]
    pub(crate) parallel: bool,
    /// Finish a run before the next begins
    #[arg(long)]
    pub(crate) single: bool,
    /// Who plays: `strong`, `level:3`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: Spec,
    /// For how long it thinks about a move: `100ms`, `2s` [default: 1s, if the player has no limit]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// What is played, if the environment's name does not tell it: `fauhalma-star2-ws25`
    #[arg(long, value_name = "GAME", value_parser = read_game)]
    pub(crate) variant: Option<AnyGame>,
    /// Add every finished run to a file, as one line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where a practice server remembers its agents.
#[derive(Args)]
pub(crate) struct AisysprojStore {
    /// The file that keeps agents and runs [default: SPIELWERK_STORE, else the platform's data
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct AisysprojServe {
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = AISYSPROJ_PORT)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) bind: std::net::IpAddr,
    /// Where lots and opponents' random numbers begin [default: a new number each time]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AisysprojAgent {
    /// The agent's name
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// The practice server, as its clients reach it
    #[arg(long, value_name = "URL", default_value_t = format!("http://127.0.0.1:{AISYSPROJ_PORT}"))]
    pub(crate) url: String,
    /// Where to write the config files
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Give an agent that is there already new passwords
    #[arg(long)]
    pub(crate) renew: bool,
}

const AISYSPROJ_PORT: u16 = 8126;
