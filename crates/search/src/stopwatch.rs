//! Time that has passed: on the wall, or in the processor.
//!
//! A player whose CPU time is counted must not lose because the machine was busy with something
//! else, and a player with a deadline must not win by it. So whoever sets a limit says which of the
//! two is meant.

use std::time::{Duration, Instant};

/// Which time counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// The time that people wait.
    #[default]
    Wall,
    /// The time that the processor works: of the thread that thinks, or of the whole process when
    /// several threads think together.
    Cpu,
}

/// Measures the time since it was started.
///
/// With [`Clock::Cpu`] and one thread it must be read in the thread in which it was started.
#[derive(Copy, Clone, Debug)]
pub struct Stopwatch(Source);

#[derive(Copy, Clone, Debug)]
enum Source {
    Wall(Instant),
    Cpu { hand: Hand, start: Duration },
}

impl Stopwatch {
    /// Starts one, for work done by so many threads.
    pub fn start(clock: Clock, threads: usize) -> Stopwatch {
        Stopwatch(match clock {
            Clock::Wall => Source::Wall(Instant::now()),
            Clock::Cpu => {
                let hand = Hand::new(threads);
                let start = hand.read();
                Source::Cpu { hand, start }
            }
        })
    }

    /// One that runs since the process began, for whoever is charged for all that it does, the
    /// start of the program included.
    pub fn of_process() -> Stopwatch {
        Stopwatch(Source::Cpu { hand: Hand::new(usize::MAX), start: Duration::ZERO })
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        match &self.0 {
            Source::Wall(start) => start.elapsed(),
            Source::Cpu { hand, start } => hand.read().saturating_sub(*start),
        }
    }
}

/// What the operating system counts for us.
#[cfg(unix)]
#[derive(Copy, Clone, Debug)]
struct Hand(rustix::time::ClockId);

#[cfg(unix)]
impl Hand {
    fn new(threads: usize) -> Hand {
        use rustix::time::ClockId;
        Hand(if threads > 1 { ClockId::ProcessCPUTime } else { ClockId::ThreadCPUTime })
    }

    fn read(self) -> Duration {
        let time = rustix::time::clock_gettime(self.0);
        // Counted from zero, so neither part is ever negative.
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// Elsewhere the wall clock stands in: it never shows less than the processor's.
#[cfg(not(unix))]
#[derive(Copy, Clone, Debug)]
struct Hand(Instant);

#[cfg(not(unix))]
impl Hand {
    fn new(_threads: usize) -> Hand {
        Hand(Instant::now())
    }

    fn read(self) -> Duration {
        self.0.elapsed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_charged_for_all_that_it_did_before() {
        let since_start = Stopwatch::of_process();
        let since_now = Stopwatch::start(Clock::Cpu, 2);
        let later = since_now.elapsed();
        assert!(since_start.elapsed() > later);
    }

    #[test]
    fn every_clock_moves_forward_while_we_work() {
        for (clock, threads) in [(Clock::Wall, 1), (Clock::Cpu, 1), (Clock::Cpu, 2)] {
            let watch = Stopwatch::start(clock, threads);
            let mut word = 1u64;
            while watch.elapsed() < Duration::from_micros(200) {
                word = std::hint::black_box(word.wrapping_mul(3));
            }
            assert!(watch.elapsed() >= Duration::from_micros(200));
        }
    }
}
