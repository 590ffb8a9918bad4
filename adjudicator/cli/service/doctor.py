"""``adjudicator doctor``: whether this machine and its mail servers can do what games need."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.campaign.kernel.addresses import check_address
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    now,
    print_json,
    say,
    with_configuration,
    with_database,
    with_json,
)
from adjudicator.store.place import Place

if TYPE_CHECKING:
    from adjudicator.service.configuration import Configuration
    from adjudicator.service.trial import Point

_MARKS = {"well": "ok  ", "note": "note", "wrong": "FAIL"}


@click.command("doctor")
@click.option("--letter/--no-letter", default=True, show_default=True, help="Send a letter, too.")
@click.option("--to", metavar="ADDRESS", default="", help="Send a trial letter there, too.")
@with_configuration
@with_database
@with_json
def command(letter: bool, to: str, config: Path | None, db: Place, as_json: bool) -> None:
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
    from adjudicator.service.configuration import find_configuration

    configuration = find_configuration(config)
    if not Path(configuration.path).is_file():
        raise CommandError(f"There is no {configuration.path} here. “adjudicator init” writes it.")
    if to:
        check_address(to)
    raise SystemExit(examine(configuration, db, letter=letter, to=to, as_json=as_json))


def examine(
    configuration: "Configuration", db: Place, *, letter: bool, to: str = "", as_json: bool
) -> int:
    """Try everything out, print each point when it is known, and return the exit code."""
    from adjudicator.service import doctor

    points = doctor.examine(configuration, db, now, letter=letter, to=to)
    if as_json:
        found = list(points)
        print_json([each._asdict() for each in found])
    else:
        found = list(_print_each(points))
        wrong = sum(each.state == "wrong" for each in found)
        say(f"{wrong} of {len(found)} points failed." if wrong else "All is well.")
    return int(any(each.state == "wrong" for each in found))


def _print_each(points: "Iterable[Point]") -> "Iterable[Point]":
    for each in points:
        say(f"{_MARKS[each.state]}  {each.what}: {each.found}")
        if each.cure:
            say(f"      {each.cure}")
        yield each
