"""``adjudicator mail``: the letters that came in."""

from datetime import UTC
from pathlib import Path
from typing import get_args

import click

from adjudicator.cli.asking import print_all, with_database, with_json
from adjudicator.cli.completion import CAMPAIGN
from adjudicator.store.letter_records import Fate, Outcome
from adjudicator.store.records import Campaign


@click.group("mail")
def command() -> None:
    """Look at the letters that came in.

    \b
    Examples:
      adjudicator mail fates
      adjudicator mail fates sekigahara --outcome refused
    """


@command.command("fates")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--outcome", type=click.Choice(get_args(Outcome)), help="Only those of that outcome.")
@click.option("--sender", default="", help="Only those from that address.")
@click.option("--code", default="", help="Only those with that code, such as no-token.")
@click.option(
    "--most",
    type=click.IntRange(1, 1_000_000),
    default=50,
    show_default=True,
    help="How many to show; the last that came in.",
)
@with_database
@with_json
def fates(
    game: str | None,
    outcome: str | None,
    sender: str,
    code: str,
    most: int,
    db: Path,
    as_json: bool,
) -> None:
    """Say of each letter what became of it, and why; of one game or of all.

    A letter is taken (as orders), answered (what it asks), refused (it could not be taken), ignored
    (no person wrote it, it came before, or it asks too often) or set aside (it could not be read).
    With GAME only letters that have to do with it. The last one stands last.

    \b
    Examples:
      adjudicator mail fates
      adjudicator mail fates sekigahara --outcome ignored
      adjudicator mail fates --sender ann@example.org --most 10 --json
    """
    from adjudicator.store import queries
    from adjudicator.store.database import open_store

    wanted = {"outcome": outcome or "", "sender": sender, "code": code}
    equal = {name: value for name, value in wanted.items() if value}
    with open_store(db) as store:
        campaign = queries.find_campaign(store, game) if game else None
        found = queries.fates(store, most, campaign, **equal)[::-1]
        games = {each.campaign_id for each in found if each.campaign_id}
        names = {each: store.find(Campaign, id=each).name for each in games}
    facts = [_facts(each, names) for each in found]
    print_all(facts, map(_line, found), as_json=as_json)


_FIELDS = (
    *("arrived", "outcome", "code", "why", "sender", "subject", "seat", "proven"),
    *("answered", "name"),
)


def _facts(fate: Fate, names: dict[int, str]) -> dict[str, object]:
    game = names.get(fate.campaign_id or 0, "")
    return {"game": game} | {field: getattr(fate, field) for field in _FIELDS}


def _line(fate: Fate) -> str:
    came = fate.arrived.astimezone(UTC).strftime("%Y-%m-%d %H:%M")
    who = fate.sender or "nobody"
    subject = f" ({fate.subject})" if fate.subject else ""
    told = f"; told: {', '.join(fate.answered)}" if fate.answered else ""
    return f"{came}  {fate.outcome}  {who}{subject}: {fate.why}{told}"
