//! Topics: which workers see which jobs.

/// The jobs that the same workers take. Both topics are in one stream; each has a consumer of its own,
/// so that a worker that takes no jobs of a topic does not see them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Games of tournaments and of self-play, which every worker plays.
    Games,
    /// Claims of large proofs, for workers with memory for them.
    Claims,
}

impl Topic {
    pub(crate) const ALL: [Topic; 2] = [Topic::Games, Topic::Claims];

    /// The durable consumer that all workers of the topic share.
    pub(crate) const fn consumer(self) -> &'static str {
        match self {
            Topic::Games => "workers",
            Topic::Claims => "solvers",
        }
    }

    /// The subjects of its jobs.
    pub(crate) const fn subjects(self) -> &'static str {
        match self {
            Topic::Games => "spielwerk.games.*",
            Topic::Claims => "spielwerk.claims.*.*",
        }
    }

    /// The subject of a job. Only claims are withdrawn one by one, so only they have numbers there.
    pub(crate) fn subject(self, token: &str, number: u64) -> String {
        match self {
            Topic::Games => format!("spielwerk.games.{token}"),
            Topic::Claims => format!("spielwerk.claims.{token}.{number}"),
        }
    }

    /// The subjects of all jobs under a token.
    pub(crate) fn all_subjects(self, token: &str) -> String {
        match self {
            Topic::Games => self.subject(token, 0),
            Topic::Claims => format!("spielwerk.claims.{token}.*"),
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
