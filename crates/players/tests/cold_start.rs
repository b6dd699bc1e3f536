//! The first search of a player is not much slower than the next one: memory that is used for the
//! first time must not take the time of the search.

use std::time::Duration;

use spielwerk_players::{GameState, PlayerSpec, SearchParams};
use spielwerk_search::Limits;

/// By CPU time, so that other processes make no difference.
const TIME: Duration = Duration::from_millis(50);

#[test]
fn the_first_search_has_at_least_half_the_nodes_of_the_second() {
    for name in ["fauhalma", "fauhalma-star2", "halma", "fanorona", "bohnenspiel"] {
        let game = spielwerk_games::game(name).unwrap();
        let state = GameState::from_position(game, game.start());
        let params = SearchParams::new(Limits::cpu(TIME));
        let spec = PlayerSpec { tables: false, ..PlayerSpec::named("strong") };
        let mut player = spielwerk_players::build(game, &spec).unwrap();
        let first = player.choose(&state, &params, &mut |_| {}).unwrap().nodes;
        player.new_game();
        let second = player.choose(&state, &params, &mut |_| {}).unwrap().nodes;
        assert!(2 * first >= second, "{name}: {first} nodes, then {second}");
    }
}
