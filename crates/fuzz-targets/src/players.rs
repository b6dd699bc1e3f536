//! Player specs and times, as they stand on command lines and in files.

use spielwerk_arena::TimeLimit;
use spielwerk_players::PlayerSpec;

use crate::{one_line, text};

/// A player spec.
pub fn player_spec(data: &[u8]) {
    match text(data).parse::<PlayerSpec>() {
        Ok(spec) => assert_eq!(spec.to_string().parse(), Ok(spec)),
        Err(error) => one_line(&error),
    }
}

/// A time for a move or a game.
pub fn time_limit(data: &[u8]) {
    match text(data).parse::<TimeLimit>() {
        Ok(time) => assert_eq!(time.to_string().parse(), Ok(time)),
        Err(error) => one_line(&error),
    }
}
