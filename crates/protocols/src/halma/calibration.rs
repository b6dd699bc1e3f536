//! What the program knows about the machine it runs on, in `calibration.txt`: how many positions it
//! sees in a second, and what memory costs. Without it, it assumes a slow machine.
//!
//! ```text
//! spielwerk halma 1
//! positions a second 812345
//! microseconds a MiB 180
//! ```

use std::fs;
use std::hint::black_box;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use arena::write_whole;
use players::{Course, Question, Spec};
use search::{Clock, Limits, Stopwatch};

use super::NoAnswer;

/// What a machine can do.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Calibration {
    /// Positions that are searched in a second.
    pub speed: f64,
    /// What it takes to use a MiB of memory for the first time, and to give it back.
    pub page_cost: Duration,
}

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration { speed: 500_000.0, page_cost: Duration::from_micros(400) }
    }
}

impl Calibration {
    const FILE: &'static str = "calibration.txt";
    const HEAD: &'static str = "spielwerk halma 1";
    const SPEED: &'static str = "positions a second ";
    const PAGE_COST: &'static str = "microseconds a MiB ";

    /// What stands in a directory, or the assumptions; a warning, if something else does.
    pub(super) fn read(folder: &Path) -> Result<Calibration, String> {
        match fs::read_to_string(folder.join(Calibration::FILE)) {
            Ok(text) => Calibration::parse(&text)
                .ok_or_else(|| format!("{} is ignored: it is damaged", Calibration::FILE)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Calibration::default()),
            Err(error) => Err(format!("{} is ignored: {error}", Calibration::FILE)),
        }
    }

    /// Numbers that no machine can have are damage too.
    fn parse(text: &str) -> Option<Calibration> {
        let mut lines = text.lines().map(str::trim_end);
        lines.next().filter(|&head| head == Calibration::HEAD)?;
        let mut number =
            |key: &str| -> Option<f64> { lines.next()?.strip_prefix(key)?.parse().ok() };
        let speed = number(Calibration::SPEED).filter(|speed| (1e3..1e9).contains(speed))?;
        let cost = number(Calibration::PAGE_COST).filter(|cost| (1.0..1e5).contains(cost))?;
        Some(Calibration { speed, page_cost: Duration::from_secs_f64(cost * 1e-6) })
    }

    fn text(&self) -> String {
        format!(
            "{}\n{}{:.0}\n{}{:.0}\n",
            Calibration::HEAD,
            Calibration::SPEED,
            self.speed,
            Calibration::PAGE_COST,
            self.page_cost.as_secs_f64() * 1e6
        )
    }
}

/// Finds out what the machine can do, and writes it into a directory. Takes less than a second.
pub fn calibrate(folder: &Path) -> Result<Calibration, NoAnswer> {
    let calibration = Calibration { speed: speed()?, page_cost: page_cost() };
    let path = folder.join(Calibration::FILE);
    write_whole(&path, calibration.text().as_bytes())
        .map_err(|error| NoAnswer::Unwritable { path, error })?;
    Ok(calibration)
}

/// Positions a second from the start of a game.
fn speed() -> Result<f64, NoAnswer> {
    const TIME: Duration = Duration::from_millis(500);
    let game =
        games::game("halma-strict").map_err(|error| players::Fault::Crash(error.to_string()))?;
    let mut player = players::build(game, &Spec { hash: 4, ..Spec::named("strong") })?;
    let question = Question::new(Limits::cpu(TIME));
    let thought = player.choose(&Course::new(game), &question, &mut |_| {})?;
    Ok((thought.nodes as f64 / thought.time.as_secs_f64().max(1e-3)).clamp(1e3, 9e8))
}

/// What a MiB costs, with something to spare.
fn page_cost() -> Duration {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let calibration = Calibration { speed: 812_345.0, page_cost: Duration::from_micros(180) };
        assert_eq!(Calibration::parse(&calibration.text()), Some(calibration));
    }

    #[test]
    fn damage_is_told_and_ignored() {
        let text = Calibration::default().text();
        let zero = text.replace("500000", "0");
        let endless = text.replace("500000", "inf");
        let other = text.replace("spielwerk", "somebody");
        for damaged in ["", "\0", "spielwerk halma 1", &text[..40], &zero, &endless, &other] {
            assert_eq!(Calibration::parse(damaged), None, "{damaged}");
        }
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Calibration::read(folder.path()), Ok(Calibration::default()));
        fs::write(folder.path().join(Calibration::FILE), [0xff, 0xfe]).unwrap();
        assert!(Calibration::read(folder.path()).unwrap_err().contains("ignored"));
    }
}
