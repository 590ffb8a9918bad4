"""``adjudicator seat``: a seat changes hands."""

from pathlib import Path

import click

from adjudicator.cli.asking import confirm, now, with_database, with_yes
from adjudicator.cli.main import CommandError


@click.command("seat")
@click.argument("game")
@click.argument("seat")
@click.option("--address", default="", help="The new player's address.")
@click.option("--player", default="", help="The new player's name.")
@click.option("--zone", default="", help="The new player's time zone.")
@click.option("--regent", default="", help="Let this regent play: steady or random.")
@with_yes
@with_database
def command(
    game: str,
    seat: str,
    address: str,
    player: str,
    zone: str,
    regent: str,
    yes: bool,
    db: Path,
) -> None:
    """Give a seat to another player or to a regent. Orders that stand are kept.

    A new player gets a token of his own and the report of where the game stands; the old token
    proves nothing any more.

    \b
    Examples:
      adjudicator seat sekigahara Oda --address cleo@example.org --player Cleo
      adjudicator seat sekigahara Oda --regent steady
    """
    from adjudicator.campaign.seats import hand_over
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import find_campaign

    if bool(regent) == bool(address or player):
        raise CommandError("Give either --regent, or the new player's --address or --player.")
    heir = regent or player or address
    with open_store(db) as store:
        campaign = find_campaign(store, game)
        if not yes and not confirm(f"Give {seat} in {campaign.name} to {heir}?"):
            raise CommandError("Nothing was done. --yes goes ahead without asking.")
        hand_over(
            store,
            campaign,
            seat,
            now=now(),
            address=address,
            player=player,
            zone=zone,
            regent=regent,
        )
    click.echo(f"{seat} in {campaign.name} is now played by {heir}.")
