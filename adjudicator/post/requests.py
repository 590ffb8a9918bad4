"""What can be asked by mail, as a list. To add a request is to add an entry and its template.

A request's template, ``templates/letters/NAME.j2``, has a block ``help`` that says in a clause what
it is answered with; the help letter is made from these.
"""

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.orders.reference import reference
from adjudicator.post import answers
from adjudicator.post.answers import Asking
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.who import Writer
from adjudicator.reports import phrase
from adjudicator.reports.model import File, Report


class Request(NamedTuple):
    """One thing that a letter can ask for."""

    name: str
    """The word that a letter says, in small letters, and the name of the template."""
    who: Literal["anybody", "seat", "player"]
    """``seat``: whoever names a seat, for the answer goes to its player. ``player``: with the
    seat's token."""
    handle: Callable[[Asking], Report] | None = None
    """Returns the answer; None for what is taken as orders."""
    alone: bool = False
    """Whether it must be the only line, since orders can begin with that word."""


def give_help(asking: Asking) -> Report:
    """Say how to order by mail; to a seat with a list of the orders of the phase that waits."""
    facts = {
        "names": [each.name for each in REQUESTS],
        "about": [phrase(each.name, "help", {}) for each in REQUESTS],
    }
    report = answers.answer(asking, "help", facts)
    if asking.state is None or not asking.state.has_begun:
        return report
    opens, game = asking.state.head.opens, asking.state.game
    language = game.language(asking.state.position, "")
    if language is None:
        return report
    intro = phrase("help", "reference", {"phase": opens.title})
    text = reference(game.meta.title, [(language, intro)])
    file = File(f"orders-of-phase-{opens.name}.md", "text/markdown", text.encode())
    return msgspec.structs.replace(report, files=(file,))


REQUESTS = (
    Request("status", "seat", answers.give_status),
    Request("orders", "seat", answers.repeat_orders, alone=True),
    Request("report", "seat", answers.repeat_report),
    Request("help", "anybody", give_help),
)

ORDER_FILE = Request("order file", "player")
"""Whatever names none of them: orders, ``ready``, ``wait``, ``amend``; see ``orders.scan``."""

_BY_NAME = {each.name: each for each in REQUESTS}
_ANSWERING = re.compile(
    r"\A(?:\s*(?:(?:re|aw|sv|tr|fwd?|wg)\s?[:：]|\[[^\]]{0,80}\]))+", re.IGNORECASE
)


def find_request(letter: IncomingLetter) -> Request:
    """Return what a letter asks for.

    It is said by the first line that is not a header. A subject counts if there is nothing else in
    the letter.
    """
    found = letter.order_file
    lines = [line.text for section in found.sections for line in section.lines]
    if not lines and found.ready is None and not found.word:
        return _BY_NAME.get(_word(_ANSWERING.sub("", letter.subject)), ORDER_FILE)
    request = _BY_NAME.get(_word(lines[0])) if lines else None
    if request is None or (request.alone and len(lines) > 1):
        return ORDER_FILE
    return request


def check_may_ask(request: Request, writer: Writer) -> None:
    """Raise RefusedError unless the writer may ask for that."""
    if request.who == "anybody":
        return
    unknown = writer.unknown
    if unknown and request.who == "seat" and unknown.code in ("no-game", "no-seat"):
        why = phrase("reasons", "which-seat", {"request": request.name})
        raise RefusedError(unknown.code, why) from unknown
    if unknown:
        raise unknown
    if request.who == "player" and not writer.proven:
        raise RefusedError("no-token")


def _word(text: str) -> str:
    return text.strip(" \t.:!?").casefold()
