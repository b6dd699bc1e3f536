//! The pairings of each round. A round depends only on the configuration and the results of earlier
//! rounds, so that a resumed tournament goes on with the same games.

use crate::runner::ScheduledGame;
use crate::{TournamentConfig, seatings, tournament::Format};

/// Players that play each other, and their score in these games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pairing {
    pub(crate) players: Vec<usize>,
    /// The points of each.
    pub(crate) points: Vec<f64>,
    /// The number of games that each lost alone.
    pub(crate) losses: Vec<usize>,
}

/// The games of one round.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Round {
    pub(crate) pairings: Vec<Pairing>,
    /// Players without an opponent.
    pub(crate) byes: Vec<usize>,
}

impl Round {
    fn new(boards: Vec<Vec<usize>>, byes: Vec<usize>) -> Round {
        let pairing = |players: Vec<usize>| {
            let seats = players.len();
            Pairing { players, points: vec![0.0; seats], losses: vec![0; seats] }
        };
        Round { pairings: boards.into_iter().map(pairing).collect(), byes }
    }

    /// The games, numbered from `first`: one opening in all pairings, then the next. Each comes with
    /// the index of its pairing.
    pub(crate) fn games(
        &self,
        config: &TournamentConfig,
        round: usize,
        first: usize,
    ) -> Vec<(usize, ScheduledGame)> {
        let seatings = seatings(config.game.seats());
        let openings = config.games / seatings.len();
        let mut scheduled = Vec::with_capacity(self.pairings.len() * config.games);
        for opening in round * openings..(round + 1) * openings {
            for (index, pairing) in self.pairings.iter().enumerate() {
                for order in &seatings {
                    let seating = order.iter().map(|&it| pairing.players[it]).collect();
                    let number = first + scheduled.len();
                    scheduled.push((index, ScheduledGame { number, seating, opening }));
                }
            }
        }
        scheduled
    }
}

/// The next round after these, if there is one.
pub(crate) fn next_round(config: &TournamentConfig, past: &[Round]) -> Option<Round> {
    let players = config.players.len();
    match config.format {
        Format::RoundRobin | Format::Gauntlet if !past.is_empty() => None,
        Format::RoundRobin => {
            Some(Round::new(combinations(0..players, config.game.seats()), Vec::new()))
        }
        Format::Gauntlet => {
            let others = combinations(1..players, config.game.seats() - 1);
            let boards = others.into_iter().map(|others| [vec![0], others].concat());
            Some(Round::new(boards.collect(), Vec::new()))
        }
        Format::Swiss => (past.len() < config.rounds).then(|| swiss(config, past)),
        Format::KnockOut => knock_out(config, past),
    }
}

/// All combinations of so many players.
fn combinations(from: std::ops::Range<usize>, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in from.clone() {
        for rest in combinations(first + 1..from.end, size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

/// The points of every player so far; a bye counts as winning all games.
pub(crate) fn scores(config: &TournamentConfig, past: &[Round]) -> Vec<f64> {
    let mut scores = vec![0.0; config.players.len()];
    for round in past {
        for pairing in &round.pairings {
            for (&player, points) in pairing.players.iter().zip(&pairing.points) {
                scores[player] += points;
            }
        }
        for &player in &round.byes {
            scores[player] += config.games as f64;
        }
    }
    scores
}

/// The round in which each player of a knock-out tournament was eliminated.
pub(crate) fn knocked_out(config: &TournamentConfig, past: &[Round]) -> Vec<Option<usize>> {
    let mut out = vec![None; config.players.len()];
    for (index, round) in past.iter().enumerate() {
        for pairing in &round.pairings {
            for (&player, &losses) in pairing.players.iter().zip(&pairing.losses) {
                if 2 * losses > config.games {
                    out[player] = Some(index);
                }
            }
        }
    }
    out
}

fn met(past: &[Round], a: usize, b: usize) -> bool {
    let mut pairings = past.iter().flat_map(|round| &round.pairings);
    pairings.any(|pairing| pairing.players.contains(&a) && pairing.players.contains(&b))
}

fn byes(past: &[Round], player: usize) -> usize {
    past.iter().filter(|round| round.byes.contains(&player)).count()
}

/// Swiss pairing by points: each player with the next one it has not met, as long as that leaves
/// opponents for all others.
fn swiss(config: &TournamentConfig, past: &[Round]) -> Round {
    let scores = scores(config, past);
    let mut order: Vec<usize> = (0..config.players.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let mut out = Vec::new();
    if order.len() % 2 == 1 {
        // The last of those with the fewest byes.
        let last = (0..order.len()).rev().min_by_key(|&index| byes(past, order[index]));
        out.extend(last.map(|index| order.remove(index)));
    }
    let mut steps = 100_000;
    let new = pair_up(&order, &|a, b| !met(past, a, b), &mut steps);
    // With more rounds than opponents, players meet again.
    let boards = new.or_else(|| pair_up(&order, &|_, _| true, &mut 1_000)).unwrap_or_default();
    Round::new(boards, out)
}

/// Pairs everybody with the nearest possible opponent by backtracking, within so many steps.
fn pair_up(
    order: &[usize],
    may_meet: &dyn Fn(usize, usize) -> bool,
    steps: &mut u32,
) -> Option<Vec<Vec<usize>>> {
    let Some((&first, others)) = order.split_first() else {
        return Some(Vec::new());
    };
    for (index, &other) in others.iter().enumerate() {
        if *steps == 0 {
            return None;
        }
        *steps -= 1;
        if may_meet(first, other) {
            let rest = [&others[..index], &others[index + 1..]].concat();
            if let Some(boards) = pair_up(&rest, may_meet, steps) {
                return Some([vec![vec![first, other]], boards].concat());
            }
        }
    }
    None
}

/// Knock-out pairing: the first of the players left with the last, and so on inwards, nobody twice.
fn knock_out(config: &TournamentConfig, past: &[Round]) -> Option<Round> {
    let out = knocked_out(config, past);
    let mut left: Vec<usize> = (0..config.players.len()).filter(|&it| out[it].is_none()).collect();
    // Players that had a bye come first, and so get an opponent now.
    left.sort_by_key(|&player| std::cmp::Reverse(byes(past, player)));
    let (mut boards, mut alone) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let first = left.remove(0);
        match left.iter().rposition(|&other| !met(past, first, other)) {
            Some(index) => boards.push(vec![first, left.remove(index)]),
            None => alone.push(first),
        }
    }
    (!boards.is_empty()).then(|| Round::new(boards, alone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn config(format: &str, players: usize, more: &str) -> TournamentConfig {
        let players: Vec<String> =
            (0..players).map(|seed| format!("'random:seed={seed}'")).collect();
        let text = format!(
            "game = 'bohnenspiel'\nformat = '{format}'\ngames = 4\n{more}\nplayers = [{}]",
            players.join(", ")
        );
        TournamentConfig::read(&text, Path::new("."), "test").unwrap()
    }

    /// Plays all rounds; of a pairing, the lower number gets so many of the four points.
    fn rounds(config: &TournamentConfig, lower: f64) -> Vec<Round> {
        let mut past = Vec::new();
        while let Some(mut round) = next_round(config, &past) {
            for pairing in &mut round.pairings {
                let [a, b] = pairing.players[..] else { panic!("two at a board") };
                let (first, second) =
                    if a < b { (lower, 4.0 - lower) } else { (4.0 - lower, lower) };
                pairing.points = vec![first, second];
                pairing.losses = vec![second as usize, first as usize];
            }
            past.push(round);
        }
        past
    }

    fn boards(round: &Round) -> Vec<Vec<usize>> {
        round.pairings.iter().map(|pairing| pairing.players.clone()).collect()
    }

    #[test]
    fn round_robin_and_gauntlet_pairings() {
        let all = rounds(&config("round-robin", 4, ""), 2.0);
        let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(all.iter().map(boards).collect::<Vec<_>>(), [pairs]);
        let champion = rounds(&config("gauntlet", 4, ""), 2.0);
        assert_eq!(champion.iter().map(boards).collect::<Vec<_>>(), [[[0, 1], [0, 2], [0, 3]]]);
        assert_eq!(combinations(0..5, 3).len(), 10);
    }

    #[test]
    fn an_opening_is_played_in_all_pairings_and_seatings() {
        let config = config("gauntlet", 3, "");
        let scheduled = next_round(&config, &[]).unwrap().games(&config, 0, 100);
        let told: Vec<_> =
            scheduled.iter().map(|(_, it)| (it.number, it.seating.clone(), it.opening)).collect();
        assert_eq!(told[0], (100, vec![0, 1], 0));
        assert_eq!(told[1], (101, vec![1, 0], 0));
        assert_eq!(told[2], (102, vec![0, 2], 0));
        assert_eq!(told[4], (104, vec![0, 1], 1));
        assert_eq!(told.len(), 8);
    }

    #[test]
    fn swiss_pairings_are_new_and_by_points() {
        let config = config("swiss", 7, "rounds = 5");
        let past = rounds(&config, 4.0);
        assert_eq!(past.len(), 5);
        let mut seen = std::collections::HashSet::new();
        for round in &past {
            assert_eq!((round.pairings.len(), round.byes.len()), (3, 1));
            for mut table in boards(round) {
                table.sort_unstable();
                assert!(seen.insert(table), "{past:?}");
            }
        }
        let sat_out: std::collections::HashSet<usize> =
            past.iter().map(|round| round.byes[0]).collect();
        assert_eq!(sat_out.len(), 5);
        // The strongest have met by the end.
        assert!(seen.contains(&vec![0, 1]));
    }

    #[test]
    fn with_more_rounds_than_opponents_players_meet_again() {
        assert_eq!(rounds(&config("swiss", 2, "rounds = 3"), 2.0).len(), 3);
    }

    #[test]
    fn losing_more_than_half_knocks_out() {
        let even = config("knock-out", 6, "");
        let past = rounds(&even, 3.0);
        assert_eq!(boards(&past[0]), [[0, 5], [1, 4], [2, 3]]);
        let out = [None, Some(2), Some(1), Some(0), Some(0), Some(0)];
        assert_eq!(knocked_out(&even, &past), out);
        // Nobody loses more than half: when all have met, all have won.
        let shared = rounds(&even, 2.0);
        assert!(knocked_out(&even, &shared).iter().all(Option::is_none));
        assert_eq!(shared.iter().map(|round| round.pairings.len()).sum::<usize>(), 15);
    }
}
