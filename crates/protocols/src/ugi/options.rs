//! What a front end can set.

use players::Spec;

use super::words::short;

/// The engine's settings.
pub(super) struct Options {
    pub(super) threads: usize,
    hash: usize,
    tables: bool,
    /// 1 to 10 for people; nothing for the best there is.
    level: Option<u8>,
}

impl Default for Options {
    fn default() -> Options {
        Options { threads: 1, hash: 64, tables: true, level: None }
    }
}

impl Options {
    /// The settings as they are announced.
    pub(super) const LINES: [&str; 4] = [
        "option name hash type spin default 64 min 1 max 65536",
        "option name threads type spin default 1 min 1 max 256",
        "option name tables type check default true",
        "option name level type spin default 0 min 0 max 10",
    ];

    /// Follows `name N value V`.
    pub(super) fn set(&mut self, rest: &str) -> Result<(), String> {
        let form = "an option is set by `setoption name N value V`";
        let named = rest.strip_prefix("name ").ok_or(form)?;
        let (name, value) = named.split_once(" value ").ok_or(form)?;
        let (name, value) = (name.trim().to_lowercase(), value.trim());
        let number = |most: usize, least: usize| {
            let number = value.parse::<usize>().ok();
            number.filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                format!("`{}` is no value for {name}: {least} to {most}", short(value))
            })
        };
        match name.as_str() {
            "hash" => self.hash = number(65_536, 1)?,
            "threads" => self.threads = number(256, 1)?,
            "level" => self.level = Some(number(10, 0)? as u8).filter(|&level| level > 0),
            "tables" => {
                self.tables = match value {
                    "true" | "on" => true,
                    "false" | "off" => false,
                    _ => return Err(format!("`{}` is neither true nor false", short(value))),
                }
            }
            _ => return Err(format!("unknown option `{}`", short(&name))),
        }
        Ok(())
    }

    /// The player that the settings describe.
    pub(super) fn spec(&self) -> Spec {
        let name = if self.level.is_some() { "level" } else { "strong" };
        Spec { level: self.level, hash: self.hash, tables: self.tables, ..Spec::named(name) }
    }
}
