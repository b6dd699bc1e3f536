"""FAUhalma on the AISysProj server of FAU Erlangen-Nürnberg: a client, and a practice server.

`run` has the shape of the course's own client: an agent is a function of a percept and a
`RequestInfo`, or a class with `get_action`. The course forbids handing in other people's work, and
using somebody else's solution even as inspiration: play for your mark with your own agent only.
"""

from __future__ import annotations

import json
import logging
import multiprocessing
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Callable, Optional, Union

from spielwerk._native import PracticeServer, environments, play_aisysproj

__all__ = ["Agent", "PracticeServer", "RequestInfo", "environments", "run"]

logger = logging.getLogger(__name__)

#: A config: the file that the course gives, or its contents.
Config = Union[str, "PathLike[str]", dict[str, Any]]


@dataclass(frozen=True)
class RequestInfo:
    """Which move the server wants."""

    #: Where the run can be watched.
    run_url: str
    #: Which move of the agent in the run, from 0.
    action_number: int
    #: The run.
    run_id: str


class Agent:
    """An agent with one object for each run, if it wants to remember something."""

    def __init__(self, run_id: str, agent_config: dict[str, Any]) -> None:
        """Begins a run."""

    def get_action(self, percept: Any, request_info: RequestInfo) -> Any:
        """The move for a percept: the path of a peg, as in `[[3, -3], [1, -1]]`."""
        raise NotImplementedError

    def on_finish(self, outcome: Any) -> None:
        """A run is over. The outcome is the agent's points, None if they are not known."""


ActionFunction = Callable[[Any, RequestInfo], Any]


def run(
    agent_config_file: Config,
    agent: Union[ActionFunction, type[Agent], str],
    *,
    parallel_runs: bool = True,
    processes: int = 1,
    run_limit: Optional[int] = None,
    abandon_old_runs: bool = False,
    time: Optional[float] = None,
    variant: Optional[str] = None,
    record: Optional[Callable[[dict[str, Any]], None]] = None,
    retry_delay: Optional[float] = None,
) -> dict[str, Any]:
    """Plays on a server until `run_limit` runs are finished, or for ever. Returns the ratings.

    The agent is a function, a class like `Agent`, or the name of one of our players, which thinks
    for `time` seconds a move. `processes` lets a function play several runs at a time. `variant`
    is the game where the name of the environment does not tell it; `record` is called with every
    finished run.

    A busy server, cut connections and responses that are no JSON are tried again; a move that the
    server refuses is asked for again and then replaced. An exception of the agent, or a move that
    is not legal, ends the client and is raised; open runs stay open on the server, and the next
    call goes on with them. What the server says is logged to `spielwerk.aisysproj`.
    """
    config = _read_config(agent_config_file)
    if abandon_old_runs:
        raise ValueError("old runs cannot be abandoned: the course's server goes on with them")
    if run_limit is not None and run_limit < 1:
        raise ValueError("run_limit is at least 1, or None for no limit")
    if isinstance(agent, str):
        return _play(config, None, {}, player=agent, time=time, runs=run_limit,
                     parallel=parallel_runs, threads=max(processes, 1), variant=variant,
                     record=record, retry_delay=retry_delay)
    if not callable(agent):
        raise ValueError("an agent is a function, a class with get_action, or a player's name")
    objects: dict[str, Agent] = {}
    pool = None
    if isinstance(agent, type):
        function = _by_objects(agent, config, objects)
    elif processes > 1:
        pool = multiprocessing.Pool(processes)
        function = _by_processes(agent, config, pool)
    else:
        function = _by_function(agent, config)
    try:
        return _play(config, function, objects, player=None, time=None, runs=run_limit,
                     parallel=parallel_runs, threads=max(processes, 1), variant=variant,
                     record=record, retry_delay=retry_delay)
    finally:
        if pool is not None:
            pool.terminate()


def _read_config(config: Config) -> dict[str, Any]:
    if isinstance(config, dict):
        return config
    fields = json.loads(Path(config).read_text(encoding="utf-8"))
    if not isinstance(fields, dict):
        raise ValueError(f"{config} is no config file: it is no JSON object")
    return fields


def _info(config: dict[str, Any], run_id: str, number: int) -> RequestInfo:
    url = str(config.get("url", "")).rstrip("/")
    return RequestInfo(f"{url}/run/{config.get('env')}/{run_id}", number, run_id)


_Function = Callable[[Any, str, int], Any]


def _by_function(agent: ActionFunction, config: dict[str, Any]) -> _Function:
    return lambda percept, run_id, number: agent(percept, _info(config, run_id, number))


def _by_processes(agent: ActionFunction, config: dict[str, Any], pool: Any) -> _Function:
    def choose(percept: Any, run_id: str, number: int) -> Any:
        return pool.apply(agent, (percept, _info(config, run_id, number)))

    return choose


def _by_objects(
    agent: type[Agent], config: dict[str, Any], objects: dict[str, Agent]
) -> _Function:
    def choose(percept: Any, run_id: str, number: int) -> Any:
        if run_id not in objects:
            objects[run_id] = agent(run_id, config)
        return objects[run_id].get_action(percept, _info(config, run_id, number))

    return choose


def _play(
    config: dict[str, Any],
    function: Optional[_Function],
    objects: dict[str, Agent],
    *,
    record: Optional[Callable[[dict[str, Any]], None]],
    **options: Any,
) -> dict[str, Any]:
    def finished(run_id: str, points: Optional[float], fields: dict[str, Any]) -> None:
        logger.info("run %s is over with %s points", run_id, points)
        ended = objects.pop(run_id, None)
        if ended is not None and hasattr(ended, "on_finish"):
            ended.on_finish(points)
        if record is not None:
            record(fields)

    return play_aisysproj(
        json.dumps(config), function, on_note=logger.warning, on_finished=finished, **options
    )
