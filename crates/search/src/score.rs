//! What a position is worth to somebody: a judgement, or the truth.
//!
//! One number orders them all. Judgements lie around zero, in hundredths; a result that is certain
//! lies far outside, and the sooner a win and the later a loss, the better. Zero itself is left to
//! real draws.
//!
//! ```text
//!  −WIN … loss in 4 … loss … −1.23 … draw … +0.01 … win … win in 7 … WIN
//! ```

use std::fmt;
use std::ops::Neg;

use games::{Outcome, Seat};

/// The worth of a position, for one seat. The greater the better.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

/// Judgements end here.
const JUDGED: i32 = 1_000_000;
/// A win that a table knows without knowing how long it takes.
const KNOWN: i32 = 2_000_000;
/// A win on the board.
const WIN: i32 = 4_000_000;

impl Score {
    /// Nobody wins.
    pub const DRAW: Score = Score(0);
    /// As good as any score.
    pub const BEST: Score = Score(WIN);
    /// As bad as any score.
    pub const WORST: Score = Score(-WIN);
    /// No win is farther away than this.
    pub const MOST_PLIES: u32 = 500_000;

    /// A judgement in hundredths. One of exactly zero counts as a hundredth, since zero is a draw.
    #[inline]
    pub const fn judged(hundredths: i32) -> Score {
        match hundredths {
            0 => Score(1),
            _ if hundredths > JUDGED => Score(JUDGED),
            _ if hundredths < -JUDGED => Score(-JUDGED),
            _ => Score(hundredths),
        }
    }

    /// A win after so many more plies.
    #[inline]
    pub const fn win_in(plies: u32) -> Score {
        debug_assert!(plies <= Score::MOST_PLIES);
        Score(WIN - plies as i32)
    }

    /// A loss after so many more plies.
    #[inline]
    pub const fn loss_in(plies: u32) -> Score {
        debug_assert!(plies <= Score::MOST_PLIES);
        Score(plies as i32 - WIN)
    }

    /// A certain win, known after so many plies; nobody knows how many more it takes.
    #[inline]
    pub const fn won_after(plies: u32) -> Score {
        debug_assert!(plies <= Score::MOST_PLIES);
        Score(KNOWN - plies as i32)
    }

    /// A certain loss, known after so many plies; nobody knows how many more it takes.
    #[inline]
    pub const fn lost_after(plies: u32) -> Score {
        debug_assert!(plies <= Score::MOST_PLIES);
        Score(plies as i32 - KNOWN)
    }

    /// A finished game, reached after so many plies: more than an equal share of the points is a
    /// win, less is a loss.
    #[inline]
    pub fn of(outcome: &Outcome, seat: Seat, plies: u32) -> Score {
        use std::cmp::Ordering::*;
        match usize::from(outcome.halves(seat)).cmp(&(outcome.seats() - 1)) {
            Greater => Score::win_in(plies),
            Equal => Score::DRAW,
            Less => Score::loss_in(plies),
        }
    }

    /// Whether this is a certain win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > JUDGED
    }

    /// Whether this is a certain loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -JUDGED
    }

    /// Whether this is a certain win or loss. (A draw found by search need not be certain.)
    #[inline]
    pub const fn is_decided(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// How many plies away the win or loss is, where that is known.
    pub const fn plies(self) -> Option<u32> {
        let away = WIN - self.0.abs();
        if away >= 0 && away <= Score::MOST_PLIES as i32 { Some(away as u32) } else { None }
    }

    /// The judgement in hundredths; nothing for wins, losses and draws.
    pub const fn hundredths(self) -> Option<i32> {
        if self.0 == 0 || self.is_decided() { None } else { Some(self.0) }
    }

    /// The bare number, for packing.
    #[inline]
    pub(crate) const fn bits(self) -> i32 {
        self.0
    }

    /// The score with this bare number.
    #[inline]
    pub(crate) const fn from_bits(bits: i32) -> Score {
        Score(bits)
    }

    /// A judgement moved by so many hundredths, and beyond all scores where judgements end: for
    /// windows.
    #[inline]
    pub const fn shifted(self, hundredths: i32) -> Score {
        let moved = self.0.saturating_add(hundredths);
        if moved > JUDGED {
            Score::BEST
        } else if moved < -JUDGED {
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

    /// A score counted from the root, as it is counted from a position so many plies on: nearer.
    #[inline]
    pub const fn from_here(self, ply: u32) -> Score {
        if self.is_win() {
            Score(self.0 + ply as i32)
        } else if self.is_loss() {
            Score(self.0 - ply as i32)
        } else {
            self
        }
    }

    /// A score counted from a position so many plies on, as it is counted from the root: farther.
    #[inline]
    pub const fn from_root(self, ply: u32) -> Score {
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
            any::<i32>().prop_map(Score::judged),
            (-300..300i32).prop_map(Score::judged),
            plies.clone().prop_map(Score::win_in),
            plies.clone().prop_map(Score::loss_in),
            plies.clone().prop_map(Score::won_after),
            plies.prop_map(Score::lost_after),
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
        fn certain_results_lie_outside_all_judgements(a in any_score(), b in any_score()) {
            if kind(a) < kind(b) {
                prop_assert!(a < b);
            }
        }

        #[test]
        fn the_table_gives_back_what_it_got(score in any_score(), ply in 0..200u32) {
            let far = score.from_root(ply);
            prop_assert_eq!(far.from_here(ply), score);
            prop_assert_eq!(far.plies(), score.plies().map(|plies| plies + ply));
            prop_assert_eq!(kind(far), kind(score));
            prop_assert_eq!((-score).from_root(ply), -far);
        }

        #[test]
        fn sooner_wins_and_later_losses_are_better(plies in 0..1000u32) {
            prop_assert!(Score::win_in(plies) > Score::win_in(plies + 1));
            prop_assert!(Score::loss_in(plies) < Score::loss_in(plies + 1));
            prop_assert!(Score::won_after(plies) > Score::won_after(plies + 1));
        }

        #[test]
        fn judgements_stay_judgements(hundredths in any::<i32>()) {
            let score = Score::judged(hundredths);
            prop_assert!(!score.is_decided() && score != Score::DRAW);
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
            (Score::judged(123), "+1.23"),
            (Score::judged(-5), "-0.05"),
            (Score::judged(0), "+0.01"),
            (Score::win_in(7), "win in 7"),
            (Score::loss_in(4), "loss in 4"),
            (Score::won_after(3), "win"),
            (Score::lost_after(3), "loss"),
            (Score::DRAW, "draw"),
        ];
        for (score, text) in shown {
            assert_eq!(score.to_string(), text);
        }
        assert_eq!(format!("{:>6}|", Score::DRAW), "  draw|");
    }

    #[test]
    fn the_second_of_three_has_an_equal_share() {
        let outcome = Outcome::places(&[Seat::SECOND, Seat::THIRD, Seat::FIRST]);
        let scores = [0, 1, 2].map(|seat| Score::of(&outcome, Seat::new(seat), 9));
        assert_eq!(scores, [Score::loss_in(9), Score::win_in(9), Score::DRAW]);
    }
}
