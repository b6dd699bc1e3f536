"""The PettingZoo environment, by PettingZoo's own tests."""

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

from spielwerk import pettingzoo as environments  # noqa: E402

GAMES = ["bohnenspiel", "fanorona", "fanorona-3x3", "fauhalma", "fauhalma-rhombus", "halma"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.filterwarnings("ignore")
def test_pettingzoo_accepts_it(name):
    api_test(environments.env(name), num_cycles=300)
    api_test(environments.raw_env(name), num_cycles=300)


@pytest.mark.parametrize("name", ["bohnenspiel", "fauhalma"])
@pytest.mark.filterwarnings("ignore")
def test_the_same_seed_gives_the_same_game(name):
    seed_test(lambda: environments.env(name), num_cycles=50)


def test_a_whole_game():
    env = environments.env("fauhalma")
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        total[agent] += reward
        mask = observation["action_mask"]
        assert mask.any() != (termination or truncation)
        env.step(None if not mask.any() else int(rng.choice(np.flatnonzero(mask))))
    assert abs(sum(total.values())) < 1e-9 and not env.agents


def test_an_illegal_action_loses():
    env = environments.env("fanorona")
    env.reset()
    mask = env.observe(env.agent_selection)["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.terminations["player_0"] and env.rewards["player_0"] == -1


def test_the_board_is_rendered(capsys):
    env = environments.raw_env("fanorona", render_mode="ansi")
    env.reset()
    assert "W" in env.render()
    env = environments.raw_env("fanorona", render_mode="svg")
    env.reset()
    assert env.render().startswith("<svg")
    env = environments.raw_env("fanorona", render_mode="human")
    env.reset()
    env.render()
    assert "W" in capsys.readouterr().out
    with pytest.raises(ValueError, match="render mode"):
        environments.raw_env("fanorona", render_mode="pink")
