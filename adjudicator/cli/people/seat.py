"""``adjudicator seat``: a seat changes hands."""

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import insist, now, open_campaign, say, with_database, with_yes
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.store.place import Place


@click.command("seat")
@click.argument("game", type=CAMPAIGN)
@click.argument("seat", type=SEAT)
@click.option("--address", default="", help="The new player's address.")
@click.option("--player", default="", help="The new player's name.")
@click.option("--zone", default="", help="The new player's time zone.")
@click.option("--regent", default="", help="Let this regent play, such as steady.")
@click.option("--free", is_flag=True, help="Let whoever takes it over have it; a regent plays.")
@click.option("--remind", help="Hours before a deadline to remind its player: “48, 6”, “none”.")
@with_yes
@with_database
def command(
    game: str,
    seat: str,
    address: str,
    player: str,
    regent: str,
    free: bool,
    remind: str | None,
    yes: bool,
    db: Place,
    zone: str,
) -> None:
    """Give a seat to another player or to a regent. Orders that stand are kept.

    With --remind alone nobody takes it over: its player is reminded when he wants to be, or with
    --remind "" as everybody.

    A new player gets a token of his own and the report of where the game stands; the old token
    proves nothing any more.

    \b
    Examples:
      adjudicator seat sekigahara Oda --address cleo@example.org --player Cleo
      adjudicator seat sekigahara Oda --regent steady
      adjudicator seat sekigahara Oda --free
      adjudicator seat sekigahara Oda --remind "48, 6"
    """
    from adjudicator.campaign.kernel.change import commit
    from adjudicator.campaign.people.joining import resign
    from adjudicator.campaign.people.seats import Player, hand_over, set_reminders
    from adjudicator.store.queries import find_seat

    if remind is not None and not (regent or address or player or free):
        with open_campaign(db, game) as (store, campaign):
            set_reminders(store, campaign, now(), seat, remind.strip())
        say(f"{seat} in {campaign.name} is reminded: {remind.strip() or 'as everybody'}.")
        return
    if free and remind is not None:
        raise CommandError("Nobody can be reminded whose seat is free: leave --remind out.")
    if [bool(regent), bool(address or player), free].count(True) != 1:
        raise CommandError(
            "Give either --regent, or --free, or the new player's --address or --player."
        )
    if free:
        with open_campaign(db, game) as (store, campaign):
            insist(f"Take {seat} in {campaign.name} from its player?", yes=yes)
            holder = find_seat(store, campaign, seat).name
            commit(store, campaign, now(), lambda at: resign(at, at.seat(holder)))
        say(f"{holder} in {campaign.name} is free; a regent plays it until it is taken.")
        return
    name = regent or player or address
    with open_campaign(db, game) as (store, campaign):
        insist(f"Give {seat} in {campaign.name} to {name}?", yes=yes)
        with store.atomic():
            hand_over(store, campaign, now(), Player(seat, address, player, zone, regent))
            if remind is not None:
                set_reminders(store, campaign, now(), seat, remind.strip())
    say(f"{seat} in {campaign.name} is now played by {name}.")
