//! The standings of a tournament or match, from the store alone.
//!
//! Another process may be playing it at this moment. The store has a whole number of games, so the
//! standings are always those after some game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::pairing::{Round, next_round};
use super::standings::GameResult;
use super::{Format, Standings, TournamentConfig};
use crate::record::{Archive, ArchiveError, EventListing, ResultRow};

/// An event and its standings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TournamentView {
    /// The event.
    #[serde(flatten)]
    pub event: EventListing,
    /// The format, if there is a configuration.
    pub format: Option<Format>,
    /// The number of all games, if that is known.
    pub total: Option<usize>,
    /// The standings.
    pub standings: Standings,
}

impl TournamentView {
    /// The view of an event, if it exists.
    pub fn find(archive: &mut Archive, event: i64) -> Result<Option<TournamentView>, ArchiveError> {
        let Some(event) = archive.event_listing(event)? else { return Ok(None) };
        let games = archive.results(event.id)?;
        let configured = TournamentConfig::from_json(&event.name, &event.config)
            .and_then(|config| Some((results(&names(&config), &games)?, config)));
        Ok(Some(match configured {
            Some((results, config)) => TournamentView::of_config(event, &config, &results),
            None => TournamentView::without_config(event, &games),
        }))
    }

    fn of_config(
        event: EventListing,
        config: &TournamentConfig,
        results: &BTreeMap<usize, GameResult>,
    ) -> TournamentView {
        let (rounds, games, complete) = rounds(config, results);
        let total = match config.format {
            Format::RoundRobin | Format::Gauntlet => Some(games),
            Format::Swiss => Some(config.rounds * (config.players.len() / 2) * config.games),
            // The number of pairings depends on the results.
            Format::KnockOut => complete.then_some(games),
        };
        let standings = Standings::new(config, &rounds, results.values(), complete);
        TournamentView { event, format: Some(config.format), total, standings }
    }

    fn without_config(event: EventListing, games: &[ResultRow]) -> TournamentView {
        let mut names: Vec<String> = Vec::new();
        for player in games.iter().flat_map(|game| &game.players) {
            if !names.contains(player) {
                names.push(player.clone());
            }
        }
        let results = results(&names, games).unwrap_or_default();
        let game = event.game.clone().unwrap_or_default();
        let standings = Standings::without_config(&event.name, &game, names, results.values());
        TournamentView { event, format: None, total: None, standings }
    }
}

fn names(config: &TournamentConfig) -> Vec<String> {
    config.players.iter().map(ToString::to_string).collect()
}

/// The results by the numbers of the games; `None` if an unknown player takes part in one.
fn results(names: &[String], games: &[ResultRow]) -> Option<BTreeMap<usize, GameResult>> {
    let result = |game: &ResultRow| {
        let seating = game.players.iter().map(|player| names.iter().position(|it| it == player));
        let result = GameResult {
            seating: seating.collect::<Option<_>>()?,
            points: game.points.clone(),
            forfeit: game
                .culprit
                .filter(|_| game.termination.is_forfeit())
                .and_then(|seat| usize::from(seat).checked_sub(1)),
        };
        Some(((game.number as usize).checked_sub(1)?, result))
    };
    games.iter().map(result).collect()
}

/// The complete rounds, the number of games in them and in the round being played, and whether the
/// tournament is complete.
fn rounds(
    config: &TournamentConfig,
    results: &BTreeMap<usize, GameResult>,
) -> (Vec<Round>, usize, bool) {
    let mut rounds: Vec<Round> = Vec::new();
    let mut first = 0;
    while let Some(mut round) = next_round(config, &rounds) {
        let after = first + round.pairings.len() * config.games;
        if results.range(first..after).count() < after - first {
            return (rounds, after, false);
        }
        for (index, scheduled) in round.games(config, rounds.len(), first) {
            round.pairings[index].add(&results[&scheduled.number]);
        }
        first = after;
        rounds.push(round);
    }
    (rounds, first, true)
}
