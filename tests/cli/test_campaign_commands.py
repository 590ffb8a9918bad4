import json
import os
import re
import sqlite3
import sys

import pytest

from adjudicator.campaign.people.asking import new_confirmation
from adjudicator.campaign.phases import commit
from adjudicator.store.database import open_store
from adjudicator.store.databases import sqlite
from adjudicator.store.queries import find_campaign


def test_a_campaign_from_new_to_the_end(campaign):
    assert "Oda     unnamed player   no" in campaign("status")
    assert "1 line stands" in campaign(
        "submit", campaign.write("oda.txt", "hide 7"), "--seat", "Oda"
    )
    assert "Oda     unnamed player   yes" in campaign("status", "sekigahara")
    assert "is adjudicated" in campaign("adjudicate", "sekigahara", "--now", "--yes")
    campaign.wait(days=9)
    assert "adjudicated: sekigahara 1 strike" in campaign("tick")
    assert "has ended" in campaign("status")
    verdicts = campaign("verify", "sekigahara")
    assert verdicts.count("all is right") == 4
    assert "has ended" in campaign("adjudicate", "sekigahara", "--now", "--yes", code=2)


def test_without_being_asked_nothing_shows_a_seats_secrets(campaign):
    campaign("submit", campaign.write("oda.txt", "hide 7"), "--seat", "Oda")
    campaign("submit", campaign.write("2.txt", "phase 2 plan\nhide 7\nready"), "--seat", "Oda")
    shown = [campaign("status"), campaign("orders", "sekigahara"), campaign("tick")]
    shown += [campaign("status", "--json"), campaign("orders", "sekigahara", "--json")]
    shown += [campaign("notes", "sekigahara"), campaign("games", "toy")]
    assert "--show-secrets" in campaign("orders", "sekigahara", "--all", code=2)
    for asked in (("--seat", "oda"), ("--all", "--show-secrets")):
        assert "hide 7\n\n# Oda, 2 plan\nhide 7\nready" in campaign("orders", "sekigahara", *asked)
        oda, others = json.loads(campaign("orders", "sekigahara", *asked, "--json"))["seats"][:2]
        assert oda["orders"] == "hide 7\n"
        assert oda["later"] == [{"phase": "2 plan", "orders": "hide 7\n", "ready": True}]
        assert ("orders" in others) == ("--all" in asked)
    campaign("adjudicate", "sekigahara", "--now", "--yes")
    shown += [campaign("report", "sekigahara"), campaign("report", "sekigahara", "--json")]
    shown += [campaign("verify", "sekigahara")]
    assert all("hide 7" not in text and "hidden=7" not in text for text in shown)
    with sqlite3.connect("campaign.db") as conn:
        (secret,) = conn.execute("SELECT secret FROM campaign").fetchone()
    assert all(secret.hex() not in text for text in shown)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("new", "toy", "--name", "x", "--seat", "Oda"), "is no seat"),
        (("new", "toy", "--name", "x", "--seat", "Oda=none"), "2 to 5 seats"),
        (("new", "toy", "--name", "x y", "--seat", "A=none", "--seat", "B=none"), "cannot name"),
        (("new", "chess", "--name", "x", "--seat", "A=none"), "no game “chess”"),
        (("new", "toy", "--name", "x", "--seat", "A=none", "--option", "foo=1"), "no option “foo”"),
        (
            ("new", "toy", "--name", "x", "--seat", "A=none", "--option", "gests=yes"),
            "Did you mean “guests”?",
        ),
        (("new", "toy", "--name", "x", "--seat", "A=b c@d", "--seat", "B=none"), "mail address"),
        (
            ("new", "ikusa", "--name", "x", "--seat", "A=none", "--option", "colours=Uesugi"),
            "cannot be “Uesugi”. With two seats, the names of their second colours",
        ),
        (
            ("reference", "gekokujo", "--option", "guns=no effect", "--option", "technology=yes"),
            "guns means nothing without warfare: leave it out, or choose warfare too.",
        ),
        (
            ("reference", "ikusa", "--option", "play=quick", "--option", "win=end of round"),
            "win means nothing beside this choice of play: leave it out.",
        ),
        (("backup", "b.db"), "no such database"),
        (("xyzzy",), "--help"),
        (("reference", "toy", "--phase", "dance"), "Phases: plan, strike"),
        (("case", "."), "holds no .toml"),
        (("map", "x", "-o", "x.gif"), ".png or .svg"),
        (("board", "draw", "atlantis", "-o", "x.png"), "no such board"),
        (("verify", "x.json", "--key", "00"), "--orders, --expect, and --key or --dice"),
    ],
)
def test_mistakes_are_told_in_a_sentence(shell, words, message):
    assert message in shell(*words, code=2)
    assert not (shell.folder / "b.db").exists()


def test_before_the_deadline_nothing_happens_unasked(campaign):
    assert "--now goes ahead" in campaign("adjudicate", "sekigahara", code=2)
    now = ("adjudicate", "sekigahara", "--now")
    assert "Nothing was done" in campaign(*now, code=2)
    assert "nothing was done" in campaign(*now, "--yes", "--phase", "4 war", code=2)
    campaign("submit", campaign.write("oda.txt", "crash"), "--seat", "Oda")
    campaign.wait(days=3)
    shown = campaign("adjudicate", "sekigahara", code=1)
    assert "The orders of Oda were set aside" in shown
    assert "Next: 1 strike" in shown
    assert campaign(*now, "--yes").endswith("The game has ended.\n")


def test_passes_look_at_the_clock_and_at_what_they_are_given(campaign):
    campaign("tick", "--outage", "6")
    right = campaign.now
    for year in (1, 1970, 9999):
        campaign.now = right.replace(year=year)
        assert f"This machine's clock says {year:04}-11-20" in campaign("tick", code=2)
    campaign.now = right
    campaign.wait(days=9)
    assert "typo: no Maildir" in campaign("tick", "--in", "typo", code=2)
    assert "moved: sekigahara" in campaign("tick", "--outage", "6")
    campaign("settings", "sekigahara", "--hold", "1")
    campaign.wait(days=9)
    assert "adjudicated" not in campaign("tick")
    assert "(held: too many are missing)" in campaign("status")
    assert "1 plan is adjudicated" in campaign("adjudicate", "sekigahara")


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (sqlite3.SQLITE_READONLY_DIRECTORY, "Whose are it, its folder"),
        (sqlite3.SQLITE_CANTOPEN, "it cannot be written to, and nothing was changed"),
        (sqlite3.SQLITE_IOERR, "the disk full?"),
        (sqlite3.SQLITE_FULL, "its disk is full. Make room, and do it again."),
    ],
)
def test_a_database_that_cannot_be_written_is_not_called_another_file(
    campaign, monkeypatch, fault, said
):
    def fail(*_):
        error = sqlite3.OperationalError("no words of its own say what it is")
        error.sqlite_errorcode = fault
        raise error

    monkeypatch.setattr(sqlite, "_prepare", fail)
    shown = campaign("status", code=2)
    assert said in shown
    assert "not a campaign database" not in shown


def test_submit_says_what_is_wrong_with_a_file(campaign):
    def submitted(text, *more, code):
        return campaign("submit", campaign.write("o.txt", text), *more, code=code)

    assert "too-much" in submitted("hide 99", "--seat", "Oda", code=1)
    assert "phase-over" in submitted("phase 0 plan\nhide 1", "--seat", "Oda", code=1)
    assert "seat NAME" in submitted("hide 1", code=2)
    assert "token" in submitted("seat Oda\ntoken aaaabbbbccccdddd\nhide 1", code=2)
    assert "not a text file" in submitted(bytes(range(256)) * 40, "--seat", "Oda", code=2)
    assert "more than" in submitted(b"hide 1\n" * 1_500_000, "--seat", "Oda", code=2)
    assert "no orders" in campaign("orders", "sekigahara", "--seat", "Takeda")


def test_what_cannot_be_taken_back_is_asked_about(campaign, monkeypatch):
    seat = ("seat", "sekigahara", "Oda")
    for words in ((*seat, "--regent", "steady"), ("end", "sekigahara", "We agreed.")):
        assert "Nothing was done" in campaign(*words, code=2)
    for words, why in (
        (seat, "either --regent"),
        ((*seat, "--regent", "clever"), "no regent “clever”"),
        (("rollback", "sekigahara", "9 war"), "9 war"),
        (("forget", "nobody@example.org"), "Nobody"),
    ):
        assert (said := campaign(*words, code=2)) == campaign(*words, "--yes", code=2)
        assert why in said
    first, deadline, *_ = campaign("status").splitlines()
    monkeypatch.setattr("adjudicator.cli.campaigns.status.MOST_IN_FULL", 0)  # a line for each
    assert campaign("status") == f"{first}, {deadline.removeprefix('deadline: ')}\n"
    assert json.loads(campaign("status", "--json"))[0]["seats"]
    assert "Cleo" in campaign(*seat, "--player", "Cleo", "--zone", "Asia/Tokyo", "--yes")
    assert "JST" in campaign("late", "sekigahara", "--seat", "Oda")
    campaign("pause", "sekigahara")
    assert campaign("status") == f"{first}, paused\n"


def test_a_deadline_is_printed_for_a_calendar_while_there_is_one(campaign):
    printed = campaign("calendar", "sekigahara")
    assert "DTSTART:20261122T190000Z" in printed  # eight in the evening, in Rome
    assert json.loads(campaign("calendar", "sekigahara", "--json"))["seat"] == "Oda"
    assert "Takeda" in campaign("calendar", "sekigahara", "--seat", "takeda")
    campaign("pause", "sekigahara")
    assert "BEGIN:VEVENT" not in campaign("calendar", "sekigahara", code=2)
    campaign("end", "sekigahara", "--reason", "we agree", "--yes")
    for words in ((), ("--seat", "Oda")):
        over = campaign("calendar", "sekigahara", *words, code=2)
        assert "Oda has no deadline in sekigahara: it is over" in over
    regents = ("--seat", "Oda=regent", "--seat", "Mori=regent")
    campaign("new", "toy", "--name", "mino", *regents, "--begin", "--not-early")
    assert "Nobody has a deadline in mino: it waits in" in campaign("calendar", "mino", code=2)


def test_a_status_says_of_each_seat_whether_it_is_ready_or_was(campaign):
    said = {
        "hide 1": (False, False),
        "hide 1\nready": (True, False),
        "hide 99\nready": (False, True),
    }
    for orders, (ready, suspended) in said.items():
        campaign("submit", campaign.write("oda.txt", orders), "--seat", "Oda", code=None)
        (game,) = json.loads(campaign("status", "--json"))
        (seat,) = [each for each in game["seats"] if each["seat"] == "Oda"]
        assert (seat["ready"], seat["suspended"]) == (ready, suspended)
        assert seat["bank"] == 0
    campaign("settings", "sekigahara", "bank=3")
    assert "time bank: 3 days" in campaign("status", "sekigahara")


def test_before_the_deal_a_game_waits_for_the_words_of_persons_alone(shell):
    shell(
        *("new", "toy", "--name", "kawagoe", "--deadline", "every 2 days at 20:00"),
        *("--seat", "Oda=oda@example.org,Ann", "--seat", "Mori=regent", "--set", "gather=24"),
        *("--gm", "gm@example.org", "--address", "j@example.org"),
    )
    assert json.loads(shell("status", "--json"))[0]["waits_for"] == ["Oda"]


def test_a_line_for_each_game_leaves_out_what_has_moved_unless_all_are_wanted(
    campaign, monkeypatch
):
    campaign("deadline", "sekigahara", "in 3 days")
    (closes,) = re.findall("deadline: (.*)", campaign("status"))
    monkeypatch.setattr("adjudicator.cli.campaigns.status.MOST_IN_FULL", 0)
    assert campaign("status").endswith(f"waits in 1 plan: Plan, {closes}\n")
    campaign("move", "sekigahara", "--to", "new.db", "--yes")
    assert campaign("status") == ""
    assert campaign("status", "--all").endswith("new.db\n")


def test_letters_can_be_read_again_and_written_out(campaign):
    campaign("map", "sekigahara", "-o", "map.png")
    campaign("map", "sekigahara", "-o", "map.svg", "--seat", "Oda")
    campaign("map", "sekigahara", "-o", "board.txt", "--seat", "oda")
    assert "Awa: empty" in (campaign.folder / "board.txt").read_text()
    assert "--force" in campaign("map", "sekigahara", "-o", "map.png", code=2)
    campaign("backup", "copy.db")
    assert "never overwrites" in campaign("backup", "copy.db", code=2)
    assert "Oda" in campaign("status", "--db", "copy.db")
    assert "opening" in campaign("report", "sekigahara", "--seat", "Oda")
    listed = json.loads(campaign("report", "sekigahara", "--seat", "Oda", "--list", "--json"))
    assert [each["kind"] for each in listed] == ["opening"]
    shown = campaign("report", "sekigahara", "--seat", "Oda", "--out", "oda")
    assert "map.png: as sent" in shown
    assert (campaign.folder / "oda" / "map.png").read_bytes().startswith(b"\x89PNG")
    again = ("report", "sekigahara", "--seat", "Oda", "--out", "oda")
    assert "--force" in campaign(*again, code=2)
    campaign(*again, "--force")
    assert "no such letter" in campaign("report", "sekigahara", "--phase", "9 war", code=2)
    campaign("adjudicate", "sekigahara", "--now", "--yes")
    assert "result" in campaign("report", "sekigahara", "--phase", "1 plan")


def test_people_join_a_game_of_open_seats(campaign):
    new = ("new", "toy", "--name")
    assert "2 seats" in campaign(*new, "kawagoe", "--open", "2", "--address", "judge@example.org")
    assert re.search(r"Oda +free +-", campaign("status", "kawagoe"))
    assert json.loads(campaign("status", "kawagoe", "--json"))[0]["seats"][0]["free"]
    settings = json.loads(campaign("settings", "kawagoe", "--json"))
    assert (settings["open"], settings["gather"]) == (True, 24)
    asked = ("--invite", "ann@example.org,Ann", "--seat", "Mori=regent")
    assert "2 seats" in campaign(*new, "okehazama", *asked)
    ann = "asked to join ann@example.org Ann, until Fri 27 Nov 2026 "
    assert ann in campaign("guest", "okehazama")
    campaign("observer", "okehazama", "wu@example.org")
    with open_store(campaign.folder / "campaign.db") as store:  # he watches, too, by his own letter

        def answer(change):
            more = {"player": "Ann", "answered": change.now}
            change.add(new_confirmation(change, "observe", "ann@example.org", "<1@x>", **more))

        commit(store, find_campaign(store, "okehazama"), campaign.now, answer)
    assert f"observer wu@example.org; {ann}" in campaign("guest", "okehazama")
    assert ann not in campaign("remove", "okehazama", "ann@example.org")
    campaign("remove", "okehazama", "ann@example.org", code=2)
    regents = ("--seat", "Oda=strong", "--seat", "Takeda=regent", "--seat", "Mori=none")
    campaign("new", "ikusa", "--name", "nobeoka", *regents, "--set", "regent=random", "--begin")
    (facts,) = json.loads(campaign("status", "nobeoka", "--json"))
    assert [seat["player"] for seat in facts["seats"]] == ["strong", "random", ""]
    assert "no regent “brave”" in campaign("settings", "nobeoka", "regent=brave", code=2)
    assert "--begin out" in campaign("new", "toy", "--name", "x", "--open", "2", "--begin", code=2)
    assert "Name seats" in campaign("new", "toy", "--name", "x", code=2)


def test_guests_and_masters(campaign):
    added = campaign("observer", "sekigahara", "wu@example.org", "--name", "Wu")
    assert added == campaign("guest", "sekigahara") == "observer wu@example.org Wu\n"
    removed = campaign("remove", "sekigahara", "wu@example.org")
    assert removed == "Nobody watches, nobody waits.\n"

    def masters(command, *words):
        return json.loads(campaign(command, "sekigahara", *words, "--json"))["masters"]

    before = masters("master")
    assert len(masters("add-master", "second@example.org")) == len(before) + 1
    assert "token" in masters("tokens")[0]
    assert masters("dismiss-master", "second@example.org") == before
    dismissed = campaign("dismiss-master", "sekigahara", "x@example.org", code=2)
    assert "no game master" in dismissed


def test_half_a_file_does_not_stay_where_the_disk_is_full(shell, monkeypatch):
    shell("new", "toy", "--name", "x", "--seat", "Oda=none", "--seat", "Takeda=none", "--begin")

    def full(file):
        raise OSError(28, "No space left on device")

    shell.write("there.ics", "before")
    lives, killed = (shell.folder / f".x.{digit * 16}.partial" for digit in "ab")
    for left in (lives, killed):
        left.touch()
    os.utime(killed, (0, 0))
    with monkeypatch.context() as disk:
        disk.setattr("adjudicator.store.databases.files.os.fsync", full)
        for name in ("new.ics", "there.ics"):
            said = shell("correct", "x", "--out", name, "--force", code=2)
            assert f"{name}: No space left on device." in said
    assert not [*shell.folder.glob("*new.ics*")]
    assert [*shell.folder.glob(".*.partial")] == [lives]  # nobody writes to the other any more
    assert (shell.folder / "there.ics").read_text() == "before"


def test_what_fails_leaves_no_empty_database(shell):
    shell.write("no.zip", "no archive")
    shell.write("half.zip", b"PK\x05\x06" + bytes(18))
    alone = ("new", "toy", "--name", "x", "--seat", "Oda=none")
    twice = (*alone, "--seat", "Oda=regent", "--begin")
    clash = (*alone, "--seat", "Takeda=j@example.org", "--address", "j@example.org")
    for words in (
        ("archive", "--from", "no.zip"),
        ("archive", "--from", "half.zip"),
        *(alone, twice, clash),
    ):
        before = sorted(shell.folder.iterdir())
        shell(*words, code=2)
        assert sorted(shell.folder.iterdir()) == before, words
    shell(*alone, "--seat", "Takeda=none")
    assert "1 player" not in shell("new", "toy", "--name", "y", "--seat", "Oda=none", code=2)
    assert "x (toy)" in shell("status", "x")
    assert not list(shell.folder.glob(".campaign*"))


def test_a_database_that_another_program_makes_meanwhile_is_not_replaced(shell, monkeypatch):
    from adjudicator.cli.campaigns import new

    announce = new.announce

    def slow(*given):
        monkeypatch.setattr(new, "announce", announce)
        shell("new", "toy", "--name", "first", *seats)
        return announce(*given)

    seats = ("--seat", "Oda=none", "--seat", "Takeda=none")
    monkeypatch.setattr(new, "announce", slow)
    assert "Try again" in shell("new", "toy", "--name", "second", *seats, code=2)
    assert "first" in shell("status")
    assert "second" not in shell("status")
    shell("new", "toy", "--name", "second", *seats)
    assert "second" in shell("status")


@pytest.mark.skipif(sys.platform == "win32", reason="no such names")
def test_pages_lie_in_a_folder_of_any_name_and_none_is_left_empty(campaign, monkeypatch):
    odd = "pages-\udcff"
    url = ("--url", "https://example.org/oda/")
    assert "pages-�/index.html" in campaign("site", "sekigahara", "--out", odd, *url)
    assert url[1] in (campaign.folder / odd / "feed.xml").read_text("utf-8")

    def full(path, rights):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("adjudicator.site.folder.open_new", full)
    for words in (("sekigahara",), ()):
        said = campaign("site", *words, "--out", "full", code=2)
        assert "full/" in said
        assert "No space left on device." in said
        assert not (campaign.folder / "full").exists()


def test_a_book_is_written_of_a_game_that_is_over(shell):
    shell("new", "toy", "--name", "x", "--seat", "Oda=none", "--seat", "Takeda=none", "--begin")
    assert "x is not over. A book is written when it is." in shell("book", "x", code=2)
    shell("end", "x", "--reason", "Enough.", "--yes")
    shell("book", "x")
    assert "<!DOCTYPE html>" in (shell.folder / "x.html").read_text("utf-8")
    assert "--force overwrites it" in shell("book", "x", code=2)
    shell("new", "toy", "--name", "y", "--seat", "Oda=none", "--seat", "Takeda=none")
    shell("end", "y", "--reason", "Enough.", "--yes")
    assert "y was ended before the deal" in shell("book", "y", code=2)
