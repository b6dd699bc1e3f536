//! Games in the store and as text.

use arena::record::{Archive, ArchiveError, Kind, Sheet, text};
use arena::{Control, Entrant, Match, Referee};
use search::{Limits, Stop};

/// The games of a small match, some of them ended by force.
fn sheets(name: &str, specs: &[&str], games: usize) -> Vec<Sheet> {
    let game = games::game(name).unwrap();
    let entrants = specs.iter().map(|spec| Entrant::new(game, &spec.parse().unwrap()).unwrap());
    let usual = Match::new(game, entrants.collect());
    let control = Control::per_move(Limits::nodes(50));
    let mut contest = Match { games, referee: Referee { control, ..usual.referee }, ..usual };
    contest.referee.bounds.turns = Some(30);
    let mut sheets = Vec::new();
    let each = &mut |it: &_, _: &_| sheets.push(Sheet::new("kitchen", &contest.entrants, it));
    contest.play(&Stop::default(), each).unwrap();
    sheets
}

fn some() -> Vec<Sheet> {
    let mut all = sheets("bohnenspiel", &["greedy", "random"], 4);
    all.extend(sheets("fauhalma", &["greedy", "random", "random:seed=1"], 6));
    all.extend(sheets("fanorona-3x5", &["minimax:depth=2", "random"], 2));
    all.extend(sheets("halma", &["strong", "random"], 2));
    for (sheet, number) in all.iter_mut().zip(1..) {
        sheet.number = number;
    }
    all[1].remark = Some("a \"remark\" with \\ and\nlines".into());
    all[1].culprit = Some(2);
    all
}

fn archive(folder: &tempfile::TempDir) -> Archive {
    Archive::open(&folder.path().join("games.sqlite")).unwrap()
}

#[test]
fn text_json_and_store_give_back_what_they_got() {
    let sheets = some();
    let written: String = sheets.iter().map(text::write).collect();
    assert_eq!(text::read(&written).unwrap(), sheets);
    for sheet in &sheets {
        let json = serde_json::to_string(sheet).unwrap();
        assert_eq!(serde_json::from_str::<Sheet>(&json).unwrap(), *sheet);
        assert_eq!(sheet.replay().unwrap().moves().len(), sheet.opening.len() + sheet.moves.len());
    }
    let folder = tempfile::tempdir().unwrap();
    let mut archive = archive(&folder);
    assert_eq!(archive.import(&sheets).unwrap(), sheets.len());
    assert_eq!(archive.sheets(None).unwrap(), sheets);
    assert_eq!(archive.sheets(Some("kitchen")).unwrap(), sheets);
    assert_eq!(archive.sheets(Some("cellar")).unwrap(), []);
    assert_eq!(archive.events().unwrap(), [("kitchen".to_owned(), sheets.len() as u32)]);
}

#[test]
fn a_game_is_kept_once_and_no_other_takes_its_place() {
    let (sheets, folder) = (some(), tempfile::tempdir().unwrap());
    let mut archive = archive(&folder);
    let event = archive.begin("kitchen", Kind::Match, "").unwrap();
    archive.add(&event, &sheets[..3]).unwrap();
    archive.add(&event, &sheets[1..4]).unwrap();
    assert_eq!(archive.import(&sheets).unwrap(), sheets.len() - 4);
    assert_eq!(archive.begin("kitchen", Kind::Match, "").unwrap(), event);
    let mut other = sheets[0].clone();
    other.date = "another day".into();
    let unwanted = [Sheet { number: 99, ..other.clone() }, other];
    assert!(matches!(archive.import(&unwanted), Err(ArchiveError::Other { number: 1, .. })));
    assert_eq!(archive.sheets(None).unwrap(), sheets, "all or nothing");
}

#[test]
fn damaged_text_is_told_by_its_line() {
    let sheet = some().swap_remove(0);
    let good = text::write(&sheet);
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
