"""Questions about the game, and their answers: each a function to a report.

What is secret goes to the address of the seat's player, and to another one only if the letter
carries the seat's token. So a forged question tells its writer nothing. Game masters and guests
see what the public sees.
"""

import textwrap
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import msgspec

from adjudicator import maps, reports
from adjudicator.campaign.kernel.clock import local_time
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters.letters import seats_in_words, setting
from adjudicator.campaign.letters.outbox import AS_SENT, REPORTS, Reopened, reopen
from adjudicator.campaign.phases.absence import describe_leave
from adjudicator.campaign.phases.votes import describe_proposals
from adjudicator.games.contract import Table
from adjudicator.post.requests.context import RequestContext
from adjudicator.reports.files import with_token
from adjudicator.reports.model import File, Origin, Report, map_file
from adjudicator.store import queries
from adjudicator.store.letter_records import Heading, Letter

PHASE = r"(?:(?:of|for|from|about|phase|last)\s+)*(?:\d{1,3}(?: [\w' -]{1,60})?|last|latest)?"
"""What may follow a question about a phase: “3 war Oda”."""
MOST_LINES = 60
"""Phases that a history has; those before them are left out."""


def give_status(context: RequestContext) -> Report:
    """Say where the campaign stands. What the others have sent stays their own affair."""
    at = _state(context)
    if not at.has_begun:
        return _status_before_the_deal(context, at)
    sent = at.submissions.get(context.viewer)
    facts = {
        "phase": at.head.opens.title,
        "over": at.is_over,
        "ends": local_time(at.deadline, context.zone) if at.deadline else "",
        "paused": at.campaign.settings.paused,
        "awaited": at.waits_for,
        "seated": bool(context.seat),
        "orders": bool(sent and sent.text),
        "ready": sent.ready if sent else None,
        "free": [each.name for each in at.open_seats],
        "away": describe_leave(at, context.seat)["away"],
        "votes": [each["number"] for each in describe_proposals(at, context.seat)],
    }
    facts["roster"] = True
    facts["why"] = at.campaign.why_ended
    table = at.game.standings(at.game.view(at.position, context.viewer))
    return answer(context, "status", facts, table)


def _status_before_the_deal(context: RequestContext, at: State) -> Report:
    deal = at.campaign.deal
    facts = {
        "title": at.game.meta.title,
        "over": at.is_over,
        "why": at.campaign.why_ended,
        "players": seats_in_words(at),
        "words": [each.name for each in at.seats if each.name in at.words],
        "deal": local_time(deal, context.zone) if deal else "",
        "commitment": at.campaign.commitment,
    }
    return answer(context, "status-before", facts)


def list_campaigns(context: RequestContext) -> Report:
    """List the games that take players, and the one that the writer belongs to."""
    there = queries.campaigns(context.store)
    own = context.state.campaign.id if context.state else 0
    lines = []
    for each in there:
        if each.id != own and not (each.settings.open and each.ended is None):
            continue
        at = State(context.store, each, context.arrived)
        where = at.head.opens.title if at.has_begun else "before the deal"
        free = [seat.name for seat in at.open_seats] if not at.is_over else []
        facts = {"name": each.name, "title": at.game.meta.title, "free": free}
        lines.append({**facts, "where": "over" if at.is_over else where})
    return answer(context, "list", {"games": lines})


def give_summary(context: RequestContext) -> Report:
    """Say how the standings went from round to round, as everybody may know it."""
    at = _state(context)
    resolutions = queries.resolutions(at.store, at.campaign)
    rounds: dict[int, tuple[str, list[str]]] = {}
    for each in resolutions[1:]:
        position = at.game.decode(each.position)
        table = at.game.standings(at.game.view(position, ""))
        played = int(each.phase.split()[0]) if each.phase.split()[0].isdecimal() else each.number
        rounds[played] = (each.phase, [" ".join(row[:2]) for row in table.rows])
    now = at.game.standings(at.game.view(at.position, ""))
    column = now.columns[1].title if len(now.columns) > 1 else ""
    facts = {
        "column": column,
        "rounds": [(phase, rows) for phase, rows in rounds.values()][-MOST_LINES:],
        "phase": at.head.opens.title,
    }
    return answer(context, "summary", facts, now)


def give_history(context: RequestContext) -> Report:
    """List the phases that were carried out, and who was missing."""
    at = _state(context)
    past = queries.past(at.store, at.campaign)[1:] if at.has_begun else []
    phases = [
        {
            "phase": each.phase,
            "at": local_time(each.created, context.zone),
            "missing": each.missing,
        }
        for each in past
    ]
    facts = {"phases": phases[-MOST_LINES:], "before": max(0, len(phases) - MOST_LINES)}
    return answer(context, "history", facts)


def repeat_report(context: RequestContext) -> Report:
    """Send a report again, files and all: the last, or that of a phase.

    Its order sheet has the token that the seat has now; another one would prove nothing.
    """
    if opened := _reopen_report(context):
        report = _with_remark(opened)
        return with_token(report, token(context.seat)) if context.seat else report
    return answer(context, "report", {"phase": phase_of(context.argument)})


def send_map(context: RequestContext) -> Report:
    """Send the map as it is now, or as the report of a phase had it."""
    at = _state(context)
    phase = phase_of(context.argument)
    if phase:
        opened = _reopen_report(context)
        files = opened.letter.content.files if opened else ()
        pictures = [each for each in files if each.media.startswith("image/")]
        if not (opened and pictures):
            return answer(context, "report", {"phase": phase})
        anew = _not_as_sent(opened)
    else:
        picture = at.game.picture(at.game.view(at.position, context.viewer), ())
        phase = at.head.opens.title
        pictures = [map_file(maps.draw_png(picture), Origin(at.head.serial, context.viewer))]
        anew = []
    bare = [msgspec.structs.replace(each, cid="") for each in pictures]
    return answer(context, "map", {"phase": phase, "anew": anew}, files=bare)


def send_position(context: RequestContext) -> Report:
    """Send the position as the seat may know it, and a fresh order sheet."""
    at = _state(context)
    view = at.game.view(at.position, context.viewer)
    files = reports.reminder(at.game, view, setting(at, context.seat)).files
    return answer(context, "position", {"phase": at.head.opens.title}, files=files)


def _reopen_report(context: RequestContext) -> Reopened | None:
    """Return the report of the phase that is asked for, with its files; None if there is none."""
    found = _find_report(context)
    if found is None:
        return None
    return reopen(context.store, context.store.find(Letter, id=found.id))


def _not_as_sent(opened: Reopened) -> list[str]:
    """Name the pictures of a letter that are not what was sent, and what became of them."""
    return [f"{name}: {how}" for name, how in opened.pictures.items() if how != AS_SENT]


def _with_remark(opened: Reopened) -> Report:
    """Return a letter as it was written; of pictures that are not as they were a line says so."""
    content = opened.letter.content
    if not (anew := _not_as_sent(opened)):
        return content
    said = reports.phrase("map", "anew", {"anew": anew})
    text = f"{content.text}\n{textwrap.fill(said, 72)}\n"
    page, end, rest = content.html.rpartition("</body>")
    page = f"{page}<p>{escape(said)}</p>\n{end}{rest}"
    return msgspec.structs.replace(content, text=text, html=page)


def phase_of(argument: str) -> str:
    """Return the phase that a question names, in small letters; ``""``: the last one."""
    words = argument.casefold().split()
    while words and words[0] in ("of", "for", "from", "about", "phase", "last", "latest"):
        words = words[1:]
    return " ".join(words)


def _find_report(context: RequestContext) -> Heading | None:
    """Return the report of the phase that is asked for, the newest if there are several."""
    at = _state(context)
    wanted = phase_of(context.argument)
    sent = queries.headings(context.store, at.campaign, context.viewer)
    there = [each for each in sent if each.kind in REPORTS]
    if not wanted:
        return there[-1] if there else None
    exact = [each for each in there if each.phase.casefold() == wanted]
    begin = [each for each in there if each.phase.casefold().startswith(f"{wanted} ")]
    return next(reversed(exact or begin), None)


def _state(context: RequestContext) -> State:
    assert context.state
    return context.state


def answer(
    context: RequestContext,
    name: str,
    facts: Mapping[str, Any],
    standings: Table | None = None,
    files: Sequence[File] = (),
    charts: Sequence[str] = (),
) -> Report:
    """Write the answer of that name; to a stranger it is bare.

    If the report cannot be made, the answer is bare too, and the game master is told.
    """
    if context.state is None:
        bare = {
            "request": context.parsed.request.name,
            "unread": 0,
            "unread_files": (),
            "seated": False,
        }
        return reports.notice(None, name, {**bare, **facts}, files=files)
    known = setting(context.state, context.seat)
    ask = context.parsed
    unread = {"unread": ask.unread, "unread_files": ask.files}
    facts = {**facts, "request": ask.request.name, **unread}
    return reports.notice(known, name, facts, standings=standings, files=files, charts=charts)


def refuse_without_seat(context: RequestContext) -> None:
    """Raise RefusedError if a question about a seat comes from one who holds none."""
    if context.seat is None:
        raise RefusedError("no-seat-of-yours", request=context.parsed.request.name)
