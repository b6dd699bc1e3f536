//! Client and server against each other.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use arena::Store;
use protocols::aisysproj::Session;
use protocols::aisysproj::client::{Event, FinishedRun, Patience};
use protocols::aisysproj::server::Onlooker;
use search::{Limits, Stop};

use crate::common::{Running, play, session};

#[test]
fn fifty_games_make_a_rating_on_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let session = session(running.config("fifty", "ss26.1.2.1"), 50);
    let mut finished: Vec<FinishedRun> = Vec::new();
    let ledger = session.play(&Stop::default(), &mut |event| match event {
        Event::Note(note) => panic!("{note}"),
        Event::Finished(run) => finished.push(run.clone()),
        Event::Answered(_) => {}
    });
    let ledger = ledger.unwrap();
    assert!(ledger.games() >= 50 && ledger.unheard == 0 && ledger.refused == 0);
    assert_eq!(ledger.games(), finished.len());
    for run in &finished {
        assert!(matches!(run.points, Some(0.0 | 1.0)));
        let (last, others) = run.turns.split_last().unwrap();
        assert!(others.iter().all(|turn| turn.answers.as_ref().is_some_and(|a| a.len() == 1)));
        assert!(last.action.is_some() && last.answers.is_none());
    }
    let mut page = ureq::get(format!("{}/env/ss26.1.2.1", running.url())).call().unwrap();
    let page = page.body_mut().read_to_string().unwrap();
    assert!(page.contains(&format!("{:.2}", ledger.best.unwrap())), "{page}");
    // Whoever looks on sees the same, from the store alone.
    let store = Store::open(&folder.path().join("store")).unwrap();
    let onlooker = Onlooker::open(store).unwrap();
    let watched = onlooker.environments().unwrap();
    let [environment] = &watched[..] else { panic!("nobody plays elsewhere: {watched:?}") };
    assert_eq!((environment.name.as_str(), environment.game), ("ss26.1.2.1", "fauhalma-rhombus"));
    assert_eq!(environment.agents[0].best, ledger.best);
    let done = environment.runs.iter().find(|run| run.points.is_some()).unwrap();
    let (seen, course) = onlooker.run(done.id).unwrap().unwrap();
    assert_eq!(seen, *done);
    let outcome = course.position().outcome().unwrap();
    assert_eq!(done.points, Some(outcome.points(games::Seat::FIRST)));
    assert!(onlooker.run(0).unwrap().is_none());
}

#[test]
fn every_environment_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    for config in running.agent("all") {
        let name = config.environment.clone();
        let quick = Session { parallel: false, limits: Limits::nodes(20), ..session(config, 1) };
        let (ledger, notes) = play(&quick);
        let ledger = ledger.unwrap();
        assert!(ledger.games() >= 1 && ledger.refused == 0, "{name}: {notes:?}");
        assert!(ledger.points <= 2.0 * ledger.games() as f64);
    }
}

#[test]
fn one_run_at_a_time_if_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let single = Session { parallel: false, ..session(running.config("single", "ss26.1.2.1"), 3) };
    let ledger = play(&single).0.unwrap();
    assert_eq!((ledger.games(), ledger.open), (3, 1));
}

#[test]
fn two_agents_play_at_the_same_time() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let sessions = ["one", "two"].map(|name| session(running.config(name, "ws2526.1.2.2"), 3));
    thread::scope(|scope| {
        let players = sessions.each_ref().map(|session| scope.spawn(|| play(session).0));
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
    let quick = session(running.config("killed", "ss26.1.2.5"), 5);
    let patient = Session { patience: Patience { tries: 1000, ..quick.patience }, ..quick };
    let mut first_turns = Vec::new();
    let (ledger, running) = thread::scope(|scope| {
        let playing = scope.spawn(|| {
            patient.play(&Stop::default(), &mut |event| match event {
                Event::Answered(_) => answered.send(()).unwrap_or(()),
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
    assert!(ledger.games() >= 5);
    assert!(
        first_turns.iter().all(|&act_no| act_no == 0),
        "no run was begun anew: {first_turns:?}"
    );
    let ids = ledger.games() + ledger.open;
    let mut page = ureq::get(format!("{}/run/ss26.1.2.5/{ids}", running.url())).call().unwrap();
    assert!(page.body_mut().read_to_string().unwrap().contains("killed is A"));
    let beyond = ureq::get(format!("{}/run/ss26.1.2.5/{}", running.url(), ids + 1)).call();
    assert!(matches!(beyond, Err(ureq::Error::StatusCode(404))));
}

#[test]
fn a_client_that_starts_anew_goes_on_with_its_runs() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let session = session(running.config("again", "ss26.1.2.2"), 2);
    let stop = Stop::default();
    let mut requests = 0;
    let ledger = session.play(&stop, &mut |event| {
        if let Event::Answered(_) = event {
            requests += 1;
            if requests == 5 {
                stop.stop();
            }
        }
    });
    assert_eq!(ledger.unwrap().open, 5);
    let mut firsts = Vec::new();
    let ledger = session.play(&Stop::default(), &mut |event| {
        if let Event::Finished(run) = event {
            firsts.push(run.turns[0].act_no);
        }
    });
    assert!(ledger.unwrap().games() >= 2);
    assert!(firsts.iter().all(|&act_no| act_no == 4), "{firsts:?}");
}
