"""What can be asked by mail: all operations, and what only a letter can ask.

Players and game masters read this list: in the answer to “help”, and in the guides (``make docs``).
"""

import msgspec

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.orders.language.syntax import forms_of
from adjudicator.orders.reference import entry, reference
from adjudicator.post.requests import joining
from adjudicator.post.requests.answering import answer, by_mail
from adjudicator.post.requests.context import ORDER_FILE, Request, RequestContext
from adjudicator.post.requests.joining import GAME
from adjudicator.post.requests.press import BROADCAST, DIARY, PRESS
from adjudicator.post.senders.sender import Sender
from adjudicator.reports import phrase
from adjudicator.reports.model import File, Report
from adjudicator.store import queries

TOPIC = r"[\w-]{1,30}(?: [\w-]{1,30}){0,2}"


def give_help(context: RequestContext) -> Report:
    """Say how to order by mail, or what a topic is; to a seat with the orders of a phase."""
    topic, requests = context.argument.casefold(), requests_of(context.sender)
    about = [each for each in requests if topic in (each.name, *each.forms)]
    kinds = _kinds(context, topic) if topic else []
    is_known = bool(about or kinds)
    file = None if is_known and topic != "orders" else _reference(context, topic)
    shown = about if is_known else requests
    facts = {
        "requests": [(f"{each.name} {each.usage}".strip(), each.help) for each in shown],
        "topic": topic,
        "entries": kinds,
        "master": context.sender.master is not None,
        "listed": file is not None,
    }
    report = answer(context, "help-topic" if is_known else "help", facts)
    return msgspec.structs.replace(report, files=(file,)) if file else report


def is_newcomer(context: RequestContext) -> bool:
    """Say whether a letter comes from somebody who plays nowhere here, and is no order file."""
    letter = context.letter
    named = (letter.token, letter.order_file.token, letter.order_file.game, letter.order_file.seat)
    return not any(named) and not queries.seats_at(context.store, letter.sender.bare, 1)


def list_campaigns(context: RequestContext, letter: str = "list") -> Report:
    """List the games that take players, and the one that the writer belongs to.

    The letter “introduction” tells a newcomer, too, what is at this address, and how to join.
    """
    own = context.state.campaign.id if context.state else 0
    games = []
    for each in queries.campaigns(context.store):
        if each.id != own and not (each.settings.open and each.ended is None):
            continue
        state = State(context.store, each, context.arrived)
        where = state.head.opens.title if state.has_begun else "before the deal"
        game = {
            "name": each.name,
            "title": state.game.meta.title,
            "free": [] if state.is_over else [seat.name for seat in state.open_seats],
            "where": "over" if state.is_over else where,
        }
        games.append(game)
    return answer(context, letter, {"games": games})


def _reference(context: RequestContext, topic: str) -> File | None:
    """Return the orders of a phase: that of the topic, or the one that waits."""
    if context.state is None or not context.state.has_begun or context.sender.master:
        return None
    opens, game = context.state.head.opens, context.state.game
    name = topic.split()[-1] if topic else ""
    language = game.language(context.state.position, name)
    title, called = (name, name) if language and name else (opens.title, opens.name)
    language = language or game.language(context.state.position, "")
    if language is None:
        return None
    intro = phrase("help", "reference", {"phase": title})
    text = reference(game.meta.title, [(language, intro)])
    return File(f"orders-of-phase-{called}.md", "text/markdown", text.encode())


def _kinds(context: RequestContext, topic: str) -> list[list[list[str]]]:
    """Return what the reference says of the orders that begin with a word, in any phase.

    Each is a list of its paragraphs, and each of these of its lines, without Markdown.
    """
    if context.state is None or context.sender.master:
        return []
    game, options = context.state.game, context.state.campaign.options
    entries = {
        kind: entry(kind)
        for language, _ in game.languages(options)
        for kind in language.kinds
        if any(topic in form.starts for form in forms_of(kind))
    }
    return [[_plain_lines(part) for part in each.split("\n\n")] for each in entries.values()]


def _plain_lines(text: str) -> list[str]:
    """Return the lines of a paragraph without Markdown; what is a sentence is one line."""
    lines = [line.removeprefix("### ").replace("`", "") for line in text.splitlines()]
    if not text.startswith(("- ", "```")):
        return [" ".join(lines)]
    return [line for line in lines if line]


REQUESTS = (
    Request("help", "anybody", "say what can be asked, how to order, and the orders of the phase "
            "that waits; with a word behind it (a request, a phase, an order): about that",
            give_help, TOPIC, "[TOPIC]", forms=("help me", "info")),
    Request("list", "anybody", "list the games here that take players, and yours",
            list_campaigns, forms=("games",)),
    Request("join", "stranger", "ask for a seat, which you are then asked to confirm; without a "
            "free one you wait for it, as a substitute",
            joining.join, GAME, "GAME [SEAT]", changes=True),
    Request("takeover", "stranger", "ask for a free seat of a game under way, which you are then "
            "asked to confirm",
            joining.join, GAME, "GAME [SEAT]", changes=True,
            forms=("take over",)),
    Request("observe", "stranger", "ask for the public reports, which you are then asked to "
            "confirm",
            joining.observe, GAME, "GAME", changes=True, forms=("watch",)),
    Request("unobserve", "stranger", "take yourself off the lists of those who watch and of "
            "substitutes",
            joining.unobserve, GAME, "GAME", changes=True,
            forms=("unwatch", "unsubscribe")),
    Request("amend", "player", "above orders: change only the lines that they name"),
    Request("phase", "player", "above orders: order for that phase, now or later",
            usage="ROUND NAME"),
    Request("ready", "player", "say that you are done (“ready ahead”: with your whole turn)"),
    Request("wait", "player", "take that back", forms=("not ready",)),
    Request("word", "player", "add a word of yours to the keys of the dice", usage="TEXT"),
    Request("address", "player", "have your letters sent to another address; you are asked at both "
            "ends whether that is right",
            joining.ask_for_address, r"\S{1,254}", "ADDRESS", changes=True),
    *(PRESS, BROADCAST, DIARY),
    *(by_mail(each) for each in OPERATIONS if each.who != "host"),
)  # fmt: skip


def requests_of(sender: Sender) -> list[Request]:
    """Return what a writer can ask for, in the order of the list."""
    roles = {"anybody", "seat"}
    if sender.master:
        roles |= {"master", "person"}
    else:
        roles |= {"player", "person"} if sender.proven and sender.seat else {"stranger"}
    of_press = (PRESS, BROADCAST) if sender.master else ()
    return [each for each in REQUESTS if each.who in roles or each in of_press]


def check_may_ask(request: Request, sender: Sender) -> None:
    """Raise RefusedError unless the writer may ask for that."""
    if request is ORDER_FILE and sender.proven and not sender.seat:
        raise RefusedError("no-request", master=sender.master is not None)
    if request.who in ("anybody", "stranger"):
        return
    unknown = sender.unknown
    if unknown and request.who == "seat" and unknown.code in ("no-game", "no-seat"):
        why = phrase("reasons", "which-seat", {"request": request.name})
        raise RefusedError(unknown.code, why) from unknown
    if unknown:
        raise unknown
    if request is PRESS and sender.answers:
        return
    if request.who in ("player", "person") and not sender.proven:
        raise RefusedError("no-token")
