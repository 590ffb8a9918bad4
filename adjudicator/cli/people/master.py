"""``adjudicator master``: who may run a game by mail."""

import click

from adjudicator.cli.shared.asking import now, open_campaign, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("master")
@click.argument("game", type=CAMPAIGN)
@click.option("--add", metavar="ADDRESS", help="Let this person run it too; a new token is made.")
@click.option("--remove", metavar="ADDRESS", help="Let this person run it no longer.")
@click.option("--tokens", is_flag=True, help="Show the tokens, which let whoever has them rule.")
@with_database
@with_json
def command(
    game: str, add: str | None, remove: str | None, tokens: bool, db: Place, as_json: bool
) -> None:
    """List the game masters of a game, add one, or remove one.

    Each has a token of his own, and gets the letters to the game master; the answer to one of them
    may hold any request that “help” lists. He may play too: what is hidden stays hidden from him,
    except for what players write to the game master.

    \b
    Examples:
      adjudicator master sekigahara
      adjudicator master sekigahara --add second@example.org
    """
    from adjudicator.campaign.kernel.tokens import token
    from adjudicator.campaign.people.masters import add_master, remove_master
    from adjudicator.store.queries import masters

    with open_campaign(db, game) as (store, campaign):
        if add:
            add_master(store, campaign, now(), add)
        if remove:
            remove_master(store, campaign, now(), remove)
        there = masters(store, campaign)
    facts = [
        {"address": each.address} | ({"token": token(each)} if tokens else {}) for each in there
    ]
    lines = ("  ".join(each.values()) for each in facts)
    print_all(facts, lines if facts else ["Nobody runs it by mail."], as_json=as_json)
