//! Lanes: which workers see which jobs.

/// The jobs that the same workers take. Both lanes are in one stream; each has a consumer of its own,
/// so that a worker that takes no jobs of a lane does not see them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Lane {
    /// Games of tournaments and of self-play, which every worker plays.
    Games,
    /// Claims of large proofs, for workers with memory for them.
    Claims,
}

impl Lane {
    pub(crate) const ALL: [Lane; 2] = [Lane::Games, Lane::Claims];

    /// The durable consumer that all workers of the lane share.
    pub(crate) const fn consumer(self) -> &'static str {
        match self {
            Lane::Games => "workers",
            Lane::Claims => "solvers",
        }
    }

    /// The subjects of its jobs.
    pub(crate) const fn subjects(self) -> &'static str {
        match self {
            Lane::Games => "spielwerk.games.*",
            Lane::Claims => "spielwerk.claims.*.*",
        }
    }

    /// The subject of a job. Only claims are withdrawn one by one, so only they have numbers there.
    pub(crate) fn subject(self, token: &str, number: u64) -> String {
        match self {
            Lane::Games => format!("spielwerk.games.{token}"),
            Lane::Claims => format!("spielwerk.claims.{token}.{number}"),
        }
    }

    /// The subjects of all jobs under a token.
    pub(crate) fn all_subjects(self, token: &str) -> String {
        match self {
            Lane::Games => self.subject(token, 0),
            Lane::Claims => format!("spielwerk.claims.{token}.*"),
        }
    }
}

pub(crate) fn result_subject(token: &str) -> String {
    format!("spielwerk.results.{token}")
}

/// Whether a text may be part of a subject: a message chooses no other one.
pub(crate) fn is_token(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_one_part_of_a_subject() {
        assert!(is_token("0123456789abcdef") && is_token("x"));
        for bad in ["", "a.b", "*", ">", "a b", "a\r\nPUB x", &"a".repeat(65)] {
            assert!(!is_token(bad), "{bad:?}");
        }
    }
}
