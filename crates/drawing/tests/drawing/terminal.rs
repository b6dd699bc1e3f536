//! The terminal's boards as they are, to be looked at in `snapshots/`.

use drawing::{TerminalStyle, terminal};

use crate::boards::{self, Sample};

fn plain(sample: &Sample) -> String {
    terminal(&sample.scene(), &TerminalStyle::PLAIN)
}

#[test]
fn boards_without_colour() {
    for (name, sample) in boards::all() {
        insta::assert_snapshot!(name, plain(&sample));
    }
    insta::assert_snapshot!("chequered_16", plain(&boards::chequered(16)));
}

#[test]
fn boards_in_ascii() {
    for (name, sample) in boards::all() {
        let text = terminal(&sample.scene(), &TerminalStyle::ASCII);
        assert!(text.is_ascii(), "{text}");
        insta::assert_snapshot!(format!("{name}_ascii"), text);
    }
}

#[test]
fn colour_changes_no_row() {
    for (name, sample) in boards::all() {
        let coloured = terminal(&sample.scene(), &TerminalStyle::COLOUR);
        assert!(coloured.contains("\u{1b}["), "{name}");
        for line in coloured.lines() {
            let reset =
                line.is_empty() || line.ends_with("\u{1b}[0m") || !line.starts_with("\u{1b}[");
            assert!(reset || line.contains("\u{1b}[0m "), "{name} leaves its colours on: {line:?}");
        }
        let height = |text: &str| text.split("\n\n").next().map(|board| board.lines().count());
        assert_eq!(height(&coloured), height(&plain(&sample)), "{name}");
    }
}

#[test]
fn a_board_stays_where_it_is_when_marks_change() {
    let column =
        |sample: Sample| plain(&sample).lines().next().and_then(|line| line.find(['∘', '·']));
    let corners = [boards::star().marking(&[]), boards::star().marking(&["-6,3"])];
    let [without, with] = corners.map(column);
    assert!(without.is_some());
    assert_eq!(without, with);
}

#[test]
fn seats_with_the_same_initial_are_numbered() {
    let mut sample = boards::star();
    sample.seats = vec!["Anna", "Arno", "Bert"];
    let text = plain(&sample);
    assert!(text.ends_with("\n1 Anna   2 Arno   B Bert\n"), "{text}");
}

#[test]
fn names_cannot_command_the_terminal() {
    let mut sample = boards::bowls();
    sample.seats = vec!["\u{1b}[31mred\u{7}", "Bär"];
    sample.board.places[0].name = "\u{1b}]0;x".into();
    assert!(!plain(&sample).contains('\u{1b}'));
    let ascii = terminal(&sample.scene(), &TerminalStyle::ASCII);
    assert!(ascii.contains("B?r"), "{ascii}");
}
