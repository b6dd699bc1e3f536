//! SVG pictures: well formed, complete, and safe whatever the names are.

use roxmltree::{Document, Node};
use spielwerk_drawing::{Theme, svg};
use spielwerk_games::Content;

use crate::boards;

const THEMES: [Theme; 2] = [Theme::Light, Theme::Dark];

fn of_class<'a>(document: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node| node.attribute("class") == Some(class);
    document.descendants().filter(has).collect()
}

#[test]
fn every_site_and_every_piece_is_there() {
    for (name, sample) in boards::all() {
        for theme in THEMES {
            let text = svg(&sample.scene(), &theme);
            let document = Document::parse(&text).unwrap();
            let sites = of_class(&document, "place");
            let numbers: Vec<usize> = sites
                .iter()
                .map(|node| node.attribute("data-spot").unwrap().parse().unwrap())
                .collect();
            let all: Vec<usize> = (0..sample.board.sites.len()).collect();
            assert_eq!(numbers, all, "{name}");
            let standing =
                |content: &&Content| matches!(content, Content::Piece(_) | Content::Beans(_));
            let pieces = sample.contents.iter().filter(standing).count();
            assert_eq!(of_class(&document, "piece").len(), pieces, "{name}");
        }
    }
}

#[test]
fn a_bowl_holds_as_many_beans_as_it_says() {
    let sample = boards::bowls();
    let text = svg(&sample.scene(), &Theme::Light);
    let document = Document::parse(&text).unwrap();
    for (piece, content) in of_class(&document, "piece").iter().zip(&sample.contents) {
        let beans = piece.children().filter(|node| node.has_tag_name("use")).count();
        assert_eq!(Content::Beans(beans as u8), *content);
        let count = piece.children().find(|node| node.attribute("class") == Some("count"));
        assert_eq!(count.and_then(|node| node.text()), Some(beans.to_string().as_str()));
    }
}

#[test]
fn people_who_listen_hear_what_is_there() {
    let sample = boards::points(3, 3);
    let text = svg(&sample.scene(), &Theme::Dark);
    let document = Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let said = |tag| {
        let node = root.children().find(|node| node.has_tag_name(tag)).unwrap();
        let label = root.attribute("aria-labelledby").unwrap();
        assert!(label.split(' ').any(|id| node.attribute("id") == Some(id)));
        node.text().unwrap_or_default().to_owned()
    };
    assert_eq!(said("title"), "Stones on points");
    assert_eq!(
        said("desc"),
        "White: a1, b1, c1. Black: a2, c2, a3, b3, c3. Last move: b1 to c2 to c3."
    );
}

#[test]
fn nothing_comes_from_elsewhere() {
    for (_, sample) in boards::all() {
        let text = svg(&sample.scene(), &Theme::Light);
        let document = Document::parse(&text).unwrap();
        for node in document.descendants().filter(Node::is_element) {
            let tag = node.tag_name().name();
            assert!(!["script", "style", "image", "foreignObject"].contains(&tag), "{tag}");
            for attribute in node.attributes() {
                let value = attribute.value();
                let inside = !value.contains("://") && !value.contains("url(h");
                assert!(inside, "{}={value}", attribute.name());
            }
        }
    }
}

#[test]
fn every_reference_leads_to_something() {
    for (name, sample) in boards::all() {
        for theme in THEMES {
            let text = svg(&sample.scene(), &theme);
            let document = Document::parse(&text).unwrap();
            let known: Vec<&str> =
                document.descendants().filter_map(|node| node.attribute("id")).collect();
            let values = document
                .descendants()
                .flat_map(|node| node.attributes().collect::<Vec<_>>())
                .map(|attribute| attribute.value());
            for value in values {
                let target = value.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')'));
                if let Some(target) =
                    target.or(value.strip_prefix("#").filter(|rest| rest.contains('-')))
                {
                    assert!(known.contains(&target), "{name}: {target}");
                }
            }
        }
    }
}

#[test]
fn the_view_holds_all_sites_and_labels() {
    for (name, sample) in boards::all() {
        let text = svg(&sample.scene(), &Theme::Light);
        let document = Document::parse(&text).unwrap();
        let view: Vec<f64> = document
            .root_element()
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        let [left, top, width, height] = view[..] else {
            panic!("four numbers: {view:?}");
        };
        let sites = sample.board.sites.iter().map(|site| (site.x, site.y));
        let labels = sample.board.labels.iter().map(|label| (label.x, label.y));
        for (x, y) in sites.chain(labels) {
            let (x, y) = (x * 100.0, y * 100.0);
            assert!(x > left + 20.0 && x < left + width - 20.0, "{name} {x}");
            assert!(y > top + 20.0 && y < top + height - 20.0, "{name} {y}");
        }
    }
}

#[test]
fn text_is_escaped() {
    const NASTY: &str = "</title><script>\"&'\u{1}";
    let mut sample = boards::points(3, 3);
    sample.title = NASTY;
    sample.seats = vec![NASTY, "b"];
    sample.board.sites[4].name = NASTY.into();
    sample.board.labels[0].text = NASTY.into();
    let text = svg(&sample.scene(), &Theme::Light);
    let document = Document::parse(&text).unwrap();
    let shown = NASTY.replace('\u{1}', "\u{fffd}");
    let texts = document.descendants().filter(|node| node.text() == Some(&shown)).count();
    assert!(texts >= 3, "the title, the name and the label, at least: {texts}");
    assert!(!document.descendants().any(|node| node.has_tag_name("script")));
}
