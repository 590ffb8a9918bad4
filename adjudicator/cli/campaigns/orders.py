"""``orders`` shows what stands, ``submit`` enters an order file, ``word`` a word for the dice."""

from pathlib import Path

import click
import msgspec

from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.orders import submit as submitting
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import PATH, Printed, now, remark, table_lines
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.cli.shared.files import order_text
from adjudicator.cli.shared.operations import about_game
from adjudicator.operations.operation import Call
from adjudicator.store.database import open_store
from adjudicator.store.place import Place
from adjudicator.store.queries import head, submissions
from adjudicator.store.records import Submission


@click.command("orders")
@about_game
@click.option("--seat", type=SEAT, default="", help="Show the orders of this seat.")
@click.option("--all", "everybody", is_flag=True, help="Show the orders of every seat.")
@click.option("--show-secrets", is_flag=True, help="Needed with --all: orders are secret.")
def orders(call: Call, seat: str, everybody: bool, show_secrets: bool) -> Printed:
    """Show who has sent orders; with --seat, what stands for that seat.

    Without --seat or --all only counts and fingerprints are shown, no orders.

    \b
    Examples:
      adjudicator orders sekigahara
      adjudicator orders sekigahara --seat Oda
      adjudicator orders sekigahara --all --show-secrets
    """

    if everybody and not show_secrets:
        raise CommandError(
            "Orders are secret. Add --show-secrets if you really want to see them all."
        )
    opened_by = head(call.store, call.campaign)
    key, sent = opened_by.opens.key, submissions(call.store, opened_by)
    names = [each.name for each in call.state.seats]
    shown = names if everybody else []
    if seat:
        shown = [call.state.seat(seat).name]
    facts = [_facts(name, sent.get(name), show=name in shown) for name in names]
    lines = []
    for name in shown:
        text = sent[name].text if name in sent else ""
        lines += [f"# {name}, {key}", text or "# no orders stand; the defaults apply"]
    if not shown:
        columns = {"seat": None, "lines": None, "received": None, "fingerprint": 16}
        rows = [tuple(str(fact[key])[:most] for key, most in columns.items()) for fact in facts]
        lines = [f"{call.campaign.name}, {key}", *table_lines(tuple(columns), rows)]
    return {"phase": key, "seats": facts}, lines


def _facts(seat: str, submission: Submission | None, *, show: bool) -> dict[str, object]:
    fact = {
        "seat": seat,
        "lines": submission.text.count("\n") if submission else 0,
        "received": submission.received.isoformat() if submission else "",
        "ready": bool(submission and submission.ready),
        "fingerprint": submission.fingerprint if submission else "",
    }
    return fact | {"orders": submission.text if submission else ""} if show else fact


@click.command("submit")
@click.argument("file", type=PATH)
@click.option("--game", type=CAMPAIGN, default="", help="The game, if the file does not name it.")
@click.option("--seat", type=SEAT, default="", help="The seat, if the file does not name it.")
@asking.with_database
@asking.print_result
def submit(file: Path, game: str, seat: str, db: Place) -> Printed:
    """Enter an order file, or a mail that was saved (….eml); - reads standard input.

    Exit code 0: accepted; 1: some lines were rejected, the others stand; 2: not taken at all.

    \b
    Examples:
      adjudicator submit oda.txt
      adjudicator submit oda.txt --game sekigahara --seat Oda
    """
    text = order_text(file.name, asking.read_bytes(file, asking.LARGEST_TEXT))
    source = Source(game=game, seat=seat, trusted=True, answer=False)
    with open_store(db) as store:
        taken = submitting.submit(store, text, source, now())
    for each in (*taken.findings, *(f"not read as an order: {line}" for line in taken.unread)):
        remark(str(each))
    count = taken.text.count("\n")
    stand = "1 line stands" if count == 1 else f"{count} lines stand"
    lines = [f"{taken.seat}, {taken.phase}: {stand}."]
    lines += [f"{taken.seat}, {phase}: kept for that phase." for phase in taken.kept]
    if taken.missing:
        lines.append(f"{taken.seat} is still missing: this is no answer for {taken.phase}.")
    return taken, [*lines, f"fingerprint {taken.fingerprint}"], taken.has_rejections


@click.command("word")
@about_game
@click.argument("seat", type=SEAT)
@click.argument("text")
def word(call: Call, seat: str, text: str) -> Printed:
    """Enter a player's word for the dice, as a line “word TEXT” in a letter does.

    It goes into the key of what opens next (the deal, or the next phase) and of all that follows.

    \b
    Examples:
      adjudicator word sekigahara Oda "a heron in the reeds"
    """
    source = msgspec.structs.replace(call.source, seat=seat)
    taken = submitting.submit(call.store, f"word {' '.join(text.split())}", source, call.now)
    return taken.findings, (f"{each.read}: {each.message}" for each in taken.findings)
