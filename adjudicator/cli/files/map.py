"""``adjudicator map``: the map as PNG or SVG."""

from pathlib import Path
from typing import Any

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    PATH,
    is_path,
    open_campaign,
    say,
    with_database,
    write_bytes,
)
from adjudicator.cli.shared.completion import CAMPAIGN_OR_FILE, SEAT
from adjudicator.games.contract import Game
from adjudicator.games.picture import Picture
from adjudicator.store.place import Place


@click.command("map")
@click.argument("what", type=CAMPAIGN_OR_FILE, metavar="GAME|POSITION.json")
@click.option("-o", "--out", type=PATH, required=True, help="The file: ….png or ….svg.")
@click.option(
    "--seat", type=SEAT, default="", help="As this seat sees it; without it, as everybody does."
)
@click.option("--force", is_flag=True, help="Overwrite without asking.")
@with_database
def command(what: str, out: Path, seat: str, force: bool, db: Place) -> None:
    """Draw the map of a campaign or of a position file.

    \b
    Examples:
      adjudicator map sekigahara -o map.png
      adjudicator map start/position.json -o map.svg --seat Oda
    """
    check_kind(out)
    game, position = _position(what, db)
    if seat and seat not in position.seats:
        raise CommandError(f"There is no seat “{seat[:40]}”. Seats: {', '.join(position.seats)}.")
    view = position if position.viewer is not None else game.view(position, seat)
    picture = game.picture(view, ())
    write_map(out, picture, force=force)
    say(f"{out} holds the map: {picture.title}, {picture.subtitle}")


def check_kind(out: Path) -> None:
    """Refuse a file that cannot hold a map. Raises CommandError."""
    if out.suffix.casefold() not in (".png", ".svg"):
        raise CommandError(f"{out}: a map is written as .png or .svg.")


def write_map(out: Path, picture: Picture, *, force: bool) -> None:
    """Draw a map into a file of the kind that its name says."""
    from adjudicator import maps

    png = out.suffix.casefold() == ".png"
    data = maps.draw_png(picture) if png else maps.draw_svg(picture).encode()
    write_bytes(out, data, force=force)


def _position(what: str, db: Place) -> tuple[Game, Any]:
    if is_path(what) or Path(what).is_file():
        from adjudicator.cli.shared.folders import read_position_file

        return read_position_file(Path(what))
    from adjudicator.store.queries import head

    with open_campaign(db, what) as (store, campaign):
        return campaign.game, campaign.game.decode(head(store, campaign).position)
