"""A mailbox and an outbox that are no folders: the whole street runs on them."""

from datetime import timedelta

from disk import Disk
from outboxes import MemoryOutbox
from passing import waiting_letters

from adjudicator.post.passes.exchange import take_all
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests import pipeline
from adjudicator.post.requests.pipeline import take
from adjudicator.post.transport.mailbox import ArrivedMail
from adjudicator.store.letter_records import Disposition


class MemoryMailbox:
    """Letters in a dictionary."""

    name = "memory://"
    checked_by = ""

    def __init__(self, letters=()):
        self.letters = dict(letters)
        self.away = []
        self.aside = []

    def arrivals(self):
        return [ArrivedMail(name, arrived) for name, (arrived, _) in self.letters.items()]

    def fetch(self, names, most):
        for name in names:
            raw = self.letters[name][1]
            yield None if raw is None else raw[:most]

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
    assert [each.facts["outcome"] for each in collected] == ["taken", "taken", "answered"]
    assert box.away == ["first", "second", "question"]
    assert post.stands() == "hide 4"

    out = MemoryOutbox()
    posted = list(send_all(post.store, out, post.now))
    assert {each.what for each in posted} == {"sent"}
    assert len(out.mails) == len(posted)
    assert waiting_letters(post.store) == []
    (status,) = [mail for mail in out.mails if b"Where the game stands" in mail.data]
    assert status.recipients == ("oda@example.org",)
    assert status.sender.startswith("game+b-")
    assert b"\nIn-Reply-To: <" in status.data


class Careful(MemoryMailbox):
    """A mailbox that looks at the disk before a letter leaves it."""

    def __init__(self, disk, letters):
        super().__init__(letters)
        self.disk = disk
        self.behind = []

    def put_away(self, names):
        self.behind.append(self.disk.behind)
        return super().put_away(names)

    def set_aside(self, name):
        self.behind.append(self.disk.behind)
        return super().set_aside(name)


def orders(post, count):
    return {
        f"{n:03}": (post.now, post.raw(f"hide {n % 3 + 1}", id=f"<{n}@x>")) for n in range(count)
    }


def test_many_letters_wait_for_the_disk_together_and_none_leaves_before(post, monkeypatch):
    disk = Disk(post.store, monkeypatch)
    box = Careful(disk, orders(post, 12))
    most = max(disk.behind for _ in take_all(post.store, box, post.now))
    assert most >= 12
    assert box.behind == [0]
    assert len(box.away) == 12


def test_the_disk_is_waited_for_too_where_a_pass_is_broken_off(post, monkeypatch):
    disk = Disk(post.store, monkeypatch)
    box = Careful(disk, orders(post, 12))
    taking = take_all(post.store, box, post.now)
    next(taking)
    assert disk.behind
    taking.close()
    assert (box.behind, box.away) == ([0], ["000"])


def test_a_letter_that_fails_is_set_aside_and_on_the_disk_with_all_before_it(post, monkeypatch):
    disk = Disk(post.store, monkeypatch)
    broken = b"From: ann@example.org\nSubject: Broken\n\nx"
    box = Careful(disk, orders(post, 1) | {"bad": (post.now, broken)})
    real = pipeline.take

    def take(store, raw, *more):
        return 1 / 0 if raw == broken else real(store, raw, *more)

    monkeypatch.setattr(pipeline, "take", take)
    good, bad = take_all(post.store, box, post.now)
    assert (good.what, good.facts["outcome"]) == ("collected", "taken")
    assert (bad.what, bad.facts["outcome"]) == ("failed", "set aside")
    assert bad.text.startswith("aside/bad: ")
    assert "ZeroDivisionError" in bad.text
    assert (box.behind, box.aside) == ([0, 0], ["bad"])
    (told,) = post.store.rows(Disposition, outcome="set aside")
    assert (told.sender, told.subject) == ("ann@example.org", "Broken")


def test_a_letter_that_another_process_took_and_wrote_behind_waits_for_the_disk_too(
    post, monkeypatch
):
    """It was killed before the letter was put away."""
    there = orders(post, 1)
    take(post.store, there["000"][1], post.now)
    flushed = []
    monkeypatch.setattr(post.store, "flush", lambda: flushed.append(1))
    box = MemoryMailbox(there)
    (again,) = take_all(post.store, box, post.now)
    assert again.facts["code"] == "again"
    assert flushed
    assert box.away == ["000"]


def test_a_letter_is_read_once(post, monkeypatch):
    """Its text is taken apart as an order file once, and understood as orders by the campaign."""
    from adjudicator.campaign.orders import submit
    from adjudicator.post.incoming import letter

    count = []
    real = letter.scan

    def counting(text):
        count.append(text)
        return real(text)

    for module in (letter, submit):
        monkeypatch.setattr(module, "scan", counting)
    post.take("hide 3")
    assert len(count) == 1
