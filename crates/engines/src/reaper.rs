//! Ends external programs that this process leaves behind, however it ends.
//!
//! A program gets a process group of its own, which is killed with it. But nobody does so if this
//! process is itself killed, and a descendant that calls `setsid` leaves the group. So every program
//! and its descendants inherit a variable with a token of this process, and a small shell waits for
//! the end of a pipe that only this process holds. When it ends, the shell kills every process that
//! has the token. That needs `/proc`; elsewhere there are process groups only.

#[cfg(target_os = "linux")]
mod linux {
    use std::hash::{BuildHasher, RandomState};
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::OnceLock;

    const VARIABLE: &str = "SPIELWERK_PROGRAM";

    /// Twice, because a program may start another one between two looks.
    const SCRIPT: &str = r#"
        cat > /dev/null
        for look in 1 2; do
            for environ in /proc/[0-9]*/environ; do
                if tr '\0' '\n' < "$environ" | grep -qxF "$0"; then
                    process=${environ#/proc/}
                    kill -9 "${process%/environ}"
                fi
            done
        done
    "#;

    /// The token of this process, and the pipe that keeps the shell waiting.
    struct Reaper {
        token: String,
        _pipe: Option<ChildStdin>,
    }

    static REAPER: OnceLock<Reaper> = OnceLock::new();

    fn start() -> Reaper {
        let random = RandomState::new().hash_one(std::process::id());
        let token = format!("{}-{random:016x}", std::process::id());
        let mut shell = Command::new("sh");
        shell.env_remove(VARIABLE).arg("-c").arg(SCRIPT).arg(format!("{VARIABLE}={token}"));
        // A group of its own, so that Ctrl-C at a terminal does not end it.
        shell.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Without a shell there are the process groups.
        let pipe = shell.spawn().ok().and_then(|mut shell| shell.stdin.take());
        Reaper { token, _pipe: pipe }
    }

    /// Marks a command, so that its process and descendants end with this process.
    pub(crate) fn mark(command: &mut Command) {
        command.env(VARIABLE, &REAPER.get_or_init(start).token);
    }
}

#[cfg(target_os = "linux")]
pub(crate) use linux::mark;

/// Elsewhere process groups have to do.
#[cfg(not(target_os = "linux"))]
pub(crate) fn mark(_: &mut std::process::Command) {}
