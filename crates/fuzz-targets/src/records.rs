//! Game records as text and as JSON Lines, and the configuration of tournaments.

use std::path::Path;
use std::slice::from_ref;

use spielwerk_arena::TournamentConfig;
use spielwerk_codecs::record::GameRecord;
use spielwerk_codecs::record::text as record_text;

use crate::{one_line, text};

/// Game records as text.
pub fn game_record_text(data: &[u8]) {
    match record_text::read(&text(data)) {
        Ok(records) => records.iter().for_each(check_record),
        Err(error) => one_line(&error),
    }
}

/// Game records as JSON Lines.
pub fn game_record_json(data: &[u8]) {
    match GameRecord::parse_json_lines(&text(data)) {
        Ok(records) => records.iter().for_each(check_record),
        Err(error) => one_line(&error),
    }
}

/// A record survives both formats.
fn check_record(record: &GameRecord) {
    let json = serde_json::to_string(record).unwrap();
    assert_eq!(GameRecord::parse_json_lines(&json).unwrap(), from_ref(record));
    let text = record_text::write(record);
    assert_eq!(record_text::read(&text).unwrap(), from_ref(record), "{text}");
}

/// The TOML file of a tournament.
pub fn tournament_config(data: &[u8]) {
    let text = text(data);
    if names_a_program(&text) {
        return;
    }
    match TournamentConfig::read(&text, Path::new("/nonexistent"), "fuzz") {
        Ok(config) => {
            let json = config.to_json();
            let again = TournamentConfig::from_json(&config.name, &json).unwrap();
            assert_eq!(again.to_json(), json);
        }
        Err(error) => one_line(&error),
    }
}

/// A player that is a program is started to see whether it can be; an escape could hide its name.
fn names_a_program(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains('\\') || ["ugi", "files", "java"].iter().any(|name| text.contains(name))
}
