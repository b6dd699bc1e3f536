//! The opening explorer: what was played in a position, in the stored games of the arena and of this
//! server, how often and with which result.
//!
//! The first plies of all games of a kind are read into a table by position, which is made again when
//! there are more games. Positions are told apart by board and side to move, so that games that reach
//! one by different ways count together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use spielwerk_codecs::record::GameRecord;
use spielwerk_games::{AnyGame, AnyPosition};

use crate::api_error::ApiError;
use crate::session::SessionSummary;
use crate::view::MoveView;

/// How many plies of each game are read.
const PLIES: usize = 60;

/// The tables of all games that somebody has asked for, with the number of games in each.
#[derive(Debug, Default)]
pub(crate) struct Explorer(Mutex<HashMap<&'static str, (usize, Arc<OpeningTable>)>>);

/// What was played in every position.
#[derive(Debug, Default)]
pub(crate) struct OpeningTable(HashMap<u64, HashMap<String, MoveCount>>);

/// How often a move was played, and what came of it.
#[derive(Clone, PartialEq, Debug, Default)]
struct MoveCount {
    games: u32,
    /// The points of each seat, summed.
    points: Vec<f64>,
    /// The estimates of the players who made it, in units, and how many there are.
    scores: (f64, u32),
}

/// A move in the answer.
#[derive(Serialize)]
pub(crate) struct ExploredMove {
    #[serde(rename = "move")]
    played: MoveView,
    games: u32,
    points: Vec<f64>,
    /// The mean estimate of the players who made it, for themselves.
    score: Option<f64>,
}

/// A game to be counted.
pub(crate) struct StoredGame {
    start: Option<String>,
    moves: Vec<(String, Option<f64>)>,
    points: Vec<f64>,
}

impl StoredGame {
    /// A game of the arena. The moves of its opening count, without a score: nobody chose them.
    pub(crate) fn of_record(record: GameRecord) -> StoredGame {
        let opening = record.opening.into_iter().map(|text| (text, None));
        let score = |text: Option<String>| text.and_then(|text| text.parse().ok());
        let moves = record.moves.into_iter().map(|ply| (ply.text, score(ply.score)));
        StoredGame {
            start: record.start,
            moves: opening.chain(moves).collect(),
            points: record.players.iter().map(|player| player.points).collect(),
        }
    }

    /// A session that is over.
    pub(crate) fn of_session(summary: SessionSummary) -> Option<StoredGame> {
        let points = summary.over?.outcome().to_vec();
        let moves = summary.moves.into_iter().map(|text| (text, None)).collect();
        Some(StoredGame { start: Some(summary.start), moves, points })
    }
}

impl Explorer {
    /// The table of a game if it has been made of so many games.
    pub(crate) fn table(&self, game: AnyGame, games: usize) -> Option<Arc<OpeningTable>> {
        let tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (made_of, table) = tables.get(game.name())?;
        (*made_of == games).then(|| table.clone())
    }

    /// Keeps a table.
    pub(crate) fn keep(&self, game: AnyGame, games: usize, table: Arc<OpeningTable>) {
        let mut tables = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tables.insert(game.name(), (games, table));
    }
}

impl OpeningTable {
    /// The table of some games. A game that cannot be replayed counts as far as it can.
    pub(crate) fn new(game: AnyGame, games: &[StoredGame]) -> OpeningTable {
        let mut table = OpeningTable::default();
        for stored in games {
            let start =
                stored.start.as_deref().map_or(Ok(game.start()), |it| game.read_position(it));
            if let Ok(start) = start {
                table.add(start, stored);
            }
        }
        table
    }

    fn add(&mut self, start: AnyPosition, stored: &StoredGame) {
        let mut position = start;
        for (text, score) in stored.moves.iter().take(PLIES) {
            let Ok(m) = position.read_move(text) else { return };
            let at = self.0.entry(position.repetition_key()).or_default();
            at.entry(position.write_move(m)).or_default().add(&stored.points, *score);
            position.advance(m);
        }
    }

    /// The moves that were played in a position, the most frequent first.
    pub(crate) fn moves(&self, position: &AnyPosition) -> Result<Vec<ExploredMove>, ApiError> {
        let Some(played) = self.0.get(&position.repetition_key()) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        for (text, count) in played {
            let m = position.read_move(text)?;
            moves.push(ExploredMove {
                played: MoveView::bare(position, m),
                games: count.games,
                points: count.points.clone(),
                score: count.mean_score(),
            });
        }
        moves.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.played.text.cmp(&b.played.text)));
        Ok(moves)
    }
}

impl MoveCount {
    fn add(&mut self, points: &[f64], score: Option<f64>) {
        self.games += 1;
        self.points.resize(points.len(), 0.0);
        self.points.iter_mut().zip(points).for_each(|(sum, points)| *sum += points);
        if let Some(score) = score {
            self.scores = (self.scores.0 + score, self.scores.1 + 1);
        }
    }

    fn mean_score(&self) -> Option<f64> {
        let (sum, count) = self.scores;
        (count > 0).then(|| (100.0 * sum / f64::from(count)).round() / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(moves: &[&str], points: [f64; 2], score: Option<f64>) -> StoredGame {
        let moves = moves.iter().map(|&text| (text.to_owned(), score)).collect();
        StoredGame { start: None, moves, points: points.to_vec() }
    }

    #[test]
    fn games_are_counted_by_position_with_their_results() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let games = [
            stored(&["1", "2"], [1.0, 0.0], Some(0.5)),
            stored(&["1", "3"], [0.5, 0.5], Some(1.0)),
            stored(&["2"], [0.0, 1.0], None),
            stored(&["1", "9"], [0.0, 1.0], None),
        ];
        let table = OpeningTable::new(game, &games);
        let moves = table.moves(&game.start()).unwrap();
        let facts: Vec<_> = moves.iter().map(|it| (it.played.text.as_str(), it.games)).collect();
        assert_eq!(facts, [("1", 3), ("2", 1)]);
        assert_eq!((&moves[0].points[..], moves[0].score), (&[1.5, 1.5][..], Some(0.75)));
        let next = game.start().play(game.start().read_move("1").unwrap()).unwrap();
        assert_eq!(table.moves(&next).unwrap().len(), 2, "a wrong move ends its game");
    }
}
