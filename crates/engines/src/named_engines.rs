//! External programs by name: `rival=ugi:./rival --fast`. A player `engine:rival` is one of them,
//! and its command stays on the machine that names it.

use std::collections::BTreeMap;

use spielwerk_players::{PlayerSpec, SpecError};

/// External programs that may be started, by name.
///
/// ```
/// let mut engines = spielwerk_engines::NamedEngines::default();
/// engines.add("rival=ugi:./rival --fast")?;
/// assert!(engines.add("./rival").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NamedEngines(BTreeMap<String, PlayerSpec>);

impl NamedEngines {
    /// Adds an engine from a text `NAME=COMMAND`. A command without an interface is a UGI engine.
    pub fn add(&mut self, text: &str) -> Result<(), SpecError> {
        let unnamed = || SpecError::MissingCommand(text.to_owned());
        let (name, command) = text.split_once('=').ok_or_else(unnamed)?;
        let (name, command) = (name.trim(), command.trim());
        if name.is_empty() || command.is_empty() {
            return Err(unnamed());
        }
        let external =
            |spec: &PlayerSpec| spec.command.is_some() && spec.name != PlayerSpec::ENGINE;
        let spec = match command.parse::<PlayerSpec>() {
            Ok(spec) if external(&spec) => spec,
            _ => format!("ugi:{command}").parse()?,
        };
        self.0.insert(name.to_owned(), spec);
        Ok(())
    }

    /// The program of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&PlayerSpec> {
        self.0.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_named() {
        let mut engines = NamedEngines::default();
        engines.add("rival=./rival --fast").unwrap();
        engines.add("file = files:python3 homework.py").unwrap();
        assert_eq!(engines.get("rival").unwrap().to_string(), "ugi:./rival --fast");
        assert_eq!(engines.get("file").unwrap().name, "files");
        assert!(engines.get("other").is_none());
        for wrong in ["", "rival", "=./rival", "rival="] {
            assert!(engines.add(wrong).is_err(), "{wrong}");
        }
    }
}
