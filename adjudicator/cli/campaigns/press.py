"""``adjudicator press``: what was written when, as far as the game master may see it."""

from typing import TYPE_CHECKING

import click

from adjudicator.cli.shared.asking import now, open_campaign, print_all, with_database, with_json
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place

if TYPE_CHECKING:
    from adjudicator.campaign.press.archive import Piece
    from adjudicator.store.press_records import Press


@click.command("press")
@click.argument("game", type=CAMPAIGN)
@click.argument("text", required=False)
@click.option("--to", default="", metavar="NAMES", help="Write TEXT to these seats, or “all”.")
@click.option("--phase", default="", help="Only press of that phase, such as “4 war”.")
@with_database
@with_json
def command(game: str, text: str | None, to: str, phase: str, db: Place, as_json: bool) -> None:
    """List the press of a game, or write to its players in the game master's name.

    What players wrote to each other stays sealed, unless it went to everybody or to you, or the
    setting “gm_reads” was on when it was written. Who did not sign is never named.

    \b
    Examples:
      adjudicator press sekigahara
      adjudicator press sekigahara --phase "4 war" --json
      adjudicator press sekigahara "The next phase is a long one." --to all
    """
    from adjudicator.campaign.kernel.change import commit
    from adjudicator.campaign.kernel.identify import Source
    from adjudicator.campaign.press.archive import read_press
    from adjudicator.campaign.press.drafts import Draft
    from adjudicator.campaign.press.press import send_press
    from adjudicator.cli.main import CommandError

    if bool(text) != bool(to):
        raise CommandError("To write, give both a text and --to; to read, neither.")
    with open_campaign(db, game) as (store, campaign):
        if text:
            moment, drafts = now(), (Draft("press", to=to, text=text),)
            source = Source(key=f"{moment.isoformat()} {to} {text}")
            commit(store, campaign, moment, lambda at: send_press(at, None, drafts, source))
        found = read_press(store, campaign, phase)
        lines = (line for each in found for line in _lines(*each, campaign.settings.zone))
        print_all([_facts(*each) for each in found], lines, as_json=as_json)


def _facts(press: "Press", said: "Piece | None") -> dict[str, object]:
    return {
        "created": press.created.isoformat(timespec="minutes"),
        "phase": press.phase,
        "from": _writer(press, said),
        "to": list(said.to) if said else None,
        "text": said.text if said else None,
    }


def _lines(press: "Press", said: "Piece | None", zone: str) -> list[str]:
    from adjudicator.campaign.kernel.clock import local_time

    head = f"{local_time(press.created, zone)}  {press.phase}: "
    if said is None:
        return [f"{head}sealed"]
    to = ", ".join(said.to) or "a diary"
    return [f"{head}{_writer(press, said)} to {to}", *(f"    {line}" for line in said.lines)]


def _writer(press: "Press", said: "Piece | None") -> str | None:
    """Name the writer of what may be read; who did not sign stays unnamed."""
    if said is None:
        return None
    return (press.writer or "the game master") if said.signed else "unsigned"
