"""``check`` an order file against a position file; ``legal-orders`` completes a line of one."""

from pathlib import Path
from typing import Any

import click

from adjudicator.by_files.order_files import CheckedFile, check_facts, read_order_file
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import (
    PATH,
    SEAT,
    Force,
    Printed,
    command,
    read_position_file,
    remark,
    say,
)
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import find_seat, order_text
from adjudicator.games.contract import Game
from adjudicator.orders.language.names import name_key


@command("check")
@click.argument("file", type=PATH)
@click.argument("position", type=PATH)
@click.option("--seat", type=SEAT, default="", help="The seat, if neither file says it.")
@click.option("--map", "out", type=PATH, help="Draw the orders into this file: ….png or ….svg.")
def check(file: Path, position: Path, seat: str, out: Path | None, force: Force) -> Printed:
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
    text = order_text(file.name, asking.read_bytes(file, asking.LARGEST_TEXT))
    game, reached = read_position_file(position)
    read = read_order_file(game, reached, file.name, text, seat)
    for each in read.remarks:
        remark(str(each))
    for line in read.unread:
        remark(asking.line("unread", text=line))
    if read.problem and not asking.is_json():
        raise CommandError("wrong-file", file=file, error=read.problem)
    facts = check_facts(game, reached, read)
    lines = [
        f"# {read.seat}, {game.phase(reached).title}: these orders would stand",
        *read.text.splitlines(),
    ]
    for default in facts["defaults"]:
        what = default.text.strip().replace("\n", "\n#   ")
        lines.append(f"# by default: {what}  ({default.why})" if what else f"# {default.why}")
    if out is not None and not read.problem:
        _draw(out, game, reached, read, force=force)
    rejected = any(each.severity == "error" for each in read.findings)
    return facts, lines, 2 if read.problem else int(rejected)


def _draw(out: Path, game: Game, position: Any, read: CheckedFile, *, force: bool) -> None:
    from adjudicator import maps
    from adjudicator.maps.ordered import picture_of_orders

    if out.suffix.casefold() not in (".png", ".svg"):
        raise CommandError("orders-drawn-as", out=out)
    view = position if position.viewer == read.seat else game.view(position, read.seat)
    standing = read.standing
    picture = standing and picture_of_orders(game, view, standing.orders, standing.defaults)
    if not picture:
        say(asking.line("nothing-to-draw", out=out), err=True)
        return
    png = out.suffix.casefold() == ".png"
    data = maps.draw_orders(picture) if png else maps.draw_svg(picture).encode()
    asking.write_bytes(out, data, force=force)
    say(asking.line("orders-drawn", out=out), err=True)


@command("legal-orders")
@click.argument("position", type=PATH)
@click.argument("begun", nargs=-1, metavar="[WORD…]")
@click.option(
    "--seat", type=SEAT, default="", help="The seat, if the position file does not say it."
)
def legal_orders(position: Path, begun: tuple[str, ...], seat: str) -> Printed:
    """List legal orders of a seat, each possible by itself as things stand.

    With words, only those that begin with them: so a line can be completed. Not every legal order
    is listed (numbers of units, for one, are left to you), but every one that is listed is legal.
    Exit code 1: none.

    \b
    Examples:
      adjudicator legal-orders start/Oda/position.json
      adjudicator legal-orders start/Oda/position.json army 1 in
    """
    game, reached = read_position_file(position)
    who = find_seat(reached, seat)
    start = name_key(" ".join(begun))
    lines = [str(line) for line in game.legal_orders(game.view(reached, who), who)]
    fitting = [line for line in lines if name_key(line).startswith(start)]
    return fitting, fitting, not fitting
