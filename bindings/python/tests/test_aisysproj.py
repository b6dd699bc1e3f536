"""The AISysProj client with Python agents, against the practice server and faulty ones."""

import http.server
import json
import random
import threading
import urllib.error
import urllib.request

import pytest

from spielwerk import aisysproj, game

RHOMBUS = "ss26.1.2.1"


def greedy(percept, info):
    """Goes on with the longest path."""
    position = game("fauhalma-rhombus").position(percept)
    return json.loads(max(position.legal_texts, key=len))


@pytest.fixture(scope="module")
def server():
    with aisysproj.PracticeServer(seed=7) as running:
        yield running


def new_config(server, name, environment=RHOMBUS):
    return server.register(name)[environment]


def test_a_function_plays_runs_to_their_end(server, tmp_path):
    config = new_config(server, "function")
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config))
    infos, records = [], []

    def agent(percept, info):
        infos.append(info)
        assert set(percept) == {"A", "B"}
        return greedy(percept, info)

    ratings = aisysproj.run(str(file), agent, run_limit=2, record=records.append)
    assert ratings["runs"] >= 2 and len(records) >= 2
    assert records[0]["game"] == "fauhalma-rhombus" and records[0]["turns"]
    first = infos[0]
    assert first.action_number == 0
    assert first.run_url == f"{server.url}/run/{RHOMBUS}/{first.run_id}"


def test_a_class_has_an_object_for_each_run(server):
    made, finished = [], []

    class Mine(aisysproj.Agent):
        def __init__(self, run_id, agent_config):
            made.append(run_id)
            assert agent_config["env"] == RHOMBUS

        def get_action(self, percept, request_info):
            return greedy(percept, request_info)

        def on_finish(self, outcome):
            finished.append(outcome)

    aisysproj.run(new_config(server, "objects"), Mine, run_limit=1, parallel_runs=False)
    assert len(made) >= 1 and len(set(made)) == len(made)
    assert len(finished) >= 1 and all(0 <= points <= 1 for points in finished)


def test_one_of_our_players_plays_too(server):
    ratings = aisysproj.run(new_config(server, "ours"), "greedy", run_limit=1, processes=2)
    assert ratings["runs"] >= 1 and ratings["refused"] == 0


def test_an_exception_is_raised_and_the_run_goes_on_later(server):
    config = new_config(server, "broken")
    calls = []

    def broken(percept, info):
        calls.append(info.run_id)
        if len(calls) == 3:
            raise ZeroDivisionError("my own mistake")
        return greedy(percept, info)

    with pytest.raises(ZeroDivisionError, match="my own mistake"):
        aisysproj.run(config, broken, run_limit=1, parallel_runs=False)
    again = []

    def mended(percept, info):
        again.append(info)
        return greedy(percept, info)

    aisysproj.run(config, mended, run_limit=1, parallel_runs=False)
    assert again[0].run_id == calls[0] and again[0].action_number > 0


def test_an_illegal_move_is_named(server):
    with pytest.raises(ValueError, match="not legal"):
        aisysproj.run(new_config(server, "illegal"), lambda percept, info: [[9, 9], [8, 8]])
    with pytest.raises(ValueError, match="JSON"):
        aisysproj.run(new_config(server, "object"), lambda percept, info: object())


def test_a_wrong_password_is_refused(server):
    config = new_config(server, "wrong")
    config["pwd"] = "hunter2-secret"
    with pytest.raises(ConnectionError, match="401") as caught:
        aisysproj.run(config, greedy)
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "config, why",
    [
        ({}, "no text in `agent`"),
        ({"agent": "a", "pwd": "p", "env": "chess", "url": "http://x"}, "does not tell"),
        ({"agent": "a", "pwd": "p", "env": RHOMBUS, "url": "nonsense"}, "cannot be asked"),
    ],
)
def test_a_wrong_config_is_a_value_error(config, why):
    with pytest.raises(ValueError, match=why):
        aisysproj.run(config, greedy, retry_delay=0.0)


def test_options_are_checked(server):
    config = {"agent": "a", "pwd": "p", "env": RHOMBUS, "url": server.url}
    with pytest.raises(ValueError, match="abandoned"):
        aisysproj.run(config, greedy, abandon_old_runs=True)
    with pytest.raises(ValueError, match="run_limit"):
        aisysproj.run(config, greedy, run_limit=0)
    with pytest.raises(ValueError, match="an agent is"):
        aisysproj.run(config, 7)
    with pytest.raises(ValueError, match="letters, digits"):
        server.register("no spaces please")
    server.register("twice")
    with pytest.raises(ValueError, match="already"):
        server.register("twice")
    assert server.register("twice", renew=True)


class Faulty(http.server.BaseHTTPRequestHandler):
    """Passes requests on to the practice server, but answers every other one badly."""

    target = ""
    count = 0

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        kind = type(self)
        kind.count += 1
        if kind.count % 2 == 0:
            fault = kind.count // 2 % 3
            if fault == 0:
                self.send_error(503)
            elif fault == 1:
                self.answer(200, b'{"truncated": ')
            else:
                self.close_connection = True
                self.connection.close()
            return
        request = urllib.request.Request(
            self.target + self.path, body, {"Content-Type": "application/json"}, method="PUT"
        )
        with urllib.request.urlopen(request) as response:
            self.answer(response.status, response.read())

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def test_a_faulty_server_is_survived(server):
    Faulty.target = server.url
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Faulty)
    thread = threading.Thread(target=proxy.serve_forever, daemon=True)
    thread.start()
    config = new_config(server, "survivor")
    config["url"] = f"http://127.0.0.1:{proxy.server_port}"
    ratings = aisysproj.run(config, greedy, run_limit=1, retry_delay=0.001)
    proxy.shutdown()
    proxy.server_close()
    assert ratings["runs"] >= 1 and Faulty.count > 20


def test_the_server_has_pages_and_ends():
    server = aisysproj.PracticeServer()
    with urllib.request.urlopen(server.url) as page:
        assert b"ss26.1.2.8" in page.read()
    server.stop()
    server.stop()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(server.url, timeout=5)


def test_runs_survive_the_server(tmp_path):
    store = tmp_path / "practice.sqlite"
    with aisysproj.PracticeServer(store=store) as server:
        config = new_config(server, "patient")
        port = int(server.url.rsplit(":", 1)[1])
        with pytest.raises(StopIteration):
            moves = iter([greedy, greedy])
            aisysproj.run(config, lambda percept, info: next(moves)(percept, info))
    with aisysproj.PracticeServer(store=store, port=port) as server:
        assert aisysproj.run(config, greedy, run_limit=1)["runs"] >= 1


def test_environments_are_listed():
    names = [name for name, *_ in aisysproj.environments()]
    assert len(names) == 16 and RHOMBUS in names


def random_agent(percept, info):
    """At the top of the module, so that another process finds it."""
    position = game("fauhalma-rhombus").position(percept)
    return json.loads(random.choice(list(position.legal_texts)))


def test_several_processes_play_at_once(server):
    config = new_config(server, "processes")
    ratings = aisysproj.run(config, random_agent, processes=2, run_limit=1)
    assert ratings["runs"] >= 1
