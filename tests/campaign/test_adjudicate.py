import json
import zlib

import msgspec
import pytest
import toy

from adjudicator.campaign.kernel.errors import CampaignError, StuckError
from adjudicator.campaign.kernel.message_ids import message_id
from adjudicator.campaign.kernel.solve import solve
from adjudicator.campaign.letters.dice import whole_record
from adjudicator.campaign.records.verify import verify
from adjudicator.chance import ScriptError, read_script
from adjudicator.chance.ingredients import Ingredients
from adjudicator.chance.record import check_chain
from adjudicator.games import registry
from adjudicator.store import queries


def test_a_whole_game_from_the_first_letter_to_the_secret(play):
    game = play(options={"rounds": 2})
    assert [each.seat for each in game.letters("opening")] == ["Oda", "Takeda", ""]
    while not game.head.opens.over:
        for seat in ("Oda", "Takeda"):
            text = "hide 2" if game.head.opens.name == "plan" else "strike Mori"
            assert not game.send(seat, f"phase {game.head.opens.key}\n{text}\nready").has_rejections
        done = game.adjudicate()
        assert done.missing == ()
        game.wait(days=1)
    first, second, *rest = game.letters("result", "Oda")
    assert len(rest) == 2
    assert second.message_id == message_id(game.campaign, "1-strike", "result", "Oda")
    assert second.in_reply_to == first.message_id
    assert first.in_reply_to == game.letters("opening", "Oda")[0].message_id
    assert len(list(verify(game.store, game.campaign))) == 6
    assert game.faults() == []
    (secret,) = game.letters("secret", "Oda")
    assert game.campaign.secret.hex() in secret.content.text
    assert secret.in_reply_to == rest[-1].message_id  # written with it, and to nobody else
    with pytest.raises(CampaignError, match="has ended"):
        game.adjudicate()
    assert (game.state.why_due, game.state.waits_for) == ("", ())


def test_no_letter_tells_a_secret_of_another_seat(play):
    game = play()
    game.send("Oda", "hide 7")
    game.adjudicate()
    for letter in game.letters():
        told = any(each in letter.content.text for each in ("hidden=7", "hide 7", "amount=7"))
        assert told == (letter.seat == "Oda" and letter.kind != "opening"), letter.message_id
        assert game.campaign.secret.hex() not in letter.content.text


def test_missing_seats_lose_their_seat_to_the_regent_until_they_return(play):
    game = play(misses=2)
    assert game.adjudicate().missing == ("Oda", "Takeda")
    game.send("Takeda", "strike Oda")
    assert game.adjudicate().missing == ("Oda",)
    assert not game.state.seat("Oda").by_person
    assert game.state.seat("Takeda").by_person
    assert "regent-takes-over" in game.notes()
    assert game.letters("regent", "Oda")
    assert game.adjudicate().missing == ("Takeda",)
    assert game.state.seat("Takeda").by_person  # not in a row
    assert "hide" in game.head.orders["Oda"]
    game.send("Oda", "strike Takeda")
    assert game.state.seat("Oda").by_person
    game.adjudicate()
    assert game.head.orders["Oda"] == "strike Takeda\n"
    assert game.faults() == []


def test_a_failing_regent_is_told_and_costs_only_his_orders(play):
    game = play(options={"bad_regent": True})
    game.send("Oda", "hide 1")
    game.adjudicate()
    assert game.head.orders == {"Oda": "hide 1\n", "Takeda": "", "Mori": ""}
    (note,) = (x for x in queries.notes(game.store, game.campaign) if x.code == "regent-failed")
    assert note.text.startswith("The regent “steady” of Mori failed in 1 plan: RuntimeError")
    game.send("Mori", "strike Oda")  # which may be entered for him, and he stays
    game.adjudicate()
    assert game.head.orders["Mori"] == "strike Oda\n"
    assert not game.state.seat("Mori").by_person
    game.send("Mori", "crash")
    game.adjudicate()
    assert "orders-set-aside" in game.notes()
    assert game.letters("set-aside") == []  # which is for nobody who plays the seat


@pytest.mark.parametrize("crashing", [("Takeda",), ("Oda", "Takeda")])
def test_orders_that_make_the_rules_fail_are_set_aside(play, crashing):
    game = play(seats=("Oda", "Takeda", "Shimazu"))
    for seat in ("Oda", "Takeda", "Shimazu"):
        game.send(seat, "crash\nhide 1" if seat in crashing else "hide 2")
    done = game.adjudicate()
    assert tuple(done.set_aside) == crashing
    for seat in ("Oda", "Takeda", "Shimazu"):
        assert game.head.orders[seat] == ("" if seat in crashing else "hide 2\n")
        assert bool(game.letters("set-aside", seat)) == (seat in crashing)
    assert game.notes().count("orders-set-aside") == len(crashing)
    assert game.faults() == []


def test_policies_survive_the_phase_whose_orders_were_set_aside(play):
    game = play(misses=0)
    game.send("Oda", "always boast 5")
    game.adjudicate()
    game.adjudicate()
    game.send("Oda", "crash")
    game.adjudicate()
    assert game.head.policies == {"Oda": ("always boast 5",)}


def test_a_phase_that_fails_without_orders_stays(play):
    game = play(options={"broken": True})
    for _ in range(3):
        with pytest.raises(StuckError, match="fails even without any orders"):
            game.adjudicate()
    assert game.head.number == 0


def test_what_cannot_be_is_not_entered_and_the_phase_stays(play, monkeypatch):
    """As long as what it began with can be; a position that a game master made may be odd."""
    game, other = play("first"), play("other")
    began = game.state.position
    odd = {"it has two castles": lambda self, position: position != began}
    monkeypatch.setattr(
        toy.Game, "faults", lambda self, at: [x for x, y in odd.items() if y(self, at)]
    )
    for _ in range(2):
        with pytest.raises(StuckError, match="a position that cannot be: it has two castles"):
            game.adjudicate()
    assert game.head.number == 0
    odd["it had three before"] = lambda self, position: True
    other.adjudicate()
    assert other.head.number == 1


def test_failing_maps_and_reports_cost_nobody_the_phase(play, monkeypatch):
    game = play(options={"bad_map": True})
    monkeypatch.setattr("adjudicator.reports.result", lambda *a: 1 / 0)
    game.adjudicate()
    assert game.head.number == 1
    assert len(game.letters("result")) == 3
    assert all(each.content.files == () for each in game.letters("result"))
    assert {"map-failed", "report-failed"} <= set(game.notes())


def test_a_script_stands_in_for_the_dice_and_says_so(play):
    game = play()
    game.adjudicate()
    game.send("Oda", "strike Takeda")
    for dice in ([], [6], [6, 1, 1], [7, 1]):  # which do not fit
        with pytest.raises(ScriptError):
            game.adjudicate(script=(dice, {}))
        assert (game.head.number, game.stands("Oda")) == (1, "strike Takeda\n")
    game.adjudicate(script=([6, 1], {}))
    assert game.head.draws[0] == ("Oda strikes Takeda", 6, (6,))
    assert game.head.key == b""
    assert game.faults() == ["a script stood in for the dice: there is no key to replay"]
    record = whole_record(game.store, game.campaign)
    assert [bool(phase.key) for phase in record.phases] == [True, True, False]
    assert [link for link in check_chain({"": record}) if link.faults] == []


def packed(data):
    """Return data as a column holds it that is kept compressed."""
    return zlib.compress(data)


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        ("position", None, "the position that came out is another"),
        ("events", packed(b"[]"), "the events are others"),
        ("key", b"x" * 32, "the key does not follow from the secret and the orders"),
        ("orders", json.dumps({"Oda": "", "Takeda": "", "Mori": ""}), "the orders do not have"),
        ("draws", "[]", "the dice and draws are others"),
        (
            "orders",
            json.dumps({"Oda": "strike Mori\n", "Takeda": "", "Mori": ""}),
            "not those that",
        ),
        ("opens", None, "the phase that it opens is another"),
        ("program", "9.9", "the seal is not that of what is recorded"),
        ("rules", 7, "the seal is not that of what is recorded"),
        ("beacon", "3 17", "the key does not follow from the secret, the orders and the public"),
        ("seal", "x", "the seal is not that of what is recorded"),
        ("words", '{"Oda":"x"}', "the secret, the orders and the words"),
    ],
)
def test_verify_finds_what_was_tampered_with(struck, column, value, fault):
    game, done = struck, struck.head
    if column == "position":
        position = game.campaign.game.decode(done.position)
        value = packed(game.campaign.game.encode(msgspec.structs.replace(position, round=9)))
    if column == "opens":
        value = msgspec.json.encode(msgspec.structs.replace(done.opens, key="9 war")).decode()
    serial = 0 if column == "words" else done.serial  # words are those of the phase that it opens
    with game.store.without_guards():
        game.store.write(f"UPDATE adjudication SET {column} = ? WHERE serial = ?", value, serial)
    assert any(fault in found for found in game.faults())


@pytest.fixture
def struck(store, play, prepare):
    """A game in which each kind of phase was carried out."""

    def make():
        game = play()
        game.send("Oda", "hide 2")
        game.adjudicate()
        game.send("Oda", "strike Takeda")
        game.adjudicate()
        return game

    return prepare(store, "struck", make)


@pytest.mark.sqlite_alone
@pytest.mark.parametrize(
    ("table", "change", "fault"),
    [
        ("seat", "token_digest = x'00' WHERE name = 'Oda'", "the token of Oda does not follow"),
        ("seat", "place = place + 9", "the places are not counted from 0"),
        ("seat", "place = 5 - place", "the seats are not those of the position"),
        ("seat", "regent = 'nobody'", "There is no regent"),
        ("letter", "seat = 'x' WHERE seat = 'Oda'", "“x” is no seat"),
        ("letter", "subject = 'Surrender'", "the subject is not that of its content"),
        ("deadline", "resolution = 99", "a row of deadline refers to no adjudication"),
        ("submission", "text = 'strike Mori\n'", "the orders of Oda are not those that were sent"),
    ],
)
def test_verify_finds_seats_letters_and_orders_that_were_tampered_with(
    struck, table, change, fault
):
    game, conn = struck, struck.store.conn
    assert game.faults() == []
    conn.execute("PRAGMA foreign_keys = OFF")
    for trigger in (f"{table}_no_update", f"{table}_no_delete"):
        conn.execute(f"DROP TRIGGER {trigger}")
    conn.execute(f"UPDATE {table} SET {change}")
    assert any(fault in found for found in game.faults())


@pytest.mark.sqlite_alone
def test_verify_takes_no_letter_for_orders_of_which_no_line_was_accepted(play):
    game = play()
    game.send("Mori", "hide 50")  # whose former player writes, while a regent plays
    game.send("Oda", "hide 50")
    game.adjudicate()
    assert (game.head.orders["Mori"], game.head.orders["Oda"]) == ("hide 2\n", "")
    assert game.faults() == []
    game.store.conn.execute("DROP TRIGGER submission_no_update")
    game.store.conn.execute("UPDATE submission SET text = 'hide 1'")
    assert game.faults() == ["the orders of Oda are not those that were sent"]


@pytest.mark.sqlite_alone
def test_verify_finds_a_resolution_that_leads_to_itself_and_comes_to_an_end(play):
    game = play()
    game.adjudicate()
    with game.store.without_guards():
        game.store.write("UPDATE adjudication SET parent = serial WHERE serial = 1")
    rows = 0

    def count():
        nonlocal rows
        rows += 1
        return rows > 100

    game.store.conn.set_progress_handler(count, 10_000)
    assert any("the seal is not that of what is recorded" in fault for fault in game.faults())


@pytest.mark.sqlite_alone
def test_verify_finds_a_damaged_database(play, monkeypatch):
    game = play()
    game.adjudicate()
    monkeypatch.setattr(type(game.store), "faults", lambda self: ["page 3 is damaged"])
    assert "page 3 is damaged" in game.faults()
    conn = game.store.conn
    conn.execute("PRAGMA writable_schema = ON")
    monkeypatch.undo()
    conn.execute("UPDATE sqlite_master SET rootpage = 3 WHERE name = 'idx_letter_message_id'")
    conn.execute("PRAGMA writable_schema = RESET")
    assert game.store.faults() != []


def test_verify_knows_its_phases(play):
    game = play()
    game.adjudicate()
    assert [v.phase for v in verify(game.store, game.campaign, "1 plan")] == ["1 plan"]
    with pytest.raises(CampaignError, match="setup, 1 plan"):
        list(verify(game.store, game.campaign, "9 war"))


def test_a_view_that_fails_costs_only_the_letter(play, monkeypatch):
    game = play()
    real = type(game.campaign.game).view

    def view(self, position, seat):
        if seat == "Oda" and position.phase == "strike":
            raise RuntimeError("blind")
        return real(self, position, seat)

    monkeypatch.setattr(type(game.campaign.game), "view", view)
    game.adjudicate()
    assert game.head.number == 1
    assert "could not be written" in game.letters("result", "Oda")[0].content.text
    assert "result" in game.letters("result", "Takeda")[0].subject


SECRET = bytes(32)
ORDERS = {"blue": "battle a from Shinano to Kozuke with 4"}


@pytest.fixture
def carry_out():
    game = registry.find("shogun")
    table = {
        "phase": "carry out",
        "actions": ["battle a", "tax", "castle", "temple", "theatre"],
        "seats": {"blue": {"plan": {"battle a": "Shinano"}}, "yellow": {}},
        "provinces": {
            "Shinano": {"owner": "blue", "armies": 5},
            "Kozuke": {"owner": "yellow", "armies": 1},
        },
    }
    return game, game.from_table(table, {"season": "two mails"})


def carried_out(carry_out, draws):
    game, position = carry_out
    given = Ingredients(SECRET, script=read_script(draws))
    return solve(game, position, ORDERS, given.source(game.phase(position).key))


def test_what_fell_decides_and_all_else_comes_from_the_secret(carry_out):
    done = carried_out(carry_out, {"tower": ["3 blue, 1 yellow"]})
    assert done.position.provinces["Kozuke"].owner == "blue"
    assert done.position.provinces["Kozuke"].armies == 2
    assert done.key == b""
    drawn = {draw.label: draw.came for draw in done.draws}
    assert drawn["hidden actions"] != tuple(range(5))


def test_a_game_whose_seats_have_names_that_none_may_have_by_now_goes_on(play, monkeypatch):
    monkeypatch.setattr("adjudicator.campaign.phases.create.check_names", lambda *_: None)
    game = play(seats=("2nd Oda", "All", "Mori"), anew=True)
    assert not game.send("All", "hide 2").has_rejections
    game.adjudicate()
    assert game.faults() == []
