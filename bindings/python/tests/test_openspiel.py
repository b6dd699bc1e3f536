"""The interface of OpenSpiel."""

import copy
import pickle

import numpy as np
import pytest

from spielwerk.games import all_games
from spielwerk.openspiel import State, load_game, registered_names

NAMES = [known.name for known in all_games()]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_played_to_its_end(name):
    game = load_game(name)
    state = game.new_initial_state()
    assert state.is_initial_state() and state.num_players() == game.num_players()
    rng = np.random.default_rng(4)
    while not state.is_terminal():
        player = state.current_player()
        actions = state.legal_actions()
        assert actions == sorted(actions) and state.legal_actions(player) == actions
        assert state.legal_actions((player + 1) % game.num_players()) == []
        assert state.returns() == [0.0] * game.num_players()
        assert not state.is_chance_node() and state.is_player_node()
        action = int(rng.choice(actions))
        text = state.action_to_string(player, action)
        assert text == state.action_to_string(action)
        assert state.string_to_action(text) == state.string_to_action(player, text) == action
        child = state.child(action)
        before = str(state)
        state.apply_action(action)
        assert str(state) == str(child) != before
        assert child.history() == state.history()
    assert state.move_number() <= game.max_game_length()
    assert state.current_player() == -4 and state.legal_actions() == []
    assert sum(state.legal_actions_mask()) == 0
    returns = state.returns()
    assert abs(sum(returns)) < 1e-9 and state.rewards() == returns
    assert all(game.min_utility() <= value <= game.max_utility() for value in returns)
    assert state.player_return(0) == returns[0]
    assert state.termination in ("natural", "repetition", "too-long")
    with pytest.raises(ValueError, match="the game is over"):
        state.apply_action(0)


def test_clones_are_independent():
    state = load_game("fanorona").new_initial_state()
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state)):
        other.apply_action(other.legal_actions()[0])
        assert other.move_number() == 1 and state.move_number() == 0


def test_states_are_pickled_with_their_history():
    game = load_game("bohnenspiel")
    state = game.new_initial_state()
    for action in (2, 1, 0):
        state.apply_action(action)
    for again in (
        pickle.loads(pickle.dumps(state)),
        game.deserialize_state(game.serialize_state(state)),
    ):
        assert str(again) == str(state) and again.history() == [2, 1, 0]
    assert state.full_history() == [(0, 2), (1, 1), (0, 0)]
    assert state.history_str() == "2, 1, 0" == state.information_state_string()
    with pytest.raises(ValueError):
        game.deserialize_state("nonsense")


def test_tensors_have_the_shape_of_the_game():
    for name in NAMES:
        game = load_game(name)
        state = game.new_initial_state()
        tensor = state.observation_tensor(0)
        assert tensor.shape == (game.observation_tensor_size(),)
        assert np.prod(game.observation_tensor_shape()) == game.observation_tensor_size()
        assert np.array_equal(tensor, state.information_state_tensor(0))
        assert len(state.legal_actions_mask()) == game.num_distinct_actions()
        assert game.policy_tensor_shape() == [state.num_distinct_actions()]


def test_repetition_ends_a_game():
    game = load_game("fanorona")
    state = State("fanorona", __import__("spielwerk").game("fanorona").position("B8/9/9/9/8W w"))
    for text in ["i1-i2", "a5-a4", "i2-i1", "a4-a5"] * 2:
        assert not state.is_terminal()
        state.apply_action(state.string_to_action(text))
    assert state.termination == "repetition" and state.returns() == [0.0, 0.0]
    assert state.get_game() == game


def test_wrong_input_is_a_value_error():
    state = load_game("bohnenspiel").new_initial_state()
    for wrong in (
        lambda: state.apply_action(6),
        lambda: state.apply_action("3"),
        lambda: state.apply_action(None),
        lambda: state.apply_action(2**70),
        lambda: state.child(-1),
        lambda: state.action_to_string(9),
        lambda: state.string_to_action(0, "nonsense"),
        lambda: state.string_to_action(0, 5),
        lambda: state.player_return(2),
        lambda: state.observation_tensor(-1),
        lambda: load_game("chess"),
        lambda: State("halma", state.position),
    ):
        with pytest.raises(ValueError):
            wrong()
    assert state.move_number() == 0


def test_the_type_tells_what_kind_of_game_it_is():
    kind = load_game("fauhalma").get_type()
    assert kind.max_num_players == 3 and kind.provides_observation_tensor
    assert "bohnenspiel" in registered_names()


def test_an_algorithm_of_openspiel_plays_here():
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    game = load_game("bohnenspiel")
    state = game.new_initial_state()
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    bot = mcts.MCTSBot(game, 1.4, 20, evaluator, random_state=random)
    assert bot.step(state) in state.legal_actions()
