//! Logistic regression of results on a judge's opinion.
//!
//! A judge's value is nearly linear in its weights, but for rounding and a few products. So the fit
//! goes in rounds: each measures by how much every value changes with every weight, takes the step
//! that would be best if that were all, halves it until it is an improvement, and begins anew. What
//! the games say nothing about stays where it was, because every step costs a little.

use games::{AnyGame, Seat};
use players::{Spec, SpecError};
use thiserror::Error;

use super::Samples;

/// Weights that fit the samples.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// Names, and values before and after.
    pub weights: Vec<(&'static str, i32, i32)>,
    /// How many opinions were compared with results: one a quiet position for two, three for three.
    pub opinions: usize,
    /// How far the judge's opinion was from the results: mean logarithmic loss, before and after.
    pub loss: (f64, f64),
}

/// Why nothing can be fitted.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum FitError {
    /// Too little to go by.
    #[error("{found} opinions are too few to fit {weights} weights; play more games")]
    TooFew {
        /// How many opinions there are.
        found: usize,
        /// How many weights.
        weights: usize,
    },
    /// A spec that names no judgement of the game.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

const ROUNDS: usize = 12;
/// What a step of a weight costs, as a share of what the samples say about it: tried in turn until
/// the loss is less. Without, Newton's step is the best there is where weights do different things;
/// with much, each weight moves as if it were alone.
const DAMPING: [f64; 5] = [1e-4, 0.03, 0.3, 3.0, 30.0];
/// A weight at most doubles in a round, but a small one may move so far. Where two weights do nearly
/// the same, Newton would send one to either end of the world.
const REACH: f64 = 50.0;
/// The largest weight that makes sense.
const MOST: f64 = 3_000.0;
/// Opinions that there must be for every weight.
const FEWEST: usize = 100;

/// What the judge thinks under some weights: all opinions in the order of samples and seats.
struct Opinions {
    values: Vec<f64>,
    results: Vec<f64>,
}

impl Fit {
    /// Fits the weights of a game's judge, from those of a spec on. `each` is told of every round,
    /// with the loss after it.
    pub fn to(
        game: AnyGame,
        spec: &Spec,
        samples: &Samples,
        each: &mut dyn FnMut(usize, f64),
    ) -> Result<Fit, FitError> {
        let names: Vec<&'static str> =
            players::weights(game).into_iter().map(|(name, _)| name).collect();
        let before: Vec<f64> = players::weights(game)
            .into_iter()
            .map(|(name, usual)| {
                let set = spec.weights.iter().find(|(set, _)| set == name);
                f64::from(set.map_or(usual, |(_, value)| *value))
            })
            .collect();
        let judged = |weights: &[f64]| judged(game, spec, &names, weights, samples);

        let start = judged(&before)?;
        let opinions = start.values.len();
        if opinions < FEWEST * names.len() {
            return Err(FitError::TooFew { found: opinions, weights: names.len() });
        }
        let scale = best_scale(&start);
        let first_loss = loss(&start, scale);
        let (mut weights, mut now, mut best) = (before.clone(), start, first_loss);
        for round in 1..=ROUNDS {
            let slopes: Vec<Vec<f64>> = (0..names.len())
                .map(|weight| slope(&weights, weight, &judged))
                .collect::<Result<_, _>>()?;
            let (gradient, curvature) = derivatives(&now, &slopes, scale);
            let mut improved = false;
            for damping in DAMPING {
                let step = solve(damped(curvature.clone(), damping), gradient.clone());
                let trial: Vec<f64> = weights
                    .iter()
                    .zip(&step)
                    .map(|(old, step)| {
                        let reach = old.abs().max(REACH);
                        (old + step.clamp(-reach, reach)).clamp(-MOST, MOST).round()
                    })
                    .collect();
                let opinions = judged(&trial)?;
                let trial_loss = loss(&opinions, scale);
                if trial_loss < best {
                    (weights, now, best, improved) = (trial, opinions, trial_loss, true);
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
        Ok(Fit { weights: weights.collect(), opinions, loss: (first_loss, best) })
    }
}

/// The judge's opinion of every quiet sample, under some weights.
fn judged(
    game: AnyGame,
    spec: &Spec,
    names: &[&'static str],
    weights: &[f64],
    samples: &Samples,
) -> Result<Opinions, SpecError> {
    let weights =
        names.iter().zip(weights).map(|(name, &value)| ((*name).to_owned(), value as i32));
    let spec = Spec { weights: weights.collect(), ..spec.clone() };
    let valuation = players::valuation(game, &spec)?;
    let mut opinions = Opinions { values: Vec::new(), results: Vec::new() };
    for sample in &samples.0 {
        let Some(values) = valuation(&sample.position) else {
            continue;
        };
        // With two at the board one's gain is the other's loss: a second opinion is none.
        let asked = if game.seats() == 2 { 1 } else { game.seats() };
        for seat in Seat::all(asked) {
            opinions.values.push(f64::from(values[seat.index()]));
            opinions.results.push(sample.results[seat.index()]);
        }
    }
    Ok(opinions)
}

/// By how much every opinion changes with one weight.
fn slope(
    weights: &[f64],
    weight: usize,
    judged: &impl Fn(&[f64]) -> Result<Opinions, SpecError>,
) -> Result<Vec<f64>, SpecError> {
    // Far enough for the rounding of values not to matter.
    let reach = (weights[weight].abs() / 4.0).max(8.0).round();
    let at = |value: f64| {
        let mut moved = weights.to_vec();
        moved[weight] = value;
        judged(&moved)
    };
    let (above, below) = (at(weights[weight] + reach)?, at(weights[weight] - reach)?);
    let pairs = above.values.iter().zip(&below.values);
    Ok(pairs.map(|(above, below)| (above - below) / (2.0 * reach)).collect())
}

/// How likely a win is by a judge's value.
fn expectation(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-scale * value).exp())
}

fn loss(opinions: &Opinions, scale: f64) -> f64 {
    let pairs = opinions.values.iter().zip(&opinions.results);
    let sum: f64 = pairs
        .map(|(&value, &result)| {
            let expected = expectation(value, scale).clamp(1e-9, 1.0 - 1e-9);
            -result * expected.ln() - (1.0 - result) * (1.0 - expected).ln()
        })
        .sum();
    sum / opinions.values.len() as f64
}

/// The scale between values and expectations that fits best: found by thirds, since the loss has
/// but one valley.
fn best_scale(opinions: &Opinions) -> f64 {
    let (mut low, mut high) = (-12.0_f64, 0.0);
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if loss(opinions, (low + third).exp()) < loss(opinions, (high - third).exp()) {
            high -= third;
        } else {
            low += third;
        }
    }
    low.midpoint(high).exp()
}

/// How the samples pull at the weights, and how stiff they are.
fn derivatives(opinions: &Opinions, slopes: &[Vec<f64>], scale: f64) -> (Vec<f64>, Vec<Vec<f64>>) {
    let size = slopes.len();
    let (mut gradient, mut curvature) = (vec![0.0; size], vec![vec![0.0; size]; size]);
    for (index, (&value, &result)) in opinions.values.iter().zip(&opinions.results).enumerate() {
        let expected = expectation(value, scale);
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

/// Stiffer by a share: the step of Levenberg and Marquardt.
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
    use crate::{Entrant, Match, Openings};
    use search::Stop;

    #[test]
    fn equations_are_solved() {
        let matrix = vec![vec![4.0, 1.0, 0.0], vec![1.0, 3.0, 1.0], vec![0.0, 1.0, 2.0]];
        let found = solve(matrix, vec![6.0, 10.0, 8.0]);
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-12, "{found}");
        }
    }

    fn samples(game: AnyGame, player: &str, games: usize) -> Samples {
        let spec: Spec = player.parse().unwrap();
        let entrants = (0..game.seats()).map(|_| Entrant::new(game, &spec).unwrap()).collect();
        let openings = Openings::Random { plies: 8 };
        let contest = Match { games, openings, seed: 3, ..Match::new(game, entrants) };
        let mut samples = Samples::default();
        contest.play(&Stop::default(), &mut |finished, _| samples.add(&finished.played)).unwrap();
        samples
    }

    #[test]
    fn nonsense_is_mended() {
        let game = games::game("bohnenspiel").unwrap();
        let samples = samples(game, "greedy", 300);
        // Who is told that beans of one's own are bad learns better from the games.
        let wrong: Spec = "strong:w.choice=-300,w.bean=-40,tables=off".parse().unwrap();
        let mut losses = Vec::new();
        let fit = Fit::to(game, &wrong, &samples, &mut |_, loss| losses.push(loss)).unwrap();
        assert!(fit.loss.1 < 0.95 * fit.loss.0, "{fit:?}");
        assert!(losses.is_sorted_by(|before, after| before >= after));
        let choice = fit.weights.iter().find(|(name, ..)| *name == "choice").unwrap();
        assert!(choice.1 == -300 && choice.2 > -100, "{fit:?}");
    }

    #[test]
    fn three_players_have_three_opinions() {
        let game = games::game("fauhalma").unwrap();
        let samples = samples(game, "greedy", 12);
        let spec = "strong:tables=off".parse().unwrap();
        let fit = Fit::to(game, &spec, &samples, &mut |_, _| {}).unwrap();
        assert_eq!(fit.opinions % 3, 0);
        // A place that is certain says nothing about leads, or all weights would grow to meet it.
        let steps = fit.weights.iter().find(|(name, ..)| *name == "steps").unwrap();
        assert!((steps.1 / 4..4 * steps.1).contains(&steps.2), "{fit:?}");
        // Without a race table the games say nothing about its weight.
        assert!(
            fit.weights.iter().any(|&(name, old, new)| name == "race" && old == new),
            "{fit:?}"
        );
    }

    #[test]
    fn too_few_games_are_refused() {
        let game = games::game("halma").unwrap();
        let error = Fit::to(game, &Spec::named("strong"), &Samples::default(), &mut |_, _| {});
        assert!(error.unwrap_err().to_string().contains("play more games"));
    }
}
