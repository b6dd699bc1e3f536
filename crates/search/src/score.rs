//! Scores: heuristic estimates and proven results on one scale.
//!
//! Estimates lie around zero, in hundredths; proven wins and losses lie far outside, and the sooner
//! a win and the later a loss, the better. Zero itself is reserved for draws.
//!
//! ```text
//!  −WIN … loss in 4 … loss … −1.23 … draw … +0.01 … win … win in 7 … WIN
//! ```

use std::fmt;
use std::ops::Neg;

use spielwerk_games::{Outcome, Seat, Wdl};

/// The score of a position for one seat. Greater is better.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// The largest estimate.
const MAX_ESTIMATE: i32 = 1_000_000;
/// A proven win of unknown length, as from a tablebase without distances.
const PROVEN_WIN: i32 = 2_000_000;
/// A win in zero plies.
const WIN: i32 = 4_000_000;

impl Score {
    /// A draw.
    pub const DRAW: Score = Score(0);
    /// The upper end of the scale: at least as good as any score.
    pub const BEST: Score = Score(WIN);
    /// The lower end of the scale: at least as bad as any score.
    pub const WORST: Score = Score(-WIN);
    /// The longest distance to a win or loss that can be represented.
    pub const MAX_PLIES: u32 = 500_000;

    /// A heuristic estimate in hundredths. Exactly zero becomes one hundredth, since zero is a
    /// draw.
    #[inline]
    pub const fn estimate(hundredths: i32) -> Score {
        match hundredths {
            0 => Score(1),
            _ if hundredths > MAX_ESTIMATE => Score(MAX_ESTIMATE),
            _ if hundredths < -MAX_ESTIMATE => Score(-MAX_ESTIMATE),
            _ => Score(hundredths),
        }
    }

    /// A win after so many more plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        debug_assert!(plies <= Score::MAX_PLIES);
        Score(WIN - plies as i32)
    }

    /// A loss after so many more plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        debug_assert!(plies <= Score::MAX_PLIES);
        Score(plies as i32 - WIN)
    }

    /// A proven win of unknown length, found `plies` plies below the root.
    #[inline]
    pub const fn proven_win(plies: u32) -> Score {
        debug_assert!(plies <= Score::MAX_PLIES);
        Score(PROVEN_WIN - plies as i32)
    }

    /// A proven loss of unknown length, found `plies` plies below the root.
    #[inline]
    pub const fn proven_loss(plies: u32) -> Score {
        debug_assert!(plies <= Score::MAX_PLIES);
        Score(plies as i32 - PROVEN_WIN)
    }

    /// A finished game, reached after so many plies: more than an equal share of the points is a
    /// win, less is a loss.
    #[inline]
    pub fn from_outcome(outcome: &Outcome, seat: Seat, plies: u32) -> Score {
        use std::cmp::Ordering::*;
        match usize::from(outcome.half_points(seat)).cmp(&(outcome.seats() - 1)) {
            Greater => Score::win_in(plies),
            Equal => Score::DRAW,
            Less => Score::loss_in(plies),
        }
    }

    /// A tablebase result for the seat to move, found `plies` plies below the root.
    #[inline]
    pub const fn from_wdl(wdl: Wdl, plies: u32) -> Score {
        match wdl {
            Wdl::Win(Some(more)) => Score::win_in(plies + more),
            Wdl::Win(None) => Score::proven_win(plies),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss(Some(more)) => Score::loss_in(plies + more),
            Wdl::Loss(None) => Score::proven_loss(plies),
        }
    }

    /// Whether this is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > MAX_ESTIMATE
    }

    /// Whether this is a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -MAX_ESTIMATE
    }

    /// Whether this is a proven win or loss. (A draw score need not be proven.)
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// How many plies away the win or loss is, where that is known.
    pub const fn plies(self) -> Option<u32> {
        let away = WIN - self.0.abs();
        if away >= 0 && away <= Score::MAX_PLIES as i32 { Some(away as u32) } else { None }
    }

    /// The estimate in hundredths; `None` for wins, losses and draws.
    pub const fn hundredths(self) -> Option<i32> {
        if self.0 == 0 || self.is_decisive() { None } else { Some(self.0) }
    }

    /// The raw number, for packing.
    #[inline]
    pub const fn bits(self) -> i32 {
        self.0
    }

    /// The score with this raw number.
    #[inline]
    pub const fn from_bits(bits: i32) -> Score {
        Score(bits)
    }

    /// An estimate moved by so many hundredths, for margins and windows. Beyond the largest
    /// estimate it becomes [`BEST`](Score::BEST) or [`WORST`](Score::WORST).
    #[inline]
    pub const fn shifted(self, hundredths: i32) -> Score {
        let moved = self.0.saturating_add(hundredths);
        if moved > MAX_ESTIMATE {
            Score::BEST
        } else if moved < -MAX_ESTIMATE {
            Score::WORST
        } else {
            Score(moved)
        }
    }

    /// The next better score.
    #[inline]
    pub const fn next(self) -> Score {
        Score(self.0 + 1)
    }

    /// Converts distances from root-relative to node-relative, to store the score of a node at this
    /// ply in the transposition table.
    #[inline]
    pub const fn to_tt(self, ply: u32) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// Converts distances from node-relative to root-relative, for a score from the transposition
    /// table at a node at this ply.
    #[inline]
    pub const fn from_tt(self, ply: u32) -> Score {
        if self.is_win() {
            Score(self.0 - ply as i32)
        } else if self.is_loss() {
            Score(self.0 + ply as i32)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = match (self.plies(), self.hundredths()) {
            (Some(plies), _) if self.is_win() => format!("win in {plies}"),
            (Some(plies), _) => format!("loss in {plies}"),
            (None, Some(hundredths)) => format!("{:+.2}", f64::from(hundredths) / 100.0),
            (None, None) if self.is_win() => "win".to_owned(),
            (None, None) if self.is_loss() => "loss".to_owned(),
            (None, None) => "draw".to_owned(),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_score() -> impl Strategy<Value = Score> {
        let plies = 0..=1000u32;
        prop_oneof![
            any::<i32>().prop_map(Score::estimate),
            (-300..300i32).prop_map(Score::estimate),
            plies.clone().prop_map(Score::win_in),
            plies.clone().prop_map(Score::loss_in),
            plies.clone().prop_map(Score::proven_win),
            plies.prop_map(Score::proven_loss),
            Just(Score::DRAW),
        ]
    }

    /// What it is, from worst to best.
    fn kind(score: Score) -> i32 {
        match (score.is_win(), score.is_loss(), score.plies()) {
            (true, _, Some(_)) => 2,
            (true, _, None) => 1,
            (_, true, None) => -1,
            (_, true, Some(_)) => -2,
            _ => 0,
        }
    }

    proptest! {
        #[test]
        fn negation_turns_the_order_round(a in any_score(), b in any_score()) {
            prop_assert_eq!(-(-a), a);
            prop_assert_eq!(a < b, -a > -b);
            prop_assert_eq!(kind(-a), -kind(a));
            prop_assert_eq!((-a).plies(), a.plies());
        }

        #[test]
        fn proven_results_lie_outside_all_estimates(a in any_score(), b in any_score()) {
            if kind(a) < kind(b) {
                prop_assert!(a < b);
            }
        }

        #[test]
        fn transposition_table_conversion_is_reversible(score in any_score(), ply in 0..200u32) {
            let far = score.from_tt(ply);
            prop_assert_eq!(far.to_tt(ply), score);
            prop_assert_eq!(far.plies(), score.plies().map(|plies| plies + ply));
            prop_assert_eq!(kind(far), kind(score));
            prop_assert_eq!((-score).from_tt(ply), -far);
        }

        #[test]
        fn sooner_wins_and_later_losses_are_better(plies in 0..1000u32) {
            prop_assert!(Score::win_in(plies) > Score::win_in(plies + 1));
            prop_assert!(Score::loss_in(plies) < Score::loss_in(plies + 1));
            prop_assert!(Score::proven_win(plies) > Score::proven_win(plies + 1));
        }

        #[test]
        fn estimates_stay_estimates(hundredths in any::<i32>()) {
            let score = Score::estimate(hundredths);
            prop_assert!(!score.is_decisive() && score != Score::DRAW);
            prop_assert!(score.hundredths().is_some());
        }

        #[test]
        fn windows_around_any_score_contain_it(score in any_score(), width in 1..10_000i32) {
            let (low, high) = (score.shifted(-width), score.shifted(width));
            prop_assert!(low < score || low == Score::WORST || score.is_win());
            prop_assert!(high > score || high == Score::BEST || score.is_loss());
            prop_assert!(Score::WORST <= low && high <= Score::BEST);
        }
    }

    #[test]
    fn scores_read_well() {
        let shown = [
            (Score::estimate(123), "+1.23"),
            (Score::estimate(-5), "-0.05"),
            (Score::estimate(0), "+0.01"),
            (Score::win_in(7), "win in 7"),
            (Score::loss_in(4), "loss in 4"),
            (Score::proven_win(3), "win"),
            (Score::proven_loss(3), "loss"),
            (Score::DRAW, "draw"),
        ];
        for (score, text) in shown {
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(format!("{:>6}|", Score::DRAW), "  draw|");
    }

    #[test]
    fn the_second_of_three_has_an_equal_share() {
        let outcome = Outcome::from_ranking(&[Seat::SECOND, Seat::THIRD, Seat::FIRST]);
        let scores = [0, 1, 2].map(|seat| Score::from_outcome(&outcome, Seat::new(seat), 9));
        assert_eq!(scores, [Score::loss_in(9), Score::win_in(9), Score::DRAW]);
    }
}
