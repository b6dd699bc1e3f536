//! A process whose processor time is measured, its descendants included, and which is ended when it
//! takes too much.
//!
//! The system tells what a process has used when it is waited for, so that is done here and not by
//! the standard library. It runs in a process group of its own: whatever it has started goes with
//! it.

use std::io;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Ended {
    /// What the whole family used of the processor.
    pub(super) cpu: Duration,
    /// What passed on the wall.
    pub(super) wall: Duration,
    /// How it went.
    pub(super) how: How,
}

/// By itself, or not.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum How {
    /// With this exit code.
    Exit(i32),
    /// By a signal that we did not send.
    Signal(i32),
    /// It had used all there was to use.
    TooLong,
}

/// Runs a command until it ends, or has used so much of the processor, or so much time has passed.
pub(super) fn run(command: &mut Command, cpu: Duration, wall: Duration) -> io::Result<Ended> {
    let begun = Instant::now();
    let mut child = Family::start(command, cpu)?;
    let mut pause = Duration::from_micros(100);
    let mut expired = false;
    loop {
        if let Some((used, how)) = child.look()? {
            child.kill();
            let too_long = expired || used >= cpu && matches!(how, How::Signal(_));
            let how = if too_long { How::TooLong } else { how };
            return Ok(Ended { cpu: used, wall: begun.elapsed(), how });
        }
        if !expired && begun.elapsed() >= wall {
            expired = true;
            child.kill();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// A process and all it has started.
struct Family {
    head: Child,
}

#[cfg(unix)]
impl Family {
    fn start(command: &mut Command, cpu: Duration) -> io::Result<Family> {
        use std::os::unix::process::CommandExt;
        let family = Family { head: command.process_group(0).spawn()? };
        family.limit(cpu);
        Ok(family)
    }

    /// Lets the system end it when it has used so much, in whole seconds.
    fn limit(&self, cpu: Duration) {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Pid, Resource, Rlimit, prlimit};
            let seconds = Some(cpu.as_secs() + 1);
            let limit = Rlimit { current: seconds, maximum: seconds };
            // It may have ended already; then there is nothing to limit.
            let _ = prlimit(Some(Pid::from_child(&self.head)), Resource::Cpu, limit);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = cpu;
    }

    /// Ends whoever is still there.
    fn kill(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // Nobody left is what we want.
        let _ = kill_process_group(Pid::from_child(&self.head), Signal::KILL);
    }

    /// What it has used and how it ended, if it has.
    #[expect(unsafe_code, reason = "no safe interface tells what a single child has used")]
    fn look(&mut self) -> io::Result<Option<(Duration, How)>> {
        let pid = self.head.id() as libc::pid_t;
        let mut status = 0;
        // SAFETY: an all-zero rusage is a valid one; it is plain numbers.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers lead to values that live until the call returns. The child is ours
        // and is waited for nowhere else, so its number cannot belong to another process yet.
        match unsafe { libc::wait4(pid, &raw mut status, libc::WNOHANG, &raw mut usage) } {
            0 => Ok(None),
            -1 => Err(io::Error::last_os_error()),
            _ => {
                let time = |part: libc::timeval| {
                    Duration::new(part.tv_sec as u64, 1000 * part.tv_usec as u32)
                };
                let how = if libc::WIFEXITED(status) {
                    How::Exit(libc::WEXITSTATUS(status))
                } else {
                    How::Signal(libc::WTERMSIG(status))
                };
                Ok(Some((time(usage.ru_utime) + time(usage.ru_stime), how)))
            }
        }
    }
}

/// Elsewhere the wall clock stands in: it never shows less than the processor's.
#[cfg(not(unix))]
impl Family {
    fn start(command: &mut Command, _cpu: Duration) -> io::Result<Family> {
        Ok(Family { head: command.spawn()? })
    }

    fn kill(&mut self) {
        let _ = self.head.kill();
    }

    fn look(&mut self) -> io::Result<Option<(Duration, How)>> {
        let status = self.head.try_wait()?;
        Ok(status.map(|status| (Duration::ZERO, How::Exit(status.code().unwrap_or(1)))))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn shell(script: &str, cpu: Duration, wall: Duration) -> Ended {
        run(Command::new("sh").args(["-c", script]), cpu, wall).unwrap()
    }

    #[test]
    fn a_process_ends_as_it_ends() {
        assert_eq!(shell("exit 7", HOUR, HOUR).how, How::Exit(7));
        assert_eq!(shell("kill -ABRT $$", HOUR, HOUR).how, How::Signal(libc::SIGABRT));
        assert!(run(&mut Command::new("/no/such/program"), HOUR, HOUR).is_err());
    }

    #[test]
    fn descendants_are_charged_too() {
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        let own = shell(work, HOUR, HOUR);
        let family = shell(&format!("sh -c '{work}'; sh -c '{work}'"), HOUR, HOUR);
        assert!(own.cpu > Duration::ZERO);
        assert!(family.cpu > own.cpu, "{own:?} {family:?}");
    }

    #[test]
    fn who_sleeps_is_ended_by_the_wall_clock_and_who_works_by_the_processors() {
        let asleep = shell("sleep 3600 & sleep 3600", HOUR, Duration::from_millis(50));
        assert_eq!(asleep.how, How::TooLong);
        let busy = shell("while :; do :; done", Duration::from_millis(100), HOUR);
        assert_eq!(busy.how, How::TooLong);
    }
}
