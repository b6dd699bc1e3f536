//! An open run as the client sees it: boards received, moves sent, and whether it was given up.

use std::sync::Arc;

use serde_json::{Value, json};
use spielwerk_games::{AnyGame, AnyMove, AnyPosition, Seat};
use spielwerk_players::{Analysis, GameState, Player, SearchParams};

use super::Agent;
use super::infer::moves_between;
use spielwerk_codecs::aisysproj::{Action, ActionRequest};

/// A run that is not finished, as far as we know.
pub(super) struct OpenRun {
    pub(super) id: String,
    game: AnyGame,
    mover: Mover,
    /// What the server asked last.
    request: Option<ActionRequest>,
    turns: Vec<Turn>,
    /// Moves that the server refused in the present position.
    refused: Vec<AnyMove>,
    refusals: usize,
    /// Why no more moves are sent.
    pub(super) given_up: Option<String>,
    /// Why the agent from outside had no move.
    pub(super) agent_error: Option<String>,
}

/// Who chooses the moves.
pub(super) enum Mover {
    /// A player of ours.
    Player(Box<dyn Player>),
    /// An agent from outside.
    Agent(Arc<dyn Agent>),
}

/// One turn of ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Its number on the server.
    pub act_no: u64,
    /// The board before it.
    pub position: AnyPosition,
    /// What we played, once we did.
    pub action: Option<AnyMove>,
    /// What the others played after it, where two boards tell it.
    pub replies: Option<Vec<AnyMove>>,
}

impl Turn {
    /// The paths of the replies as JSON.
    fn reply_paths(&self, game: AnyGame) -> Option<Value> {
        let mut position = self.position.play(self.action?).ok()?;
        let paths = self.replies.as_ref()?.iter().map(|&m| {
            let path = game.path_json(&position.path(m));
            position.advance(m);
            path
        });
        Some(paths.collect())
    }
}

/// A run that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedRun {
    /// Its number on the server.
    pub run: String,
    /// Where it was played.
    pub environment: String,
    /// What was played.
    pub game: AnyGame,
    /// All turns of ours that this client saw.
    pub turns: Vec<Turn>,
    /// Our points, if they are known.
    pub points: Option<f64>,
    /// How many moves the server refused.
    pub refused: usize,
}

/// So many different moves are tried in one position.
const MAX_REFUSED_MOVES: usize = 5;

impl OpenRun {
    pub(super) fn new(id: String, game: AnyGame, mover: Mover) -> OpenRun {
        OpenRun {
            id,
            game,
            mover,
            request: None,
            turns: Vec::new(),
            refused: Vec::new(),
            refusals: 0,
            given_up: None,
            agent_error: None,
        }
    }

    /// Takes a request. An error means that this cannot be the game that is played.
    pub(super) fn handle_request(&mut self, request: &ActionRequest) -> Result<(), String> {
        if self.given_up.is_some() {
            return Ok(());
        }
        if let Some(turn) = self.turns.last_mut().filter(|turn| turn.act_no == request.act_no) {
            // The same request again: our move was refused.
            if let Some(action) = turn.action.take() {
                self.refused.push(action);
                self.refusals += 1;
            }
            if self.refused.len() >= MAX_REFUSED_MOVES {
                self.given_up =
                    Some(format!("the server refused {MAX_REFUSED_MOVES} moves in a row"));
            }
            return Ok(());
        }
        if !is_board(&request.percept) {
            self.given_up = Some("what the server shows is no position".into());
            return Ok(());
        }
        let position = self
            .game
            .read_position(&request.percept.to_string())
            .map_err(|error| error.to_string())?;
        if position.turn() != Some(Seat::FIRST) {
            self.given_up = Some("the server asks for a move where we have none".into());
            return Ok(());
        }
        if let Some(last) = self.turns.last_mut().filter(|last| last.act_no + 1 == request.act_no) {
            let after = last.action.and_then(|m| last.position.play(m).ok());
            last.replies = after.and_then(|after| moves_between(&after, &position));
        }
        self.refused.clear();
        self.request = Some(request.clone());
        self.turns.push(Turn { act_no: request.act_no, position, action: None, replies: None });
        Ok(())
    }

    /// Whether it is our turn.
    pub(super) fn is_waiting(&self) -> bool {
        self.given_up.is_none() && self.turns.last().is_some_and(|turn| turn.action.is_none())
    }

    pub(super) fn refusals(&self) -> usize {
        self.refusals
    }

    /// Chooses a move: after refusals, another one.
    pub(super) fn choose_action(&mut self, params: &SearchParams) -> Option<Action> {
        let preferred = match self.preferred_moves(params) {
            Ok(moves) => moves,
            Err(error) => {
                self.agent_error = Some(error);
                return None;
            }
        };
        let turn = self.turns.last_mut()?;
        let all = turn.position.legal_moves();
        let chosen = preferred.into_iter().chain(all).find(|m| !self.refused.contains(m));
        let Some(chosen) = chosen else {
            self.given_up = Some("the server refused every legal move".into());
            return None;
        };
        let action = self.game.path_json(&turn.position.path(chosen));
        turn.action = Some(chosen);
        Some(Action { run: self.id.clone(), act_no: turn.act_no, action })
    }

    /// The moves that the mover would play, best first. An error is that of an agent from outside.
    fn preferred_moves(&mut self, params: &SearchParams) -> Result<Vec<AnyMove>, String> {
        let Some((turn, before)) = self.turns.split_last() else { return Ok(Vec::new()) };
        match (&mut self.mover, &self.request) {
            (Mover::Agent(agent), Some(request)) => {
                let path = agent.choose(request)?;
                let m = turn.position.read_move(&path.to_string());
                m.map(|m| vec![m]).map_err(|error| error.to_string())
            }
            (Mover::Player(player), _) => {
                let earlier = before.iter().map(|turn| &turn.position);
                let state = GameState::with_history(earlier, self.game, turn.position.clone());
                let params = SearchParams { multi_pv: 1 + self.refused.len(), ..params.clone() };
                let analysis = player.choose(&state, &params, &mut |_| {}).ok();
                Ok(analysis.into_iter().flat_map(best_first).collect())
            }
            (Mover::Agent(_), None) => Ok(Vec::new()),
        }
    }

    pub(super) fn finish(self, environment: &str, points: Option<f64>) -> FinishedRun {
        FinishedRun {
            run: self.id,
            environment: environment.to_owned(),
            game: self.game,
            turns: self.turns,
            points,
            refused: self.refusals,
        }
    }
}

/// The best move, and the first moves of the other variations.
fn best_first(analysis: Analysis) -> Vec<AnyMove> {
    let others = analysis.variations.into_iter().filter_map(|line| line.moves.into_iter().next());
    std::iter::once(analysis.best_move).chain(others).collect()
}

/// Whether a percept has the form of a board at all: lists of pairs of numbers for some players.
fn is_board(percept: &Value) -> bool {
    let pair = |peg: &Value| {
        peg.as_array().is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_i64))
    };
    let pegs = |pegs: &Value| pegs.as_array().is_some_and(|pegs| pegs.iter().all(pair));
    percept.get("A").is_some_and(pegs)
}

impl FinishedRun {
    /// As one line of a record: every turn with the board, our move and the others' replies, which
    /// are null where they cannot be inferred.
    pub fn json(&self) -> Value {
        let turns: Vec<Value> = self
            .turns
            .iter()
            .map(|turn| {
                json!({
                    "act_no": turn.act_no,
                    "position": turn.position.json(),
                    "move": turn.action.map(|m| self.game.path_json(&turn.position.path(m))),
                    "answers": turn.reply_paths(self.game),
                })
            })
            .collect();
        json!({
            "run": self.run,
            "environment": self.environment,
            "game": self.game.name(),
            "points": self.points,
            "refused": self.refused,
            "turns": turns,
        })
    }
}
