//! The lab assessment and its score.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use spielwerk_arena::{FinishedGame, Match};
use spielwerk_courses::lab::{Lab, LabScore, LabSet};
use spielwerk_engines::Entrant;
use spielwerk_players::PlayerError;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::TimeControl;

fn lab(player: &str, games: usize) -> Lab {
    Lab {
        game: spielwerk_games::game("bohnenspiel").unwrap(),
        player: player.parse().unwrap(),
        time_control: TimeControl::per_move(Limits::nodes(300)),
        games,
        concurrency: 2,
        seed: 1,
    }
}

fn play(contest: &Match) -> (LabScore, Vec<FinishedGame>) {
    let (mut marks, mut games) = (LabScore::new(contest), Vec::new());
    contest
        .play(&StopFlag::default(), &mut |finished, _| {
            marks.add(finished);
            games.push(finished.clone());
        })
        .unwrap();
    (marks, games)
}

#[test]
fn the_lab_set_is_played_from_the_start_with_either_colour() {
    let contests = lab("strong", 2).matches(LabSet::Lab).unwrap();
    assert_eq!(contests.len(), 5);
    let mut points = 0;
    for contest in &contests {
        let (marks, games) = play(contest);
        assert_eq!((games.len(), marks.max_points()), (4, 8), "{}", marks.opponent);
        assert!(marks.games.iter().all(|results| results.iter().sum::<usize>() == 2));
        let start = contest.game.start();
        assert!(games.iter().all(|game| game.played.state.positions()[0] == start));
        assert!(
            games.iter().all(|game| game.played.plies.len() == game.played.state.moves().len())
        );
        points += marks.points();
    }
    assert_eq!(points, 40, "a search of 300 positions beats everybody who looks at houses only");
}

#[test]
fn points_and_forfeits_are_counted() {
    let contests = lab("leftmost", 3).matches(LabSet::Lab).unwrap();
    let (marks, games) = play(&contests[1]);
    assert_eq!(marks.opponent, "leftmost");
    let [weisse, schwarz] = marks.games;
    // The same player on both sides: what one colour wins, the other loses.
    assert_eq!((weisse[0], weisse[2]), (schwarz[2], schwarz[0]));
    assert_eq!((marks.points(), games.len(), marks.forfeit_reason.clone()), (6, 6, None));

    let mut contests = contests;
    let never = Entrant::from_fn("never", |_| Err(PlayerError::Crashed("no such program".into())));
    contests[0].entrants[0] = never;
    let (marks, _) = play(&contests[0]);
    assert_eq!((marks.points(), marks.max_points()), (0, 12));
    assert!(marks.forfeit_reason.unwrap().starts_with("crash: "));
}

#[test]
fn the_harder_set_uses_random_openings() {
    let contests = lab("random", 2).matches(LabSet::Harder).unwrap();
    let (marks, games) = play(&contests[0]);
    let opening = |game: &FinishedGame| game.played.state.positions()[4].text();
    assert_eq!((marks.opponent.as_str(), games.len()), ("two-ply", 4));
    assert_eq!(opening(&games[0]), opening(&games[1]));
    assert_ne!(opening(&games[0]), opening(&games[2]));
}
