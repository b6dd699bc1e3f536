//! The lab of Das Bohnenspiel: the test that a course gives its students' players, and a harder one.
//!
//! A player meets opponents that look at one thing only, as often with either colour, from the
//! start; a win is worth two points, a draw one, and whoever does not give a legal move in time has
//! lost. It is a match against each of them, counted in the course's own way.

use games::{AnyGame, Seat};
use players::{Spec, SpecError};

use crate::{Bounds, Control, Entrant, Finished, Match, Openings, Referee};

/// A player on trial.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The game, which has to be Das Bohnenspiel for the opponents to play it.
    pub game: AnyGame,
    /// Whose test it is.
    pub player: Spec,
    /// What everybody may spend.
    pub control: Control,
    /// How many games with each colour against each opponent.
    pub games: usize,
    /// How many are played at a time.
    pub concurrency: usize,
    /// Where random numbers begin.
    pub seed: u64,
}

/// Which opponents.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LabSet {
    /// The course's own, who look at houses only.
    Lab,
    /// Opponents that look ahead.
    Harder,
}

impl LabSet {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            LabSet::Lab => "lab",
            LabSet::Harder => "harder",
        }
    }

    /// The opponents, by their specs.
    pub const fn opponents(self) -> &'static [&'static str] {
        match self {
            LabSet::Lab => &["random", "leftmost", "rightmost", "highest", "lowest"],
            LabSet::Harder => &["two-ply", "alphabeta:depth=6", "level:5", "strong"],
        }
    }

    /// Where games begin. The course begins all at the start; but two players that both look ahead
    /// would play the same game again and again from there.
    const fn openings(self) -> Openings {
        let plies = match self {
            LabSet::Lab => 0,
            LabSet::Harder => 4,
        };
        Openings::Random { plies }
    }
}

impl Lab {
    /// The matches of a set, one an opponent. The player on trial is the first entrant of each.
    pub fn matches(&self, set: LabSet) -> Result<Vec<Match>, SpecError> {
        set.opponents().iter().map(|opponent| self.against(set, &opponent.parse()?)).collect()
    }

    fn against(&self, set: LabSet, opponent: &Spec) -> Result<Match, SpecError> {
        let both = [&self.player, opponent].map(|spec| Entrant::new(self.game, spec));
        let entrants = both.into_iter().collect::<Result<Vec<Entrant>, SpecError>>()?;
        Ok(Match {
            referee: Referee { control: self.control, bounds: Bounds::usual(self.game) },
            openings: set.openings(),
            games: self.games * self.game.seats(),
            concurrency: self.concurrency,
            seed: self.seed,
            ..Match::new(self.game, entrants)
        })
    }
}

/// How a player did against one opponent.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Whom it met.
    pub opponent: String,
    /// Games won, drawn and lost, by the player's seat.
    pub games: [[usize; 3]; 2],
    /// The first thing that cost the player a game by forfeit, in words.
    pub fault: Option<String>,
}

impl Marks {
    /// For a win; a draw is worth half of it.
    pub const WIN: usize = 2;

    /// Before the first game of a match of the lab.
    pub fn new(contest: &Match) -> Marks {
        let opponent = contest.entrants.get(1).map(Entrant::name).unwrap_or_default();
        Marks { opponent: opponent.to_owned(), ..Marks::default() }
    }

    /// Counts a game.
    pub fn add(&mut self, Finished { seating, played, .. }: &Finished) {
        let seat = Seat::new(usize::from(seating.first() != Some(&0)));
        let result = match played.outcome.winner() {
            Some(winner) if winner == seat => 0,
            None => 1,
            Some(_) => 2,
        };
        self.games[seat.index()][result] += 1;
        if self.fault.is_none() && played.ending.is_forfeit() && played.culprit == Some(seat) {
            let remark = played.remark.as_deref().unwrap_or_default();
            self.fault = Some(format!("{}: {remark}", played.ending));
        }
    }

    /// The points so far.
    pub fn points(&self) -> usize {
        self.games.iter().map(|[wins, draws, _]| Marks::WIN * wins + draws).sum()
    }

    /// The most points that could have been scored.
    pub fn most(&self) -> usize {
        Marks::WIN * self.games.iter().flatten().sum::<usize>()
    }
}
