//! Whoever takes part in a match. An entrant comes to each board as a player of its own, so that no
//! game knows anything of another.

use std::fmt;

use games::AnyGame;
use players::{Fault, Player, Spec, SpecError};

use crate::external;

/// Somebody who can be seated at any number of boards.
pub struct Entrant {
    name: String,
    version: String,
    #[expect(clippy::type_complexity, reason = "a function is all there is to it")]
    make: Box<dyn Fn(u64) -> Result<Box<dyn Player>, Fault> + Send + Sync>,
}

impl Entrant {
    /// One of our own players, if there is one of that name for the game, or somebody else's
    /// program.
    pub fn new(game: AnyGame, spec: &Spec) -> Result<Entrant, SpecError> {
        if spec.command.is_some() {
            return external::entrant(game, spec);
        }
        players::build(game, spec)?;
        let spec = spec.clone();
        Ok(Entrant::made_by(spec.to_string(), move |seed| {
            let seeded = Spec { seed: spec.seed.wrapping_add(seed), ..spec.clone() };
            players::build(game, &seeded).map_err(|error| Fault::Crash(error.to_string()))
        }))
    }

    /// Anybody else: a name, and a function that makes a player from a seed.
    pub fn made_by(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Player>, Fault> + Send + Sync + 'static,
    ) -> Entrant {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Entrant { name: name.into(), version, make: Box::new(make) }
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of its program.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// A player for one game, with its own random numbers.
    pub fn player(&self, seed: u64) -> Result<Box<dyn Player>, Fault> {
        (self.make)(seed)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}
