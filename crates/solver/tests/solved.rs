//! Small games are solved, their proofs are valid, and damaged ones are rejected.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use spielwerk_solver::{
    GameValue, Problem, SolveError, SolveOptions, SolveProgress, solve, verify,
};
use spielwerk_tablebases::{BuildMonitor, Extent, TablebaseDir};
use tempfile::tempdir;

fn problem(name: &str) -> Problem {
    Problem::new(spielwerk_games::game(name).unwrap(), None, None).unwrap()
}

#[test]
fn small_boards_are_won_by_white_and_the_proofs_are_valid() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    for name in ["fanorona-3x3", "fanorona-3x5", "fanorona-5x3"] {
        let proof = folder.path().join(name);
        let options =
            SolveOptions { proof: Some(proof.clone()), ..SolveOptions::new(tablebase_dir.clone()) };
        let solution = solve(&problem(name), &options, &BuildMonitor::silent(), &|_| true).unwrap();
        assert_eq!(solution.value, GameValue::Win, "{name}");
        let position = spielwerk_games::game(name).unwrap().start();
        assert!(position.read_move(solution.best_move.as_ref().unwrap()).is_ok());
        let verification =
            verify(&problem(name), &proof, &tablebase_dir, Extent::Full, &BuildMonitor::silent())
                .unwrap();
        assert_eq!(
            (verification.value, verification.positions),
            (GameValue::Win, solution.proof_size)
        );
    }
}

/// Two stones that cannot catch each other: a draw, and the proof is two holding strategies.
#[test]
fn a_tablebase_position_needs_no_search() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let proof = folder.path().join("proof");
    let game = spielwerk_games::game("fanorona-3x5").unwrap();
    let drawn = Problem::new(game, None, Some("B4/5/4W w 7 30")).unwrap();
    let options =
        SolveOptions { proof: Some(proof.clone()), ..SolveOptions::new(tablebase_dir.clone()) };
    let solution = solve(&drawn, &options, &BuildMonitor::silent(), &|_| true).unwrap();
    let verification =
        verify(&drawn, &proof, &tablebase_dir, Extent::Full, &BuildMonitor::silent()).unwrap();
    assert_eq!((solution.value, solution.nodes), (verification.value, 0));
}

fn damaged(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_proof_is_rejected() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let proof = folder.path().join("proof");
    let options =
        SolveOptions { proof: Some(proof.clone()), ..SolveOptions::new(tablebase_dir.clone()) };
    solve(&problem("fanorona-3x5"), &options, &BuildMonitor::silent(), &|_| true).unwrap();
    let error = || {
        verify(
            &problem("fanorona-3x5"),
            &proof,
            &tablebase_dir,
            Extent::Full,
            &BuildMonitor::silent(),
        )
        .unwrap_err()
    };
    damaged(&proof, |bytes| bytes[300] ^= 1);
    assert!(error().to_string().contains("is damaged"));
    damaged(&proof, |bytes| bytes.truncate(100));
    assert!(error().to_string().contains("no Spielwerk table"));
    let other = verify(
        &problem("fanorona-3x3"),
        &proof,
        &tablebase_dir,
        Extent::Full,
        &BuildMonitor::silent(),
    )
    .unwrap_err();
    assert!(!other.to_string().contains('\n'));
}

#[test]
fn a_stopped_search_resumes() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let resume = Some(folder.path().join("checkpoint"));
    let options = SolveOptions { checkpoint: resume, ..SolveOptions::new(tablebase_dir) };
    let game = spielwerk_games::game("fanorona-5x5").unwrap();
    let problem = Problem::new(game, None, None).unwrap();
    let stopped = solve(&problem, &options, &BuildMonitor::silent(), &|_| false).unwrap_err();
    assert!(matches!(stopped, SolveError::Stopped), "{stopped}");
    let rest = solve(&problem, &options, &BuildMonitor::silent(), &|_| true).unwrap();
    let whole = SolveOptions { checkpoint: None, ..options };
    let whole = solve(&problem, &whole, &BuildMonitor::silent(), &|_| true).unwrap();
    assert_eq!((rest.value, whole.value), (GameValue::Draw, GameValue::Draw));
    assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
}

/// A killed search leaves its last checkpoint, from which another one resumes.
#[test]
fn a_killed_search_resumes_from_its_checkpoint() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    let beans = Problem::new(game, None, Some("0,1,1,11,0,6/0,5,1,7,0,0 22-18 s")).unwrap();
    let stones = Problem::new(spielwerk_games::game("fanorona-5x5").unwrap(), None, None).unwrap();
    for (nth, problem) in [beans, stones].iter().enumerate() {
        let [checkpoint, copy] =
            ["checkpoint", "copy"].map(|name| folder.path().join(format!("{name}{nth}")));
        let options = SolveOptions {
            checkpoint: Some(checkpoint.clone()),
            checkpoint_interval: Duration::ZERO,
            memory: 8,
            ..SolveOptions::new(tablebase_dir.clone())
        };
        // The last checkpoint that was written during the search.
        let on_progress = |_: SolveProgress| {
            fs::copy(&checkpoint, &copy).ok();
            true
        };
        let whole = solve(problem, &options, &BuildMonitor::silent(), &on_progress).unwrap();
        let options = SolveOptions { checkpoint: Some(copy.clone()), ..options };
        let rest = solve(problem, &options, &BuildMonitor::silent(), &|_| true).unwrap();
        assert_eq!(rest.value, whole.value);
        assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
    }
}

/// With few beans a house the first capture takes most of them: few positions, but real proofs.
#[test]
fn few_beans_are_a_draw() {
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    for beans in [3, 4, 5] {
        let problem = Problem::new(game, Some(beans), None).unwrap();
        let proof = folder.path().join(format!("proof{beans}"));
        let options = SolveOptions {
            proof: Some(proof.clone()),
            memory: 64,
            ..SolveOptions::new(tablebase_dir.clone())
        };
        let solution = solve(&problem, &options, &BuildMonitor::silent(), &|_| true).unwrap();
        assert_eq!(solution.value, GameValue::Draw, "{beans} beans");
        let verification =
            verify(&problem, &proof, &tablebase_dir, Extent::Full, &BuildMonitor::silent())
                .unwrap();
        assert_eq!(
            (verification.value, verification.positions),
            (GameValue::Draw, solution.proof_size)
        );
    }
}

/// Positions with a few beans more than the tablebases have.
#[test]
fn wins_and_losses_of_beans_have_valid_proofs() {
    use GameValue::{Draw, Loss, Win};
    let folder = tempdir().unwrap();
    let tablebase_dir = TablebaseDir::from(folder.path().join("tables"));
    let game = spielwerk_games::game("bohnenspiel").unwrap();
    for (text, value) in [
        ("1,0,2,3,0,2/2,1,0,3,1,3 28-26 w", Draw),
        ("0,1,0,1,0,6/2,2,0,3,5,0 26-26 s", Win),
        ("3,0,1,2,2,1/1,4,0,2,1,1 28-26 w", Draw),
        ("2,1,0,3,1,4/0,0,3,1,2,1 24-30 s", Draw),
        ("1,1,1,1,1,4/5,1,0,1,1,1 27-27 w", Loss),
    ] {
        let problem = Problem::new(game, None, Some(text)).unwrap();
        let proof = folder.path().join("proof");
        for threads in [1, 4] {
            let options = SolveOptions {
                memory: 8,
                threads,
                proof: Some(proof.clone()),
                ..SolveOptions::new(tablebase_dir.clone())
            };
            let solution = solve(&problem, &options, &BuildMonitor::silent(), &|_| true).unwrap();
            assert_eq!(solution.value, value, "{text}, {threads} threads");
            let verification =
                verify(&problem, &proof, &tablebase_dir, Extent::Full, &BuildMonitor::silent())
                    .unwrap();
            assert_eq!(verification.value, value, "{text}, {threads} threads");
        }
    }
}

/// The value is that of the board, so a game that the quiet-ply limit ends has one too.
#[test]
fn quiet_plies_do_not_count() {
    let folder = tempdir().unwrap();
    let options = SolveOptions::new(TablebaseDir::from(folder.path()));
    let game = spielwerk_games::game("fanorona-3x5").unwrap();
    let solutions = ["w 0 1", "w 99 60", "w 100 60"].map(|counters| {
        let position = format!("W3B/5/WW3 {counters}");
        let problem = Problem::new(game, None, Some(&position)).unwrap();
        let solution = solve(&problem, &options, &BuildMonitor::silent(), &|_| true).unwrap();
        (solution.value, solution.best_move.unwrap())
    });
    assert_eq!(solutions[0].0, GameValue::Win);
    assert!(solutions.iter().all(|solution| *solution == solutions[0]), "{solutions:?}");
}

#[test]
fn unsolvable_problems_are_reported_in_one_line() {
    let error = |name: &str, beans, position| {
        let game = spielwerk_games::game(name).unwrap();
        Problem::new(game, beans, position).err().unwrap().to_string()
    };
    assert!(error("halma", None, None).contains("halma cannot be solved"));
    assert!(error("bohnenspiel", Some(7), None).contains("not 7"));
    assert!(error("fanorona", Some(3), None).contains("has no beans"));
    assert!(error("fanorona", None, Some("B/W w")).contains("no position of fanorona"));
}
