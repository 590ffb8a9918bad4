"""The letters that wait: seen, tried again, dropped; and whose letters come back."""

import json
import sys
from datetime import timedelta

import pytest

from adjudicator.campaign.letters.delivery import enter_bounce
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Attempt, Letter

PROGRAM = """#!{python}
import pathlib, sys
here = pathlib.Path(__file__).parent
(here / "log").open("a").write(sys.argv[-1] + "\\n")
if "oda" in sys.argv[-1]:
    sys.exit("come back later" if not (here / "free").exists() else 0)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no sendmail")


@pytest.fixture
def waiting(mailed):
    """A game whose letter to Oda is not taken."""
    path = mailed.write("sendmail", PROGRAM.format(python=sys.executable))
    path.chmod(0o755)
    mailed.out = f"sendmail://{path}"
    head, line, *others = mailed("mail", "queue").splitlines()
    assert head.startswith("1  Fri 20 Nov 2026 12:00 UTC  sekigahara Oda opening: ")
    assert line == "    oda@example.org: waits for the next pass"
    assert len(others) == 4
    mailed("tick", "--out", mailed.out, code=1)
    return mailed


def test_what_waits_for_a_daily_letter_says_so_and_goes_with_it(waiting):
    waiting.write("free", "")
    waiting("mail", "retry", "--all")
    waiting("tick", "--out", waiting.out)
    waiting("letters", "sekigahara", "daily", "--seat", "Oda")
    waiting("pause", "sekigahara")
    daily = "    oda@example.org: waits for its reader's daily letter, Sat 21 Nov 2026 07:00 UTC"
    assert waiting("mail", "queue").splitlines().count(daily) == 1
    waits = json.loads(waiting("mail", "queue", "--json"))
    (found,) = [each for each in waits if each["seat"] == "Oda"]
    (recipient,) = found["recipients"]
    assert (recipient["waits_for"], recipient["waits_until"][:13]) == ("digest", "2026-11-21T07")
    for words in (("--all",), (str(found["number"]),)):
        assert "Left for the daily letters" in waiting("mail", "retry", *words)
    waiting("tick", "--out", waiting.out)
    (_, line) = waiting("mail", "queue").splitlines()
    assert line == daily
    waiting("letters", "sekigahara", "all", "--seat", "Oda")
    (waiting.folder / "free").unlink()
    waiting("tick", "--out", waiting.out, code=1)
    waiting("letters", "sekigahara", "daily", "--seat", "Oda")
    assert waiting("mail", "retry", "--all") == "1 letter is tried with the next pass.\n"
    waiting.write("free", "")
    assert "sent: " in waiting("tick", "--out", waiting.out)


def test_what_waits_is_listed_with_the_reason_and_tried_again_at_once(waiting):
    (head, line) = waiting("mail", "queue").splitlines()
    assert head.startswith("1  Fri 20 Nov 2026 12:00 UTC  sekigahara Oda opening: ")
    assert line.startswith("    oda@example.org: tried 1×; again Fri 20 Nov 2026 12:05 UTC: ")
    assert line.endswith("come back later")
    (found,) = json.loads(waiting("mail", "queue", "sekigahara", "--json"))
    assert (found["number"], found["game"], found["seat"]) == (1, "sekigahara", "Oda")
    (recipient,) = found["recipients"]
    assert (recipient["state"], recipient["tries"]) == ("later", 1)
    assert "no game called" in waiting("mail", "queue", "osaka", code=2)
    for words, said in WRONG:
        for name in ("retry", "drop"):
            shown = waiting("mail", name, *words, code=2)
            assert said in shown
            assert "\x1b" not in shown
    waiting.write("free", "")
    assert waiting("tick", "--out", waiting.out) == ""
    assert waiting("mail", "retry", "1") == "1 letter is tried with the next pass.\n"
    assert "again with the next pass" in waiting("mail", "queue")
    assert "sent: <sekigahara." in waiting("tick", "--out", waiting.out)
    assert waiting("mail", "queue") == ""
    assert "does not wait" in waiting("mail", "retry", "1", code=2)
    assert waiting("mail", "retry", "--all") == "0 letters are tried with the next pass.\n"


WRONG = (
    ((), "Name the letters"),
    (("1", "--all"), "Name the letters"),
    (("99",), "There is no letter 99"),
    (("<x@y>",), "There is no letter <x@y>"),
    (("9" * 40,), "There is no letter 999"),
    (("\x1b[2J",), "There is no letter"),
    (("2",), "does not wait"),
)


def test_a_letter_is_dropped(waiting):
    with open_store(waiting.folder / "campaign.db") as store:
        (letter,) = store.rows(Letter, kind="opening", seat="Oda")
    assert "--yes goes ahead" in waiting("mail", "drop", letter.message_id, code=2)
    dropped = waiting("mail", "drop", letter.message_id, "--why", "it was a test", "--yes")
    assert dropped == "1 letter is dropped.\n"
    waiting.write("free", "")
    waiting.wait(days=1)
    assert waiting("tick", "--out", waiting.out) == ""
    with open_store(waiting.folder / "campaign.db") as store:
        (attempt,) = store.rows(Attempt, letter=letter.id)
    assert (attempt.state, attempt.why) == ("dropped", "it was a test")
    assert waiting("report", "sekigahara", "--seat", "Oda").startswith("opening")
    assert "dropped" in waiting("report", "sekigahara", "--seat", "Oda", "--list")


def test_status_shows_whom_letters_do_not_reach(mailed):
    assert "out of reach" not in mailed("status")
    with open_store(mailed.folder / "campaign.db") as store:
        for days, letter in enumerate(store.rows(Letter)[:3], -1):  # from the second on
            moment = mailed.now + timedelta(days=days)
            enter_bounce(store, letter, "oda@example.org", moment, "550 no such user")
    assert "out of reach since 2026-11-20: 550 no such user" in mailed("status")
    (found,) = json.loads(mailed("status", "--json"))
    lost = {each["seat"]: each["out_of_reach"] for each in found["seats"]}
    assert lost["Takeda"] is None
    assert lost["Oda"] == {"since": "2026-11-20T12:00:00+00:00", "why": "550 no such user"}


def test_times_are_by_the_clock_of_the_game(waiting):
    waiting("settings", "sekigahara", "zone=Asia/Tokyo")
    (_, line, *_) = waiting("mail", "queue").splitlines()
    assert "again Fri 20 Nov 2026 21:05 JST" in line
    assert "2026 12:05" not in waiting("mail", "queue")
