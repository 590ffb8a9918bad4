"""Questions about a campaign: where it stands, what happened, what a reader may see of it.

What is secret is shown to the seat that asks; who asks for no seat sees what the public sees.
"""

import textwrap
from html import escape

import msgspec

from adjudicator import reports
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.dice import reckon_luck
from adjudicator.campaign.letters.letters import seats_in_words, setting
from adjudicator.campaign.letters.outbox import AS_SENT, REPORTS, Reopened, reopen
from adjudicator.campaign.letters.proofs import sign_record
from adjudicator.campaign.orders.standing import is_suspended
from adjudicator.campaign.people.caretakers import describe_care
from adjudicator.campaign.people.reliability import MOST, readers_of_records, reckon_reliability
from adjudicator.campaign.people.settings import host_of
from adjudicator.campaign.phases.absence import describe_leave
from adjudicator.campaign.phases.deadlines import days_in_bank
from adjudicator.campaign.phases.endings import describe_proposals
from adjudicator.operations.operation import Argument, Call, Reply, operation
from adjudicator.operations.values import PHASE
from adjudicator.reports.files.attachments import with_token
from adjudicator.reports.formats import name_orders
from adjudicator.reports.model import Origin, Report, picture_file
from adjudicator.reports.words import local_time
from adjudicator.store import queries
from adjudicator.store.letter_records import Heading, Letter

MOST_LINES = 60
"""Phases that a history has; those before them are left out."""


@operation("seat", changes=False)
def status(call: Call) -> Reply:
    """Say where the game stands: the phase, its deadline, for whom it still waits, whether your
    orders are in, who plays, the standings.
    """
    state = call.state
    if not state.has_begun:
        return _describe_before_the_deal(call, state)
    sent = state.submissions.get(call.viewer)
    facts = {
        "phase": state.head.opens.title,
        "over": state.is_over,
        "ends": local_time(state.deadline, call.zone) if state.deadline else "",
        "paused": state.campaign.settings.paused,
        "awaited": name_duties(state),
        "seated": bool(call.seat),
        "orders": bool(sent and sent.text),
        "ready": sent.ready if sent else None,
        "suspended": sent is not None and is_suspended(sent.findings),
        "free": [each.name for each in state.open_seats],
        "away": describe_leave(state, call.seat)["away"],
        "cared": [
            {**each, "until": local_time(each["until"], call.zone)} for each in describe_care(state)
        ],
        "votes": [each["number"] for each in describe_proposals(state, call.seat)],
        "bank": [(each.name, days_in_bank(state, each)) for each in state.seats if each.by_person]
        if state.campaign.settings.bank
        else [],
        "roster": True,
        "why": state.campaign.why_ended,
    }
    table = state.game.standings(state.game.view(state.position, call.viewer))
    return Reply("status", facts, table)


def name_duties(state: State) -> list[tuple[str, list[str]]]:
    """Return for what the game waits, as players call it, each with the seats it waits for."""
    groups: dict[str, list[str]] = {}
    for seat in state.waits_for:
        what = name_orders(state.game, state.game.view(state.position, seat), seat)
        groups.setdefault(what, []).append(seat)
    return list(groups.items())


def _describe_before_the_deal(call: Call, state: State) -> Reply:
    deal = state.campaign.deal
    facts = {
        "title": state.game.meta.title,
        "over": state.is_over,
        "why": state.campaign.why_ended,
        "players": seats_in_words(state),
        "words": [each.name for each in state.seats if each.name in state.words],
        "deal": local_time(deal, call.zone) if deal else "",
        "commitment": state.campaign.commitment,
    }
    return Reply("status-before", facts)


@operation("seat", forms=("standings",), changes=False)
def summary(call: Call) -> Reply:
    """Say how the standings went, round by round."""
    state, game = call.state, call.state.game
    rounds: dict[int, tuple[str, list[str]]] = {}
    for each in queries.resolutions(state.store, state.campaign)[1:]:
        table = game.standings(game.view(game.decode(each.position), ""))
        number = each.phase.split()[0]
        played = int(number) if number.isdecimal() else each.number
        rounds[played] = (each.phase, [" ".join(row[:2]) for row in table.rows])
    now = game.standings(game.view(state.position, ""))
    facts = {
        "column": now.columns[1].title if len(now.columns) > 1 else "",
        "rounds": [*rounds.values()][-MOST_LINES:],
        "phase": state.head.opens.title,
    }
    return Reply("summary", facts, now)


@operation("seat", changes=False)
def luck(call: Call) -> Reply:
    """Say how lucky the seats were: what came by the dice, and what was to be expected of them."""
    state = call.state
    rules = state.game.luck() if state.has_begun else None
    table = reckon_luck(state, call.viewer) if rules else None
    what = rules.what if rules else ""
    facts = {"what": what, "thrown": table is not None, "over": state.is_over}
    return Reply("luck", facts, table)


@operation("seat", changes=False)
def history(call: Call) -> Reply:
    """List the phases that were carried out, and who was missing."""
    state = call.state
    past = queries.past(state.store, state.campaign)[1:] if state.has_begun else []
    phases = [
        {
            "phase": each.phase,
            "at": local_time(each.created, call.zone),
            "missing": each.missing,
        }
        for each in past
    ]
    facts = {"phases": phases[-MOST_LINES:], "before": max(0, len(phases) - MOST_LINES)}
    return Reply("history", facts)


@operation(
    "seat",
    Argument("phase", PHASE),
    examples=("", "3 war"),
    changes=False,
    forms=("resend",),
)
def report(call: Call, phase: str = "") -> Reply | Report:
    """Send your last report again, or that of a phase, with its files.

    Its order sheet has the token that the seat has now; another one would prove nothing.
    """
    if opened := _reopen_report(call, phase):
        report = _with_remark(opened)
        return with_token(report, token(call.seat)) if call.seat else report
    return Reply("report", {"phase": phase})


@operation("seat", Argument("phase", PHASE), name="map", changes=False)
def map_now(call: Call, phase: str = "") -> Reply:
    """Send the map as you see it now, or as it was after a phase."""
    state = call.state
    anew: list[str] = []
    if phase:
        opened = _reopen_report(call, phase)
        files = opened.letter.content.files if opened else ()
        pictures = [each for each in files if each.media.startswith("image/")]
        if not (opened and pictures):
            return Reply("report", {"phase": phase})
        anew = _not_as_sent(opened)
    else:
        phase = state.head.opens.title
        pictures = [picture_file("map", origin=Origin(state.head.serial, call.viewer))]
    bare = [msgspec.structs.replace(each, cid="") for each in pictures]
    return Reply("map", {"phase": phase, "anew": anew}, files=bare)


@operation("seat", forms=("sheet", "order sheet"), changes=False)
def position(call: Call) -> Reply:
    """Send the position file and a fresh order sheet."""
    state = call.state
    view = state.game.view(state.position, call.viewer)
    files = reports.reminder(state.game, view, setting(state, call.seat)).files
    return Reply("position", {"phase": state.head.opens.title}, files=files)


@operation("player", changes=False)
def record(call: Call) -> Reply:
    """Say what you kept of your phases in all games here, and sign it for another host."""
    address, state = call.holder.address, call.state
    found = reckon_reliability(call.store, address, call.now)
    judge = host_of(queries.first_address(call.store))
    proof = sign_record(call.store, judge, address, call.now, found)
    facts = {
        **found.facts,
        "address": address,
        "most": MOST,
        "told": readers_of_records(state),
        "key": proof.record.key if proof else "",
        "attached": proof.file.name if proof else "",
    }
    return Reply("record", facts, files=(proof.file,) if proof else ())


def _reopen_report(call: Call, wanted: str) -> Reopened | None:
    """Return the report of a phase with its files, the newest if there are several; None if
    there is none."""
    headings = call.state.rows(Heading, seat=call.viewer)
    sent = [each for each in headings if each.kind in REPORTS]
    exact = [each for each in sent if wanted in ("", each.phase.casefold())]
    begun = [each for each in sent if each.phase.casefold().startswith(f"{wanted} ")]
    heading = next(reversed(exact or begun), None)
    return reopen(call.store, call.store.find(Letter, id=heading.id)) if heading else None


def _not_as_sent(opened: Reopened) -> list[str]:
    """Name the pictures of a letter that are not what was sent, and what became of them."""
    return [f"{name}: {how}" for name, how in opened.pictures.items() if how != AS_SENT]


def _with_remark(opened: Reopened) -> Report:
    """Return a letter as it was written; of pictures that are not as they were a line says so."""
    content = opened.letter.content
    if not (anew := _not_as_sent(opened)):
        return content
    remark = reports.phrase("map", "anew", {"anew": anew})
    text = f"{content.text}\n{textwrap.fill(remark, 72)}\n"
    page, end, rest = content.html.rpartition("</body>")
    page = f"{page}<p>{escape(remark)}</p>\n{end}{rest}"
    return msgspec.structs.replace(content, text=text, html=page)
