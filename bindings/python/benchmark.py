"""Random playouts through Python, against OpenSpiel: plies a second of CPU time, in one run.

    pip install ./bindings/python open_spiel
    python bindings/python/benchmark.py

The column `State` is the same loop for both libraries: ask whether the game is over, list the
legal actions, choose one in Python, play it. `State` is our class with OpenSpiel's methods,
`Position` our immutable one. `RandomPolicy` plays a random action with one call a ply, so that the
random numbers of Python are not measured. Batched figures use one thread: `step_random` goes
through numpy arrays with masks, `random_playouts` stays within Rust.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import spielwerk
from spielwerk.learning import RandomPolicy
from spielwerk.openspiel import load_game

SECONDS = 3.0

#: Ours, and what OpenSpiel has that is like it.
PAIRS = [
    ("bohnenspiel", "mancala"),
    ("fauhalma", "chinese_checkers"),
    ("halma", None),
    ("fanorona", None),
]


def plies_a_second(playout: Callable[[], int]) -> float:
    """Plays until the CPU time is up; the plies a second."""
    playout()
    plies, begin = 0, time.process_time()
    while True:
        plies += playout()
        used = time.process_time() - begin
        if used > SECONDS:
            return plies / used


def by_state(new_initial_state: Callable[[], Any]) -> Callable[[], int]:
    """A random playout step by step, of any library's state."""
    choose = random.Random(1).random

    def playout() -> int:
        state = new_initial_state()
        plies = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
            plies += 1
        return plies

    return playout


def by_position(name: str) -> Callable[[], int]:
    """A random playout step by step, of positions as values."""
    game = spielwerk.game(name)
    choose = random.Random(1).random
    most = game.max_plies

    def playout() -> int:
        position = game.start()
        plies = 0
        while plies < most:
            moves = position.legal_moves
            if not moves:
                break
            position = position.play(moves[int(choose() * len(moves))])
            plies += 1
        return plies

    return playout


def by_policy(name: str) -> Callable[[], int]:
    """A random playout step by step, with one call a ply."""
    game = load_game(name)
    step = RandomPolicy(1).step

    def playout() -> int:
        state = game.new_initial_state()
        plies = 0
        while step(state) is not None:
            plies += 1
        return plies

    return playout


def by_batch(name: str) -> Callable[[], int]:
    """Steps of many games, with masks in numpy arrays."""
    batch = spielwerk.Batch(name, 256, seed=1, observations=False)

    def playout() -> int:
        before = batch.plies
        for _ in range(20):
            batch.step_random()
        return batch.plies - before

    return playout


def by_playouts(name: str) -> Callable[[], int]:
    """Many playouts in one call."""
    seed = 0

    def playout() -> int:
        nonlocal seed
        seed += 1
        _, plies = spielwerk.random_playouts(name, 200, seed=seed)
        return int(plies.sum())

    return playout


def figure(value: float) -> str:
    """A number of plies for the table."""
    return f"{value:,.0f}"


def main() -> None:
    """Prints the table."""
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
        print("open_spiel is missing: pip install open_spiel\n")
    known = pyspiel.registered_names() if pyspiel else []
    print(
        "| game | OpenSpiel | `State`, the same loop | `Position` | `RandomPolicy` "
        "| batch, `step_random` | `random_playouts` |"
    )
    print("|---|---|---|---|---|---|---|")
    for name, other in PAIRS:
        state = plies_a_second(by_state(load_game(name).new_initial_state))
        policy = plies_a_second(by_policy(name))
        theirs, more, most = "–", "", ""
        if other in known:
            speed = plies_a_second(by_state(pyspiel.load_game(other).new_initial_state))
            theirs = f"`{other}` {figure(speed)}"
            more, most = f", ×{state / speed:.1f}", f", ×{policy / speed:.1f}"
        position = figure(plies_a_second(by_position(name)))
        batch = figure(plies_a_second(by_batch(name)))
        playouts = plies_a_second(by_playouts(name))
        print(
            f"| `{name}` | {theirs} | {figure(state)}{more} | {position} | {figure(policy)}{most} "
            f"| {batch} | {figure(playouts)}, ×{playouts / state:.1f} of `State` |"
        )


if __name__ == "__main__":
    main()
