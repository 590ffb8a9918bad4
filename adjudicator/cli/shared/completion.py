"""What a shell completes: names of rules, of games that are played, and of their seats.

A shell asks whenever the tab key is pressed. So nothing is imported before it is needed, and what
goes wrong (no database yet, a file that is none) completes nothing and says nothing.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.shared.asking import PLACE, database, is_path, open_campaign, refuse_path

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from adjudicator.store.place import Place

_MOST = 500
"""Nobody reads more names than this."""


class _TypedName(click.ParamType[str]):
    """A name, given as text."""

    def __init__(self, name: str, find: Callable[[click.Context], Iterable[str]]):
        self.name = name
        self._find = find

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it is; whether there is such a thing is asked where it is used."""
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Return the names that begin like this, in any case."""
        from click.shell_completion import CompletionItem

        begun = incomplete.casefold()
        try:
            names = [each for each in self._find(ctx) if each.casefold().startswith(begun)]
        except Exception:  # a person who types a command line is no place to report anything
            return []
        return [CompletionItem(name) for name in names[:_MOST]]


class _CampaignName(_TypedName):
    """The name of a game that is played; a file is refused."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name. Raises CommandError for a file."""
        refuse_path(value)
        return value


class _CampaignOrFile(_TypedName):
    """The name of a game that is played, or a file."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Return the names, and leave files to the shell."""
        from click.shell_completion import CompletionItem

        files = CompletionItem(incomplete, type="file")
        return [files, *super().shell_complete(ctx, param, incomplete)]


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


RULES = _TypedName("game", _rules)
"""A game that can be played, such as ``ikusa``."""
CAMPAIGN = _CampaignName("game", _campaigns)
"""A game that is played."""
CAMPAIGN_OR_FILE = _CampaignOrFile("game", _campaigns)
SEAT = _TypedName("seat", _seats)
"""A seat of the game that stands before it on the command line."""
