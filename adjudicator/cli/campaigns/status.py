"""How games stand: ``status``, ``notes`` and ``calendar``."""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import click

from adjudicator.campaign.kernel.state import BEFORE_THE_DEAL, State
from adjudicator.campaign.letters.calendars import calendar_entry
from adjudicator.campaign.letters.delivery import why_out_of_reach
from adjudicator.campaign.orders.standing import is_suspended
from adjudicator.campaign.phases.absence import describe_leave
from adjudicator.campaign.phases.deadlines import days_in_bank
from adjudicator.campaign.phases.endings import proposals
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, SEAT, Db, Force, Printed, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.operations import about_game
from adjudicator.operations.operation import Call
from adjudicator.reports.files.attachments import calendar_file
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.records import Campaign, Failure, ListedCampaign, Seat
from adjudicator.wording import Reason

MOST_IN_FULL = 100
"""Games that “status” tells everything of."""


@command("status")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--all", "everything", is_flag=True, help="List games that are put away too.")
def status(game: str | None, everything: bool, db: Db) -> Printed:
    """Show the phase, the deadline and who has sent orders, for one game or all.

    With more than a hundred games it is a line for each; name one for more.

    \b
    Examples:
      adjudicator status
      adjudicator status sekigahara --json
    """
    with open_store(db) as store:
        if game is None and not asking.is_json() and store.count(Campaign) > MOST_IN_FULL:
            return [], list(_brief_lines(store, everything))
        if game:
            campaigns = [queries.find_campaign(store, game)]
        else:
            campaigns = queries.campaigns(store, archived=everything)
        facts = [_facts(store, each) for each in campaigns]
        some = store.has(Campaign)
    if not facts:
        return facts, [asking.line("no-games", db=db, some=some)]
    lines = (_lines(*each) for each in zip(campaigns, facts, strict=True))
    return facts, chain.from_iterable(lines)


def _brief_lines(store: Store, everything: bool) -> Iterator[str]:
    """Yield a line for each game, from one question to the database."""
    for each in queries.standings(store):
        if everything or not (each.archived or each.moved):
            phase, settings = each.opens, each.settings
            over = each.ended is not None or bool(phase and phase.over)
            closes = local_time(each.deadline, settings.zone) if each.deadline else ""
            still = str(asking.line("paused")) if settings.paused else closes
            head = _standing(each, phase.key if phase else "", phase.title if phase else "", over)
            yield f"{head}, {still}" if still and not (over or each.moved) else str(head)


def _facts(store: Store, campaign: Campaign) -> dict[str, Any]:
    state = State(store, campaign, asking.now())
    begun, closes = state.has_begun, state.deadline if state.has_begun else None
    ends = local_time(closes, campaign.settings.zone) if closes else ""
    return {
        "name": campaign.name,
        "game": campaign.ruleset,
        "phase": state.waits_in,
        "title": state.head.opens.title if begun else str(asking.line("before-the-deal")),
        "over": state.is_over,
        "ended": campaign.why_ended,
        "archived": campaign.archived,
        "moved": campaign.moved,
        "waits_for": state.waits_for if begun else _find_missing(state),
        "paused": begun and campaign.settings.paused,
        "deadline": closes.isoformat() if closes else None,
        "closes": ends or str(asking.line("closes", begun=begun, name=campaign.name)),
        "due": state.why_due if begun else "",
        "closed": campaign.settings.beacon if state.closing else "",
        "held": begun and state.is_late and state.is_held,
        "away": describe_leave(state, None)["away"] if not state.is_over else [],
        "proposals": len(proposals(state)),
        "failing": [_facts_of_failure(each) for each in state.rows(Failure)],
        "seats": [_facts_of_seat(state, seat) for seat in state.seats],
    }


def _find_missing(state: State) -> tuple[str, ...]:
    """Return the seats for which a game waits that has not been dealt: those that are free; else,
    if it is dealt by itself, those whose word for the dice is missing."""
    if free := state.open_seats:
        return tuple(each.name for each in free)
    missing = (each.name for each in state.seats if each.by_person and each.name not in state.words)
    return tuple(missing) if state.campaign.deal else ()


def _facts_of_failure(failure: Failure) -> dict[str, Any]:
    return {
        "what": failure.what,
        "since": failure.at.isoformat(),
        "tries": failure.tries,
        "again": failure.retry.isoformat() if failure.retry else None,
        "why": failure.why,
    }


def _facts_of_seat(state: State, seat: Seat) -> dict[str, Any]:
    begun = state.has_begun
    sent = state.submissions.get(seat.name) if begun else None
    bounced = why_out_of_reach(state.store, seat)
    facts = {
        "seat": seat.name,
        "player": seat.player or ("" if seat.by_person else seat.regent),
        "held_by": seat.held_by,
        "free": seat.open,
        "mail": bool(seat.address),
        "awaited": begun and seat.name in state.must_order,
        "sent": begun and state.has_spoken(seat.name),
        "ready": bool(sent and sent.ready),
        "suspended": sent is not None and is_suspended(sent.findings),
        "bank": days_in_bank(state, seat) if begun and state.campaign.settings.bank else 0,
        "out_of_reach": {"since": bounced[0].isoformat(), "why": bounced[1]} if bounced else None,
    }
    return facts if begun else facts | {"word": state.words.get(seat.name, "")}


def _standing(campaign: Campaign | ListedCampaign, phase: str, title: str, over: bool) -> Reason:
    """Say where a game stands; a game that has not been dealt is in no ``phase``."""
    return asking.line(
        "standing",
        name=campaign.name,
        game=campaign.ruleset,
        moved=campaign.moved,
        over=over,
        why_ended=campaign.why_ended,
        phase=phase or BEFORE_THE_DEAL,
        title=title or asking.line("before-the-deal"),
        archived=campaign.archived,
    )


def _lines(campaign: Campaign, facts: dict[str, Any]) -> Iterator[str | Reason]:
    """Yield what a person is told of a game."""
    yield _standing(campaign, facts["phase"], facts["title"], facts["over"])
    if campaign.moved:
        return
    if not facts["over"]:
        told = {name: facts[name] for name in ("closes", "due", "paused", "held", "closed")}
        yield asking.line("deadline", **told)
        begun = facts["phase"] != BEFORE_THE_DEAL
        free = any(each["free"] for each in facts["seats"])
        yield asking.line("waits-for", names=facts["waits_for"], begun=begun, free=free)
    for each in facts["away"]:
        days = dict.fromkeys((each["first"], each["last"]))
        yield asking.line("away", holder=each["holder"], days=list(days))
    for each in facts["failing"]:
        yield asking.line("fails", what=each["what"], tries=each["tries"], why=each["why"])
    if facts["proposals"]:
        yield asking.line("voted-on", count=facts["proposals"], name=facts["name"])
    yield from asking.table_lines(("seat", "held by", "orders", ""), map(_row, facts["seats"]))
    yield ""


def _row(seat: dict[str, Any]) -> tuple[str, ...]:
    """Return what the table of a game's seats says of one."""
    told = ("free", "held_by", "player", "mail")
    holder = asking.line("held-by", **{name: seat[name] for name in told})
    told = ("ready", "suspended", "out_of_reach", "bank")
    remarks = asking.line("of-seat", word=seat.get("word"), **{name: seat[name] for name in told})
    sent = asking.line("has-sent", sent=seat["sent"], awaited=seat["awaited"])
    return seat["seat"], str(holder), str(sent), str(remarks)


@command("notes")
@about_game
def notes(call: Call) -> Printed:
    """Show the notes for the game master: what failed, who is missing, what was changed.

    \b
    Examples:
      adjudicator notes sekigahara
    """
    noted = queries.notes(call.store, call.campaign)
    facts = [{"created": x.created.isoformat(), "code": x.code, "text": x.text} for x in noted]
    return facts, (f"{local_time(x.created, call.zone)}  {x.code}: {x.text}" for x in noted)


@command("calendar")
@about_game
@click.option("--seat", type=SEAT, help="The seat whose deadline it is; else the first awaited.")
@click.option("--out", type=asking.PATH, help="The file to write; otherwise it is printed.")
def calendar(call: Call, seat: str | None, out: Path | None, force: Force) -> Printed:
    """Print the deadline of the phase that waits as iCalendar, with an alarm.

    The letters that open a phase or move its deadline bring the same file. A newer one takes the
    place of the older in the calendar, since it has the same UID and a higher SEQUENCE. It holds
    nothing secret.

    \b
    Examples:
      adjudicator calendar sekigahara
      adjudicator calendar sekigahara --seat Oda --out oda.ics
    """
    state = call.state
    awaited = (each for each in state.seats if each.name in state.must_order)
    whose = state.seat(seat) if seat else next(awaited, None)
    entry = calendar_entry(state, whose) if whose else None
    if whose is None or entry is None or entry.off:
        phase = "" if state.is_over else state.head.opens.key
        who = {"seat": whose.name if whose else "", "campaign": call.campaign.name}
        raise CommandError("no-deadline", phase=phase, **who)
    data = calendar_file(entry).data
    if out:
        asking.write_bytes(out, data, force=force)
    text = data.decode().replace("\r\n", "\n")
    facts = {"seat": whose.name, "deadline": entry.at, "calendar": text}
    written = asking.line("deadline-written", out=out, seat=whose.name)
    return facts, [written if out else text.rstrip("\n")]
