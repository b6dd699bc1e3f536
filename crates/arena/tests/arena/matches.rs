//! Whole matches.

use arena::statistics::Sprt;
use arena::{Control, Ending, Entrant, Finished, Match, Openings, Referee};
use games::{AnyGame, Seat};
use players::Fault;
use search::{Limits, Stop};

use crate::script::{Act, Script};

fn game(name: &str) -> AnyGame {
    games::game(name).unwrap()
}

fn entrants(game: AnyGame, specs: &[&str]) -> Vec<Entrant> {
    specs.iter().map(|spec| Entrant::new(game, &spec.parse().unwrap()).unwrap()).collect()
}

/// A match with a limit of nodes.
fn contest(name: &str, specs: &[&str], games: usize) -> Match {
    let game = game(name);
    let usual = Match::new(game, entrants(game, specs));
    let control = Control::per_move(Limits::nodes(200));
    let referee = Referee { control, ..usual.referee };
    Match { referee, games, ..usual }
}

/// All that can be told of the games of a match but how long they took.
fn story(contest: &Match) -> Vec<String> {
    let mut story = Vec::new();
    let tell = &mut |finished: &Finished, _: &_| {
        let Finished { number, seating, played } = finished;
        let moves: Vec<&str> = played.course.moves().iter().map(|m| m.text.as_str()).collect();
        let nodes: u64 = played.plies.iter().map(|ply| ply.nodes).sum();
        story.push(format!("{number} {seating:?} {} {nodes} {moves:?}", played.ending));
    };
    contest.play(&Stop::default(), tell).unwrap();
    story
}

#[test]
fn a_match_is_the_same_however_many_games_are_played_at_a_time() {
    for (name, specs) in [
        ("bohnenspiel", &["strong", "level:3"][..]),
        ("fanorona-5x5", &["level:2", "random"]),
        ("fauhalma", &["greedy", "random", "level:1"]),
    ] {
        let mut contest = contest(name, specs, 12);
        contest.referee.bounds.turns = Some(25);
        let alone = story(&contest);
        assert_eq!(alone.len(), 12);
        contest.concurrency = 4;
        assert_eq!(story(&contest), alone);
        contest.seed = 1;
        assert_ne!(story(&contest), alone);
    }
}

#[test]
fn every_opening_is_played_from_every_seat() {
    for (name, specs, round) in [
        ("bohnenspiel", &["random", "greedy"][..], 2),
        ("fauhalma", &["random", "greedy", "level:1"], 6),
    ] {
        let mut contest = contest(name, specs, 2 * round - 1);
        contest.referee.bounds.turns = Some(4);
        let mut games = Vec::new();
        let each = &mut |finished: &Finished, _: &_| games.push(finished.clone());
        let tally = contest.play(&Stop::default(), each).unwrap();
        assert_eq!((tally.games, contest.total()), (2 * round, 2 * round));
        for games in games.chunks(round) {
            let opening = |game: &Finished| game.played.course.positions()[Match::PLIES].clone();
            assert!(games.iter().all(|game| opening(game) == opening(&games[0])));
            let mut orders: Vec<_> = games.iter().map(|game| game.seating.clone()).collect();
            orders.sort();
            assert_eq!(orders, arena::seatings(specs.len()));
        }
        let opening = |game: &Finished| game.played.course.positions()[Match::PLIES].text();
        assert_ne!(opening(&games[0]), opening(&games[round]));
    }
}

#[test]
fn the_tally_is_the_sum_of_the_games() {
    let contest = contest("bohnenspiel", &["greedy", "random"], 40);
    let (mut points, mut wins, mut plies) = (0.0, 0, 0);
    let each = &mut |finished: &Finished, _: &_| {
        let seat = Seat::new(finished.seating.iter().position(|&it| it == 0).unwrap());
        points += finished.played.outcome.points(seat);
        wins += usize::from(finished.played.outcome.winner() == Some(seat));
        plies += finished.played.plies.len();
    };
    let tally = contest.play(&Stop::default(), each).unwrap();
    let [greedy, random] = &tally.records[..] else { panic!("two entrants") };
    assert_eq!((greedy.points, greedy.wins, tally.plies), (points, wins, plies));
    assert_eq!((greedy.wins, greedy.draws), (random.losses, random.draws));
    assert_eq!(greedy.points + random.points, 40.0);
    assert_eq!(greedy.moves + random.moves, plies);
    assert_eq!(tally.pairs.count(), 20);
    assert!((tally.pairs.mean() - points / 40.0).abs() < 1e-12);
    assert!((greedy.rounds.mean() - tally.pairs.mean()).abs() < 1e-12);
    assert_eq!(tally.endings.values().sum::<usize>(), 40);
    assert!(greedy.points > 25.0, "greedy is better than random");
}

#[test]
fn three_players_share_three_points_a_game() {
    let mut contest = contest("fauhalma", &["greedy", "random", "random"], 12);
    contest.referee.bounds.turns = Some(60);
    let tally = contest.play(&Stop::default(), &mut |_, _| {}).unwrap();
    let points: f64 = tally.records.iter().map(|record| record.points).sum();
    assert_eq!((points, tally.seats.iter().sum::<f64>()), (36.0, 36.0));
    assert!(tally.records.iter().all(|record| record.rounds.count() == 2));
    assert!(tally.records[0].points > tally.records[1].points.max(tally.records[2].points));
}

#[test]
fn a_misbehaving_entrant_hurts_nobody_but_itself() {
    let game = game("bohnenspiel");
    let mut both = entrants(game, &["random"]);
    both.push(Entrant::made_by("never", |_| Err(Fault::Crash("no such program".into()))));
    let contest = Match { games: 4, ..Match::new(game, both) };
    let tally = contest.play(&Stop::default(), &mut |_, _| {}).unwrap();
    assert_eq!((tally.records[0].points, tally.records[1].forfeits), (4.0, 4));

    let mut both = entrants(game, &["random"]);
    let moody =
        |seed: u64| Ok(Script::boxed(&[[Act::Panic, Act::Elsewhere][seed as usize % 2].clone()]));
    both.push(Entrant::made_by("moody", moody));
    let contest = Match { games: 30, concurrency: 3, ..Match::new(game, both) };
    let tally = contest.play(&Stop::default(), &mut |_, _| {}).unwrap();
    assert_eq!((tally.games, tally.records[0].wins), (30, 30));
    let endings: Vec<Ending> = tally.endings.keys().copied().collect();
    assert_eq!(endings, [Ending::Illegal, Ending::Crash]);
}

#[test]
fn a_test_ends_a_match_at_the_same_game_whatever_the_number_of_threads() {
    let decide = |concurrency| {
        let contest = Match {
            test: Some(Sprt::new(0.0, 100.0)),
            openings: Openings::Random { plies: 4 },
            concurrency,
            ..contest("bohnenspiel", &["greedy", "random"], 10_000)
        };
        let mut told = 0;
        let tally = contest.play(&Stop::default(), &mut |_, _| told += 1).unwrap();
        assert_eq!(told, tally.games);
        assert!(tally.games < 1_000);
        (tally.games, tally.pairs)
    };
    assert_eq!(decide(1), decide(3));
}

#[test]
fn a_match_can_be_stopped_between_games() {
    for concurrency in [1, 3] {
        let contest =
            Match { concurrency, ..contest("bohnenspiel", &["random", "random"], 1_000_000) };
        let stop = Stop::default();
        let tally = contest
            .play(&stop, &mut |_, tally| {
                if tally.games == 7 {
                    stop.stop();
                }
            })
            .unwrap();
        // Games that other threads finished while the seventh was still under way count as well.
        let most = if concurrency == 1 { 7 } else { contest.total() - 1 };
        assert!((7..=most).contains(&tally.games), "{}", tally.games);
    }
}

#[test]
fn impossible_openings_are_an_error() {
    let contest = Match {
        openings: Openings::Random { plies: 900 },
        concurrency: 2,
        ..contest("bohnenspiel", &["random", "random"], 10)
    };
    assert!(contest.play(&Stop::default(), &mut |_, _| {}).is_err());
}
