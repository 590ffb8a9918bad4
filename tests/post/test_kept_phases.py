"""What a person kept of his phases: who is told, what counts, and that nobody can make it better."""

from contextlib import nullcontext
from datetime import timedelta

import msgspec
import pytest
from gathering import START, Table
from msgspec.structs import replace

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.kernel.figures import Reliability
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.proofs import ProofError, check_signature
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people import reliability
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.reliability import MOST, check_reliability, reckon_reliability
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.campaign.phases.endings import end
from adjudicator.store import queries
from adjudicator.store.host import HostRules
from adjudicator.store.records import Departure, Seat, Settings

ANN, BOB, CLEO, DAN = (f"{name}@example.org" for name in ("ann", "bob", "cleo", "dan"))


def text(letter):
    return " ".join(letter.content.text.split())


def last(table, address, kind=None):
    return table.letters(address, kind)[-1]


def play_phases(store, name, who, phases, *, keeps=(), now=START, **settings):
    """Play a game of persons of whom only some send orders; return its campaign."""
    players = tuple(Player(s, a, a[:3]) for s, a in zip(("Oda", "Takeda"), who, strict=False))
    if len(who) < 2:
        players += (Player("Takeda", regent="steady"),)
    run_by = Settings(misses=0, **settings)
    create(store, NewCampaign(name, "toy", players, {"rounds": 50}, run_by), now, secret=b"s" * 32)
    campaign = queries.find_campaign(store, name)
    for number in range(phases):
        moment = now + timedelta(hours=number + 1)
        for seat, address in zip(("Oda", "Takeda"), who, strict=False):
            if address in keeps:
                commit(store, campaign, moment, lambda c, s=seat: c.enter_orders(s, text="hide 1"))
        adjudicate(store, name, moment)
    return queries.find_campaign(store, name)


def figures(store, address):
    found = reckon_reliability(store, address, START + timedelta(days=99))
    return found.asked, found.missed, found.games


def test_phases_are_counted_over_all_games_and_whoever_was_missing(store):
    play_phases(store, "one", (ANN, BOB), 6, keeps=(ANN,))
    play_phases(store, "two", (CLEO, ANN), 4, keeps=(CLEO,))
    ann = reckon_reliability(store, ANN.upper(), START)
    assert (ann.games, ann.others) == (2, 2)
    asked = ann.asked
    assert figures(store, BOB)[0] + figures(store, CLEO)[0] == asked
    assert figures(store, BOB)[1] == figures(store, BOB)[0] > 0
    assert figures(store, CLEO)[1] == 0
    assert ann.missed == figures(store, CLEO)[0]
    assert ann.share == 100 * (asked - ann.missed) // asked


def test_who_joins_is_told_of_to_the_game_master_and_to_others_only_where_the_host_says_so(store):
    play_phases(store, "one", (ANN, DAN), 12, keeps=(DAN,))
    table = Table(store, START, seats=("Oda", "Takeda", "Mori"))
    table.join(BOB)
    table.join(ANN)
    note = text(last(table, "gm@example.org", "note"))
    assert "Kept 0 of 12 phases here (0 %), in 1 game with 1 other" in note
    assert not table.letters(BOB, "joined")
    commit(store, table.state.campaign, table.now, change_settings, records="everybody")
    table.join(DAN)
    assert "Kept 12 of 12 phases here (100 %)" in text(last(table, BOB, "joined"))
    assert not table.letters(DAN, "joined")


@pytest.mark.parametrize("settings", [{"records": "nobody"}, {"names": "nobody"}])
def test_nobody_else_is_told_where_nobody_is_to_know(store, settings):
    play_phases(store, "one", (ANN, DAN), 12, keeps=(DAN,))
    table = Table(store, START, **({"records": "everybody"} | settings))
    table.join(BOB)
    table.join(ANN)
    assert not table.letters(BOB, "joined")
    notes = " ".join(text(each) for each in table.letters("gm@example.org", "note"))
    assert ("Kept" in notes) == ("names" in settings)


def test_a_game_may_want_the_least_that_is_kept(store, monkeypatch):
    play_phases(store, "one", (ANN, DAN), 22, keeps=(DAN,))
    table = Table(store, START, least_kept=80)
    refused = table.mail("join kawagoe", ANN)
    assert (refused.outcome, refused.code) == ("refused", "least-kept")
    assert "kept 0 of 22 here" in refused.why
    table.join(BOB)  # nothing is known of him, nor of Cleo
    table.join(CLEO)
    assert table.holders() == {"Oda": BOB, "Takeda": CLEO}
    table.join(DAN)  # and waits for a seat
    assert "Kept 22 of 22 phases here" in text(last(table, "gm@example.org", "note"))
    for asked, missed, is_refused in ((9, 9, False), (10, 2, False), (10, 3, True)):
        found = Reliability(asked=asked, missed=missed)
        monkeypatch.setattr(reliability, "reckon_reliability", lambda *_, found=found: found)
        with pytest.raises(RefusedError) if is_refused else nullcontext():
            check_reliability(table.state, ANN)


def test_who_was_asked_back_before_is_refused_when_he_answers(store):
    table = Table(store, START)
    table.mail("join kawagoe", ANN)
    asked = last(table, ANN)
    play_phases(store, "one", (ANN, DAN), 22, keeps=(DAN,))
    commit(store, table.state.campaign, table.now, change_settings, least_kept=80)
    assert table.answer(asked).outcome == "refused"
    assert table.holders()["Oda"] == ""


def test_games_alone_and_many_small_ones_with_a_friend_make_no_name(store):
    play_phases(store, "alone", (ANN,), 12, keeps=(ANN,))
    assert figures(store, ANN) == (0, 0, 0)
    later = START + timedelta(days=9)
    play_phases(store, "later", (ANN, BOB), 10, keeps=(BOB,), now=later)
    for number in range(2):
        play_phases(store, f"friend{number}", (ANN, BOB), 30, keeps=(ANN, BOB))
    assert figures(store, ANN) == (MOST, 10, 3)  # the last ones count
    play_phases(store, "real", (ANN, CLEO), 30, keeps=(CLEO,))
    asked, missed, _ = figures(store, ANN)
    assert missed - 10 == asked - MOST > 0


def test_a_game_in_which_nobody_is_named_tells_nothing_before_its_end(store):
    campaign = play_phases(store, "masked", (ANN, BOB), 8, names="nobody")
    assert figures(store, ANN) == (0, 0, 0)
    commit(store, campaign, START + timedelta(days=9), end, "Enough.")
    assert figures(store, ANN)[1:] == (8, 1)


def test_who_leaves_and_who_takes_over(store):
    table = Table(store, START)
    table.join(ANN)
    table.join(BOB)
    table.tick(hours=25)
    assert table.state.has_begun
    opening = last(table, ANN, "opening")
    table.tick(hours=1)
    adjudicate(store, "kawagoe", table.now)
    table.answer(opening, "resign Oda")
    table.tick(hours=1)
    table.join(CLEO, "takeover kawagoe")
    assert table.holders()["Oda"] == CLEO
    ann, bob, cleo = (reckon_reliability(store, x, table.now) for x in (ANN, BOB, CLEO))
    assert (ann.left, ann.taken_over, ann.asked, ann.missed) == (1, 0, 1, 1)
    assert (cleo.left, cleo.taken_over, cleo.asked) == (0, 1, 0)
    assert bob.left == 0
    commit(store, table.state.campaign, table.now, end, "Enough.")
    assert reckon_reliability(store, CLEO, table.now).ended == 1
    assert reckon_reliability(store, ANN, table.now).ended == 0


def test_oneself_is_told_with_a_signature_that_another_host_can_check(store):
    play_phases(store, "one", (ANN, DAN), 12, keeps=(ANN,))
    table = Table(store, START)
    table.join(ANN)
    assert table.answer(last(table, ANN, "commitment"), "record").code == "record"
    answer = last(table, ANN, "answer")
    assert "Kept 12 of 12 phases here" in text(answer)
    (file,) = answer.content.files
    signed = check_signature(file.data)
    assert (signed.address, signed.judge, signed.figures.asked) == (ANN, "example.net", 12)
    assert signed.key in text(answer)
    table.now += timedelta(days=1)
    table.answer(last(table, ANN, "commitment"), "record")
    (again,) = last(table, ANN, "answer").content.files
    assert check_signature(again.data).key == signed.key


@pytest.mark.parametrize(
    ("written", "forged"),
    [(b'"missed":12', b'"missed":0'), (b'"asked":12', b'"asked":99'), (b"dan@", b"ann@")],
)
def test_a_forged_record_proves_nothing(store, written, forged):
    play_phases(store, "one", (ANN, DAN), 12, keeps=(ANN,))
    table = Table(store, START)
    table.join(DAN)
    table.answer(last(table, DAN, "commitment"), "record")
    (file,) = last(table, DAN, "answer").content.files
    plain = msgspec.json.format(file.data, indent=-1)
    assert written in plain
    with pytest.raises(ProofError):
        check_signature(plain.replace(written, forged))


def test_forgetting_takes_it_out(store):
    table = Table(store, START)
    table.join(ANN)
    table.join(BOB)
    table.tick(hours=25)
    adjudicate(store, "kawagoe", table.now + timedelta(hours=1))
    table.answer(last(table, ANN, "opening"), "resign Oda")
    assert store.rows(Departure, address=ANN)
    forget(store, ANN, [], table.now)
    assert not store.rows(Departure, address=ANN)
    assert figures(store, ANN) == (0, 0, 0)
    assert ANN not in str(store.rows(Departure))


@pytest.mark.parametrize(
    ("of_host", "of_game", "told"),
    [
        ("nobody", "everybody", ()),
        ("master", "everybody", ("gm@example.org",)),
        ("everybody", "master", ("gm@example.org",)),
        ("everybody", "everybody", ("gm@example.org", BOB)),
    ],
)
def test_no_game_tells_more_than_its_host_allows(store, of_host, of_game, told):
    play_phases(store, "one", (ANN, DAN), 12, keeps=(DAN,))
    table = Table(store, START, records=of_game)
    table.join(BOB)
    store.host = HostRules(records=of_host)
    table.join(ANN)
    knows = {
        address
        for address in ("gm@example.org", BOB)
        if any("of 12 phases here" in text(each) for each in table.letters(address))
    }
    assert knows == set(told)


def test_who_comes_back_from_a_regent_takes_nothing_out_of_his_record(store):
    play_phases(store, "one", (ANN, DAN), 4, keeps=(DAN,))
    before = figures(store, ANN)
    assert before[1]
    (seat,) = (each for each in store.rows(Seat) if each.address == ANN)
    campaign = queries.find_campaign(store, "one")
    now = START + timedelta(hours=9)
    commit(store, campaign, now, lambda c: c.save(replace(c.seat(seat.name), held_by="regent")))
    source = Source(trusted=True, address=ANN, game="one", seat=seat.name)
    submit(store, "hide 1", source, now)
    assert next(x for x in store.rows(Seat) if x.address == ANN).by_person
    assert figures(store, ANN)[:2] == before[:2]


def test_of_many_phases_with_the_same_others_the_last_count(store):
    later = START + timedelta(days=20)
    play_phases(store, "careless", (ANN, BOB), MOST)
    play_phases(store, "reformed", (ANN, BOB), MOST + 2, keeps=(ANN,), now=later)
    assert figures(store, ANN)[:2] == (MOST, 0)
    assert figures(store, BOB)[:2] == (MOST, MOST)
