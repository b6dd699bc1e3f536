//! Claims of large proofs on a queue: as messages of the manager, and of the workers that search them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use spielwerk_cluster::{Answer, Delivery, Queue, Subscription, Task, Topic};
use spielwerk_search::StopFlag;
use spielwerk_solver::{
    CampaignResult, ClaimDelivery, ClaimJob, ClaimMessage, ClaimQueue, ClaimResult, ClaimSolver,
    SolveError,
};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

use super::tables::show_build_progress;
use crate::args::Worker;
use crate::progress::Progress;

/// Runs the manager of a large proof, with workers that search what it hands out under this token.
pub(super) fn with_workers(
    queue: &Queue,
    token: String,
    prove: impl FnOnce(Option<&ClaimQueue>) -> Result<CampaignResult, SolveError>,
) -> anyhow::Result<CampaignResult> {
    let jobs = queue.background_jobs(&token)?;
    let offer = |job: &ClaimJob| jobs.offer(job.number, message(job));
    let withdraw = |number| jobs.withdraw(number);
    let collect = || jobs.collect().into_iter().filter_map(|come| read(queue, come)).collect();
    let claims = ClaimQueue { token, offer: &offer, withdraw: &withdraw, collect: &collect };
    let found = prove(Some(&claims));
    jobs.end(found.is_ok());
    Ok(found?)
}

/// A message of a worker. What cannot be read is dropped.
fn read(queue: &Queue, delivery: Delivery) -> Option<ClaimDelivery> {
    match serde_json::from_slice(delivery.payload()) {
        Ok(message) => Some(ClaimDelivery { message, accept: Box::new(move || delivery.accept()) }),
        Err(error) => {
            (queue.note)(&format!("a result is dropped: {error}"));
            delivery.accept();
            None
        }
    }
}

/// The threads of a worker that search claims, if it has memory for them.
pub(super) fn subscription(options: &Worker) -> anyhow::Result<Option<Subscription>> {
    let Some(memory) = options.solver_memory else { return Ok(None) };
    let directory = TablebaseDir::find(options.tables.clone())?;
    let (progress, never) = (Progress::new("tables"), AtomicBool::new(false));
    let report = |made: spielwerk_tablebases::Progress| show_build_progress(&progress, made);
    let solver = ClaimSolver::new(&directory, memory, &BuildMonitor::new(&never, &report))?;
    let solver = Arc::new(solver);
    let handler = Arc::new(move |payload: &[u8]| {
        let job: ClaimJob = serde_json::from_slice(payload).ok()?;
        solver.knows(&job).then(|| task(&solver, job))
    });
    Ok(Some(Subscription { topic: Topic::Claims, threads: options.threads, handler }))
}

fn task(solver: &Arc<ClaimSolver>, job: ClaimJob) -> Task {
    let solver = solver.clone();
    let (token, begun) = (job.token.clone(), message(&ClaimMessage::Begun(job.clone())));
    let run = Box::new(move |stop: &StopFlag| {
        let found = solver.search(&job, &|| stop.is_stopped())?;
        let note = Ok(note(&found));
        Some(Answer { payload: message(&ClaimMessage::Found(found)), note })
    });
    Task { token, begun: Some(begun), run }
}

fn note(ClaimResult { job, won, boards, seconds, .. }: &ClaimResult) -> String {
    let verdict = match won {
        Some(true) => "won",
        Some(false) => "not won",
        None => "open",
    };
    format!("claim after [{}]: {verdict}, {boards} boards in {seconds:.1} s", job.line)
}

/// Plain data with text keys can always be written as JSON.
fn message(message: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(message).unwrap_or_default()
}
