"""Train a tiny value function: logistic regression on self-play, for Fanorona on 3x5 points.

    python bindings/python/examples/train_a_value_function.py [GAMES]

The features are the planes of the observation. The scores of the search are not used here: the
result of the game is what is learned.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

import spielwerk

GAME = "fanorona-3x5"
Floats = npt.NDArray[np.float64]


def features(observations: npt.NDArray[np.float32], players: npt.NDArray[np.int64]) -> Floats:
    """Own stones, the opponent's stones, and a constant, for the side to move."""
    own = observations[np.arange(len(players)), players]
    other = observations[np.arange(len(players)), 1 - players]
    return np.hstack([own, other, np.ones((len(players), 1))])


def fit(rows: Floats, wins: Floats, steps: int = 500, rate: float = 0.5) -> Floats:
    """The weights with the least cross-entropy, by gradient descent with a little decay."""
    weights = np.zeros(rows.shape[1])
    for _ in range(steps):
        predicted = 1 / (1 + np.exp(-rows @ weights))
        weights -= rate * (rows.T @ (predicted - wins) / len(wins) + 1e-3 * weights)
    return weights


def main() -> None:
    """Learns from self-play, and plays with what it has learned."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    data = spielwerk.self_play(GAME, "alphabeta", games, depth=2, seed=1, opening_plies=2)
    print(f"{len(data)} positions of self-play")
    weights = fit(features(data.observation_tensor, data.players), (data.returns + 1) / 2)

    def learned(position: spielwerk.Position) -> int:
        """Plays to the position that is worst for the opponent."""

        def value(move: int) -> float:
            after = position.play(move)
            if after.turn is None:
                assert position.turn is not None and after.outcome is not None
                return -after.outcome[position.turn]
            seat = np.array([after.turn])
            return float((features(after.observation()[None], seat) @ weights)[0])

        return min(position.legal_moves, key=value)

    print(spielwerk.match(GAME, learned, "random", games=max(games // 4, 2), opening_plies=2))


if __name__ == "__main__":
    main()
