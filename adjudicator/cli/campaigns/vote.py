"""``adjudicator vote``: what the players of a game vote on."""

from typing import Any

import click

from adjudicator.cli.shared.asking import now, open_campaign, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("vote")
@click.argument("game", type=CAMPAIGN)
@with_database
@with_json
def command(game: str, db: Place, as_json: bool) -> None:
    """Show the proposals that are open: to end the game in a draw, or to concede it to a seat.

    Who voted how is shown only where votes are not secret. Proposals come from the players, by
    mail; “adjudicator end” ends a game without a vote.

    \b
    Examples:
      adjudicator vote sekigahara
    """
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.phases.votes import describe_proposals

    with open_campaign(db, game) as (store, campaign):
        found = describe_proposals(State(store, campaign, now()), None)
    shown = (
        "number",
        "what",
        "winners",
        "proposer",
        "needed",
        "voters",
        "for_it",
        "against",
        "ends",
    )
    facts = [{name: each[name] for name in shown} for each in found]
    lines = map(_line, found) if found else ("No proposal is open.",)
    print_all(facts, lines, as_json=as_json)


def _line(each: dict[str, Any]) -> str:
    what = f"{each['what']}: {', '.join(each['winners'])}"
    by = f", proposed by {each['proposer']}" if each["proposer"] else ""
    for_it, against = (", ".join(each[name]) or "nobody" for name in ("for_it", "against"))
    votes = "" if each["secret"] else f"; for it {for_it}, against it {against}"
    needed = f"{each['needed']} of {each['voters']} must agree"
    return f"{each['number']}  {what}{by}; {needed} until {each['ends']}{votes}"
