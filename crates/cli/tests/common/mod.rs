//! Whole games to be played again through a front end, move by move.

use arena::{Bounds, Control, Entrant, Played, Referee};
use players::Course;
use search::Limits;

/// A game between players that look at a few positions each; always the same one.
pub(crate) fn whole_game(name: &str) -> Played {
    let game = games::game(name).unwrap();
    let strong = Entrant::new(game, &"strong:hash=4".parse().unwrap()).unwrap();
    let mut players: Vec<_> = (0..game.seats()).map(|_| strong.player(1).unwrap()).collect();
    let control = Control::per_move(Limits::nodes(600));
    let referee = Referee { control, bounds: Bounds::usual(game) };
    let played = referee.play(Course::new(game), &mut players);
    assert!(!played.ending.is_forfeit(), "{:?}", played.remark);
    played
}

/// A list of people, one for each seat of a game.
pub(crate) fn people(name: &str) -> String {
    vec!["person"; games::game(name).unwrap().seats()].join(",")
}

/// How the front ends begin to tell the result.
pub(crate) fn result(played: &Played) -> String {
    let seats = played.course.game().info().seats;
    match played.outcome.winner() {
        Some(winner) => format!("{} wins", seats[winner.index()]),
        None if seats.len() == 2 => "The game is drawn".into(),
        None => "The game is shared".into(),
    }
}
