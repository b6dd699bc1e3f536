//! What the manager of a large proof does with workers: hands out claims, takes results, and chooses
//! what it searches itself meanwhile.

use std::ops::ControlFlow::{self, Break, Continue};

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position};

use super::SolverContext;
use super::campaign::{Campaign, CampaignOptions, attacker, open_ledger, parse};
use super::certificate::Claim;
use super::claim_solver::read;
use super::leaves::{ClaimJob, ClaimResult};
use super::prover::known_answer;
use crate::ledger::{ClaimRecord, OrderedMove};
use crate::solvable::Solvable;
use crate::{Problem, SolveError};

/// Names a ledger in messages, the same in every run; creates it if it does not exist.
pub fn queue_token(
    problem: &Problem,
    mover_wins: bool,
    options: &CampaignOptions,
) -> Result<String, SolveError> {
    let position = parse(problem, options)?;
    open_ledger(&position, attacker(&position, mover_wins), options)?.queue_token()
}

impl Campaign<'_> {
    /// The result of a position in the ledger, with what workers have sent. It breaks off without one
    /// if they have decided a position above.
    pub(super) fn look_up(&mut self, text: &str) -> Result<ControlFlow<Option<bool>>, SolveError> {
        self.take_results()?;
        if let Some(won) = self.ledger.won(text)? {
            return Ok(Break(Some(won)));
        }
        if self.leaves.are_handed_out() {
            for above in &self.path {
                if above != text && self.ledger.won(above)?.is_some() {
                    return Ok(Break(None));
                }
            }
        }
        Ok(Continue(()))
    }

    /// Hands out the defender's alternatives in a position, the last one of the path, that are open.
    pub(super) fn hand_out(
        &mut self,
        parent: &str,
        moves: &[OrderedMove],
        line: &[String],
    ) -> Result<(), SolveError> {
        let SolverContext { tablebase, table, .. } = *self.context;
        for OrderedMove { text, after, .. } in moves {
            // Not what is over, what the path repeats, or what no search is needed for.
            let Some(position) = read(after) else { continue };
            let attacker_to_move = position.turn() == self.attacker;
            let query = Claim::win(&position, attacker_to_move).query();
            if self.path.contains(after)
                || !self.leaves.may_offer(after)
                || known_answer(tablebase, table, query).is_some()
                || self.ledger.won(after)?.is_some()
            {
                continue;
            }
            let job = ClaimJob {
                token: String::new(),
                number: 0,
                rules: <Bohnenspiel as Solvable>::rules(()),
                position: after.clone(),
                line: line.iter().chain([text]).cloned().collect::<Vec<_>>().join(" "),
                attacker_to_move,
                budget: self.options.budget,
            };
            self.leaves.offer(job, parent);
        }
        Ok(())
    }

    /// Which of the moves is tried next: one that decides the position, then one that is decided, then
    /// the best one that no worker has begun, then the best one.
    pub(super) fn next_move(&self, moves: &[OrderedMove]) -> Result<usize, SolveError> {
        if !self.leaves.are_handed_out() {
            return Ok(0);
        }
        let mut next = (3, 0);
        for (nth, OrderedMove { after, .. }) in moves.iter().enumerate() {
            let class = match self.ledger.won(after)? {
                Some(false) => 0,
                Some(true) => 1,
                None if self.leaves.is_begun(after) => 3,
                None => 2,
            };
            next = next.min((class, nth));
        }
        Ok(next.1)
    }

    /// Writes what workers have sent into the ledger.
    fn take_results(&mut self) -> Result<(), SolveError> {
        for (result, accept) in self.leaves.take() {
            self.take_result(&result)?;
            accept();
        }
        Ok(())
    }

    /// Writes a result into the ledger, unless it is about something else, or has come before.
    fn take_result(&mut self, result: &ClaimResult) -> Result<(), SolveError> {
        let (job, won) = (&result.job, result.won);
        let text = &job.position;
        let is_ours = |position: &Bohnenspiel| {
            job.rules == <Bohnenspiel as Solvable>::rules(())
                && job.attacker_to_move == (position.turn() == self.attacker)
        };
        let Some(position) = read(text).filter(is_ours) else { return Ok(()) };
        let (parent, is_new) = self.leaves.note(result);
        if !is_new || self.ledger.won(text)?.is_some() {
            return Ok(());
        }
        self.ledger.record(&ClaimRecord {
            position: text,
            line: &job.line,
            attacker_to_move: job.attacker_to_move,
            won,
            boards: result.boards,
            seconds: result.seconds,
            memory: result.memory,
            tables: result.tables,
        })?;
        match (won, parent) {
            (Some(true), _) => self.take_win(&position, result),
            (Some(false), Some(parent)) => self.record_defence(&parent, job),
            _ => Ok(()),
        }
    }

    /// Puts a win into the table, and the winning move into the ledger.
    fn take_win(&mut self, position: &Bohnenspiel, result: &ClaimResult) -> Result<(), SolveError> {
        self.remember(Claim::win(position, result.job.attacker_to_move));
        let winning = result.winning_move.as_ref().and_then(|text| position.read_move(text).ok());
        let Some(winning) = winning.filter(|_| result.job.attacker_to_move) else { return Ok(()) };
        let after = position.play(winning);
        if after.outcome().is_none() {
            self.remember(Claim::win(&after, false));
        }
        let line: Vec<String> = result.job.line.split_whitespace().map(str::to_owned).collect();
        self.record_answer(position, &result.job.position, &line, winning)
    }

    /// One alternative that does not lose is enough for the defender.
    fn record_defence(&mut self, parent: &str, job: &ClaimJob) -> Result<(), SolveError> {
        let Some(position) = read(parent) else { return Ok(()) };
        let mut line: Vec<String> = job.line.split_whitespace().map(str::to_owned).collect();
        line.pop();
        self.record(Claim::win(&position, false), parent, &line, Some(false), (0, 0.0))
    }
}
