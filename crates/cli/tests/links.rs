//! Every link between the documents of this project leads somewhere: to a file that is there, and to
//! a heading that is in it.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the workspace has a root")
}

/// All documents: those at the top, and all below `docs`.
fn documents() -> Vec<PathBuf> {
    fn collect(folder: &Path, deep: bool, all: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder of documents") {
            let path = entry.expect("an entry of it").path();
            if path.is_dir() && deep {
                collect(&path, deep, all);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                all.push(path);
            }
        }
    }
    let mut all = Vec::new();
    collect(&root(), false, &mut all);
    collect(&root().join("docs"), true, &mut all);
    all
}

/// The text of a document without its blocks of code and its code spans.
fn prose(text: &str) -> String {
    let mut in_code = false;
    let outside = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    let lines: Vec<&str> = text.lines().filter(outside).collect();
    let text = lines.join("\n");
    text.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

/// Where the links of a document lead, without those to other sites.
fn links(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

/// The anchors of the headings of a document, as GitHub and mdBook make them.
fn anchors(text: &str) -> HashSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| -> String {
        let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        let title = line.trim_start_matches('#').trim();
        title.chars().filter(kept).collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut broken = Vec::new();
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text) {
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match file {
                "" => document.clone(),
                file => document.parent().unwrap().join(file),
            };
            let has_anchor = || {
                anchor.is_empty()
                    || fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor))
            };
            if !target.exists() || !has_anchor() {
                broken.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn every_document_is_in_the_table_of_contents() {
    let summary = fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    let listed: HashSet<PathBuf> =
        links(&summary).iter().map(|link| root().join("docs").join(link)).collect();
    let below = documents().into_iter().filter(|path| path.starts_with(root().join("docs")));
    let missing: Vec<PathBuf> =
        below.filter(|path| !path.ends_with("SUMMARY.md") && !listed.contains(path)).collect();
    assert!(missing.is_empty(), "docs/SUMMARY.md does not list {missing:?}");
}

#[test]
fn links_are_found_outside_code() {
    let text = "see [a](b.md#c) and `[not](this)`\n```\n[nor](this)\n```\n[x](https://y.z)";
    assert_eq!(links(text), ["b.md#c"]);
    assert!(anchors("## Positions and moves\n# Éclair: a *test*").contains("positions-and-moves"));
}
