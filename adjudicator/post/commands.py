"""Letters that ask rather than order: ``help``, ``status``, ``orders``, ``report``.

What is secret goes to the address of the seat's player, and to another one only if the letter
carries the seat's token. So a forged question tells its writer nothing.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from adjudicator import reports
from adjudicator.campaign.clock import shown
from adjudicator.campaign.due import standing_of
from adjudicator.campaign.errors import RefusedError
from adjudicator.campaign.identify import Source, identify
from adjudicator.campaign.letters import Desk, plain_report, setting
from adjudicator.campaign.outbox import headings, letter
from adjudicator.campaign.records import Campaign, Resolution, Seat, deadline, head, submissions
from adjudicator.campaign.standing import finish, seated
from adjudicator.campaign.store import Store
from adjudicator.games.contract import Table
from adjudicator.orders import Orders, Scan, read_orders
from adjudicator.orders.reference import reference
from adjudicator.reports import words
from adjudicator.reports.model import File, Report

COMMANDS = ("help", "status", "orders", "report")
_ANSWERING = re.compile(
    r"\A(?:\s*(?:(?:re|aw|sv|tr|fwd?|wg)\s?[:：]|\[[^\]]{0,80}\]))+", re.IGNORECASE
)


class _Asked(NamedTuple):
    """A question, and where the seat that asks it stands."""

    store: Store
    owner: Campaign
    seat: Seat
    opened_by: Resolution
    now: datetime


def command_in(subject: str, found: Scan) -> str:
    """Return the command of a letter, or ``""``.

    It is the first line that is not a header; ``orders`` must be the only one, since orders often
    begin with that word. A subject counts if there is nothing else in the letter.
    """
    lines = [line.text for section in found.sections for line in section.lines]
    if not lines and found.ready is None:
        word = _word(_ANSWERING.sub("", subject))
        return word if word in COMMANDS else ""
    word = _word(lines[0]) if lines else ""
    if word not in COMMANDS or (word == "orders" and len(lines) > 1):
        return ""
    return word


class Answer(NamedTuple):
    """The answer to a command: the letter, whom it goes to, and the seat it is about, if any."""

    report: Report
    recipients: tuple[str, ...]
    owner: Campaign | None = None
    seat: str = ""


def answer_to(store: Store, command: str, found: Scan, source: Source, now: datetime) -> Answer:
    """Answer a command. Raises RefusedError if it is not clear for which game and seat it is."""
    try:
        owner, seat = identify(store, found, msgspec.structs.replace(source, trusted=True))
    except RefusedError as refusal:
        if command != "help":
            raise RefusedError(refusal.code, _unclear(command, refusal)) from refusal
        return Answer(plain_report("How to order by mail", _HELP), (source.address,))
    asked = _Asked(store, owner, seat, head(store, owner), now)
    report = _ANSWERS[command](asked, _unread(command, found))
    proven = bool(found.token or source.token)
    recipients = (seat.address, source.address) if proven else (seat.address,)
    return Answer(report, recipients, owner, seat.name)


def _unclear(command: str, refusal: RefusedError) -> str:
    if refusal.code not in ("no-game", "no-seat"):
        return str(refusal)
    return (
        f"You ask for “{command}”, but not for which seat. Answer a report of yours, or write the "
        "lines “game NAME” and “seat NAME” above the question; the answer goes to the seat's "
        "player."
    )


def _help(asked: _Asked, unread: list[str]) -> Report:
    opens = asked.opened_by.opens
    language = asked.owner.game.language(_position(asked), "")
    report = _notice(asked, "How to order by mail", [*unread, *_HELP])
    if language is None:
        return report
    text = reference(asked.owner.game.meta.title, [(language, f"The game waits in {opens.title}.")])
    name = f"orders-of-phase-{opens.name}.md"
    return msgspec.structs.replace(report, files=(File(name, "text/markdown", text.encode()),))


def _status(asked: _Asked, unread: list[str]) -> Report:
    """Say where the game stands. What the others have sent stays their own affair."""
    owner, opens = asked.owner, asked.opened_by.opens
    closes = deadline(asked.store, asked.opened_by)
    zone = asked.seat.zone or owner.settings.zone
    when = shown(closes, zone) if closes else "when every seat is ready"
    stands = standing_of(asked.store, owner, asked.now)
    sent = submissions(asked.store, asked.opened_by).get(asked.seat.name)
    own = "Your orders are here" if sent and sent.text else "No order of yours stands yet"
    if sent is not None:
        own += ", and you are ready" if sent.ready else "; you have not said that you are ready"
    phase = f"{opens.title}. It ends: {when}."
    waits = f"It waits for {words.listed(stands.awaited) or 'nobody'}."
    said = ["The game is over."] if opens.over else [phase, waits, f"{own}."]
    game = owner.game
    table = game.standings(game.view(_position(asked), asked.seat.name))
    return _notice(asked, "Where the game stands", [*unread, *said], table)


def _orders(asked: _Asked, unread: list[str]) -> Report:
    """Repeat the receipt of what stands."""
    owner, name = asked.owner, asked.seat.name
    table = seated(owner.game, _position(asked), name)
    if table is None:
        return _notice(asked, "Your orders", [*unread, "This phase takes no orders."])
    sent = submissions(asked.store, asked.opened_by).get(name)
    orders = read_orders(sent.text, table.language).orders if sent else Orders()
    standing = finish(table, orders, sent.findings if sent else ())
    known = setting(asked.store, owner, asked.seat, asked.opened_by)
    known = msgspec.structs.replace(known, ready=bool(sent and sent.ready))
    desk = Desk(asked.store, owner, asked.now)
    return desk.made(
        "receipt",
        name,
        lambda: reports.receipt(
            owner.game,
            table.view,
            standing.orders,
            standing.findings,
            standing.defaults,
            standing.fingerprint,
            known,
            asked=True,
        ),
    )


def _report(asked: _Asked, unread: list[str]) -> Report:
    """Send the last report again, files and all."""
    sent = headings(asked.store, asked.owner, seat=asked.seat.name)
    reported = [each.message_id for each in sent if each.kind in _REPORTS]
    if reported:
        return letter(asked.store, reported[-1]).content
    return _notice(asked, "No report yet", [*unread, "There is no report for your seat yet."])


_REPORTS = ("opening", "result", "rollback")
_ANSWERS: dict[str, Callable[[_Asked, list[str]], Report]] = {
    "help": _help,
    "status": _status,
    "orders": _orders,
    "report": _report,
}

_HELP = [
    "Write one order a line, as plain text, and answer the last report so that the letter goes to "
    "the address with your seat's token. Or copy the lines “game”, “seat”, “phase” and “token” "
    "from its order sheet to the top of a new letter.",
    "A new letter replaces your earlier orders for the phase. One that begins with “amend” changes "
    "only the lines it names. “ready” says that you are done. “END” or a signature ends the "
    "orders; quoted lines are never orders.",
    "Every letter of orders is answered by a receipt: what stands, what was not understood, and "
    "what happens by default.",
    "A letter that says only “status”, “orders”, “report” or “help” is answered with where the "
    "game stands, the orders of yours that stand, your last report, or this.",
]


def _position(asked: _Asked) -> Any:
    return asked.owner.game.decode(asked.opened_by.position)


def _notice(
    asked: _Asked, subject: str, paragraphs: list[str], table: Table | None = None
) -> Report:
    known = setting(asked.store, asked.owner, asked.seat, asked.opened_by)
    told = {"subject": subject, "paragraphs": paragraphs}
    return reports.notice(known, "paragraphs", told, standings=table)


def _unread(command: str, found: Scan) -> list[str]:
    """Say that lines below a command were not read as orders."""
    lines = sum(len(section.lines) for section in found.sections) - 1
    if lines < 1:
        return []
    return [
        f"Your letter begins with “{command}”, so its other {lines} lines were not read as orders. "
        "If they are orders, send them without that line."
    ]


def _word(text: str) -> str:
    return text.strip(" \t.:!?").casefold()
