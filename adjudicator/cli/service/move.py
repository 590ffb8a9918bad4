"""``adjudicator move``: a game, or all, to another database."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    PLACE,
    insist,
    now,
    open_campaign,
    print_all,
    with_database,
    with_json,
    with_yes,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place

if TYPE_CHECKING:
    from adjudicator.store.database import Store
    from adjudicator.store.records import Campaign


@click.command("move")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--to", "to", type=PLACE, required=True, help="The database that it moves to.")
@click.option("--all", "everything", is_flag=True, help="All games, and all else that is kept.")
@click.option("--stay", is_flag=True, help="Give up a move that was broken off.")
@with_yes
@with_database
@with_json
def command(
    game: str | None, to: Place, everything: bool, stay: bool, yes: bool, db: Place, as_json: bool
) -> None:
    """Move a game to another database, a file or one of a PostgreSQL server, and verify it there.

    It stops where it is, is copied with all that is recorded of it and with the letters that wait,
    compared row by row, carried out again, and goes on in the other database alone. What stays
    behind can be looked at, and moves no more. If it is broken off, the same command finishes it;
    with --stay the game goes on where it was instead. With --all everything moves to a database
    that is new, and what comes back of letters that were sent is known there too.

    \b
    Examples:
      adjudicator move sekigahara --to postgresql://judge@db.example/games
      adjudicator move --all --to postgresql:///games --yes
      adjudicator move sekigahara --to sekigahara.db
    """
    from adjudicator.campaign.records import moving
    from adjudicator.post.transport.lease import PASS, hold
    from adjudicator.store.database import open_store

    if bool(game) == everything or (stay and not game):
        raise CommandError("Give either a game, or --all; --stay goes with a game.")
    insist(f"{'Leave' if stay else 'Move'} {game or 'everything'} {_way(db, to, stay)}?", yes=yes)
    if game:
        with open_campaign(db, game):
            pass  # a misspelt game makes no new database
    with open_store(db) as source, open_store(to, create=not stay) as target:
        with hold(source, PASS) as is_mine:
            if not is_mine:
                raise CommandError(f"A pass is at work on {db}; nothing was done. Try again.")
            if stay:
                done = [moving.stay(source, target, game or "", now())]
            elif game:
                done = [moving.move(source, target, game, now())]
            else:
                done = moving.move_all(source, target, now())
        faults = {} if stay else _verify(target, done if game else ())
    place = str(db if stay else to)
    names = [each.name for each in done]
    facts = {"games": names, "database": place, "faults": faults}
    print_all(facts, _lines(names, place, stay, faults), as_json=as_json)
    if faults:
        raise SystemExit(1)


def _way(db: Place, to: Place, stay: bool) -> str:
    return f"in {db}" if stay else f"from {db} to {to}"


def _verify(store: "Store", moved: "Sequence[Campaign]") -> dict[str, list[str]]:
    """Carry games out again where they are now; return what is found, by game."""
    from adjudicator.campaign.records.verify import verify
    from adjudicator.cli.shared.asking import working

    found: dict[str, list[str]] = {}
    for each in moved:
        with working(f"verifying {each.name}"):
            verdicts = [verdict for verdict in verify(store, each) if verdict.faults]
        for verdict in verdicts:
            found.setdefault(each.name, []).extend(f"{verdict.phase}: {e}" for e in verdict.faults)
    return found


def _lines(games: Sequence[str], place: str, stay: bool, faults: dict[str, list[str]]) -> list[str]:
    if stay:
        return [f"{games[0]} goes on in {place}."]
    lines = [f"{each} is in {place} now." for each in games]
    lines += [f"fault: {name}: {each}" for name, there in faults.items() for each in there]
    if len(games) > 1:
        lines.append("Every row was compared. “adjudicator verify GAME” carries a game out again.")
    return lines
