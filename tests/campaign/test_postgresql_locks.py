"""Who waits for whom on PostgreSQL: campaigns are changed side by side."""

import threading
from contextlib import suppress

import pytest
from playing import START

from adjudicator.campaign.kernel import change as changing
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.people.settings import change_settings
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.errors import DatabaseError
from adjudicator.store.letter_records import DoneMark, Note, StoredFile
from adjudicator.store.place import Server

pytestmark = pytest.mark.postgresql_alone


def note(code):
    return Note(0, None, START, code, "")


def codes(store):
    return [each.code for each in store.rows(Note)]


@pytest.fixture
def impatient(other):
    """A second connection, that does not wait for a lock."""
    other.conn.execute("SET lock_timeout = '1ms'")
    return other


def test_who_names_no_campaign_keeps_all_out(store, impatient):
    with store.atomic():
        for mine in (None, 1):
            with pytest.raises(DatabaseError, match="locked"), impatient.atomic(mine):
                pass
        with pytest.raises(DatabaseError, match="locked"):
            impatient.add(note("alone"))  # outside of a transaction, too
    impatient.add(note("later"))
    assert codes(store) == ["later"]


def test_who_names_a_campaign_keeps_those_out_who_write_to_it(store, impatient):
    with store.atomic(1):
        store.add(note("one"))
        with impatient.atomic(2):
            impatient.add(note("two"))
        for mine in (None, 1):
            with pytest.raises(DatabaseError, match="locked"), impatient.atomic(mine):
                pass
    assert sorted(codes(store)) == ["one", "two"]


def test_the_lock_of_one_campaign_is_not_made_that_of_another(store):
    for more in (2, None):
        with store.atomic(1), pytest.raises(RuntimeError, match="does not cover"):
            store.atomic(more).__enter__()
    with store.atomic(1), store.atomic(1):
        store.add(note("inner"))
    with store.atomic(), store.atomic(2):
        store.add(note("outer"))
    assert codes(store) == ["inner", "outer"]


def test_databases_of_two_schemas_do_not_wait_for_each_other(postgresql, new_place):
    place = new_place()
    stores = []
    for schema in ("north", "south"):
        postgresql.ask(f"CREATE SCHEMA {schema}", place.address.rpartition("/")[2])
        space = Server(f"{place.address}?options=-csearch_path%3D{schema}")
        stores.append(open_store(space, create=True))
    north, south = stores
    south.conn.execute("SET lock_timeout = '1ms'")
    with north.atomic():
        north.add(note("n"))
        south.add(note("s"))
    assert (codes(north), codes(south)) == (["n"], ["s"])
    for each in stores:
        each.close()


def test_two_campaigns_are_changed_at_once(play, impatient):
    one, two = play("one"), play("two")
    with one.store.atomic(one.campaign.id):
        commit(impatient, two.campaign, two.now, change_settings, grace=3)
    assert two.campaign.settings.grace == 3


def test_two_changes_that_wait_for_each_other_are_both_carried_out(play, other, monkeypatch):
    """Each enters the same two files, another one first; the server ends one of the two."""
    one, two = play("one"), play("two")
    files = [StoredFile(bytes([n]) * 32, b"x") for n in range(2)]
    first = {one.store: 0, other: 1}
    there = threading.Barrier(2)
    real = changing.Change.enter

    def meet(self, due):
        self.store.add(files[first[self.store]], if_absent=True)
        with suppress(threading.BrokenBarrierError):
            there.wait(10)
        there.abort()
        self.store.add(files[1 - first[self.store]], if_absent=True)
        return real(self, due)

    monkeypatch.setattr(changing.Change, "enter", meet)
    tries, faults = [], []

    def change(store, name):
        def work(at):
            tries.append(name)
            at.add(DoneMark(name, START, "done"))

        try:
            changing.commit(store, queries.find_campaign(store, name), START, work)
        except Exception as error:
            faults.append(error)

    both = [threading.Thread(target=change, args=of) for of in ((one.store, "one"), (other, "two"))]
    for each in both:
        each.start()
    for each in both:
        each.join(30)
    assert faults == []
    assert sorted(tries)[::2] == ["one", "two"]  # one of them twice
    assert one.store.count(DoneMark, outcome="done") == 2
    assert {one.campaign.version, two.campaign.version} == {2}


def test_a_transaction_in_which_a_statement_failed_is_not_taken_for_a_commit(store):
    def go_on_after_an_error():
        with store.atomic():
            store.add(note("lost"))
            with suppress(DatabaseError):
                store.write("UPDATE nothing SET a = 1")

    with pytest.raises(DatabaseError, match="nothing of it was written"):
        go_on_after_an_error()
    assert codes(store) == []
    store.add(note("after"))
    assert codes(store) == ["after"]
