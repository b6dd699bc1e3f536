//! Running mean and standard error of a sample.

/// The running mean and variance of observations.
#[derive(Copy, Clone, PartialEq, Debug, Default)]
pub struct RunningStats {
    count: u64,
    mean: f64,
    /// The squared differences from the mean.
    squares: f64,
}

impl RunningStats {
    /// Adds an observation, by Welford's algorithm, which is numerically stable.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their average; zero without any.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the average, if there are at least two.
    pub fn error(&self) -> Option<f64> {
        let degrees = self.count.checked_sub(1).filter(|&degrees| degrees > 0)? as f64;
        Some((self.squares / degrees / self.count as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_the_average() {
        let mut sample = RunningStats::default();
        assert_eq!((sample.mean(), sample.error()), (0.0, None));
        sample.add(2.0);
        assert_eq!(sample.error(), None);
        for value in [4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.add(value);
        }
        // Mean 5, squared differences 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32.
        assert_eq!((sample.count(), sample.mean()), (8, 5.0));
        assert!((sample.error().unwrap() - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
    }
}
