"""What can be asked by mail: all operations, and what only a letter can ask.

Players and game masters read this list: in the answer to “help”, and in the guides (``make docs``).
"""

from collections.abc import Iterable
from typing import Literal

from adjudicator import reports
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token_digest
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.operations.operation import Argument, Operation, Reply, operation
from adjudicator.operations.values import PHASE, TEXT
from adjudicator.orders.language.syntax import forms_of
from adjudicator.orders.reading.scan import Scan
from adjudicator.orders.reference import entry, reference
from adjudicator.post.incoming.reasons import reason
from adjudicator.post.requests import joining
from adjudicator.post.requests.letter_call import LetterCall, ParsedRequest, listed_word
from adjudicator.post.requests.press import BROADCAST, DIARY, press
from adjudicator.post.senders.sender import Sender
from adjudicator.reports.model import File
from adjudicator.store import queries
from adjudicator.store.records import Seat

TOPIC = TEXT._replace(metavar="[TOPIC]", pattern=r"[\w-]{1,30}(?: [\w-]{1,30}){0,2}")


@operation(
    "anybody",
    Argument("topic", TOPIC),
    name="help",
    forms=("help me", "info"),
    changes=False,
    beside_orders=False,
)
def give_help(call: LetterCall, topic: str) -> Reply:
    """Say what can be asked, how to order, and the orders of the phase that waits; with a word
    behind it (a request, a phase, an order): about that.
    """
    topic, requests = topic.casefold(), requests_of(call.sender)
    about = [each for each in requests if topic in (each.name, *each.forms)]
    kinds = _kinds(call, topic)
    is_known = bool(about or kinds)
    file = None if is_known and topic != "orders" else _reference(call, topic)
    shown = about if is_known else requests
    facts = {
        "requests": [(f"{each.name} {each.usage}".strip(), each.help) for each in shown],
        "topic": topic,
        "entries": kinds,
        "master": call.sender.master is not None,
        "listed": file is not None,
    }
    return Reply("help-topic" if is_known else "help", facts, files=(file,) if file else ())


def is_newcomer(call: LetterCall) -> bool:
    """Say whether a letter comes from somebody who is in no game here: it is no order file, and
    quotes no letter to a player, who may write from another address of his."""
    store, letter, scan = call.store, call.letter, call.letter.own.scan
    quoted = (store.has(Seat, token_digest=token_digest(each)) for each in letter.quoted_tokens)
    is_file = any((letter.token, scan.token, scan.game, scan.seat))
    return not (is_file or any(quoted) or queries.people_at(store, letter.sender.bare, 1))


@operation("anybody", name="list", forms=("games",), changes=False)
def list_campaigns(call: LetterCall) -> Reply:
    """List the games here that take players, and yours."""
    return introduce(call, "list")


def introduce(call: LetterCall, letter: str = "introduction") -> Reply:
    """Tell a newcomer what is at this address, and how to join; “list” tells which games."""
    own = call.campaign.id if call.asked_of else 0
    games = []
    for each in queries.campaigns(call.store):
        if each.id != own and not (each.settings.open and each.ended is None):
            continue
        state = State(call.store, each, call.now)
        game = {
            "name": each.name,
            "title": state.game.meta.title,
            "free": [] if state.is_over else [seat.name for seat in state.open_seats],
            "over": state.is_over,
            "phase": state.head.opens.title if state.has_begun else "",
        }
        games.append(game)
    return Reply(letter, {"games": games})


def _reference(call: LetterCall, topic: str) -> File | None:
    """Return the orders of a phase: that of the topic, or the one that waits."""
    if call.asked_of is None or not call.state.has_begun or call.sender.master:
        return None
    opens, game = call.state.head.opens, call.state.game
    name = topic.split()[-1] if topic else ""
    language = game.language(call.state.position, name)
    title, called = (name, name) if language and name else (opens.title, opens.name)
    language = language or game.language(call.state.position, "")
    if language is None:
        return None
    intro = reports.phrase("help", "reference", {"phase": title})
    text = reference(game.meta.title, [(language, intro)])
    return File(f"orders-of-phase-{called}.md", "text/markdown", text.encode())


def _kinds(call: LetterCall, topic: str) -> list[list[list[str]]]:
    """Return what the reference says of the orders that begin with a word, in any phase.

    Each is a list of its paragraphs, and each of these of its lines, without Markdown.
    """
    if call.asked_of is None:
        return []
    game, options = call.state.game, call.campaign.options
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
    *(give_help, list_campaigns),
    *(joining.join, joining.takeover, joining.observe, joining.unobserve),
    listed_word(
        "amend",
        "above orders: change only the lines that they name; alone: bring back what the last ones "
        "left out",
        text="orders",
        who="orderer",
    ),
    listed_word(
        "phase",
        "above orders: order for that phase, now or later",
        Argument("phase", PHASE),
        usage="ROUND NAME",
        text="orders",
        who="orderer",
    ),
    listed_word(
        "ready", "say that you are done (“ready ahead”: with your whole turn)", who="orderer"
    ),
    listed_word("wait", "take that back", forms=("not ready",), who="orderer"),
    listed_word(
        "word",
        "add a word of yours to the keys of the dice",
        Argument("word", TEXT),
        usage="TEXT",
    ),
    *(joining.ask_for_address, joining.give_back),
    *(press, BROADCAST, DIARY),
    *(each for each in OPERATIONS if each.who != "host"),
)


Role = Literal["player", "caretaker", "master", "stranger"]


def requests_of(sender: Sender) -> list[Operation]:
    """Return what a writer can ask for, in the order of the list."""
    if sender.master:
        return requests_for("master")
    if sender.caretaker:
        return requests_for("caretaker")
    return requests_for("player" if sender.proven and sender.seat else "stranger")


def requests_for(role: Role) -> list[Operation]:
    """Return what a person in a role can ask for, in the order of the list."""
    also: dict[Role, set[str]] = {
        "player": {"holder", "orderer", "person"},
        "caretaker": {"holder", "orderer"},
        "master": {"person"},
        "stranger": {"holder"},
    }
    may = {"anybody", "seat", role, *also[role]}
    of_press = (press, BROADCAST) if role == "master" else ()
    return [each for each in REQUESTS if each.who in may or each in of_press]


def readable_requests(sender: Sender) -> list[Operation]:
    """Return what is known for a request in a writer's letter: of who looks after a seat, and of a
    game master, also what its player alone may ask, so that it is refused."""
    known = requests_of(sender)
    if sender.caretaker or sender.master:
        others = ("holder", "orderer", "player", "person")
        of_player = (each for each in REQUESTS if each.who in others)
        known += [each for each in of_player if each not in known]
    return known


def check_may_ask(asked: ParsedRequest, sender: Sender) -> None:
    """Raise RefusedError unless the writer may ask for that."""
    request = asked.request
    if request.who in ("anybody", "stranger"):
        return
    if sender.caretaker and request.who in ("player", "person"):
        raise RefusedError("only-orders", request=asked.title)
    if sender.master and request not in requests_of(sender):
        raise RefusedError("only-players", request=asked.title)
    unknown = sender.unknown
    if unknown and request.who in ("seat", "holder") and unknown.code in ("no-game", "no-seat"):
        why = reason("which-seat", request=asked.title)
        raise RefusedError(why) from unknown
    if unknown:
        raise unknown
    if request is press and sender.answers:
        return
    if request.who in ("orderer", "player", "person") and not sender.proven:
        raise RefusedError("no-token")


def check_may_order(sender: Sender, scan: Scan, wishes: Iterable[str]) -> None:
    """Raise RefusedError unless the writer has proven to hold a seat, whose orders he may send.

    ``scan`` is what would be orders, and ``wishes`` are the requests whose words stand in it.
    """
    if sender.unknown:
        raise sender.unknown
    if not sender.proven:
        raise RefusedError("no-token")
    if not sender.seat:
        is_master = sender.master is not None
        if is_master and scan.command:
            word = "wait" if scan.ready is False else scan.command
            raise RefusedError("only-players", request=word)
        raise RefusedError("no-request", master=is_master, wishes=list(wishes) if is_master else [])
