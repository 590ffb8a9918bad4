"""What is done by ruling: ``correct`` amends a position, ``forget`` erases a player."""

from pathlib import Path
from typing import Any

import click
import msgspec

from adjudicator.campaign.people import forget as forgetting
from adjudicator.campaign.phases import correct as correcting
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import PATH, Db, Force, Printed, Yes, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.operations import about_game
from adjudicator.operations.operation import Call
from adjudicator.orders.language.names import closest
from adjudicator.store.database import open_store


@command("correct")
@about_game
@click.option("--out", type=PATH, help="Only write the position that stands to a file.")
@click.option("--position", type=PATH, help="The amended position.")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="PATH=VALUE",
    help="What is otherwise, such as colours.Oda.koku=4.",
)
@click.option("--reason", default="", help="Why, in a sentence; every player is told.")
def correct(
    call: Call,
    out: Path | None,
    position: Path | None,
    changes: tuple[str, ...],
    reason: str,
    force: Force,
    yes: Yes,
) -> Printed:
    """Amend the position of a game after a ruling, in the phase that waits.

    With --out the position is written to a file, which shows how its parts are named; it holds
    every secret. It is amended there and given with --position, or part by part with --set. What
    differs is shown before anything is done. Then everybody is told the reason and as much of the
    difference as he may see; orders that stand are kept, and nobody is ready. “verify” says that
    the position was corrected, and why.

    \b
    Examples:
      adjudicator correct sekigahara --out whole.json
      adjudicator correct sekigahara --position whole.json --reason "Aki was dealt twice."
      adjudicator correct sekigahara --set colours.Oda.koku=4 --reason "So it was ruled."
    """
    if bool(out) + bool(position) + bool(changes) != 1:
        raise CommandError("amend-how")
    name, whole = call.campaign.name, call.state.head.position
    if out:
        asking.write_bytes(out, msgspec.json.format(whole, indent=1) + b"\n", force=force)
        facts = {"name": name, "file": str(out)}
        return facts, [asking.line("whole-position", out=out, name=name)]
    if not reason.strip():
        raise CommandError("no-reason")
    data = asking.read_bytes(position) if position else _set(whole, changes)
    amended = correcting.amend(call.state, data)
    for line in amended.differences:
        asking.remark(line)
    asking.insist(asking.line("correct-position", name=name), yes=yes)
    done = call.change(
        correcting.correct,
        amended.position,
        reason,
        expected=call.state.head.serial,
    )
    facts = {"name": name, "reason": done.reason}
    lines = [asking.line("corrected", **facts)]
    return facts | {"differences": done.differences}, lines


def _set(position: bytes, changes: tuple[str, ...]) -> bytes:
    """Set parts of a position. Raises CommandError for a path that leads nowhere."""
    whole = msgspec.json.decode(position)
    for each in changes:
        path, equals, text = each.partition("=")
        *way, last = path.strip().split(".")
        if not equals or not last:
            raise CommandError("sets-nothing", text=each[:60])
        inner: Any = whole
        for name in way:
            inner = _step(inner, name, path)
        try:
            value = msgspec.json.decode(text.encode())
        except ValueError:
            value = text
        if isinstance(inner, dict):
            inner[last] = value
        else:
            _step(inner, last, path)
            inner[int(last)] = value
    return msgspec.json.encode(whole)


def _step(inner: Any, name: str, path: str) -> Any:
    """Go one step into a position: to a part by its name, or of a list by its number from 0."""
    if isinstance(inner, dict) and name in inner:
        return inner[name]
    if isinstance(inner, list) and name.isdecimal() and name.isascii() and int(name) < len(inner):
        return inner[int(name)]
    parts = list(inner) if isinstance(inner, dict) else []
    facts = {"meant": closest(name, parts), "parts": parts[:40], "is_list": isinstance(inner, list)}
    raise CommandError("no-part", name=name[:40], path=path[:60], **facts)


@command("forget")
@click.argument("player")
@click.option("--name", "names", multiple=True, help="A name that letters have of the player.")
def forget(player: str, names: tuple[str, ...], yes: Yes, db: Db) -> Printed:
    """Erase a player's address and name from all games and letters, and say what stays.

    PLAYER is an address, or the name of somebody who has a seat. Whoever still plays, watches or
    runs a game that goes on must leave it first. What was done in a game stays, under the name of
    the seat. It cannot be undone, except with a backup.

    \b
    Examples:
      adjudicator forget bob@example.org
      adjudicator forget bob@example.org --name Bob --yes
    """
    with open_store(db) as store:
        forgetting.find_player(store, player, asking.now())  # nobody is asked in vain
        asking.insist(asking.line("erase", player=player), yes=yes)
        done = forgetting.forget(store, player, names, asking.now())
    erased = asking.line("erased", address=done.address, names=done.names, rows=done.rows)
    stays = (f"- {each}" for each in done.stays)
    return done._asdict(), [str(erased), str(asking.line("what-stays")), *stays]
