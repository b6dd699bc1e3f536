//! An agent's config file: who plays, with which password, in which environment, on which server.
//!
//! Read field by field and not by a derived reader: an error of such a reader quotes what it found,
//! and that could be the password.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::Password;

/// One agent in one environment.
#[derive(Clone)]
pub struct Config {
    /// The agent's name.
    pub agent: String,
    /// Its password.
    pub password: Password,
    /// The environment: `ss26.1.2.8`.
    pub environment: String,
    /// The server, without a slash at the end.
    pub url: String,
}

/// Why a file is no config file.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// It cannot be read.
    #[error("cannot read the config file {path}: {error}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It is no JSON object.
    #[error("{path} is no config file: {why}; it looks like {EXAMPLE}", path = path.display())]
    NoObject {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A field is missing or no text.
    #[error("{path} has no text in `{field}`; a config file looks like {EXAMPLE}", path = path.display())]
    Field {
        /// The file.
        path: PathBuf,
        /// Which field.
        field: &'static str,
    },
}

const EXAMPLE: &str = r#"{"agent": …, "pwd": …, "env": "ss26.1.2.8", "url": "https://…"}"#;

impl Config {
    /// Reads a config file. Unknown keys are ignored.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = fs::read_to_string(path)
            .map_err(|error| ConfigError::Unreadable { path: path.to_owned(), error })?;
        Config::parse(path, &text)
    }

    /// Parses the text of a config file. The path is for errors.
    pub fn parse(path: &Path, text: &str) -> Result<Config, ConfigError> {
        let no_object = |why: String| ConfigError::NoObject { path: path.to_owned(), why };
        let fields: Map<String, Value> = match serde_json::from_str(text) {
            Ok(Value::Object(fields)) => fields,
            Ok(_) => return Err(no_object("it is no JSON object".into())),
            // A syntax error names a place and what was expected there, never what was found.
            Err(error) => return Err(no_object(error.to_string())),
        };
        let field = |field: &'static str| {
            let text = fields.get(field).and_then(Value::as_str);
            // No server's address is a slash.
            let text = text.filter(|text| !text.trim_end_matches('/').is_empty());
            text.map(str::to_owned).ok_or(ConfigError::Field { path: path.to_owned(), field })
        };
        Ok(Config {
            agent: field("agent")?,
            password: Password::new(field("pwd")?),
            environment: field("env")?,
            url: field("url")?.trim_end_matches('/').to_owned(),
        })
    }

    /// The config file's text.
    pub fn text(&self) -> String {
        let fields = json!({
            "agent": self.agent,
            "pwd": self.password.expose(),
            "env": self.environment,
            "url": self.url,
        });
        format!("{fields:#}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::parse(Path::new("config.json"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_config_file_is_read_and_written() {
        let text = r#"{"agent":"a","pwd":"p","env":"ss26.1.2.8","url":"http://x/","more":[1]}"#;
        let config = read(text).ok().unwrap();
        assert_eq!((config.agent.as_str(), config.url.as_str()), ("a", "http://x"));
        let again = read(&config.text()).ok().unwrap();
        assert!(again.password == config.password && again.environment == "ss26.1.2.8");
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for (text, why) in [
            ("", "no config file"),
            ("[]", "no JSON object"),
            (r#"{"agent":"a","pwd":8271,"env":"e","url":"u"}"#, "no text in `pwd`"),
            (r#"{"agent":"a","pwd":"8271","env":"e"}"#, "no text in `url`"),
            (r#"{"agent":"a","pwd":"8271" "env":"e"}"#, "no config file"),
            (r#"{"agent":"","pwd":"8271"}"#, "no text in `agent`"),
        ] {
            let error = read(text).err().unwrap();
            assert!(error.contains(why), "{error}");
            assert!(!error.contains("8271") && !error.contains('\n'), "{error}");
        }
    }
}
