"""Games, positions and moves as values."""

import copy
import json
import pickle
import subprocess
import sys

import numpy as np
import pytest

import spielwerk
from spielwerk.games import Move, all_games, game

EVERY_GAME = [known.name for known in all_games()]


def some_positions(name, plies=30):
    position = game(name).start()
    for ply in range(plies):
        yield position
        if position.is_over:
            return
        moves = position.legal_moves
        position = position.play(moves[(7 * ply + 3) % len(moves)])


def test_the_four_games_are_there():
    assert {"fauhalma", "halma", "fanorona", "bohnenspiel"} <= set(EVERY_GAME)
    assert game("bohnenspiel").seats == ("Weisse", "Schwarz")
    assert game("FANORONA") == game("fanorona") != game("halma")
    assert hash(game("halma")) == hash(game("halma"))
    assert repr(game("halma")) == 'game("halma")'


@pytest.mark.parametrize("name", EVERY_GAME)
def test_moves_are_integers_and_texts(name):
    for position in some_positions(name):
        texts = position.legal_texts
        assert sorted(texts.values()) == sorted(position.legal_moves)
        for text, move in list(texts.items())[:5]:
            assert 0 <= move < position.game.num_actions
            assert position.move_text(move) == text
            assert position.play(text) == position.play(move) == position.play(np.int32(move))
            assert position.is_legal(text) and position.is_legal(move)
            assert position.move(text) == move and position.move(move).text == text
        mask = position.legal_mask()
        assert mask.dtype == bool and sorted(np.flatnonzero(mask)) == sorted(position.legal_moves)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_positions_are_values(name):
    seen = {}
    for position in some_positions(name):
        again = position.game.position(position.text)
        assert again == position and hash(again) == hash(position)
        assert position.game.position(position.json) == position
        assert position.game.position(json.dumps(position.json)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert copy.copy(position) is position and copy.deepcopy(position) is position
        assert eval(repr(position), {"game": game}) == position
        assert len(position.board) == len(position.game.board["sites"])
        assert 0 <= position.hash < 2**64
        seen[position] = True
    assert len(seen) > 2


def test_the_old_position_is_the_undo():
    start = game("fanorona").start()
    text = start.text
    next = start.play("d3-e3A")
    assert start.text == text != next.text
    assert (start.turn, next.turn) == (0, 1)


def test_a_game_ends_with_points():
    position = game("bohnenspiel").position("1,0,0,0,1,1/0,0,1,0,0,0 36-32 w")
    assert position.outcome is None and not position.is_over
    won = position.play("5")
    assert won.outcome == (1.0, 0.0) and won.is_over and won.turn is None
    assert won.legal_moves == [] and won.legal_texts == {}
    with pytest.raises(ValueError, match="over"):
        won.play("1")


def test_boards_are_data():
    board = game("halma").board
    assert len(board["sites"]) == 256
    assert board["sites"][17] == {"name": "1,1", "x": 1.0, "y": 1.0, "shape": "square"}
    assert {zone["kind"] for zone in board["zones"]} == {"start", "home"}
    assert game("bohnenspiel").start().board == [6] * 12 + [0, 0]
    contents = game("fauhalma").start().board
    assert [contents.count(seat) for seat in (0, 1, 2, -1)] == [6, 6, 6, 4]


def test_a_notebook_shows_the_board():
    position = game("fanorona").start()
    assert position._repr_svg_().startswith("<svg") and position.svg() == position._repr_svg_()
    assert position.svg("dark") != position.svg()
    next = position.play("d3-e3A")
    assert next.svg(last_move="d3-e3A", before=position) != next.svg()
    assert "a b c d e" in " ".join(str(position).split())


def test_observations_have_the_shape_of_the_game():
    for name in EVERY_GAME:
        position = game(name).start()
        observation = position.observation()
        assert observation.shape == position.game.observation_shape
        assert observation.dtype == np.float32
    assert game("bohnenspiel").start().observation()[0].sum() == 72


def test_a_move_is_an_integer_that_knows_its_text():
    move = game("bohnenspiel").start().move("3")
    assert isinstance(move, int) and move == 2 and move + 1 == 3
    assert (str(move), repr(move), f"{move:d}") == ("3", "Move(2, '3')", "2")
    again = pickle.loads(pickle.dumps(move))
    assert isinstance(again, Move) and again.text == "3" and copy.deepcopy(move) == 2


def test_a_path_is_what_the_protocol_wants():
    start = game("fauhalma").start()
    text = next(iter(start.legal_texts))
    assert start.path(text) == json.loads(text)


@pytest.mark.parametrize(
    "wrong, why",
    [
        (lambda: game("fanorna"), "nearest name is `fanorona`"),
        (lambda: game("halma").position("nonsense"), "no position of halma"),
        (lambda: game("halma").position({"a": {1, 2}}), "cannot be written as JSON"),
        (lambda: game("bohnenspiel").start().play("9"), "no house from 1 to 6"),
        (lambda: game("bohnenspiel").start().play(9), "action 9 is not legal"),
        (lambda: game("bohnenspiel").start().play(-1), "action -1 is not legal"),
        (lambda: game("bohnenspiel").start().play(2**80), "not legal"),
        (lambda: game("bohnenspiel").start().play(None), "an integer or a text, not NoneType"),
        (lambda: game("bohnenspiel").start().play(1.5), "an integer or a text, not float"),
        (lambda: game("bohnenspiel").start().svg("pink"), "'light' or 'dark'"),
        (lambda: game("bohnenspiel").start().svg(last_move=1), "needs `before`"),
    ],
)
def test_an_error_is_one_clear_line(wrong, why):
    with pytest.raises(ValueError, match=why) as caught:
        wrong()
    assert "\n" not in str(caught.value)


def test_rules_import_no_player():
    code = (
        "import sys, spielwerk.games; "
        "spielwerk.games.game('halma').start(); "
        "assert 'spielwerk.players' not in sys.modules, 'players'; "
        "assert 'pettingzoo' not in sys.modules and 'pyspiel' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_names_are_found_lazily():
    assert spielwerk.player is spielwerk.players.player
    assert "match" in dir(spielwerk)
    with pytest.raises(AttributeError, match="nothing"):
        spielwerk.nothing
