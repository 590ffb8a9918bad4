"""A game moves to another database, and is then in that one alone."""

import hashlib
import multiprocessing
import os
import signal
from datetime import timedelta
from typing import get_args

import msgspec
import pytest
from passing import carry_out_all_due, waiting_letters
from playing import START

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.clocks import LATEST
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, announce
from adjudicator.campaign.phases.deadlines import start_clock, stop_in_emergency
from adjudicator.campaign.phases.muster import time_of_calling_off
from adjudicator.campaign.records import moving
from adjudicator.campaign.records.verify import verify
from adjudicator.reports.model import File as Attached
from adjudicator.reports.model import Report
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError, StoreError
from adjudicator.store.letter_records import (
    Answered,
    Attempt,
    Bounce,
    Disposition,
    DoneMark,
    Letter,
    Note,
    Once,
    Secret,
    StoredFile,
    key_of_mark,
)
from adjudicator.store.place import Server, name_of
from adjudicator.store.records import Campaign, Settings, Submission
from adjudicator.store.tables import TABLES
from adjudicator.store.transfer import OF_NONE, rows_of

pytestmark = pytest.mark.both_databases
NAME = "sekigahara"
RULE = "every 2 days at 12:00"


@pytest.fixture
def target(database_kind, _cluster, tmp_path):
    """A database of the other kind, if there is one."""
    server, _ = _cluster
    place = tmp_path / "target.db"
    if database_kind == "sqlite" and server:
        place = Server(server.new(server.template()))
    with open_store(place, create=True) as opened:
        opened.add(Answered(0, "strangers", "x@example.com", "answer", START))
        yield opened
    if isinstance(place, Server):
        server.drop(place.address)


@pytest.fixture
def game(store, play, prepare):
    """A game in its middle, with something in every table, beside another."""
    return prepare(store, "moving", lambda: play_to_its_middle(play))


def play_to_its_middle(play):
    other = play("another", deadline=RULE)
    other.send("Oda", "hide 1\nphase 2 plan\nhide 1", id="<other@x>")
    game = play(NAME, deadline=RULE, remind="24", address="j@example.net")
    game.send("Oda", "hide 3\nword heron\nphase 2 plan\nhide 1")
    game.adjudicate()
    game.change(roll_back, "1 plan")
    game.adjudicate()
    data = b"a map"
    digest = hashlib.sha256(data).digest()
    content = Report("A letter", "text", "", (Attached("map.png", "image/png", digest),))
    of = {"campaign_id": game.campaign.id, "message_id": "<a.sekigahara@x>", "created": game.now}
    sent_to = ("a@b.example",)
    game.store.add(Letter(kind="x", recipients=sent_to, subject="A letter", content=content, **of))
    game.store.add(StoredFile(digest, data))
    for name, letter in (("x", 1), ("y", 2)):
        came = {"letter": name, "arrived": game.now, "code": "orders", "why": "y\0z"}
        game.store.add(Disposition(outcome="taken", campaign_id=game.campaign.id, **came))
        game.store.add(DoneMark(name, game.now, "orders"))
        number = letters(game.store, game.campaign)[letter].id
        game.store.add(Attempt(letter=number, recipient="a@b.example", state="sent", at=game.now))
        game.store.add(Bounce(letter=number, recipient="a@b.example", kind="failed", at=game.now))
    for what in get_args(Once):
        game.store.add(DoneMark(key_of_mark(what, NAME, "one"), game.now, "orders"))
    return game


def held(store):
    """Return the rows of the game, but for the numbers that its rows have in this database."""
    numbers = {"id", "campaign_id", "waited", "letter", "number"}
    rows = rows_of(store, queries.find_campaign(store, NAME))
    return {
        table: [
            {k: v for k, v in row.items() if k not in numbers or isinstance(v, str)}
            for row in there
        ]
        for table, there in rows.items()
    }


def but_home(rows):
    return {name: there for name, there in rows.items() if name != "campaign"}


def waiting(store):
    return sorted(each.message_id for each in waiting_letters(store) if NAME in each.message_id)


def faults(store):
    return [each for each in verify(store, queries.find_campaign(store, NAME)) if each.faults]


def test_all_of_it_is_there_and_it_goes_on(game, target):
    before, letters_before, due = held(game.store), waiting(game.store), game.state
    assert letters_before
    due = game.store.due_of(game.campaign.id)
    there = moving.move(game.store, target, NAME, game.now)
    assert but_home(held(target)) == but_home(before)
    assert waiting(target) == letters_before
    assert [(e.what, e.at) for e in target.due_of(there.id)] == [(e.what, e.at) for e in due]
    assert faults(target) == []
    assert there.moved == ""
    if target.jobs:
        assert target.jobs.mend_letters() == []
    game.store = target
    game.send("Takeda", "hide 2")
    game.adjudicate()
    assert faults(target) == []


def test_what_stays_behind_does_nothing_more(game, target):
    home = game.store
    moving.move(home, target, NAME, game.now)
    with pytest.raises(CampaignError, match="is in"):
        moving.move(target, target, NAME, game.now)
    source = Source(trusted=True, seat="Oda")  # the only game that is left needs no name
    assert submit(home, "hide 2", source, game.now).campaign == "another"
    left = game.campaign
    assert left.moved == name_of(target.place)
    assert waiting(home) == []
    assert home.due_of(left.id) == []
    assert [each.name for each in queries.campaigns(home)] == ["another"]
    with pytest.raises(RefusedError, match="has moved"):
        game.send("Oda", "hide 1")
    with pytest.raises(CampaignError, match="has moved"):
        game.adjudicate()
    with pytest.raises(CampaignError, match="has moved"):
        commit(home, left, game.now, change_settings, grace=1)
    game.wait(days=30)
    assert {each.facts["campaign"] for each in carry_out_all_due(home, game.now)} == {"another"}
    assert faults(home) == []  # it can be looked at


def test_it_comes_back_as_it_is_then(game, target):
    home = game.store
    moving.move(home, target, NAME, game.now)
    game.store = target
    game.adjudicate()
    now = but_home(held(target))
    moving.move(target, home, NAME, game.now)
    assert but_home(held(home)) == now
    assert faults(home) == []
    assert waiting(target) == []
    game.store = home
    game.adjudicate()
    moving.move(home, target, NAME, game.now)  # and there again, where a part of it was left
    assert faults(target) == []


def test_what_is_done_once_in_a_game_is_not_done_again_where_it_moved(play, target):
    game = play(NAME, deadline=RULE, emergency=24)
    game.change(lambda at: stop_in_emergency(at, at.seat("Oda")))
    game.change(start_clock)
    moving.move(game.store, target, NAME, game.now)
    game.store = target
    with pytest.raises(RefusedError) as caught:
        game.change(lambda at: stop_in_emergency(at, at.seat("Oda")))
    assert caught.value.code == "emergency-again"


def test_a_warning_before_a_game_is_called_off_holds_where_it_moved(store, target):
    players = (Player("Oda", "oda@example.org", "Oda"), Player("Takeda", open=True))
    settings = Settings(gm="gm@example.org", fill_days=10)
    campaign = announce(store, NewCampaign(NAME, "toy", players, {}, settings), START)
    now = START + timedelta(days=7)
    list(carry_out_due(store, campaign, now))
    there = moving.move(store, target, NAME, now)
    assert time_of_calling_off(State(target, there, now)) == now + timedelta(days=3)


def test_another_game_of_its_name_is_left_alone(game, target, monkeypatch):
    from playing import Table

    from adjudicator.campaign.phases import create

    monkeypatch.setattr("playing.create", lambda s, plan, now, secret: create.create(s, plan, now))
    Table(target, NewCampaign(NAME, "toy", (Player("Oda"), Player("Takeda")), {}, Settings()))
    before = held(target)
    with pytest.raises(CampaignError, match="another game called"):
        moving.move(game.store, target, NAME, game.now)
    assert held(target) == before
    assert game.campaign.moved == ""
    assert waiting(game.store)


def fail_while_entering(monkeypatch, source, target, now):
    def fail(*_):
        raise DatabaseError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(moving, "_go_on", fail)
        with pytest.raises(DatabaseError):
            moving.move(source, target, NAME, now)


def test_a_move_that_was_broken_off_is_given_up_or_finished(game, target, monkeypatch, tmp_path):
    due = game.store.due_of(game.campaign.id)
    with pytest.raises(CampaignError, match="not on its way"):
        moving.stay(game.store, target, NAME, game.now)
    fail_while_entering(monkeypatch, game.store, target, game.now)
    assert target.rows(Campaign) == []
    with pytest.raises(CampaignError, match="has moved"):
        game.adjudicate()
    with open_store(tmp_path / "third.db", create=True) as third:
        with pytest.raises(CampaignError, match="has moved to"):
            moving.move(game.store, third, NAME, game.now)
        with pytest.raises(CampaignError, match="not on its way"):
            moving.stay(game.store, third, NAME, game.now)
    moving.stay(game.store, target, NAME, game.now)
    assert game.store.due_of(game.campaign.id) == due
    game.adjudicate()
    assert faults(game.store) == []
    fail_while_entering(monkeypatch, game.store, target, game.now)
    moving.move(game.store, target, NAME, game.now)
    assert faults(target) == []
    again = moving.move(game.store, target, NAME, game.now)  # nobody was told that it was done
    assert again == queries.find_campaign(target, NAME)
    with pytest.raises(CampaignError, match="has arrived"):
        moving.stay(game.store, target, NAME, game.now)


def test_a_way_back_that_was_broken_off_leads_to_no_older_game(game, target, monkeypatch):
    """What is in the two places has moved to the other one, each says; one went on later."""
    home = game.store
    moving.move(home, target, NAME, game.now)
    commit(target, queries.find_campaign(target, NAME), game.now, change_settings, grace=3)
    fail_while_entering(monkeypatch, target, home, game.now)
    assert all(queries.find_campaign(each, NAME).moved for each in (home, target))
    for older in (moving.move, moving.stay):
        with pytest.raises(CampaignError, match="has gone on in"):
            older(home, target, NAME, game.now)
    assert queries.find_campaign(target, NAME).settings.grace == 3
    moving.move(target, home, NAME, game.now)
    assert queries.find_campaign(home, NAME).settings.grace == 3
    assert queries.find_campaign(target, NAME).moved
    assert faults(home) == []


def test_while_it_is_entered_it_does_not_go_on_where_it_was(game, target, monkeypatch):
    real = moving.enter_rows

    def interrupt(store, rows, number):
        with open_store(game.store.place) as other:
            quickly = {"sqlite": "PRAGMA busy_timeout = 1", "server": "SET lock_timeout = '1ms'"}
            other.conn.execute(quickly["server" if isinstance(other.place, Server) else "sqlite"])
            with pytest.raises(DatabaseError, match="locked"):
                moving.stay(other, target, NAME, game.now)
        return real(store, rows, number)

    monkeypatch.setattr(moving, "enter_rows", interrupt)
    moving.move(game.store, target, NAME, game.now)
    assert queries.find_campaign(game.store, NAME).moved
    assert not queries.find_campaign(target, NAME).moved


def test_what_was_given_up_is_not_entered_any_more(game, target, monkeypatch):
    """A move that hangs between its two halves finds that somebody let the game go on."""
    real_find = game.store.find

    def find(record, **equal):
        found = real_find(record, **equal)
        if record is Campaign and found.moved:  # the second half begins: it has gone on by then
            return msgspec.structs.replace(found, moved="", version=found.version + 1)
        return found

    monkeypatch.setattr(game.store, "find", find)
    with pytest.raises(CampaignError, match="goes on in"):
        moving.move(game.store, target, NAME, game.now)
    assert target.rows(Campaign) == []


def test_what_does_not_arrive_as_it_was_is_not_entered(game, target, monkeypatch):
    real = moving.enter_rows

    def damage(store, rows, number):
        changed = {**rows, "note": [*rows["note"][:-1], rows["note"][-1] | {"text": "other"}]}
        entered = real(store, changed, number)
        entered["note"][-1]["text"] = rows["note"][-1]["text"]
        return entered

    with monkeypatch.context() as patched:
        patched.setattr(moving, "enter_rows", damage)
        with pytest.raises(CampaignError, match="is not the same"):
            moving.move(game.store, target, NAME, game.now)
    assert target.rows(Campaign) == []
    assert target.rows(Letter) == []
    moving.move(game.store, target, NAME, game.now)


@pytest.mark.system
@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.parametrize("at", ["_stop", "rows_of", "_go_on", "end"])
def test_a_move_that_is_killed_leaves_the_game_in_one_place(game, target, at):
    def run():
        def die(*_):
            os.kill(os.getpid(), signal.SIGKILL)

        if at != "end":
            setattr(moving, at, die)
        with open_store(game.store.place) as source, open_store(target.place) as to:
            moving.move(source, to, NAME, game.now)
            die()

    before = but_home(held(game.store))
    child = multiprocessing.get_context("fork").Process(target=run)
    child.start()
    child.join(30)
    assert child.exitcode == -signal.SIGKILL
    homes = [s for s in (game.store, target) if s.rows(Campaign, name=NAME, moved="")]
    assert len(homes) == (0 if at in ("rows_of", "_go_on") else 1)
    moving.move(game.store, target, NAME, game.now)
    assert but_home(held(target)) == before
    assert [e.name for e in game.store.rows(Campaign, moved="")] == ["another"]


def test_everything_moves_as_it_is_to_a_database_that_is_new(game, target):
    game.store.add(Secret("returns", b"secret\0" * 4))
    with pytest.raises(StoreError, match="holds something"):
        moving.move_all(game.store, target, game.now)
    with pytest.raises(CampaignError, match="has moved"):
        game.adjudicate()  # until it is told where to
    with target.without_guards():
        target.write("DELETE FROM answered")
    before = {
        t.name: game.store.rows(t.record) for t in TABLES if t.name not in ("campaign", "due")
    }
    done = moving.move_all(game.store, target, game.now)
    assert [each.name for each in done] == ["another", NAME]
    assert moving.move_all(game.store, target, game.now) == done
    for table in TABLES:
        if table.name in before:
            assert target.rows(table.record) == before[table.name], table.name
    assert faults(target) == []
    assert queries.campaigns(game.store) == []
    game.store = target
    game.send("Takeda", "hide 2")  # whose number is one more than the last
    game.adjudicate()
    assert faults(target) == []


def test_a_copy_of_all_is_a_file_that_can_be_played_from(game, tmp_path):
    copy = tmp_path / "copy.db"
    moving.write_copy(game.store, copy)
    with open_store(copy) as there:
        for table in TABLES:
            if not table.of_files:
                assert there.rows(table.record) == game.store.rows(table.record)
        assert there.due_until(LATEST) == game.store.due_until(LATEST) != []
        assert faults(there) == []
        assert there.faults() == []
    with pytest.raises(StoreError, match="never overwrites"):
        moving.write_copy(game.store, copy)
    assert not [each for each in tmp_path.iterdir() if "partial" in each.name]


def test_it_is_known_of_every_table_whose_its_rows_are(game):
    rows = rows_of(game.store, game.campaign)
    assert {*rows, *OF_NONE, "due", "failure"} == {table.name for table in TABLES}
    whole = {"letter", "submission", "mark", "file", "attempt", "bounce", "fate"}
    assert {name for name in whole if not rows[name]} == set()
    marks = {each["key"] for each in rows["mark"]}
    assert {key_of_mark(what, NAME, "one") for what in get_args(Once)} <= marks
    assert len(rows["submission"]) < game.store.count(Submission)


def test_a_game_that_moves_while_a_pass_works_at_it_goes_on_there_alone(game, target, monkeypatch):
    game.wait(days=30)
    notes = game.store.rows(Note)
    with open_store(game.store.place) as mover:
        real = adjudicating.solve

        def move_first(*given):
            monkeypatch.setattr(adjudicating, "solve", real)
            moving.move(mover, target, NAME, game.now)
            return real(*given)

        monkeypatch.setattr(adjudicating, "solve", move_first)
        done = game.carry_out_due()
    assert done == []
    assert game.store.rows(Note) == notes  # nothing was worth a word
    assert waiting(game.store) == []
    there = queries.find_campaign(target, NAME)
    assert next(carry_out_due(target, there, game.now)).what == "adjudicated"
    assert faults(target) == []
