//! A participant of a match: a factory of players. Each game gets a new player, so that nothing is
//! carried over from one game to another.

use std::fmt;

use spielwerk_games::AnyGame;
use spielwerk_players::{Player, PlayerError, PlayerSpec, SpecError};

use crate::external;

/// A participant that can play any number of games at a time.
pub struct Entrant {
    name: String,
    version: String,
    #[expect(clippy::type_complexity, reason = "a function is all there is to it")]
    make: Box<dyn Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>,
}

impl Entrant {
    /// The player of a spec: one from the registry, or an external program.
    pub fn new(game: AnyGame, spec: &PlayerSpec) -> Result<Entrant, SpecError> {
        if spec.command.is_some() {
            return external::entrant(game, spec);
        }
        spielwerk_players::build(game, spec)?;
        let spec = spec.clone();
        Ok(Entrant::from_fn(spec.to_string(), move |seed| {
            let seeded = PlayerSpec { seed: spec.seed.wrapping_add(seed), ..spec.clone() };
            spielwerk_players::build(game, &seeded)
                .map_err(|error| PlayerError::Crashed(error.to_string()))
        }))
    }

    /// A name, and a function that builds a player from a seed.
    pub fn from_fn(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    ) -> Entrant {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Entrant { name: name.into(), version, make: Box::new(make) }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The version of its program.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Builds a player for one game, with its own random seed.
    pub fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        (self.make)(seed)
    }
}

impl fmt::Debug for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)
    }
}
