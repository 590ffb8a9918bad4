"""``map`` draws a campaign or a position file, ``board`` checks or draws a board file."""

from pathlib import Path
from typing import Annotated, Any

import click

from adjudicator import maps
from adjudicator.boards.check import check_board
from adjudicator.boards.load import load_board
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import (
    CAMPAIGN_OR_FILE,
    SEAT,
    Db,
    Force,
    Printed,
    command,
    read_position_file,
)
from adjudicator.cli.shared.errors import CommandError, CommandGroup
from adjudicator.cli.shared.files import read_seat
from adjudicator.games.contract import Game
from adjudicator.games.picture import Picture, Spot
from adjudicator.reports.board import describe_board
from adjudicator.reports.facts import colours_of
from adjudicator.store.place import Place
from adjudicator.store.queries import head

_with_map = click.option(
    "-o",
    "--out",
    type=asking.PATH,
    required=True,
    help="The file: ….png, ….svg, or ….txt for the board in words.",
)
MapFile = Annotated[Path, _with_map]


@command("map")
@click.argument("what", type=CAMPAIGN_OR_FILE, metavar="GAME|POSITION.json")
@click.option(
    "--seat", type=SEAT, default="", help="As this seat sees it; without it, as everybody does."
)
def map_(what: str, seat: str, out: MapFile, force: Force, db: Db) -> None:
    """Draw the map of a campaign or of a position file, or write the board in words.

    \b
    Examples:
      adjudicator map sekigahara -o map.png
      adjudicator map start/position.json -o map.svg --seat Oda
      adjudicator map start/position.json -o board.txt --seat Oda
    """
    check_kind(out)
    game, position = _position(what, db)
    viewer = read_seat(position, seat) if seat else position.viewer or ""
    view = position if position.viewer is not None else game.view(position, viewer)
    picture = game.picture(view, ())
    write_map(out, picture, colours_of(view, viewer), force=force)
    drawn = {"title": picture.title, "subtitle": picture.subtitle}
    asking.say(asking.line("map-drawn", out=out, **drawn))


def check_kind(out: Path) -> None:
    """Refuse a file that cannot hold a map. Raises CommandError."""
    if out.suffix.casefold() not in (".png", ".svg", ".txt"):
        raise CommandError("map-written-as", out=out)


def write_map(out: Path, picture: Picture, own: tuple[str, ...] = (), *, force: bool) -> None:
    """Write a map into a file of the kind that its name says; ``own`` are the reader's colours."""
    kind = out.suffix.casefold()
    if kind == ".txt":
        blocks = (block.text for block in describe_board(picture, own, whole=True))
        data = ("\n\n".join(blocks) + "\n").encode()
    else:
        data = maps.draw_png(picture) if kind == ".png" else maps.draw_svg(picture).encode()
    asking.write_bytes(out, data, force=force)


def _position(what: str, db: Place) -> tuple[Game, Any]:
    if asking.is_path(what) or Path(what).is_file():
        return read_position_file(Path(what))
    with asking.open_campaign(db, what) as (store, campaign):
        return campaign.game, campaign.game.decode(head(store, campaign).position)


@click.group("board", cls=CommandGroup)
def board() -> None:
    """Check or draw a board file.

    \b
    Examples:
      adjudicator board check my-board.toml
      adjudicator board draw ikusa -o map.png
    """


@command("check", board)
@click.argument("file", type=asking.PATH)
def check(file: Path) -> Printed:
    """Say what is wrong with a board file. Exit code 1 if it cannot be played on."""
    if not file.is_file():
        raise CommandError("no-board-file", file=file)
    problems = check_board(file)
    lines = [f"{problem.severity}: {problem}" for problem in problems]
    is_wrong = any(problem.severity == "error" for problem in problems)
    fine = asking.line("can-be-played-on", file=file)
    return problems, lines if is_wrong else [*lines, fine], is_wrong


@command("draw", board, short_help="Draw an empty board.")
@click.argument("board")
def draw(board: str, out: MapFile, force: Force) -> None:
    """Draw an empty board: a shipped one, one of a package as PACKAGE/NAME, or a board file.

    A board without an outline beside its file is drawn as a simple map. A better one is made by
    board-outlines, a tool of its own; docs/adding-a-board.md says how.
    """
    check_kind(out)
    loaded = load_board(board)
    spots = {name: Spot() for name in loaded.provinces}
    picture = Picture(board, loaded.title, "", spots, (), tint="region")
    write_map(out, picture, force=force)
    asking.say(asking.line("board-drawn", out=out, title=loaded.title, count=len(spots)))
    if note := maps.outline_for(loaded).note:
        asking.say(asking.line("simple-map", note=note), err=True)
