//! What a puzzle is, as it stands in a file: one JSON object a line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A position, a task, and all about its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Puzzle {
    /// Its name among the puzzles of its game: seed, number of the game it is from, ply.
    pub id: String,
    /// The game.
    pub game: String,
    /// What is to be done.
    pub task: Task,
    /// The number of the solver's turns.
    pub turns: u32,
    /// How difficult it is: more turns and more moves to choose from make it more so.
    pub rating: u32,
    /// The position as text, with the solver to move.
    pub position: String,
    /// The solver's first turn.
    pub solution: Turn,
}

/// What the solver has to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Come first within so many turns, whatever the others do.
    Win,
    /// Find the only move that wins, sooner or later.
    OnlyWin,
    /// Find the only move that does not lose.
    OnlyDraw,
}

/// A turn of the solver: what is right, and how everything else is refuted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// Every right move, with what follows; nothing follows the last one.
    pub right: BTreeMap<String, Option<Line>>,
    /// The refutation of every wrong move that `refutations` does not name: moves of the others,
    /// with spaces between them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub refutation: String,
    /// The refutations of the other wrong moves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub refutations: BTreeMap<String, String>,
}

/// What follows a right move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The others' moves, with spaces between them.
    pub reply: String,
    /// The solver's next turn.
    pub turn: Turn,
}

impl Puzzle {
    /// The number of the game that a puzzle is from, by its name.
    pub(crate) fn game_number(&self) -> Option<u64> {
        self.id.split('-').nth(1)?.parse().ok()
    }

    /// One solution: moves of all seats, from the first to the solver's last.
    pub fn main_line(&self) -> Vec<String> {
        let (mut line, mut turn) = (Vec::new(), Some(&self.solution));
        while let Some((m, next)) = turn.and_then(|turn| turn.right.iter().next()) {
            line.push(m.clone());
            let replies = next.iter().flat_map(|next| next.reply.split_whitespace());
            line.extend(replies.map(str::to_owned));
            turn = next.as_ref().map(|next| &next.turn);
        }
        line
    }
}
