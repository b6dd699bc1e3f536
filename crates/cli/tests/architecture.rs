//! Crates use each other only as docs/ARCHITECTURE.md allows. The allowed arrows are read from its
//! table `crate | may use`, so that the document and this test cannot differ.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The crates that each crate uses or may use, by the names of their folders.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// In the table: all crates in the rows above.
const ALL_ABOVE: &str = "everything above";
/// In the table: no crate of the workspace.
const NOTHING: &str = "–";

/// The table `crate | may use` of a document. A crate may use only those in rows above its own, so
/// that the table itself has one direction.
fn read_table(document: &str) -> Result<Arrows, String> {
    let mut arrows = Arrows::new();
    let rows = document.lines().skip_while(|&line| cells(line) != ["crate", "may use"]).skip(2);
    for row in rows.take_while(|line| line.starts_with('|')) {
        let [name, uses] = cells(row)[..] else {
            return Err(format!("`{row}` has not two columns"));
        };
        let uses: BTreeSet<String> = match uses {
            ALL_ABOVE => arrows.keys().cloned().collect(),
            NOTHING => BTreeSet::new(),
            list => list.split(", ").map(folder).collect(),
        };
        if let Some(below) = uses.iter().find(|&used| !arrows.contains_key(used)) {
            return Err(format!("`{row}` names `{below}`, which has no row above"));
        }
        arrows.insert(folder(name), uses);
    }
    Ok(arrows)
}

fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// `crates/games` and `games` are the same.
fn folder(name: &str) -> String {
    name.trim_matches('`').trim_start_matches("crates/").to_owned()
}

/// Which crates of the workspace use which, tests included.
fn read_workspace() -> Arrows {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let last = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let crates = packages.map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let own = dependencies.filter_map(|dependency| dependency["path"].as_str());
        let uses = own.map(|path| last(Path::new(path))).collect();
        (last(manifest.parent().unwrap()), uses)
    });
    crates.collect()
}

#[test]
fn crates_use_only_what_the_document_allows() {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ARCHITECTURE.md");
    let allowed = read_table(&std::fs::read_to_string(document).unwrap()).unwrap();
    let workspace = read_workspace();
    let names = |arrows: &Arrows| arrows.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&allowed), names(&workspace), "the table must have a row for every crate");
    for (name, uses) in &workspace {
        let forbidden: Vec<_> = uses.difference(&allowed[name]).collect();
        assert!(
            forbidden.is_empty(),
            "{name} uses {forbidden:?}, which docs/ARCHITECTURE.md does not allow"
        );
    }
}

#[test]
fn a_table_is_read_and_has_one_direction() {
    let head = "# Title\n\n| crate | may use |\n|---|---|\n| `games` | – |\n";
    let table = read_table(&format!(
        "{head}| `crates/search` | games |\n| `cli` | everything above |\n\n| x | y |\n"
    ));
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let wanted =
        [("games", set(&[])), ("search", set(&["games"])), ("cli", set(&["games", "search"]))];
    assert_eq!(table, Ok(wanted.map(|(name, uses)| (name.to_owned(), uses)).into()));
    assert!(read_table(&format!("{head}| `a` | games, b |\n| `b` | – |\n")).is_err());
    assert!(read_table(&format!("{head}| `a` | a |\n")).is_err());
    assert_eq!(read_table("no table"), Ok(Arrows::new()));
}
