//! Matches.

use spielwerk_arena::statistics::Sprt;
use spielwerk_arena::{FinishedGame, Match, Openings, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::PlayerError;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::{Termination, TimeControl};

use crate::script::{Act, Script};

fn game(name: &str) -> AnyGame {
    spielwerk_games::game(name).unwrap()
}

fn entrants(game: AnyGame, specs: &[&str]) -> Vec<Entrant> {
    specs.iter().map(|spec| Entrant::new(game, &spec.parse().unwrap()).unwrap()).collect()
}

/// A match with a node limit.
fn contest(name: &str, specs: &[&str], games: usize) -> Match {
    let game = game(name);
    let usual = Match::new(game, entrants(game, specs));
    let time_control = TimeControl::per_move(Limits::nodes(200));
    let referee = Referee { time_control, ..usual.referee };
    Match { referee, games, ..usual }
}

/// The games of a match as text, without times.
fn games_as_text(contest: &Match) -> Vec<String> {
    let mut story = Vec::new();
    let tell = &mut |finished: &FinishedGame, _: &_| {
        let FinishedGame { number, seating, played } = finished;
        let moves: Vec<String> = played.state.written_moves().collect();
        let nodes: u64 = played.plies.iter().map(|ply| ply.nodes).sum();
        story.push(format!("{number} {seating:?} {} {nodes} {moves:?}", played.termination));
    };
    contest.play(&StopFlag::default(), tell).unwrap();
    story
}

#[test]
fn concurrency_does_not_change_a_match() {
    for (name, specs) in [
        ("bohnenspiel", &["strong", "level:3"][..]),
        ("fanorona-5x5", &["level:2", "random"]),
        ("fauhalma", &["greedy", "random", "level:1"]),
    ] {
        let mut contest = contest(name, specs, 12);
        contest.referee.limits.max_turns = Some(25);
        let alone = games_as_text(&contest);
        assert_eq!(alone.len(), 12);
        contest.concurrency = 4;
        assert_eq!(games_as_text(&contest), alone);
        contest.seed = 1;
        assert_ne!(games_as_text(&contest), alone);
    }
}

#[test]
fn every_opening_is_played_from_every_seat() {
    for (name, specs, round) in [
        ("bohnenspiel", &["random", "greedy"][..], 2),
        ("fauhalma", &["random", "greedy", "level:1"], 6),
    ] {
        let mut contest = contest(name, specs, 2 * round - 1);
        contest.referee.limits.max_turns = Some(4);
        let mut games = Vec::new();
        let each = &mut |finished: &FinishedGame, _: &_| games.push(finished.clone());
        let score = contest.play(&StopFlag::default(), each).unwrap();
        assert_eq!((score.games, contest.total()), (2 * round, 2 * round));
        for games in games.chunks(round) {
            let opening = |game: &FinishedGame| {
                game.played.state.positions()[Match::DEFAULT_OPENING_PLIES].clone()
            };
            assert!(games.iter().all(|game| opening(game) == opening(&games[0])));
            let mut orders: Vec<_> = games.iter().map(|game| game.seating.clone()).collect();
            orders.sort();
            assert_eq!(orders, spielwerk_arena::seatings(specs.len()));
        }
        let opening = |game: &FinishedGame| {
            game.played.state.positions()[Match::DEFAULT_OPENING_PLIES].text()
        };
        assert_ne!(opening(&games[0]), opening(&games[round]));
    }
}

#[test]
fn the_score_is_the_sum_of_the_games() {
    let contest = contest("bohnenspiel", &["greedy", "random"], 40);
    let (mut points, mut wins, mut plies) = (0.0, 0, 0);
    let each = &mut |finished: &FinishedGame, _: &_| {
        let seat = Seat::new(finished.seating.iter().position(|&it| it == 0).unwrap());
        points += finished.played.outcome.points(seat);
        wins += usize::from(finished.played.outcome.winner() == Some(seat));
        plies += finished.played.plies.len();
    };
    let score = contest.play(&StopFlag::default(), each).unwrap();
    let [greedy, random] = &score.players[..] else { panic!("two entrants") };
    assert_eq!((greedy.points, greedy.wins, score.plies), (points, wins, plies));
    assert_eq!((greedy.wins, greedy.draws), (random.losses, random.draws));
    assert_eq!(greedy.points + random.points, 40.0);
    assert_eq!(greedy.moves + random.moves, plies);
    assert_eq!(score.pairs.count(), 20);
    assert!((score.pairs.mean() - points / 40.0).abs() < 1e-12);
    assert!((greedy.rounds.mean() - score.pairs.mean()).abs() < 1e-12);
    assert_eq!(score.terminations.values().sum::<usize>(), 40);
    assert!(greedy.points > 25.0, "greedy is better than random");
}

#[test]
fn three_players_share_three_points_a_game() {
    let mut contest = contest("fauhalma", &["greedy", "random", "random"], 12);
    contest.referee.limits.max_turns = Some(60);
    let score = contest.play(&StopFlag::default(), &mut |_, _| {}).unwrap();
    let points: f64 = score.players.iter().map(|record| record.points).sum();
    assert_eq!((points, score.seats.iter().sum::<f64>()), (36.0, 36.0));
    assert!(score.players.iter().all(|record| record.rounds.count() == 2));
    assert!(score.players[0].points > score.players[1].points.max(score.players[2].points));
}

#[test]
fn a_crashing_entrant_forfeits_its_games() {
    let game = game("bohnenspiel");
    let mut both = entrants(game, &["random"]);
    both.push(Entrant::from_fn("never", |_| Err(PlayerError::Crashed("no such program".into()))));
    let contest = Match { games: 4, ..Match::new(game, both) };
    let score = contest.play(&StopFlag::default(), &mut |_, _| {}).unwrap();
    assert_eq!((score.players[0].points, score.players[1].forfeits), (4.0, 4));

    let mut both = entrants(game, &["random"]);
    let moody =
        |seed: u64| Ok(Script::boxed(&[[Act::Panic, Act::Elsewhere][seed as usize % 2].clone()]));
    both.push(Entrant::from_fn("moody", moody));
    let contest = Match { games: 30, concurrency: 3, ..Match::new(game, both) };
    let score = contest.play(&StopFlag::default(), &mut |_, _| {}).unwrap();
    assert_eq!((score.games, score.players[0].wins), (30, 30));
    let endings: Vec<Termination> = score.terminations.keys().copied().collect();
    assert_eq!(endings, [Termination::Illegal, Termination::Crash]);
}

#[test]
fn sprt_ends_a_match_at_the_same_game_whatever_the_number_of_threads() {
    let decide = |concurrency| {
        let contest = Match {
            sprt: Some(Sprt::new(0.0, 100.0)),
            openings: Openings::Random { plies: 4 },
            concurrency,
            ..contest("bohnenspiel", &["greedy", "random"], 10_000)
        };
        let mut told = 0;
        let score = contest.play(&StopFlag::default(), &mut |_, _| told += 1).unwrap();
        assert_eq!(told, score.games);
        assert!(score.games < 1_000);
        (score.games, score.pairs)
    };
    assert_eq!(decide(1), decide(3));
}

#[test]
fn a_match_can_be_stopped_between_games() {
    for concurrency in [1, 3] {
        let contest =
            Match { concurrency, ..contest("bohnenspiel", &["random", "random"], 1_000_000) };
        let stop = StopFlag::default();
        let score = contest
            .play(&stop, &mut |_, score| {
                if score.games == 7 {
                    stop.stop();
                }
            })
            .unwrap();
        // Games that other threads finished during the seventh count as well.
        let most = if concurrency == 1 { 7 } else { contest.total() - 1 };
        assert!((7..=most).contains(&score.games), "{}", score.games);
    }
}

#[test]
fn impossible_openings_are_an_error() {
    let contest = Match {
        openings: Openings::Random { plies: 900 },
        concurrency: 2,
        ..contest("bohnenspiel", &["random", "random"], 10)
    };
    assert!(contest.play(&StopFlag::default(), &mut |_, _| {}).is_err());
}
