"""``adjudicator settings``: how a game is run."""

import click
import msgspec

from adjudicator.cli.shared.asking import now, open_campaign, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place

NUMBER = click.IntRange(0, 10_000)


@click.command("settings")
@click.argument("game", type=CAMPAIGN)
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]…")
@click.option("--gm", metavar="ADDRESS", help="The game master's address, or “none”.")
@click.option("--address", help="The address to which orders are mailed, or “none”.")
@click.option("--deadline", metavar="SCHEDULE", help="When phases end, for those to come.")
@click.option("--zone", help="The campaign's time zone.")
@click.option(
    "--notice",
    type=NUMBER,
    metavar="HOURS",
    help="The fewest hours that a weekday deadline leaves.",
)
@click.option("--grace", type=NUMBER, metavar="HOURS", help="Hours of grace for the late.")
@click.option(
    "--misses", type=NUMBER, metavar="NUMBER", help="Missed phases in a row until the regent plays."
)
@click.option(
    "--hold",
    type=NUMBER,
    metavar="NUMBER",
    help="Wait for you if more seats are missing (0: never).",
)
@click.option("--remind", metavar="HOURS", help="When to remind: “72, 24, 6” before a deadline.")
@click.option("--early/--not-early", default=None, help="Adjudicate when all are ready, or not.")
@with_database
@with_json
def command(
    game: str,
    changes: tuple[str, ...],
    db: Place,
    as_json: bool,
    **given: str | int | bool | None,
) -> None:
    """Show how a game is run, or change it. What concerns the players they are told.

    Everything that is shown can be set as NAME=VALUE; what is set often has an option too.

    \b
    Examples:
      adjudicator settings sekigahara
      adjudicator settings sekigahara --grace 24 --misses 3
      adjudicator settings sekigahara --gm gm@example.org --address judge@example.org
      adjudicator settings sekigahara last-call=30 grace-locked=yes
      adjudicator settings sekigahara --not-early --json
    """
    from adjudicator.campaign.people.settings import change_settings, read_changes

    chosen = read_changes(changes)
    chosen |= {
        name: "" if value == "none" and name in ("gm", "address") else value
        for name, value in given.items()
        if value is not None
    }
    with open_campaign(db, game) as (store, campaign):
        if chosen:
            campaign = change_settings(store, campaign, now(), **chosen)
    facts = msgspec.to_builtins(campaign.settings)
    lines = (f"{name} = {_text(value)}" for name, value in facts.items())
    print_all(facts, (f"{campaign.name}:", *lines), as_json=as_json)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value) or "none"
