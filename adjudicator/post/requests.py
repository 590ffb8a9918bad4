"""What can be asked by mail, as a list. To add a request is to add an entry.

Players and game masters read this list: in the answer to “help”, and in the guides (``make docs``).
"""

import msgspec

from adjudicator.campaign.errors import RefusedError
from adjudicator.orders.reference import reference
from adjudicator.post import answers
from adjudicator.post.asking import ORDER_FILE, Ask, Asking, Request
from adjudicator.post.letter import IncomingLetter
from adjudicator.post.phrasing import find_asks
from adjudicator.post.press import BROADCAST, DIARY, PRESS
from adjudicator.post.who import Writer
from adjudicator.reports import phrase
from adjudicator.reports.model import File, Report


def give_help(asking: Asking) -> Report:
    """Say how to order by mail; to a seat with a list of the orders of the phase that waits."""
    there = requests_of(asking.writer)
    facts = {"requests": [(f"{each.name} {each.usage}".strip(), each.help) for each in there]}
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
    Request("status", "seat", "where the game stands", answers.give_status),
    Request("orders", "seat", "the orders of yours that stand", answers.repeat_orders, alone=True),
    Request("report", "seat", "your last report", answers.repeat_report),
    Request("help", "anybody", "this", give_help, forms=("help me",)),
    *(PRESS, BROADCAST, DIARY),
)


def read_asks(letter: IncomingLetter, writer: Writer) -> tuple[Ask, ...]:
    """Return what a letter asks for, and last its orders, if it has any or nothing else."""
    if letter.press:
        asks = find_asks(letter, requests_of(writer))
        file = letter.order_file
        if not asks and (file.sections or file.ready is not None or file.word):
            asks = (Ask(ORDER_FILE, text=letter.text),)
        return (Ask(PRESS), *asks)
    return find_asks(letter, requests_of(writer)) or (Ask(ORDER_FILE, text=letter.text),)


def requests_of(writer: Writer) -> list[Request]:
    """Return what a writer can ask for, in the order of the list."""
    roles = {"anybody", "seat"}
    roles.add("player" if writer.proven else "stranger")
    return [each for each in REQUESTS if each.who in roles]


def check_may_ask(request: Request, writer: Writer) -> None:
    """Raise RefusedError unless the writer may ask for that."""
    if request.who in ("anybody", "stranger"):
        return
    unknown = writer.unknown
    if unknown and request.who == "seat" and unknown.code in ("no-game", "no-seat"):
        why = phrase("reasons", "which-seat", {"request": request.name})
        raise RefusedError(unknown.code, why) from unknown
    if unknown:
        raise unknown
    if request is PRESS and writer.answers:
        return
    if request.who == "player" and not writer.proven:
        raise RefusedError("no-token")
