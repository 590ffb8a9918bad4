"""``adjudicator worker``: does what is due, beside any number of others on any machine."""

from pathlib import Path
from typing import Literal

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import with_configuration, with_database
from adjudicator.cluster import PARTS, PATIENCE, Part
from adjudicator.service.configuration import Configuration, find_configuration
from adjudicator.service.log import Log
from adjudicator.store.place import Place, Server


@click.command("worker")
@click.option(
    "--only",
    type=click.Choice(PARTS),
    multiple=True,
    help="Do no more than this; can be given again.  [default: all that the settings allow]",
)
@click.option(
    "--patience",
    type=click.FloatRange(1, 3600),
    default=PATIENCE,
    show_default=True,
    metavar="SECONDS",
    help="After so long without a sign of life another worker counts as dead.",
)
@click.option("--log", type=click.Choice(["text", "json"]), help="How the log is written.")
@with_configuration
@with_database
def command(
    only: tuple[Part, ...],
    patience: float,
    log: Literal["text", "json"] | None,
    config: Path | None,
    db: Place,
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
    from adjudicator.service.supervisor import Supervisor

    configuration = find_configuration(config)
    to, supervisor = Log(log or configuration.serve.log), Supervisor()
    if isinstance(db, Server):
        from adjudicator.cluster.worker import work

        _check_work(configuration, only)
        work(configuration, db, to, supervisor, only or PARTS, patience)
        return
    if only and "campaigns" not in only:
        raise CommandError(
            f"{db} is a file: letters and pages are done by “adjudicator serve”, and a worker "
            "beside it does campaigns alone."
        )
    from adjudicator.cluster.tasks import Tasks
    from adjudicator.cluster.worker import work_alone
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        work_alone(Tasks(configuration, store, to), supervisor)


def _check_work(configuration: Configuration, only: tuple[Part, ...]) -> None:
    """Raise CommandError if the settings do not have what the worker is to do alone."""
    if "mail" in only and not (configuration.incoming or configuration.out):
        raise CommandError(
            f"{configuration.path} names no mailbox [in] and no outbox [out], so there is no mail "
            "to do. “adjudicator init” asks for them."
        )
    if "pages" in only and not configuration.site:
        raise CommandError(f"{configuration.path} names no folder for pages (site = …).")
