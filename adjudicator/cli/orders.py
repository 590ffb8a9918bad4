"""``adjudicator orders``: which orders stand. Their text is secret and shown only on demand."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.asking import print_json, print_table, safe, with_database, with_json
from adjudicator.cli.main import CommandError

if TYPE_CHECKING:
    from adjudicator.store.tables import Submission


@click.command("orders")
@click.argument("game")
@click.option("--seat", default="", help="Show the orders of this seat.")
@click.option("--all", "everybody", is_flag=True, help="Show the orders of every seat.")
@click.option("--show-secrets", is_flag=True, help="Needed with --all: orders are secret.")
@with_database
@with_json
def command(
    game: str, seat: str, everybody: bool, show_secrets: bool, db: Path, as_json: bool
) -> None:
    """Show who has sent orders; with --seat, what stands for that seat.

    Without --seat or --all only counts and fingerprints are shown, no orders.

    \b
    Examples:
      adjudicator orders sekigahara
      adjudicator orders sekigahara --seat Oda
      adjudicator orders sekigahara --all --show-secrets
    """
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import find_campaign, find_seat, head, seats, submissions

    if everybody and not show_secrets:
        raise CommandError(
            "Orders are secret. Add --show-secrets if you really want to see them all."
        )
    with open_store(db) as store:
        campaign = find_campaign(store, game)
        opened_by = head(store, campaign)
        sent = submissions(store, opened_by)
        names = [each.name for each in seats(store, campaign)]
        shown = [find_seat(store, campaign, seat).name] if seat else names if everybody else []
    if as_json:
        print_json({"phase": opened_by.opens.key, "seats": _facts(sent, names, shown)})
        return
    if not shown:
        rows = [
            (
                str(each["seat"]),
                str(each["lines"]),
                str(each["received"]),
                str(each["fingerprint"])[:16],
            )
            for each in _facts(sent, names, shown)
        ]
        click.echo(f"{campaign.name}, {opened_by.opens.key}")
        print_table(("seat", "lines", "received", "fingerprint"), rows)
    for name in shown:
        text = sent[name].text if name in sent else ""
        click.echo(f"# {name}, {opened_by.opens.key}")
        click.echo(safe(text) if text else "# no orders stand; the defaults apply")


def _facts(
    sent: "dict[str, Submission]", names: list[str], shown: list[str]
) -> list[dict[str, object]]:
    facts = []
    for name in names:
        found = sent.get(name)
        fact = {
            "seat": name,
            "lines": found.text.count("\n") if found else 0,
            "received": found.received.isoformat() if found else "",
            "ready": bool(found and found.ready),
            "fingerprint": found.fingerprint if found else "",
        }
        if name in shown:
            fact["orders"] = found.text if found else ""
        facts.append(fact)
    return facts
