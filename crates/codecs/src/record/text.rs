//! Game records as text, modelled on PGN: tags, then a move a line, then the termination.
//!
//! ```text
//! [Event "kitchen"]
//! [Number "1"]
//! [Game "bohnenspiel"]
//! [Date "2026-11-16T09:30:00Z"]
//! [Player "greedy"]
//! [Version "0.1.0"]
//! [Player "random"]
//! [Version "0.1.0"]
//!
//! 1. 3
//! 2. 1 {score +0.40, depth 1, nodes 6, us 12, of 100000}
//! natural 1-0
//! ```
//!
//! Moves without a comment are the opening. Optional tags are `Start`, `Culprit` and `Remark`.
//! Parsed games are replayed, and errors name the line.

use std::fmt::Write;
use std::str::FromStr;

use spielwerk_session::Termination;
use thiserror::Error;

use super::{GameRecord, RecordError, RecordedPlayer, RecordedPly};

/// An error in a text, and its line.
#[derive(Debug, Error)]
#[error("line {line}: {why}")]
pub struct TextError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong, and what would be valid.
    pub why: String,
}

/// Formats a game as text, with an empty line at its end.
pub fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', r"\\").replace('"', r#"\""#).replace('\n', r"\n");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Event", &record.event);
    tag("Number", &record.number.to_string());
    tag("Game", &record.game);
    tag("Date", &record.date);
    for player in &record.players {
        tag("Player", &player.player);
        tag("Version", &player.version);
    }
    let culprit = record.culprit.map(|seat| seat.to_string());
    for (name, value) in
        [("Start", &record.start), ("Culprit", &culprit), ("Remark", &record.remark)]
    {
        if let Some(value) = value {
            tag(name, value);
        }
    }
    text.push('\n');
    for (m, number) in record.opening.iter().zip(1..) {
        text.push_str(&format!("{number}. {m}\n"));
    }
    for (ply, number) in record.moves.iter().zip(record.opening.len() + 1..) {
        text.push_str(&format!("{number}. {} {{{}}}\n", ply.text, annotation(ply)));
    }
    let points: Vec<String> =
        record.players.iter().map(|player| player.points.to_string()).collect();
    text.push_str(&format!("{} {}\n\n", record.termination, points.join("-")));
    text
}

fn annotation(ply: &RecordedPly) -> String {
    let mut text = String::new();
    if let Some(score) = &ply.score {
        text.push_str(&format!("score {score}, "));
    }
    let RecordedPly { depth, nodes, us, .. } = ply;
    text.push_str(&format!("depth {depth}, nodes {nodes}, us {us}"));
    if let Some(allowed) = ply.allowed_us {
        // Writing to a string cannot fail.
        let _ = write!(text, ", of {allowed}");
    }
    text
}

/// Parses all games of a text, and replays them by the rules.
pub fn read(text: &str) -> Result<Vec<GameRecord>, TextError> {
    let mut records = Vec::new();
    let mut begun: Option<PartialRecord> = None;
    for (line, content) in text.lines().enumerate().map(|(index, text)| (index + 1, text.trim())) {
        let wrong = |why: String| TextError { line, why };
        if content.is_empty() {
            continue;
        }
        let game =
            begun.get_or_insert_with(|| PartialRecord { first: line, ..PartialRecord::default() });
        if content.starts_with('[') {
            game.tag(content).map_err(wrong)?;
        } else if content.starts_with(|c: char| c.is_ascii_digit()) {
            game.play(content).map_err(wrong)?;
            game.lines.push(line);
        } else {
            let game = begun.take().unwrap_or_default();
            records.push(game.end(content, line)?);
        }
    }
    match begun {
        None => Ok(records),
        Some(game) => Err(TextError {
            line: game.first,
            why: "the game that begins here has no last line, such as `natural 1-0`".into(),
        }),
    }
}

/// A game that is not completely parsed yet.
#[derive(Default)]
struct PartialRecord {
    /// Its first line.
    first: usize,
    event: Option<String>,
    number: Option<u32>,
    game: Option<String>,
    date: Option<String>,
    start: Option<String>,
    culprit: Option<u8>,
    remark: Option<String>,
    players: Vec<RecordedPlayer>,
    opening: Vec<String>,
    moves: Vec<RecordedPly>,
    /// The line of every move.
    lines: Vec<usize>,
}

impl PartialRecord {
    fn tag(&mut self, text: &str) -> Result<(), String> {
        let form = || "a tag looks like `[Game \"bohnenspiel\"]`".to_owned();
        if !self.lines.is_empty() {
            return Err("a tag among the moves; the game before needs a last line".into());
        }
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let (name, quoted) = inside.and_then(|text| text.split_once(' ')).ok_or_else(form)?;
        let quoted = quoted.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let value = unescape(quoted.ok_or_else(form)?);
        match name {
            "Event" => self.event = Some(value),
            "Number" => self.number = Some(number(&value)?),
            "Game" => self.game = Some(value),
            "Date" => self.date = Some(value),
            "Start" => self.start = Some(value),
            "Culprit" => self.culprit = Some(number(&value)?),
            "Remark" => self.remark = Some(value),
            "Player" => {
                let (player, version) = (value, String::new());
                self.players.push(RecordedPlayer { player, version, points: 0.0 });
            }
            "Version" => match self.players.last_mut() {
                Some(player) => player.version = value,
                None => return Err("a version stands after its player".into()),
            },
            _ => {
                return Err(format!(
                    "unknown tag `{name}`; there are Event, Number, Game, Date, Player, Version, \
                     Start, Culprit, Remark"
                ));
            }
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let expected = self.lines.len() + 1;
        let rest = text.strip_prefix(&format!("{expected}. "));
        let rest =
            rest.ok_or_else(|| format!("here move {expected} must stand: `{expected}. …`"))?;
        let Some((m, note)) = rest.split_once(" {") else {
            if !self.moves.is_empty() {
                return Err("a move without a note; only those of the opening have none".into());
            }
            self.opening.push(rest.to_owned());
            return Ok(());
        };
        let note = note.strip_suffix('}').ok_or("a note must end with `}`")?;
        let mut ply = RecordedPly {
            text: m.to_owned(),
            score: None,
            depth: 0,
            nodes: 0,
            us: 0,
            allowed_us: None,
        };
        for part in note.split(", ") {
            match part.split_once(' ') {
                Some(("score", value)) => ply.score = Some(value.to_owned()),
                Some(("depth", value)) => ply.depth = number(value)?,
                Some(("nodes", value)) => ply.nodes = number(value)?,
                Some(("us", value)) => ply.us = number(value)?,
                Some(("of", value)) => ply.allowed_us = Some(number(value)?),
                _ => {
                    return Err(format!(
                        "`{part}` is no note; there are score, depth, nodes, us, of"
                    ));
                }
            }
        }
        self.moves.push(ply);
        Ok(())
    }

    /// Parses the last line, and replays the game.
    fn end(mut self, text: &str, line: usize) -> Result<GameRecord, TextError> {
        let wrong = |why: &str| TextError { line, why: why.to_owned() };
        let form = || wrong("a game ends with how it ended and the points, as in `natural 1-0`");
        let (termination, points) = text.split_once(' ').ok_or_else(form)?;
        let termination =
            Termination::ALL.into_iter().find(|it| it.name() == termination).ok_or_else(form)?;
        let points: Result<Vec<f64>, _> = points.split('-').map(str::parse).collect();
        let points = points.map_err(|_| form())?;
        if points.len() != self.players.len() {
            return Err(wrong("every player has points, and nobody else"));
        }
        for (player, points) in self.players.iter_mut().zip(points) {
            player.points = points;
        }
        let first = self.first;
        let missing =
            |tag: &str| TextError { line: first, why: format!("the tag {tag} is missing") };
        let record = GameRecord {
            event: self.event.ok_or_else(|| missing("Event"))?,
            number: self.number.ok_or_else(|| missing("Number"))?,
            game: self.game.ok_or_else(|| missing("Game"))?,
            date: self.date.ok_or_else(|| missing("Date"))?,
            players: self.players,
            start: self.start,
            opening: self.opening,
            moves: self.moves,
            termination,
            culprit: self.culprit,
            remark: self.remark,
        };
        match record.normalized() {
            Ok(record) => Ok(record),
            Err(RecordError::Game(why)) => Err(TextError { line: first, why }),
            Err(RecordError::Move { number, why }) => {
                Err(TextError { line: self.lines[number - 1], why: why.to_string() })
            }
        }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    let shown = || text.replace(char::is_control, " ");
    text.parse().map_err(|_| format!("`{}` is no number, or too large a one", shown()))
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('n') => out.push('\n'),
                other => out.extend(other),
            },
            _ => out.push(letter),
        }
    }
    out
}
