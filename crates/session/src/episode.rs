//! A game under way for programs that learn. It keeps what the limits of the game need, but no past
//! positions: a move costs no allocation.

use spielwerk_games::{AnyGame, AnyMove, AnyPosition, MoveError, Outcome, Seat};

use crate::{GameLimits, Termination};

/// Room for most games without growing.
const EXPECTED_PLIES: usize = 64;

/// A game under way, which ends by its rules or by the default limits of the game.
#[derive(Clone, Debug)]
pub struct Episode {
    game: AnyGame,
    limits: GameLimits,
    position: AnyPosition,
    /// The repetition keys of all positions so far, where repetitions count.
    repetition_keys: Vec<u64>,
    turns: [usize; Seat::MAX_SEATS],
    plies: usize,
    turn: Option<Seat>,
    end: Option<(Termination, Outcome)>,
}

impl Episode {
    /// A game that begins with this position.
    pub fn new(game: AnyGame, position: AnyPosition) -> Episode {
        let mut episode = Episode {
            game,
            limits: GameLimits::default_for(game),
            position,
            repetition_keys: Vec::with_capacity(EXPECTED_PLIES),
            turns: [0; Seat::MAX_SEATS],
            plies: 0,
            turn: None,
            end: None,
        };
        episode.arrive();
        episode
    }

    /// The game.
    pub fn game(&self) -> AnyGame {
        self.game
    }

    /// The current position.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// How many moves have been played.
    pub fn plies(&self) -> usize {
        self.plies
    }

    /// The side to move, unless the game has ended.
    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    /// The points of every seat, once the game has ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|(_, outcome)| outcome)
    }

    /// How the game ended.
    pub fn termination(&self) -> Option<Termination> {
        self.end.map(|(termination, _)| termination)
    }

    /// Plays a move, which must be legal, in a game that has not ended.
    pub fn play(&mut self, m: AnyMove) -> Result<(), MoveError> {
        if self.end.is_some() {
            return Err(MoveError::illegal("this move", "the game is over"));
        }
        if !self.position.is_legal(m) {
            return Err(MoveError::illegal("this move", "it belongs to another position"));
        }
        self.advance(m);
        Ok(())
    }

    /// Plays a move. Legality is the caller's promise.
    ///
    /// # Panics
    /// If it is a move of another game.
    pub fn advance(&mut self, m: AnyMove) {
        if let Some(seat) = self.turn {
            self.turns[seat.index()] += 1;
        }
        self.position.advance(m);
        self.plies += 1;
        self.arrive();
    }

    /// Ends the game here by a limit of the caller's own. The players share the places left.
    pub fn abandon(&mut self) {
        let outcome = self.position.outcome_if_abandoned(None);
        self.end.get_or_insert((Termination::TooLong, outcome));
        self.turn = None;
    }

    /// Looks whose turn it is in the present position, and whether the game has ended.
    fn arrive(&mut self) {
        self.turn = self.position.turn();
        let Some(seat) = self.turn else {
            self.end = self.position.outcome().map(|outcome| (Termination::Natural, outcome));
            return;
        };
        if self.limits.max_occurrences.is_some() {
            self.repetition_keys.push(self.position.repetition_key());
        }
        let occurrences = || {
            let keys = &self.repetition_keys;
            keys.iter().filter(|&key| keys.last() == Some(key)).count()
        };
        if let Some(termination) = self.limits.exceeded_by(occurrences, || self.turns[seat.index()])
        {
            self.end = Some((termination, self.position.outcome_if_abandoned(None)));
            self.turn = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GameSession, GameState, TimeControl};
    use std::time::Instant;

    /// Plays the same moves in an episode and in a session, to the end of both.
    fn same_end(game: &str, pick: impl Fn(usize, usize) -> usize) -> Termination {
        let game = spielwerk_games::game(game).unwrap();
        let state = GameState::new(game);
        let limits = GameLimits::default_for(game);
        let mut session = GameSession::new(state, TimeControl::default(), limits);
        let mut episode = Episode::new(game, game.start());
        while session.end().is_none() {
            assert_eq!((episode.turn(), episode.outcome()), (session.turn(), None));
            let moves = episode.position().legal_moves();
            let m = moves[pick(episode.plies(), moves.len())];
            session.play(m, Instant::now()).unwrap();
            episode.play(m).unwrap();
        }
        let end = session.end().unwrap();
        assert_eq!(episode.outcome(), Some(end.outcome));
        assert_eq!(episode.termination(), Some(end.termination));
        assert_eq!(episode.turn(), None);
        let m = AnyMove::from_bits(0);
        assert!(episode.play(m).unwrap_err().to_string().contains("the game is over"));
        end.termination
    }

    #[test]
    fn an_episode_ends_as_a_session_does() {
        let spread = |ply: usize, count: usize| (7 * ply + 3) % count;
        for game in ["bohnenspiel", "fanorona", "fanorona-3x3"] {
            same_end(game, spread);
        }
        assert_eq!(same_end("fauhalma", spread), Termination::TooLong);
        assert_eq!(same_end("halma", |_, _| 0), Termination::TooLong);
    }

    #[test]
    fn two_stones_that_go_to_and_fro_repeat_themselves() {
        let game = spielwerk_games::game("fanorona").unwrap();
        let start = game.read_position("B8/9/9/9/8W w").unwrap();
        let mut episode = Episode::new(game, start);
        for text in ["i1-i2", "a5-a4", "i2-i1", "a4-a5"].repeat(2) {
            assert_eq!(episode.outcome(), None);
            episode.play(episode.position().read_move(text).unwrap()).unwrap();
        }
        assert_eq!(episode.termination(), Some(Termination::Repetition));
        assert_eq!(episode.outcome(), Some(Outcome::draw()));
    }

    #[test]
    fn an_abandoned_episode_is_shared() {
        let game = spielwerk_games::game("fauhalma").unwrap();
        let mut episode = Episode::new(game, game.start());
        episode.abandon();
        let outcome = episode.outcome().unwrap();
        assert!(Seat::all(3).all(|seat| outcome.points(seat) == 1.0));
    }
}
