"""``adjudicator legal-orders``: what a seat can order, and how a line that was begun can go on."""

from pathlib import Path

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, print_all, with_json
from adjudicator.cli.shared.completion import SEAT


@click.command("legal-orders")
@click.argument("position", type=PATH)
@click.argument("begun", nargs=-1, metavar="[WORD…]")
@click.option(
    "--seat", type=SEAT, default="", help="The seat, if the position file does not say it."
)
@with_json
def command(position: Path, begun: tuple[str, ...], seat: str, as_json: bool) -> None:
    """List legal orders of a seat, each possible by itself as things stand.

    With words, only those that begin with them: so a line can be completed. Not every legal order
    is listed (numbers of units, for one, are left to you), but every one that is listed is legal.
    Exit code 1: none.

    \b
    Examples:
      adjudicator legal-orders start/Oda/position.json
      adjudicator legal-orders start/Oda/position.json army 1 in
    """
    from adjudicator.cli.shared.folders import read_position_file
    from adjudicator.orders.language.names import name_key

    game, there = read_position_file(position)
    who = seat or there.viewer or ""
    by_name = {name_key(name): name for name in there.seats}
    if name_key(who) not in by_name:
        raise CommandError(f"Give the seat with --seat: {', '.join(there.seats)}.")
    if there.viewer not in (None, by_name[name_key(who)]):
        raise CommandError(f"{position} is the position file of {there.viewer or 'the public'}.")
    start = name_key(" ".join(begun))
    view = game.view(there, by_name[name_key(who)])
    lines = [str(line) for line in game.legal_orders(view, by_name[name_key(who)])]
    found = [line for line in lines if name_key(line).startswith(start)]
    print_all(found, found, as_json=as_json)
    if not found:
        raise SystemExit(1)
