"""Whether all can go on: ``doctor`` tries mail and machine out, ``health`` looks at passes."""

from datetime import timedelta
from pathlib import Path

import click

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import AsJson, Config, Db, Printed, command, now, say
from adjudicator.cli.shared.errors import CommandError
from adjudicator.service.configuration import Configuration, find_configuration
from adjudicator.store.place import Place

_MARKS = {"well": "ok  ", "note": "note", "wrong": "FAIL"}


@command("doctor")
@click.option("--letter/--no-letter", default=True, show_default=True, help="Send a letter, too.")
@click.option("--to", metavar="ADDRESS", default="", help="Send a trial letter there, too.")
def doctor(letter: bool, to: str, config: Config, db: Db, as_json: AsJson) -> None:
    """Try out all that adjudicator.toml names, and say what to do about what fails.

    The folders and who may read them; certificate, login and abilities of each mail server; then a
    letter goes to a plus address of the judge, and is waited for: it shows whether such addresses
    arrive, whether servers keep a letter's Message-ID, and whether the clocks agree. DNS is asked
    for what other servers ask it (MX, SPF, DKIM, DMARC, PTR). Exit code 1: something failed.

    \b
    Examples:
      adjudicator doctor
      adjudicator doctor --no-letter --json
      adjudicator doctor --to ann@example.org
    """
    configuration = find_configuration(config)
    if not Path(configuration.path).is_file():
        raise CommandError("no-settings", path=configuration.path)
    if to:
        check_address(to)
    raise SystemExit(examine(configuration, db, letter=letter, to=to, as_json=as_json))


def examine(
    configuration: Configuration, db: Place, *, letter: bool, to: str = "", as_json: bool
) -> int:
    """Try everything out, print each point when it is known, and return the exit code."""
    # Slow to import, and not needed by health.
    from adjudicator.service import doctor

    points = []
    for each in doctor.examine(configuration, db, now, letter=letter, to=to):
        points.append(each)
        if not as_json:
            say(f"{_MARKS[each.state]}  {each.what}: {each.found}")
            if each.cure:
                say(f"      {each.cure}")
    wrong = sum(each.state == "wrong" for each in points)
    if as_json:
        asking.print_json([each._asdict() for each in points])
    else:
        say(asking.line("examined", wrong=wrong, points=len(points)))
    return int(wrong > 0)


_CODES = {"well": 0, "ill": 1, "down": 3}


@command("health")
@click.option(
    "--within",
    type=click.IntRange(1, 100_000),
    default=15,
    show_default=True,
    metavar="MINUTES",
    help="The last pass must not be longer ago.",
)
@click.option("--prometheus", is_flag=True, help="Print numbers in the text form of Prometheus.")
def health(within: int, prometheus: bool, db: Db) -> Printed:
    """Say whether passes are made, letters go out, and phases are carried out when they are due.

    Exit code 0: all is well; 1: passes are made, but something fails in them; 2: it cannot be
    told; 3: no passes are made.

    With --json or --prometheus it also says how much waits: campaigns in which something is due,
    letters, each with the longest wait in seconds, and how many phases a minute are done.

    \b
    Examples:
      adjudicator health
      adjudicator health --within 5 --json
      adjudicator health --prometheus
    """
    from adjudicator.service import health as watching
    from adjudicator.store.database import open_store
    from adjudicator.store.load import load

    moment = now()
    with open_store(db) as store:
        state = watching.health(store, moment, timedelta(minutes=within))
        waits = load(store, moment) if asking.is_json() or prometheus else None
    lines = [f"{state.state}: {each}" for each in state.findings]
    if waits and prometheus:
        lines = watching.as_gauges(waits, state, moment).splitlines()
    facts = {
        "state": state.state,
        "findings": state.findings,
        "last_pass": state.last_pass.isoformat() if state.last_pass else None,
        "load": waits._asdict() if waits else None,
    }
    return facts, lines, _CODES[state.state]
