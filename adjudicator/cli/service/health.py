"""``adjudicator health``: whether all goes on, for programs that watch over others."""

from datetime import timedelta

import click

from adjudicator.cli.shared.asking import now, print_all, with_database, with_json
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
@click.option("--prometheus", is_flag=True, help="Print numbers in the text form of Prometheus.")
@with_database
@with_json
def command(within: int, prometheus: bool, db: Place, as_json: bool) -> None:
    """Say whether passes are made, letters go out, and phases are carried out when they are due.

    Exit code 0: all is well; 1: passes are made, but something fails in them; 2: it cannot be
    told; 3: no passes are made.

    With --json or --prometheus it also says how much waits: campaigns in which something is due,
    letters, jobs, each with the longest wait in seconds, and how many phases a minute are done.

    \b
    Examples:
      adjudicator health
      adjudicator health --within 5 --json
      adjudicator health --prometheus
    """
    from adjudicator.service.health import as_gauges, health
    from adjudicator.store.database import open_store
    from adjudicator.store.load import load

    moment = now()
    with open_store(db) as store:
        found = health(store, moment, timedelta(minutes=within))
        waits = load(store, moment) if as_json or prometheus else None
    if waits and prometheus:
        click.echo(as_gauges(waits, found, moment), nl=False)
    else:
        last = found.last_pass.isoformat() if found.last_pass else None
        numbers = waits._asdict() if waits else None
        known = {"state": found.state, "findings": found.findings}
        facts = known | {"last_pass": last, "load": numbers}
        print_all(facts, (f"{found.state}: {each}" for each in found.findings), as_json=as_json)
    raise SystemExit(_CODES[found.state])
