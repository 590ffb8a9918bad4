"""``adjudicator options``: what a seat can order, and how a line that was begun can go on."""

from pathlib import Path

import click

from adjudicator.cli.asking import PATH, print_json, safe, with_json
from adjudicator.cli.main import Wrong


@click.command("options")
@click.argument("position", type=PATH)
@click.argument("begun", nargs=-1, metavar="[WORD…]")
@click.option("--seat", default="", help="The seat, if the position file does not say it.")
@with_json
def command(position: Path, begun: tuple[str, ...], seat: str, as_json: bool) -> None:
    """List legal orders of a seat, each possible by itself as things stand.

    With words, only those that begin with them: so a line can be completed. Not every legal order
    is listed (numbers of units, for one, are left to you), but every one that is listed is legal.
    Exit code 1: none.

    \b
    Examples:
      adjudicator options position.json
      adjudicator options position.json attack hi
    """
    from adjudicator.cli.folders import position_file
    from adjudicator.orders.names import plain

    game, there = position_file(position)
    who = seat or there.viewer or ""
    by_name = {plain(name): name for name in there.seats}
    if plain(who) not in by_name:
        raise Wrong(f"Give the seat with --seat: {', '.join(there.seats)}.")
    if there.viewer not in (None, by_name[plain(who)]):
        raise Wrong(f"{position} is the position file of {there.viewer or 'the public'}.")
    start = plain(" ".join(begun))
    view = game.view(there, by_name[plain(who)])
    lines = [str(line) for line in game.options(view, by_name[plain(who)])]
    found = [line for line in lines if plain(line).startswith(start)]
    if as_json:
        print_json(found)
    for line in () if as_json else found:
        click.echo(safe(line))
    if not found:
        raise SystemExit(1)
