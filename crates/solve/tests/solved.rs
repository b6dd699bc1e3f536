//! Small games, solved, and their proofs: they hold, and damaged ones do not.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use solve::{Method, Options, Searched, SolveError, Subject, Verdict, check, solve};
use tables::{Place, Watch};
use tempfile::tempdir;

fn subject(name: &str) -> Subject {
    Subject::new(games::game(name).unwrap(), None, None).unwrap()
}

#[test]
fn small_boards_are_won_by_white_and_the_proofs_hold() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    for name in ["fanorona-3x3", "fanorona-3x5", "fanorona-5x3"] {
        let proof = folder.path().join(name);
        let options = Options { proof: Some(proof.clone()), ..Options::new(place.clone()) };
        let answer = solve(&subject(name), &options, &Watch::nobody(), &|_| true).unwrap();
        assert_eq!(answer.verdict, Verdict::Win, "{name}");
        let position = games::game(name).unwrap().start();
        assert!(position.read_move(answer.best.as_ref().unwrap()).is_ok());
        let checked = check(&subject(name), &proof, &place, &Watch::nobody()).unwrap();
        assert_eq!((checked.verdict, checked.positions), (Verdict::Win, answer.proof));
    }
}

/// Two stones that cannot catch each other: nobody wins, and the proof is two defences.
#[test]
fn a_position_of_a_table_needs_no_search() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let proof = folder.path().join("proof");
    let game = games::game("fanorona-3x5").unwrap();
    let drawn = Subject::new(game, None, Some("B4/5/4W w 7 30")).unwrap();
    let options = Options { proof: Some(proof.clone()), ..Options::new(place.clone()) };
    let answer = solve(&drawn, &options, &Watch::nobody(), &|_| true).unwrap();
    let checked = check(&drawn, &proof, &place, &Watch::nobody()).unwrap();
    assert_eq!((answer.verdict, answer.nodes), (checked.verdict, 0));
}

fn damaged(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_proof_is_refused() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let proof = folder.path().join("proof");
    let options = Options { proof: Some(proof.clone()), ..Options::new(place.clone()) };
    solve(&subject("fanorona-3x5"), &options, &Watch::nobody(), &|_| true).unwrap();
    let refusal = || check(&subject("fanorona-3x5"), &proof, &place, &Watch::nobody()).unwrap_err();
    damaged(&proof, |bytes| bytes[300] ^= 1);
    assert!(refusal().to_string().contains("is damaged"));
    damaged(&proof, |bytes| bytes.truncate(100));
    assert!(refusal().to_string().contains("no Spielwerk table"));
    let other = check(&subject("fanorona-3x3"), &proof, &place, &Watch::nobody()).unwrap_err();
    assert!(!other.to_string().contains('\n'));
}

#[test]
fn stopped_work_goes_on_where_it_was() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let resume = Some(folder.path().join("kept"));
    let options = Options { resume, ..Options::new(place) };
    let game = games::game("fanorona-5x5").unwrap();
    let subject = Subject::new(game, None, None).unwrap();
    let stopped = solve(&subject, &options, &Watch::nobody(), &|_| false).unwrap_err();
    assert!(matches!(stopped, SolveError::Stopped), "{stopped}");
    let rest = solve(&subject, &options, &Watch::nobody(), &|_| true).unwrap();
    let whole = Options { resume: None, ..options };
    let whole = solve(&subject, &whole, &Watch::nobody(), &|_| true).unwrap();
    assert_eq!((rest.verdict, whole.verdict), (Verdict::Draw, Verdict::Draw));
    assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
}

/// A killed search leaves what it had kept a moment before: another goes on from that.
#[test]
fn killed_work_goes_on_from_what_was_kept() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let game = games::game("bohnenspiel").unwrap();
    let beans = Subject::new(game, None, Some("0,1,1,11,0,6/0,5,1,7,0,0 22-18 s")).unwrap();
    let stones = Subject::new(games::game("fanorona-5x5").unwrap(), None, None).unwrap();
    for (nth, subject) in [beans, stones].iter().enumerate() {
        let [kept, copy] = ["kept", "copy"].map(|name| folder.path().join(format!("{name}{nth}")));
        let options = Options {
            resume: Some(kept.clone()),
            pause: Duration::ZERO,
            memory: 8,
            ..Options::new(place.clone())
        };
        // The last that was on the disk while it was still at work.
        let each = |_: Searched| {
            fs::copy(&kept, &copy).ok();
            true
        };
        let whole = solve(subject, &options, &Watch::nobody(), &each).unwrap();
        let options = Options { resume: Some(copy.clone()), ..options };
        let rest = solve(subject, &options, &Watch::nobody(), &|_| true).unwrap();
        assert_eq!(rest.verdict, whole.verdict);
        assert!(rest.nodes < whole.nodes, "{} of {}", rest.nodes, whole.nodes);
    }
}

/// With few beans a house the first capture takes most of them: few positions, but real proofs.
#[test]
fn few_beans_are_a_draw() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let game = games::game("bohnenspiel").unwrap();
    for beans in [3, 4, 5] {
        let subject = Subject::new(game, Some(beans), None).unwrap();
        let proof = folder.path().join(format!("proof{beans}"));
        let options =
            Options { proof: Some(proof.clone()), memory: 64, ..Options::new(place.clone()) };
        let answer = solve(&subject, &options, &Watch::nobody(), &|_| true).unwrap();
        assert_eq!(answer.verdict, Verdict::Draw, "{beans} beans");
        let checked = check(&subject, &proof, &place, &Watch::nobody()).unwrap();
        assert_eq!((checked.verdict, checked.positions), (Verdict::Draw, answer.proof));
    }
}

/// Two methods that share nothing but the tables, on positions with a few beans more than these.
#[test]
fn both_methods_agree_and_their_proofs_hold() {
    let folder = tempdir().unwrap();
    let place = Place::from(folder.path().join("tables"));
    let game = games::game("bohnenspiel").unwrap();
    let mut found = Vec::new();
    for text in [
        "1,0,2,3,0,2/2,1,0,3,1,3 28-26 w",
        "0,1,0,1,0,6/2,2,0,3,5,0 26-26 s",
        "3,0,1,2,2,1/1,4,0,2,1,1 28-26 w",
        "2,1,0,3,1,4/0,0,3,1,2,1 24-30 s",
        "1,1,1,1,1,4/5,1,0,1,1,1 27-27 w",
    ] {
        let subject = Subject::new(game, None, Some(text)).unwrap();
        let verdicts = [Method::AlphaBeta, Method::ProofNumbers].map(|method| {
            let proof = folder.path().join("proof");
            let options = Options {
                method: Some(method),
                memory: 8,
                proof: Some(proof.clone()),
                ..Options::new(place.clone())
            };
            let answer = solve(&subject, &options, &Watch::nobody(), &|_| true).unwrap();
            let checked = check(&subject, &proof, &place, &Watch::nobody()).unwrap();
            assert_eq!(checked.verdict, answer.verdict);
            answer.verdict
        });
        assert_eq!(verdicts[0], verdicts[1], "{text}");
        found.push(verdicts[0]);
    }
    assert!(found.contains(&Verdict::Win) && found.contains(&Verdict::Loss), "{found:?}");
    let stones = Options { method: Some(Method::AlphaBeta), ..Options::new(place) };
    let refused = solve(&subject("fanorona-3x3"), &stones, &Watch::nobody(), &|_| true);
    assert!(matches!(refused, Err(SolveError::NoBeans)));
}

#[test]
fn what_cannot_be_solved_is_said_in_a_line() {
    let refusal = |name: &str, beans, position| {
        let game = games::game(name).unwrap();
        Subject::new(game, beans, position).err().unwrap().to_string()
    };
    assert!(refusal("halma", None, None).contains("halma cannot be solved"));
    assert!(refusal("bohnenspiel", Some(7), None).contains("not 7"));
    assert!(refusal("fanorona", Some(3), None).contains("has no beans"));
    assert!(refusal("fanorona", None, Some("B/W w")).contains("no position of fanorona"));
}
