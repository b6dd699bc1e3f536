//! Levels for people: how much an opponent may think, and how far its judgement may err.
//!
//! Thinking less makes an opponent short-sighted, erring makes it careless. The lower levels are
//! both, the higher ones only a little of either, and the tenth is the best there is. Which numbers
//! make even steps depends on the game, so each game has its table.

/// One level.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Level {
    /// The most positions it looks at for a move.
    pub nodes: u64,
    /// How far its judgement of a position may be off in a game in which it is in average form, in
    /// hundredths.
    pub doubt: i32,
}

/// The levels of a game from the first to the last but one; the last is [`Level::HIGHEST`].
pub type Levels = [Level; Level::HIGHEST as usize - 1];

impl Level {
    /// The level without any limit.
    pub const HIGHEST: u8 = 10;

    /// One that looks at so many positions and errs by up to so many hundredths.
    pub const fn new(nodes: u64, doubt: i32) -> Level {
        Level { nodes, doubt }
    }
}

/// What the levels are called.
pub(crate) const NAMES: [&str; Level::HIGHEST as usize] = [
    "level:1", "level:2", "level:3", "level:4", "level:5", "level:6", "level:7", "level:8",
    "level:9", "level:10",
];
