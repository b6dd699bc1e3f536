//! Engines that are kept from game to game: as many processes as games are played at a time.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams};

use super::player::UgiPlayer;
use crate::process::EngineCommand;

/// Engines of one command that do not know the rules, so they are sent positions without the moves
/// before.
pub(crate) struct EnginePool {
    command: EngineCommand,
    idle: Arc<Mutex<Vec<UgiPlayer>>>,
}

impl EnginePool {
    pub(crate) fn new(command: EngineCommand) -> EnginePool {
        EnginePool { command, idle: Arc::default() }
    }

    /// A player for one game, ready for it: an idle engine, or a new one.
    pub(crate) fn player(&self) -> Result<PooledPlayer, PlayerError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let kept = idle.and_then(|mut engine| engine.prepare_game().is_ok().then_some(engine));
        let engine = match kept {
            Some(engine) => engine,
            None => UgiPlayer::start(&self.command)?.without_history(),
        };
        Ok(PooledPlayer { engine: Some(engine), idle: self.idle.clone() })
    }
}

/// An engine that goes back to its pool after the game.
pub(crate) struct PooledPlayer {
    /// None only while it is dropped.
    engine: Option<UgiPlayer>,
    idle: Arc<Mutex<Vec<UgiPlayer>>>,
}

impl Player for PooledPlayer {
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        let gone = || PlayerError::Disconnected("its game is over".into());
        self.engine.as_mut().ok_or_else(gone)?.choose(state, params, each)
    }

    fn time_used(&self) -> Option<Duration> {
        self.engine.as_ref()?.time_used()
    }

    fn new_game(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.new_game();
        }
    }
}

impl Drop for PooledPlayer {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take().filter(UgiPlayer::is_running) {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
        }
    }
}
