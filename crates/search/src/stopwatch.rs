//! Elapsed wall time or CPU time.
//!
//! A player whose CPU time is counted must not lose because the machine was busy with something
//! else, and a player with a deadline must not win by it. So whoever sets a limit says which of the
//! two is meant.

use std::time::Duration;

use crate::Instant;

/// Wall time or CPU time.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Clock {
    /// Wall-clock time.
    #[default]
    Wall,
    /// CPU time: of the searching thread, or of the whole process when several threads search.
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
    Cpu { clock: CpuClock, start: Duration },
}

impl Stopwatch {
    /// Starts one, for work done by so many threads.
    pub fn start(clock: Clock, threads: usize) -> Stopwatch {
        Stopwatch(match clock {
            Clock::Wall => Source::Wall(Instant::now()),
            Clock::Cpu => {
                let clock = CpuClock::new(threads);
                let start = clock.read();
                Source::Cpu { clock, start }
            }
        })
    }

    /// CPU time since the process began, for players that are charged for program start too.
    pub fn of_process() -> Stopwatch {
        Stopwatch(Source::Cpu { clock: CpuClock::new(usize::MAX), start: Duration::ZERO })
    }

    /// The time since the start.
    #[inline]
    pub fn elapsed(&self) -> Duration {
        match &self.0 {
            Source::Wall(start) => start.elapsed(),
            Source::Cpu { clock, start } => clock.read().saturating_sub(*start),
        }
    }
}

/// A CPU-time clock of the operating system.
#[cfg(unix)]
#[derive(Copy, Clone, Debug)]
struct CpuClock(rustix::time::ClockId);

#[cfg(unix)]
impl CpuClock {
    fn new(threads: usize) -> CpuClock {
        use rustix::time::ClockId;
        CpuClock(if threads > 1 { ClockId::ProcessCPUTime } else { ClockId::ThreadCPUTime })
    }

    fn read(self) -> Duration {
        let time = rustix::time::clock_gettime(self.0);
        // Counted from zero, so neither part is ever negative.
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
}

/// Elsewhere wall time is used instead: it is never less than a single thread's CPU time.
#[cfg(not(unix))]
#[derive(Copy, Clone, Debug)]
struct CpuClock(Instant);

#[cfg(not(unix))]
impl CpuClock {
    fn new(_threads: usize) -> CpuClock {
        CpuClock(Instant::now())
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
            let stopwatch = Stopwatch::start(clock, threads);
            let mut word = 1u64;
            while stopwatch.elapsed() < Duration::from_micros(200) {
                word = std::hint::black_box(word.wrapping_mul(3));
            }
            assert!(stopwatch.elapsed() >= Duration::from_micros(200));
        }
    }
}
