"""What can be asked by mail, as a list. To add a request is to add an entry.

Players and game masters read this list: in the answer to “help”, and in the guides (``make docs``).
"""

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.post.requests import (
    answers,
    joining,
    odds,
    ruling,
    seat_answers,
)
from adjudicator.post.requests.answers import PHASE
from adjudicator.post.requests.context import ORDER_FILE, Request, RequestContext
from adjudicator.post.requests.help import give_help
from adjudicator.post.requests.joining import GAME, find_campaign
from adjudicator.post.requests.leave import LEAVE
from adjudicator.post.requests.press import BROADCAST, DIARY, PRESS
from adjudicator.post.requests.votes import VOTES
from adjudicator.post.senders.sender import Sender
from adjudicator.reports import phrase
from adjudicator.reports.model import Report

ANYTHING = r".{1,200}"
TOPIC = r"[\w-]{1,30}(?: [\w-]{1,30}){0,2}"


def _help(context: RequestContext) -> Report:
    return give_help(context, requests_of(context.sender))


REQUESTS = (
    Request("help", "anybody", "what can be asked, how to order, and the orders of the phase that "
            "waits; with a word behind it (a request, a phase, an order): about that",
            _help, TOPIC, "[TOPIC]", forms=("help me", "info")),
    Request("list", "anybody", "the games here that take players, and yours",
            answers.list_campaigns, forms=("games",)),
    Request("join", "stranger", "asks you to confirm that you want a seat; without a free one you "
            "wait for it, as a substitute",
            joining.join, GAME, "GAME [SEAT]", changes=True, find=find_campaign),
    Request("takeover", "stranger", "asks you to confirm that you take over a free seat of a game "
            "under way",
            joining.join, GAME, "GAME [SEAT]", changes=True, find=find_campaign,
            forms=("take over",)),
    Request("observe", "stranger", "asks you to confirm that you want the public reports",
            joining.observe, GAME, "GAME", changes=True, find=find_campaign, forms=("watch",)),
    Request("unobserve", "stranger", "takes you off the lists of those who watch and of "
            "substitutes",
            joining.unobserve, GAME, "GAME", changes=True, find=find_campaign,
            forms=("unwatch", "unsubscribe")),
    Request("status", "seat", "the phase, its deadline, for whom it still waits, whether your "
            "orders are in, who plays, the standings",
            answers.give_status),
    Request("summary", "seat", "how the standings went, round by round",
            answers.give_summary, forms=("standings",)),
    Request("history", "seat", "the phases that were carried out, and who was missing",
            answers.give_history),
    Request("report", "seat", "your last report again, or that of a phase, with its files",
            answers.repeat_report, PHASE, "[PHASE]"),
    Request("map", "seat", "the map as you see it now, or as it was after a phase",
            answers.send_map, PHASE, "[PHASE]"),
    Request("position", "seat", "the position file and a fresh order sheet",
            answers.send_position, forms=("sheet", "order sheet")),
    Request("orders", "seat", "the receipt of what stands for you",
            seat_answers.repeat_orders, alone=True, forms=("my orders",)),
    Request("check", "player", "the receipt that the orders in the letter would get; nothing is "
            "entered",
            seat_answers.check_orders, text="orders"),
    Request("odds", "player", "the odds of the battles to which the order lines behind it lead, "
            "with semicolons between, or the lines below it, or else your orders as they stand",
            odds.reckon_odds, ANYTHING, "[ORDERS]", text="orders"),
    Request("clear", "player", "takes back all that you sent for the phase that waits, or for a "
            "later one",
            seat_answers.clear_orders, PHASE, "[PHASE]", changes=True),
    Request("amend", "player", "above orders: they change only the lines that they name"),
    Request("phase", "player", "above orders: they are for that phase, now or later",
            usage="ROUND NAME"),
    Request("ready", "player", "says that you are done (“ready ahead”: with your whole turn)"),
    Request("wait", "player", "takes that back", forms=("not ready",)),
    Request("word", "player", "adds a word of yours to the keys of the dice", usage="TEXT"),
    Request("zone", "player", "lets you read times in another zone, such as Europe/Rome",
            seat_answers.change_zone, r"[\w/+-]{1,40}", "ZONE", changes=True),
    Request("remind", "player", "reminds you so many hours before a deadline if you have sent "
            "nothing (“remind 48, 6”, “remind never”); alone: as everybody",
            seat_answers.change_reminders, r"[\d, ]{1,40}(?:hours?)?|none|never", "[HOURS]",
            changes=True),
    Request("address", "player", "asks at both addresses whether your letters shall go to the new "
            "one",
            joining.ask_for_address, r"\S{1,254}", "ADDRESS", changes=True),
    Request("token", "player", "brings a new token to your address; the old one is void",
            seat_answers.renew, changes=True, forms=("new token",)),
    Request("resign", "player", "gives your seat up; a regent plays it until somebody takes it",
            joining.resign, ANYTHING, "SEAT [WHY]", changes=True),
    *(PRESS, BROADCAST, DIARY),
    *VOTES,
    *LEAVE,
    Request("process", "master", "carries out the phase that waits, if it is that one; before the "
            "deal it deals",
            ruling.process, ANYTHING, "PHASE", changes=True, prepare=ruling.prepare_process),
    Request("preview", "master", "what would come of the phase as things stand; not for one who "
            "plays himself",
            ruling.show_preview),
    Request("begin", "master", "deals, though seats are free or words are missing",
            ruling.deal, changes=True),
    Request("rollback", "master", "goes back to where the game waited in that phase",
            ruling.undo, ANYTHING, "PHASE", changes=True, forms=("roll back",)),
    Request("deadline", "master", "moves the deadline of the phase that waits, in the zone of the "
            "game",
            ruling.move_deadline, ANYTHING, "TIME or none", changes=True),
    Request("extend", "master", "moves the deadline by so much",
            ruling.extend, ANYTHING, "2 days", changes=True),
    Request("pause", "master", "stops the clock, until you let it go on or until a time",
            ruling.pause, r"(?:until|till|for|by) .{1,60}",
            "[until TIME | for 3 days]", changes=True),
    Request("resume", "master", "lets the clock run again", ruling.resume, changes=True),
    Request("official", "master", "sends the text below it to every player and all who watch",
            ruling.tell_all, text="message", ends="endofficial", changes=True),
    Request("replace", "master", "gives a seat to another person, to a regent, or to whoever "
            "takes it",
            ruling.replace, ANYTHING, "SEAT by ADDRESS NAME, regent or nobody", changes=True),
    Request("promote", "master", "gives a free seat to one who watches or waits",
            ruling.promote, ANYTHING, "PERSON to SEAT", changes=True),
    Request("set", "master", "changes how the game is run",
            ruling.change_setting, ANYTHING, "NAME = VALUE", changes=True),
    Request("terminate", "master", "ends the game for good, and tells everybody why",
            ruling.terminate, ANYTHING, "GAME WHY", changes=True),
)  # fmt: skip


def requests_of(sender: Sender) -> list[Request]:
    """Return what a writer can ask for, in the order of the list."""
    roles = {"anybody", "seat"}
    if sender.master:
        roles.add("master")
    else:
        roles.add("player" if sender.proven and sender.seat else "stranger")
    return [each for each in REQUESTS if each.who in roles]


def check_may_ask(request: Request, sender: Sender) -> None:
    """Raise RefusedError unless the writer may ask for that."""
    if request is ORDER_FILE and sender.guest:
        return  # for the game master
    if request is ORDER_FILE and sender.proven and not sender.seat:
        raise RefusedError("no-request")
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
    if request.who == "player" and not sender.proven:
        raise RefusedError("no-token")
