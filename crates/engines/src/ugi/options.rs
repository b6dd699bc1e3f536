//! Engine options.

use spielwerk_codecs::ugi::truncate;
use spielwerk_players::PlayerSpec;
use spielwerk_search::Clock;

/// The values of all options.
pub(super) struct Options {
    pub(super) threads: usize,
    /// What the time of a move is measured by.
    pub(super) clock: Clock,
    hash: usize,
    tables: bool,
    /// Playing level, 1 to 10; none for full strength.
    level: Option<u8>,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, clock: Clock::Wall, hash: 64, tables: true, level: None }
    }
}

impl Options {
    /// The `option` lines.
    pub(super) const DECLARATIONS: [&str; 5] = [
        "option name hash type spin default 64 min 1 max 65536",
        "option name threads type spin default 1 min 1 max 256",
        "option name tables type check default true",
        "option name clock type combo default wall var wall var cpu",
        "option name level type spin default 0 min 0 max 10",
    ];

    /// Executes `setoption name N value V`.
    pub(super) fn set(&mut self, rest: &str) -> Result<(), String> {
        let form = "an option is set by `setoption name N value V`";
        let named = rest.strip_prefix("name ").ok_or(form)?;
        let (name, value) = named.split_once(" value ").ok_or(form)?;
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        let number = |most: usize, least: usize| {
            let number = value.parse::<usize>().ok();
            number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                format!("`{}` is no value for {name}: {least} to {most}", truncate(value))
            })
        };
        match name.as_str() {
            "hash" => self.hash = number(65_536, 1)?,
            "threads" => self.threads = number(256, 1)?,
            "clock" => {
                self.clock = match value {
                    "wall" => Clock::Wall,
                    "cpu" => Clock::Cpu,
                    _ => return Err(format!("`{}` is neither wall nor cpu", truncate(value))),
                }
            }
            "level" => self.level = Some(number(10, 0)? as u8).filter(|&level| level > 0),
            "tables" => {
                self.tables = match value {
                    "true" | "on" => true,
                    "false" | "off" => false,
                    _ => return Err(format!("`{}` is neither true nor false", truncate(value))),
                }
            }
            _ => return Err(format!("unknown option `{}`", truncate(&name))),
        }
        Ok(())
    }

    /// The player that the options describe.
    pub(super) fn spec(&self) -> PlayerSpec {
        let name = if self.level.is_some() { "level" } else { "strong" };
        PlayerSpec {
            level: self.level,
            hash: self.hash,
            tables: self.tables,
            ..PlayerSpec::named(name)
        }
    }
}
