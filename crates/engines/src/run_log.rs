//! What the runs of a program have cost and printed, for those who want to know afterwards.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The CPU time of a program's runs and the last lines of its standard error. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct RunLog(Arc<Mutex<Runs>>);

#[derive(Debug, Default)]
struct Runs {
    cpu: Vec<Duration>,
    errors: VecDeque<String>,
}

impl RunLog {
    /// So many lines of standard error are kept.
    const MAX_LINES: usize = 10;
    /// The rest of a longer line is cut off.
    const MAX_CHARS: usize = 200;

    /// Forgets all runs.
    pub(crate) fn clear(&self) {
        *self.lock() = Runs::default();
    }

    /// Adds the CPU time of a run.
    pub(crate) fn add_run(&self, cpu: Duration) {
        self.lock().cpu.push(cpu);
    }

    /// Adds a line of standard error, with control characters escaped.
    pub(crate) fn add_error(&self, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let mut runs = self.lock();
        runs.errors.push_back(line.chars().take(RunLog::MAX_CHARS).map(escape).collect());
        if runs.errors.len() > RunLog::MAX_LINES {
            runs.errors.pop_front();
        }
    }

    /// The CPU time of all runs.
    pub fn total(&self) -> Duration {
        self.lock().cpu.iter().sum()
    }

    /// The CPU time of the last run.
    pub fn last(&self) -> Option<Duration> {
        self.lock().cpu.last().copied()
    }

    /// The last lines of standard error.
    pub fn last_errors(&self) -> Vec<String> {
        self.lock().errors.iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A character as it is, or its escape sequence if a terminal would obey it.
fn escape(letter: char) -> String {
    if letter.is_control() { letter.escape_default().to_string() } else { letter.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_control_characters_escaped() {
        let log = RunLog::default();
        (1..=12).for_each(|number| log.add_error(&format!("line {number}")));
        log.add_error("  ");
        log.add_error("a\u{1b}[2Jb");
        let lines = log.last_errors();
        assert_eq!((lines.len(), lines[8].as_str()), (10, "line 12"));
        assert_eq!(lines[9], r"a\u{1b}[2Jb");
    }
}
