//! A process with measured and limited CPU time, its descendants included.
//!
//! The system reports the CPU time of a process when it is waited for (`wait4`), so that is done here
//! and not by the standard library. It runs in a process group of its own, which is killed as a whole.
//! Its standard error is logged, if that is piped.

use std::io;
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use spielwerk_search::StopFlag;

use crate::RunLog;
use crate::process::each_line;

/// When a process is killed.
#[derive(Clone, Debug)]
pub(super) struct RunLimits {
    /// After so much CPU time.
    pub(super) cpu: Duration,
    /// After so much wall time.
    pub(super) wall: Duration,
    /// As soon as this is set.
    pub(super) stop: StopFlag,
}

impl RunLimits {
    /// These limits, and a stop flag that nobody sets.
    pub(super) fn new(cpu: Duration, wall: Duration) -> RunLimits {
        RunLimits { cpu, wall, stop: StopFlag::default() }
    }
}

/// How a process ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Exit {
    /// The CPU time of the process and its descendants.
    pub(super) cpu: Duration,
    /// Why it ended.
    pub(super) cause: ExitCause,
}

/// Why a process ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ExitCause {
    /// By itself, with this exit code.
    Code(i32),
    /// By a signal that we did not send.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only Unix ends processes by signals"))]
    Signal(i32),
    /// Killed because it exceeded a limit.
    LimitExceeded,
}

/// Runs a command until it ends, or exceeds its CPU time or wall time, or is stopped.
pub(super) fn run(command: &mut Command, limits: &RunLimits, log: &RunLog) -> io::Result<Exit> {
    let begun = Instant::now();
    let mut child = ProcessGroup::start(command, limits.cpu)?;
    let logged = log_errors(&mut child.leader, log);
    let mut pause = Duration::from_micros(100);
    let mut expired = false;
    loop {
        if let Some((used, cause)) = child.try_wait()? {
            child.kill();
            let too_long = expired || used >= limits.cpu && matches!(cause, ExitCause::Signal(_));
            let cause = if too_long { ExitCause::LimitExceeded } else { cause };
            // A descendant that has left the group may keep the pipe open.
            let _ = logged.recv_timeout(ERRORS_TIMEOUT);
            log.add_run(used);
            return Ok(Exit { cpu: used, cause });
        }
        if !expired && (begun.elapsed() >= limits.wall || limits.stop.is_stopped()) {
            expired = true;
            child.kill();
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(4));
    }
}

/// How long the last lines of standard error are waited for.
const ERRORS_TIMEOUT: Duration = Duration::from_millis(500);

/// Logs standard error in a thread of its own, so that the process never waits for somebody to read
/// it. The receiver is disconnected when all is logged.
fn log_errors(child: &mut Child, log: &RunLog) -> Receiver<()> {
    let (logging, logged) = mpsc::channel();
    if let Some(errors) = child.stderr.take() {
        let log = log.clone();
        thread::spawn(move || {
            each_line(errors, |line| {
                log.add_error(&line);
                true
            });
            drop(logging);
        });
    }
    logged
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
        logged(script, cpu, wall).0
    }

    fn logged(script: &str, cpu: Duration, wall: Duration) -> (Exit, RunLog) {
        let (mut command, log) = (Command::new("sh"), RunLog::default());
        command.args(["-c", script]).stderr(std::process::Stdio::piped());
        (run(&mut command, &RunLimits::new(cpu, wall), &log).unwrap(), log)
    }

    #[test]
    fn standard_error_and_time_are_logged() {
        let (exit, log) = logged("echo one >&2; echo two >&2; exit 3", HOUR, HOUR);
        assert_eq!(log.last_errors(), ["one", "two"]);
        assert_eq!((log.last(), log.total()), (Some(exit.cpu), exit.cpu));
    }

    #[test]
    fn a_stop_flag_kills_it() {
        let limits = RunLimits::new(HOUR, HOUR);
        limits.stop.stop();
        let exit = run(Command::new("sleep").arg("3600"), &limits, &RunLog::default()).unwrap();
        assert_eq!(exit.cause, ExitCause::LimitExceeded);
    }

    #[test]
    fn exit_codes_and_signals_are_reported() {
        assert_eq!(shell("exit 7", HOUR, HOUR).cause, ExitCause::Code(7));
        assert_eq!(shell("kill -ABRT $$", HOUR, HOUR).cause, ExitCause::Signal(libc::SIGABRT));
        let limits = RunLimits::new(HOUR, HOUR);
        let nothing = &mut Command::new("/no/such/program");
        assert!(run(nothing, &limits, &RunLog::default()).is_err());
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
