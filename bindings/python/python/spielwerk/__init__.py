"""FAUhalma, Halma, Fanorona and Das Bohnenspiel: exact rules, strong players, games to learn from.

>>> import spielwerk
>>> position = spielwerk.game("bohnenspiel").start()
>>> position.play("3").text
'6,6,0,7,7,7/7,7,7,6,6,6 0-0 s'

`spielwerk.games` is the rules, `spielwerk.players` everything that plays, `spielwerk.learning` many
games at once in numpy arrays, `spielwerk.openspiel` and `spielwerk.pettingzoo` the interfaces of
those libraries, `spielwerk.aisysproj` a course on FAUhalma. Players are imported when they are
first used: `import spielwerk.games` imports none.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from spielwerk.games import Game, Move, Position, game

if TYPE_CHECKING:
    from spielwerk.learning import Batch, random_playouts
    from spielwerk.players import (
        Player,
        match,
        player,
        player_names,
        self_play,
        tablebase,
        tablebases,
    )

__all__ = [
    "Batch",
    "Game",
    "Move",
    "Player",
    "Position",
    "game",
    "match",
    "player",
    "player_names",
    "random_playouts",
    "self_play",
    "tablebase",
    "tablebases",
]

_MODULES = {
    "Batch": "spielwerk.learning",
    "random_playouts": "spielwerk.learning",
    "Player": "spielwerk.players",
    "match": "spielwerk.players",
    "player": "spielwerk.players",
    "player_names": "spielwerk.players",
    "self_play": "spielwerk.players",
    "tablebase": "spielwerk.players",
    "tablebases": "spielwerk.players",
}
_SUBMODULES = ("aisysproj", "learning", "openspiel", "pettingzoo", "players")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(importlib.import_module(_MODULES[name]), name)
    if name in _SUBMODULES:
        return importlib.import_module(f"spielwerk.{name}")
    raise AttributeError(f"module 'spielwerk' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES, *_SUBMODULES})
