"""``adjudicator tick``: one pass over everything that is due. Made for cron and timers."""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import datetime
from pathlib import Path

import click

from adjudicator.campaign.adjudicate import Adjudicated, Closed
from adjudicator.campaign.outage import mind_the_clock
from adjudicator.campaign.tick import Done, Reminded, carry_out_all_due
from adjudicator.cli.asking import now, print_json, safe, with_database, with_json
from adjudicator.cli.main import CommandError
from adjudicator.post.exchange import collect
from adjudicator.post.lock import hold
from adjudicator.post.mailbox import Mailbox, Outbox, open_mailbox, open_outbox
from adjudicator.post.sending import send_all
from adjudicator.store.database import Store, open_store

_DONE = ("moved", "collected", "closed", "adjudicated", "reminded", "sent")


@click.command("tick")
@click.option("--in", "incoming", metavar="PATH", help="The Maildir that letters arrive in.")
@click.option(
    "--out",
    "outgoing",
    metavar="PATH|sendmail",
    help="The Maildir that letters are put into; “sendmail”: hand them to that program.",
)
@click.option(
    "--outage",
    type=click.IntRange(0, 100_000),
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
    as one likes: nothing is done twice, and while one pass is at work over a database or a
    mailbox, another one does nothing. Exit code 1: something failed.

    Letters are handed to a program that understands sendmail's options with --out sendmail, or
    --out sendmail:///usr/bin/msmtp for one of another name.

    \b
    Examples:
      adjudicator tick
      adjudicator tick --in ~/Maildir --out ~/outbox --outage 6
    """
    if incoming and outgoing and _place(incoming) == _place(outgoing):
        raise CommandError(f"{incoming} is both --in and --out: what goes out would come in again.")
    done: dict[str, list[str]] = {what: [] for what in (*_DONE, "failed")}
    with open_store(db) as store:
        mailbox = open_mailbox(incoming) if incoming else None
        outbox = open_outbox(outgoing) if outgoing else None
        with _alone(db, mailbox, outbox) as busy:
            if not busy:
                _pass(store, mailbox, outbox, outage, done)
    if as_json:
        print_json(done | {"busy": busy})
    elif busy:
        click.echo(safe(f"Another pass is at work on {busy}; this one did nothing."))
    else:
        for what, lines in done.items():
            for line in lines:
                click.echo(safe(f"{what}: {line}"), err=what == "failed")
    if done["failed"]:
        raise SystemExit(1)


def _place(address: str) -> Path:
    return Path(address.removeprefix("maildir://")).resolve()


@contextmanager
def _alone(db: Path, mailbox: Mailbox | None, outbox: Outbox | None) -> Iterator[str]:
    """Hold what a pass works on; give what another pass holds, ``""`` if none does."""
    with ExitStack() as stack:
        locks: list[tuple[str, AbstractContextManager[bool]]]
        locks = [(str(db), hold(db.with_name(f"{db.name}.lock")))]
        locks += [("the mailbox", mailbox.hold())] if mailbox else []
        locks += [("the outbox", outbox.hold())] if outbox else []
        busy = (what for what, lock in locks if not stack.enter_context(lock))
        yield next(busy, "")


def _pass(
    store: Store,
    mailbox: Mailbox | None,
    outbox: Outbox | None,
    outage: int,
    done: dict[str, list[str]],
) -> None:
    """Make one pass. It has one time, that of its begin: what arrives later is for the next."""
    begin = now()
    moved = mind_the_clock(store, begin, outage)
    done["moved"] = [f"{name}: deadline moved after an outage" for name in moved]
    if mailbox:
        _collect(store, mailbox, begin, done)
    _record(carry_out_all_due(store, begin), done)
    if outbox:
        _send(store, outbox, begin, done)


def _collect(store: Store, mailbox: Mailbox, begin: datetime, done: dict[str, list[str]]) -> None:
    for each in collect(store, mailbox, begin):
        _record(each.closed, done)
        if each.error:
            done["failed"].append(f"{each.name}: {each.error}")
        else:
            done["collected"].append(f"{each.fate.outcome}: {each.fate.why}")


def _record(what: Iterable[Done], done: dict[str, list[str]]) -> None:
    reminders = 0
    for each in what:
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


def _send(store: Store, outbox: Outbox, begin: datetime, done: dict[str, list[str]]) -> None:
    """Send what waits; if the outbox fails, all that was done before is said all the same."""
    try:
        for each in send_all(store, outbox, begin):
            if each.error:
                done["failed"].append(f"{each.message_id}: {each.error}")
            else:
                done["sent"].append(each.message_id)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        text = f"{where}{error.strerror or error}; the letters that are left wait"
        done["failed"].append(text)
