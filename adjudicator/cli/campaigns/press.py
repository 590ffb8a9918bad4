"""``adjudicator press``: what was written when, as far as the game master may see it."""

import click
import msgspec

from adjudicator.campaign.kernel.times import local_time
from adjudicator.campaign.press.archive import Piece, read_press
from adjudicator.campaign.press.drafts import Draft
from adjudicator.campaign.press.press import send_press
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call
from adjudicator.store.letter_records import Press


@click.command("press")
@about_game
@click.argument("text", required=False)
@click.option("--to", default="", metavar="NAMES", help="Write TEXT to these seats, or “all”.")
@click.option("--phase", default="", help="Only press of that phase, such as “4 war”.")
def command(call: Call, text: str | None, to: str, phase: str) -> Printed:
    """List the press of a game, or write to its players in the game master's name.

    What players wrote to each other stays sealed, unless it went to everybody or to you, or the
    setting “gm_reads” was on when it was written. Who did not sign is never named.

    \b
    Examples:
      adjudicator press sekigahara
      adjudicator press sekigahara --phase "4 war" --json
      adjudicator press sekigahara "The next phase is a long one." --to all
    """
    if bool(text) != bool(to):
        raise CommandError("To write, give both a text and --to; to read, neither.")
    if text:
        drafts = (Draft("press", to=to, text=text),)
        source = msgspec.structs.replace(call.source, key=f"{call.now.isoformat()} {to} {text}")
        call.change(lambda change: send_press(change, None, drafts, source))
    found = read_press(call.store, call.campaign, phase)
    lines = (line for each in found for line in _lines(*each, call.zone))
    return [_facts(*each) for each in found], lines


def _facts(press: Press, message: Piece | None) -> dict[str, object]:
    return {
        "created": press.created.isoformat(timespec="minutes"),
        "phase": press.phase,
        "from": _writer(press, message),
        "to": list(message.to) if message else None,
        "text": message.text if message else None,
    }


def _lines(press: Press, message: Piece | None, zone: str) -> list[str]:
    head = f"{local_time(press.created, zone)}  {press.phase}: "
    if message is None:
        return [f"{head}sealed"]
    to = ", ".join(message.to) or "a diary"
    return [f"{head}{_writer(press, message)} to {to}", *(f"    {line}" for line in message.lines)]


def _writer(press: Press, message: Piece | None) -> str | None:
    """Name the writer of what may be read; who did not sign stays unnamed."""
    if message is None:
        return None
    return (press.writer or "the game master") if message.signed else "unsigned"
