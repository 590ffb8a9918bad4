"""``adjudicator seat``: a seat changes hands."""

import click

from adjudicator.campaign.people.joining import resign
from adjudicator.campaign.people.seats import Player, hand_over, set_reminders
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import insist, with_yes
from adjudicator.cli.shared.completion import SEAT
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call
from adjudicator.store.queries import find_seat


@click.command("seat")
@about_game
@click.argument("seat", type=SEAT)
@click.option("--address", default="", help="The new player's address.")
@click.option("--player", default="", help="The new player's name.")
@click.option("--zone", default="", help="The new player's time zone.")
@click.option("--regent", default="", help="Let this regent play, such as steady.")
@click.option("--free", is_flag=True, help="Let whoever takes it over have it; a regent plays.")
@click.option("--remind", help="Hours before a deadline to remind its player: “48, 6”, “none”.")
@with_yes
def command(
    call: Call,
    seat: str,
    address: str,
    player: str,
    zone: str,
    regent: str,
    free: bool,
    remind: str | None,
    yes: bool,
) -> Printed:
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
    name = regent or player or address
    holder = find_seat(call.store, call.campaign, seat).name
    place = f"{holder} in {call.campaign.name}"
    if free and remind is not None:
        raise CommandError("Nobody can be reminded whose seat is free: leave --remind out.")
    if [bool(regent), bool(address or player), free].count(True) != (remind is None or bool(name)):
        raise CommandError(
            "Give either --regent, or --free, or the new player's --address or --player."
        )
    lines = []
    with call.store.atomic():
        if free:
            insist(f"Take {place} from its player?", yes=yes)
            call.change(lambda change: resign(change, change.seat(holder), by_master=True))
            lines.append(f"{place} is free; a regent plays it until it is taken.")
        if name:
            insist(f"Give {place} to {name}?", yes=yes)
            heir = Player(holder, address, player, zone, regent)
            hand_over(call.store, call.campaign, call.now, heir)
            lines.append(f"{place} is now played by {name}.")
        if remind is not None:
            set_reminders(call.store, call.campaign, call.now, holder, remind.strip())
            lines.append(f"{place} is reminded: {remind.strip() or 'as everybody'}.")
    return {"seat": holder, "done": lines}, lines
