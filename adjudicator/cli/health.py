"""``adjudicator health``: whether all goes on, for programs that watch over others."""

from datetime import timedelta

import click

from adjudicator.cli.asking import now, print_all, with_database, with_json
from adjudicator.store.place import Place

_CODES = {"well": 0, "ill": 1, "down": 3}


@click.command("health")
@click.option(
    "--within",
    type=click.IntRange(1, 100_000),
    default=15,
    show_default=True,
    metavar="MINUTES",
    help="The last pass must not be longer ago.",
)
@with_database
@with_json
def command(within: int, db: Place, as_json: bool) -> None:
    """Say whether passes are made, letters go out, and phases are carried out when they are due.

    Exit code 0: all is well; 1: passes are made, but something fails in them; 2: it cannot be
    told; 3: no passes are made.

    \b
    Examples:
      adjudicator health
      adjudicator health --within 5 --json
    """
    from adjudicator.service.health import health
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        found = health(store, now(), timedelta(minutes=within))
    last = found.last_pass.isoformat() if found.last_pass else None
    facts = {"state": found.state, "findings": found.findings, "last_pass": last}
    print_all(facts, (f"{found.state}: {each}" for each in found.findings), as_json=as_json)
    raise SystemExit(_CODES[found.state])
