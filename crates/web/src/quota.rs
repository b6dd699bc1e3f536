//! Quotas: how many sessions a visitor may create in a while, so that nobody fills the disk.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use spielwerk_search::Instant;

use crate::api_error::ApiError;
use crate::player_threads::Visitor;

/// The time in which sessions are counted.
const PERIOD: Duration = Duration::from_secs(3600);

/// How many sessions each visitor has created lately.
#[derive(Debug)]
pub(crate) struct SessionQuota {
    per_period: usize,
    created: Mutex<HashMap<Visitor, Vec<Instant>>>,
}

impl SessionQuota {
    /// So many sessions an hour; 0 means any number.
    pub(crate) fn new(per_period: usize) -> SessionQuota {
        SessionQuota { per_period, created: Mutex::default() }
    }

    /// Counts a session that a visitor wants to create, or refuses it.
    pub(crate) fn take(&self, visitor: Visitor, now: Instant) -> Result<(), ApiError> {
        if self.per_period == 0 {
            return Ok(());
        }
        let mut created = self.created.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |at: &Instant| now.saturating_duration_since(*at) < PERIOD;
        created.retain(|_, times| {
            times.retain(is_recent);
            !times.is_empty()
        });
        let times = created.entry(visitor).or_default();
        if times.len() >= self.per_period {
            return Err(ApiError::TooMany(self.per_period));
        }
        times.push(now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{IpAddr, Ipv4Addr};

    #[test]
    fn sessions_are_counted_by_visitor_and_hour() {
        let visitor = |last| Visitor(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last)));
        let quota = SessionQuota::new(2);
        let now = Instant::now();
        assert!(quota.take(visitor(1), now).is_ok() && quota.take(visitor(1), now).is_ok());
        assert!(matches!(quota.take(visitor(1), now), Err(ApiError::TooMany(2))));
        assert!(quota.take(visitor(2), now).is_ok());
        assert!(quota.take(visitor(1), now + PERIOD).is_ok());
        let unlimited = SessionQuota::new(0);
        assert!((0..1000).all(|_| unlimited.take(visitor(1), now).is_ok()));
    }
}
