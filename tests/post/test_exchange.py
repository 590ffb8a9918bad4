"""A mailbox and an outbox that are no folders: the whole street runs on them."""

from contextlib import nullcontext
from datetime import timedelta

import pytest
from msgspec.structs import replace

from adjudicator.campaign import outbox
from adjudicator.post import mailbox
from adjudicator.post.exchange import deliver, take_all
from adjudicator.post.limits import MOST_NOTES
from adjudicator.post.mailbox import Arrival, Delivery, Mail, Terms, open_mailbox, open_outbox
from adjudicator.post.street import take
from adjudicator.store.letter_records import Letter, Note


class MemoryMailbox:
    """Letters in a dictionary."""

    name = "memory://"

    def __init__(self, letters=()):
        self.letters = dict(letters)
        self.away = []
        self.aside = []

    def arrivals(self):
        return [Arrival(name, arrived) for name, (arrived, _) in self.letters.items()]

    def fetch(self, name, most):
        raw = self.letters[name][1]
        return None if raw is None else raw[:most]

    def put_away(self, names):
        self.away += names
        for name in names:
            del self.letters[name]
        return {}

    def set_aside(self, name):
        self.aside.append(name)
        del self.letters[name]
        return f"aside/{name}"


class MemoryOutbox:
    """Letters in a list; ``fates`` says of recipients what becomes of letters to them."""

    def __init__(self, **fates):
        self.mails = []
        self.fates = fates

    terms = Terms()

    def session(self):
        return nullcontext(self.send)

    def send(self, mail, begin):
        begin(mail.recipients)
        self.mails.append(mail)
        fates = [self.fates.get(each.partition("@")[0], "sent") for each in mail.recipients]
        return [
            Delivery(each, fate, "" if fate == "sent" else "550 no such user")
            for each, fate in zip(mail.recipients, fates, strict=True)
        ]


def test_the_street_runs_on_any_mailbox_and_outbox(post):
    day = timedelta(days=1)
    box = MemoryMailbox(
        {
            "second": (post.now - day, post.raw("hide 4")),
            "first": (post.now - 2 * day, post.raw("hide 3")),
            "question": (post.now, post.raw("status")),
            "gone": (post.now, None),
        }
    )
    collected = list(take_all(post.store, box, post.now))
    assert [(each.name, each.fate.outcome) for each in collected] == [
        ("first", "taken"),
        ("second", "taken"),
        ("question", "answered"),
    ]
    assert box.away == ["first", "second", "question"]
    assert post.stands() == "hide 4"

    out = MemoryOutbox()
    posted = list(deliver(post.store, out, post.now))
    assert not any(each.error for each in posted)
    assert len(out.mails) == len(posted)
    assert outbox.letters_to_send(post.store) == []
    (status,) = [mail for mail in out.mails if b"Where the game stands" in mail.data]
    assert status == Mail(status.message_id, "game@example.net", ("oda@example.org",), status.data)
    assert b"\nIn-Reply-To: <" in status.data


def test_a_letter_that_fails_is_set_aside_in_any_mailbox(post, monkeypatch):
    box = MemoryMailbox({"a": (post.now, post.raw())})
    monkeypatch.setattr("adjudicator.post.exchange.take", lambda *_: 1 / 0)
    (only,) = take_all(post.store, box, post.now)
    assert (only.name, only.fate.outcome) == ("aside/a", "set aside")
    assert "ZeroDivisionError" in only.error
    assert box.aside == ["a"]


def test_a_letter_that_may_go_later_waits_and_one_that_is_refused_does_not(post):
    waiting = {each.message_id for each in outbox.letters_to_send(post.store)}
    posted = list(deliver(post.store, MemoryOutbox(oda="later", takeda="refused"), post.now))
    assert {each.message_id for each in posted} == waiting
    errors = {each.error for each in posted}
    assert errors == {
        "",
        "oda@example.org: 550 no such user",
        "takeda@example.org: 550 no such user",
    }
    assert post.notes() == ["mail-trouble"]
    note = post.out("note")[-1].content.text
    assert "did not reach everybody. takeda@example.org: 550 no such user." in " ".join(
        note.split()
    )
    assert {e.recipients for e in outbox.letters_to_send(post.store)} == {
        ("oda@example.org",),
        ("gm@example.org",),  # the note
    }


def test_a_letter_that_waits_is_tried_again_after_pauses_that_grow(post):
    out = MemoryOutbox(oda="later")
    list(deliver(post.store, out, post.now))
    begin, tries = post.now, []
    while post.now < begin + timedelta(days=4):
        if any(each.error for each in deliver(post.store, out, post.now)):
            tries.append(round((post.now - begin) / timedelta(minutes=5)))
        post.wait(minutes=5)
    assert tries == [1, 3, 7, 15, 31, 63, 127, 255, 511, 799, 1087]
    assert post.notes() == ["mail-trouble"]
    (told,) = [mail for mail in out.mails if b"tried again" in mail.data]  # after a good hour
    assert told.recipients == ("gm@example.org",)
    out.fates = {}
    post.wait(days=1)
    assert [each.error for each in deliver(post.store, out, post.now)] == [""]
    assert outbox.letters_to_send(post.store) == []


def test_a_thousand_letters_that_cannot_be_sent_keep_nobody_waiting(post):
    """And only the master of their campaign is told, within his limit."""
    for n in range(3):
        type(post)(post.store, f"other{n}")
    list(deliver(post.store, MemoryOutbox(), post.now))
    there = post.store.rows(Letter, kind="opening")[0]
    with post.store.atomic():
        for n in range(1_100):
            bad = {"message_id": f"<bad{n}@x>", "recipients": ("no address",), "sent": None}
            post.store.add(replace(there, id=0, **bad))
        post.store.add(replace(there, id=0, message_id="<good@x>", sent=None))
    out = MemoryOutbox()
    assert len(list(deliver(post.store, out, post.now))) == 1_101
    assert [mail.message_id for mail in out.mails] == ["<good@x>"]
    told = {each.campaign_id for each in post.store.rows(Note, code="mail-trouble")}
    assert told == {there.campaign_id}
    list(deliver(post.store, out, post.now))
    assert len(out.mails) == 1 + MOST_NOTES
    assert list(deliver(post.store, out, post.now)) == []


def test_a_letter_to_a_game_master_that_fails_makes_no_other_letter(post):
    out = MemoryOutbox(gm="refused")
    for _ in range(3):
        list(deliver(post.store, out, post.now))
        post.wait(days=1)
    assert [mail.recipients for mail in out.mails].count(("gm@example.org",)) == 2
    assert post.notes() == ["mail-trouble"] * 2


def test_a_mailbox_of_another_kind_is_a_module_and_a_name(monkeypatch):
    here = f"{__name__}:Memory"
    monkeypatch.setitem(mailbox.MAILBOXES, "memory", here + "Mailbox")
    monkeypatch.setitem(mailbox.OUTBOXES, "memory", here + "Outbox")
    monkeypatch.setattr(MemoryOutbox, "__init__", lambda self, address: None)
    assert isinstance(open_mailbox("memory://"), MemoryMailbox)
    assert isinstance(open_outbox("memory://x"), MemoryOutbox)
    with pytest.raises(ValueError, match="The kinds: maildir, memory"):
        open_mailbox("imap://mail.example.org")


def test_a_maildir_needs_no_scheme(tmp_path):
    open_outbox(str(tmp_path / "plain"))
    open_outbox(f"maildir://{tmp_path}/full")
    assert (tmp_path / "plain/new").is_dir()
    assert (tmp_path / "full/new").is_dir()


def test_a_letter_is_read_once(post, monkeypatch):
    """Its text is taken apart as an order file once, and understood as orders by the campaign."""
    from adjudicator.campaign import submit
    from adjudicator.post import reading

    count = []
    real = reading.scan

    def counting(text):
        count.append(text)
        return real(text)

    for module in (reading, submit):
        monkeypatch.setattr(module, "scan", counting)
    take(post.store, post.raw("hide 3"), post.now)
    assert len(count) == 1
