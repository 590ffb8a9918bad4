"""``adjudicator correct``: a position is amended after a ruling."""

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    PATH,
    insist,
    now,
    open_campaign,
    print_all,
    read_bytes,
    say,
    with_database,
    with_json,
    with_yes,
    write_bytes,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("correct")
@click.argument("game", type=CAMPAIGN)
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
@click.option("--force", is_flag=True, help="Overwrite the file without asking.")
@with_yes
@with_database
@with_json
def command(
    game: str,
    out: Path | None,
    position: Path | None,
    changes: tuple[str, ...],
    reason: str,
    force: bool,
    yes: bool,
    db: Place,
    as_json: bool,
) -> None:
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
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.phases.correct import amend, correct

    if bool(out) + bool(position) + bool(changes) != 1:
        raise CommandError("Give --out, or the amended --position, or --set.")
    with open_campaign(db, game) as (store, campaign):
        found = State(store, campaign, now())
        if out:
            write_bytes(out, _indent(found.head.position), force=force)
            said = f"{out} holds the whole position of {campaign.name}: keep it to yourself."
            print_all({"name": campaign.name, "file": str(out)}, (said,), as_json=as_json)
            return
        if not reason.strip():
            raise CommandError("Give the --reason, which every player is told.")
        data = read_bytes(position) if position else _set(found.head.position, changes)
        amended = amend(found, data)
        if not as_json:
            for line in amended.differences:
                say(line)
        insist(f"Correct the position of {campaign.name}? Everybody is told.", yes=yes)
        expected = found.head.serial
        done = correct(store, campaign, now(), amended.position, reason, expected=expected)
    facts = {"name": campaign.name, "reason": done.reason, "differences": done.differences}
    print_all(facts, (f"{campaign.name} has been corrected: {done.reason}",), as_json=as_json)


def _indent(position: bytes) -> bytes:
    import msgspec

    return msgspec.json.format(position, indent=1) + b"\n"


def _set(position: bytes, changes: tuple[str, ...]) -> bytes:
    """Set parts of a position. Raises CommandError for a path that leads nowhere."""
    import msgspec

    whole = msgspec.json.decode(position)
    for each in changes:
        path, equals, text = each.partition("=")
        *way, last = path.strip().split(".")
        if not equals or not last:
            raise CommandError(f"“{each[:60]}” sets nothing. Write PATH=VALUE.")
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
    there = ", ".join(list(inner)[:40]) if isinstance(inner, dict) else "a number from 0"
    raise CommandError(
        f"There is no “{name[:40]}” in the position on the way {path[:60]}."
        + (f" There: {there}." if isinstance(inner, dict | list) else "")
    )
