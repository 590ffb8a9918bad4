"""``adjudicator orders``: which orders stand. Their text is secret and shown only on demand."""

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    open_campaign,
    print_json,
    print_table,
    safe,
    say,
    with_database,
    with_json,
)
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.store.place import Place
from adjudicator.store.queries import find_seat, head, seats, submissions
from adjudicator.store.records import Submission


@click.command("orders")
@click.argument("game", type=CAMPAIGN)
@click.option("--seat", type=SEAT, default="", help="Show the orders of this seat.")
@click.option("--all", "everybody", is_flag=True, help="Show the orders of every seat.")
@click.option("--show-secrets", is_flag=True, help="Needed with --all: orders are secret.")
@with_database
@with_json
def command(
    game: str, seat: str, everybody: bool, show_secrets: bool, db: Place, as_json: bool
) -> None:
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
    with open_campaign(db, game) as (store, campaign):
        opened_by = head(store, campaign)
        sent = submissions(store, opened_by)
        names = [each.name for each in seats(store, campaign)]
        shown = [find_seat(store, campaign, seat).name] if seat else names if everybody else []
    facts = [_facts(name, sent.get(name), show=name in shown) for name in names]
    if as_json:
        print_json({"phase": opened_by.opens.key, "seats": facts})
        return
    if not shown:
        columns = {"seat": None, "lines": None, "received": None, "fingerprint": 16}
        rows = [tuple(str(fact[key])[:most] for key, most in columns.items()) for fact in facts]
        say(f"{campaign.name}, {opened_by.opens.key}")
        print_table(tuple(columns), rows)
    for name in shown:
        text = sent[name].text if name in sent else ""
        say(f"# {name}, {opened_by.opens.key}")
        say(safe(text) if text else "# no orders stand; the defaults apply")


def _facts(seat: str, found: Submission | None, *, show: bool) -> dict[str, object]:
    fact = {
        "seat": seat,
        "lines": found.text.count("\n") if found else 0,
        "received": found.received.isoformat() if found else "",
        "ready": bool(found and found.ready),
        "fingerprint": found.fingerprint if found else "",
    }
    return fact | {"orders": found.text if found else ""} if show else fact
