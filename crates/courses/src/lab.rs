//! The lab of Das Bohnenspiel: the assessment of a programming course for its students' players, and
//! a harder one.
//!
//! A player plays a match against each of several simple opponents, equally often with either
//! colour, from the start. A win is worth two points, a draw one, and a player that gives no legal
//! move in time loses.

use spielwerk_arena::{FinishedGame, Match, Openings, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{PlayerSpec, SpecError};
use spielwerk_session::{GameLimits, TimeControl};

/// An assessment of one player.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The game, which has to be Das Bohnenspiel for the opponents to play it.
    pub game: AnyGame,
    /// The player to be assessed.
    pub player: PlayerSpec,
    /// The time control.
    pub time_control: TimeControl,
    /// How many games with each colour against each opponent.
    pub games: usize,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The random seed.
    pub seed: u64,
}

/// A set of opponents.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum LabSet {
    /// The course's own opponents, which do not search.
    Lab,
    /// Opponents that search.
    Harder,
}

impl LabSet {
    /// Its name.
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

    /// The openings. The course begins all games at the start; but two deterministic players would
    /// play the same game again and again from there.
    const fn openings(self) -> Openings {
        let plies = match self {
            LabSet::Lab => 0,
            LabSet::Harder => 4,
        };
        Openings::Random { plies }
    }
}

impl Lab {
    /// The matches of a set, one an opponent. The assessed player is the first entrant of each.
    pub fn matches(&self, set: LabSet) -> Result<Vec<Match>, SpecError> {
        set.opponents().iter().map(|opponent| self.against(set, &opponent.parse()?)).collect()
    }

    fn against(&self, set: LabSet, opponent: &PlayerSpec) -> Result<Match, SpecError> {
        let both = [&self.player, opponent].map(|spec| Entrant::new(self.game, spec));
        let entrants = both.into_iter().collect::<Result<Vec<Entrant>, SpecError>>()?;
        Ok(Match {
            referee: Referee {
                time_control: self.time_control,
                limits: GameLimits::default_for(self.game),
            },
            openings: set.openings(),
            games: self.games * self.game.seats(),
            concurrency: self.concurrency,
            seed: self.seed,
            ..Match::new(self.game, entrants)
        })
    }
}

/// The score of a player against one opponent.
#[derive(Clone, Debug, Default)]
pub struct LabScore {
    /// The opponent.
    pub opponent: String,
    /// Games won, drawn and lost, by the player's seat.
    pub games: [[usize; 3]; 2],
    /// Why the player forfeited a game for the first time.
    pub forfeit_reason: Option<String>,
}

impl LabScore {
    /// The points for a win; a draw is worth half of it.
    pub const WIN: usize = 2;

    /// The score before the first game of a match.
    pub fn new(contest: &Match) -> LabScore {
        let opponent = contest.entrants.get(1).map(Entrant::name).unwrap_or_default();
        LabScore { opponent: opponent.to_owned(), ..LabScore::default() }
    }

    /// Adds a game.
    pub fn add(&mut self, FinishedGame { seating, played, .. }: &FinishedGame) {
        let seat = Seat::new(usize::from(seating.first() != Some(&0)));
        let result = match played.outcome.winner() {
            Some(winner) if winner == seat => 0,
            None => 1,
            Some(_) => 2,
        };
        self.games[seat.index()][result] += 1;
        if self.forfeit_reason.is_none()
            && played.termination.is_forfeit()
            && played.culprit == Some(seat)
        {
            let remark = played.remark.as_deref().unwrap_or_default();
            self.forfeit_reason = Some(format!("{}: {remark}", played.termination));
        }
    }

    /// The points so far.
    pub fn points(&self) -> usize {
        self.games.iter().map(|[wins, draws, _]| LabScore::WIN * wins + draws).sum()
    }

    /// The most points that could have been scored.
    pub fn max_points(&self) -> usize {
        LabScore::WIN * self.games.iter().flatten().sum::<usize>()
    }
}
