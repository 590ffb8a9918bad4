"""The letters that wait: seen, tried again, dropped; and whose letters come back."""

import json
import sys

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
def mailed(mailed):
    """A game whose letter to Oda is not taken."""
    shell = mailed
    path = shell.write("sendmail", PROGRAM.format(python=sys.executable))
    path.chmod(0o755)
    shell.out = f"sendmail://{path}"
    shown = shell("mail", "queue").splitlines()
    assert len(shown) == 6
    assert shown[0].startswith("1  2026-11-20 12:00  sekigahara Oda opening: ")
    assert shown[1] == "    oda@example.org: waits for the next pass"
    shell("tick", "--out", shell.out, code=1)
    return shell


def letters(mailed, **equal):
    with open_store(mailed.folder / "campaign.db") as store:
        return store.rows(Letter, **equal)


def test_what_waits_is_listed_with_the_reason(mailed):
    (head, line) = mailed("mail", "queue").splitlines()
    assert head.startswith("1  2026-11-20 12:00  sekigahara Oda opening: ")
    assert line.startswith("    oda@example.org: tried 1×; again 2026-11-20 12:05: ")
    assert line.endswith("come back later")
    (found,) = json.loads(mailed("mail", "queue", "sekigahara", "--json"))
    assert (found["number"], found["game"], found["seat"]) == (1, "sekigahara", "Oda")
    (recipient,) = found["recipients"]
    assert (recipient["state"], recipient["tries"]) == ("later", 1)
    assert "no game called" in mailed("mail", "queue", "osaka", code=2)


def test_a_letter_is_tried_again_at_once(mailed):
    mailed.write("free", "")
    assert mailed("tick", "--out", mailed.out) == ""
    assert mailed("mail", "retry", "1") == "1 letter is tried with the next pass.\n"
    assert "again with the next pass" in mailed("mail", "queue")
    assert "sent: <sekigahara." in mailed("tick", "--out", mailed.out)
    assert mailed("mail", "queue") == ""
    assert "does not wait" in mailed("mail", "retry", "1", code=2)
    assert mailed("mail", "retry", "--all") == "0 letters are tried with the next pass.\n"


def test_a_letter_is_dropped(mailed):
    (letter,) = letters(mailed, kind="opening", seat="Oda")
    assert "--yes goes ahead" in mailed("mail", "drop", letter.message_id, code=2)
    dropped = mailed("mail", "drop", letter.message_id, "--why", "it was a test", "--yes")
    assert dropped == "1 letter is dropped.\n"
    mailed.write("free", "")
    mailed.wait(days=1)
    assert mailed("tick", "--out", mailed.out) == ""
    with open_store(mailed.folder / "campaign.db") as store:
        (attempt,) = store.rows(Attempt, letter=letter.id)
    assert (attempt.state, attempt.why) == ("dropped", "it was a test")
    assert mailed("report", "sekigahara", "--seat", "Oda").startswith("opening")
    assert "dropped" in mailed("report", "sekigahara", "--seat", "Oda", "--list")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Name the letters"),
        (("1", "--all"), "Name the letters"),
        (("99",), "There is no letter 99"),
        (("<x@y>",), "There is no letter <x@y>"),
        (("9" * 40,), "There is no letter 999"),
        (("\x1b[2J",), "There is no letter"),
        (("2",), "does not wait"),
    ],
)
def test_what_is_no_letter_that_waits_is_said(mailed, words, said):
    for name in ("retry", "drop"):
        shown = mailed("mail", name, *words, code=2)
        assert said in shown
        assert "\x1b" not in shown


def test_status_shows_whom_letters_do_not_reach(mailed):
    assert "out of reach" not in mailed("status")
    with open_store(mailed.folder / "campaign.db") as store:
        for letter in store.rows(Letter)[:2]:
            enter_bounce(store, letter, "oda@example.org", mailed.now, "550 no such user")
    assert "out of reach since 2026-11-20: 550 no such user" in mailed("status")
    (found,) = json.loads(mailed("status", "--json"))
    lost = {each["seat"]: each["out_of_reach"] for each in found["seats"]}
    assert lost["Takeda"] is None
    assert lost["Oda"] == {"since": "2026-11-20T12:00:00+00:00", "why": "550 no such user"}
