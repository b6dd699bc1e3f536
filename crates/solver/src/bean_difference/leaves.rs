//! Leaves of a large proof for other machines: what is handed out, and what comes back.
//!
//! Where the defender is to move, all of his alternatives must be proven anyway, so they are handed
//! out as soon as the first of them is tried. The manager never waits for them: it goes on by itself,
//! with those that no worker has begun first, and takes results when there are some.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// A claim that another machine shall search: that the attacker wins a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClaimJob {
    /// Names the ledger in messages.
    pub token: String,
    /// Tells apart the claims of a run.
    pub number: u64,
    /// The rules.
    pub rules: String,
    /// The position.
    pub position: String,
    /// The moves that led to it.
    pub line: String,
    /// Who attacks.
    pub attacker_to_move: bool,
    /// The boards to search at most.
    pub budget: u64,
}

/// What a worker has found about a claim.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ClaimResult {
    /// The claim.
    pub job: ClaimJob,
    /// Whether the attacker wins; nothing, if the boards were not enough to find out.
    pub won: Option<bool>,
    /// A winning move of his.
    pub winning_move: Option<String>,
    /// The boards searched.
    pub boards: u64,
    /// The seconds that took.
    pub seconds: f64,
    /// The MiB of the worker's table.
    pub memory: usize,
    /// The beans of its largest tablebase.
    pub tables: usize,
}

/// A message of a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimMessage {
    /// It has begun with a claim.
    Begun(ClaimJob),
    /// It has searched one.
    Found(ClaimResult),
}

/// A message that has come.
pub struct ClaimDelivery {
    /// The message.
    pub message: ClaimMessage,
    /// Is called once it is in the ledger; until then it must not be lost.
    pub accept: Box<dyn FnOnce() + Send>,
}

/// How claims reach workers. Nothing here waits.
pub struct ClaimQueue<'a> {
    /// Names the ledger in messages; see [`queue_token`](crate::queue_token).
    pub token: String,
    /// Hands out a claim.
    pub offer: &'a (dyn Fn(&ClaimJob) + Sync),
    /// Takes back the claim of this number.
    pub withdraw: &'a (dyn Fn(u64) + Sync),
    /// What has come since the last call.
    pub collect: &'a (dyn Fn() -> Vec<ClaimDelivery> + Sync),
}

/// What the manager knows of the claims that it has handed out.
pub(super) struct Leaves<'a> {
    queue: Option<&'a ClaimQueue<'a>>,
    /// What is handed out, by position.
    offers: HashMap<String, Offer>,
    /// The positions that workers have begun.
    begun: HashSet<String>,
    /// The positions that came back open: they are not handed out again.
    returned: HashSet<String>,
    /// The positions that workers have decided.
    answered: HashSet<String>,
    /// What has come during a search, and is not in the ledger yet.
    come: Mutex<Vec<ClaimDelivery>>,
    next: u64,
}

struct Offer {
    number: u64,
    /// The defender's position, one of whose moves leads to this one.
    parent: String,
}

impl<'a> Leaves<'a> {
    pub(super) fn new(queue: Option<&'a ClaimQueue<'a>>) -> Leaves<'a> {
        Leaves {
            queue,
            offers: HashMap::new(),
            begun: HashSet::new(),
            returned: HashSet::new(),
            answered: HashSet::new(),
            come: Mutex::new(Vec::new()),
            next: 0,
        }
    }

    pub(super) fn are_handed_out(&self) -> bool {
        self.queue.is_some()
    }

    /// Whether a position may be handed out.
    pub(super) fn may_offer(&self, position: &str) -> bool {
        !self.offers.contains_key(position) && !self.returned.contains(position)
    }

    /// Hands out a claim, whose token and number do not count. The parent is the defender's position
    /// before it.
    pub(super) fn offer(&mut self, job: ClaimJob, parent: &str) {
        let Some(queue) = self.queue else { return };
        let job = ClaimJob { token: queue.token.clone(), number: self.next, ..job };
        self.next += 1;
        (queue.offer)(&job);
        let offer = Offer { number: job.number, parent: parent.to_owned() };
        self.offers.insert(job.position, offer);
    }

    /// Takes back what nobody needs any more.
    pub(super) fn withdraw(&mut self, is_needless: impl Fn(&str, &str) -> bool) {
        let Some(queue) = self.queue else { return };
        self.offers.retain(|position, offer| {
            let keep = !is_needless(position, &offer.parent);
            if !keep {
                (queue.withdraw)(offer.number);
            }
            keep
        });
    }

    pub(super) fn is_begun(&self, position: &str) -> bool {
        self.begun.contains(position)
    }

    /// Whether a worker has decided a position.
    pub(super) fn is_answered(&self, position: &str) -> bool {
        self.answered.contains(position)
    }

    /// Whether a result has come that makes the search of a position needless, or of one above it.
    /// It is not in the ledger yet: this is called in the midst of a search.
    pub(super) fn is_overtaken(&self, position: &str, path: &[String]) -> bool {
        let Some(queue) = self.queue else { return false };
        let mut come = self.lock();
        come.extend((queue.collect)());
        let is_searched = |text: &str| text == position || path.iter().any(|above| above == text);
        come.iter().any(|delivery| {
            let ClaimMessage::Found(ClaimResult { job, won: Some(won), .. }) = &delivery.message
            else {
                return false;
            };
            let parent = self.offers.get(&job.position).map(|offer| offer.parent.as_str());
            // One move of the defender's that does not lose is enough for him.
            is_searched(&job.position) || !won && parent.is_some_and(is_searched)
        })
    }

    /// What has come. Notes of begun claims are done with.
    pub(super) fn take(&mut self) -> Vec<(ClaimResult, Box<dyn FnOnce() + Send>)> {
        let Some(queue) = self.queue else { return Vec::new() };
        let mut come = std::mem::take(&mut *self.lock());
        come.extend((queue.collect)());
        let mut results = Vec::new();
        for ClaimDelivery { message, accept } in come {
            match message {
                ClaimMessage::Begun(job) => {
                    self.begun.insert(job.position);
                    accept();
                }
                ClaimMessage::Found(result) => results.push((result, accept)),
            }
        }
        results
    }

    /// Notes a result, whether it was handed out in this run or not; returns the defender's position
    /// before it, if it was, and whether the result is new.
    pub(super) fn note(&mut self, result: &ClaimResult) -> (Option<String>, bool) {
        let position = &result.job.position;
        let set = if result.won.is_some() { &mut self.answered } else { &mut self.returned };
        let is_new = set.insert(position.clone());
        let offer = self.offers.remove(position);
        if let (Some(queue), Some(offer)) = (self.queue, &offer) {
            // A worker of an earlier run may have sent it, and nobody begun it in this one.
            (queue.withdraw)(offer.number);
        }
        (offer.map(|offer| offer.parent), is_new)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<ClaimDelivery>> {
        self.come.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
