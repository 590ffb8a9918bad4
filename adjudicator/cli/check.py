"""``adjudicator check``: what the run would find in an order file. Needs no database."""

from pathlib import Path

import click

from adjudicator.by_files.order_files import read_order_file
from adjudicator.campaign.standing import receipt_fingerprint
from adjudicator.cli.asking import LARGEST_TEXT, PATH, print_json, read_bytes, safe, with_json
from adjudicator.cli.folders import read_position_file
from adjudicator.cli.main import CommandError
from adjudicator.games.contract import Default


@click.command("check")
@click.argument("file", type=PATH)
@click.option("--position", type=PATH, required=True, help="The position file of the last report.")
@click.option("--seat", default="", help="The seat, if neither file says it.")
@with_json
def command(file: Path, position: Path, seat: str, as_json: bool) -> None:
    """Check an order file against a position file; - reads standard input.

    Exit code 0: every line is accepted (some may fail); 1: lines are rejected; 2: the file cannot
    be used.

    \b
    Examples:
      adjudicator check orders.txt --position position-sekigahara-1-muster.json
      adjudicator check orders.txt --position start/position.json --seat Oda --json
    """

    text = read_bytes(file, LARGEST_TEXT)
    game, there = read_position_file(position)
    read = read_order_file(game, there, file.name, text, seat)
    defaults = read.standing.defaults if read.standing else ()
    rejected = [finding for finding in read.findings if finding.severity == "error"]
    if as_json:
        print_json(
            {
                "usable": not read.problem,
                "problem": read.problem,
                "seat": read.seat,
                "phase": game.phase(there).key,
                "orders": read.text,
                "findings": read.findings,
                "unread": read.unread,
                "defaults": defaults,
                "fingerprint": receipt_fingerprint(read.text, defaults),
            }
        )
        if read.problem:
            raise SystemExit(2)
    else:
        for finding in read.findings:
            if finding.message != read.problem:
                click.echo(safe(str(finding)), err=True)
        for line in read.unread:
            click.echo(safe(f"not read as an order: {line}"), err=True)
        if read.problem:
            raise CommandError(f"{file}: {read.problem}")
        _print(read.seat, game.phase(there).title, read.text, defaults)
    if rejected:
        raise SystemExit(1)


def _print(seat: str, phase: str, text: str, defaults: tuple[Default, ...]) -> None:
    click.echo(f"# {seat}, {phase}: these orders would stand")
    click.echo(safe(text), nl=False)
    for default in defaults:
        what = default.text.strip().replace("\n", "\n#   ")
        click.echo(safe(f"# by default: {what}  ({default.why})" if what else f"# {default.why}"))
