//! Logistic regression of results on the static evaluation, by a damped Newton method.
//!
//! An evaluation is nearly linear in its weights, but for rounding and a few products. So the fit
//! goes in rounds: each computes the partial derivatives of every evaluation numerically, takes
//! Newton's step with growing damping until the loss decreases, and begins anew. A weight on which
//! the samples do not depend keeps its value because of the damping.

use spielwerk_games::{AnyGame, Seat};
use spielwerk_players::{PlayerSpec, SpecError};
use thiserror::Error;

use super::Samples;

/// Weights that fit the samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// Names, with values before and after.
    pub weights: Vec<(&'static str, i32, i32)>,
    /// The number of evaluations compared with results: one a quiet position with two players, three
    /// with three.
    pub evaluations: usize,
    /// The mean cross-entropy loss, before and after.
    pub loss: (f64, f64),
}

/// Why nothing can be fitted.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum FitError {
    /// Too few samples.
    #[error("{found} evaluations are too few to fit {weights} weights; play more games")]
    TooFew {
        /// How many evaluations there are.
        found: usize,
        /// How many weights.
        weights: usize,
    },
    /// A spec that is not valid for the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

const ROUNDS: usize = 12;
/// Damping factors (Levenberg–Marquardt), tried in turn until the loss decreases. With little
/// damping this is Newton's step; with much, each weight moves as if it were alone.
const DAMPING: [f64; 5] = [1e-4, 0.03, 0.3, 3.0, 30.0];
/// A weight at most doubles in a round, but a small one may move so far. Without a limit, two nearly
/// collinear weights would diverge in opposite directions.
const MIN_REACH: f64 = 50.0;
/// The largest absolute value of a weight.
const MAX_WEIGHT: f64 = 3_000.0;
/// The least number of evaluations for every weight.
const MIN_EVALUATIONS_PER_WEIGHT: usize = 100;

/// The evaluations under some weights, in the order of samples and seats, and the results.
struct Evaluations {
    values: Vec<f64>,
    results: Vec<f64>,
}

impl Fit {
    /// Fits the weights of a game's evaluation, starting from those of a spec. `each` receives every
    /// round with the loss after it.
    pub fn run(
        game: AnyGame,
        spec: &PlayerSpec,
        samples: &Samples,
        each: &mut dyn FnMut(usize, f64),
    ) -> Result<Fit, FitError> {
        let names: Vec<&'static str> =
            spielwerk_players::default_weights(game).into_iter().map(|(name, _)| name).collect();
        let before: Vec<f64> = spielwerk_players::default_weights(game)
            .into_iter()
            .map(|(name, default)| {
                let set = spec.weights.iter().find(|(set, _)| set == name);
                f64::from(set.map_or(default, |(_, value)| *value))
            })
            .collect();
        let evaluate = |weights: &[f64]| evaluate_samples(game, spec, &names, weights, samples);

        let start = evaluate(&before)?;
        let count = start.values.len();
        if count < MIN_EVALUATIONS_PER_WEIGHT * names.len() {
            return Err(FitError::TooFew { found: count, weights: names.len() });
        }
        let scale = best_scale(&start);
        let first_loss = loss(&start, scale);
        let (mut weights, mut now, mut best) = (before.clone(), start, first_loss);
        for round in 1..=ROUNDS {
            let slopes: Vec<Vec<f64>> = (0..names.len())
                .map(|weight| partial_derivative(&weights, weight, &evaluate))
                .collect::<Result<_, _>>()?;
            let (gradient, curvature) = derivatives(&now, &slopes, scale);
            let mut improved = false;
            for damping in DAMPING {
                let step = solve(damped(curvature.clone(), damping), gradient.clone());
                let trial: Vec<f64> = weights
                    .iter()
                    .zip(&step)
                    .map(|(old, step)| {
                        let reach = old.abs().max(MIN_REACH);
                        (old + step.clamp(-reach, reach)).clamp(-MAX_WEIGHT, MAX_WEIGHT).round()
                    })
                    .collect();
                let evaluations = evaluate(&trial)?;
                let trial_loss = loss(&evaluations, scale);
                if trial_loss < best {
                    (weights, now, best, improved) = (trial, evaluations, trial_loss, true);
                    break;
                }
            }
            each(round, best);
            if !improved {
                break;
            }
        }
        let values = before.iter().zip(&weights).map(|(&old, &new)| (old as i32, new as i32));
        let weights = names.into_iter().zip(values).map(|(name, (old, new))| (name, old, new));
        Ok(Fit { weights: weights.collect(), evaluations: count, loss: (first_loss, best) })
    }
}

/// The static evaluation of every quiet sample, under some weights.
fn evaluate_samples(
    game: AnyGame,
    spec: &PlayerSpec,
    names: &[&'static str],
    weights: &[f64],
    samples: &Samples,
) -> Result<Evaluations, SpecError> {
    let weights =
        names.iter().zip(weights).map(|(name, &value)| ((*name).to_owned(), value as i32));
    let spec = PlayerSpec { weights: weights.collect(), ..spec.clone() };
    let evaluate = spielwerk_players::evaluation_fn(game, &spec)?;
    let mut evaluations = Evaluations { values: Vec::new(), results: Vec::new() };
    for sample in &samples.0 {
        let Some(values) = evaluate(&sample.position) else {
            continue;
        };
        // With two players the game is zero-sum: the second evaluation adds nothing.
        let asked = if game.seats() == 2 { 1 } else { game.seats() };
        for seat in Seat::all(asked) {
            evaluations.values.push(f64::from(values[seat.index()]));
            evaluations.results.push(sample.results[seat.index()]);
        }
    }
    Ok(evaluations)
}

/// The partial derivative of every evaluation with respect to one weight, by central differences.
fn partial_derivative(
    weights: &[f64],
    weight: usize,
    evaluate: &impl Fn(&[f64]) -> Result<Evaluations, SpecError>,
) -> Result<Vec<f64>, SpecError> {
    // Far enough for rounding not to matter.
    let reach = (weights[weight].abs() / 4.0).max(8.0).round();
    let at = |value: f64| {
        let mut moved = weights.to_vec();
        moved[weight] = value;
        evaluate(&moved)
    };
    let (above, below) = (at(weights[weight] + reach)?, at(weights[weight] - reach)?);
    let pairs = above.values.iter().zip(&below.values);
    Ok(pairs.map(|(above, below)| (above - below) / (2.0 * reach)).collect())
}

/// The expected score of an evaluation: a logistic function.
fn expected_score(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

fn loss(evaluations: &Evaluations, scale: f64) -> f64 {
    let pairs = evaluations.values.iter().zip(&evaluations.results);
    let sum: f64 = pairs
        .map(|(&value, &result)| {
            let expected = expected_score(value, scale).clamp(1e-9, 1.0 - 1e-9);
            -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
        })
        .sum();
    sum / evaluations.values.len() as f64
}

/// The scale of the logistic function with the least loss, by ternary search: the loss is unimodal.
fn best_scale(evaluations: &Evaluations) -> f64 {
    let (mut low, mut high) = (-12.0_f64, 0.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if loss(evaluations, (low + third).exp()) < loss(evaluations, (high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    low.midpoint(high).exp()
}

/// The gradient of the log-likelihood, and the curvature.
fn derivatives(
    evaluations: &Evaluations,
    slopes: &[Vec<f64>],
    scale: f64,
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = slopes.len();
    let (mut gradient, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (index, (&value, &result)) in
        evaluations.values.iter().zip(&evaluations.results).enumerate()
    {
        let expected = expected_score(value, scale);
        let (pull, stiffness) =
            (scale * (result - expected), scale * scale * expected * (1.0 - expected));
        for ((slopes_of_one, sum), row) in slopes.iter().zip(&mut gradient).zip(&mut curvature) {
            let slope = slopes_of_one[index];
            *sum += pull * slope;
            for (entry, other) in row.iter_mut().zip(slopes) {
                *entry += stiffness * slope * other[index];
            }
        }
    }
    (gradient, curvature)
}

/// The curvature with Levenberg–Marquardt damping.
fn damped(mut curvature: Vec<Vec<f64>>, damping: f64) -> Vec<Vec<f64>> {
    for (row, entries) in curvature.iter_mut().enumerate() {
        entries[row] = entries[row] * (1.0 + damping) + f64::MIN_POSITIVE;
    }
    curvature
}

/// Solves a system of linear equations by elimination. The matrix is positive definite, so that no
/// pivot is zero.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / matrix[pivot][pivot];
            let (above, below) = matrix.split_at_mut(row);
            for (entry, top) in below[0].iter_mut().zip(&above[pivot]).skip(pivot) {
                *entry -= factor * top;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Match, Openings};
    use spielwerk_engines::Entrant;
    use spielwerk_search::StopFlag;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 2.0]];
        let found = solve(matrix, vec![6.0, 10.0, 8.0]);
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{found}");
        }
    }

    fn samples(game: AnyGame, player: &str, games: usize) -> Samples {
        let spec: PlayerSpec = player.parse().unwrap();
        let entrants = (0..game.seats()).map(|_| Entrant::new(game, &spec).unwrap()).collect();
        let openings = Openings::Random { plies: 8 };
        let contest = Match { games, openings, seed: 3, ..Match::new(game, entrants) };
        let mut samples = Samples::default();
        contest
            .play(&StopFlag::default(), &mut |finished, _| samples.add(&finished.played))
            .unwrap();
        samples
    }

    #[test]
    fn wrong_weights_are_corrected() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let samples = samples(game, "greedy", 300);
        // The games show that beans in one's own houses are not bad.
        let wrong: PlayerSpec = "strong:w.choice=-300,w.bean=-40,tables=off".parse().unwrap();
        let mut losses = Vec::new();
        let fit = Fit::run(game, &wrong, &samples, &mut |_, loss| losses.push(loss)).unwrap();
        assert!(fit.loss.1 < 0.95 * fit.loss.0, "{fit:?}");
        assert!(losses.is_sorted_by(|before, after| before >= after));
        let choice = fit.weights.iter().find(|(name, ..)| *name == "choice").unwrap();
        assert!(choice.1 == -300 && choice.2 > -100, "{fit:?}");
    }

    #[test]
    fn three_players_have_three_evaluations() {
        let game = spielwerk_games::game("fauhalma").unwrap();
        let samples = samples(game, "greedy", 12);
        let spec = "strong:tables=off".parse().unwrap();
        let fit = Fit::run(game, &spec, &samples, &mut |_, _| {}).unwrap();
        assert_eq!(fit.evaluations % 3, 0);
        // Positions with a secured place are left out, or all weights would grow.
        let steps = fit.weights.iter().find(|(name, ..)| *name == "steps").unwrap();
        assert!((steps.1 / 4..4 * steps.1).contains(&steps.2), "{fit:?}");
        // Without a race tablebase its weight keeps its value.
        assert!(
            fit.weights.iter().any(|&(name, old, new)| name == "race" && old == new),
            "{fit:?}"
        );
    }

    #[test]
    fn too_few_games_are_refused() {
        let game = spielwerk_games::game("halma").unwrap();
        let error =
            Fit::run(game, &PlayerSpec::named("strong"), &Samples::default(), &mut |_, _| {});
        assert!(error.unwrap_err().to_string().contains("play more games"));
    }
}
