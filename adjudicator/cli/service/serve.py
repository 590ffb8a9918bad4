"""``adjudicator serve``: one process that does all that is due, as soon as it is."""

from pathlib import Path
from typing import Literal

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import with_configuration, with_database
from adjudicator.store.place import Place


@click.command("serve")
@click.option("--log", type=click.Choice(["text", "json"]), help="How the log is written.")
@with_configuration
@with_database
def command(log: Literal["text", "json"] | None, config: Path | None, db: Place) -> None:
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
    from adjudicator.service.configuration import find_configuration
    from adjudicator.service.log import Log
    from adjudicator.service.serve import serve
    from adjudicator.service.supervisor import Supervisor

    configuration = find_configuration(config)
    if not configuration.incoming or configuration.out is None:
        raise CommandError(
            f"{configuration.path} names no mailbox [in] and no outbox [out] to serve. "
            "“adjudicator init” asks for them."
        )
    serve(configuration, db, Log(log or configuration.serve.log), Supervisor())
