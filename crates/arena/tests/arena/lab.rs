//! The lab's test and its marks.

use arena::{Control, Entrant, Finished, Lab, LabSet, Marks, Match};
use players::Fault;
use search::{Limits, Stop};

fn lab(player: &str, games: usize) -> Lab {
    Lab {
        game: games::game("bohnenspiel").unwrap(),
        player: player.parse().unwrap(),
        control: Control::per_move(Limits::nodes(300)),
        games,
        concurrency: 2,
        seed: 1,
    }
}

fn play(contest: &Match) -> (Marks, Vec<Finished>) {
    let (mut marks, mut games) = (Marks::new(contest), Vec::new());
    contest
        .play(&Stop::default(), &mut |finished, _| {
            marks.add(finished);
            games.push(finished.clone());
        })
        .unwrap();
    (marks, games)
}

#[test]
fn the_courses_opponents_are_met_from_the_start_with_either_colour() {
    let contests = lab("strong", 2).matches(LabSet::Lab).unwrap();
    assert_eq!(contests.len(), 5);
    let mut points = 0;
    for contest in &contests {
        let (marks, games) = play(contest);
        assert_eq!((games.len(), marks.most()), (4, 8), "{}", marks.opponent);
        assert!(marks.games.iter().all(|results| results.iter().sum::<usize>() == 2));
        let start = contest.game.start();
        assert!(games.iter().all(|game| game.played.course.positions()[0] == start));
        assert!(
            games.iter().all(|game| game.played.plies.len() == game.played.course.moves().len())
        );
        points += marks.points();
    }
    assert_eq!(points, 40, "a search of 300 positions beats everybody who looks at houses only");
}

#[test]
fn points_are_the_courses_and_forfeits_are_told() {
    let contests = lab("leftmost", 3).matches(LabSet::Lab).unwrap();
    let (marks, games) = play(&contests[1]);
    assert_eq!(marks.opponent, "leftmost");
    let [weisse, schwarz] = marks.games;
    // The same player on both sides: what one colour wins, the other loses.
    assert_eq!((weisse[0], weisse[2]), (schwarz[2], schwarz[0]));
    assert_eq!((marks.points(), games.len(), marks.fault.clone()), (6, 6, None));

    let mut contests = contests;
    let never = Entrant::made_by("never", |_| Err(Fault::Crash("no such program".into())));
    contests[0].entrants[0] = never;
    let (marks, _) = play(&contests[0]);
    assert_eq!((marks.points(), marks.most()), (0, 12));
    assert!(marks.fault.unwrap().starts_with("crash: "));
}

#[test]
fn harder_opponents_are_met_from_many_openings() {
    let contests = lab("random", 2).matches(LabSet::Harder).unwrap();
    let (marks, games) = play(&contests[0]);
    let opening = |game: &Finished| game.played.course.positions()[4].text();
    assert_eq!((marks.opponent.as_str(), games.len()), ("two-ply", 4));
    assert_eq!(opening(&games[0]), opening(&games[1]));
    assert_ne!(opening(&games[0]), opening(&games[2]));
}
