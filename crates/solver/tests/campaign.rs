//! Wins proven position by position: ledger, certificate and its verification.

#![cfg(feature = "ledger")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use spielwerk_solver::{
    CampaignOptions, GameValue, Problem, SolveError, SolveOptions, prove_win, proven_moves, status,
    verify,
};
use spielwerk_tablebases::file::{self, TablebaseFile};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir};
use tempfile::{TempDir, tempdir};

/// Two beans more in the houses than the tablebases have, and six more.
const WON: &str = "3,3,1,0,1,1/3,1,0,2,1,0 28-28 w";
const LOST: &str = "1,1,1,2,1,1/0,2,2,4,1,0 28-28 w";
const DRAWN: &str = "2,1,1,0,2,0/3,1,0,2,1,3 28-28 w";
const LARGE: &str = "0,1,0,1,0,6/2,2,0,3,5,0 26-26 s";

fn problem(position: &str) -> Problem {
    Problem::new(spielwerk_games::game("bohnenspiel").unwrap(), None, Some(position)).unwrap()
}

fn options(folder: &TempDir, budget: u64) -> CampaignOptions {
    let search = SolveOptions {
        memory: 16,
        proof: Some(folder.path().join("certificate")),
        ..SolveOptions::new(TablebaseDir::from(folder.path().join("tables")))
    };
    CampaignOptions { search, ledger: folder.path().join("ledger"), import: Vec::new(), budget }
}

fn prove(position: &str, mover_wins: bool, options: &CampaignOptions) -> Result<bool, SolveError> {
    let silent = BuildMonitor::silent();
    prove_win(&problem(position), mover_wins, options, &|_| Vec::new(), None, &silent, &|_| true)
        .map(|found| found.won)
}

fn check(options: &CampaignOptions, path: &Path) -> Result<GameValue, SolveError> {
    let (dir, silent) = (&options.search.tablebase_dir, BuildMonitor::silent());
    verify(&problem(WON), path, dir, Extent::Sample, &silent).map(|found| found.value)
}

#[test]
fn wins_have_certificates_that_hold() {
    for (position, mover_wins, value) in
        [(WON, true, GameValue::Win), (LOST, false, GameValue::Loss)]
    {
        // At once, and without a search, so that every move is tried.
        for budget in [u64::MAX, 0] {
            let folder = tempdir().unwrap();
            let options = options(&folder, budget);
            assert!(prove(position, mover_wins, &options).unwrap(), "{position}, {budget}");
            let certificate = folder.path().join("certificate");
            assert_eq!(check(&options, &certificate).unwrap(), value, "{position}, {budget}");
            let status = status(&options.ledger).unwrap();
            assert_eq!((status.won, status.unanswered), (Some(true), 0));
            let proven = proven_moves(&options.ledger).unwrap();
            // A lost position that was solved at once has no moves in the ledger.
            assert_eq!(proven.is_empty(), budget > 0 && !mover_wins);
            if let Some(root) = proven.first() {
                assert_eq!((root.position.as_str(), root.mover_wins), (position, mover_wins));
            }
        }
    }
}

#[test]
fn reading_a_ledger_leaves_no_files_behind() {
    let folder = tempdir().unwrap();
    let options = options(&folder, u64::MAX);
    prove(WON, true, &options).unwrap();
    let files = || {
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        names.collect::<BTreeSet<_>>()
    };
    let before = files();
    status(&options.ledger).unwrap();
    proven_moves(&options.ledger).unwrap();
    assert_eq!(files(), before);
}

#[test]
fn a_draw_is_no_win() {
    let folder = tempdir().unwrap();
    let options = options(&folder, 0);
    assert!(!prove(DRAWN, true, &options).unwrap());
    assert_eq!(status(&options.ledger).unwrap().won, Some(false));
    assert!(!folder.path().join("certificate").exists());
    let other = prove(WON, true, &options).unwrap_err().to_string();
    assert!(other.contains("this ledger is about Weisse"), "{other}");
}

/// The ledger alone, without the memory of the search, saves what was proven.
#[test]
fn a_stopped_proof_goes_on_from_its_ledger() {
    let folder = tempdir().unwrap();
    let options = options(&folder, 0);
    let silent = BuildMonitor::silent();
    let mut stops = 0;
    loop {
        // Longer every time: the way back to where it was is reported too.
        let reports = AtomicU64::new(0);
        let go_on = |_: spielwerk_solver::SolveProgress| reports.fetch_add(1, Relaxed) < 2 + stops;
        match prove_win(&problem(WON), true, &options, &|_| Vec::new(), None, &silent, &go_on) {
            Ok(found) => break assert!(found.won && stops > 2, "stopped {stops} times"),
            Err(SolveError::Stopped) => stops += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(check(&options, &folder.path().join("certificate")).unwrap(), GameValue::Win);
}

/// A proof of an earlier position begins with what is known of a later one.
#[test]
fn wins_of_another_ledger_are_taken_over() {
    let folder = tempdir().unwrap();
    let later = options(&folder, 0);
    assert!(prove(WON, true, &later).unwrap());
    let wins = status(&later.ledger).unwrap().proven[0];
    let import = vec![later.ledger.clone()];
    let ledger = folder.path().join("other");
    let earlier = CampaignOptions { ledger: ledger.clone(), import, ..later.clone() };
    assert!(prove(WON, true, &earlier).unwrap());
    let found = status(&ledger).unwrap();
    assert_eq!((found.won, found.proven[0], found.boards), (Some(true), wins, 0));
    assert_eq!(proven_moves(&ledger).unwrap().len(), proven_moves(&later.ledger).unwrap().len());
    // Another attacker's wins are none.
    let other = CampaignOptions { ledger: folder.path().join("third"), ..earlier };
    let refused = prove(LARGE, true, &other).unwrap_err().to_string();
    assert!(refused.contains("this ledger is about Weisse, not Schwarz"), "{refused}");
    assert!(folder.path().join("certificate").exists());
}

/// The program in C has its own rules, and its own way to read tablebases and certificates.
#[test]
fn the_independent_checker_agrees() {
    let folder = tempdir().unwrap();
    let options = options(&folder, u64::MAX);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/c/check_certificate.c");
    let checker = folder.path().join("check_certificate");
    let compiler = std::env::var_os("CC").unwrap_or("cc".into());
    let compiled = Command::new(compiler).arg("-O1").arg("-o").arg(&checker).arg(source).status();
    assert!(compiled.unwrap().success());
    let agrees = |certificate: &Path| {
        let tables = folder.path().join("tables");
        let output = Command::new(&checker).arg(certificate).arg(tables).output().unwrap();
        (output.status.success(), String::from_utf8(output.stdout).unwrap())
    };
    let path = folder.path().join("certificate");
    prove(LARGE, true, &options).unwrap();
    let (holds, says) = agrees(&path);
    assert!(holds && says.starts_with(&format!("win {LARGE}: all ")), "{says}");
    // Without the last claim, and without the right number of them: both reject it.
    let (certificate, header) = TablebaseFile::open_any(&path).unwrap();
    let payload = certificate.read_all().unwrap();
    let claims = payload.len() as u64 / 8 - 1;
    for (count, kept) in
        [(claims - 1, payload.len() - 8), (claims, payload.len() - 8), (u64::MAX, 8)]
    {
        file::write(&path, &header, |file| {
            file.write(&count.to_le_bytes())?;
            file.write(&payload[8..kept])
        })
        .unwrap();
        assert!(!agrees(&path).0 && check(&options, &path).is_err(), "{count} claims");
    }
}

/// Each claim of a certificate is needed: without any of them it is rejected.
#[test]
fn a_certificate_with_a_gap_is_rejected() {
    let folder = tempdir().unwrap();
    let options = options(&folder, u64::MAX);
    prove(LARGE, true, &options).unwrap();
    let path = folder.path().join("certificate");
    let (certificate, header) = TablebaseFile::open_any(&path).unwrap();
    let payload = certificate.read_all().unwrap();
    let claims: Vec<&[u8]> = payload[8..].chunks(8).collect();
    let changed = folder.path().join("changed");
    for gap in 0..claims.len().min(50) {
        let rest = claims.iter().enumerate().filter(|&(nth, _)| nth != gap);
        file::write(&changed, &header, |file| {
            file.write(&(claims.len() as u64 - 1).to_le_bytes())?;
            rest.clone().try_for_each(|(_, claim)| file.write(claim))
        })
        .unwrap();
        assert!(check(&options, &changed).is_err(), "without claim {gap} of {}", claims.len());
    }
    // One pair more than was proven, or a rank that does not fall.
    for change in [|claim: u64| claim + (1 << 10), |claim: u64| claim & !1023] {
        let all = claims.iter().map(|claim| u64::from_le_bytes((*claim).try_into().unwrap()));
        let mut all: Vec<u64> = all.map(change).collect();
        all.sort_unstable();
        file::write(&changed, &header, |file| {
            file.write(&(all.len() as u64).to_le_bytes())?;
            all.iter().try_for_each(|claim| file.write(&claim.to_le_bytes()))
        })
        .unwrap();
        assert!(check(&options, &changed).is_err());
    }
    fs::write(&changed, b"nothing").unwrap();
    assert!(check(&options, &changed).unwrap_err().to_string().contains("no Spielwerk table"));
}
