//! Writing a certificate: the claims that a proven one rests on are collected depth first, where the
//! attacker is to move with the move that seems to need the fewest more.

use std::collections::HashMap;
use std::path::Path;

use spielwerk_games::Game;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_tablebases::TablebaseHeader;

use super::SolverContext;
use super::certificate::{Claim, MAX_RANK, NAME};
use crate::SolveError;
use crate::solvable::Solvable;

/// Collects the claims that a proven one rests on, and writes them to a file.
pub(super) fn write<const BEANS: u8>(
    context: &SolverContext,
    position: &Bohnenspiel<BEANS>,
    attacker_to_move: bool,
    path: &Path,
) -> Result<usize, SolveError> {
    let mut collector = Collector { context, ranks: HashMap::new() };
    if collector.add(Claim::win(position, attacker_to_move))?.is_none() {
        return Err(SolveError::Circular);
    }
    let mut claims: Vec<u64> = collector
        .ranks
        .into_iter()
        .filter_map(|(claim, rank)| Some(claim | u64::from(rank?)))
        .collect();
    claims.sort_unstable();
    let header = header::<BEANS>(&position.setup().to_string(), attacker_to_move);
    spielwerk_tablebases::file::write(path, &header, |file| {
        file.write(&(claims.len() as u64).to_le_bytes())?;
        claims.iter().try_for_each(|claim| file.write(&claim.to_le_bytes()))
    })?;
    Ok(claims.len())
}

fn header<const BEANS: u8>(position: &str, attacker_to_move: bool) -> TablebaseHeader {
    let value = if attacker_to_move { "win" } else { "loss" };
    TablebaseHeader::new(NAME, Bohnenspiel::<BEANS>::rules(()), format!("{value} {position}"))
}

struct Collector<'a> {
    context: &'a SolverContext<'a>,
    /// The rank of each claim; none while it is on the path.
    ranks: HashMap<u64, Option<u16>>,
}

impl Collector<'_> {
    /// Adds a claim that holds, with all that it rests on, and returns its rank. `None` if it rests
    /// on one on the path.
    fn add(&mut self, claim: Claim) -> Result<Option<u16>, SolveError> {
        if claim.known(self.context.tablebase) == Some(true) {
            return Ok(Some(0));
        }
        let key = claim.pack();
        if let Some(&rank) = self.ranks.get(&key) {
            return Ok(rank);
        }
        self.ranks.insert(key, None);
        let below =
            if claim.attacker_to_move { self.one_move(claim) } else { self.all_moves(claim) };
        let Some(below) = below? else {
            self.ranks.remove(&key);
            return Ok(None);
        };
        if below > MAX_RANK {
            return Err(SolveError::Circular);
        }
        self.ranks.insert(key, Some(below));
        Ok(Some(below))
    }

    /// One move that keeps what is claimed, with the least to add: the rank that the claim gets.
    fn one_move(&mut self, claim: Claim) -> Result<Option<u16>, SolveError> {
        let mut moves: Vec<(u8, Claim, bool)> =
            claim.successors().map(|(next, captured)| (self.cost(next), next, captured)).collect();
        moves.sort_by_key(|&(cost, ..)| cost);
        for (_, next, captured) in moves {
            if self.holds(next)?
                && let Some(rank) = self.add(next)?
            {
                return Ok(Some(if captured { 0 } else { rank + 1 }));
            }
        }
        Ok(None)
    }

    fn all_moves(&mut self, claim: Claim) -> Result<Option<u16>, SolveError> {
        let mut highest = 0;
        for (next, captured) in claim.successors() {
            match self.add(next)? {
                Some(rank) if !captured => highest = highest.max(rank + 1),
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(highest))
    }

    /// How much a claim seems to add: nothing if it is known or there, else by the work that the
    /// search had with it.
    fn cost(&self, claim: Claim) -> u8 {
        match claim.known(self.context.tablebase) {
            Some(true) => return 0,
            Some(false) => return u8::MAX,
            None => {}
        }
        if self.ranks.contains_key(&claim.pack()) {
            return 1;
        }
        let query = claim.query();
        let bounds = self.context.table.probe(query.board.index());
        match bounds.and_then(|bounds| Some((bounds.decides(query.need)?, bounds.work))) {
            Some((yes, work)) if yes == claim.attacker_to_move => 2 + work,
            Some(_) => u8::MAX,
            None => u8::MAX - 1,
        }
    }

    /// Whether a claim holds; what the table has lost is searched again.
    fn holds(&self, claim: Claim) -> Result<bool, SolveError> {
        let yes = self.context.answer(claim.query(), "certificate")?;
        Ok(yes == claim.attacker_to_move)
    }
}
