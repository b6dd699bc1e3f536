//! An evaluator with seeded noise: for opponents that people can beat.
//!
//! The noise is a hash of the position's repetition key and a seed. So within a game a board has one
//! evaluation, by whichever path the search reaches it, and in another game another one. The
//! amplitude varies with the seed too, by up to half of it either way: form from game to game.
//! It works with every search, and no search has to know of it.

use spielwerk_games::{Position, Seat, Wdl};
use spielwerk_search::{Evaluator, Pass};

/// Adds seeded noise to another evaluator.
#[derive(Clone, Debug)]
pub struct NoisyEvaluator<E> {
    evaluator: E,
    /// The largest error with this seed, in hundredths.
    eval_noise: i32,
    seed: u64,
}

impl<E> NoisyEvaluator<E> {
    /// Adds noise of up to `eval_noise` hundredths on average; small errors are the most frequent.
    /// The seed varies the amplitude; with seed 0 it is the average.
    pub fn new(evaluator: E, eval_noise: i32, seed: u64) -> NoisyEvaluator<E> {
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let form = if seed == 0 { 0 } else { noise(eval_noise, seed) / 2 };
        NoisyEvaluator { evaluator, eval_noise: eval_noise + form, seed }
    }

    /// The evaluator without noise.
    pub fn noiseless(evaluator: E) -> NoisyEvaluator<E> {
        NoisyEvaluator::new(evaluator, 0, 0)
    }

    /// Whether no noise is added.
    pub fn is_noiseless(&self) -> bool {
        self.eval_noise == 0
    }

    /// The noise of a position, for one seat's evaluation.
    fn noise_of<P: Position>(&self, position: &P, seat: usize) -> i32 {
        noise(self.eval_noise, position.repetition_key() ^ self.seed ^ seat as u64)
    }
}

/// A pseudo-random number between `-amplitude` and `amplitude` that depends on the key alone.
fn noise(amplitude: i32, key: u64) -> i32 {
    let mixed = (key ^ key >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    // The sum of two uniform numbers makes small values more frequent than large ones.
    let (low, high) = ((mixed >> 16) as u16, (mixed >> 40) as u16);
    let sum = i64::from(low) + i64::from(high) - i64::from(u16::MAX);
    (sum * i64::from(amplitude) / i64::from(u16::MAX)) as i32
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for NoisyEvaluator<E> {
    #[inline]
    fn evaluate(&self, position: &P) -> i32 {
        let value = self.evaluator.evaluate(position);
        if self.eval_noise == 0 { value } else { value + self.noise_of(position, 0) }
    }

    #[inline]
    fn evaluate_seats(&self, position: &P) -> [i32; Seat::MAX_SEATS] {
        let mut values = self.evaluator.evaluate_seats(position);
        if self.eval_noise != 0 {
            for (seat, value) in values.iter_mut().enumerate().take(P::SEATS) {
                *value += self.noise_of(position, seat);
            }
        }
        values
    }

    #[inline]
    fn order_score(&self, position: &P, m: P::Move) -> i32 {
        self.evaluator.order_score(position, m)
    }

    #[inline]
    fn policy_scores(&self, position: &P, moves: &[P::Move], scores: &mut Vec<i32>) {
        self.evaluator.policy_scores(position, moves, scores);
    }

    /// The noise of all seats' evaluations, as points.
    #[inline]
    fn expected_points(&self, position: &P, hurry: f32) -> [f32; Seat::MAX_SEATS] {
        let mut points = self.evaluator.expected_points(position, hurry);
        if self.eval_noise != 0 {
            for (seat, points) in points.iter_mut().enumerate().take(P::SEATS) {
                *points += self.noise_of(position, seat) as f32 / (4.0 * self.value_scale());
            }
        }
        points
    }

    #[inline]
    fn value_scale(&self) -> f32 {
        self.evaluator.value_scale()
    }

    #[inline]
    fn needs_quiescence(&self, position: &P) -> bool {
        self.evaluator.needs_quiescence(position)
    }

    #[inline]
    fn is_tactical(&self, position: &P, m: P::Move) -> bool {
        self.evaluator.is_tactical(position, m)
    }

    /// A noisy evaluator does not use tablebases.
    #[inline]
    fn probe(&self, position: &P) -> Option<Wdl> {
        if self.eval_noise == 0 { self.evaluator.probe(position) } else { None }
    }
}

impl<P: Position, E: Pass<P>> Pass<P> for NoisyEvaluator<E> {
    #[inline]
    fn pass(&self, position: &P) -> Option<P> {
        self.evaluator.pass(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GamePlayers;
    use spielwerk_games::bohnenspiel::Bohnenspiel;

    #[test]
    fn noise_is_bounded_unbiased_and_repeatable() {
        let evaluator = <Bohnenspiel as GamePlayers>::evaluator;
        let spec = crate::PlayerSpec::named("level");
        let noiseless = NoisyEvaluator::noiseless(evaluator(&spec));
        let noisy =
            NoisyEvaluator { eval_noise: 200, ..NoisyEvaluator::new(evaluator(&spec), 0, 7) };
        let mut position: Bohnenspiel = Position::start();
        let (mut sum, mut count) = (0, 0);
        for ply in 0..4000 {
            if position.outcome().is_some() {
                position = Position::start();
            }
            let error = noisy.evaluate(&position) - noiseless.evaluate(&position);
            assert!(error.abs() <= 200);
            assert_eq!(noisy.evaluate(&position) - noiseless.evaluate(&position), error);
            (sum, count) = (sum + error, count + 1);
            let moves = position.legal_moves();
            position = position.play(moves[ply * 7 % moves.len()]);
        }
        assert!((sum / count).abs() < 40, "{sum} in {count}");
    }

    #[test]
    fn form_changes_from_game_to_game() {
        let form = |seed| NoisyEvaluator::new((), 200, seed).eval_noise;
        let forms: Vec<i32> = (0..2000).map(form).collect();
        assert!(forms.iter().all(|form| (100..=300).contains(form)));
        let average = forms.iter().sum::<i32>() / 2000;
        assert!((195..=205).contains(&average), "{average}");
        let usual = forms.iter().filter(|form| (150..=250).contains(*form)).count();
        assert!((1400..=1600).contains(&usual), "{usual} of 2000 within a quarter");
        assert_eq!(form(0), 200);
        assert!(NoisyEvaluator::new((), 0, 7).is_noiseless());
    }
}
