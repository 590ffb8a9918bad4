"""What is known of a letter after a crash, and what the disk knows before it goes."""

import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from disk import Disk
from msgspec.structs import replace
from outboxes import MemoryOutbox, is_done, letter_to, states
from passing import waiting_letters

from adjudicator.post.passes import sending
from adjudicator.post.passes.sending import claim_letters, claim_some, send_all
from adjudicator.post.transport.mailbox import Terms
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter
from adjudicator.store.place import Server


class Killed(BaseException):
    """The process is killed here."""


def test_a_letter_that_was_begun_and_never_heard_of_is_sent_again(empty):
    letter = letter_to(empty, "oda@example.org", "takeda@example.org")
    out = MemoryOutbox()
    out.breaks = Killed
    with pytest.raises(Killed):
        list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "begun", "takeda": "begun"}
    assert [each.message_id for each in waiting_letters(empty.store)] == ["<two@x>"]
    out.breaks = None
    assert [each.what for each in send_all(empty.store, out, empty.now)] == ["sent"]
    assert is_done(empty, letter)


def test_who_is_killed_between_two_letters_has_entered_the_first(empty):
    first = letter_to(empty, "oda@example.org", id="<1@x>")
    second = letter_to(empty, "oda@example.org", id="<2@x>")
    out = MemoryOutbox()
    going = send_all(empty.store, out, empty.now)
    next(going)
    assert states(empty, first) == {"oda": "sent"}
    out.breaks = Killed
    with pytest.raises(Killed):
        next(going)
    assert (is_done(empty, first), is_done(empty, second)) == (True, False)


def test_a_pass_that_is_stopped_has_entered_what_it_sent(empty):
    letter = letter_to(empty, "oda@example.org")
    going = send_all(empty.store, MemoryOutbox(), empty.now)
    next(going)
    going.close()
    assert is_done(empty, letter)


SLOW_SENDER = """
import sys, time
from datetime import datetime
from outboxes import MemoryOutbox
from adjudicator.post.passes.sending import send_all
from adjudicator.store.database import open_store
from adjudicator.store.place import read_place

class Stuck(MemoryOutbox):
    def send(self, mail):
        if len(self.mails) == 3:
            print("stuck", flush=True)
            time.sleep(600)
        print(mail.message_id, flush=True)
        return super().send(mail)

with open_store(read_place(sys.argv[1])) as store:
    list(send_all(store, Stuck(), datetime.fromisoformat(sys.argv[2])))
"""


@pytest.mark.both_databases
def test_of_two_senders_one_is_killed_and_every_letter_goes_once(empty, post_class):
    """The letters of each campaign are claimed; what a dead sender left another one takes up."""
    store = empty.store
    post_class(store, "nagashino")
    list(send_all(store, MemoryOutbox(), empty.now))
    like = store.rows(Letter, kind="opening")[0]
    like = replace(like, sent=None, content=replace(like.content, files=()))
    for n in range(20):
        new = {"id": 0, "message_id": f"<{n}@x>", "recipients": ("oda@example.org",)}
        store.add(replace(like, campaign_id=1 + n % 2, resolution=0, **new))
    address = store.place.address if isinstance(store.place, Server) else str(store.place)
    command = [sys.executable, "-c", SLOW_SENDER, address, empty.now.isoformat()]
    out = MemoryOutbox()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parent
    ) as other:
        went = [line.strip() for line in iter(other.stdout.readline, "stuck\n")]
        list(send_all(store, out, empty.now))
        beside = [each.message_id for each in out.mails]
        other.kill()
    assert len(went) == 3
    assert {int(each[1:-3]) % 2 for each in went} == {0}
    shared = {1} if isinstance(store.place, Server) else set()  # of a file one process sends
    assert {int(each[1:-3]) % 2 for each in beside} == shared
    end = time.monotonic() + 60  # a server needs a moment to see that a client is gone
    while any(queries.letters_to_send(store)) and time.monotonic() < end:
        list(send_all(store, out, empty.now))
    assert Counter([*went, *(each.message_id for each in out.mails)]) == Counter(
        f"<{n}@x>" for n in range(20)
    )


@pytest.mark.both_databases
@pytest.mark.parametrize("terms", [Terms(), Terms(per_minute=2)])
def test_letters_are_claimed_by_who_sends_them(empty, terms):
    """Where letters may go at a certain rate, one process counts them, and sends all."""
    for n in range(3):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    empty.wait(hours=1)
    own, is_alone = empty.campaign.id, bool(terms.per_minute)
    of_file = not isinstance(empty.store.place, Server)  # there one process sends all, too
    with open_store(empty.store.place) as other:
        for claim, is_in_the_way in (
            (claim_letters(other), True),
            (claim_some(other, "letters", own), True),
            (claim_some(other, "letters", own + 1), is_alone or of_file),
        ):
            with claim as is_mine:
                assert is_mine
                count = len(list(send_all(empty.store, MemoryOutbox(terms), empty.now)))
                assert count == (0 if is_in_the_way else 3)
    count += len(list(send_all(empty.store, MemoryOutbox(terms), empty.now)))
    assert count == (terms.per_minute or 3)


def test_a_connection_that_breaks_in_the_letter_is_like_a_crash(empty):
    letter = letter_to(empty, "oda@example.org")
    out = MemoryOutbox(oda="unknown")
    list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "begun"}
    empty.wait(minutes=4)
    assert list(send_all(empty.store, out, empty.now)) == []
    out.dispositions = {}
    empty.wait(minutes=2)
    assert len(list(send_all(empty.store, out, empty.now))) == 1
    assert is_done(empty, letter)


class Careful(MemoryOutbox):
    """An outbox that looks at the disk before a letter is begun."""

    def __init__(self, disk):
        super().__init__()
        self.disk = disk
        self.before = []

    def send(self, mail):
        self.before.append(self.disk.behind)
        return super().send(mail)


def test_no_letter_goes_of_which_the_disk_does_not_know(empty, monkeypatch):
    """Whoever queued it may have written behind, in another process too."""
    disk = Disk(empty.store, monkeypatch)
    with empty.store.write_behind(), empty.store.atomic():
        letter_to(empty, "oda@example.org", id="<1@x>")
    assert disk.behind
    out = Careful(disk)
    list(send_all(empty.store, out, empty.now))
    assert out.before == [1]  # that it is begun
    assert disk.behind == 0


def test_the_disk_knows_soon_what_went(empty, monkeypatch):
    monkeypatch.setattr(sending, "TOGETHER", 4)
    disk = Disk(empty.store, monkeypatch)
    for n in range(12):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = Careful(disk)
    list(send_all(empty.store, out, empty.now))
    assert max(out.before) <= 8
    assert out.before.count(1) == 3
    assert disk.behind == 0


def test_a_pass_with_nothing_to_send_leaves_the_disk_alone(empty, monkeypatch):
    monkeypatch.setattr(empty.store, "flush", lambda: 1 / 0)
    assert list(send_all(empty.store, MemoryOutbox(), empty.now)) == []
