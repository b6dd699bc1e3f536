//! A judge who errs: for opponents that people can beat.
//!
//! The error hangs on the position and on a seed, not on when it is asked for: the same player
//! thinks the same of the same position however it gets there, and errs otherwise in another game.
//! Nor is it in the same form in every game: it errs by up to half as much again, or half as much.
//! Every search is weakened by it in the same way, and knows nothing of it.

use games::{Position, Seat};
use search::{Judge, Known, Pass};

/// A judge whose values are off by up to a certain amount.
#[derive(Clone, Debug)]
pub struct Unsure<J> {
    judge: J,
    /// The largest error in this game, in hundredths.
    doubt: i32,
    seed: u64,
}

impl<J> Unsure<J> {
    /// A judge that errs by up to so many hundredths on an average day; small errors are the most
    /// frequent. The seed decides what day it is; without one, zero, it is an average one.
    pub fn new(judge: J, doubt: i32, seed: u64) -> Unsure<J> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let form = if seed == 0 { 0 } else { part(doubt, seed) / 2 };
        Unsure { judge, doubt: doubt + form, seed }
    }

    /// A judge that says what it thinks.
    pub fn sure(judge: J) -> Unsure<J> {
        Unsure::new(judge, 0, 0)
    }

    /// Whether it says what it thinks.
    pub fn is_sure(&self) -> bool {
        self.doubt == 0
    }

    /// What the judge is off by, for one seat's view of a position.
    fn error<P: Position>(&self, position: &P, seat: usize) -> i32 {
        part(self.doubt, position.key() ^ self.seed ^ seat as u64)
    }
}

/// Any part of the whole, for or against, which hangs on the key alone.
fn part(whole: i32, key: u64) -> i32 {
    let stirred = (key ^ key >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    // Two even shares together make small parts more frequent than large ones.
    let (low, high) = ((stirred >> 16) as u16, (stirred >> 40) as u16);
    let share = i64::from(low) + i64::from(high) - i64::from(u16::MAX);
    (share * i64::from(whole) / i64::from(u16::MAX)) as i32
}

impl<P: Position, J: Judge<P>> Judge<P> for Unsure<J> {
    #[inline]
    fn value(&self, position: &P) -> i32 {
        let value = self.judge.value(position);
        if self.doubt == 0 { value } else { value + self.error(position, 0) }
    }

    #[inline]
    fn values(&self, position: &P) -> [i32; Seat::MOST] {
        let mut values = self.judge.values(position);
        if self.doubt != 0 {
            for (seat, value) in values.iter_mut().enumerate().take(P::SEATS) {
                *value += self.error(position, seat);
            }
        }
        values
    }

    #[inline]
    fn hint(&self, position: &P, m: P::Move) -> i32 {
        self.judge.hint(position, m)
    }

    #[inline]
    fn noisy(&self, position: &P) -> bool {
        self.judge.noisy(position)
    }

    #[inline]
    fn is_noisy(&self, position: &P, m: P::Move) -> bool {
        self.judge.is_noisy(position, m)
    }

    /// Who has doubts knows nothing for certain.
    #[inline]
    fn known(&self, position: &P) -> Option<Known> {
        if self.doubt == 0 { self.judge.known(position) } else { None }
    }
}

impl<P: Position, J: Pass<P>> Pass<P> for Unsure<J> {
    #[inline]
    fn pass(&self, position: &P) -> Option<P> {
        self.judge.pass(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Repertoire;
    use games::bohnenspiel::Bohnenspiel;

    #[test]
    fn errors_are_small_mostly_even_and_the_same_again() {
        let judge = <Bohnenspiel as Repertoire>::judge;
        let spec = crate::Spec::named("level");
        let sure = Unsure::sure(judge(&spec));
        let unsure = Unsure { doubt: 200, ..Unsure::new(judge(&spec), 0, 7) };
        let mut position: Bohnenspiel = Position::start();
        let (mut sum, mut count) = (0, 0);
        for ply in 0..4000 {
            if position.outcome().is_some() {
                position = Position::start();
            }
            let error = unsure.value(&position) - sure.value(&position);
            assert!(error.abs() <= 200);
            assert_eq!(unsure.value(&position) - sure.value(&position), error);
            (sum, count) = (sum + error, count + 1);
            let moves = position.list();
            position = position.play(moves[ply * 7 % moves.len()]);
        }
        assert!((sum / count).abs() < 40, "{sum} in {count}");
    }

    #[test]
    fn form_changes_from_game_to_game() {
        let form = |seed| Unsure::new((), 200, seed).doubt;
        let forms: Vec<i32> = (0..2000).map(form).collect();
        assert!(forms.iter().all(|form| (100..=300).contains(form)));
        let average = forms.iter().sum::<i32>() / 2000;
        assert!((195..=205).contains(&average), "{average}");
        let usual = forms.iter().filter(|form| (150..=250).contains(*form)).count();
        assert!((1400..=1600).contains(&usual), "{usual} of 2000 within a quarter");
        assert_eq!(form(0), 200);
        assert!(Unsure::new((), 0, 7).is_sure());
    }
}
