//! Progress of long work: a bar on a terminal, plain lines elsewhere, nothing in the first two
//! seconds.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(2);
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Shows how far some work is. Cheap to tell often, from any thread.
pub(crate) struct Progress {
    work: String,
    begun: Instant,
    shown: Mutex<Shown>,
}

enum Shown {
    Bar(Option<ProgressBar>),
    Lines { next: Duration },
}

impl Progress {
    pub(crate) fn new(work: impl Into<String>) -> Progress {
        let shown = if io::stderr().is_terminal() {
            Shown::Bar(None)
        } else {
            Shown::Lines { next: PATIENCE }
        };
        Progress { work: work.into(), begun: Instant::now(), shown: Mutex::new(shown) }
    }

    /// So many of so many parts are done.
    pub(crate) fn tell(&self, done: usize, total: usize) {
        self.tell_more(done, total, String::new);
    }

    /// So many of so many parts are done, and there is more to say about it.
    pub(crate) fn tell_more(&self, done: usize, total: usize, more: impl FnOnce() -> String) {
        let passed = self.begun.elapsed();
        // Whoever holds the lock is drawing at this moment; this part shows with the next.
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        match &mut *shown {
            Shown::Bar(slot) if passed >= PATIENCE => {
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
            Shown::Lines { next } if passed >= *next && done < total => {
                *next = passed + BETWEEN_LINES;
                let left = passed.mul_f64((total - done) as f64 / done.max(1) as f64);
                let text = format!(
                    "{}: {done} of {total} parts, about {} s left  {}",
                    self.work,
                    left.as_secs(),
                    more()
                );
                eprintln!("{}", text.trim_end());
            }
            _ => {}
        }
    }

    /// Something to be read by itself, above the bar.
    pub(crate) fn note(&self, text: &str) {
        match self.shown.lock().as_deref() {
            Ok(Shown::Bar(Some(bar))) => bar.println(text),
            _ => eprintln!("{text}"),
        }
    }

    /// So much is done of nobody knows how much.
    pub(crate) fn count(&self, done: u64, what: &str) {
        let passed = self.begun.elapsed();
        let Ok(mut shown) = self.shown.try_lock() else {
            return;
        };
        let text = || format!("{}: {done} {what} in {} s", self.work, passed.as_secs());
        match &mut *shown {
            Shown::Bar(slot) if passed >= PATIENCE => {
                let spinner = slot.get_or_insert_with(ProgressBar::new_spinner);
                spinner.set_message(text());
                spinner.tick();
            }
            Shown::Lines { next } if passed >= *next => {
                *next = passed + BETWEEN_LINES;
                eprintln!("{}", text());
            }
            _ => {}
        }
    }

    /// The work has ended, perhaps before its last part.
    pub(crate) fn end(&self) {
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
