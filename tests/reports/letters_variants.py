"""Letters that differ from those of ``letters_written``, and why."""

from datetime import timedelta

import msgspec
from letters_events import WAR
from letters_toy import Toy, orders, position
from letters_written import AFTER, ASKED, BEFORE, GAME, MAP, SETTING, notice, receipt, result

from adjudicator import reports
from adjudicator.games.contract import Default, Defaulted, Option, Phase, Won
from adjudicator.orders import Finding, Orders
from adjudicator.reports import Arrival
from adjudicator.reports.model import LaterOrders

THERE = tuple(str(line) for line in ASKED)
TWICE = type(ASKED)((ASKED.lines[0], msgspec.structs.replace(ASKED.lines[1], number=1)))
OF_TWO = Finding(1, "may-be-empty", "warning", str(TWICE.lines[1].order), "It may be empty.")
WHY = "Not read as an order. If it is meant as one: “horse” is not a unit."
WHOLE = Finding(0, "nothing-understood", "error", "", "Nothing was understood.")
FINDINGS = [
    Finding(2, "may-be-empty", "warning", "attack Kai", "Kai may be empty by then."),
    Finding(6, "unknown-order", "error", "atack Kai", "“atack” is not an order.", "attack Kai"),
    Finding(0, "no-seat", "note", "", "The file names no seat."),
    Finding(0, "crossed", "warning", "", "Your letter may be about the phase before."),
]
REJECTED = [Finding(line, "c", "error", f"x{line}", "No.") for line in (3, 2)]
SEALED = msgspec.structs.replace(SETTING.dice, seal="ef" * 32, words={"Oda": "a heron"})
QUIET = msgspec.structs.replace(SEALED, draws=())
LATE = {"late": True, "grace": SETTING.deadline + timedelta(hours=6)}
PHASES = tuple(
    Phase("", 2, name, "", (), (), turn=turn)
    for turn, name in (("Oda", "march"), ("Oda", "fight"), ("Takeda", "march"))
)
ROSTER = (("Oda", "Ann <b>"), ("Takeda", ""), ("Uesugi", None))
PLAN = position(phase="plan", active="")


class Ruled(Toy):
    """Its option names rulings."""

    option = Option("win", "at once", ("at once",), "when 35 provinces win (M20, H3)")
    meta = msgspec.structs.replace(Toy.meta, options=(option,))


class Still(Toy):
    """Nothing in it is random, and nothing can be chosen."""

    meta = msgspec.structs.replace(Toy.meta, draws=(), options=())


def known(**changes):
    return msgspec.structs.replace(SETTING, **changes)


def ended(*seats, deadline=None):
    """The last report, with a victory of these seats."""
    over = position(phase="over", active="")
    won = Won(seats=seats, why="so it is")
    return reports.result(GAME, BEFORE, over, None, (*WAR, won), known(deadline=deadline))


FILLED = (
    Defaulted("Oda", "casualties ronin", "the usual order"),
    Defaulted("Takeda", "", "Nothing was ordered."),
    Defaulted("Uesugi", "call off after 2 passes"),
)


def of_result(filled=(), game=GAME, **changes):
    """The last report without what was filled in, but for this."""
    events = [each for each in WAR if not isinstance(each, Defaulted)]
    return reports.result(game, BEFORE, AFTER, ASKED, (*events, *filled), known(**changes), (MAP,))


def opening(view=PLAN, game=GAME, **changes):
    return reports.opening(game, view, known(**changes), (MAP,))


def reminder(view=BEFORE, **changes):
    return reports.reminder(GAME, view, known(**changes))


def of_receipt(**changes):
    defaults = [Default("casualties ronin", "the usual order")]
    return reports.receipt(GAME, BEFORE, ASKED, (), defaults, "", known(**changes))


VARIANTS = {
    "result": {
        "of the dice a seal is published": lambda: result(dice=SEALED),
        "nothing was drawn": lambda: result(dice=QUIET),
        "a public number is in the key": lambda: result(
            dice=msgspec.structs.replace(SEALED, beacon="4711")
        ),
        "nothing is random, and a seal is published": lambda: of_result(game=Still(), dice=SEALED),
        "nothing is random": lambda: of_result(game=Still()),
        "the next phase waits for nobody any more": lambda: result(awaited=()),
        "nobody was missing": lambda: result(missing=()),
        "the reader was missing": lambda: result(missing=("Oda",)),
        "his orders were filled in": lambda: of_result(FILLED),
        "nothing was filled in": lambda: of_result(),
        "to a seat that was silent": lambda: result("Uesugi"),
        "the game is won": lambda: ended("Oda"),
        "the victory is shared": lambda: ended("Oda", "Takeda"),
        "of several phases": lambda: reports.result(
            GAME,
            BEFORE,
            AFTER,
            ASKED,
            WAR,
            known(dice=QUIET, earlier_dice=(SETTING.dice,)),
            phases=PHASES,
        ),
        "others share the victory": lambda: ended("Takeda", "Uesugi"),
        "the game is a draw": ended,
    },
    "result to the next": {
        "there is no deadline": lambda: result("Takeda", deadline=None),
        "in Tokyo": lambda: result("Takeda", zone="Asia/Tokyo"),
        "in a zone that nobody knows": lambda: result("Takeda", zone="Mars/Olympus"),
        "orders come as files": lambda: result("Takeda", address=""),
        "a regent plays the seat": lambda: result("Takeda", regents=("Takeda",)),
    },
    "opening": {
        "no ruling is named": lambda: opening(game=Ruled()),
        "options are chosen": lambda: opening(
            msgspec.structs.replace(PLAN, options={"war": "together", "win": "at once"})
        ),
        "who plays": lambda: opening(roster=ROSTER),
        "there is no commitment": lambda: opening(commitment=""),
        "nothing is known of the dice": lambda: opening(dice=None),
        "nothing was drawn": lambda: opening(dice=QUIET),
        "nothing is random, and nothing can be chosen": lambda: opening(game=Still()),
        "nothing is random, and a seal is published": lambda: opening(game=Still(), dice=SEALED),
        "there is a seal, and a key for receipts": lambda: opening(
            dice=SEALED, receipt_key="12" * 32
        ),
    },
    "reminder": {
        "the phase waits for all": lambda: reminder(PLAN),
        "it waits for two": lambda: reminder(PLAN, awaited=("Oda", "Uesugi")),
        "it waits for one": lambda: reminder(PLAN, awaited=("Oda",)),
        "the deadline has passed": lambda: reminder(AFTER, **LATE),
        "the phase is held": lambda: reminder(AFTER, late=True),
    },
    "receipt": {
        "the game master sent the orders": lambda: of_receipt(actor="master"),
        "they came from elsewhere": lambda: of_receipt(actor="else@example.org"),
        "with findings": lambda: receipt(FINDINGS),
        "one of two orders on a line may fail, and something else": lambda: receipt(
            [OF_TWO, msgspec.structs.replace(OF_TWO, read="")], given=TWICE
        ),
        "what has changed": lambda: receipt(
            given=Orders(ASKED.lines[1:]),
            arrival=Arrival((*THERE[1:-1], "if Kai units <= 2: attack Kai\nelse: attack Ise")),
        ),
        "an order was left out": lambda: receipt(
            given=Orders(ASKED.lines[1:]),
            arrival=Arrival(THERE[:-1], left_out=THERE[:1]),
            phase="5 plan",
        ),
        "orders were left out, so that ready waits": lambda: receipt(
            given=Orders(ASKED.lines[:1]),
            arrival=Arrival(THERE, left_out=THERE[1:], not_ready="You are <b>not</b> ready yet."),
            ready=False,
        ),
        "nothing has changed": lambda: receipt(arrival=Arrival(THERE)),
        "lines that are no orders": lambda: receipt(
            arrival=Arrival(
                unread=(
                    ("Hi <b>judge</b>", ""),
                    *((f"casualties {x}", WHY) for x in ("horse", "ox")),
                )
            )
        ),
        "lines for which ready waits": lambda: receipt(
            arrival=Arrival(
                not_ready="You are not ready yet.",
                withheld={
                    "No <b>order</b>.": ("Hm, <i>no</i>", "line " * 20),
                    WHY: ("casualties ox",),
                },
            ),
            ready=False,
        ),
        "no answer yet": lambda: receipt(
            REJECTED[:1], given=orders(), arrival=Arrival(missing=True)
        ),
        "only checked": lambda: receipt(arrival=Arrival(trial=True)),
        "for a later phase": lambda: receipt(phase="5 plan"),
        "for a later phase, as the one that waits lacks an answer": lambda: receipt(
            phase="5 plan", arrival=Arrival(missing=True)
        ),
        "without orders": lambda: receipt(given=orders()),
        "nothing but rejected": lambda: receipt(REJECTED, given=orders()),
        "nothing but rejected, for later": lambda: receipt(
            REJECTED, given=orders(), phase="5 plan"
        ),
        "the whole was not understood": lambda: receipt([WHOLE]),
        "neither was the whole": lambda: receipt([WHOLE, *REJECTED]),
        "in answer to a question": lambda: receipt(
            asked=True,
            arrival=Arrival(
                kept=(
                    LaterOrders("5 plan", ("spend 2 on <b>",), True),
                    LaterOrders("war", ("x",), False),
                )
            ),
        ),
        "ready": lambda: receipt(ready=True),
        "nothing is filled in": lambda: reports.receipt(GAME, BEFORE, ASKED, (), (), "", known()),
        "ready in a pause": lambda: of_receipt(ready=True, deadline=None, paused=True),
    },
    "notice": {"with the standings": lambda: notice(standings=GAME.standings(AFTER))},
}
"""By the letter that they differ from."""
