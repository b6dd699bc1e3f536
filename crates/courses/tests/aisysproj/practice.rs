//! Client and server against each other.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::Client;
use spielwerk_courses::aisysproj::client::{Event, FinishedRun, RetryPolicy};
use spielwerk_courses::aisysproj::server::Spectator;
use spielwerk_search::{Limits, StopFlag};

use crate::common::{Running, client, play};

#[test]
fn fifty_games_make_a_rating_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let client = client(running.config("fifty", "ss26.1.2.1"), 50);
    let mut finished: Vec<FinishedRun> = Vec::new();
    let ratings = client.play(&StopFlag::default(), &mut |event| match event {
        Event::Note(note) => panic!("{note}"),
        Event::Finished(run) => finished.push(run.clone()),
        Event::Progress(_) => {}
    });
    let ratings = ratings.unwrap();
    assert!(ratings.games() >= 50 && ratings.unknown_outcomes == 0 && ratings.refused == 0);
    assert_eq!(ratings.games(), finished.len());
    for run in &finished {
        assert!(matches!(run.points, Some(0.0 | 1.0)));
        let (last, others) = run.turns.split_last().unwrap();
        assert!(others.iter().all(|turn| turn.replies.as_ref().is_some_and(|a| a.len() == 1)));
        assert!(last.action.is_some() && last.replies.is_none());
    }
    let mut page = ureq::get(format!("{}/env/ss26.1.2.1", running.url())).call().unwrap();
    let page = page.body_mut().read_to_string().unwrap();
    assert!(page.contains(&format!("{:.2}", ratings.best.unwrap())), "{page}");
    // Whoever looks on sees the same, from the store alone.
    let store = Store::open(&folder.path().join("store")).unwrap();
    let spectator = Spectator::open(store).unwrap();
    let watched = spectator.environments().unwrap();
    let [environment] = &watched[..] else { panic!("nobody plays elsewhere: {watched:?}") };
    assert_eq!((environment.name.as_str(), environment.game), ("ss26.1.2.1", "fauhalma-rhombus"));
    assert_eq!(environment.agents[0].best, ratings.best);
    let done = environment.runs.iter().find(|run| run.points.is_some()).unwrap();
    let (seen, state) = spectator.run(done.id).unwrap().unwrap();
    assert_eq!(seen, *done);
    let outcome = state.position().outcome().unwrap();
    assert_eq!(done.points, Some(outcome.points(spielwerk_games::Seat::FIRST)));
    assert!(spectator.run(0).unwrap().is_none());
}

#[test]
fn every_environment_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    for config in running.agent("all") {
        let name = config.environment.clone();
        let quick = Client { parallel: false, limits: Limits::nodes(20), ..client(config, 1) };
        let (ratings, notes) = play(&quick);
        let ratings = ratings.unwrap();
        assert!(ratings.games() >= 1 && ratings.refused == 0, "{name}: {notes:?}");
        assert!(ratings.points <= 2.0 * ratings.games() as f64);
    }
}

#[test]
fn one_run_at_a_time_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let single = Client { parallel: false, ..client(running.config("single", "ss26.1.2.1"), 3) };
    let ratings = play(&single).0.unwrap();
    assert_eq!((ratings.games(), ratings.open), (3, 1));
}

#[test]
fn two_agents_play_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let sessions = ["one", "two"].map(|name| client(running.config(name, "ws2526.1.2.2"), 3));
    thread::scope(|scope| {
        let players = sessions.each_ref().map(|client| scope.spawn(|| play(client).0));
        for player in players {
            assert!(player.join().unwrap().unwrap().games() >= 3);
        }
    });
}

#[test]
fn open_runs_go_on_when_the_server_is_killed_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store");
    let mut running = Running::start(&store, None);
    let address = running.address;
    let (answered, answers) = mpsc::channel();
    let quick = client(running.config("killed", "ss26.1.2.5"), 5);
    let patient = Client { retry: RetryPolicy { max_attempts: 1000, ..quick.retry }, ..quick };
    let mut first_turns = Vec::new();
    let (ratings, running) = thread::scope(|scope| {
        let playing = scope.spawn(|| {
            patient.play(&StopFlag::default(), &mut |event| match event {
                Event::Progress(_) => answered.send(()).unwrap_or(()),
                Event::Finished(run) => first_turns.push(run.turns[0].act_no),
                Event::Note(_) => {}
            })
        });
        for _ in 0..3 {
            // Some turns into every game, never at its end: each takes fifteen moves at least.
            (0..6).for_each(|_| answers.recv_timeout(Duration::from_secs(20)).unwrap());
            drop(running);
            running = Running::start(&store, Some(address));
        }
        (playing.join().unwrap().unwrap(), running)
    });
    assert!(ratings.games() >= 5);
    assert!(
        first_turns.iter().all(|&act_no| act_no == 0),
        "no run was begun anew: {first_turns:?}"
    );
    let ids = ratings.games() + ratings.open;
    let mut page = ureq::get(format!("{}/run/ss26.1.2.5/{ids}", running.url())).call().unwrap();
    assert!(page.body_mut().read_to_string().unwrap().contains("killed is A"));
    let beyond = ureq::get(format!("{}/run/ss26.1.2.5/{}", running.url(), ids + 1)).call();
    assert!(matches!(beyond, Err(ureq::Error::StatusCode(404))));
}

#[test]
fn a_client_that_starts_anew_goes_on_with_its_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let client = client(running.config("again", "ss26.1.2.2"), 2);
    let stop = StopFlag::default();
    let mut requests = 0;
    let ratings = client.play(&stop, &mut |event| {
        if let Event::Progress(_) = event {
            requests += 1;
            if requests == 5 {
                stop.stop();
            }
        }
    });
    assert_eq!(ratings.unwrap().open, 5);
    let mut firsts = Vec::new();
    let ratings = client.play(&StopFlag::default(), &mut |event| {
        if let Event::Finished(run) = event {
            firsts.push(run.turns[0].act_no);
        }
    });
    assert!(ratings.unwrap().games() >= 2);
    assert!(firsts.iter().all(|&act_no| act_no == 4), "{firsts:?}");
}
