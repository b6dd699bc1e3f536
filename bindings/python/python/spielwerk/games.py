"""The rules: games, positions and moves. This module imports no player.

A position is a value. Playing a move gives another position, so keeping the old one is the undo.
A move is an integer, the same in all positions for the same house or the same start and
destination, or a text in the game's notation.
"""

from __future__ import annotations

from spielwerk._native import Game, Position, game
from spielwerk._native import games as all_games

__all__ = ["Game", "Move", "Position", "all_games", "game"]


class Move(int):
    """A move: an integer that knows its text.

    >>> position = game("bohnenspiel").start()
    >>> position.move("3")
    Move(2, '3')
    """

    text: str

    def __new__(cls, action: int, text: str) -> Move:
        """The move with this action and this text."""
        move = super().__new__(cls, action)
        move.text = text
        return move

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({int(self)}, {self.text!r})"

    def __reduce__(self) -> tuple[type[Move], tuple[int, str]]:
        return (Move, (int(self), self.text))
