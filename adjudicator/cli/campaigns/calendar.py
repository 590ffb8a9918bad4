"""``adjudicator calendar``: a deadline as a file for calendars."""

from pathlib import Path

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, now, open_campaign, say, with_database, write_bytes
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.store.place import Place


@click.command("calendar")
@click.argument("game", type=CAMPAIGN)
@click.option("--seat", type=SEAT, help="The seat whose deadline it is; else the first awaited.")
@click.option("--out", type=PATH, help="The file to write; otherwise it is printed.")
@click.option("--force", is_flag=True, help="Overwrite the file without asking.")
@with_database
def command(game: str, seat: str | None, out: Path | None, force: bool, db: Place) -> None:
    """Print the deadline of the phase that waits as iCalendar, with an alarm.

    The letters that open a phase or move its deadline bring the same file. A newer one takes the
    place of the older in the calendar, since it has the same UID and a higher SEQUENCE. It holds
    nothing secret.

    \b
    Examples:
      adjudicator calendar sekigahara
      adjudicator calendar sekigahara --seat Oda --out oda.ics
    """
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.letters.calendars import calendar_entry
    from adjudicator.reports.files import calendar_file
    from adjudicator.store.queries import find_seat

    with open_campaign(db, game) as (store, campaign):
        found = State(store, campaign, now())
        awaited = [each for each in found.seats if each.name in found.must_order]
        whose = find_seat(store, campaign, seat) if seat else next(iter(awaited), None)
        entry = calendar_entry(found, whose) if whose else None
        waits = "is over" if found.is_over else f"waits in {found.head.opens.key}"
    if whose is None or entry is None or entry.off:
        who = f"{whose.name} has" if whose else "Nobody has"
        raise CommandError(f"{who} no deadline in {campaign.name}: it {waits}.")
    data = calendar_file(entry).data
    if out:
        write_bytes(out, data, force=force)
        say(f"{out} holds the deadline of {whose.name}.")
    else:
        click.echo(data.decode().replace("\r\n", "\n"), nl=False)
