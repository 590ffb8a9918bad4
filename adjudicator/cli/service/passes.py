"""What does all that is due: ``tick`` once, ``serve`` and ``worker`` until they are ended."""

from pathlib import Path
from typing import Annotated, Literal, get_args

import click
from msgspec.structs import replace

from adjudicator.campaign.kernel.done import What
from adjudicator.cli.shared.asking import Config, Db, Printed, command, line, now, one_line, remark
from adjudicator.cli.shared.errors import CommandError
from adjudicator.post.transport.mailbox import Mailbox
from adjudicator.post.transport.opening import open_mailbox, open_outbox
from adjudicator.service import passes
from adjudicator.service.clock import Clock
from adjudicator.service.configuration import Configuration, find_configuration
from adjudicator.service.supervisor import Log, Supervisor
from adjudicator.service.worker import PARTS, Part, Worker, work
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Watermark
from adjudicator.store.place import Place, Server

Form = Annotated[
    Literal["text", "json"] | None,
    click.option("--log", type=click.Choice(["text", "json"]), help="How the log is written."),
]


@command("tick")
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
def tick(
    incoming: str | None,
    outgoing: str | None,
    outage: int | None,
    config: Config,
    db: Db,
) -> Printed:
    """Collect letters, adjudicate what is due, remind the late, and send what waits.

    Then bring the pages of all games up to date, if adjudicator.toml says where they lie (site).
    Mailbox, outbox and outage are those of adjudicator.toml, if there is one; “adjudicator init”
    writes it. With --in or --out nothing but these is used. Whatever fails is told to the game
    master and does not stop the rest. It can be run as often as one likes, and beside “serve”:
    nothing is done twice, and what another process is at is left to it. Exit code 1: something
    failed.

    Letters are handed to a program that understands sendmail's options with --out sendmail, or
    --out sendmail:///usr/bin/msmtp for one of another name.

    \b
    Examples:
      adjudicator tick
      adjudicator tick --in ~/Maildir --out ~/outbox --outage 6
    """
    if incoming and outgoing and _place(incoming) == _place(outgoing):
        raise CommandError("in-is-out", incoming=incoming)
    configuration = find_configuration(config)
    if outage is not None:
        configuration = replace(configuration, outage=outage)
    if incoming or outgoing:
        configuration = replace(configuration, in_=(), out=None)
    done: dict[str, list[str]] = {what: [] for what in get_args(What)}
    with open_store(db) as store:
        store.host = configuration.host
        mailboxes = [_open(store, incoming)] if incoming else passes.open_mailboxes(configuration)
        outbox = open_outbox(outgoing) if outgoing else None
        worker = Worker(
            store,
            configuration,
            ("mail", "campaigns"),
            stays=False,
            mailboxes=mailboxes,
            outbox=outbox,
            clock=Clock(now()),
        )
        for deed in worker.finish():
            done[deed.what].append(deed.text)
    for each in done["failed"]:
        remark(one_line(str(line("failed", what=each))))
    told = [one_line(f"{what}: {x}") for what in done if what != "failed" for x in done[what]]
    return done, told, bool(done["failed"])


def _open(store: Store, address: str) -> Mailbox:
    """Open a mailbox that was typed.

    Raises OSError for one that cannot be read, and never was: it is misspelt.
    """
    mailbox = open_mailbox(address)
    if not store.has(Watermark, name=mailbox.name):
        mailbox.arrivals()
    return mailbox


def _place(address: str) -> Path:
    return Path(address.removeprefix("maildir://")).resolve()


@command("serve")
def serve(log: Form, config: Config, db: Db) -> None:
    """Do what “tick” does as one process that never ends, and at once when a letter comes.

    Mailbox and outbox are those of adjudicator.toml. Each mailbox is watched, so that a receipt
    goes out seconds after the orders came. It writes a log to standard output, ends at SIGTERM or
    Ctrl-C when the letter at hand is done, and can be killed at any instant without harm. Under
    systemd it says when it is ready (Type=notify) and gives signs of life (WatchdogSec=).

    \b
    Examples:
      adjudicator serve
      adjudicator serve --log json --config friday.toml
    """
    configuration = find_configuration(config)
    if not configuration.incoming or configuration.out is None:
        raise CommandError("nothing-to-serve", path=configuration.path)
    _work(configuration, db, PARTS, log)


@command("worker")
@click.option(
    "--only",
    type=click.Choice(PARTS),
    multiple=True,
    help="Do no more than this; can be given again.  [default: all that the settings allow]",
)
def worker(
    only: tuple[Part, ...],
    log: Form,
    config: Config,
    db: Db,
) -> None:
    """Do what is due, beside any number of others, until SIGTERM or Ctrl-C.

    On PostgreSQL a worker carries out phases and reminds players; it takes letters, sends them and
    makes pages too, where adjudicator.toml has [in], [out] or a site. Start as many as you like, on
    any machine: no campaign is ever worked at twice at once, and what a worker leaves undone that
    is killed is done by another one. With a file of SQLite a worker carries out phases and reminds,
    beside “adjudicator serve” on the same machine, which does the rest.

    \b
    Examples:
      adjudicator worker --db postgresql://judge@db.example.net/games
      adjudicator worker --only campaigns --log json
    """
    configuration = find_configuration(config)
    _work(configuration, db, _parts(configuration, db, only), log)


def _work(
    configuration: Configuration,
    db: Place,
    parts: tuple[Part, ...],
    log: Form,
) -> None:
    with open_store(db) as store:
        store.host = configuration.host
        store.check_session()
        to = Log(log or configuration.serve.log)
        work(Worker(store, configuration, parts), to, Supervisor())


def _parts(configuration: Configuration, db: Place, only: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return what a worker does. Raises CommandError if it cannot do what it is to do alone."""
    if not isinstance(db, Server):
        if only and "campaigns" not in only:
            raise CommandError("worker-of-file", db=db)
        return ("campaigns",)
    if "mail" in only and not (configuration.incoming or configuration.out):
        raise CommandError("no-mail-to-do", path=configuration.path)
    if "pages" in only and not configuration.site:
        raise CommandError("no-pages-folder", path=configuration.path)
    return only or PARTS
