"""Two editions of one game are made of the same functions, whichever was used before."""

import subprocess
import sys

CODE = """
from adjudicator.chance import Stream
from adjudicator.games.registry import find
for name in ("samurai-swords", "ikusa"):
    game = find(name)
    options = game.meta.fill_options({})
    position = game.new(("Oda", "Takeda", "Mori"), options, Stream(b"x")).position
    view = game.view(position, "Oda")
    assert game.sheet(view, "Oda")
    assert game.picture(view, ())
    assert not game.sketch(view, "Oda", __import__("adjudicator.orders").orders.Orders())
"""


def test_the_second_edition_is_whole_where_the_first_was_shown():
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True)
    assert done.stderr == ""
