"""A pass over the letters that wait: who gets one, who gets it later, and what is known after a crash."""

import time
from contextlib import nullcontext
from datetime import timedelta
from itertools import islice

import pytest
from disk import Disk
from msgspec.structs import replace
from outboxes import MemoryOutbox
from servers_of_faults import Faults, Post

from adjudicator.campaign import outbox
from adjudicator.campaign.deadlines import move_deadline
from adjudicator.campaign.moving import move
from adjudicator.post import lease
from adjudicator.post.accounts import Account, SmtpAccount
from adjudicator.post.mailbox import Terms, open_outbox
from adjudicator.post.sending import MOST_TRIES, TOGETHER, send_all
from adjudicator.post.street import take
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Attempt, Letter, Note


def test_a_letter_that_may_go_later_waits_and_one_that_is_refused_does_not(post):
    waiting = {each.message_id for each in outbox.letters_to_send(post.store)}
    posted = list(send_all(post.store, MemoryOutbox(oda="later", takeda="refused"), post.now))
    assert {each.message_id for each in posted} == waiting
    errors = {each.error for each in posted}
    assert errors == {
        "",
        "oda@example.org: 550 no such user",
        "takeda@example.org: 550 no such user",
    }
    assert post.notes() == ["bounced"]
    note = " ".join(post.out("note")[-1].content.text.split())
    assert "takeda@example.org (Takeda) could not be reached: the letter <sekigahara." in note
    assert "was refused (550 no such user)." in note
    assert {e.recipients for e in outbox.letters_to_send(post.store)} == {
        ("oda@example.org",),
        ("gm@example.org",),  # the note
    }


def test_a_letter_that_waits_is_tried_again_after_pauses_that_grow(post, monkeypatch):
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)  # however slow the machine is
    out = MemoryOutbox(oda="later")
    list(send_all(post.store, out, post.now))
    begin, tries = post.now, []
    while post.now < begin + timedelta(days=4):
        if any(each.error for each in send_all(post.store, out, post.now)):
            tries.append(round((post.now - begin) / timedelta(minutes=5)))
        post.wait(minutes=5)
    assert tries == [1, 3, 7, 15, 31, 63, 127, 255, 511, 799, 1087]
    assert post.notes() == ["mail-trouble"]
    (told,) = [mail for mail in out.mails if b"tried again" in mail.data]  # after a good hour
    assert told.recipients == ("gm@example.org",)
    out.fates = {}
    post.wait(days=1)
    assert [each.error for each in send_all(post.store, out, post.now)] == [""]
    assert outbox.letters_to_send(post.store) == []


def test_a_recipient_whose_server_lets_a_letter_wait_for_days_does_not_get_it(empty):
    letter_to(empty, "oda@example.org")
    out, begin, said = MemoryOutbox(oda="later"), empty.now, []
    while empty.now < begin + timedelta(days=12):
        said += [
            (round((empty.now - begin) / timedelta(hours=1)), each.delayed, each.error)
            for each in send_all(empty.store, out, empty.now)
            if each.error
        ]
        empty.wait(minutes=60)
    last, delayed, error = said[-1]
    assert len(said) == MOST_TRIES
    assert all(each[1] for each in said[:-1])
    assert not delayed
    assert "oda@example.org: tried 13 times, and at last: 550 no such user" in error
    assert 4.5 * 24 < last < 5.5 * 24


def test_a_fault_of_our_own_never_makes_a_letter_fail_for_good(empty):
    letter = letter_to(empty, "oda@example.org")
    out = MemoryOutbox(oda="later")
    out.ours = True
    for _ in range(MOST_TRIES + 3):
        assert not any(each.delayed for each in send_all(empty.store, out, empty.now))
        empty.wait(days=2)
    assert states(empty, letter) == {"oda": "later"}


def test_a_thousand_letters_that_cannot_be_sent_keep_nobody_waiting(post):
    """And only the master of their campaign is told, once a day."""
    for n in range(3):
        type(post)(post.store, f"other{n}")
    list(send_all(post.store, MemoryOutbox(), post.now))
    there = post.store.rows(Letter, kind="opening")[0]
    with post.store.atomic():
        for n in range(1_100):
            bad = {"message_id": f"<bad{n}@x>", "recipients": ("no address",), "sent": None}
            post.store.add(replace(there, id=0, **bad))
        post.store.add(replace(there, id=0, message_id="<good@x>", sent=None))
    out = MemoryOutbox()
    assert len(list(send_all(post.store, out, post.now))) == 1_101
    assert [mail.message_id for mail in out.mails] == ["<good@x>"]
    told = [each.campaign_id for each in post.store.rows(Note, code="mail-trouble")]
    assert told == [there.campaign_id]
    list(send_all(post.store, out, post.now))
    assert [mail.recipients for mail in out.mails[1:]] == [("gm@example.org",)]
    assert b"mail queue" in out.mails[1].data
    assert list(send_all(post.store, out, post.now)) == []


def test_a_letter_to_a_game_master_that_fails_makes_no_other_letter(post):
    out = MemoryOutbox(gm="refused")
    for _ in range(3):
        list(send_all(post.store, out, post.now))
        post.wait(days=1)
    assert [mail.recipients for mail in out.mails].count(("gm@example.org",)) == 2
    assert post.notes() == ["bounced"]  # of that day


class Killed(BaseException):
    """The process is killed here."""


def letter_to(post, *recipients, id="<two@x>", **more):
    there = post.store.rows(Letter, kind="opening")[0]
    fresh = {"sent": None, "tries": 0, "retry": None}
    letter = replace(there, id=0, message_id=id, recipients=recipients, **fresh | more)
    post.store.add(letter)
    return post.store.find(Letter, message_id=id)


def states(post, letter):
    tried = outbox.attempts(post.store, letter)
    return {name.partition("@")[0]: each.state for name, each in tried.items()}


def is_done(post, letter):
    return post.store.find(Letter, id=letter.id).sent is not None


@pytest.fixture
def empty(post):
    """A campaign whose first letters have gone."""
    list(send_all(post.store, MemoryOutbox(), post.now))
    return post


def test_each_recipient_is_tried_again_alone(empty):
    letter = letter_to(empty, "oda@example.org", "takeda@example.org", "third@example.org")
    out = MemoryOutbox(takeda="later", third="refused")
    list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "sent", "takeda": "later", "third": "refused"}
    out.fates = {}
    empty.wait(minutes=6)
    list(send_all(empty.store, out, empty.now))
    last = [mail for mail in out.mails if mail.message_id == "<two@x>"]
    assert [mail.recipients for mail in last] == [
        ("oda@example.org", "takeda@example.org", "third@example.org"),
        ("takeda@example.org",),
    ]
    assert last[0].data == last[1].data
    assert last[0].sender == last[1].sender
    assert is_done(empty, letter)


def test_a_letter_that_was_begun_and_never_heard_of_is_sent_again(empty):
    letter = letter_to(empty, "oda@example.org", "takeda@example.org")
    out = MemoryOutbox()
    out.breaks = Killed
    with pytest.raises(Killed):
        list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "begun", "takeda": "begun"}
    assert [each.message_id for each in outbox.letters_to_send(empty.store)] == ["<two@x>"]
    out.breaks = None
    assert [each.error for each in send_all(empty.store, out, empty.now)] == [""]
    assert is_done(empty, letter)


def test_who_is_killed_between_two_letters_has_entered_the_first(empty):
    first = letter_to(empty, "oda@example.org", id="<1@x>")
    second = letter_to(empty, "oda@example.org", id="<2@x>")
    out = MemoryOutbox()
    sending = send_all(empty.store, out, empty.now)
    next(sending)
    assert states(empty, first) == {"oda": "sent"}
    out.breaks = Killed
    with pytest.raises(Killed):
        next(sending)
    assert (is_done(empty, first), is_done(empty, second)) == (True, False)


def test_a_pass_that_is_stopped_has_entered_what_it_sent(empty):
    letter = letter_to(empty, "oda@example.org")
    sending = send_all(empty.store, MemoryOutbox(), empty.now)
    next(sending)
    sending.close()
    assert is_done(empty, letter)


def test_a_pass_that_has_lost_its_lease_sends_nothing_more(empty, monkeypatch):
    """Another machine has taken it over: both would send the same letters."""
    for n in range(3):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    held = lease.take(empty.store, lease.PASS)
    out = MemoryOutbox()
    sending = send_all(empty.store, out, empty.now)
    next(sending)
    empty.store.save(replace(held, holder="another machine 1 1"))
    monkeypatch.setitem(lease._renewed, lease.PASS, -1e9)
    with pytest.raises(OSError, match="another pass has taken it over"):
        next(sending)
    assert len(out.mails) == 1
    assert len(outbox.letters_to_send(empty.store)) == 2


class MeanwhileOutbox(MemoryOutbox):
    """Something happens when a letter has been read, and before it is handed over."""

    def __init__(self, happens, **more):
        super().__init__(**more)
        self.happens = happens

    def send(self, mail, begin):
        self.happens()
        return super().send(mail, begin)


@pytest.mark.both_databases
@pytest.mark.parametrize("terms", [Terms(), Terms(timedelta(minutes=15))])
def test_a_letter_does_not_go_whose_game_moves_just_then(empty, tmp_path, terms):
    """It goes out of the other database; from here it would go twice."""
    letter = letter_to(empty, "oda@example.org")
    before = empty.store.rows(Attempt)
    with open_store(tmp_path / "other.db", create=True) as other:

        def go():
            move(empty.store, other, empty.name, empty.now)

        out = MeanwhileOutbox(go, terms=terms)
        with pytest.raises(OSError, match="a move to another database has taken it over"):
            list(send_all(empty.store, out, empty.now))
        assert out.mails == []
        assert empty.store.rows(Attempt) == before
        assert not is_done(empty, letter)
        assert list(send_all(empty.store, MemoryOutbox(), empty.now)) == []
        there = MemoryOutbox()
        list(send_all(other, there, empty.now))
        assert [mail.message_id for mail in there.mails] == ["<two@x>"]


WAIT = timedelta(minutes=15)


def test_with_copies_a_letter_that_was_begun_waits_for_its_copy(empty):
    letter = letter_to(empty, "oda@example.org")
    out = MemoryOutbox(terms=Terms(WAIT))
    out.breaks = Killed
    with pytest.raises(Killed):
        list(send_all(empty.store, out, empty.now))
    out.breaks = None
    empty.wait(minutes=14)
    assert list(send_all(empty.store, out, empty.now)) == []
    empty.wait(minutes=2)
    assert len(list(send_all(empty.store, out, empty.now))) == 1
    assert is_done(empty, letter)


def test_a_connection_that_breaks_in_the_letter_is_like_a_crash(empty):
    letter = letter_to(empty, "oda@example.org")
    out = MemoryOutbox(terms=Terms(WAIT), oda="unknown")
    list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "begun"}
    empty.wait(minutes=14)
    assert list(send_all(empty.store, out, empty.now)) == []
    out.fates = {}
    empty.wait(minutes=2)
    assert len(list(send_all(empty.store, out, empty.now))) == 1
    assert is_done(empty, letter)


def test_trouble_with_the_whole_outbox_costs_no_letter_a_pause(empty):
    letter = letter_to(empty, "oda@example.org")
    before = empty.notes()
    out = MemoryOutbox(terms=Terms(WAIT))
    out.breaks = OSError
    with pytest.raises(OSError, match="no way out"):
        list(send_all(empty.store, out, empty.now))
    assert states(empty, letter) == {"oda": "later"}
    assert empty.notes() == before
    out.breaks = None
    assert [each.error for each in send_all(empty.store, out, empty.now)] == [""]


def test_a_server_that_puts_everything_off_is_told_of_once_a_day(empty):
    for n in range(20):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = MemoryOutbox(oda="later")
    for pause in (6, 11, 21, 41, 81, 161):
        list(send_all(empty.store, out, empty.now))
        empty.wait(minutes=pause)
    assert empty.notes() == ["mail-trouble"]


@pytest.mark.parametrize("terms", [Terms(per_minute=3), Terms(per_day=3)])
def test_no_more_letters_go_than_the_account_may_send(empty, terms):
    pause = timedelta(minutes=1) if terms.per_minute else timedelta(days=1)
    empty.now += timedelta(days=1, minutes=1)
    for n in range(8):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out, sent = MemoryOutbox(terms=terms), []
    for _ in range(3):
        sent.append(len(list(send_all(empty.store, out, empty.now))))
        assert list(send_all(empty.store, out, empty.now + pause * 0.9)) == []
        empty.now += pause * 1.1
    assert sent == [3, 3, 2]


@pytest.fixture
def server():
    server = Post(Faults())
    server.start()
    yield server
    server.stop()


def outbox_at(server, **more):
    account = Account("127.0.0.1", server.port, "clear")
    return open_outbox(SmtpAccount(account, "game@x.test", **more))


def test_greylisting_costs_one_pause(empty, server):
    out = outbox_at(server)
    letter_to(empty, "oda@example.org")
    server.handler.recipients = {"oda": "450 4.2.0 greylisted"}
    (posted,) = send_all(empty.store, out, empty.now)
    assert posted.error == "oda@example.org: 450 4.2.0 greylisted"
    assert posted.delayed
    server.handler.recipients = {}
    assert list(send_all(empty.store, out, empty.now + timedelta(minutes=4))) == []
    (posted,) = send_all(empty.store, out, empty.now + timedelta(minutes=6))
    assert posted.error == ""
    assert empty.notes() == []
    assert len(server.handler.taken) == 1


def test_a_pass_that_is_stopped_has_entered_the_letter_that_was_on_its_way_beside(empty, server):
    """None stays begun, for that would go again."""
    there = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(30)]
    sending = send_all(empty.store, outbox_at(server), empty.now)
    for _ in range(15):
        next(sending)
    sending.close()
    states_there = [states(empty, each) for each in there]
    assert all(set(each.values()) <= {"sent"} for each in states_there)
    went = [n for n, each in enumerate(there) if is_done(empty, each)]
    assert 15 <= len(went) <= 16
    arrived = sorted(to for _, to, _ in server.handler.taken)
    assert arrived == sorted((f"p{n}@example.org",) for n in went)


def test_a_server_gets_nothing_of_a_game_that_has_moved(empty, server, monkeypatch):
    letters = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(20)]
    monkeypatch.setattr(
        "adjudicator.post.sending.has_moved", lambda *_: len(server.handler.taken) >= 11
    )
    with pytest.raises(OSError, match="a move to another database"):
        list(send_all(empty.store, outbox_at(server), empty.now))
    assert len(server.handler.taken) in (11, 12)  # one may have been on its way beside
    assert sum(is_done(empty, each) for each in letters) == len(server.handler.taken)


class InPairs(MemoryOutbox):
    """An outbox that asks for two letters before it begins either."""

    def session(self):
        return nullcontext(self.send_pairs)

    def send_pairs(self, letters):
        source = iter(letters)
        while pair := list(islice(source, 2)):
            for mail, begin in pair:
                yield mail, self.send(mail, begin)


@pytest.mark.parametrize("most", [3, 4])
def test_letters_side_by_side_are_no_more_than_the_account_may_send(empty, most):
    empty.now += timedelta(days=1, minutes=1)
    for n in range(8):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = InPairs(terms=Terms(per_minute=most))
    assert len(list(send_all(empty.store, out, empty.now))) == len(out.mails) == most


def test_an_outage_with_two_letters_on_their_way_costs_neither_a_pause(empty, server):
    there = [letter_to(empty, f"p{n}@example.org", id=f"<{n}@x>") for n in range(30)]
    server.handler.before_mail = [""] * 20 + ["550 5.4.5 Daily sending quota"] * 9
    with pytest.raises(OSError, match="Daily sending quota"):
        list(send_all(empty.store, outbox_at(server), empty.now))
    assert len(server.handler.taken) == sum(is_done(empty, each) for each in there) == 20
    server.handler.before_mail = []
    assert len(list(send_all(empty.store, outbox_at(server), empty.now))) == 10
    assert len(server.handler.taken) == 30


# What a power failure would take


class Careful(MemoryOutbox):
    """An outbox that looks at the disk before and after a letter is begun."""

    def __init__(self, disk, **more):
        super().__init__(**more)
        self.disk = disk
        self.before = []
        self.after = []

    def send(self, mail, begin):
        self.before.append(self.disk.behind)
        begin(mail.recipients)
        self.after.append(self.disk.behind)
        return super().send(mail, lambda _: None)


def test_no_letter_goes_of_which_the_disk_does_not_know(empty, monkeypatch):
    """Whoever queued it may have written behind, in another process too."""
    disk = Disk(empty.store, monkeypatch)
    with empty.store.write_behind(), empty.store.atomic():
        letter_to(empty, "oda@example.org", id="<1@x>")
    assert disk.behind
    out = Careful(disk)
    list(send_all(empty.store, out, empty.now))
    assert out.before == [0]
    assert disk.behind == 0


def test_the_disk_knows_soon_what_went(empty, monkeypatch):
    disk = Disk(empty.store, monkeypatch)
    for n in range(3 * TOGETHER):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = Careful(disk)
    list(send_all(empty.store, out, empty.now))
    assert max(out.before) <= 2 * TOGETHER
    assert out.before.count(0) == 3
    assert disk.behind == 0


def test_where_copies_come_the_disk_knows_of_each_letter_before_it_goes(empty, monkeypatch):
    """After a power failure such a letter waits for its copy, and does not go twice."""
    disk = Disk(empty.store, monkeypatch)
    for n in range(5):
        letter_to(empty, "oda@example.org", id=f"<{n}@x>")
    out = Careful(disk, terms=Terms(WAIT))
    list(send_all(empty.store, out, empty.now))
    assert out.after == [0] * 5


def test_a_pass_with_nothing_to_send_leaves_the_disk_alone(empty, monkeypatch):
    monkeypatch.setattr(empty.store, "flush", lambda: 1 / 0)
    assert list(send_all(empty.store, MemoryOutbox(), empty.now)) == []


# Reminders that nobody needs any more


@pytest.fixture
def reminded(empty):
    """Both players have been reminded, and nothing could be sent."""
    from adjudicator.campaign.tick import remind

    campaign = empty.campaign
    move_deadline(empty.store, campaign, empty.now + timedelta(hours=20), empty.now)
    list(send_all(empty.store, MemoryOutbox(), empty.now))
    empty.wait(hours=12)
    assert remind(empty.store, campaign, empty.now) == 2
    return empty


def sent_reminders(post):
    out = MemoryOutbox()
    dropped = [each.dropped for each in send_all(post.store, out, post.now) if each.dropped]
    kinds = [post.store.find(Letter, message_id=each.message_id).kind for each in out.mails]
    return [kind for kind in kinds if kind in outbox.REMINDERS], dropped


def test_reminders_that_hold_good_go_out(reminded):
    assert sent_reminders(reminded) == (["reminder"] * 2, [])


def test_a_reminder_of_orders_that_have_come_is_dropped(reminded):
    take(reminded.store, reminded.raw("hide 3"), reminded.now)
    assert sent_reminders(reminded) == (["reminder"], ["the orders have come"])
    assert outbox.letters_to_send(reminded.store) == []


def test_a_reminder_of_a_deadline_that_has_passed_is_dropped(reminded):
    reminded.wait(hours=9)
    assert sent_reminders(reminded) == ([], ["the deadline has passed"] * 2)


def test_a_reminder_of_a_deadline_that_was_moved_is_dropped(reminded):
    reminded.wait(minutes=1)
    later = reminded.now + timedelta(days=2)
    move_deadline(reminded.store, reminded.campaign, later, reminded.now)
    assert sent_reminders(reminded) == ([], ["the deadline has been moved"] * 2)


def test_a_reminder_of_a_phase_that_is_over_is_dropped(reminded):
    from adjudicator.campaign.adjudicate import adjudicate

    adjudicate(reminded.store, reminded.name, reminded.now)
    assert sent_reminders(reminded) == ([], ["the phase that it is about is over"] * 2)
    (attempt, *_) = reminded.store.rows(Attempt, state="dropped")
    assert attempt.why == "the phase that it is about is over"
