//! What a tablebase knows about a position, as numbers and in words.

use std::fmt;

use spielwerk_games::Wdl;

/// What a tablebase knows about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProbeResult {
    /// Win, draw or loss of the side to move.
    Wdl(Wdl),
    /// By how many beans the side to move gains more than the other from here on.
    BeanDifference(i32),
    /// The moves that seats need to bring all pegs home, alone on the board: the seat's number, its
    /// name, the moves.
    MovesHome(Vec<(usize, &'static str, u32)>),
}

impl fmt::Display for ProbeResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let within = |plies: &Option<u32>| match plies {
            Some(1) => " in 1 ply".into(),
            Some(plies) => format!(" in {plies} plies"),
            None => String::new(),
        };
        match self {
            ProbeResult::Wdl(Wdl::Win(plies)) => write!(f, "the mover wins{}", within(plies)),
            ProbeResult::Wdl(Wdl::Draw) => f.write_str("a draw"),
            ProbeResult::Wdl(Wdl::Loss(plies)) => write!(f, "the mover loses{}", within(plies)),
            ProbeResult::BeanDifference(0) => f.write_str("both gain the same from here on"),
            ProbeResult::BeanDifference(more @ 1..) => {
                write!(f, "the mover gains {more} more from here on")
            }
            ProbeResult::BeanDifference(less) => {
                write!(f, "the mover gains {} less from here on", -less)
            }
            ProbeResult::MovesHome(seats) => {
                let needs = seats.iter().map(|(_, name, moves)| format!("{name} needs {moves}"));
                f.write_str(&needs.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
