//! Large proofs whose leaves others search: what they send, or fail to, and the ledger in the end.

#![cfg(feature = "ledger")]
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rusqlite::Connection;
use spielwerk_solver::{
    CampaignOptions, ClaimDelivery, ClaimJob, ClaimMessage, ClaimQueue, ClaimResult, ClaimSolver,
    Problem, SolveError, SolveOptions, prove_win, queue_token, status,
};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};
use tempfile::{TempDir, tempdir};

/// Two beans more in the houses than the tablebases have. Weisse is to move in both, and in the
/// second one loses.
const WON: &str = "3,3,1,0,1,1/3,1,0,2,1,0 28-28 w";
const LOST: &str = "1,1,1,2,1,1/0,2,2,4,1,0 28-28 w";
const DRAWN: &str = "2,1,1,0,2,0/3,1,0,2,1,3 28-28 w";

/// The memory of the workers, which the ledger notes.
const MEMORY: usize = 7;

/// Whether a worker answers a claim, how, and how often.
type Answer<'a> = &'a (dyn Fn(&ClaimSolver, &ClaimJob) -> Vec<ClaimMessage> + Sync);

struct TestSetup {
    folder: TempDir,
    solver: ClaimSolver,
    offered: Mutex<Vec<ClaimJob>>,
    withdrawn: Mutex<Vec<u64>>,
    accepted: AtomicU64,
}

impl TestSetup {
    fn new() -> TestSetup {
        let folder = tempdir().unwrap();
        let tables = TablebaseDir::from(folder.path().join("tables"));
        let solver = ClaimSolver::new(&tables, MEMORY, &BuildMonitor::silent()).unwrap();
        let (offered, withdrawn) = (Mutex::default(), Mutex::default());
        TestSetup { folder, solver, offered, withdrawn, accepted: AtomicU64::new(0) }
    }

    /// The manager itself searches nothing: it tries every move.
    fn options(&self, ledger: &str) -> CampaignOptions {
        let tables = TablebaseDir::from(self.folder.path().join("tables"));
        CampaignOptions {
            search: SolveOptions { memory: 16, ..SolveOptions::new(tables) },
            ledger: self.folder.path().join(ledger),
            import: Vec::new(),
            budget: 0,
        }
    }

    /// The result with workers that answer like this, as soon as a claim is offered.
    fn prove(
        &'static self,
        position: &str,
        mover_wins: bool,
        options: &CampaignOptions,
        answer: Answer,
        reports: u64,
    ) -> Result<bool, SolveError> {
        let problem = problem(position);
        let come = Mutex::new(Vec::new());
        let offer = |job: &ClaimJob| {
            self.offered.lock().unwrap().push(job.clone());
            come.lock().unwrap().extend(answer(&self.solver, job));
        };
        let withdraw = |number| self.withdrawn.lock().unwrap().push(number);
        let collect = || {
            let deliver = |message| {
                let accept = Box::new(|| _ = self.accepted.fetch_add(1, Relaxed));
                ClaimDelivery { message, accept }
            };
            come.lock().unwrap().drain(..).map(deliver).collect()
        };
        let token = queue_token(&problem, mover_wins, options).unwrap();
        let queue = ClaimQueue { token, offer: &offer, withdraw: &withdraw, collect: &collect };
        let left = AtomicU64::new(reports);
        let go_on = |_: spielwerk_solver::SolveProgress| {
            left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_ok()
        };
        let (order, silent) = (|_: &str| Vec::new(), BuildMonitor::silent());
        let found = prove_win(&problem, mover_wins, options, &order, Some(&queue), &silent, &go_on);
        found.map(|found| found.won)
    }
}

fn problem(position: &str) -> Problem {
    Problem::new(spielwerk_games::game("bohnenspiel").unwrap(), None, Some(position)).unwrap()
}

/// What a worker with enough boards says.
fn searched(solver: &ClaimSolver, job: &ClaimJob) -> ClaimMessage {
    let found = solver.search(&ClaimJob { budget: u64::MAX, ..job.clone() }, &|| false).unwrap();
    assert!(found.won.is_some());
    ClaimMessage::Found(ClaimResult { job: job.clone(), ..found })
}

/// The positions in a ledger and whether they are won, and how many of them workers have searched.
fn claims(ledger: &Path) -> (Vec<(String, Option<bool>)>, usize) {
    let database = Connection::open(ledger).unwrap();
    let mut query =
        database.prepare("SELECT position, won, memory FROM claims ORDER BY position").unwrap();
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    let rows: Vec<(String, Option<bool>, i64)> = rows.map(Result::unwrap).collect();
    let by_workers = rows.iter().filter(|row| row.2 == MEMORY as i64).count();
    (rows.into_iter().map(|(position, won, _)| (position, won)).collect(), by_workers)
}

/// Kept until the end of the process: the accepting functions may outlive a proof.
fn setup() -> &'static TestSetup {
    Box::leak(Box::new(TestSetup::new()))
}

#[test]
fn what_workers_find_is_what_the_manager_finds() {
    let setup = setup();
    for (nth, (position, mover_wins, wins)) in
        [(WON, true, true), (LOST, false, true), (DRAWN, true, false)].into_iter().enumerate()
    {
        let [here, there] = ["here", "there"].map(|name| setup.options(&format!("{name}-{nth}")));
        // Nobody answers, and the manager does it all.
        assert_eq!(
            setup.prove(position, mover_wins, &here, &|_, _| vec![], u64::MAX).unwrap(),
            wins
        );
        assert_eq!(claims(&here.ledger).1, 0);
        let answer = |solver: &ClaimSolver, job: &ClaimJob| {
            vec![ClaimMessage::Begun(job.clone()), searched(solver, job)]
        };
        assert_eq!(setup.prove(position, mover_wins, &there, &answer, u64::MAX).unwrap(), wins);
        let (alone, (together, by_workers)) = (claims(&here.ledger).0, claims(&there.ledger));
        assert!(by_workers > 0, "{position}");
        // The manager goes deeper by itself, but about no position they differ.
        for (position, won) in &together {
            let other = alone.iter().find(|(other, _)| other == position);
            assert!(other.is_none_or(|(_, other)| other == won), "{position}");
        }
        assert_eq!(status(&there.ledger).unwrap().won, Some(wins));
        assert_eq!(status(&there.ledger).unwrap().unanswered, 0);
    }
    let offered = setup.offered.lock().unwrap();
    let numbers = offered.iter().all(|job| job.token.len() == 16 && job.budget == 0);
    assert!(numbers && !setup.withdrawn.lock().unwrap().is_empty());
}

#[test]
fn results_that_are_open_late_twice_or_wrong_do_no_harm() {
    let setup = setup();
    let options = setup.options("ledger");
    let answer = |solver: &ClaimSolver, job: &ClaimJob| {
        let ClaimMessage::Found(found) = searched(solver, job) else { unreachable!() };
        let open = ClaimResult { won: None, boards: 1_000_000, ..found.clone() };
        let elsewhere = ClaimJob { position: "0,0".into(), ..job.clone() };
        let other_rules = ClaimJob { rules: "other".into(), ..job.clone() };
        let turned = ClaimJob { attacker_to_move: !job.attacker_to_move, ..job.clone() };
        let wrong = [elsewhere, other_rules, turned].map(|job| ClaimResult {
            job,
            won: Some(false),
            ..found.clone()
        });
        wrong.into_iter().chain([open.clone(), open]).map(ClaimMessage::Found).collect()
    };
    assert!(setup.prove(LOST, false, &options, &answer, u64::MAX).unwrap());
    let offered = setup.offered.lock().unwrap().len() as u64;
    assert!(offered > 0);
    assert_eq!(setup.accepted.load(Relaxed), 5 * offered);
    // Each open result is counted once.
    assert_eq!(status(&options.ledger).unwrap().boards / 1_000_000, offered);
}

/// What a manager has accepted before it was stopped is in its ledger, and nothing else.
#[test]
fn a_stopped_manager_loses_nothing() {
    let setup = setup();
    let options = setup.options("ledger");
    let answer = |solver: &ClaimSolver, job: &ClaimJob| vec![searched(solver, job)];
    let token = queue_token(&problem(LOST), false, &options).unwrap();
    let mut reports = 1;
    while let Err(error) = setup.prove(LOST, false, &options, &answer, reports) {
        assert!(matches!(error, SolveError::Stopped), "{error}");
        let by_workers = claims(&options.ledger).1 as u64;
        assert_eq!(setup.accepted.load(Relaxed), by_workers);
        reports += 1;
    }
    assert_eq!(status(&options.ledger).unwrap().won, Some(true));
    assert_eq!(queue_token(&problem(LOST), false, &options).unwrap(), token);
}

#[test]
fn a_worker_stops_and_keeps_to_its_boards() {
    let setup = setup();
    setup.prove(LOST, false, &setup.options("ledger"), &|_, _| vec![], u64::MAX).unwrap();
    let job = setup.offered.lock().unwrap()[0].clone();
    let found = setup.solver.search(&job, &|| false).unwrap();
    assert_eq!((found.won, found.boards, found.memory), (None, 0, MEMORY));
    assert!(!setup.solver.knows(&ClaimJob { rules: "other".into(), ..job.clone() }));
    let large = ClaimJob {
        position: "10,1,0,0,13,12/11,10,0,0,10,1 2-2 s".into(),
        budget: u64::MAX,
        ..job
    };
    assert_eq!(setup.solver.search(&large, &|| true), None);
    let small = ClaimJob { budget: 10_000, ..large };
    let open = setup.solver.search(&small, &|| false).unwrap();
    assert!(open.won.is_none() && (10_000..30_000).contains(&open.boards), "{open:?}");
}
