"""Answers to what a seat sent: the receipt of its orders, or that its words were passed on.

A letter that orders nothing is for a person, so it goes to the game master.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from adjudicator import reports
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import RefusedError, reason
from adjudicator.campaign.kernel.tokens import NOWHERE, OrderFile, Source, without_tokens
from adjudicator.campaign.letters.letters import caretakers_of, make_files, send, setting, tell_gm
from adjudicator.campaign.letters.outbox import picture_of_orders
from adjudicator.campaign.letters.proofs import sign_receipt
from adjudicator.campaign.orders.signatures import SIGNATURE
from adjudicator.campaign.orders.standing import (
    CLOSED_PART,
    LEFT_OUT,
    NOT_READY,
    Standing,
    is_prose,
    quote_earlier,
)
from adjudicator.campaign.press.drafts import resembles_press
from adjudicator.campaign.press.press import check_is_for_master
from adjudicator.games.contract import Game
from adjudicator.orders import Finding, Orders, RawLine, Scan, understand
from adjudicator.orders.reading.plain_text import tidy_line
from adjudicator.orders.reading.reader import NOT_AN_ORDER
from adjudicator.reports.model import Arrival, File, LaterOrders, Origin, Report, picture_file
from adjudicator.store.columns import after
from adjudicator.store.letter_records import Note
from adjudicator.store.records import Seat, Submission
from adjudicator.wording.english import begin_sentence

RECEIPT = "receipt"
TO_THE_MASTER = "letter-from-player"
MOST_A_DAY = 20
"""Letters of the players of a campaign that a game master gets in 24 hours; more are noted only."""
MOST_LINES = 200
LONGEST_LINE = 1000


def not_ready(why: Literal["withheld", "suspended", "left-out"], phase: str = "") -> Finding:
    """Return the finding that a seat is not ready although it said so, in a later phase or now."""
    words = reports.phrase(NOT_READY, why, {"later": phase})
    return Finding(0, NOT_READY, "note", "ready", words)


def enter_standing(
    change: Change, seat: Seat, standing: Standing, source: Source = NOWHERE, **fields: Any
) -> None:
    """Enter what stands for a seat; ``fields`` are others of the record."""
    change.enter_orders(
        seat.name,
        source=source.id,
        text=standing.text,
        ready=standing.ready,
        ahead=standing.ahead,
        findings=quote_earlier(standing.findings, standing.orders),
        warned=standing.warned,
        fingerprint=standing.fingerprint,
        **fields,
    )


def queue_receipt(
    change: Change,
    seat: Seat,
    standing: Standing,
    source: Source = NOWHERE,
    *,
    missing: bool = False,
) -> str:
    """Queue the receipt of what stands, with its findings; return its Message-ID.

    ``source`` is the letter that is confirmed; its sender may get the receipt too. ``missing`` says
    whether the phase that waits still lacks an answer of the seat.
    """
    facts = {"orders": standing.text.splitlines(), "fingerprint": standing.fingerprint}
    instead = ("receipt-bare", facts)

    def write(reader: Seat, source: Source) -> str:
        make = partial(write_receipt, change, reader, standing, missing=missing)
        return send(change, RECEIPT, reader, make, instead=instead, source=source, opens=True)

    for each in caretakers_of(change, seat):
        write(each, replace(source, answer=False))
    return write(seat, source)


def write_receipt(
    change: Change,
    seat: Seat,
    standing: Standing,
    *,
    asked: bool = False,
    missing: bool = False,
    kept: Iterable[Submission] = (),
) -> Report:
    """Write a receipt; with ``asked`` it answers a question, and no orders have just arrived, and
    ``kept`` is what is kept for later phases.

    Lines that were not read as orders are quoted; if “ready” waits for them they are told first.
    """
    ready, phase = standing.ready, standing.phase
    known = replace(setting(change, seat), ready=ready, ahead=standing.ahead)
    if asked or change.is_trial:
        known = replace(known, actor="")
    view = change.game.view(change.position, seat.name)
    findings = list(standing.findings)
    whys = {each.line: each.message for each in findings if each.code == NOT_AN_ORDER}
    quoted = standing.unread
    withheld: dict[str, list[str]] = {}
    unready = " ".join(each.message for each in findings if each.code == NOT_READY)
    if unready:
        quoted = tuple(line for line in quoted if line.number not in whys)
        for each in findings:
            if each.code == NOT_AN_ORDER:
                withheld.setdefault(each.message, []).append(each.read)
    left_out = tuple(each.read for each in findings if each.code == LEFT_OUT)
    told = (NOT_AN_ORDER, LEFT_OUT, NOT_READY, SIGNATURE)
    findings = [each for each in findings if each.code not in told]
    findings += _waits(change.game, view, standing.orders) if not phase else []
    unread = tuple((line.text, whys.get(line.number, "")) for line in quoted)
    before = tuple(map(str, standing.before))
    later = tuple(LaterOrders(when(x), tuple(x.text.splitlines()), x.ready) for x in kept)
    trial = change.is_trial
    arrival = Arrival(before, unread, missing, trial, left_out, unready, later, withheld)
    orders, defaults, print_ = standing.orders, standing.defaults, standing.fingerprint
    origin = Origin(
        change.head.serial, seat.name, "orders", 0, phase, str(orders), defaults,
        warned=standing.warned,
    )  # fmt: skip

    def draw() -> tuple[File, ...]:
        picture = picture_of_orders(change.game, view, orders.renumber(), origin)
        return (picture_file("orders", origin=origin),) if picture else ()

    files = make_files(change, draw)
    if not (asked or change.is_trial):
        lines = tuple(standing.text.splitlines())
        about = phase or change.waits_in
        files += sign_receipt(change, seat.name, about, lines, ready=ready)
    return reports.receipt(
        change.game, view, orders, findings, defaults, print_, known, phase, asked=asked,
        arrival=arrival, pictures=files,
    )  # fmt: skip


def when(kept: Submission) -> str:
    """Return the name of the phase that orders are kept for, as a header has it."""
    return f"{kept.round} {kept.phase}" if kept.round is not None else kept.phase


def _waits(game: Game, view: Any, orders: Orders) -> list[Finding]:
    """Say which lines wait for which later part of the turn."""
    later = game.phase(view).later
    parts = [(line, game.part(view, line)) for line in orders if later]
    return [
        Finding.of(line.number, "note", str(line), reason("waits", part=part))
        for line, part in parts
        if part in later
    ]


def forward(
    change: Change, seat: Seat, file: OrderFile, prose: Iterable[RawLine], suspended: str
) -> str:
    """Pass a letter of nothing but prose on to the game master and tell its writer, also that he is
    no longer ready, if it ``suspended`` that; return the answer's Message-ID.

    Raises RefusedError if it may have been meant for others than him.
    """
    numbers = {line.number for line in prose}
    lines = [line for n, line in enumerate(file.text.splitlines(), 1) if n in numbers]
    for first in filter(None, (file.subject, *lines[:1])):
        if resembles_press(first):
            raise RefusedError("press-misspelt", word=first.split()[0])
    wrote = ", ".join(filter(None, (seat.player, file.source.address)))
    unsent = [f"{begin_sentence(each)}." for each in file.unsent]
    strange = [f"“{x.read}”: {x.message}" if x.read else x.message for x in file.scan.findings]
    strange += unsent
    closed = [x.message for x in file.scan.findings if x.code == CLOSED_PART] + unsent
    facts = _pass_on(change, wrote, file.subject, lines, closed, seat)
    facts |= {"strange": strange, "suspended": suspended, "wishes": file.wishes}
    write = partial(reports.notice, setting(change, seat), "passed-on", facts)
    instead = ("passed-on", facts)
    return send(change, RECEIPT, seat, write, instead=instead, source=file.source, opens=True)


def forward_from_guest(
    change: Change, wrote: str, subject: str, lines: Sequence[str], closed: Sequence[str]
) -> Report:
    """Pass the letter of one who holds no seat on to the game master, with sentences on parts of it
    that could not be read; return the answer."""
    facts = _pass_on(change, wrote, subject, lines, closed)
    return reports.notice(None, "passed-on", {**facts, "strange": closed})


def _pass_on(
    change: Change,
    wrote: str,
    subject: str,
    lines: Sequence[str],
    closed: Sequence[str],
    seat: Seat | None = None,
) -> dict[str, Any]:
    """Tell the game master what somebody wrote; return the facts of it.

    He may play, so no token is in it, and what begins as if it were for others goes to nobody.
    Raises RefusedError.
    """
    for first in (subject, *lines[:1]):
        check_is_for_master(change, seat.name if seat else "", tidy_line(first[:LONGEST_LINE]))
    some = [*((subject, "") if subject else ()), *lines[:MOST_LINES]]
    quoted = tuple(without_tokens(change.store, line, LONGEST_LINE) for line in some)
    facts: dict[str, Any] = {
        "holder": seat.name if seat else "",
        "wrote": wrote,
        "lines": quoted,
        "closed": [without_tokens(change.store, each, LONGEST_LINE) for each in closed],
        "phase": "",
        "wants_word": bool(seat) and not (change.has_begun or change.is_over),
        "strange": (),
        "suspended": "",
        "wishes": (),
        "campaign": change.campaign.name,
    }
    if seat and change.has_begun and not change.is_over:
        sent = change.submissions.get(seat.name)
        stand = sent.text.splitlines() if sent else []
        facts |= {
            "phase": change.head.opens.key,
            "orders": sum(not line.startswith("else") for line in stand),
            "missing": seat.name in change.silent,
        }
    today, of = after(change.now - timedelta(days=1)), change.campaign.id
    before = change.store.count(Note, campaign_id=of, code=TO_THE_MASTER, created=today)
    post = before + sum(each.code == TO_THE_MASTER for each in change.entries(Note)) < MOST_A_DAY
    tell_gm(
        change,
        TO_THE_MASTER,
        facts,
        letter="passed-on",
        quoted=quoted,
        post=post,
        to=facts["holder"],
    )
    return facts


def is_for_a_person(change: Change, scan: Scan) -> bool:
    """Say whether a file is text, and no line of it an order that the game could ever know."""
    spoken = [each for each in scan.sections if each.lines]
    languages = [each for each, _ in change.game.languages(change.campaign.options)]
    return bool(spoken) and all(
        is_prose(understand(section.lines, language))
        for section in spoken
        for language in languages
    )
