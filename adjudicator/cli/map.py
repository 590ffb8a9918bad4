"""``adjudicator map``: the map as PNG or SVG."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.asking import PATH, with_database, write_bytes
from adjudicator.cli.main import CommandError

if TYPE_CHECKING:
    from adjudicator.games.contract import Game


@click.command("map")
@click.argument("what", metavar="GAME|POSITION.json")
@click.option("-o", "--out", type=PATH, required=True, help="The file: ….png or ….svg.")
@click.option("--seat", default="", help="As this seat sees it; without it, as everybody does.")
@click.option("--force", is_flag=True, help="Overwrite without asking.")
@with_database
def command(what: str, out: Path, seat: str, force: bool, db: Path) -> None:
    """Draw the map of a campaign or of a position file.

    \b
    Examples:
      adjudicator map sekigahara -o map.png
      adjudicator map position.json -o map.svg --seat Oda
    """
    from adjudicator import maps

    kind = out.suffix.casefold()
    if kind not in (".png", ".svg"):
        raise CommandError(f"{out}: a map is written as .png or .svg.")
    game, position = _position(what, db)
    if seat and seat not in position.seats:
        raise CommandError(f"There is no seat “{seat[:40]}”. Seats: {', '.join(position.seats)}.")
    view = position if position.viewer is not None else game.view(position, seat)
    picture = game.picture(view, ())
    data = maps.draw_png(picture) if kind == ".png" else maps.draw_svg(picture).encode()
    write_bytes(out, data, force=force)
    click.echo(f"{out} holds the map: {picture.title}, {picture.subtitle}")


def _position(what: str, db: Path) -> "tuple[Game, Any]":
    if what.endswith(".json") or Path(what).is_file():
        from adjudicator.cli.folders import position_file

        return position_file(Path(what))
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import find_campaign, head

    with open_store(db) as store:
        campaign = find_campaign(store, what)
        return campaign.game, campaign.game.decode(head(store, campaign).position)
