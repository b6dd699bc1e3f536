//! What is proven about a node: the bounds of all seats, and how soon they are reached.

use spielwerk_games::Seat;

use super::bounds::ProvenBounds;

/// What is proven about a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    /// The proven bounds.
    pub(super) bounds: ProvenBounds,
    /// After how many plies the game has reached them, if the seat that is to gain plays for it. A
    /// player who always takes the shortest way to a proven place arrives there.
    pub(super) plies: u8,
    /// Whether the position has occurred before, so that it is not searched.
    pub(super) is_repetition: bool,
}

impl Proof {
    /// Nothing is proven.
    pub(super) const NONE: Proof = Proof::of_position(ProvenBounds::NONE);

    /// What the position of a node proves.
    pub(super) const fn of_position(bounds: ProvenBounds) -> Proof {
        Proof { bounds, plies: 0, is_repetition: false }
    }

    /// What the children of a node prove, with this seat to move.
    pub(super) fn back_up(turn: Seat, children: impl Iterator<Item = Proof> + Clone) -> Proof {
        let bounds = ProvenBounds::back_up(turn, children.clone().map(|child| child.bounds));
        let own = bounds.pessimistic(turn);
        let plies = children.filter(|child| child.bounds.pessimistic(turn) == own);
        // Who gains takes the shortest way, who only loses the longest.
        let plies = plies.map(|child| child.plies);
        let plies = if own > 0 { plies.min() } else { plies.max() };
        Proof { bounds, plies: plies.unwrap_or(0).saturating_add(1), is_repetition: false }
    }

    /// With what was found now added to what was known before.
    pub(super) fn tightened(self, now: Proof) -> Proof {
        let bounds = self.bounds.tightened(now.bounds);
        Proof {
            bounds,
            plies: if bounds == self.bounds { self.plies } else { now.plies },
            is_repetition: self.is_repetition || now.is_repetition,
        }
    }

    /// Nothing proven is zero.
    #[inline]
    pub(super) fn pack(self) -> u32 {
        self.bounds.pack() | u32::from(self.plies) << 16 | u32::from(self.is_repetition) << 24
    }

    /// The inverse of [`pack`](Proof::pack).
    #[inline]
    pub(super) const fn unpack(bits: u32) -> Proof {
        Proof {
            bounds: ProvenBounds::unpack(bits),
            plies: (bits >> 16) as u8,
            is_repetition: bits >> 24 & 1 == 1,
        }
    }
}
