//! A player that searches in a thread of its own, so that the user interface never blocks.
//!
//! Requests are queued. A new one raises the stop flag of the one before, whose events are then
//! dropped by their number: so nobody has to wait for a search to end either.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams};
use spielwerk_search::{Limits, StopFlag};

/// A player in a thread of its own.
pub(crate) struct PlayerThread {
    requests: Sender<(u64, GameState, SearchParams)>,
    events: Receiver<(u64, PlayerEvent)>,
    number: u64,
    stop: StopFlag,
}

/// An event of the present search.
#[derive(Debug)]
pub(crate) enum PlayerEvent {
    /// The analysis so far.
    Progress(Analysis),
    /// The result.
    Done(Result<Analysis, PlayerError>),
}

impl PlayerThread {
    /// Starts a thread for a player.
    pub(crate) fn new(mut player: Box<dyn Player>) -> PlayerThread {
        let (requests, received) = channel::<(u64, GameState, SearchParams)>();
        let (sender, events) = channel();
        thread::spawn(move || {
            for (number, game_state, params) in received {
                let mut report = |analysis: &Analysis| {
                    // A dropped receiver has already raised the stop flag.
                    let _ = sender.send((number, PlayerEvent::Progress(analysis.clone())));
                };
                let result = player.choose(&game_state, &params, &mut report);
                if sender.send((number, PlayerEvent::Done(result))).is_err() {
                    return;
                }
            }
        });
        PlayerThread { requests, events, number: 0, stop: StopFlag::default() }
    }

    /// Starts a search, and stops the one before.
    pub(crate) fn search(&mut self, game_state: &GameState, limits: Limits) {
        self.stop();
        let params = SearchParams::new(limits);
        self.stop = params.stop.clone();
        // If the thread has panicked, receiving will tell.
        let _ = self.requests.send((self.number, game_state.clone(), params));
    }

    /// Stops the search; there will be no more events of it.
    pub(crate) fn stop(&mut self) {
        self.stop.stop();
        self.number += 1;
    }

    /// The next event, if there is one yet.
    pub(crate) fn try_recv(&self) -> Option<PlayerEvent> {
        loop {
            match self.events.try_recv() {
                Ok((number, event)) if number == self.number => return Some(event),
                Ok(_) => {}
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(panicked()),
            }
        }
    }

    /// The next event, or none if it takes too long.
    pub(crate) fn recv_timeout(&self, timeout: Duration) -> Option<PlayerEvent> {
        match self.events.recv_timeout(timeout) {
            Ok((number, event)) if number == self.number => Some(event),
            Ok(_) => None,
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(panicked()),
        }
    }
}

impl Drop for PlayerThread {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn panicked() -> PlayerEvent {
    PlayerEvent::Done(Err(PlayerError::Crashed("it panicked during the search".into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stopped_search_sends_no_more_events() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let player = spielwerk_players::build(game, &"strong".parse().unwrap()).unwrap();
        let mut thread = PlayerThread::new(player);
        let mut game_state = GameState::new(game);
        thread.search(&game_state, Limits::default());
        let m = game_state.position().read_move("3").unwrap();
        game_state.play(m).unwrap();
        thread.search(&game_state, Limits::depth(3));
        let answer = loop {
            if let Some(PlayerEvent::Done(answer)) = thread.recv_timeout(Duration::from_secs(60)) {
                break answer.unwrap();
            }
        };
        assert_eq!(answer.depth, 3);
        assert!(game_state.position().play(answer.best_move).is_ok());
        assert!(thread.try_recv().is_none());
    }

    #[test]
    fn a_panic_is_a_result() {
        struct Broken;
        impl Player for Broken {
            fn choose(
                &mut self,
                _: &GameState,
                _: &SearchParams,
                _: &mut dyn FnMut(&Analysis),
            ) -> Result<Analysis, PlayerError> {
                panic!("on purpose")
            }
        }
        let mut thread = PlayerThread::new(Box::new(Broken));
        thread.search(&GameState::new(spielwerk_games::games()[0]), Limits::depth(1));
        let event = thread.recv_timeout(Duration::from_secs(60));
        assert!(matches!(event, Some(PlayerEvent::Done(Err(PlayerError::Crashed(_))))));
    }
}
