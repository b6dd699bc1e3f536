//! Whole tournaments, broken off and gone on with.

use std::path::Path;

use arena::Plan;
use arena::record::{Archive, Sheet};
use arena::tournament::{Standings, Tournament, TournamentError, Venue};
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
