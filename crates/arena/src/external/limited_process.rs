//! A process with measured and limited CPU time, its descendants included.
//!
//! The system reports the CPU time of a process when it is waited for (`wait4`), so that is done here
//! and not by the standard library. It runs in a process group of its own, which is killed as a whole.

use std::io;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    /// The CPU time of the process and its descendants.
    pub(super) cpu: Duration,
    /// The wall time.
    pub(super) wall: Duration,
    /// Why it ended.
    pub(super) cause: ExitCause,
}

/// Why a process ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ExitCause {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal that we did not send.
    Signal(i32),
    /// Killed because it exceeded a limit.
    LimitExceeded,
}

/// Runs a command until it ends, or exceeds its CPU time or wall time.
pub(super) fn run(command: &mut Command, cpu: Duration, wall: Duration) -> io::Result<Exit> {
    let begun = Instant::now();
    let mut child = ProcessGroup::start(command, cpu)?;
    let mut pause = Duration::from_micros(100);
    let mut expired = false;
    loop {
        if let Some((used, cause)) = child.try_wait()? {
            child.kill();
            let too_long = expired || used >= cpu && matches!(cause, ExitCause::Signal(_));
            let cause = if too_long { ExitCause::LimitExceeded } else { cause };
            return Ok(Exit { cpu: used, wall: begun.elapsed(), cause });
        }
        if !expired && begun.elapsed() >= wall {
            expired = true;
            child.kill();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// A process and its descendants.
struct ProcessGroup {
    leader: Child,
}

#[cfg(unix)]
impl ProcessGroup {
    fn start(command: &mut Command, cpu: Duration) -> io::Result<ProcessGroup> {
        use std::os::unix::process::CommandExt;
        let group = ProcessGroup { leader: command.process_group(0).spawn()? };
        group.limit(cpu);
        Ok(group)
    }

    /// Sets the system's CPU time limit, in whole seconds.
    fn limit(&self, cpu: Duration) {
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Pid, Resource, Rlimit, prlimit};
            let seconds = Some(cpu.as_secs() + 1);
            let limit = Rlimit { current: seconds, maximum: seconds };
            // It may have ended already; then there is nothing to limit.
            let _ = prlimit(Some(Pid::from_child(&self.leader)), Resource::Cpu, limit);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = cpu;
    }

    /// Kills all processes of the group.
    fn kill(&self) {
        use rustix::process::{Pid, Signal, kill_process_group};
        // An error means that none is left.
        let _ = kill_process_group(Pid::from_child(&self.leader), Signal::KILL);
    }

    /// The CPU time and cause, if it has ended.
    #[expect(unsafe_code, reason = "no safe interface gives the CPU time of a single child")]
    fn try_wait(&mut self) -> io::Result<Option<(Duration, ExitCause)>> {
        let pid = self.leader.id() as libc::pid_t;
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
                let cause = if libc::WIFEXITED(status) {
                    ExitCause::Code(libc::WEXITSTATUS(status))
                } else {
                    ExitCause::Signal(libc::WTERMSIG(status))
                };
                Ok(Some((time(usage.ru_utime) + time(usage.ru_stime), cause)))
            }
        }
    }
}

/// On other systems the wall clock is used instead.
#[cfg(not(unix))]
impl ProcessGroup {
    fn start(command: &mut Command, _cpu: Duration) -> io::Result<ProcessGroup> {
        Ok(ProcessGroup { leader: command.spawn()? })
    }

    fn kill(&mut self) {
        let _ = self.leader.kill();
    }

    fn try_wait(&mut self) -> io::Result<Option<(Duration, ExitCause)>> {
        let status = self.leader.try_wait()?;
        Ok(status.map(|status| (Duration::ZERO, ExitCause::Code(status.code().unwrap_or(1)))))
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);

    fn shell(script: &str, cpu: Duration, wall: Duration) -> Exit {
        run(Command::new("sh").args(["-c", script]), cpu, wall).unwrap()
    }

    #[test]
    fn exit_codes_and_signals_are_reported() {
        assert_eq!(shell("exit 7", HOUR, HOUR).cause, ExitCause::Code(7));
        assert_eq!(shell("kill -ABRT $$", HOUR, HOUR).cause, ExitCause::Signal(libc::SIGABRT));
        assert!(run(&mut Command::new("/no/such/program"), HOUR, HOUR).is_err());
    }

    #[test]
    fn descendants_are_charged_too() {
        let work = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";
        let own = shell(work, HOUR, HOUR);
        let descendants = shell(&format!("sh -c '{work}'; sh -c '{work}'"), HOUR, HOUR);
        assert!(own.cpu > Duration::ZERO);
        assert!(descendants.cpu > own.cpu, "{own:?} {descendants:?}");
    }

    #[test]
    fn a_sleeping_process_exceeds_its_wall_time_and_a_busy_one_its_cpu_time() {
        let asleep = shell("sleep 3600 & sleep 3600", HOUR, Duration::from_millis(50));
        assert_eq!(asleep.cause, ExitCause::LimitExceeded);
        let busy = shell("while :; do :; done", Duration::from_millis(100), HOUR);
        assert_eq!(busy.cause, ExitCause::LimitExceeded);
    }
}
