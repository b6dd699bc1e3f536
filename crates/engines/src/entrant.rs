//! A participant of a match: a factory of players. Each game gets a new player, so that nothing is
//! carried over from one game to another. Only a Java player keeps its process: that is how its course
//! runs it, and a JVM is slow until it has warmed up.

use std::fmt;

use spielwerk_games::AnyGame;
use spielwerk_players::{Player, PlayerError, PlayerSpec, SpecError};

use crate::java;
use crate::process::EngineCommand;
use crate::ugi::engine_pool::EnginePool;
use crate::ugi::player::UgiPlayer;
use crate::{FileProgram, NamedEngines, RunLog};

/// A participant that can play any number of games at a time.
///
/// ```
/// use spielwerk_engines::Entrant;
/// use spielwerk_players::{GameState, SearchParams};
/// use spielwerk_search::Limits;
///
/// let game = spielwerk_games::game("fanorona")?;
/// let entrant = Entrant::new(game, &"greedy".parse()?)?;
/// let mut player = entrant.player(1)?;
/// let start = GameState::new(game);
/// let analysis = player.choose(&start, &SearchParams::new(Limits::depth(1)), &mut |_| {})?;
/// assert!(start.position().play(analysis.best_move).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Entrant {
    name: String,
    version: String,
    log: Option<RunLog>,
    #[expect(clippy::type_complexity, reason = "a function is all there is to it")]
    make: Box<dyn Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync>,
}

impl Entrant {
    /// The player of a spec: one from the registry, or an external program.
    pub fn new(game: AnyGame, spec: &PlayerSpec) -> Result<Entrant, SpecError> {
        if spec.command.is_some() {
            return external(game, spec);
        }
        spielwerk_players::build(game, spec)?;
        let spec = spec.clone();
        Ok(Entrant::from_fn(spec.to_string(), move |seed| {
            let seeded = PlayerSpec { seed: spec.seed.wrapping_add(seed), ..spec.clone() };
            spielwerk_players::build(game, &seeded)
                .map_err(|error| PlayerError::Crashed(error.to_string()))
        }))
    }

    /// The same, with `engine:NAME` for the programs named here. A name that is not known here
    /// becomes an entrant that cannot start.
    pub fn with_engines(
        game: AnyGame,
        spec: &PlayerSpec,
        engines: &NamedEngines,
    ) -> Result<Entrant, SpecError> {
        let Some(name) = spec.command.as_deref().filter(|_| spec.name == PlayerSpec::ENGINE) else {
            return Entrant::new(game, spec);
        };
        match engines.get(name) {
            Some(program) => Ok(Entrant { name: spec.to_string(), ..Entrant::new(game, program)? }),
            None => {
                let why = not_allowed(name);
                let make = move |_| Err(PlayerError::Crashed(why.clone()));
                Ok(Entrant::from_fn(spec.to_string(), make))
            }
        }
    }

    /// The player of a spec that came from another machine: one from the registry, or one of the
    /// programs named here. A command is refused.
    pub fn untrusted(
        game: AnyGame,
        spec: &PlayerSpec,
        engines: &NamedEngines,
    ) -> Result<Entrant, SpecError> {
        let refuse = |why: String| SpecError::StartFailed { spec: spec.to_string(), why };
        match spec.command.as_deref() {
            Some(name) if spec.name == PlayerSpec::ENGINE && engines.get(name).is_none() => {
                Err(refuse(not_allowed(name)))
            }
            Some(_) if spec.name != PlayerSpec::ENGINE => Err(refuse(
                "a job names no command; `engine:NAME` is a program that the worker allows".into(),
            )),
            _ => Entrant::with_engines(game, spec, engines),
        }
    }

    /// A name, and a function that builds a player from a seed.
    pub fn from_fn(
        name: impl Into<String>,
        make: impl Fn(u64) -> Result<Box<dyn Player>, PlayerError> + Send + Sync + 'static,
    ) -> Entrant {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Entrant { name: name.into(), version, log: None, make: Box::new(make) }
    }

    /// The same with the log of its program.
    #[must_use]
    pub(crate) fn with_log(self, log: RunLog) -> Entrant {
        Entrant { log: Some(log), ..self }
    }

    /// What its program costs and prints, if it is one.
    pub fn log(&self) -> Option<&RunLog> {
        self.log.as_ref()
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

fn not_allowed(name: &str) -> String {
    format!("no engine is called `{name}` here; --allow-engine {name}=COMMAND names it")
}

/// The entrant of a spec with a command. It is started once here, so that a mistyped command is
/// reported before the first game.
fn external(game: AnyGame, spec: &PlayerSpec) -> Result<Entrant, SpecError> {
    let refuse = |why: String| SpecError::StartFailed { spec: spec.to_string(), why };
    let text = spec.command.as_deref().unwrap_or_default();
    match spec.name.as_str() {
        "ugi" => {
            let command = EngineCommand::parse(text).map_err(refuse)?;
            command.check().map_err(refuse)?;
            let log = command.log.clone();
            let start = move |_| Ok(Box::new(UgiPlayer::start(&command)?) as Box<dyn Player>);
            Ok(Entrant::from_fn(spec.to_string(), start).with_log(log))
        }
        "java" => {
            let command = java::command(game, text).map_err(refuse)?;
            let log = command.log.clone();
            let pool = EnginePool::new(command);
            Ok(Entrant::from_fn(spec.to_string(), move |_| Ok(Box::new(pool.player()?)))
                .with_log(log))
        }
        "files" => {
            let program = FileProgram::new(text)?;
            program.check()?;
            program.entrant(game)
        }
        PlayerSpec::ENGINE => Err(refuse(not_allowed(text))),
        name => Err(refuse(format!("`{name}` is not supported"))),
    }
}
