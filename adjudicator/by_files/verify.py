"""A phase carried out again from files: what comes out must be the same."""

from collections.abc import Mapping
from typing import Any

from adjudicator.campaign.solve import replay
from adjudicator.games.contract import Game


def verify_files(
    game: Game, before: Any, orders: Mapping[str, str], key: bytes, after: Any
) -> tuple[list[str], str]:
    """Carry out a phase from files and compare; return the faults and the orders' fingerprint.

    ``orders`` are the canonical orders of every seat that could order.
    """
    texts = dict.fromkeys(game.phase(before).may, "") | dict(orders)
    again = replay(game, before, texts, key)
    same = game.encode(again.position) == game.encode(after)
    faults = [] if same else ["the position that came out is another"]
    return faults, again.fingerprint
