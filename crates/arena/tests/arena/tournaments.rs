//! Whole tournaments, broken off and gone on with.

use std::path::Path;

use arena::Plan;
use arena::record::{Archive, Kind, Sheet, Which};
use arena::tournament::{Seen, Standings, Tournament, TournamentError, Venue};
use search::Stop;

const HERE: Venue = Venue::Local { threads: 2 };

fn plan(text: &str) -> Plan {
    Plan::read(text, Path::new("."), "test").unwrap()
}

fn beans(format: &str) -> Plan {
    plan(&format!(
        "game = 'bohnenspiel'\nformat = {format}\ngames = 4\nopenings = 4\nseed = 3\n\
         players = ['greedy', 'random', 'random:seed=1', 'minimax:depth=2', 'random:seed=2']\n\
         [limits]\nnodes = 100\n"
    ))
}

fn archive(folder: &tempfile::TempDir) -> Archive {
    Archive::open(&folder.path().join("games.sqlite")).unwrap()
}

fn play(plan: &Plan, archive: &mut Archive) -> Standings {
    let mut tournament = Tournament::open(plan.clone(), archive, true).unwrap();
    tournament.play(archive, &HERE, &Stop::default(), &mut |_, _| {}).unwrap()
}

/// All of a game that does not depend on the clock.
fn story(sheets: &[Sheet]) -> Vec<String> {
    let tell = |sheet: &Sheet| {
        let moves: Vec<_> = sheet.moves.iter().map(|it| (&it.text, it.nodes)).collect();
        format!("{} {:?} {:?} {moves:?}", sheet.number, sheet.players, sheet.opening)
    };
    sheets.iter().map(tell).collect()
}

#[test]
fn every_format_comes_to_its_end() {
    for (format, games) in [("'round-robin'", 40), ("'gauntlet'", 16), ("'swiss'\nrounds = 3", 24)]
    {
        let folder = tempfile::tempdir().unwrap();
        let standings = play(&beans(format), &mut archive(&folder));
        assert_eq!((standings.games, standings.complete), (games, true));
        assert!(!standings.lines[0].player.starts_with("random"), "{standings:?}");
        let points: f64 = standings.lines.iter().map(|line| line.points).sum();
        let byes = if format.contains("swiss") { 12.0 } else { 0.0 };
        assert_eq!(points, games as f64 + byes);
    }
    let folder = tempfile::tempdir().unwrap();
    let standings = play(&beans("'knock-out'"), &mut archive(&folder));
    let left: Vec<_> = standings.lines.iter().filter(|line| line.out.is_none()).collect();
    assert!(!left.is_empty() && left.len() < 5 && standings.lines[0].out.is_none());
}

#[test]
fn three_at_a_board_are_rated_by_their_places() {
    let plan = plan(
        "game = 'fauhalma'\nformat = 'round-robin'\ngames = 6\nopenings = 2\n\
         players = ['greedy', 'random', 'random:seed=1', 'random:seed=2']\n[limits]\nnodes = 20\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let standings = play(&plan, &mut archive(&folder));
    assert_eq!((standings.games, standings.lines[0].player.as_str()), (24, "greedy"));
    assert_eq!(standings.lines.iter().map(|line| line.points).sum::<f64>(), 72.0);
    assert!(standings.lines[0].rating.elo > 100.0, "{standings:?}");
    assert_eq!(standings.cross[0][1].1, 12);
}

#[test]
fn a_tournament_stopped_at_any_game_goes_on_as_if_it_had_not_been() {
    let plan = beans("'swiss'\nrounds = 3");
    let whole = tempfile::tempdir().unwrap();
    let mut archive_of_all = archive(&whole);
    let expected = play(&plan, &mut archive_of_all);
    let expected_story = story(&archive_of_all.sheets(None).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    for most in (1..).step_by(5) {
        let stop = Stop::default();
        let mut tournament = Tournament::open(plan.clone(), &mut archive, true).unwrap();
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
    assert_eq!(story(&archive.sheets(None).unwrap()), expected_story);
}

#[test]
fn nobody_goes_on_with_another_tournament_by_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    play(&beans("'gauntlet'"), &mut archive);
    let again = Tournament::open(beans("'gauntlet'"), &mut archive, false).unwrap_err();
    assert!(matches!(again, TournamentError::Begun { games: 16, .. }), "{again}");
    let other = Tournament::open(beans("'round-robin'"), &mut archive, true).unwrap_err();
    assert!(matches!(other, TournamentError::OtherPlan { .. }), "{other}");
}

#[test]
fn whoever_looks_on_sees_how_it_stands() {
    for format in ["'round-robin'", "'gauntlet'", "'swiss'\nrounds = 3", "'knock-out'"] {
        let plan = beans(format);
        let folder = tempfile::tempdir().unwrap();
        let mut archive = archive(&folder);
        let standings = play(&plan, &mut archive);
        let [event] = &archive.gallery().unwrap()[..] else { panic!("one event") };
        let seen = Seen::find(&mut archive, event.id).unwrap().unwrap();
        assert_eq!(seen.standings, standings, "{format}");
        assert_eq!(
            (seen.event.games as usize, seen.total),
            (standings.games, Some(standings.games))
        );
        assert_eq!(seen.format, Some(plan.format));
    }
}

#[test]
fn whoever_looks_on_sees_the_games_that_are_there() {
    let plan = beans("'swiss'\nrounds = 3");
    let (whole, part) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut all = archive(&whole);
    play(&plan, &mut all);
    let sheets = all.sheets(None).unwrap();
    let mut some = archive(&part);
    let event = some.begin("test", Kind::Tournament, &plan.text()).unwrap();
    some.add(&event, &sheets[..11]).unwrap();
    let id = some.gallery().unwrap()[0].id;
    let seen = Seen::find(&mut some, id).unwrap().unwrap();
    assert!(!seen.standings.complete);
    assert_eq!((seen.standings.games, seen.total), (11, Some(24)));

    let numbers = |which: &Which, archive: &mut Archive| -> Vec<u32> {
        archive.summaries(id, which).unwrap().iter().map(|it| it.number).collect()
    };
    let which = Which { most: 3, ..Which::default() };
    assert_eq!(numbers(&which, &mut some), [11, 10, 9]);
    assert_eq!(numbers(&Which { before: Some(9), ..which.clone() }, &mut some), [8, 7, 6]);
    let pair: Vec<String> = sheets[0].players.iter().map(|it| it.player.clone()).collect();
    let together =
        |it: &Sheet| pair.iter().all(|one| it.players.iter().any(|seat| seat.player == *one));
    let wanted: Vec<u32> =
        sheets[..11].iter().rev().filter(|it| together(it)).map(|it| it.number).collect();
    let which = Which { most: 100, players: pair.clone(), before: None };
    assert_eq!(numbers(&which, &mut some), wanted);
    assert_eq!(some.sheet(id, 5).unwrap().as_ref(), Some(&sheets[4]));
    assert_eq!((some.sheet(id, 12).unwrap(), some.listed(id + 1).unwrap()), (None, None));
}

#[test]
fn a_match_without_a_plan_has_standings_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    play(&beans("'gauntlet'"), &mut archive);
    let mut sheets = archive.sheets(None).unwrap();
    sheets.iter_mut().for_each(|sheet| sheet.event = "from elsewhere".into());
    archive.import(&sheets).unwrap();
    let [imported, _] = &archive.gallery().unwrap()[..] else { panic!("two events") };
    let seen = Seen::find(&mut archive, imported.id).unwrap().unwrap();
    assert_eq!((seen.format, seen.total, seen.standings.games), (None, None, 16));
    assert_eq!(seen.standings.lines.len(), 5);
}
