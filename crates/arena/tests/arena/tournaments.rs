//! Tournaments, stopped and resumed.

use std::path::Path;

use spielwerk_arena::TournamentConfig;
use spielwerk_arena::record::{Archive, EventKind, GameFilter};
use spielwerk_arena::tournament::{
    LocalExecutor, Standings, Tournament, TournamentError, TournamentView,
};
use spielwerk_codecs::record::GameRecord;
use spielwerk_engines::NamedEngines;
use spielwerk_search::StopFlag;

const HERE: LocalExecutor = LocalExecutor { threads: 2 };

fn config(text: &str) -> TournamentConfig {
    TournamentConfig::read(text, Path::new("."), "test").unwrap()
}

fn beans(format: &str) -> TournamentConfig {
    config(&format!(
        "game = 'bohnenspiel'\nformat = {format}\ngames = 4\nopenings = 4\nseed = 3\n\
         players = ['greedy', 'random', 'random:seed=1', 'minimax:depth=2', 'random:seed=2']\n\
         [limits]\nnodes = 100\n"
    ))
}

fn archive(folder: &tempfile::TempDir) -> Archive {
    Archive::open(&folder.path().join("games.sqlite")).unwrap()
}

fn play(config: &TournamentConfig, archive: &mut Archive) -> Standings {
    let mut tournament =
        Tournament::open(config.clone(), archive, true, &NamedEngines::default()).unwrap();
    tournament.play(archive, &HERE, &StopFlag::default(), &mut |_, _| {}).unwrap()
}

/// The games as text, without times.
fn games_as_text(records: &[GameRecord]) -> Vec<String> {
    let tell = |record: &GameRecord| {
        let moves: Vec<_> = record.moves.iter().map(|it| (&it.text, it.nodes)).collect();
        format!("{} {:?} {:?} {moves:?}", record.number, record.players, record.opening)
    };
    records.iter().map(tell).collect()
}

#[test]
fn every_format_completes() {
    for (format, games) in [("'round-robin'", 40), ("'gauntlet'", 16), ("'swiss'\nrounds = 3", 24)]
    {
        let folder = tempfile::tempdir().unwrap();
        let standings = play(&beans(format), &mut archive(&folder));
        assert_eq!((standings.games, standings.complete), (games, true));
        assert!(!standings.rows[0].player.starts_with("random"), "{standings:?}");
        let points: f64 = standings.rows.iter().map(|line| line.points).sum();
        let byes = if format.contains("swiss") { 12.0 } else { 0.0 };
        assert_eq!(points, games as f64 + byes);
    }
    let folder = tempfile::tempdir().unwrap();
    let standings = play(&beans("'knock-out'"), &mut archive(&folder));
    let left: Vec<_> = standings.rows.iter().filter(|line| line.out.is_none()).collect();
    assert!(!left.is_empty() && left.len() < 5 && standings.rows[0].out.is_none());
}

#[test]
fn three_player_games_are_rated_by_places() {
    let config = config(
        "game = 'fauhalma'\nformat = 'round-robin'\ngames = 6\nopenings = 2\n\
         players = ['greedy', 'random', 'random:seed=1', 'random:seed=2']\n[limits]\nnodes = 20\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let standings = play(&config, &mut archive(&folder));
    assert_eq!((standings.games, standings.rows[0].player.as_str()), (24, "greedy"));
    assert_eq!(standings.rows.iter().map(|line| line.points).sum::<f64>(), 72.0);
    assert!(standings.rows[0].rating.elo > 100.0, "{standings:?}");
    assert_eq!(standings.cross[0][1].1, 12);
}

#[test]
fn a_tournament_stopped_at_any_game_resumes_with_the_same_games() {
    let config = beans("'swiss'\nrounds = 3");
    let whole = tempfile::tempdir().unwrap();
    let mut archive_of_all = archive(&whole);
    let expected = play(&config, &mut archive_of_all);
    let expected_story = games_as_text(&archive_of_all.records(None).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    for most in (1..).step_by(5) {
        let stop = StopFlag::default();
        let mut tournament =
            Tournament::open(config.clone(), &mut archive, true, &NamedEngines::default()).unwrap();
        let standings = tournament
            .play(&mut archive, &HERE, &stop, &mut |played, _| {
                if played >= most {
                    stop.stop();
                }
            })
            .unwrap();
        if standings.complete {
            assert_eq!(standings, expected);
            break;
        }
    }
    assert_eq!(games_as_text(&archive.records(None).unwrap()), expected_story);
}

#[test]
fn another_tournament_is_not_resumed_by_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    play(&beans("'gauntlet'"), &mut archive);
    let again =
        Tournament::open(beans("'gauntlet'"), &mut archive, false, &NamedEngines::default())
            .unwrap_err();
    assert!(matches!(again, TournamentError::AlreadyBegun { games: 16, .. }), "{again}");
    let other =
        Tournament::open(beans("'round-robin'"), &mut archive, true, &NamedEngines::default())
            .unwrap_err();
    assert!(matches!(other, TournamentError::ConfigMismatch { .. }), "{other}");
}

#[test]
fn the_view_has_the_standings() {
    for format in ["'round-robin'", "'gauntlet'", "'swiss'\nrounds = 3", "'knock-out'"] {
        let config = beans(format);
        let folder = tempfile::tempdir().unwrap();
        let mut archive = archive(&folder);
        let standings = play(&config, &mut archive);
        let [event] = &archive.list_events().unwrap()[..] else { panic!("one event") };
        let seen = TournamentView::find(&mut archive, event.id).unwrap().unwrap();
        assert_eq!(seen.standings, standings, "{format}");
        assert_eq!(
            (seen.event.games as usize, seen.total),
            (standings.games, Some(standings.games))
        );
        assert_eq!(seen.format, Some(config.format));
    }
}

#[test]
fn the_listing_has_the_stored_games() {
    let config = beans("'swiss'\nrounds = 3");
    let (whole, part) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut all = archive(&whole);
    play(&config, &mut all);
    let records = all.records(None).unwrap();
    let mut some = archive(&part);
    let event = some.begin("test", EventKind::Tournament, &config.to_json()).unwrap();
    some.add(&event, &records[..11]).unwrap();
    let id = some.list_events().unwrap()[0].id;
    let seen = TournamentView::find(&mut some, id).unwrap().unwrap();
    assert!(!seen.standings.complete);
    assert_eq!((seen.standings.games, seen.total), (11, Some(24)));

    let numbers = |which: &GameFilter, archive: &mut Archive| -> Vec<u32> {
        archive.summaries(id, which).unwrap().iter().map(|it| it.number).collect()
    };
    let which = GameFilter { limit: 3, ..GameFilter::default() };
    assert_eq!(numbers(&which, &mut some), [11, 10, 9]);
    assert_eq!(numbers(&GameFilter { before: Some(9), ..which.clone() }, &mut some), [8, 7, 6]);
    let pair: Vec<String> = records[0].players.iter().map(|it| it.player.clone()).collect();
    let together =
        |it: &GameRecord| pair.iter().all(|one| it.players.iter().any(|seat| seat.player == *one));
    let wanted: Vec<u32> =
        records[..11].iter().rev().filter(|it| together(it)).map(|it| it.number).collect();
    let which = GameFilter { limit: 100, players: pair.clone(), before: None };
    assert_eq!(numbers(&which, &mut some), wanted);
    assert_eq!(some.record(id, 5).unwrap().as_ref(), Some(&records[4]));
    assert_eq!((some.record(id, 12).unwrap(), some.event_listing(id + 1).unwrap()), (None, None));
}

#[test]
fn a_match_without_a_config_has_standings_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    play(&beans("'gauntlet'"), &mut archive);
    let mut records = archive.records(None).unwrap();
    records.iter_mut().for_each(|record| record.event = "from elsewhere".into());
    archive.import(&records).unwrap();
    let [imported, _] = &archive.list_events().unwrap()[..] else { panic!("two events") };
    let seen = TournamentView::find(&mut archive, imported.id).unwrap().unwrap();
    assert_eq!((seen.format, seen.total, seen.standings.games), (None, None, 16));
    assert_eq!(seen.standings.rows.len(), 5);
}
