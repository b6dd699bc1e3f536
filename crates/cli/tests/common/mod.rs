//! Whole games to be played again through a front end, move by move.

use spielwerk_arena::{PlayedGame, Referee};
use spielwerk_engines::Entrant;
use spielwerk_players::GameState;
use spielwerk_search::Limits;
use spielwerk_session::{GameLimits, TimeControl};

/// A game between players that look at a few positions each; always the same one.
pub(crate) fn whole_game(name: &str) -> PlayedGame {
    let game = spielwerk_games::game(name).unwrap();
    let strong = Entrant::new(game, &"strong:hash=4".parse().unwrap()).unwrap();
    let mut players: Vec<_> = (0..game.seats()).map(|_| strong.player(1).unwrap()).collect();
    let control = TimeControl::per_move(Limits::nodes(600));
    let referee = Referee { time_control: control, limits: GameLimits::default_for(game) };
    let played = referee.play(GameState::new(game), &mut players);
    assert!(!played.termination.is_forfeit(), "{:?}", played.remark);
    played
}

/// A list of people, one for each seat of a game.
pub(crate) fn people(name: &str) -> String {
    vec!["person"; spielwerk_games::game(name).unwrap().seats()].join(",")
}

/// How the front ends begin to tell the result.
pub(crate) fn result(played: &PlayedGame) -> String {
    let seats = played.state.game().info().seats;
    match played.outcome.winner() {
        Some(winner) => format!("{} wins", seats[winner.index()]),
        None if seats.len() == 2 => "The game is drawn".into(),
        None => "The game is shared".into(),
    }
}
