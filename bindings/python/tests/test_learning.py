"""Batches, playouts and self-play."""

import numpy as np
import pytest

from spielwerk import Batch, game, random_playouts, self_play
from spielwerk.learning import RandomPolicy
from spielwerk.openspiel import State

GAMES = ["bohnenspiel", "fanorona-3x3", "fauhalma", "halma"]


@pytest.mark.parametrize("name", GAMES)
def test_a_batch_agrees_with_single_games(name):
    batch = Batch(name, 5, seed=3, auto_reset=False)
    states = [State(name) for _ in range(5)]
    for _ in range(60):
        for index, state in enumerate(states):
            legal = np.flatnonzero(batch.legal_actions_mask[index])
            assert list(legal) == state.legal_actions()
            assert batch.terminated[index] == state.is_terminal()
            assert list(batch.returns[index]) == state.returns()
            seat = -1 if state.is_terminal() else state.current_player()
            assert batch.current_player[index] == seat
            observation = batch.observation_tensor[index].ravel()
            assert np.array_equal(observation, state.observation_tensor())
            assert batch.position(index) == state.position
        for state, action in zip(states, batch.step_random()):
            assert (action == -1) == state.is_terminal()
            if action >= 0:
                state.apply_action(action)


def test_arrays_are_written_in_place():
    batch = Batch("bohnenspiel", 3)
    before = batch.observation_tensor
    mask = batch.legal_actions_mask
    batch.step(np.array([0, 1, 2]))
    assert batch.observation_tensor is before and batch.legal_actions_mask is mask
    assert before[0, 0, 0] == 0 and before[1, 0, 1] == 0


def test_threads_change_nothing():
    def play(threads):
        batch = Batch("fanorona", 64, seed=9, threads=threads)
        ended = np.zeros(2)
        for _ in range(80):
            batch.step_random()
            ended += batch.returns[batch.terminated].sum(axis=0)
        return batch.observation_tensor.copy(), ended, batch.plies

    one, two = play(1), play(2)
    assert np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1])
    assert one[2] == two[2] == 64 * 80


def test_a_finished_game_begins_anew():
    batch = Batch("fanorona-3x3", 20, seed=1)
    ended = 0
    for _ in range(100):
        batch.step_random()
        for index in np.flatnonzero(batch.terminated):
            ended += 1
            assert batch.position(int(index)) == game("fanorona-3x3").start()
            assert batch.current_player[index] == 0
            assert abs(batch.returns[index].sum()) < 1e-6
        assert not batch.returns[~batch.terminated].any()
    assert ended > 20


def test_an_illegal_action_stops_the_whole_step():
    batch = Batch("bohnenspiel", 3)
    with pytest.raises(ValueError, match="action 7 is not legal in game 1"):
        batch.step([0, 7, 2])
    assert batch.position(0) == game("bohnenspiel").start() and batch.plies == 0
    for wrong in [[0, 1], [0.5, 1, 2], "abc", None, [[0, 1, 2]], [0, 1, 2**70]]:
        with pytest.raises(ValueError):
            batch.step(wrong)
    batch.step([0, 1, 2])
    batch.reset()
    assert batch.position(0) == game("bohnenspiel").start()


def test_games_can_be_cut():
    batch = Batch("halma", 2, max_plies=10, observations=False)
    assert batch.observation_tensor is None
    for _ in range(10):
        batch.step_random()
    assert batch.terminated.all() and not batch.returns.any()


@pytest.mark.parametrize("size", [0, 10**9, 10**12])
def test_a_batch_has_a_sensible_size(size):
    with pytest.raises(ValueError, match="a batch of halma has 1 to"):
        Batch("halma", size)


def test_read_only_arrays_are_an_error():
    batch = Batch("bohnenspiel", 2)
    batch.returns.flags.writeable = False
    with pytest.raises(ValueError, match="must stay writable"):
        batch.step_random()


def test_playouts_are_the_same_on_any_number_of_threads():
    returns, plies = random_playouts("fauhalma", 40, seed=5, threads=2)
    again, _ = random_playouts("fauhalma", 40, seed=5)
    assert returns.shape == (40, 3) and plies.shape == (40,)
    assert np.array_equal(returns, again)
    other, _ = random_playouts("bohnenspiel", 200, seed=6)
    assert np.allclose(other.sum(axis=1), 0) and set(np.unique(other)) <= {-1.0, 0.0, 1.0}
    assert 0 < (other[:, 0] > 0).mean() < 1


def test_playouts_begin_where_they_are_told():
    position = game("bohnenspiel").position("1,0,0,0,1,1/0,0,1,0,0,0 36-32 w")
    returns, plies = random_playouts("bohnenspiel", 10, position=position)
    assert (returns[:, 0] == 1).all() and (plies >= 1).all()
    with pytest.raises(ValueError, match="no position of halma"):
        random_playouts("halma", position=position)
    with pytest.raises(ValueError, match="too many"):
        random_playouts("halma", 10**8)
    with pytest.raises(ValueError, match="too many"):
        random_playouts("halma", threads=10**6)


def test_self_play_gives_scores_and_results():
    data = self_play("bohnenspiel", "strong", 4, nodes=300, seed=2, threads=2)
    rows = len(data)
    assert rows > 40 and data.observation_tensor.shape == (rows, 3, 14)
    for array in (data.actions, data.scores, data.returns, data.players, data.games):
        assert array.shape == (rows,)
    assert set(np.unique(data.games)) == {0, 1, 2, 3}
    assert np.isfinite(data.scores).mean() > 0.5 and not np.isnan(data.scores).all()
    assert data.actions.min() >= 0 and set(np.unique(data.players)) == {0, 1}
    for number in range(4):
        of_game = data.games == number
        first = data.returns[of_game & (data.players == 0)]
        second = data.returns[of_game & (data.players == 1)]
        assert len(set(first)) == 1 and first[0] == -second[0]
    again = self_play("bohnenspiel", "strong", 4, nodes=300, seed=2)
    assert np.array_equal(again.actions, data.actions)


@pytest.mark.parametrize("name", GAMES)
def test_a_random_policy_plays_a_game(name):
    policy, state = RandomPolicy(4), State(name)
    mirror = State(name)
    while True:
        legal = state.legal_actions()
        assert state.is_terminal() or policy.sample(state) in legal
        action = policy.step(state)
        if action is None:
            break
        assert action in legal
        mirror.apply_action(action)
    assert state.is_terminal() and policy.sample(state) is None
    assert str(mirror) == str(state) and mirror.history() == state.history()
    again = State(name)
    other = RandomPolicy(5)
    while other.step(again) is not None:
        pass
    assert again.history() != state.history()
