"""``adjudicator legal-orders``: legal orders, and lines that were begun."""

import json

from adjudicator.chance import Stream
from adjudicator.games import registry

SEATS = ("Oda", "Takeda", "Mori")


def test_lines_are_completed_from_legal_orders(shell):
    game = registry.find("samurai-swords")
    position = game.new(SEATS, {}, Stream(b"options")).position
    view = game.view(position, "Oda")
    shell.write("view.json", game.encode(view))
    shell.write("whole.json", game.encode(position))
    every = shell("legal-orders", "view.json").splitlines()
    placed = [line for line in every if line.startswith(("reinforce", "army"))]
    assert len(placed) == 4 * len([p for p in position.provinces.values() if p.owner == "Oda"])
    begun = shell("legal-orders", "view.json", "Army", "1", "in").splitlines()
    assert begun == [line for line in every if line.startswith("army 1 in ")]
    assert begun
    assert shell("legal-orders", "view.json", "in", code=1) == ""
    for file, title in (("view", "Oda (you)"), ("whole", "Oda")):
        shell("map", f"{file}.json", "-o", f"{file}.txt")
        board = (shell.folder / f"{file}.txt").read_text().splitlines()
        assert [line for line in board if line.startswith(f"{title}: ")]
    assert json.loads(shell("legal-orders", "whole.json", "--seat", "oda", "--json")) == every
    assert shell("legal-orders", "view.json", "attack", code=1) == ""
    assert "Say which seat" in shell("legal-orders", "whole.json", code=2)
    assert "Oda’s, not Mori’s" in shell("legal-orders", "view.json", "--seat", "Mori", code=2)
