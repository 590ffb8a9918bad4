"""Yesterday's backup beside today's mailbox."""

import os
from datetime import UTC, datetime, timedelta

import pytest
from passing import carry_out_all_due

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.letters import leave_note
from adjudicator.campaign.letters.outbox import letters
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases import adjudicate
from adjudicator.campaign.phases.deadlines import move_deadline
from adjudicator.campaign.records.moving import write_copy
from adjudicator.campaign.records.verify import differences, verify
from adjudicator.post.passes.exchange import take_all
from adjudicator.post.passes.restore import replay, tell_masters
from adjudicator.post.transport.maildir import MaildirMailbox
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.queries import mark_sent
from adjudicator.store.records import Adjudication, Failure, LastPass, Submission


class Office:
    """A game whose letters lie in a Maildir, and a judge who makes his passes."""

    def __init__(self, post, folder):
        for place in ("new", "cur", "tmp"):
            (folder / "in" / place).mkdir(parents=True)
        self.folder = folder
        self.box = MaildirMailbox(folder / "in")
        self.post = post
        store = post.store
        rule = {"deadline": "every 24 hours", "grace": 0}
        commit(store, self.post.campaign, self.post.now, change_settings, **rule)
        commit(
            store,
            self.post.campaign,
            self.post.now,
            move_deadline,
            self.post.now + timedelta(days=1),
        )
        self.make_pass()

    @property
    def store(self):
        return self.post.store

    def letter(self, body, seat="Oda", **more):
        path = self.folder / "in" / "new" / f"{self.post.count:04}"
        path.write_bytes(self.post.raw(body, seat=seat, **more))
        moment = self.post.now.timestamp()
        os.utime(path, (moment, moment))

    def make_pass(self, minutes=0):
        self.post.wait(minutes=minutes)
        now = self.post.now
        list(take_all(self.store, self.box, now))
        list(carry_out_all_due(self.store, now))
        for each in queries.letters_to_send(self.store, now):
            mark_sent(self.store, each, now)
        self.store.put(LastPass(1, now))

    def play_round(self):
        for seat in ("Oda", "Takeda"):
            self.post.wait(hours=1)
            self.letter("hide 1\nready", seat)
            self.make_pass()

    def back_up(self):
        """Write a backup, as the command does."""
        write_copy(self.store, self.folder / "backup.db")

    def restore(self, name="backup.db", until=None):
        copy = open_store(self.folder / name)
        return copy, replay(copy, [self.box], until or self.post.now)


@pytest.fixture
def office(post, tmp_path):
    return Office(post, tmp_path)


def phases(store):
    campaign = queries.find_campaign(store, "sekigahara")
    there = queries.resolutions(store, campaign)
    return [(each.phase, each.fingerprint, each.key, each.position) for each in there]


def ids(store):
    return {each.message_id for each in letters(store, queries.find_campaign(store, "sekigahara"))}


def test_what_came_since_the_backup_comes_again_with_the_same_dice(office):
    office.play_round()
    office.back_up()
    office.play_round()
    office.letter("hide 2")
    office.make_pass()
    copy, done = office.restore()
    with copy:
        assert len(done.dispositions) == 3
        assert {each.outcome for each in done.dispositions} == {"taken"}
        assert phases(copy) == phases(office.store)
        assert ids(copy) == ids(office.store)
        assert differences(office.store, copy) == {}
        campaign = queries.find_campaign(copy, "sekigahara")
        assert [each.faults for each in verify(copy, campaign) if each.faults] == []
        stands = queries.submissions(copy, queries.head(copy, campaign))
        assert stands["Oda"].text.strip() == office.post.stands()
        # Nothing is sent again unasked.
        held = list(queries.letters_to_send(copy))
        assert len(held) == done.held > 0
        assert not any(queries.letters_to_send(copy, office.post.now + timedelta(days=999)))
        list(take_all(copy, office.box, office.post.now))
        assert not any(queries.letters_to_send(copy, office.post.now))
        commit(copy, campaign, office.post.now, leave_note, "x", "y")
        assert (
            len(list(queries.letters_to_send(copy, office.post.now))) == 1
        )  # what is new goes out


def test_a_letter_that_was_put_away_after_the_last_noted_pass_comes_again(office):
    office.back_up()
    noted = office.post.now
    office.post.wait(seconds=20)
    office.letter("hide 2")
    list(take_all(office.store, office.box, office.post.now))
    copy, done = office.restore(until=noted)
    with copy:
        assert [each.outcome for each in done.dispositions] == ["taken"]
        campaign = queries.find_campaign(copy, "sekigahara")
        stands = queries.submissions(copy, queries.head(copy, campaign))
        assert stands["Oda"].text.strip() == "hide 2"


def test_a_letter_that_waited_in_the_backup_waits_too(office):
    office.letter("hide 2")
    list(take_all(office.store, office.box, office.post.now))
    office.back_up()
    copy, done = office.restore()
    with copy:
        assert done.held == len(list(queries.letters_to_send(office.store))) > 0
        assert done.dispositions == ()
        assert copy.count(Submission) == 1


def test_a_phase_whose_deadline_passed_in_between_is_carried_out_at_its_time(office):
    office.back_up()
    office.post.wait(hours=3)
    office.letter("hide 2")
    office.make_pass()
    office.make_pass(minutes=21 * 60)  # the deadline
    office.post.wait(hours=1)
    office.letter("strike Takeda")
    office.make_pass()
    copy, done = office.restore()
    with copy:
        assert done.phases == ("sekigahara 1 plan",)
        assert phases(copy) == phases(office.store)
        campaign = queries.find_campaign(copy, "sekigahara")
        head = queries.head(copy, campaign)
        assert head.created == queries.head(office.store, campaign).created
        assert queries.submissions(copy, head)["Oda"].text == "strike Takeda\n"
        assert differences(office.store, copy) == {}


def test_what_fell_due_after_the_last_pass_is_left_for_the_next(office):
    last = office.post.now
    office.post.wait(hours=12)
    office.post.change(move_deadline, office.post.now + timedelta(days=1))  # by a command, no pass
    office.back_up()
    office.post.wait(days=5)
    copy, done = office.restore(until=last)
    with copy:
        assert (done.since, done.phases) == (last, ())
        assert copy.count(Adjudication) == 1
        assert copy.first(LastPass).at == last


def test_letters_of_several_mailboxes_come_in_the_order_of_their_arrival(office):
    for place in ("new", "cur", "tmp"):
        (office.folder / "second" / place).mkdir(parents=True)
    boxes = [office.box, MaildirMailbox(office.folder / "second")]
    office.back_up()
    for number, box in enumerate((boxes[1], boxes[0], boxes[1], boxes[0])):
        office.post.wait(hours=1)
        office.letter(f"hide {number + 1}")
        (path,) = (office.folder / "in" / "new").iterdir()
        if box is boxes[1]:
            path.rename(office.folder / "second" / "new" / path.name)
        list(take_all(office.store, box, office.post.now))
    with open_store(office.folder / "backup.db") as copy:
        done = replay(copy, boxes, office.post.now)
        assert [each.outcome for each in done.dispositions] == ["taken"] * 4
        texts = [each.text.strip() for each in copy.rows(Submission, order="id")]
        assert texts == ["hide 1", "hide 2", "hide 3", "hide 4"]


def test_a_hostile_letter_among_them_stops_nothing(office):
    office.back_up()
    done_folder = office.folder / "in" / ".Done" / "cur"
    done_folder.mkdir(parents=True, exist_ok=True)
    moment = (office.post.now + timedelta(hours=1)).timestamp()
    for name, data in (
        ("a", b"\0" * 5000),
        ("b", b"From: x\nMessage-ID: <[x@y]>\n\nhide"),
        ("c", b""),
    ):
        (done_folder / name).write_bytes(data)
        os.utime(done_folder / name, (moment, moment))
    (done_folder / "d").symlink_to("/etc/passwd")
    office.post.wait(hours=2)
    office.letter("hide 2")
    office.make_pass()
    copy, done = office.restore()
    with copy:
        assert "taken" in {each.outcome for each in done.dispositions}
        assert done.faults == ()


def test_the_game_master_is_told_what_is_different(office, post_class):
    post_class(office.store, "nagashino")
    office.make_pass()
    office.back_up()
    campaign = office.post.campaign
    commit(office.store, campaign, office.post.now, change_settings, grace=5, hold=1)
    office.play_round()
    office.letter("Hello!", sender="eve@example.com", to="game@example.net")
    office.make_pass()
    by_hand = Source(trusted=True, game="sekigahara", seat="Oda")
    submit(office.store, "strike Takeda", by_hand, office.post.now)
    moved = datetime(2026, 12, 24, 20, 0, tzinfo=UTC)
    commit(office.store, office.post.campaign, office.post.now, move_deadline, moved)
    copy, done = office.restore()
    with copy:
        found = differences(office.store, copy)
        assert found["sekigahara"][:2] == [
            "the setting grace was 5, and is 0",
            "the setting hold was 1, and is 0",
        ]
        assert "the orders of Oda: lost" in found["sekigahara"]  # no letter brought them
        assert any("deadline was Thu 24 Dec 2026 20:00 UTC" in x for x in found["sekigahara"])
        assert "strike" not in str(found)
        other_way = differences(copy, office.store)["sekigahara"]
        assert "the orders of Oda: new, there was nothing before" in other_way
        tell_masters(copy, done, found, office.post.now)
        last, other = queries.letters_to_send(copy, office.post.now)
        assert last.recipients == other.recipients == ("gm@example.org",)
        assert "have gone out already" not in other.content.text  # those that wait are not its own
        text = " ".join(last.content.text.split())
        assert "2 letters were read again, and carried out: 1 plan" in text
        assert "the setting grace was 5, and is 0" in text
        assert "mail retry" in text
        tell_masters(copy, done, None, office.post.now)  # without the lost database
        assert "is lost" in list(queries.letters_to_send(copy, office.post.now))[-1].content.text


def test_what_a_mail_server_says_of_senders_counts_again(office):
    office.box.checked_by = "mx.example.net"
    office.back_up()
    quoted = f"hide 6\n\nOn Friday, x <game+{office.post.token()}@example.net> wrote:\n> hide 1\n"
    said = "Authentication-Results: mx.example.net; dmarc=fail header.from=example.org"
    office.letter(quoted, to="game@example.net", fields=[said])
    office.make_pass()
    copy, done = office.restore()
    with copy:
        assert [each.code for each in done.dispositions] == ["forged"]
        assert differences(office.store, copy) == {}


def test_what_fails_meanwhile_is_tried_once_and_left_for_the_next_pass(office, monkeypatch):
    def fails(change):
        raise CampaignError("the rules fail")

    office.back_up()
    monkeypatch.setattr(adjudicate, "carry_out_phase", fails)
    copy, done = office.restore(until=office.post.now + timedelta(days=9))
    with copy:
        (failure,) = copy.rows(Failure)
        assert failure.tries == 1
        assert [each for each in done.faults if "the rules fail" in each] == list(done.faults[:1])
