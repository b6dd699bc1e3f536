//! A tournament or match as it is seen from outside: how it stands, by the store alone.
//!
//! Whoever plays it may be another process, at this moment. What is in the store is a whole number
//! of games, so the standings are always those after some game.

use std::collections::BTreeMap;

use serde::Serialize;

use super::schedule::{Round, next_round};
use super::standings::Score;
use super::{Format, Plan, Standings};
use crate::record::{Archive, ArchiveError, Listed, Scored};

/// An event, and how it stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Seen {
    /// The event.
    #[serde(flatten)]
    pub event: Listed,
    /// Who meets whom, if there is a plan.
    pub format: Option<Format>,
    /// How many games there will be, if that is known.
    pub total: Option<usize>,
    /// How it stands.
    pub standings: Standings,
}

impl Seen {
    /// Looks at an event, if it is there.
    pub fn find(archive: &mut Archive, event: i64) -> Result<Option<Seen>, ArchiveError> {
        let Some(event) = archive.listed(event)? else { return Ok(None) };
        let games = archive.scored(event.id)?;
        let planned = Plan::recall(&event.name, &event.plan)
            .and_then(|plan| Some((scores(&names(&plan), &games)?, plan)));
        Ok(Some(match planned {
            Some((scores, plan)) => Seen::planned(event, &plan, &scores),
            None => Seen::free(event, &games),
        }))
    }

    fn planned(event: Listed, plan: &Plan, scores: &BTreeMap<usize, Score>) -> Seen {
        let (rounds, games, complete) = rounds(plan, scores);
        let total = match plan.format {
            Format::RoundRobin | Format::Gauntlet => Some(games),
            Format::Swiss => Some(plan.rounds * (plan.players.len() / 2) * plan.games),
            // How many meet depends on who is left.
            Format::KnockOut => complete.then_some(games),
        };
        let standings = Standings::new(plan, &rounds, scores.values(), complete);
        Seen { event, format: Some(plan.format), total, standings }
    }

    fn free(event: Listed, games: &[Scored]) -> Seen {
        let mut names: Vec<String> = Vec::new();
        for player in games.iter().flat_map(|game| &game.players) {
            if !names.contains(player) {
                names.push(player.clone());
            }
        }
        let scores = scores(&names, games).unwrap_or_default();
        let game = event.game.clone().unwrap_or_default();
        let standings = Standings::free(&event.name, &game, names, scores.values());
        Seen { event, format: None, total: None, standings }
    }
}

fn names(plan: &Plan) -> Vec<String> {
    plan.players.iter().map(ToString::to_string).collect()
}

/// What the standings need, by the numbers of the games; nothing, if a stranger plays in one.
fn scores(names: &[String], games: &[Scored]) -> Option<BTreeMap<usize, Score>> {
    let score = |game: &Scored| {
        let seating = game.players.iter().map(|player| names.iter().position(|it| it == player));
        let score = Score {
            seating: seating.collect::<Option<_>>()?,
            points: game.points.clone(),
            forfeit: game
                .culprit
                .filter(|_| game.ending.is_forfeit())
                .and_then(|seat| usize::from(seat).checked_sub(1)),
        };
        Some(((game.number as usize).checked_sub(1)?, score))
    };
    games.iter().map(score).collect()
}

/// The rounds that have been played to their end, how many games there are in them and in the one
/// that is being played, and whether that is all.
fn rounds(plan: &Plan, scores: &BTreeMap<usize, Score>) -> (Vec<Round>, usize, bool) {
    let mut rounds: Vec<Round> = Vec::new();
    let mut first = 0;
    while let Some(mut round) = next_round(plan, &rounds) {
        let after = first + round.pairings.len() * plan.games;
        if scores.range(first..after).count() < after - first {
            return (rounds, after, false);
        }
        for (index, fixture) in round.fixtures(plan, rounds.len(), first) {
            round.pairings[index].add(&scores[&fixture.number]);
        }
        first = after;
        rounds.push(round);
    }
    (rounds, first, true)
}
