"""What a game master sees of press and votes, and what he does not."""

import json

import msgspec
import toy

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.phases import endings
from adjudicator.campaign.phases.absence import declare_absence
from adjudicator.campaign.press.drafts import part_press
from adjudicator.campaign.press.press import send_press
from adjudicator.store.database import open_store
from adjudicator.store.queries import find_campaign

WORDS = "the-heron-flies-at-dawn"


def carry_out(shell, work):
    with open_store(shell.folder / "campaign.db") as store:
        return commit(store, find_campaign(store, "sekigahara"), shell.now, work)


def write(shell, seat, text):
    source = Source(key=text, id="<x@y>")
    return carry_out(shell, lambda at: send_press(at, at.seat(seat), part_press(text)[1], source))


def test_press_of_others_stays_sealed_in_every_command(table):
    write(table, "Oda", f"press Takeda\n{WORDS}")
    write(table, "Oda", f"diary\n{WORDS}")
    assert table("press", "sekigahara").count("1 plan: sealed") == 2
    listed = table("report", "sekigahara", "--seat", "Takeda", "--list")
    assert "press" in listed
    said = table("report", "sekigahara", "--seat", "Takeda", "--kind", "press", code=2)
    assert "Press is sealed" in said
    shown = listed + said
    for words in (
        *(("notes",), ("orders",), ("status",), ("mail", "outcomes"), ("settings",), ("vote",)),
        *(("press",), ("verify",)),
    ):
        shown += table(*words, "sekigahara")
    table("backup", "copy.db")
    assert WORDS not in shown
    assert WORDS.encode() not in (table.folder / "copy.db").read_bytes()


def test_the_master_reads_what_he_may_and_writes_to_players(table):
    write(table, "Oda", f"broadcast\n{WORDS}")
    write(table, "Oda", "press master\nhelp me")
    shown = table("press", "sekigahara")
    assert f"Oda to Takeda, the game master\n    {WORDS}" in shown
    assert "Oda to the game master\n    help me" in shown
    found = json.loads(table("press", "sekigahara", "--phase", "1 plan", "--json"))
    assert [each["from"] for each in found] == ["Oda", "Oda"]
    assert table("press", "sekigahara", "--phase", "9 plan") == ""
    table("settings", "sekigahara", "gm-reads=yes", "anonymous=yes")
    write(table, "Oda", f"press anonymous Takeda\n{WORDS}")
    assert f"unsigned to Takeda\n    {WORDS}" in table("press", "sekigahara")
    shown = table("press", "sekigahara", "Mind the deadline.", "--to", "all")
    assert "the game master to Oda, Takeda, the game master\n    Mind the deadline." in shown
    assert "Did you mean Oda?" in table("press", "sekigahara", "x", "--to", "Odda", code=2)
    assert "give both" in table("press", "sekigahara", "x", code=2)


def test_status_says_who_is_away_and_that_there_is_a_vote(table, monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw",))
    monkeypatch.setattr(toy.Game, "meta", meta)
    carry_out(table, lambda at: declare_absence(at, at.seat("Oda"), "20 Dec to 24 Dec"))
    carry_out(table, lambda at: declare_absence(at, at.seat("Takeda"), "tomorrow"))
    carry_out(table, lambda at: endings.propose(at, at.seat("Oda"), "draw"))
    shown = table("status", "sekigahara")
    assert shown.index("away: Takeda, Sat 21 Nov 2026\n") < shown.index("away: Oda, Sun 20 Dec")
    assert "voted on: 1" in shown
    (facts,) = json.loads(table("status", "sekigahara", "--json"))
    assert facts["away"][1] == {
        "holder": "Oda",
        "first": "Sun 20 Dec 2026",
        "last": "Thu 24 Dec 2026",
    }
