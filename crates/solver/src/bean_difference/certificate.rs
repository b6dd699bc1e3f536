//! Certificates: why the attacker wins, as a file that can be checked against the rules and the
//! tablebases alone.
//!
//! A claim says that with a board, whoever is to move, the attacker gets at least so many of its
//! pairs. It follows from others: where the attacker is to move by one of his moves, where the
//! defender is by all of his. The last ones follow from the rules, from the tablebases, or from
//! there being nothing left to need. Moves that capture leave fewer beans, and along others the rank
//! falls, so that no claim rests on itself: endless play is no win.
//!
//! ```text
//!   claims 8 bytes │ each in 8 bytes, ascending:   board 47 │ attacker to move 1 │ need 6 │ rank 10
//! ```
//!
//! The moves are not stored: a move is right if its claim is there. [`Board::index`] defines the
//! number of a board. Needs are those of the attacker.

use std::path::Path;

use spielwerk_games::bohnenspiel::{Bohnenspiel, ROW};
use spielwerk_tablebases::TablebaseFile;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::PairsQuery;
use super::board::Board;
use super::strategy::pairs_query;
use crate::solvable::Solvable;
use crate::{GameValue, ProofSummary, SolveError};

/// The name in the header of a certificate.
pub(crate) const NAME: &str = "certificate";

/// The largest rank.
pub(super) const MAX_RANK: u16 = (1 << 10) - 1;

/// The attacker gets at least `need` of the pairs of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Claim {
    pub(super) board: Board,
    pub(super) attacker_to_move: bool,
    pub(super) need: i8,
}

impl Claim {
    /// The claim that the attacker wins a position.
    pub(super) fn win<const BEANS: u8>(
        position: &Bohnenspiel<BEANS>,
        attacker_to_move: bool,
    ) -> Claim {
        let node = spielwerk_search::proof::Node { position: *position, attacker_to_move };
        Claim::from_query(pairs_query(node))
    }

    fn from_query(query: PairsQuery) -> Claim {
        let PairsQuery { board, pairs, need, attacker_to_move } = query;
        let need = if attacker_to_move { need } else { pairs - need + 1 };
        Claim { board, attacker_to_move, need }
    }

    /// The mover's query: he is the attacker, or he wants more than the attacker leaves.
    pub(super) fn query(self) -> PairsQuery {
        let Claim { board, attacker_to_move, need } = self;
        let pairs = board.beans() as i8 / 2;
        let need = if attacker_to_move { need } else { pairs - need + 1 };
        PairsQuery { board, pairs, need, attacker_to_move }
    }

    /// What must hold after each move for the claim to hold, and whether the move captured.
    pub(super) fn successors(self) -> impl Iterator<Item = (Claim, bool)> {
        let full = (0..ROW).filter(move |&house| self.board.house(house) > 0);
        full.map(move |house| {
            let (board, captured) = self.board.play(house);
            let need = if self.attacker_to_move { self.need - captured } else { self.need };
            (Claim { board, attacker_to_move: !self.attacker_to_move, need }, captured > 0)
        })
    }

    /// Whether it holds, where the rules or the tablebase decide it.
    pub(super) fn known(self, tablebase: &EndgameTablebase) -> Option<bool> {
        let PairsQuery { board, pairs, need, .. } = self.query();
        let yes = super::prover::known_result(tablebase, board, pairs, need)?;
        Some(yes == self.attacker_to_move)
    }

    /// As a number; the rank is added in the low bits.
    pub(super) fn pack(self) -> u64 {
        let place = self.board.index() << 1 | u64::from(self.attacker_to_move);
        (place << 6 | self.need as u64) << 10
    }

    fn unpack(number: u64) -> Option<(Claim, u16)> {
        let board = Board::from_index(number >> 17).filter(|board| board.beans() % 2 == 0)?;
        let attacker_to_move = number >> 16 & 1 == 1;
        let claim = Claim { board, attacker_to_move, need: (number >> 10 & 63) as i8 };
        Some((claim, number as u16 & MAX_RANK))
    }
}

/// How many claims are in memory at a time when a certificate is checked: half a gibibyte.
pub(crate) const CLAIMS_IN_MEMORY: usize = 1 << 26;

/// Checks a certificate: the position that it is about, and the number of its claims. No more than
/// so many claims are in memory at a time; a larger file is read several times.
pub(crate) fn check<const BEANS: u8>(
    path: &Path,
    tablebase: &EndgameTablebase,
    claims_in_memory: usize,
) -> Result<ProofSummary, SolveError> {
    let (file, header) = TablebaseFile::open_any(path)?;
    let wrong = |what: &str| SolveError::from(file.wrong(what));
    let (value, text) = header.parameters.split_once(' ').unwrap_or_default();
    let attacker_to_move = value == "win";
    let position = Bohnenspiel::<BEANS>::parse((), text).ok();
    let Some(position) = position.filter(|_| attacker_to_move || value == "loss") else {
        return Err(wrong("it does not say which position is won"));
    };
    if header.name != NAME || header.rules != Bohnenspiel::<BEANS>::rules(()) {
        return Err(wrong("it is no certificate of this game"));
    }
    let count = (file.len() / 8).saturating_sub(1);
    if !file.len().is_multiple_of(8) || file.word(0) != Some(count as u64) {
        return Err(wrong("its length is not that of its claims"));
    }
    let root = Claim::win(&position.canonical(), attacker_to_move);
    let mut checker = Checker::new(tablebase, count);
    for begin in (0..count.max(1)).step_by(claims_in_memory) {
        checker.load(&file, begin..count.min(begin + claims_in_memory))?;
        checker.require_root(root);
        checker.pass(&file)?;
    }
    checker.finish(root).map_err(|what| wrong(&what))?;
    let value = if attacker_to_move { GameValue::Win } else { GameValue::Loss };
    Ok(ProofSummary { value, position: text.to_owned(), positions: count })
}

/// Checks all claims against those of one part of the file at a time.
struct Checker<'a> {
    tablebase: &'a EndgameTablebase,
    /// The claims of the present part, ascending.
    part: Vec<u64>,
    /// Whether the part begins at the beginning of the file: then the rules are applied too.
    is_first: bool,
    /// The moves for which something was found, for each claim one bit a move.
    found: Vec<u8>,
    root_found: bool,
}

impl Checker<'_> {
    fn new(tablebase: &EndgameTablebase, count: usize) -> Checker<'_> {
        let (part, found) = (Vec::new(), vec![0; count]);
        Checker { tablebase, part, is_first: true, found, root_found: false }
    }

    fn load(
        &mut self,
        file: &TablebaseFile,
        part: std::ops::Range<usize>,
    ) -> Result<(), SolveError> {
        self.is_first = part.start == 0;
        self.part.clear();
        let mut nth = 0;
        file.for_each_block(|bytes| {
            for word in bytes.as_chunks().0 {
                if nth > part.start && nth <= part.end {
                    self.part.push(u64::from_le_bytes(*word));
                }
                nth += 1;
            }
        })?;
        if self.part.is_sorted() {
            return Ok(());
        }
        Err(file.wrong("its claims are not in ascending order").into())
    }

    fn require_root(&mut self, root: Claim) {
        self.root_found |= root.known(self.tablebase) == Some(true) || self.has(root, u16::MAX);
    }

    /// Goes through all claims of the file, and notes which of their moves the part supports.
    fn pass(&mut self, file: &TablebaseFile) -> Result<(), SolveError> {
        let (mut nth, mut unsound) = (0, false);
        let mut found = std::mem::take(&mut self.found);
        file.for_each_block(|bytes| {
            for word in bytes.as_chunks().0 {
                if nth > 0 {
                    match Claim::unpack(u64::from_le_bytes(*word)) {
                        Some((claim, rank)) => found[nth - 1] |= self.supported(claim, rank),
                        None => unsound = true,
                    }
                }
                nth += 1;
            }
        })?;
        self.found = found;
        if unsound { Err(file.wrong("one of its claims has no board").into()) } else { Ok(()) }
    }

    /// A bit for each move of the defender that the part supports, and for each that he does not
    /// have; all bits if a move of the attacker is supported.
    fn supported(&self, claim: Claim, rank: u16) -> u8 {
        let (mut bits, mut all) = (0, 0);
        for (nth, (next, captured)) in claim.successors().enumerate() {
            all |= 1 << nth;
            let limit = if captured { u16::MAX } else { rank };
            let holds = match next.known(self.tablebase) {
                Some(yes) => yes && self.is_first,
                None => self.has(next, limit),
            };
            bits |= u8::from(holds) << nth;
        }
        match (all, claim.attacker_to_move) {
            (0, _) => 0,
            (_, true) => {
                if bits == 0 {
                    0
                } else {
                    ALL_MOVES
                }
            }
            (_, false) => bits | !all,
        }
    }

    /// Whether the part has a claim at least as strong, of a rank below the limit.
    fn has(&self, claim: Claim, limit: u16) -> bool {
        if claim.need < 0 {
            return false;
        }
        let least = claim.pack();
        let from = self.part.partition_point(|&there| there < least);
        let same = self.part[from..].iter().take_while(|&&there| there >> 16 == least >> 16);
        same.into_iter().any(|&there| (there as u16 & MAX_RANK) < limit)
    }

    fn finish(&self, root: Claim) -> Result<(), String> {
        if !self.root_found {
            return Err(format!("it does not claim what it is about: {root:?}"));
        }
        match self.found.iter().position(|&bits| bits != ALL_MOVES) {
            Some(nth) => Err(format!("claim {nth} does not follow from others")),
            None => Ok(()),
        }
    }
}

/// Marks a claim that follows.
const ALL_MOVES: u8 = 0xff;
