"""What a shell completes: names of rules, of games that are played, and of their seats.

A shell asks whenever the tab key is pressed. So nothing is imported before it is needed, and what
goes wrong (no database yet, a file that is none) completes nothing and says nothing.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.shared.asking import (
    PLACE,
    Typed,
    database,
    is_path,
    open_campaign,
    refuse_path,
)

if TYPE_CHECKING:
    from adjudicator.store.place import Place


def _rules(ctx: click.Context) -> Iterable[str]:
    from adjudicator.games import registry

    return registry.names()


def _campaigns(ctx: click.Context) -> list[str]:
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import campaigns

    with open_store(_database(ctx)) as store:
        return [each.name for each in campaigns(store, archived=True)]


def _seats(ctx: click.Context) -> list[str]:
    """Return the seats of the game, or of the position file, that is typed already."""
    named = (ctx.params.get(key) for key in _HOLDERS)
    rest = ctx.args[0] if ctx.args else ""  # with an option before that lacks its value yet
    given = next(filter(None, named), rest)
    what = str(given[0] if isinstance(given, tuple) else given)
    if is_path(what) or Path(what).is_file():
        from adjudicator.cli.shared.files import read_position_file

        return list(read_position_file(Path(what))[1].seats)
    from adjudicator.store.queries import seats

    with open_campaign(_database(ctx), what) as (store, campaign):
        return [seat.name for seat in seats(store, campaign)]


_HOLDERS = ("game", "what", "position")
"""The parameters that say of which game the seats are."""


def _database(ctx: click.Context) -> "Place":
    db: Any = ctx.params.get("db")
    return PLACE.convert(db, None, ctx) if db else database()


RULES = Typed("game", str, _rules)
"""A game that can be played, such as ``ikusa``."""
CAMPAIGN = Typed("game", refuse_path, _campaigns)
"""A game that is played."""
CAMPAIGN_OR_FILE = Typed("game", str, _campaigns, is_file=True)
"""A game that is played, or a file."""
SEAT = Typed("seat", str, _seats)
"""A seat of the game that stands before it on the command line."""
