//! Game records in the store and as text.

use spielwerk_arena::record::{Archive, ArchiveError, EventKind};
use spielwerk_arena::{FinishedGame, Match, Referee};
use spielwerk_codecs::record::{GameRecord, text};
use spielwerk_engines::Entrant;
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session::TimeControl;

/// The games of a small match, some of them ended by limits.
fn records(name: &str, specs: &[&str], games: usize) -> Vec<GameRecord> {
    let game = spielwerk_games::game(name).unwrap();
    let entrants = specs.iter().map(|spec| Entrant::new(game, &spec.parse().unwrap()).unwrap());
    let usual = Match::new(game, entrants.collect());
    let time_control = TimeControl::per_move(Limits::nodes(50));
    let mut contest = Match { games, referee: Referee { time_control, ..usual.referee }, ..usual };
    contest.referee.limits.max_turns = Some(30);
    let mut records = Vec::new();
    let each =
        &mut |it: &FinishedGame, _: &_| records.push(it.record("kitchen", &contest.entrants));
    contest.play(&StopFlag::default(), each).unwrap();
    records
}

fn some() -> Vec<GameRecord> {
    let mut all = records("bohnenspiel", &["greedy", "random"], 4);
    all.extend(records("fauhalma", &["greedy", "random", "random:seed=1"], 6));
    all.extend(records("fanorona-3x5", &["minimax:depth=2", "random"], 2));
    all.extend(records("halma", &["strong", "random"], 2));
    for (record, number) in all.iter_mut().zip(1..) {
        record.number = number;
    }
    all[1].remark = Some("a \"remark\" with \\ and\nlines".into());
    all[1].culprit = Some(2);
    all
}

fn archive(folder: &tempfile::TempDir) -> Archive {
    Archive::open(&folder.path().join("games.sqlite")).unwrap()
}

#[test]
fn text_json_and_store_round_trip() {
    let records = some();
    let written: String = records.iter().map(text::write).collect();
    assert_eq!(text::read(&written).unwrap(), records);
    for record in &records {
        let json = serde_json::to_string(record).unwrap();
        assert_eq!(serde_json::from_str::<GameRecord>(&json).unwrap(), *record);
        assert_eq!(
            record.replay().unwrap().moves().len(),
            record.opening.len() + record.moves.len()
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    assert_eq!(archive.import(&records).unwrap(), records.len());
    assert_eq!(archive.records(None).unwrap(), records);
    assert_eq!(archive.records(Some("kitchen")).unwrap(), records);
    assert_eq!(archive.records(Some("cellar")).unwrap(), []);
    assert_eq!(archive.events().unwrap(), [("kitchen".to_owned(), records.len() as u32)]);
}

#[test]
fn a_game_is_stored_once_and_not_replaced() {
    let (records, folder) = (some(), tempfile::tempdir().unwrap());
    let mut archive = archive(&folder);
    let event = archive.begin("kitchen", EventKind::Match, "").unwrap();
    archive.add(&event, &records[..3]).unwrap();
    archive.add(&event, &records[1..4]).unwrap();
    assert_eq!(archive.import(&records).unwrap(), records.len() - 4);
    assert_eq!(archive.begin("kitchen", EventKind::Match, "").unwrap(), event);
    let mut other = records[0].clone();
    other.date = "another day".into();
    let unwanted = [GameRecord { number: 99, ..other.clone() }, other];
    assert!(matches!(archive.import(&unwanted), Err(ArchiveError::Conflict { number: 1, .. })));
    assert_eq!(archive.records(None).unwrap(), records, "all or nothing");
}

#[test]
fn errors_in_text_name_the_line() {
    let record = some().swap_remove(0);
    let good = text::write(&record);
    let last = good.trim_end().lines().count();
    let lines: Vec<&str> = good.lines().collect();
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = new;
        text::read(&lines.join("\n")).unwrap_err()
    };
    for (line, new, told, part) in [
        (1, "[Evnt \"x\"]", 1, "unknown tag `Evnt`"),
        (2, "[Number \"-1\"]", 2, "no number"),
        (3, "[Game \"chess\"]", 1, "chess"),
        (3, "", 1, "Game is missing"),
        (5, "", 5 + 1, ""),
        (10, "1. 9", 10, "9"),
        (11, "3. 1", 11, "move 2 must stand"),
        (16, "7. 1 {depth x}", 16, "no number"),
        (16, "7. 1 {mood good}", 16, "no note"),
        (last, "natural 0.5-0.5", 1, "points are not"),
        (last, "natural", last, "natural 1-0"),
        (last, "natural 1-0-0", last, "every player"),
        (last, "", 1, "no last line"),
    ] {
        let error = with(line, new);
        if !part.is_empty() {
            assert_eq!(error.line, told, "{error}");
            assert!(error.to_string().contains(part), "{error}");
        }
    }
    assert_eq!(text::read("\n\n").unwrap(), []);
}
