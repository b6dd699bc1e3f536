"""The games as PettingZoo environments: agents act one after the other (AEC).

Needs `pip install spielwerk[pettingzoo]`. Observations are dicts with `observation`, planes and
sites, and `action_mask`, a one for each legal action.
"""

from __future__ import annotations

from typing import Any, ClassVar, Optional

import numpy as np
import numpy.typing as npt

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError("PettingZoo is missing: pip install 'spielwerk[pettingzoo]'") from error

from spielwerk._native import State
from spielwerk.games import game as find_game

__all__ = ["SpielwerkEnv", "env", "raw_env"]

_Observation = dict[str, npt.NDArray[Any]]


class SpielwerkEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One of the games as an AEC environment."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human", "svg"],
        "name": "spielwerk_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str = "bohnenspiel", render_mode: Optional[str] = None) -> None:
        """The game with this name. The render mode is None, `ansi`, `human` or `svg`."""
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError("a render mode is None, 'ansi', 'human' or 'svg'")
        self.game = find_game(game)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.game.seats))]
        self.agents = self.possible_agents[:]
        count = self.game.num_actions
        planes = spaces.Box(0.0, 255.0, self.game.observation_shape, np.float32)
        mask = spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": planes, "action_mask": mask})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self._state = State(self.game)

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a new game. The games have no chance, so a seed changes nothing."""
        self._state = State(self.game)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self._state.current_player()]

    def observe(self, agent: str) -> _Observation:
        """What an agent sees: the board, and the actions it may take now."""
        is_to_move = agent == self.agent_selection and not self._state.is_terminal()
        mask = np.zeros(self.game.num_actions, np.int8)
        if is_to_move:
            mask[self._state.legal_actions()] = 1
        planes = self._state.observation_tensor().reshape(self.game.observation_shape)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Plays the action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move and must have an action")
        self._state.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        if self._state.is_terminal():
            self.rewards = dict(zip(self.agents, self._state.returns()))
            is_cut = self._state.termination == "too-long"
            self.terminations = dict.fromkeys(self.agents, not is_cut)
            self.truncations = dict.fromkeys(self.agents, is_cut)
            seat = (self.agents.index(agent) + 1) % len(self.agents)
            self.agent_selection = self.agents[seat]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.agents[self._state.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The board as text, printed in mode `human`, or as SVG."""
        if self.render_mode is None:
            return None
        position = self._state.position
        if self.render_mode == "svg":
            return position.svg()
        if self.render_mode == "human":
            print(position)
            return None
        return str(position)

    def close(self) -> None:
        """Nothing to close."""


def raw_env(game: str = "bohnenspiel", render_mode: Optional[str] = None) -> SpielwerkEnv:
    """The environment without wrappers: an illegal action is a ValueError."""
    return SpielwerkEnv(game, render_mode)


def env(game: str = "bohnenspiel", render_mode: Optional[str] = None) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action loses the game."""
    wrapped: AECEnv = SpielwerkEnv(game, render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
