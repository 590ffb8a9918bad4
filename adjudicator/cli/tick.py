"""``adjudicator tick``: one pass over everything that is due. Made for cron and timers."""

from pathlib import Path

import click

from adjudicator.campaign.adjudicate import Adjudicated, Closed
from adjudicator.campaign.outage import mind_the_clock
from adjudicator.campaign.tick import Reminded, carry_out_all_due
from adjudicator.cli.asking import now, print_json, safe, with_database, with_json
from adjudicator.store.database import Store, open_store

_DONE = ("moved", "collected", "closed", "adjudicated", "reminded", "sent")


@click.command("tick")
@click.option("--in", "incoming", metavar="PATH", help="The Maildir that letters arrive in.")
@click.option("--out", "outgoing", metavar="PATH", help="The Maildir that letters are put into.")
@click.option(
    "--outage",
    default=0,
    metavar="HOURS",
    help="After no pass for so long, move all deadlines by the time lost (0: never).",
)
@with_database
@with_json
def command(
    incoming: str | None, outgoing: str | None, outage: int, db: Path, as_json: bool
) -> None:
    """Collect letters, adjudicate what is due, remind the late, and send what waits.

    Whatever fails is told to the game master and does not stop the rest. It can be run as often
    as one likes: nothing is done twice. Exit code 1: something failed.

    \b
    Examples:
      adjudicator tick
      adjudicator tick --in ~/Maildir --out ~/outbox --outage 6
    """

    done: dict[str, list[str]] = {what: [] for what in (*_DONE, "failed")}
    with open_store(db) as store:
        moved = mind_the_clock(store, now(), outage)
        done["moved"] = [f"{name}: deadline moved after an outage" for name in moved]
        if incoming:
            _collect(store, incoming, done)
        _carry_out(store, done)
        if outgoing:
            _send(store, outgoing, done)
    if as_json:
        print_json(done)
    else:
        for what, lines in done.items():
            for line in lines:
                click.echo(safe(f"{what}: {line}"), err=what == "failed")
    if done["failed"]:
        raise SystemExit(1)


def _collect(store: Store, address: str, done: dict[str, list[str]]) -> None:

    from adjudicator.post.exchange import collect
    from adjudicator.post.mailbox import open_mailbox

    for each in collect(store, open_mailbox(address), now()):
        if each.error:
            done["failed"].append(f"{each.name}: {each.error}")
        elif each.fate:
            done["collected"].append(f"{each.fate.outcome}: {each.fate.text}")


def _carry_out(store: Store, done: dict[str, list[str]]) -> None:

    reminders = 0
    for each in carry_out_all_due(store, now()):
        if isinstance(each, Adjudicated):
            done["adjudicated"].append(f"{each.campaign} {each.phase}")
        elif isinstance(each, Closed):
            done["closed"].append(f"{each.campaign} {each.phase}, for {each.source}")
        elif isinstance(each, Reminded):
            reminders += each.seats
        else:
            done["failed"].append(str(each))
    if reminders:
        done["reminded"].append("1 seat" if reminders == 1 else f"{reminders} seats")


def _send(store: Store, address: str, done: dict[str, list[str]]) -> None:

    from adjudicator.post.exchange import deliver
    from adjudicator.post.mailbox import open_outbox

    for each in deliver(store, open_outbox(address), now()):
        if each.error:
            done["failed"].append(f"{each.message_id}: {each.error}")
        else:
            done["sent"].append(each.message_id)
