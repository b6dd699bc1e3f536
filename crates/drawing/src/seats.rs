//! How seats are told apart: by tone, by mark and by letter.
//!
//! Colour alone does not suffice, since one man in twelve is colour-blind, and many printers and
//! terminals have no colours.

use crate::Scene;

/// The colour of a seat's pieces, independent of the theme.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    White,
    Black,
    /// One of four hues, by number.
    Hue(usize),
}

/// What is painted on a seat's pieces.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Nothing: the plain piece.
    Plain,
    Ring,
    Triangle,
    Cross,
}

/// The number of hues and marks, after which they repeat.
pub(crate) const KINDS: usize = 4;

impl Tone {
    /// Seats named after white or black have that tone; the others have a hue each.
    pub(crate) fn of(scene: &Scene, seat: usize) -> Tone {
        let name = scene.seats.get(seat).map(|name| name.to_lowercase());
        let called = |words: &[&str]| {
            let name = name.as_deref().unwrap_or_default();
            words.iter().any(|word| name.starts_with(word))
        };
        if called(&["white", "weiss", "weiß"]) {
            Tone::White
        } else if called(&["black", "schwarz"]) {
            Tone::Black
        } else {
            Tone::Hue(seat % KINDS)
        }
    }
}

impl Mark {
    /// The mark of a seat.
    pub(crate) fn of(seat: usize) -> Mark {
        [Mark::Plain, Mark::Ring, Mark::Triangle, Mark::Cross][seat % KINDS]
    }
}

/// One letter for a seat: its initial, or its number where initials are missing or the same.
pub(crate) fn letter(scene: &Scene, seat: usize) -> char {
    let initial = |name: &str| {
        let first = name.chars().next()?.to_ascii_uppercase();
        first.is_ascii_alphabetic().then_some(first)
    };
    let initials: Vec<Option<char>> = scene.seats.iter().map(|name| initial(name)).collect();
    let own = initials.get(seat).copied().flatten();
    let alone = initials.iter().filter(|&&other| other == own).count() == 1;
    let number = || (seat < 9).then(|| char::from(b'1' + seat as u8));
    own.filter(|_| alone).or_else(number).unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Board;

    fn check<T>(seats: &[&str], of: impl Fn(&Scene, usize) -> T) -> Vec<T> {
        let board =
            Board { sites: Vec::new(), lines: Vec::new(), zones: Vec::new(), labels: Vec::new() };
        let scene = Scene { title: "", board: &board, contents: &[], seats, last_move: &[] };
        (0..seats.len() + 1).map(|seat| of(&scene, seat)).collect()
    }

    #[test]
    fn seats_named_after_a_colour_have_it() {
        assert_eq!(
            check(&["Weisse", "Schwarz"], Tone::of),
            [Tone::White, Tone::Black, Tone::Hue(2)]
        );
        assert_eq!(check(&["black", "Anna"], Tone::of), [Tone::Black, Tone::Hue(1), Tone::Hue(2)]);
    }

    #[test]
    fn letters_are_initials_where_these_differ() {
        assert_eq!(check(&["White", "Black"], letter), ['W', 'B', '3']);
        assert_eq!(check(&["Anna", "Arno", "Bea"], letter), ['1', '2', 'B', '4']);
        assert_eq!(check(&["", "ß"], letter), ['1', '2', '3']);
    }
}
