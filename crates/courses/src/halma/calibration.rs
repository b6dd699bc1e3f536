//! The speed of the machine, in `calibration.txt`: nodes a second, what it costs to use memory, and
//! what a start of the agent costs. Without the file, the agent assumes a slow machine.
//!
//! ```text
//! spielwerk halma 2
//! positions a second 812345
//! microseconds a MiB 180
//! microseconds a start 2900
//! ```

use std::fs;
use std::hint::black_box;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use spielwerk_arena::atomic_write;
use spielwerk_codecs::halma::{HalmaInput, HalmaMode};
use spielwerk_engines::FileProgram;
use spielwerk_games::halma::{Halma, Strict};
use spielwerk_games::{Game, Position};
use spielwerk_players::{GameState, PlayerSpec, SearchParams};
use spielwerk_search::{Clock, Limits, Stopwatch};

use super::AgentError;

/// Measured speed of a machine.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Calibration {
    /// Nodes searched in a second.
    pub nodes_per_second: f64,
    /// CPU time to touch a MiB of memory for the first time, and to free it.
    pub page_cost: Duration,
    /// CPU time of a process that makes a move without a search, as the system charges it.
    pub start_cost: Duration,
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration {
            nodes_per_second: 500_000.0,
            page_cost: Duration::from_micros(400),
            start_cost: Duration::from_millis(6),
        }
    }
}

impl Calibration {
    const FILE: &'static str = "calibration.txt";
    const HEADER: &'static str = "spielwerk halma 2";
    const NODES_PER_SECOND: &'static str = "positions a second ";
    const PAGE_COST: &'static str = "microseconds a MiB ";
    const START_COST: &'static str = "microseconds a start ";

    /// Reads the file in a directory, or gives the default; a warning, if the file is malformed.
    pub(super) fn read(folder: &Path) -> Result<Calibration, String> {
        match fs::read_to_string(folder.join(Calibration::FILE)) {
            Ok(text) => Calibration::parse(&text)
                .ok_or_else(|| format!("{} is ignored: it is damaged", Calibration::FILE)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Calibration::default()),
            Err(error) => Err(format!("{} is ignored: {error}", Calibration::FILE)),
        }
    }

    /// Parses the text of the file; nothing, if it is damaged. Numbers that no machine can have
    /// count as damage too.
    pub fn parse(text: &str) -> Option<Calibration> {
        let mut lines = text.lines().map(str::trim_end);
        lines.next().filter(|&head| head == Calibration::HEADER)?;
        let mut number =
            |key: &str| -> Option<f64> { lines.next()?.strip_prefix(key)?.parse().ok() };
        let nodes_per_second =
            number(Calibration::NODES_PER_SECOND).filter(|n| (1e3..1e9).contains(n))?;
        let cost = number(Calibration::PAGE_COST).filter(|cost| (1.0..1e5).contains(cost))?;
        let start = number(Calibration::START_COST).filter(|cost| (1.0..1e6).contains(cost))?;
        let micros = |cost: f64| Duration::from_secs_f64(cost * 1e-6);
        Some(Calibration { nodes_per_second, page_cost: micros(cost), start_cost: micros(start) })
    }

    fn text(&self) -> String {
        format!(
            "{}\n{}{:.0}\n{}{:.0}\n{}{:.0}\n",
            Calibration::HEADER,
            Calibration::NODES_PER_SECOND,
            self.nodes_per_second,
            Calibration::PAGE_COST,
            self.page_cost.as_secs_f64() * 1e6,
            Calibration::START_COST,
            self.start_cost.as_secs_f64() * 1e6
        )
    }
}

/// Measures the machine, and writes `calibration.txt` into a directory. Takes less than a second.
/// `agent` is the program whose starts are measured.
pub fn calibrate(folder: &Path, agent: &FileProgram) -> Result<Calibration, AgentError> {
    let calibration = Calibration {
        nodes_per_second: measure_nodes_per_second()?,
        page_cost: measure_page_cost(),
        start_cost: measure_start_cost(agent),
    };
    let path = folder.join(Calibration::FILE);
    atomic_write(&path, calibration.text().as_bytes())
        .map_err(|error| AgentError::Unwritable { path, error })?;
    Ok(calibration)
}

/// Nodes a second from the start position.
fn measure_nodes_per_second() -> Result<f64, AgentError> {
    const TIME: Duration = Duration::from_millis(500);
    let game = spielwerk_games::game("halma-strict")
        .map_err(|error| spielwerk_players::PlayerError::Crashed(error.to_string()))?;
    let mut player =
        spielwerk_players::build(game, &PlayerSpec { hash: 4, ..PlayerSpec::named("strong") })?;
    let params = SearchParams::new(Limits::cpu(TIME));
    let analysis = player.choose(&GameState::new(game), &params, &mut |_| {})?;
    Ok((analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-3)).clamp(1e3, 9e8))
}

/// CPU time of a MiB, with something to spare.
fn measure_page_cost() -> Duration {
    const MEBIBYTES: u32 = 32;
    const PAGE: usize = 4096;
    let stopwatch = Stopwatch::start(Clock::Cpu, 1);
    let mut memory = vec![0u8; (MEBIBYTES as usize) << 20];
    for byte in memory.iter_mut().step_by(PAGE) {
        *byte = 1;
    }
    drop(black_box(memory));
    (stopwatch.elapsed() / MEBIBYTES).max(Duration::from_micros(1))
}

/// The most that one of several starts costs; what is usually assumed, if none succeeds.
fn measure_start_cost(agent: &FileProgram) -> Duration {
    const STARTS: usize = 5;
    let input = HalmaInput {
        mode: HalmaMode::Single,
        time: Duration::from_micros(1),
        setup: Halma::<Strict>::start().setup(),
    };
    let most = (0..STARTS).filter_map(|_| agent.measure(&input).ok()).max();
    most.map_or(Calibration::default().start_cost, |cost| cost.max(Duration::from_micros(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let calibration = Calibration {
            nodes_per_second: 812_345.0,
            page_cost: Duration::from_micros(180),
            start_cost: Duration::from_micros(2_900),
        };
        assert_eq!(Calibration::parse(&calibration.text()), Some(calibration));
    }

    #[test]
    fn damage_is_told_and_ignored() {
        let text = Calibration::default().text();
        let zero = text.replace("500000", "0");
        let endless = text.replace("500000", "inf");
        let other = text.replace("spielwerk", "somebody");
        for damaged in ["", "\0", "spielwerk halma 2", &text[..40], &zero, &endless, &other] {
            assert_eq!(Calibration::parse(damaged), None, "{damaged}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Calibration::read(folder.path()), Ok(Calibration::default()));
        fs::write(folder.path().join(Calibration::FILE), [0xff, 0xfe]).unwrap();
        assert!(Calibration::read(folder.path()).unwrap_err().contains("ignored"));
    }
}
