"""Everything that plays: named players, matches, self-play, tablebases.

>>> from spielwerk.games import game
>>> position = game("bohnenspiel").start()
>>> position.is_legal(player("strong", "bohnenspiel", nodes=1000).best(position))
True
"""

from __future__ import annotations

try:
    from spielwerk._native import (
        Analysis,
        AnalysisIterator,
        MatchResult,
        PlayedGame,
        Player,
        PlayerScore,
        SelfPlay,
        Tablebase,
        player,
        player_names,
        self_play,
        tablebase,
        tablebases,
    )
    from spielwerk._native import play_match as match
except ImportError as error:
    raise ImportError("this build of spielwerk has the rules only, without players") from error

__all__ = [
    "Analysis",
    "AnalysisIterator",
    "MatchResult",
    "PlayedGame",
    "Player",
    "PlayerScore",
    "SelfPlay",
    "Tablebase",
    "match",
    "player",
    "player_names",
    "self_play",
    "tablebase",
    "tablebases",
]
