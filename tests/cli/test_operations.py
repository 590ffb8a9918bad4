"""Operations asked for by mail and at a terminal: both do the same, and say it in the same words."""

import json
import re
import shutil

import pytest

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.cli.main import MODULES
from adjudicator.cli.shared.operations import find_command
from adjudicator.operations.catalogue import OPERATIONS
from adjudicator.post.requests.pipeline import take
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter
from adjudicator.store.queries import find_campaign
from adjudicator.store.records import Master, Seat
from adjudicator.wording import FOLDER

BY_MASTERS = (
    *("deadline", "deadline friday 20:00", "deadline none", "deadline soon", "extend 2 days"),
    *(
        "pause",
        "pause until 1 dec 8pm",
        "pause for 3 days",
        "resume",
        "retry",
        "schedule",
        "schedule weekdays 20:00",
    ),
    *("process 1 plan", "process 2 plan", "preview", "begin", "rollback 1 plan"),
    *("set grace = 12", "set colour = red", "official", "official Well played"),
    *("replace Takeda by cleo@example.org Cleo Wu", "replace takeda with regent"),
    *("replace Takeda by nobody", "promote wu@example.org to Oda"),
    *("guest", "invite dan@example.org Dan", "observer wu@example.org Wu", "remove x@example.org"),
    *("substitute cleo@example.org", "reminder", "terminate sekigahara"),
    "terminate sekigahara We all agreed",
)
LOCAL = ("--seat", "Oda=none", "--seat", "Takeda=none", "--seat", "Mori=none")
BY_PLAYERS = (
    *("absence 20 dec to 24 dec", "absence", "emergency", "zone Asia/Tokyo", "zone Mars/Olympus"),
    *("remind 48, 6", "remind", "vote", "draw", "concede to Takeda", "withdraw", "token"),
    *("clear", "resign Oda too busy", "resign Mori", "letters daily", "name Ann Lee"),
    *("name ann@example.org", "summary", "history", "luck", "provinces"),
    *("changes", "late", "changes 9 war", "record", "near Kai", "near Nowhere", "provinces of Oda"),
    *("back", "caretaker", "caretaker nobody", "caretaker dan@example.org until 1 dec"),
    *(
        "caretaker dan@example.org",
        "notify https://ntfy.sh/a",
        "notify off",
        "notify",
        "notify abcd",
    ),
)
LONGER_BY_MAIL = (
    "absence",
    "vote",
    "summary",
    "history",
    "luck",
    "provinces",
    "changes",
    "late",
    "near",
    "record",
)


COMMANDS = re.compile(r"adjudicator (\S+) sekigahara(?: --seat Oda)?")
OF_FILES = {"check", "map", "odds", "position"}
"""Commands on files that are called as operations are."""
NO_REQUESTS = {"seat", "token", "end", "master"}
"""Lines of order files, and a reader of press, which are called as operations are."""


def asked_as_by_letter(text):
    """Return what a text quotes that asks for an operation as a letter does."""
    names = {name for each in OPERATIONS for name in (each.name, *each.forms)} - NO_REQUESTS
    quoted = re.findall("“([^”]*)”", text)
    return [each for each in quoted if any(f"{each} ".startswith(f"{name} ") for name in names)]


@pytest.mark.parametrize("room", ["letters", "campaign"])
def test_no_words_of_a_refusal_take_a_command_line_for_a_letter(room):
    words = (FOLDER / "reasons" / f"{room}.j2").read_text(encoding="utf-8")
    assert asked_as_by_letter(words) == []


def by_mail(shell, asked, seat):
    """Ask by a letter, in a copy of the database; return the answer and the campaign after it."""
    path = shell.folder / "copy.db"
    shutil.copy(shell.folder / "campaign.db", path)
    with open_store(path) as store:
        campaign = find_campaign(store, "sekigahara")
        masters = store.rows(Master, campaign_id=campaign.id)
        who = store.find(Seat, campaign_id=campaign.id, name=seat) if seat else masters[0]
        line, text = (asked.partition(" ")[::2]) if asked.startswith("official") else (asked, "")
        head = f"From: {who.address}\nTo: judge+{token(who)}@example.org\nMessage-ID: <1@x>"
        taken = take(store, f"{head}\n\n{line}\n{text}\n".encode(), shell.now)
        answers = [x for x in store.rows(Letter) if x.kind in ("answer", "refusal")]
        said = answers[-1].content.text if answers else ""
        return taken.outcome == "answered", " ".join(said.split()), stands(store, shell.now)


def stands(store, now):
    """Return what may be told apart of the campaign; tokens are drawn anew each time."""
    state = State(store, find_campaign(store, "sekigahara"), now)
    seats = [
        (x.name, x.address, x.player, x.held_by, x.open, x.zone, x.remind) for x in state.seats
    ]
    guests = [(x.address, x.role, x.player) for x in state.guests]
    head = (state.head.opens.key, state.deadline, state.is_over)
    return state.campaign.settings, seats, guests, head, store.count(Letter, kind="official")


@pytest.mark.parametrize("asked", [*BY_MASTERS, *BY_PLAYERS])
def test_both_doors_do_and_say_the_same(table, asked):
    seat = "" if asked in BY_MASTERS else "Oda"
    answered, said, after = by_mail(table, asked, seat)
    name, *words = asked.split()
    words = words[1:] if name in ("terminate", "resign") else words
    (operation,) = (each for each in OPERATIONS if each.name == name)
    more = [*(["--seat", seat] if seat else []), *(["--yes"] if operation.confirm else [])]
    if asked == "resign Mori":  # the guard of a letter; at a terminal the seat is named anyway
        assert not answered
        return
    shown = " ".join(table(name, "sekigahara", *words, *more, code=0 if answered else 2).split())
    with open_store(table.folder / "campaign.db") as store:
        assert stands(store, table.now) == after
    if said and operation.name not in LONGER_BY_MAIL:
        sentence = shown.removeprefix("Error: ")
        sentence = sentence.replace("The game master did this in the name of Oda. ", "")
        sentence = COMMANDS.sub(r"\1", sentence).replace(" behind “", " below “")
        said = said.replace("“terminate sekigahara”", "“terminate”")
        assert sentence in said or "It is done." in shown or operation.who == "player"
    assert answered or asked_as_by_letter(shown) == []
    if answered and not operation.changes:
        facts = json.loads(table(name, "sekigahara", *words, *more, "--json"))
        assert ("table" in facts) == (operation.name in ("summary", "changes"))


def test_every_operation_is_tried_and_is_a_command():
    tried = {each.split()[0] for each in (*BY_MASTERS, *BY_PLAYERS)}
    others = {each.name for each in OPERATIONS if each.who != "host"} - tried
    by_seat = {"orders for", "caretaker for"}  # at a terminal “submit” and “caretaker --seat”
    assert others - by_seat == {*("status", "report", "map", "position", "orders", "check", "odds")}
    assert others - by_seat <= set(MODULES)
    for each in OPERATIONS:
        assert each.help, each.name
        assert {each.name, *each.forms} & set(MODULES) or each.name in by_seat, each.name
    for name in (each for each, module in MODULES.items() if module == "-"):
        assert find_command(name), name
        assert bool(each.arguments) <= bool(each.usage), each.name


@pytest.mark.parametrize(
    "words",
    [
        ("observer", "sekigahara", "--name", "Wu"),
        ("absence", "sekigahara", "tomorrow"),
        ("replace", "sekigahara", "Oda"),
        ("terminate", "sekigahara"),
    ],
)
def test_what_is_incomplete_is_said_and_does_nothing(table, words):
    with open_store(table.folder / "campaign.db") as store:
        before = stands(store, table.now)
    table(*words, code=2)
    with open_store(table.folder / "campaign.db") as store:
        assert stands(store, table.now) == before


def test_who_leaves_out_what_an_operation_needs_is_told_how_it_is_written(table):
    for each in OPERATIONS:
        if set(each.optional) < {x.name for x in each.arguments} and each.name in MODULES:
            asks_for_seat = each.who in ("seat", "holder", "orderer", "player", "person")
            seat = ("--seat", "Oda") if asks_for_seat else ()
            yes = ("--yes",) if each.confirm else ()
            said = table(each.name, "sekigahara", *seat, *yes, code=None)
            assert "“”" not in said, said
            assert asked_as_by_letter(said) == []
    wanted = "“adjudicator extend sekigahara SPAN”, such as “adjudicator extend sekigahara 2 days”"
    assert wanted in table("extend", "sekigahara", code=2)
    assert "write “adjudicator end sekigahara” and" in table("end", "sekigahara", code=2)
    table.write("orders.txt", "hide 3")
    assert "or name it with “--seat”." in table("submit", "orders.txt", code=2)
    assert "Say for which seat, with “--seat NAME”." in table("token", "sekigahara", code=2)


ALWAYS = {"guest", "history", "luck", "master", "record", "report", "status", "tokens"}


@pytest.mark.parametrize("time", ["before the deal", "after the end"])
def test_a_question_is_answered_or_refused_at_every_time_of_a_game(shell, time):
    is_dealt = time == "after the end"
    begin = ("--begin",) if is_dealt else ()
    shell("new", "toy", "--name", "sekigahara", "--gm", "gm@example.org", *LOCAL, *begin)
    if is_dealt:
        shell("end", "sekigahara", "We agreed.", "--yes")
    answered = set()
    for each in OPERATIONS:
        if each.changes or each.name not in MODULES or each.name in OF_FILES:
            continue
        words = min(each.examples, key=len, default="").split()
        seat = ("--seat", "Oda") if each.who in ("seat", "holder", "orderer", "player") else ()
        said = shell(each.name, "sekigahara", *words, *seat, code=None)
        assert said, f"{each.name} failed"
        if not said.startswith("Error: "):
            answered.add(each.name)
    of_dealt = {"changes", "late", "orders", "provinces", "summary"}
    assert answered == ALWAYS | (of_dealt if is_dealt else set())


@pytest.mark.parametrize("name", ["deadline", "schedule"])
def test_who_names_no_time_is_told_how_the_clock_stands(table, name):
    with open_store(table.folder / "campaign.db") as store:
        before = stands(store, table.now)
    assert "Schedule: every 2 days at 20:00." in table(name, "sekigahara")
    with open_store(table.folder / "campaign.db") as store:
        assert stands(store, table.now) == before


def test_luck_says_whether_anything_was_thrown(shell):
    shell(*("new", "shogun", "--name", "edo", "--begin"), *LOCAL)
    assert "Nothing has been thrown yet that you know of." in shell("luck", "edo")
    shell(*("new", "toy", "--name", "kai", "--begin"), *LOCAL)
    assert "Nothing in this game comes by luck." in shell("luck", "kai")
