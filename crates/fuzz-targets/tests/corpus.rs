//! Every fuzz target over the seeds in `fuzz/seeds` and thousands of mutations of them. The random
//! seed is fixed, so that a failure happens again; libFuzzer, which learns from coverage, goes deeper.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod mutation;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use mutation::Mutator;
use spielwerk_fuzz_targets::{aisysproj, binary, games, halma, players, records, ugi, web};

/// A test for each target, with the number of mutations that it has time for.
macro_rules! targets {
    ($($module:ident::$target:ident: $mutations:literal,)*) => {
        const TARGETS: &[&str] = &[$(stringify!($target),)*];

        $(#[test]
        fn $target() {
            check(stringify!($target), $module::$target, $mutations);
        })*
    };
}

targets! {
    aisysproj::aisysproj_config: 4000,
    aisysproj::aisysproj_request: 400,
    aisysproj::aisysproj_response: 4000,
    binary::proof_file: 600,
    binary::tablebase_file: 1000,
    games::moves: 2000,
    games::openings: 1000,
    games::position: 3000,
    halma::halma_calibration: 4000,
    halma::halma_input: 4000,
    halma::halma_output: 4000,
    halma::halma_playdata: 4000,
    players::player_spec: 8000,
    players::time_limit: 8000,
    records::game_record_json: 2000,
    records::game_record_text: 2000,
    records::tournament_config: 2000,
    ugi::ugi_input: 150,
    ugi::ugi_output: 1000,
    web::web_body: 800,
}

/// Runs a target over its seeds and mutations of them.
fn check(name: &str, target: fn(&[u8]), mutations: usize) {
    let seeds = seeds(name);
    assert!(seeds.len() >= 3, "{name} has {} seeds", seeds.len());
    let mut mutator = Mutator::new(name);
    let mutated = (0..mutations).map(|_| mutator.mutate(&seeds));
    for input in seeds.iter().cloned().chain(mutated) {
        if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
            panic!("{name} fails on b\"{}\"", input.escape_ascii());
        }
    }
}

/// The seeds of a target, always in the same order.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let files = entries(&fuzz().join("seeds").join(target));
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn every_target_is_one_of_cargo_fuzz() {
    let stems = |folder: &str| -> Vec<String> {
        let files = entries(&fuzz().join(folder));
        files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    let mut targets = TARGETS.to_vec();
    targets.sort_unstable();
    assert_eq!(stems("fuzz_targets"), targets);
    assert_eq!(stems("seeds"), targets);
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).unwrap();
    for target in targets {
        assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
    }
}
