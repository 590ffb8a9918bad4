"""``adjudicator submit``: a game master enters an order file for a seat."""

from pathlib import Path

import click

from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import LARGEST_TEXT, PATH, now, print_json, read_bytes, say
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.store.place import Place


@click.command("submit")
@click.argument("file", type=PATH)
@click.option("--game", type=CAMPAIGN, default="", help="The game, if the file does not name it.")
@click.option("--seat", type=SEAT, default="", help="The seat, if the file does not name it.")
@asking.with_database
@asking.with_json
def command(file: Path, game: str, seat: str, db: Place, as_json: bool) -> None:
    """Enter an order file, or a mail that was saved (….eml); - reads standard input.

    Exit code 0: accepted; 1: some lines were rejected, the others stand; 2: not taken at all.

    \b
    Examples:
      adjudicator submit oda.txt
      adjudicator submit oda.txt --game sekigahara --seat Oda
    """
    from adjudicator.campaign.kernel.identify import Source
    from adjudicator.campaign.orders.submit import submit
    from adjudicator.cli.shared.folders import order_text
    from adjudicator.store.database import open_store

    text = order_text(file.name, read_bytes(file, LARGEST_TEXT))
    source = Source(game=game, seat=seat, trusted=True, answer=False)
    with open_store(db) as store:
        taken = submit(store, text, source, now())
    if as_json:
        print_json(taken)
    else:
        for finding in taken.findings:
            say(str(finding), err=True)
        for line in taken.unread:
            say(f"not read as an order: {line}", err=True)
        count = taken.text.count("\n")
        stand = "1 line stands" if count == 1 else f"{count} lines stand"
        say(f"{taken.seat}, {taken.phase}: {stand}.")
        for phase in taken.kept:
            say(f"{taken.seat}, {phase}: kept for that phase.")
        if taken.missing:
            say(f"{taken.seat} is still missing: this is no answer for {taken.phase}.")
        say(f"fingerprint {taken.fingerprint}")
    if taken.has_rejections:
        raise SystemExit(1)
