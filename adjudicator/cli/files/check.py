"""``adjudicator check``: what the run would find in an order file. Needs no database."""

from pathlib import Path
from typing import Any

import click

from adjudicator.by_files.order_files import OrderFile, read_order_file
from adjudicator.campaign.orders.standing import receipt_fingerprint
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    LARGEST_TEXT,
    PATH,
    print_json,
    read_bytes,
    safe,
    say,
    with_json,
    write_bytes,
)
from adjudicator.cli.shared.completion import SEAT
from adjudicator.cli.shared.folders import order_text, read_position_file
from adjudicator.games.contract import Default, Game


@click.command("check")
@click.argument("file", type=PATH)
@click.argument("position_file", type=PATH, required=False, metavar="[POSITION]")
@click.option("--position", type=PATH, help="The same as POSITION.")
@click.option("--seat", type=SEAT, default="", help="The seat, if neither file says it.")
@click.option("--map", "out", type=PATH, help="Draw the orders into this file: ….png or ….svg.")
@click.option("--force", is_flag=True, help="Overwrite the map without asking.")
@with_json
def command(
    file: Path,
    position_file: Path | None,
    position: Path | None,
    seat: str,
    out: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Check an order file against a position file; - reads standard input.

    A mail that was saved (….eml) will do as well. POSITION is the position file of the last report,
    or the folder that it lies in.

    With --map the orders are drawn too, as the receipt would show them: dashed what may fail, thin
    what happens by default.

    Exit code 0: every line is accepted (some may fail); 1: lines are rejected; 2: the file cannot
    be used.

    \b
    Examples:
      adjudicator check orders.txt position-sekigahara-1-muster.json
      adjudicator check orders.txt start --seat Oda --json
      adjudicator check orders.txt start/position.json --seat Oda --map orders.png
    """
    if bool(position_file) == bool(position):
        raise CommandError("Give the position file of the last report: FILE POSITION.")
    text = order_text(file.name, read_bytes(file, LARGEST_TEXT))
    game, there = read_position_file(position_file or position or Path())
    read = read_order_file(game, there, file.name, text, seat)
    defaults = read.standing.defaults if read.standing else ()
    rejected = [finding for finding in read.findings if finding.severity == "error"]
    if as_json:
        print_json(
            {
                "usable": not read.problem,
                "problem": read.problem,
                "seat": read.seat,
                "phase": game.phase(there).key,
                "orders": read.text,
                "findings": read.findings,
                "unread": read.unread,
                "defaults": defaults,
                "fingerprint": receipt_fingerprint(read.text, defaults),
            }
        )
        if read.problem:
            raise SystemExit(2)
    else:
        for finding in read.findings:
            if finding.message != read.problem:
                say(str(finding), err=True)
        for line in read.unread:
            say(f"not read as an order: {line}", err=True)
        if read.problem:
            raise CommandError(f"{file}: {read.problem}")
        _print(read.seat, game.phase(there).title, read.text, defaults)
    if out is not None:
        _draw(out, game, there, read, force=force)
    if rejected:
        raise SystemExit(1)


def _draw(out: Path, game: Game, position: Any, read: OrderFile, *, force: bool) -> None:
    from adjudicator import maps
    from adjudicator.cli.files.map import check_kind
    from adjudicator.maps.ordered import picture_of_orders

    check_kind(out)
    view = position if position.viewer == read.seat else game.view(position, read.seat)
    standing = read.standing
    picture = standing and picture_of_orders(game, view, standing.orders, standing.defaults)
    if not picture:
        say(f"{out} was not written: there is nothing in these orders to draw.", err=True)
        return
    png = out.suffix.casefold() == ".png"
    data = maps.draw_orders(picture) if png else maps.draw_svg(picture).encode()
    write_bytes(out, data, force=force)
    say(f"{out} shows them on the map.", err=True)


def _print(seat: str, phase: str, text: str, defaults: tuple[Default, ...]) -> None:
    say(f"# {seat}, {phase}: these orders would stand")
    click.echo(safe(text), nl=False)
    for default in defaults:
        what = default.text.strip().replace("\n", "\n#   ")
        say(f"# by default: {what}  ({default.why})" if what else f"# {default.why}")
