//! Any data at all: drawing answers with a picture, never with a panic.

use proptest::collection::vec;
use proptest::prelude::*;
use spielwerk_drawing::{Scene, TerminalStyle, Theme, png, svg, terminal};
use spielwerk_games::board::{Label, SiteInfo, SiteShape, Zone, ZoneKind};
use spielwerk_games::{Board, Content, Site};

fn coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![
        8 => (-20i8..20).prop_map(|halves| f64::from(halves) / 2.0),
        3 => -10.0..10.0,
        1 => any::<f64>(),
    ]
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z0-9]{0,3}", any::<String>()]
}

fn site() -> impl Strategy<Value = Site> {
    prop_oneof![9 => 0u16..12, 1 => any::<u16>()].prop_map(Site)
}

fn seat() -> impl Strategy<Value = usize> {
    prop_oneof![9 => 0usize..4, 1 => any::<usize>()]
}

fn shape() -> impl Strategy<Value = SiteShape> {
    use SiteShape::{Hole, House, Point, Square, Store};
    proptest::sample::select(vec![Hole, Square, Point, House, Store])
}

fn content() -> impl Strategy<Value = Content> {
    prop_oneof![
        Just(Content::Empty),
        Just(Content::Blocked),
        seat().prop_map(Content::Piece),
        any::<u8>().prop_map(Content::Beans),
    ]
}

prop_compose! {
    fn site_info()(name in text(), x in coordinate(), y in coordinate(), shape in shape()) -> SiteInfo {
        SiteInfo { name, x, y, shape }
    }
}

prop_compose! {
    fn zone()(
        kind in proptest::sample::select(vec![ZoneKind::Start, ZoneKind::Home, ZoneKind::Houses]),
        seat in seat(),
        sites in vec(site(), 0..6),
    ) -> Zone {
        Zone { kind, seat, sites }
    }
}

prop_compose! {
    fn label()(text in text(), x in coordinate(), y in coordinate()) -> Label {
        Label { text, x, y }
    }
}

prop_compose! {
    fn board()(
        sites in vec(site_info(), 0..12),
        lines in vec((site(), site()), 0..12),
        zones in vec(zone(), 0..4),
        labels in vec(label(), 0..4),
    ) -> Board {
        Board { sites, lines, zones, labels }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn drawing_never_panics(
        board in board(),
        contents in vec(content(), 0..14),
        seats in vec(text(), 0..4),
        marked in vec(site(), 0..6),
        title in text(),
    ) {
        let seats: Vec<&str> = seats.iter().map(String::as_str).collect();
        let scene = Scene {
            title: &title,
            board: &board,
            contents: &contents,
            seats: &seats,
            last_move: &marked,
        };
        for theme in [Theme::Light, Theme::Dark] {
            let picture = svg(&scene, &theme);
            let document = roxmltree::Document::parse(&picture).unwrap();
            let is_site = |node: &roxmltree::Node| node.attribute("class") == Some("place");
            prop_assert_eq!(document.descendants().filter(is_site).count(), board.sites.len());
            for node in document.descendants() {
                for attribute in node.attributes() {
                    let mut words = attribute.value().split([' ', ',', '(']);
                    prop_assert!(!words.any(|word| ["NaN", "inf", "-inf"].contains(&word)));
                }
            }
        }
        // A board of wild proportions may be refused, but not with a panic.
        let _ = png(&svg(&scene, &Theme::Light), 32);
        for style in [TerminalStyle::COLOUR, TerminalStyle::PLAIN, TerminalStyle::ASCII] {
            let text = terminal(&scene, &style);
            prop_assert!(style.unicode || text.is_ascii());
            let escapes = text.contains('\u{1b}');
            prop_assert!(style.colour || !escapes);
        }
    }
}
