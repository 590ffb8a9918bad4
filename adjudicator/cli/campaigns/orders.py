"""``adjudicator orders``: which orders stand. Their text is secret and shown only on demand."""

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import table_lines
from adjudicator.cli.shared.completion import SEAT
from adjudicator.cli.shared.operations import Printed, about_game
from adjudicator.operations.operation import Call
from adjudicator.store.queries import find_seat, head, submissions
from adjudicator.store.records import Submission


@click.command("orders")
@about_game
@click.option("--seat", type=SEAT, default="", help="Show the orders of this seat.")
@click.option("--all", "everybody", is_flag=True, help="Show the orders of every seat.")
@click.option("--show-secrets", is_flag=True, help="Needed with --all: orders are secret.")
def command(call: Call, seat: str, everybody: bool, show_secrets: bool) -> Printed:
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
        shown = [find_seat(call.store, call.campaign, seat).name]
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
