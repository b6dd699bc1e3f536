"""Write an agent and rate it: a greedy player of Das Bohnenspiel in a few lines.

    python bindings/python/examples/rate_an_agent.py [GAMES]
"""

from __future__ import annotations

import sys

import spielwerk


def store(position: spielwerk.Position, seat: int) -> int:
    """The beans that a seat has captured: its store is site 12 or 13 of the board."""
    beans = position.board[12 + seat]
    return beans or 0


def collector(position: spielwerk.Position) -> int:
    """Plays the house that captures most, after the opponent's best reply."""
    seat = position.turn
    assert seat is not None, "an agent is asked only while the game goes on"

    def gain(move: int) -> int:
        after = position.play(move)
        replies = [after.play(reply) for reply in after.legal_moves] or [after]
        return min(store(reply, seat) - store(reply, 1 - seat) for reply in replies)

    return max(position.legal_moves, key=gain)


def main() -> None:
    """Rates the agent against some of ours."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    for opponent in ["random", "greedy", "level:3"]:
        print(f"against {opponent}")
        print(spielwerk.match("bohnenspiel", collector, opponent, games=games, seed=1))
        print()


if __name__ == "__main__":
    main()
