//! The record of a game that has just ended.

use std::time::Duration;

use spielwerk_codecs::record::{GameRecord, RecordedPlayer, RecordedPly};
use spielwerk_engines::Entrant;
use spielwerk_games::Seat;

use crate::{FinishedGame, Ply};

impl FinishedGame {
    /// Its record, as a game of this event between these entrants.
    pub fn record(&self, event: &str, entrants: &[Entrant]) -> GameRecord {
        let FinishedGame { number, seating, played } = self;
        let state = &played.state;
        let given = state.moves().len() - played.plies.len();
        let first = &state.positions()[0];
        let seats = Seat::all(seating.len()).zip(seating);
        let moves = state.written_moves().skip(given).zip(&played.plies);
        GameRecord {
            event: event.to_owned(),
            number: u32::try_from(number + 1).unwrap_or(u32::MAX),
            game: state.game().name().to_owned(),
            date: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
            players: seats
                .map(|(seat, &entrant)| RecordedPlayer {
                    player: entrants[entrant].name().to_owned(),
                    version: entrants[entrant].version().to_owned(),
                    points: played.outcome.points(seat),
                })
                .collect(),
            start: (*first != state.game().start()).then(|| first.text()),
            opening: state.written_moves().take(given).collect(),
            moves: moves.map(|(text, ply)| recorded_ply(text, ply)).collect(),
            termination: played.termination,
            culprit: played.culprit.map(|seat| seat.index() as u8 + 1),
            remark: played.remark.clone(),
        }
    }
}

fn recorded_ply(text: String, ply: &Ply) -> RecordedPly {
    // 64 bits of microseconds are half a million years.
    let us = |time: Duration| time.as_micros() as u64;
    RecordedPly {
        text,
        score: ply.score.map(|score| score.to_string()),
        depth: ply.depth,
        nodes: ply.nodes,
        us: us(ply.time),
        allowed_us: ply.allowed.map(us),
    }
}
