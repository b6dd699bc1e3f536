"""The manual's examples, the docstrings and the example scripts are run."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import spielwerk
import spielwerk.games
import spielwerk.openspiel
import spielwerk.players

PACKAGE = Path(__file__).resolve().parents[1]
MANUAL = PACKAGE.parents[1] / "docs" / "python.md"


def sections():
    """The Python code of each section of the manual, together."""
    for section in re.split(r"^## ", MANUAL.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        blocks = re.findall(r"^```python\n(.*?)^```", section, re.MULTILINE | re.DOTALL)
        if blocks:
            yield pytest.param("\n".join(blocks), id=section.splitlines()[0])


@pytest.mark.parametrize("code", list(sections()))
def test_the_manual_is_true(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if "spielwerk.pettingzoo" in code:
        pytest.importorskip("pettingzoo")
    exec(compile(code, str(MANUAL), "exec"), {"__name__": "manual"})


@pytest.mark.parametrize(
    "module", [spielwerk, spielwerk.games, spielwerk.openspiel, spielwerk.players]
)
def test_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize(
    "script, arguments, says",
    [
        ("rate_an_agent.py", ["2"], "Elo difference|points a game"),
        ("train_a_value_function.py", ["8"], "positions of self-play"),
        ("look_at_a_position.py", ["bohnenspiel"], "is best"),
        ("look_at_a_position.py", ["fanorona", "9/9/4W4/9/9 b"], "the game is over"),
    ],
)
def test_the_examples_run(script, arguments, says, tmp_path):
    command = [sys.executable, str(PACKAGE / "examples" / script), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert re.search(says, done.stdout)


def test_everything_public_has_a_docstring():
    for module in (spielwerk.games, spielwerk.openspiel, spielwerk.players, spielwerk.learning):
        assert module.__doc__
        for name in module.__all__:
            public = getattr(module, name)
            assert public.__doc__, f"{module.__name__}.{name}"
            if isinstance(public, type) and public.__module__.startswith("spielwerk"):
                for method, value in vars(public).items():
                    if not method.startswith("_"):
                        assert getattr(value, "__doc__", None), f"{name}.{method}"
