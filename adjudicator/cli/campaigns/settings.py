"""``adjudicator settings``: how a game is run."""

import click
import msgspec

from adjudicator.campaign.people.settings import change_settings, read_changes
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call
from adjudicator.operations.phases import describe_settings

NUMBER = click.IntRange(0, 10_000)


@click.command("settings")
@about_game
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
def command(call: Call, changes: tuple[str, ...], **given: str | int | bool | None) -> Printed:
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
    chosen = read_changes(changes)
    chosen |= {
        name: "" if value == "none" and name in ("gm", "address") else value
        for name, value in given.items()
        if value is not None
    }
    settings = call.campaign.settings
    if chosen:
        settings = change_settings(call.store, call.campaign, call.now, **chosen).settings
    lines = (f"{name} = {value}" for name, value in describe_settings(settings).items())
    return msgspec.to_builtins(settings), (f"{call.campaign.name}:", *lines)
