//! The terminal's boards as they are, to be looked at in `snapshots/`.

use spielwerk_drawing::{TerminalStyle, terminal};

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

/// The text without its escape sequences.
fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| {
        all + part.split_once('m').expect("an end of the escape sequence").1
    })
}

#[test]
fn colour_fills_a_rectangle_and_is_switched_off_in_every_line() {
    for (name, sample) in boards::all() {
        let coloured = terminal(&sample.scene(), &TerminalStyle::COLOUR);
        let (board, legend) = coloured.split_once("\n\n").unwrap();
        for line in board.lines() {
            assert!(line.starts_with("\u{1b}[") && line.ends_with("\u{1b}[0m"), "{name}: {line:?}");
        }
        assert_eq!(legend.matches("\u{1b}[0m").count(), sample.seats.len(), "{name}");
        let bare = uncoloured(board);
        let widths: Vec<usize> = bare.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{name}: {widths:?}");
        let plain = plain(&sample);
        let rows = plain.split("\n\n").next().unwrap().lines().count();
        assert_eq!(widths.len(), rows + 2, "{name}");
    }
}

#[test]
fn seats_have_shapes_as_well_as_colours() {
    let text = terminal(&boards::star().scene(), &TerminalStyle::COLOUR);
    let count = |shape| uncoloured(&text).chars().filter(|&sign| sign == shape).count();
    assert_eq!(['●', '◆', '▲'].map(count), [7, 7, 7], "six pegs and the legend");
}

#[test]
fn a_board_stays_where_it_is_when_marks_change() {
    let column = |names: &[&str]| {
        let mut sample = boards::star().marking(names);
        sample.board.labels.clear();
        plain(&sample).lines().next().and_then(|line| line.find('∘'))
    };
    assert!(column(&[]).is_some());
    assert_eq!(column(&[]), column(&["-6,3"]), "the leftmost hole");
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
    sample.board.sites[0].name = "\u{1b}]0;x".into();
    assert!(!plain(&sample).contains('\u{1b}'));
    let ascii = terminal(&sample.scene(), &TerminalStyle::ASCII);
    assert!(ascii.contains("B?r"), "{ascii}");
}
