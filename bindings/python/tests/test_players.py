"""Players, analysis, matches with Python functions, tablebases."""

import math
import random
import subprocess
import sys
import threading

import pytest

from spielwerk import game, match, player, player_names, tablebase, tablebases

START = game("bohnenspiel").start()


def first_move(position):
    return position.legal_moves[0]


def test_a_player_finds_a_legal_move_in_every_game():
    for name in ["fauhalma", "halma", "fanorona", "bohnenspiel"]:
        position = game(name).start()
        best = player("strong", name, nodes=300).best(position)
        assert best in position.legal_moves and position.play(best.text) == position.play(best)


def test_limits_are_given_to_the_player_or_to_the_search():
    strong = player("strong", game("bohnenspiel"), time=0.05)
    assert strong.best(START) in START.legal_moves
    assert strong.best(START, depth=2) in START.legal_moves
    assert strong(START) in START.legal_moves
    assert strong.name == "strong" and strong.game.name == "bohnenspiel"
    strong.new_game()


def test_an_analysis_goes_deeper():
    steps = list(player("alphabeta", "bohnenspiel").analyse(START, depth=6))
    assert [step.depth for step in steps][-1] == 6 and len(steps) >= 6
    last = steps[-1]
    assert last.variation[0] == last.move.text and START.is_legal(last.move)
    assert last.nodes > 0 and last.time >= 0 and isinstance(last.score, float)
    assert last.score_text and "depth 6" in repr(last)
    lines = list(player("alphabeta", "bohnenspiel").analyse(START, depth=4, multi_pv=3))[-1]
    assert len(lines.variations) == 3


def test_a_proven_win_is_infinite():
    position = game("bohnenspiel").position("1,0,0,0,1,1/0,0,1,0,0,0 36-32 w")
    last = list(player("strong", "bohnenspiel:".rstrip(":")).analyse(position, depth=3))[-1]
    assert last.score == math.inf and last.proven and last.score_text.startswith("win")


def test_an_analysis_that_nobody_wants_ends():
    strong = player("strong", "halma")
    search = strong.analyse(game("halma").start(), time=1000)
    next(search)
    assert strong.best(game("halma").start(), nodes=100) in game("halma").start().legal_moves
    assert len(list(search)) >= 1
    other = strong.analyse(game("halma").start(), time=1000)
    other.stop()
    assert list(other)


def test_searches_run_beside_python():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    player("strong", "fanorona").best(game("fanorona").start(), nodes=20000)
    done.set()
    thread.join()
    assert len(ticks) > 1


@pytest.mark.parametrize(
    "wrong, why",
    [
        (lambda: player("stron", "halma"), "nearest name is `strong`"),
        (lambda: player("strong:depth=0", "halma"), "from 1 to 200"),
        (lambda: player("strong:hash=65536", "halma"), "too large"),
        (lambda: player("strong", "halma", threads=10**6), "too many"),
        (lambda: player("strong", "chess"), "no game is called"),
        (lambda: player("strong", 7), "a game is a name"),
        (lambda: player("strong", "halma", time=-1), "no number of seconds"),
        (lambda: player("strong", "halma", time=math.nan), "no number of seconds"),
        (lambda: player("strong", "halma", depth=0), "plies from 1 to 200"),
        (lambda: player("strong", "halma").best(START), "plays halma, not bohnenspiel"),
        (lambda: match("halma"), "1 to 2 players"),
        (lambda: match("halma", "greedy", "greedy", "greedy"), "1 to 2 players"),
        (lambda: match("halma", "greedy", 7), "a player is a name"),
        (lambda: match("halma", "greedy", games=0), "1 to 10000000 games"),
        (lambda: match("halma", "greedy", sprt=(5, 0)), "the lower one first"),
        (lambda: match("halma", "greedy", openings=[START]), "unfinished positions of halma"),
        (lambda: match("halma", "greedy", on_error="cry"), "'raise' or 'forfeit'"),
        (lambda: match("halma", player("greedy", "fanorona")), "plays fanorona, not halma"),
        (lambda: tablebase("bohnenspiel-4"), "nearest name"),
    ],
)
def test_an_error_is_one_clear_line(wrong, why):
    with pytest.raises(ValueError, match=why) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_a_finished_game_has_no_best_move():
    over = game("bohnenspiel").position("0,0,0,0,0,0/0,0,0,0,0,0 34-38 s")
    with pytest.raises(ValueError, match="the game is over"):
        player("strong", "bohnenspiel").best(over)


def test_a_match_has_statistics():
    result = match("bohnenspiel", "greedy", "random", games=40, seed=1, threads=2)
    greedy, rand = result.players
    assert (greedy.name, rand.name) == ("greedy", "random")
    assert greedy.points + rand.points == 40 and greedy.points > 25
    assert greedy.wins + greedy.draws + greedy.losses == 40 == len(result.games)
    elo, low, high = result.elo
    assert low < elo < high and result.likelihood_of_superiority > 0.9
    assert sum(result.pairs) == 20 and sum(result.terminations.values()) == 40
    assert result.average_plies > 10 and "greedy: 0." in repr(result)
    first = result.games[0]
    position = first.start
    for text in first.moves:
        position = position.play(text)
    assert position == first.end and first.seating == [0, 1]
    again = match("bohnenspiel", "greedy", "random", games=40, seed=1)
    assert [g.moves for g in again.games] == [g.moves for g in result.games]


def test_a_function_is_a_player():
    asked = []

    def mine(position):
        asked.append(position)
        return random.Random(position.hash).choice(position.legal_moves)

    result = match("bohnenspiel", mine, "greedy", games=4, threads=2)
    assert result.players[0].name == "mine" and len(asked) > 20
    assert result.players[0].moves == len(asked)


def test_the_last_player_takes_the_seats_that_are_left():
    result = match("fauhalma", first_move, "greedy", games=6, opening_plies=0)
    assert [score.name for score in result.players] == ["first_move", "greedy", "greedy"]
    assert result.elo is None and len(result.games) == 6


def test_functions_may_return_texts_and_players_may_be_objects():
    weak = player("level:1", "fanorona-3x3")
    openings = [game("fanorona-3x3").start()]
    result = match("fanorona-3x3", lambda p: min(p.legal_texts), weak, games=2, openings=openings)
    assert result.games[0].start == openings[0]


def test_an_exception_of_a_function_is_raised():
    def broken(position):
        raise KeyError("oh no")

    with pytest.raises(KeyError, match="oh no"):
        match("bohnenspiel", broken, "greedy", games=4)
    with pytest.raises(ValueError, match="action 77 is not legal"):
        match("bohnenspiel", lambda position: 77, "greedy", games=4)


def test_or_the_function_forfeits():
    def broken(position):
        raise KeyError("oh no")

    result = match("bohnenspiel", broken, "greedy", games=4, on_error="forfeit")
    assert result.players[0].forfeits == 4 and result.terminations == {"crash": 4}
    assert "oh no" in result.games[0].remark and "oh no" in repr(result)
    result = match("bohnenspiel", lambda p: "nonsense", "greedy", games=2, on_error="forfeit")
    assert result.terminations == {"illegal": 2}


def test_every_game_is_reported():
    numbers = []
    match("bohnenspiel", "random", games=6, on_game=lambda played: numbers.append(played.number))
    assert numbers == [0, 1, 2, 3, 4, 5]
    with pytest.raises(ZeroDivisionError):
        match("bohnenspiel", "random", games=6, on_game=lambda played: 1 / 0)


def test_a_sequential_test_may_end_a_match():
    result = match("bohnenspiel", "greedy", "random", games=400, sprt=(0, 50), seed=3)
    ratio, accepted = result.sprt
    assert len(result.games) < 400 and accepted == 50 and ratio > 2.9


def test_names_of_players():
    assert player_names("halma")[0] == "strong" and "level:10" in player_names("halma")


def test_a_tablebase_is_built_and_probed(tmp_path):
    assert "bohnenspiel-04" in tablebases()
    table = tablebase("bohnenspiel-04", tmp_path)
    assert not table.exists and table.estimate[1] > 0 and table.games == ["bohnenspiel"]
    position = game("bohnenspiel").position("0,0,0,0,1,0/1,0,1,0,0,1 34-34 w")
    with pytest.raises(FileNotFoundError, match="has not been built"):
        table.probe(position)
    table.build()
    assert table.exists
    assert table.probe(position) == {
        "text": "the mover gains 4 less from here on",
        "difference": -4,
    }
    assert table.probe(START) is None
    with pytest.raises(ValueError, match="is for bohnenspiel, not for halma"):
        table.probe(game("halma").start())
    small = tablebase("fanorona-3x3-3", tmp_path)
    small.build()
    found = small.probe(game("fanorona-3x3").position("2B/3/W1W w"))
    assert found["wdl"] in ("win", "draw", "loss") and "plies" in found


@pytest.mark.parametrize(
    "work",
    [
        "player('strong', 'halma').best(game('halma').start(), time=1000)",
        "list(player('strong', 'halma').analyse(game('halma').start(), time=1000))",
        "match('halma', 'strong', games=1000, time=1)",
        "match('bohnenspiel', lambda p: p.legal_moves[0], 'random', games=10**6)",
        "self_play('halma', 'strong', games=1000, time=1)",
    ],
)
def test_control_c_ends_long_work(work):
    code = f"""
import os, signal, threading
from spielwerk import game, match, player, self_play
# A shell starts background work with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "interrupted\n", done.stderr
