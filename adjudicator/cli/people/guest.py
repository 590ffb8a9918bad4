"""``adjudicator guest``: who watches a game, and who waits for a seat."""

import click

from adjudicator.cli.shared.asking import (
    now,
    open_campaign,
    print_all,
    say,
    with_database,
    with_json,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("guest")
@click.argument("game", type=CAMPAIGN)
@click.option("--invite", metavar="ADDRESS", help="Offer a free seat; who answers has it.")
@click.option("--observer", metavar="ADDRESS", help="Send this person the public reports.")
@click.option("--substitute", metavar="ADDRESS", help="Offer seats that become free.")
@click.option("--name", default="", help="That person's name.")
@click.option("--remove", metavar="ADDRESS", help="Take this person off both lists.")
@with_database
@with_json
def command(
    game: str,
    invite: str | None,
    observer: str | None,
    substitute: str | None,
    name: str,
    remove: str | None,
    db: Place,
    as_json: bool,
) -> None:
    """List who watches a game and who waits for a seat; add a person, invite one, remove one.

    \b
    Examples:
      adjudicator guest sekigahara
      adjudicator guest sekigahara --observer wu@example.org --name Wu
      adjudicator guest sekigahara --substitute cleo@example.org
      adjudicator guest sekigahara --invite dan@example.org --name Dan
    """
    from adjudicator.campaign.kernel.addresses import check_address
    from adjudicator.campaign.kernel.change import Change, commit
    from adjudicator.campaign.kernel.errors import CampaignError
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.people import joining

    def work(at: Change) -> None:
        for address in filter(None, (invite, observer, substitute)):
            check_address(address)
        if invite:
            joining.invite(at, invite, name)
        if observer:
            joining.observe(at, observer, name)
        if substitute:
            joining.wait_for_seat(at, substitute, name)
        if remove and not joining.leave(at, remove):
            raise CampaignError(f"{remove} neither watches nor waits for a seat.")

    with open_campaign(db, game) as (store, campaign):
        commit(store, campaign, now(), work)
        there = State(store, campaign, now()).guests
    if invite and not as_json:
        say(f"{invite} is invited; the letter goes out with the next pass.")
    facts = [{"role": x.role, "address": x.address, "name": x.player} for x in there]
    lines = (" ".join(filter(None, each.values())) for each in facts)
    print_all(facts, lines if facts else ["Nobody watches, nobody waits."], as_json=as_json)
