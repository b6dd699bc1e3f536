//! Progress of long work: a bar on a terminal, plain lines elsewhere, nothing in the first two
//! seconds.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

const INITIAL_DELAY: Duration = Duration::from_secs(2);
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// A progress display. Updates are cheap, from any thread.
pub(crate) struct Progress {
    work: String,
    begun: Instant,
    shown: Mutex<Shown>,
}

enum Shown {
    Bar(Option<ProgressBar>),
    Lines { next: Duration, stage: Stage },
}

/// One of the stages of the work, each of which counts its own parts.
#[derive(Default)]
struct Stage {
    total: usize,
    begun: Duration,
    /// What was done when it began: more than nothing where interrupted work goes on.
    at_first: usize,
    done: usize,
}

impl Stage {
    /// After so much time this much is done.
    fn update(&mut self, elapsed: Duration, done: usize, total: usize) {
        // Threads may report a little out of order.
        if total != self.total || done < self.done / 2 {
            *self = Stage { total, begun: elapsed, at_first: done, done };
        }
        self.done = self.done.max(done);
    }

    /// How long the rest of the stage will take, once any of it is done.
    fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.done - self.at_first;
        let rest = self.total.saturating_sub(self.done) as f64;
        (done > 0).then(|| elapsed.saturating_sub(self.begun).mul_f64(rest / done as f64))
    }
}

impl Progress {
    pub(crate) fn new(work: impl Into<String>) -> Progress {
        let shown = if io::stderr().is_terminal() {
            Shown::Bar(None)
        } else {
            Shown::Lines { next: INITIAL_DELAY, stage: Stage::default() }
        };
        Progress { work: work.into(), begun: Instant::now(), shown: Mutex::new(shown) }
    }

    /// `done` of `total` parts are done.
    pub(crate) fn update(&self, done: usize, total: usize) {
        self.update_with(done, total, String::new);
    }

    /// The same with a message.
    pub(crate) fn update_with(&self, done: usize, total: usize, more: impl FnOnce() -> String) {
        let elapsed = self.begun.elapsed();
        // Another thread is drawing at this moment; this part shows with the next.
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        match &mut *shown {
            Shown::Bar(slot) if elapsed >= INITIAL_DELAY => {
                let bar = slot.get_or_insert_with(|| self.bar(total));
                bar.set_length(total as u64);
                bar.set_position(done as u64);
                bar.set_message(format!("{} {}", self.work, more()).trim_end().to_owned());
                if done == total {
                    // Work in several stages gets a bar for each.
                    bar.finish_and_clear();
                    *slot = None;
                }
            }
            Shown::Lines { next, stage } => {
                stage.update(elapsed, done, total);
                if elapsed >= *next && done < total {
                    *next = elapsed + LINE_INTERVAL;
                    let left = stage.time_left(elapsed).map_or_else(String::new, |left| {
                        format!(", about {} s left", left.as_secs())
                    });
                    let text = format!("{}: {done} of {total} parts{left}  {}", self.work, more());
                    eprintln!("{}", text.trim_end());
                }
            }
            _ => {}
        }
    }

    /// Prints a line above the bar.
    #[cfg(feature = "aisysproj")]
    pub(crate) fn note(&self, text: &str) {
        match self.shown.lock().as_deref() {
            Ok(Shown::Bar(Some(bar))) => bar.println(text),
            _ => eprintln!("{text}"),
        }
    }

    /// Progress without a known total.
    pub(crate) fn count(&self, done: u64, what: &str) {
        let elapsed = self.begun.elapsed();
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        let text = || format!("{}: {done} {what} in {} s", self.work, elapsed.as_secs());
        match &mut *shown {
            Shown::Bar(slot) if elapsed >= INITIAL_DELAY => {
                let spinner = slot.get_or_insert_with(ProgressBar::new_spinner);
                spinner.set_message(text());
                spinner.tick();
            }
            Shown::Lines { next, .. } if elapsed >= *next => {
                *next = elapsed + LINE_INTERVAL;
                eprintln!("{}", text());
            }
            _ => {}
        }
    }

    /// Ends the display, perhaps before the last part.
    pub(crate) fn finish(&self) {
        if let Ok(mut shown) = self.shown.lock()
            && let Shown::Bar(Some(bar)) = &mut *shown
        {
            bar.finish_and_clear();
        }
    }

    fn bar(&self, total: usize) -> ProgressBar {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        ProgressBar::new(total as u64).with_style(style).with_message(self.work.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_of_the_stage_and_of_what_this_run_has_done() {
        let mut stage = Stage::default();
        let seconds = Duration::from_secs;
        let mut left = |elapsed, done, total| {
            stage.update(seconds(elapsed), done, total);
            stage.time_left(seconds(elapsed))
        };
        assert_eq!(left(5, 40, 100), None, "an interrupted run had done 40");
        assert_eq!(left(15, 60, 100), Some(seconds(20)));
        assert_eq!(left(35, 100, 100), Some(seconds(0)));
        assert_eq!(left(36, 0, 100), None, "the next stage");
        assert_eq!(left(40, 20, 100), Some(seconds(16)));
        assert_eq!(left(50, 0, 300), None, "one of another size");
    }
}
