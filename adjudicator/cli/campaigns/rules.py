"""``rules-check``: whether games would have gone otherwise by the rules that are installed."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import click

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.records.verify import check_rules
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, Db, Printed, command
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.records import Campaign
from adjudicator.wording import Reason


@command("rules-check")
@click.argument("games", type=CAMPAIGN, nargs=-1, metavar="[GAME]…")
@click.option("--all", "everything", is_flag=True, help="Games that are over or put away, too.")
def rules_check(games: tuple[str, ...], everything: bool, db: Db) -> Printed:
    """Carry all phases of the games that go on out again, by the rules that are installed.

    Each game that would have gone otherwise is named with the first phase that did. So a new
    version of the program is tried before games are left to it: let its own rules-check look at a
    copy of the database. It changes nothing. Exit code 1: a game differs.

    \b
    Examples:
      adjudicator rules-check
      adjudicator rules-check sekigahara
      adjudicator rules-check --all --json
    """
    now = asking.now()
    with open_store(db) as store:
        known = [queries.find_campaign(store, each) for each in games]
        known = known or list(_games(store, now, everything=everything))
        checked = asking.with_progress(known, len(known), "games")
        facts = [_check(store, each) for each in checked]
    differing = [each for each in facts if each["differs"]]
    lines = [_line(each) for each in differing]
    phases = sum(each["phases"] for each in facts)
    counts = {"games": len(facts), "phases": phases, "differing": len(differing)}
    lines.append(asking.line("carried-out-again", **counts))
    return facts, lines, bool(differing)


def _games(store: Store, now: datetime, *, everything: bool) -> Iterator[Campaign]:
    """Yield the games that are checked: those that go on, or all."""
    for each in queries.campaigns(store, archived=everything):
        state = State(store, each, now)
        if state.has_begun and (everything or not state.is_over):
            yield each


def _check(store: Store, campaign: Campaign) -> Mapping[str, Any]:
    verdicts = list(check_rules(store, campaign))
    differs = [each for each in verdicts if each.faults]
    return {
        "game": campaign.name,
        "phases": len(verdicts),
        "by_hand": sum(bool(each.remark) for each in verdicts),
        "differs": [each.phase for each in differs],
        "why": differs[0].faults if differs else (),
    }


def _line(facts: Mapping[str, Any]) -> Reason:
    """Say of a game from which phase on it would have gone otherwise, and in what."""
    return asking.line(
        "goes-otherwise", game=facts["game"], phases=facts["differs"], why=facts["why"]
    )
