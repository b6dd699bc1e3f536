//! Games as text for people, modelled on PGN: tags, then a move a line, then how it ended.
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
//! Moves without a note were given, as the opening. Optional tags are `Start`, `Culprit` and
//! `Remark`. What is read is replayed, and what is wrong is told by its line.

use std::fmt::Write;
use std::str::FromStr;

use thiserror::Error;

use super::{Noted, Seated, Sheet, SheetError};
use crate::Ending;

/// What is wrong, and in which line.
#[derive(Debug, Error)]
#[error("line {line}: {why}")]
pub struct TextError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it, and what would be right.
    pub why: String,
}

/// A game as text, with an empty line at its end.
pub fn write(sheet: &Sheet) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', r"\\").replace('"', r#"\""#).replace('\n', r"\n");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    };
    tag("Event", &sheet.event);
    tag("Number", &sheet.number.to_string());
    tag("Game", &sheet.game);
    tag("Date", &sheet.date);
    for player in &sheet.players {
        tag("Player", &player.player);
        tag("Version", &player.version);
    }
    let culprit = sheet.culprit.map(|seat| seat.to_string());
    for (name, value) in [("Start", &sheet.start), ("Culprit", &culprit), ("Remark", &sheet.remark)]
    {
        if let Some(value) = value {
            tag(name, value);
        }
    }
    text.push('\n');
    for (m, number) in sheet.opening.iter().zip(1..) {
        text.push_str(&format!("{number}. {m}\n"));
    }
    for (noted, number) in sheet.moves.iter().zip(sheet.opening.len() + 1..) {
        text.push_str(&format!("{number}. {} {{{}}}\n", noted.text, note(noted)));
    }
    let points: Vec<String> =
        sheet.players.iter().map(|player| player.points.to_string()).collect();
    text.push_str(&format!("{} {}\n\n", sheet.ending, points.join("-")));
    text
}

fn note(noted: &Noted) -> String {
    let mut text = String::new();
    if let Some(score) = &noted.score {
        text.push_str(&format!("score {score}, "));
    }
    let Noted { depth, nodes, us, .. } = noted;
    text.push_str(&format!("depth {depth}, nodes {nodes}, us {us}"));
    if let Some(allowed) = noted.allowed_us {
        // Writing to a string cannot fail.
        let _ = write!(text, ", of {allowed}");
    }
    text
}

/// All games of a text, replayed by the rules.
pub fn read(text: &str) -> Result<Vec<Sheet>, TextError> {
    let mut sheets = Vec::new();
    let mut begun: Option<Begun> = None;
    for (line, content) in text.lines().enumerate().map(|(index, text)| (index + 1, text.trim())) {
        let wrong = |why: String| TextError { line, why };
        if content.is_empty() {
            continue;
        }
        let game = begun.get_or_insert_with(|| Begun { first: line, ..Begun::default() });
        if content.starts_with('[') {
            game.tag(content).map_err(wrong)?;
        } else if content.starts_with(|c: char| c.is_ascii_digit()) {
            game.play(content).map_err(wrong)?;
            game.lines.push(line);
        } else {
            let game = begun.take().unwrap_or_default();
            sheets.push(game.end(content, line)?);
        }
    }
    match begun {
        None => Ok(sheets),
        Some(game) => Err(TextError {
            line: game.first,
            why: "the game that begins here has no last line, such as `natural 1-0`".into(),
        }),
    }
}

/// A game of which not all lines have been read.
#[derive(Default)]
struct Begun {
    /// Its first line.
    first: usize,
    event: Option<String>,
    number: Option<u32>,
    game: Option<String>,
    date: Option<String>,
    start: Option<String>,
    culprit: Option<u8>,
    remark: Option<String>,
    players: Vec<Seated>,
    opening: Vec<String>,
    moves: Vec<Noted>,
    /// The line of every move.
    lines: Vec<usize>,
}

impl Begun {
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
                self.players.push(Seated { player, version, points: 0.0 });
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
        let mut noted =
            Noted { text: m.to_owned(), score: None, depth: 0, nodes: 0, us: 0, allowed_us: None };
        for part in note.split(", ") {
            match part.split_once(' ') {
                Some(("score", value)) => noted.score = Some(value.to_owned()),
                Some(("depth", value)) => noted.depth = number(value)?,
                Some(("nodes", value)) => noted.nodes = number(value)?,
                Some(("us", value)) => noted.us = number(value)?,
                Some(("of", value)) => noted.allowed_us = Some(number(value)?),
                _ => {
                    return Err(format!(
                        "`{part}` is no note; there are score, depth, nodes, us, of"
                    ));
                }
            }
        }
        self.moves.push(noted);
        Ok(())
    }

    /// Reads the last line, and replays the game.
    fn end(mut self, text: &str, line: usize) -> Result<Sheet, TextError> {
        let wrong = |why: &str| TextError { line, why: why.to_owned() };
        let form = || wrong("a game ends with how it ended and the points, as in `natural 1-0`");
        let (ending, points) = text.split_once(' ').ok_or_else(form)?;
        let ending = Ending::ALL.into_iter().find(|it| it.name() == ending).ok_or_else(form)?;
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
        let sheet = Sheet {
            event: self.event.ok_or_else(|| missing("Event"))?,
            number: self.number.ok_or_else(|| missing("Number"))?,
            game: self.game.ok_or_else(|| missing("Game"))?,
            date: self.date.ok_or_else(|| missing("Date"))?,
            players: self.players,
            start: self.start,
            opening: self.opening,
            moves: self.moves,
            ending,
            culprit: self.culprit,
            remark: self.remark,
        };
        match sheet.replay() {
            Ok(_) => Ok(sheet),
            Err(SheetError::Game(why)) => Err(TextError { line: first, why }),
            Err(SheetError::Move { number, why }) => {
                Err(TextError { line: self.lines[number - 1], why: why.to_string() })
            }
        }
    }
}

fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number, or too large a one"))
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
