"""The games with the interface of OpenSpiel, for algorithms that are written against it.

OpenSpiel itself need not be installed. Where it is, `Game.get_type` and `Game.get_info` return its
own types, so that its Python algorithms accept these games.

>>> state = load_game("bohnenspiel").new_initial_state()
>>> state.legal_actions()
[0, 1, 2, 3, 4, 5]
>>> state.action_to_string(2)
'3'
"""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

from spielwerk._native import State, read_position
from spielwerk.games import all_games, game

__all__ = ["Game", "State", "load_game", "registered_names", "replay"]


class Game:
    """A game with the methods of an OpenSpiel game."""

    def __init__(self, name: str) -> None:
        """The game with this name, as in `spielwerk.game`."""
        self._game = game(name)

    def new_initial_state(self) -> State:
        """A state at the start of the game."""
        return State(self._game)

    def num_distinct_actions(self) -> int:
        """The number of actions: every legal action is below it."""
        return self._game.num_actions

    def max_chance_outcomes(self) -> int:
        """Zero: nothing is left to chance."""
        return 0

    def num_players(self) -> int:
        """The number of players."""
        return len(self._game.seats)

    def min_utility(self) -> float:
        """The return of the last place."""
        return -1.0

    def max_utility(self) -> float:
        """The return of the first place."""
        return 1.0

    def utility_sum(self) -> float:
        """What all players gain together."""
        return 0.0

    def max_game_length(self) -> int:
        """The largest number of actions of a game."""
        return self._game.max_plies

    def observation_tensor_shape(self) -> list[int]:
        """Planes and sites of an observation."""
        return list(self._game.observation_shape)

    def observation_tensor_size(self) -> int:
        """The number of values of an observation."""
        planes, sites = self._game.observation_shape
        return planes * sites

    def information_state_tensor_shape(self) -> list[int]:
        """The same as `observation_tensor_shape`: there is no hidden information."""
        return self.observation_tensor_shape()

    def information_state_tensor_size(self) -> int:
        """The same as `observation_tensor_size`."""
        return self.observation_tensor_size()

    def policy_tensor_shape(self) -> list[int]:
        """One value for each action."""
        return [self._game.num_actions]

    def get_parameters(self) -> dict[str, Any]:
        """No parameters: variants have names of their own."""
        return {}

    def get_type(self) -> Any:
        """What kind of game it is, with OpenSpiel's own types if it is installed."""
        fields = {
            "short_name": self._game.name.replace("-", "_"),
            "long_name": self._game.title,
            "max_num_players": self.num_players(),
            "min_num_players": self.num_players(),
            "provides_information_state_string": True,
            "provides_information_state_tensor": True,
            "provides_observation_string": True,
            "provides_observation_tensor": True,
            "parameter_specification": {},
        }
        try:
            import pyspiel
        except ImportError:
            return SimpleNamespace(
                dynamics="sequential",
                chance_mode="deterministic",
                information="perfect_information",
                utility="zero_sum",
                reward_model="terminal",
                **fields,
            )
        kind = pyspiel.GameType
        return kind(
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.DETERMINISTIC,
            information=kind.Information.PERFECT_INFORMATION,
            utility=kind.Utility.ZERO_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            **fields,
        )

    def deserialize_state(self, text: str) -> State:
        """The state that `serialize_state` has written."""
        start, _, actions = text.partition("\n")
        if not all(word.isdigit() for word in actions.split()):
            raise ValueError("a state is a position, a line break, and actions")
        return replay(self._game.name, start, [int(word) for word in actions.split()])

    def serialize_state(self, state: State) -> str:
        """A state as a text: its first position and the actions since."""
        _, (_, start, actions) = state.__reduce__()
        return start + "\n" + " ".join(map(str, actions))

    def __str__(self) -> str:
        return f"{self._game.name}()"

    def __repr__(self) -> str:
        return f"load_game({self._game.name!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)


def load_game(name: str) -> Game:
    """The game with this name, with the interface of OpenSpiel."""
    return Game(name)


def registered_names() -> list[str]:
    """The names of all games."""
    return [known.name for known in all_games()]


def replay(name: str, start: str, actions: Iterable[int]) -> State:
    """The state after these actions from a position."""
    state = State(name, read_position(name, start))
    for action in actions:
        state.apply_action(action)
    return state
