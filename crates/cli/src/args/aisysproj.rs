//! The commands of the AISysProj client and server.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;

use super::{read_duration, read_game};

#[derive(Args)]
pub(crate) struct Aisysproj {
    #[command(subcommand)]
    pub(crate) command: AisysprojCommand,
}

#[expect(clippy::large_enum_variant, reason = "there is one in a process")]
#[derive(Subcommand)]
pub(crate) enum AisysprojCommand {
    /// Play runs on the server of a config file; Ctrl-C ends after the current request
    Play(AisysprojPlay),
    /// Run a practice server for any client, until interrupted
    Serve(AisysprojServe),
    /// Register an agent on the practice server, and write its config files
    Agent(AisysprojAgent),
}

#[derive(Args)]
pub(crate) struct AisysprojPlay {
    /// Config file, such as `ss26.1.2.8.json`
    #[arg(value_name = "CONFIG.json")]
    pub(crate) config: PathBuf,
    /// Number of runs to finish; a rating is the mean of 50
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) runs: usize,
    /// Play runs in parallel, as many as the server offers [default]
    #[arg(long, conflicts_with = "single")]
    pub(crate) parallel: bool,
    /// Play one run at a time
    #[arg(long)]
    pub(crate) single: bool,
    /// Player: `strong`, `level:3`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: PlayerSpec,
    /// CPU time per move: `100ms`, `2s` [default: 1s, if the player has no limit]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Game, if the environment's name does not tell it: `fauhalma-star2-ws25`
    #[arg(long, value_name = "GAME", value_parser = read_game)]
    pub(crate) variant: Option<AnyGame>,
    /// Append every finished run to a file, as one JSON object per line
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The store of a practice server.
#[derive(Args)]
pub(crate) struct AisysprojStore {
    /// Database file of agents and runs [default: SPIELWERK_STORE, else in the platform's data
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct AisysprojServe {
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// Port to listen on; 0 for any free port
    #[arg(long, value_name = "N", default_value_t = AISYSPROJ_PORT)]
    pub(crate) port: u16,
    /// Address to listen on; 0.0.0.0 for all interfaces
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) bind: std::net::IpAddr,
    /// Host name under which this server is reached; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// Random seed of first movers and opponents [default: random]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AisysprojAgent {
    /// Agent name
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// URL of the practice server, for the config files
    #[arg(long, value_name = "URL", default_value_t = format!("http://127.0.0.1:{AISYSPROJ_PORT}"))]
    pub(crate) url: String,
    /// Directory to write the config files to
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Renew the passwords of an existing agent
    #[arg(long)]
    pub(crate) renew: bool,
}

const AISYSPROJ_PORT: u16 = 8126;
