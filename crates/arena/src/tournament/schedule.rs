//! Who meets whom, round by round. A round depends on nothing but the plan and the results of the
//! rounds before it, so that a tournament that was broken off goes on with the same games.

use crate::hall::Fixture;
use crate::{Plan, seatings, tournament::Format};

/// Some players at one board, for all games of a pairing.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Pairing {
    pub(crate) players: Vec<usize>,
    /// What each of them got.
    pub(crate) points: Vec<f64>,
    /// How many games each of them lost alone.
    pub(crate) losses: Vec<usize>,
}

/// The games of one round.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Round {
    pub(crate) pairings: Vec<Pairing>,
    /// Who sits out.
    pub(crate) byes: Vec<usize>,
}

impl Round {
    fn of(tables: Vec<Vec<usize>>, byes: Vec<usize>) -> Round {
        let pairing = |players: Vec<usize>| {
            let seats = players.len();
            Pairing { players, points: vec![0.0; seats], losses: vec![0; seats] }
        };
        Round { pairings: tables.into_iter().map(pairing).collect(), byes }
    }

    /// The games, the first of them with this number: one opening on all boards, then the next.
    /// Each comes with the number of its pairing.
    pub(crate) fn fixtures(
        &self,
        plan: &Plan,
        round: usize,
        first: usize,
    ) -> Vec<(usize, Fixture)> {
        let seatings = seatings(plan.game.seats());
        let openings = plan.games / seatings.len();
        let mut fixtures = Vec::with_capacity(self.pairings.len() * plan.games);
        for opening in round * openings..(round + 1) * openings {
            for (index, pairing) in self.pairings.iter().enumerate() {
                for order in &seatings {
                    let seating = order.iter().map(|&it| pairing.players[it]).collect();
                    let number = first + fixtures.len();
                    fixtures.push((index, Fixture { number, seating, opening }));
                }
            }
        }
        fixtures
    }
}

/// The next round after these, if there is one.
pub(crate) fn next_round(plan: &Plan, past: &[Round]) -> Option<Round> {
    let players = plan.players.len();
    match plan.format {
        Format::RoundRobin | Format::Gauntlet if !past.is_empty() => None,
        Format::RoundRobin => Some(Round::of(choose(0..players, plan.game.seats()), Vec::new())),
        Format::Gauntlet => {
            let others = choose(1..players, plan.game.seats() - 1);
            let tables = others.into_iter().map(|others| [vec![0], others].concat());
            Some(Round::of(tables.collect(), Vec::new()))
        }
        Format::Swiss => (past.len() < plan.rounds).then(|| swiss(plan, past)),
        Format::KnockOut => knock_out(plan, past),
    }
}

/// All choices of so many players.
fn choose(from: std::ops::Range<usize>, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in from.clone() {
        for rest in choose(first + 1..from.end, size - 1) {
            all.push([vec![first], rest].concat());
        }
    }
    all
}

/// The points of everybody so far; whoever sits out gets as many as can be won.
pub(crate) fn scores(plan: &Plan, past: &[Round]) -> Vec<f64> {
    let mut scores = vec![0.0; plan.players.len()];
    for round in past {
        for pairing in &round.pairings {
            for (&player, points) in pairing.players.iter().zip(&pairing.points) {
                scores[player] += points;
            }
        }
        for &player in &round.byes {
            scores[player] += plan.games as f64;
        }
    }
    scores
}

/// Who is out of a knock-out tournament, and since which round.
pub(crate) fn knocked_out(plan: &Plan, past: &[Round]) -> Vec<Option<usize>> {
    let mut out = vec![None; plan.players.len()];
    for (index, round) in past.iter().enumerate() {
        for pairing in &round.pairings {
            for (&player, &losses) in pairing.players.iter().zip(&pairing.losses) {
                if 2 * losses > plan.games {
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

/// Whoever has about the same points meets: the first with the next whom it has not met, as long
/// as that leaves opponents for all others.
fn swiss(plan: &Plan, past: &[Round]) -> Round {
    let scores = scores(plan, past);
    let mut order: Vec<usize> = (0..plan.players.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let mut out = Vec::new();
    if order.len() % 2 == 1 {
        // The last of those who have sat out least often.
        let last = (0..order.len()).rev().min_by_key(|&place| byes(past, order[place]));
        out.extend(last.map(|place| order.remove(place)));
    }
    let mut patience = 100_000;
    let new = pair_up(&order, &|a, b| !met(past, a, b), &mut patience);
    // With more rounds than opponents, people meet again.
    let tables = new.or_else(|| pair_up(&order, &|_, _| true, &mut 1_000)).unwrap_or_default();
    Round::of(tables, out)
}

/// Pairs everybody with the nearest possible, if there is a way that `patience` steps find.
fn pair_up(
    order: &[usize],
    may_meet: &dyn Fn(usize, usize) -> bool,
    patience: &mut u32,
) -> Option<Vec<Vec<usize>>> {
    let Some((&first, others)) = order.split_first() else {
        return Some(Vec::new());
    };
    for (place, &other) in others.iter().enumerate() {
        if *patience == 0 {
            return None;
        }
        *patience -= 1;
        if may_meet(first, other) {
            let rest = [&others[..place], &others[place + 1..]].concat();
            if let Some(tables) = pair_up(&rest, may_meet, patience) {
                return Some([vec![vec![first, other]], tables].concat());
            }
        }
    }
    None
}

/// The first of those left meets the last, and so on inwards, nobody twice.
fn knock_out(plan: &Plan, past: &[Round]) -> Option<Round> {
    let out = knocked_out(plan, past);
    let mut left: Vec<usize> = (0..plan.players.len()).filter(|&it| out[it].is_none()).collect();
    // Whoever sat out before comes first, and so meets somebody now.
    left.sort_by_key(|&player| std::cmp::Reverse(byes(past, player)));
    let (mut tables, mut alone) = (Vec::new(), Vec::new());
    while !left.is_empty() {
        let first = left.remove(0);
        match left.iter().rposition(|&other| !met(past, first, other)) {
            Some(place) => tables.push(vec![first, left.remove(place)]),
            None => alone.push(first),
        }
    }
    (!tables.is_empty()).then(|| Round::of(tables, alone))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn plan(format: &str, players: usize, more: &str) -> Plan {
        let players: Vec<String> =
            (0..players).map(|seed| format!("'random:seed={seed}'")).collect();
        let text = format!(
            "game = 'bohnenspiel'\nformat = '{format}'\ngames = 4\n{more}\nplayers = [{}]",
            players.join(", ")
        );
        Plan::read(&text, Path::new("."), "test").unwrap()
    }

    /// Plays all rounds; of a pairing, the lower number gets so many of the four points.
    fn rounds(plan: &Plan, lower: f64) -> Vec<Round> {
        let mut past = Vec::new();
        while let Some(mut round) = next_round(plan, &past) {
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

    fn tables(round: &Round) -> Vec<Vec<usize>> {
        round.pairings.iter().map(|pairing| pairing.players.clone()).collect()
    }

    #[test]
    fn everybody_meets_everybody_or_the_champion() {
        let all = rounds(&plan("round-robin", 4, ""), 2.0);
        let pairs = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        assert_eq!(all.iter().map(tables).collect::<Vec<_>>(), [pairs]);
        let champion = rounds(&plan("gauntlet", 4, ""), 2.0);
        assert_eq!(champion.iter().map(tables).collect::<Vec<_>>(), [[[0, 1], [0, 2], [0, 3]]]);
        assert_eq!(choose(0..5, 3).len(), 10);
    }

    #[test]
    fn fixtures_take_an_opening_to_all_boards_and_seats() {
        let plan = plan("gauntlet", 3, "");
        let fixtures = next_round(&plan, &[]).unwrap().fixtures(&plan, 0, 100);
        let told: Vec<_> =
            fixtures.iter().map(|(_, it)| (it.number, it.seating.clone(), it.opening)).collect();
        assert_eq!(told[0], (100, vec![0, 1], 0));
        assert_eq!(told[1], (101, vec![1, 0], 0));
        assert_eq!(told[2], (102, vec![0, 2], 0));
        assert_eq!(told[4], (104, vec![0, 1], 1));
        assert_eq!(told.len(), 8);
    }

    #[test]
    fn in_a_swiss_tournament_nobody_meets_twice_and_equals_meet() {
        let plan = plan("swiss", 7, "rounds = 5");
        let past = rounds(&plan, 4.0);
        assert_eq!(past.len(), 5);
        let mut seen = std::collections::HashSet::new();
        for round in &past {
            assert_eq!((round.pairings.len(), round.byes.len()), (3, 1));
            for mut table in tables(round) {
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
    fn more_rounds_than_opponents_let_people_meet_again() {
        assert_eq!(rounds(&plan("swiss", 2, "rounds = 3"), 2.0).len(), 3);
    }

    #[test]
    fn losing_more_than_half_knocks_out() {
        let even = plan("knock-out", 6, "");
        let past = rounds(&even, 3.0);
        assert_eq!(tables(&past[0]), [[0, 5], [1, 4], [2, 3]]);
        let out = [None, Some(2), Some(1), Some(0), Some(0), Some(0)];
        assert_eq!(knocked_out(&even, &past), out);
        // Nobody loses more than half: when all have met, all have won.
        let shared = rounds(&even, 2.0);
        assert!(knocked_out(&even, &shared).iter().all(Option::is_none));
        assert_eq!(shared.iter().map(|round| round.pairings.len()).sum::<usize>(), 15);
    }
}
