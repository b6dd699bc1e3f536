"""Whatever Python throws at it ends in a Python exception: ten thousand cases."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spielwerk import Batch, game, match, player, random_playouts, tablebase
from spielwerk.games import all_games, game as find_game
from spielwerk.openspiel import State, load_game

NAMES = [known.name for known in all_games()]
STARTS = {name: game(name).start() for name in NAMES}
TEXTS = {name: STARTS[name].text for name in NAMES}

#: What a confused program might pass for anything.
anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-5, 70000),
    st.floats(),
    st.text(max_size=30),
    st.binary(max_size=10),
    st.lists(st.integers(-3, 300), max_size=5),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=3),
    st.sampled_from([np.int8(3), np.float32(1.5), np.array([1, 2]), object(), int, ...]),
)
names = st.sampled_from(NAMES)


def fuzz(count):
    return settings(
        max_examples=count, deadline=None, suppress_health_check=list(HealthCheck), database=None
    )


def attempt(function, *arguments, **options):
    """Calls a function: it may succeed, or raise an exception with one line."""
    try:
        return function(*arguments, **options)
    except (ValueError, TypeError, OverflowError) as error:
        assert "\n" not in str(error)
        return None


@fuzz(2500)
@given(names, st.lists(anything, max_size=6), st.integers(0, 2**32))
def test_moves(name, given_moves, seed):
    position = STARTS[name]
    rng = np.random.default_rng(seed)
    for given_move in given_moves:
        assert position.is_legal(given_move) in (True, False)
        after = attempt(position.play, given_move)
        attempt(position.move_text, given_move)
        attempt(position.path, given_move)
        legal = position.legal_moves
        if after is None and legal:
            after = position.play(int(rng.choice(legal)))
        position = after or position


@fuzz(1500)
@given(names, anything)
def test_positions(name, text):
    position = attempt(find_game(name).position, text)
    if position is not None:
        assert find_game(name).position(position.text) == position
        assert len(position.svg()) > 100 and position.observation().ndim == 2


@st.composite
def damaged_texts(draw):
    name = draw(names)
    source = draw(st.sampled_from([TEXTS[name], json.dumps(STARTS[name].json)]))
    text = list(source)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        text[place : place + draw(st.integers(0, 3))] = draw(st.text(max_size=3))
    return name, "".join(text)


@fuzz(1500)
@given(damaged_texts())
def test_damaged_positions(damaged):
    name, text = damaged
    position = attempt(find_game(name).position, text)
    if position is not None:
        assert find_game(name).position(position.json) == position
        for move in position.legal_moves[:3]:
            assert position.play(move).text


@fuzz(1500)
@given(names, st.lists(st.tuples(st.integers(0, 9), anything, anything), max_size=8))
def test_states(name, calls):
    state = load_game(name).new_initial_state()
    for kind, first, second in calls:
        attempt(
            [
                state.apply_action,
                state.child,
                state.legal_actions,
                state.action_to_string,
                state.string_to_action,
                state.observation_tensor,
                state.player_return,
                lambda one: state.action_to_string(one, second),
                lambda one: state.string_to_action(one, second),
                lambda one: State(one, second),
            ][kind],
            first,
        )
    assert state.is_terminal() or state.legal_actions()


@fuzz(1000)
@given(
    st.one_of(names, anything),
    st.one_of(st.integers(-2, 9), anything),
    st.lists(st.one_of(st.lists(st.integers(-2, 70), max_size=9), anything), max_size=4),
)
def test_batches(name, size, steps):
    batch = attempt(Batch, name, size, observations=False)
    if batch is None or len(batch) > 20:
        return
    for actions in steps:
        attempt(batch.step, actions)
        batch.step_random()
    attempt(batch.position, size)


@fuzz(700)
@given(
    st.one_of(
        anything,
        st.text("abcdefghijklmnopqrstuvwxyz:=,0123456789.-", max_size=25),
        st.sampled_from(["strong", "greedy", "level:3", "mcts:nodes=3", "minimax:depth=1"]),
    ),
    st.one_of(names, anything),
    st.one_of(st.none(), st.floats(0, 0.001), anything),
    st.one_of(st.none(), st.integers(0, 50)),
)
def test_players(spec, name, time, nodes):
    if isinstance(spec, str) and spec.strip().lower().startswith(("ugi", "java", "files")):
        return  # starts programs
    made = attempt(player, spec, name, time=time, nodes=nodes)
    if made is not None and made.game.name == "bohnenspiel":
        start = made.game.start()
        assert made.best(start, nodes=20) in start.legal_moves


@fuzz(300)
@given(anything, st.sampled_from(["fanorona-3x3", "bohnenspiel"]))
def test_functions_in_matches(answer, name):
    try:
        result = match(name, lambda position: answer, games=2, opening_plies=0)
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert len(result.games) == 2
    result = match(name, lambda position: answer, games=2, opening_plies=0, on_error="forfeit")
    assert len(result.games) == 2


@fuzz(500)
@given(st.one_of(names, anything), anything, anything, st.one_of(st.none(), st.integers(0, 40)))
def test_playouts(name, games, seed, max_plies):
    if isinstance(games, int) and games > 1000:
        games %= 1000
    attempt(random_playouts, name, games, seed=seed, max_plies=max_plies)


@fuzz(500)
@given(anything, anything)
def test_names(one, other):
    for function in (game, load_game, tablebase, lambda it: player("greedy", it)):
        attempt(function, one)
    attempt(match, one, other)


def test_there_are_ten_thousand_cases():
    assert 2500 + 1500 + 1500 + 1500 + 1000 + 700 + 300 + 500 + 500 == 10_000


def test_a_list_that_contains_itself():
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="JSON"):
        game("halma").position(endless)
