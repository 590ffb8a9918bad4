"""A mailbox and an outbox that are no folders: the whole street runs on them."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign import outbox
from adjudicator.post import mailbox
from adjudicator.post.exchange import take_all
from adjudicator.post.mailbox import Arrival, open_mailbox, open_outbox
from adjudicator.post.sending import send_all
from adjudicator.post.street import take


class MemoryMailbox:
    """Letters in a dictionary."""

    name = "memory://"
    checked_by = ""

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
    posted = list(send_all(post.store, out, post.now))
    assert not any(each.error for each in posted)
    assert len(out.mails) == len(posted)
    assert outbox.letters_to_send(post.store) == []
    (status,) = [mail for mail in out.mails if b"Where the game stands" in mail.data]
    assert status.recipients == ("oda@example.org",)
    assert status.sender.startswith("game+b-")
    assert b"\nIn-Reply-To: <" in status.data


def test_a_letter_that_fails_is_set_aside_in_any_mailbox(post, monkeypatch):
    box = MemoryMailbox({"a": (post.now, post.raw())})
    monkeypatch.setattr("adjudicator.post.exchange.take", lambda *_, **__: 1 / 0)
    (only,) = take_all(post.store, box, post.now)
    assert (only.name, only.fate.outcome) == ("aside/a", "set aside")
    assert "ZeroDivisionError" in only.error
    assert box.aside == ["a"]


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
