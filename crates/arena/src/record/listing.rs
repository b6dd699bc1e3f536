//! Lists of events and games, without their moves.
//!
//! A tournament may have a hundred thousand games and be played by another process at this moment.
//! So nothing here reads moves, and nothing writes.

use rusqlite::{OptionalExtension, Row};
use serde::Serialize;

use super::archive::read_termination;
use super::{Archive, ArchiveError};
use spielwerk_session::Termination;

/// An event in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventListing {
    /// Its number in this store.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// `match`, `tournament` or `import`.
    pub kind: String,
    /// When it began, as RFC 3339 has it.
    pub begun: String,
    /// Its configuration, as JSON; empty if that is not known.
    #[serde(skip)]
    pub config: String,
    /// The number of its games.
    pub games: u32,
    /// The game, by its last record.
    pub game: Option<String>,
    /// When its last game ended.
    pub changed: Option<String>,
}

/// A game without its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameSummary {
    /// Its number in its event, from 1.
    pub number: u32,
    /// The game's name.
    pub game: String,
    /// When it ended.
    pub date: String,
    /// The number of its moves, the opening included.
    pub plies: u32,
    /// How it ended.
    #[serde(rename = "ending")]
    pub termination: Termination,
    /// The players, in the order of their seats.
    pub players: Vec<String>,
    /// The points of each.
    pub points: Vec<f64>,
}

/// A filter of the games of an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFilter {
    /// Only games with smaller numbers.
    pub before: Option<u32>,
    /// Only games in which all of these players take part.
    pub players: Vec<String>,
    /// At most so many games.
    pub limit: u32,
}

/// The result of a game, for standings: the players, their points, and who forfeited.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ResultRow {
    pub(crate) number: u32,
    pub(crate) players: Vec<String>,
    pub(crate) points: Vec<f64>,
    pub(crate) termination: Termination,
    /// A seat, from 1.
    pub(crate) culprit: Option<u8>,
}

const LISTED: &str = "
    select events.id, name, kind, begun, plan,
        (select count(*) from games where event = events.id), last.game, last.date
    from events left join games as last on last.event = events.id
        and last.number = (select max(number) from games where event = events.id)";

impl Archive {
    /// All events, the latest first.
    pub fn list_events(&mut self) -> Result<Vec<EventListing>, ArchiveError> {
        Ok(self.store.run(|connection| {
            let mut all =
                connection.prepare_cached(&format!("{LISTED} order by events.id desc"))?;
            all.query_map((), listed)?.collect()
        })?)
    }

    /// One event by its number, if it exists.
    pub fn event_listing(&mut self, event: i64) -> Result<Option<EventListing>, ArchiveError> {
        Ok(self.store.run(|connection| {
            let mut one = connection.prepare_cached(&format!("{LISTED} where events.id = ?1"))?;
            one.query_row([event], listed).optional()
        })?)
    }

    /// Games of an event, the last first.
    pub fn summaries(
        &mut self,
        event: i64,
        which: &GameFilter,
    ) -> Result<Vec<GameSummary>, ArchiveError> {
        Ok(self.store.run(|connection| {
            let mut games = connection.prepare_cached(
                "select number, game, date, json_array_length(opening) + json_array_length(moves),
                    ending, id from games
                 where event = ?1 and (?2 is null or number < ?2) and not exists (
                    select value from json_each(?3)
                    where value not in (select player from seats where seats.game = games.id))
                 order by number desc limit ?4",
            )?;
            let mut seats = connection
                .prepare_cached("select player, points from seats where game = ?1 order by seat")?;
            let summary = |row: &Row| {
                let seated = seats.query_map([row.get::<_, i64>(5)?], |seat| {
                    Ok((seat.get::<_, String>(0)?, seat.get::<_, f64>(1)?))
                })?;
                let seated: Vec<_> = seated.collect::<rusqlite::Result<_>>()?;
                let (players, points) = seated.into_iter().unzip();
                Ok(GameSummary {
                    number: row.get(0)?,
                    game: row.get(1)?,
                    date: row.get(2)?,
                    plies: row.get(3)?,
                    termination: read_termination(row, 4)?,
                    players,
                    points,
                })
            };
            let players = serde_json::json!(which.players).to_string();
            games.query_map((event, which.before, players, which.limit), summary)?.collect()
        })?)
    }

    /// The results of an event, in the order of its games.
    pub(crate) fn results(&mut self, event: i64) -> Result<Vec<ResultRow>, ArchiveError> {
        Ok(self.store.run(|connection| {
            let mut seats = connection.prepare_cached(
                "select number, seat, player, points, ending, culprit
                 from games join seats on seats.game = games.id
                 where event = ?1 order by number, seat",
            )?;
            let mut rows = seats.query([event])?;
            let mut games: Vec<ResultRow> = Vec::new();
            while let Some(row) = rows.next()? {
                let number = row.get(0)?;
                if games.last().is_none_or(|last| last.number != number) {
                    games.push(ResultRow {
                        number,
                        players: Vec::new(),
                        points: Vec::new(),
                        termination: read_termination(row, 4)?,
                        culprit: row.get(5)?,
                    });
                }
                if let Some(last) = games.last_mut() {
                    last.players.push(row.get(2)?);
                    last.points.push(row.get(3)?);
                }
            }
            Ok(games)
        })?)
    }
}

fn listed(row: &Row) -> rusqlite::Result<EventListing> {
    Ok(EventListing {
        id: row.get(0)?,
        name: row.get(1)?,
        kind: row.get(2)?,
        begun: row.get(3)?,
        config: row.get(4)?,
        games: row.get(5)?,
        game: row.get(6)?,
        changed: row.get(7)?,
    })
}
