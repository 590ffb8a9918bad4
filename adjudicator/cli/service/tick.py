"""``adjudicator tick``: one pass over everything that is due. Made for cron and timers."""

from pathlib import Path
from typing import get_args

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    now,
    one_line,
    print_json,
    say,
    with_configuration,
    with_database,
    with_json,
)
from adjudicator.post.transport.mailbox import open_mailbox, open_outbox
from adjudicator.service import passes
from adjudicator.service.configuration import Configuration, find_configuration
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Watermark
from adjudicator.store.place import Place


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
    metavar="HOURS",
    help="After no pass for so long, move all deadlines by the time lost (0: never).",
)
@with_configuration
@with_database
@with_json
def command(
    incoming: str | None,
    outgoing: str | None,
    outage: int | None,
    config: Path | None,
    db: Place,
    as_json: bool,
) -> None:
    """Collect letters, adjudicate what is due, remind the late, and send what waits.

    Then bring the pages of all games up to date, if adjudicator.toml says where they lie (site).
    Mailbox, outbox and outage are those of adjudicator.toml, if there is one; “adjudicator init”
    writes it. With --in or --out nothing but these is used. Whatever fails is told to the game
    master and does not stop the rest. It can be run as often as one likes: nothing is done twice,
    and while one pass is at work over a database or a mailbox, another one does nothing. Exit code
    1: something failed.

    Letters are handed to a program that understands sendmail's options with --out sendmail, or
    --out sendmail:///usr/bin/msmtp for one of another name.

    \b
    Examples:
      adjudicator tick
      adjudicator tick --in ~/Maildir --out ~/outbox --outage 6
    """
    if incoming and outgoing and _place(incoming) == _place(outgoing):
        raise CommandError(f"{incoming} is both --in and --out: what goes out would come in again.")
    configuration = find_configuration(config)
    longest = configuration.outage if outage is None else outage
    done: dict[str, list[str]] = {what: [] for what in get_args(passes.What)}
    with open_store(db) as store:
        post, failed = _open(store, configuration, incoming, outgoing)
        with passes.alone(store, post) as busy:
            publisher = passes.Publisher(configuration.pages())
            passed = passes.make_pass(store, post, now(), longest, passes.steady_clock(), publisher)
            deeds = () if busy else passed
            for deed in (*failed, *deeds):
                done[deed.what].append(deed.text)
    if as_json:
        print_json(done | {"busy": busy})
    elif busy:
        say(f"Another pass is at work on {busy}; this one did nothing.")
    else:
        for what, lines in done.items():
            for line in lines:
                say(one_line(f"{what}: {line}"), err=what == "failed")
    if done["failed"]:
        raise SystemExit(1)


def _open(
    store: Store, configuration: Configuration, incoming: str | None, outgoing: str | None
) -> tuple[passes.Post, list[passes.Deed]]:
    """Open what was typed, or else what the file names.

    Raises OSError for a mailbox that was typed, cannot be read, and never was: it is misspelt.
    """
    if not (incoming or outgoing):
        return passes.open_post(configuration)
    mailboxes = [open_mailbox(incoming)] if incoming else []
    for each in mailboxes:
        if not store.has(Watermark, name=each.name):
            each.arrivals()
    return passes.Post(mailboxes, open_outbox(outgoing) if outgoing else None), []


def _place(address: str) -> Path:
    return Path(address.removeprefix("maildir://")).resolve()
