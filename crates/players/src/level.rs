//! Playing strength for people: levels limited by a node count and evaluation noise.
//!
//! Fewer nodes make an opponent short-sighted, evaluation noise makes it careless. The lower levels
//! have both, the higher ones only a little of either, and the tenth is full strength. Which numbers
//! make even steps depends on the game, so each game has its own table. The first three levels are for
//! beginners: the first plays about as well as `epsilon-greedy`, the third as `greedy`.

/// One level.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The node limit of a move.
    pub nodes: u64,
    /// The largest evaluation error in an average game, in hundredths.
    pub eval_noise: i32,
}

/// The levels of a game from the first to the last but one; the last is [`Level::HIGHEST`].
pub type Levels = [Level; Level::HIGHEST as usize - 1];

impl Level {
    /// The level without any limit: full strength.
    pub const HIGHEST: u8 = 10;

    /// A level with this node limit and evaluation noise, in hundredths.
    pub const fn new(nodes: u64, eval_noise: i32) -> Level {
        Level { nodes, eval_noise }
    }
}

/// Levels of a game that has none of its own: each looks at twice the nodes of the one before and
/// errs three quarters as much.
pub(crate) const DEFAULT: Levels = [
    Level::new(100, 300),
    Level::new(200, 225),
    Level::new(400, 170),
    Level::new(800, 125),
    Level::new(1_600, 95),
    Level::new(3_200, 70),
    Level::new(6_400, 50),
    Level::new(12_800, 30),
    Level::new(25_600, 0),
];

/// The names of the levels.
pub(crate) const NAMES: [&str; Level::HIGHEST as usize] = [
    "level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "level:7", "level:8",
    "level:9", "level:10",
];
