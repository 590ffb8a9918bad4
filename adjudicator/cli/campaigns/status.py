"""``adjudicator status``: how the games stand. Says who has ordered, never what."""

from typing import Any

import click

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.times import local_time
from adjudicator.campaign.letters.deliverability import why_out_of_reach
from adjudicator.campaign.phases.absence import describe_leave
from adjudicator.campaign.phases.time_bank import days_in_bank
from adjudicator.campaign.phases.votes import proposals
from adjudicator.cli.shared.asking import (
    now,
    print_json,
    print_table,
    say,
    with_database,
    with_json,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.orders.language.words import number_of
from adjudicator.store.database import Store, open_store
from adjudicator.store.place import Place
from adjudicator.store.queries import campaigns, find_campaign
from adjudicator.store.records import Campaign, Seat


@click.command("status")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--all", "everything", is_flag=True, help="List games that are put away too.")
@with_database
@with_json
def command(game: str | None, everything: bool, db: Place, as_json: bool) -> None:
    """Show the phase, the deadline and who has sent orders, for one game or all.

    \b
    Examples:
      adjudicator status
      adjudicator status sekigahara --json
    """

    with open_store(db) as store:
        there = [find_campaign(store, game)] if game else campaigns(store, archived=everything)
        facts = [_facts(store, each) for each in there]
        some = store.has(Campaign)
    if as_json:
        print_json(facts)
        return
    if not facts:
        away = " that is not put away; --all lists those too" if some else " yet"
        say(f"{db} holds no game{away}. “adjudicator new” sets one up.")
    for each in facts:
        _print(each)


def _facts(store: Store, campaign: Campaign) -> dict[str, Any]:
    state = State(store, campaign, now())
    begun, closes = state.has_begun, state.deadline if state.has_begun else None
    if begun:
        ends = local_time(closes, campaign.settings.zone) if closes else "when all are ready"
    else:
        ends = f"when it is dealt (“adjudicator begin {campaign.name}”)"
    return {
        "name": campaign.name,
        "game": campaign.ruleset,
        "phase": state.waits_in,
        "title": state.head.opens.title if begun else "before the deal",
        "over": state.is_over,
        "ended": campaign.why_ended,
        "archived": campaign.archived,
        "moved": campaign.moved,
        "waits_for": state.waits_for,
        "paused": begun and campaign.settings.paused,
        "deadline": closes.isoformat() if closes else None,
        "closes": ends,
        "due": state.why_due if begun else "",
        "closed": campaign.settings.beacon if state.closing else "",
        "held": begun and state.is_late and state.is_held,
        "away": describe_leave(state, None)["away"] if not state.is_over else [],
        "proposals": len(proposals(state)),
        "seats": [_facts_of_seat(state, seat) for seat in state.seats],
    }


def _facts_of_seat(state: State, seat: Seat) -> dict[str, Any]:
    begun = state.has_begun
    sent = state.submissions.get(seat.name) if begun else None
    facts = {
        "seat": seat.name,
        "player": seat.player or ("" if seat.by_person else seat.regent),
        "held_by": seat.held_by,
        "free": seat.open,
        "mail": bool(seat.address),
        "awaited": begun and seat.name in state.must_order,
        "sent": begun and state.has_spoken(seat.name),
        "ready": bool(sent and sent.ready),
        "bank": days_in_bank(state, seat) if begun and state.campaign.settings.bank else 0,
        "out_of_reach": _out_of_reach(state.store, seat),
    }
    return facts if begun else facts | {"word": state.words.get(seat.name, "")}


def _out_of_reach(store: Store, seat: Seat) -> dict[str, str] | None:
    """Return since when a seat's letters come back, and why; None if they do not."""
    found = why_out_of_reach(store, seat)
    return {"since": found[0].isoformat(), "why": found[1]} if found else None


def _print(facts: dict[str, Any]) -> None:
    ended = f"has been ended: {facts['ended']}" if facts["ended"] else "has ended"
    state = ended if facts["over"] else f"waits in {facts['phase']}: {facts['title']}"
    state += " (put away)" if facts["archived"] else ""
    if facts["moved"]:
        say(f"{facts['name']} ({facts['game']}) has moved to {facts['moved']}")
        return
    say(f"{facts['name']} ({facts['game']}) {state}")
    if not facts["over"]:
        due = {"": "", "nobody": " (due: it waits for nobody)"}.get(
            facts["due"], f" (due: {facts['due']})"
        )
        paused = " (paused)" if facts["paused"] else ""
        waits = " (held: too many are missing)" if facts["held"] and not paused else ""
        closed = f" (closed; it waits for {facts['closed']})" if facts["closed"] else ""
        say(f"deadline: {facts['closes']}{due}{paused}{waits}{closed}")
        say(f"still waits for: {', '.join(facts['waits_for']) or 'nobody'}")
    for each in facts["away"]:
        days = (
            each["first"] if each["first"] == each["last"] else f"{each['first']} to {each['last']}"
        )
        say(f"away: {each['holder']}, {days}")
    if facts["proposals"]:
        say(f"voted on: {facts['proposals']} (“adjudicator vote {facts['name']}”)")
    rows = []
    for seat in facts["seats"]:
        waits = "-" if not seat["awaited"] else ("yes" if seat["sent"] else "no")
        ready = "ready" if seat["ready"] else "word sent" if seat.get("word") else ""
        if lost := seat["out_of_reach"]:
            why = f": {lost['why']}" if lost["why"] else ""
            ready = f"{ready}; " * bool(ready) + f"out of reach since {lost['since'][:10]}{why}"
        if seat["bank"]:
            ready = f"{ready}; " * bool(ready) + f"time bank: {number_of(seat['bank'], 'day')}"
        person = seat["held_by"] == "person"
        someone = "unnamed player" if seat["mail"] else "no mail"
        holder = (seat["player"] or someone) if person else f"regent ({seat['player']})"
        holder = "free" if seat["free"] else holder
        rows.append((seat["seat"], holder, waits, ready))
    print_table(("seat", "held by", "orders", ""), rows)
    click.echo()
