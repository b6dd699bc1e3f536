"""Look at a position: the board, the legal moves, and how a search sees it deeper and deeper.

    python bindings/python/examples/look_at_a_position.py [GAME [POSITION]]

Writes the board to position.svg. In a notebook, a position shows its board by itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

import spielwerk


def main() -> None:
    """Shows a position, by default after some moves of Fanorona."""
    game = spielwerk.game(sys.argv[1] if len(sys.argv) > 1 else "fanorona")
    if len(sys.argv) > 2:
        position = game.position(sys.argv[2])
    else:
        position = game.start()
        for _ in range(4):
            position = position.play(position.legal_moves[0])
    print(position)
    print("legal:", ", ".join(position.legal_texts))
    if position.is_over:
        print("the game is over:", position.outcome)
        return
    for analysis in spielwerk.player("strong", game).analyse(position, time=0.5, multi_pv=2):
        lines = [f"{score:+.2f} {' '.join(line[:4])}" for score, line in analysis.variations
                 if score is not None]
        print(f"depth {analysis.depth:2}  {analysis.nodes:8} nodes  {'   '.join(lines)}")
    best = analysis.move
    picture = position.play(best).svg(last_move=best, before=position)
    Path("position.svg").write_text(picture, encoding="utf-8")
    print(f"{best} is best; position.svg shows the board after it")


if __name__ == "__main__":
    main()
