"""What can be asked by mail: all operations, and what only a letter can ask.

Players and game masters read this list: in the answer to “help”, and in the guides (``make docs``).
"""

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.post.requests import joining
from adjudicator.post.requests.context import ORDER_FILE, Request, RequestContext
from adjudicator.post.requests.help import give_help, list_campaigns
from adjudicator.post.requests.joining import GAME, find_campaign
from adjudicator.post.requests.operations import by_mail
from adjudicator.post.requests.press import BROADCAST, DIARY, PRESS
from adjudicator.post.senders.sender import Sender
from adjudicator.reports import phrase
from adjudicator.reports.model import Report

TOPIC = r"[\w-]{1,30}(?: [\w-]{1,30}){0,2}"


def _help(context: RequestContext) -> Report:
    return give_help(context, requests_of(context.sender))


REQUESTS = (
    Request("help", "anybody", "say what can be asked, how to order, and the orders of the phase "
            "that waits; with a word behind it (a request, a phase, an order): about that",
            _help, TOPIC, "[TOPIC]", forms=("help me", "info")),
    Request("list", "anybody", "list the games here that take players, and yours",
            list_campaigns, forms=("games",)),
    Request("join", "stranger", "ask for a seat, which you are then asked to confirm; without a "
            "free one you wait for it, as a substitute",
            joining.join, GAME, "GAME [SEAT]", changes=True, find=find_campaign),
    Request("takeover", "stranger", "ask for a free seat of a game under way, which you are then "
            "asked to confirm",
            joining.join, GAME, "GAME [SEAT]", changes=True, find=find_campaign,
            forms=("take over",)),
    Request("observe", "stranger", "ask for the public reports, which you are then asked to "
            "confirm",
            joining.observe, GAME, "GAME", changes=True, find=find_campaign, forms=("watch",)),
    Request("unobserve", "stranger", "take yourself off the lists of those who watch and of "
            "substitutes",
            joining.unobserve, GAME, "GAME", changes=True, find=find_campaign,
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
    if request is ORDER_FILE and sender.guest:
        return  # for the game master
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
