"""A phase closes at its time only when its mailbox has been read to a moment after it."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from passing import make_pass
from test_exchange import MemoryMailbox

from adjudicator.post.passes.exchange import NEVER, SETTLE, read_to, take_all
from adjudicator.post.transport.mailbox import MailboxLostError
from adjudicator.store import queries
from adjudicator.store.letter_records import Disposition, Watermark
from adjudicator.store.records import Campaign

SECOND = timedelta(seconds=1)


class LosableMailbox(MemoryMailbox):
    lost = ""

    def arrivals(self):
        if self.lost:
            raise MailboxLostError(self.lost)
        return super().arrivals()


def deeds(post, now, *mailboxes):
    found = make_pass(post.store, now, *mailboxes)
    return [(each.what, each.text) for each in found if each.what not in ("reminded", "sent")]


def test_a_phase_closes_when_its_mailbox_was_read_a_moment_after_its_time(timed):
    box = LosableMailbox()
    for late, closed in ((0 * SECOND, []), (SECOND, []), (SETTLE, ["1 plan"])):
        deeds(timed, timed.closes + late, box)
        assert timed.phases() == closed


def test_grace_is_waited_for_too(timed):
    campaign = timed.store.find(Campaign, id=timed.campaign.id)
    settings = replace(campaign.settings, grace=3)
    timed.store.save(replace(campaign, settings=settings))
    box, ends = LosableMailbox(), timed.closes + timedelta(hours=3)
    deeds(timed, ends, box)
    box.letters["a"] = (ends, timed.raw("hide 5"))
    deeds(timed, ends + SECOND, box)
    assert (timed.phases(), timed.stands()) == ([], "hide 5")
    deeds(timed, ends + SETTLE, box)
    assert timed.phases() == ["1 plan"]


@pytest.mark.both_databases
def test_a_phase_is_held_while_its_mailbox_is_out_of_reach(timed):
    """The game master is told once, all else goes on, and orders that came in time count."""
    other = type(timed)(timed.store, "okehazama")
    box = LosableMailbox()
    assert deeds(timed, timed.now, box) == []
    box.lost = "mail.example.org port 993: Connection refused"
    failed = [("failed", f"{box.lost}; the letters that are left there wait")]
    assert deeds(timed, timed.closes - SECOND, box) == failed
    assert deeds(timed, timed.closes + SECOND, box)[1][0] == "held"
    assert not {"unread", "missing"} & set(timed.notes())  # a mail server may start anew
    assert timed.out("late") == []
    for hours in (1, 2, 30):
        said = deeds(timed, timed.closes + timedelta(hours=hours), box)
        assert [what for what, _ in said] == ["failed", "held"]
    assert timed.phases() == []
    assert timed.notes().count("unread") == 1
    (told,) = [
        each for each in timed.out("note") if " is held," in " ".join(each.content.text.split())
    ]
    assert "Connection refused" in " ".join(told.content.text.split())
    assert told.recipients == ("gm@example.org",)
    assert other.phases() == []

    box.lost = ""
    back = timed.closes + timedelta(hours=40)
    box.letters = {
        "late": (timed.closes + SECOND, timed.raw("hide 6", seat="Takeda")),
        "in time": (timed.closes, timed.raw("hide 5", seat="Takeda")),
    }
    deeds(timed, back, box)
    assert timed.phases() == ["1 plan"]
    (done,) = queries.resolutions(timed.store, timed.campaign)[1:]
    assert done.orders["Takeda"].strip() == "hide 5"
    (mark,) = timed.store.rows(Watermark)
    assert (mark.read_to, mark.lost, mark.why) == (back - SETTLE, None, "")


def test_a_campaign_that_waits_for_its_mailbox_is_not_written_again_and_again(timed):
    box = LosableMailbox()
    box.lost = "gone"
    versions = set()
    for minutes in (30, 31, 32):
        deeds(timed, timed.closes + timedelta(minutes=minutes), box)
        versions.add(timed.store.find(Campaign, id=timed.campaign.id).version)
    assert len(versions) == 1


def test_the_next_outage_is_told_again(timed):
    box = LosableMailbox()
    for _ in range(2):
        closes = queries.deadline(timed.store, queries.head(timed.store, timed.campaign))
        box.lost = "gone"
        deeds(timed, closes + timedelta(hours=1), box)
        box.lost = ""
        deeds(timed, closes + timedelta(hours=2), box)
    assert len(timed.phases()) == 2
    assert timed.notes().count("unread") == 2


def test_a_phase_for_which_all_are_ready_waits_for_no_mail(timed):
    box = LosableMailbox()
    for seat in ("Oda", "Takeda"):
        box.letters[seat] = (timed.now, timed.raw("hide 3\nready", seat=seat))
    deeds(timed, timed.now, box)
    assert timed.phases() == ["1 plan"]


def test_a_late_letter_waits_for_those_that_may_have_come_before_it(timed):
    """It is taken once the phase has closed; the mailbox may still show an earlier one."""
    box = LosableMailbox(
        {"late": (timed.closes + SECOND, timed.raw("phase 2 plan\nhide 6"))},
    )
    deeds(timed, timed.closes + SECOND, box)
    assert list(box.letters) == ["late"]
    box.letters["in time"] = (timed.closes, timed.raw("hide 5"))
    deeds(timed, timed.closes + SETTLE, box)
    (done,) = queries.resolutions(timed.store, timed.campaign)[1:]
    assert done.orders["Oda"].strip() == "hide 5"
    assert box.letters == {}


def test_one_mailbox_of_two_that_is_lost_holds_the_phase(timed):
    one, two = LosableMailbox(), LosableMailbox()
    two.name, two.lost = "memory://two", "gone"
    one.letters["late"] = (timed.closes + SECOND, timed.raw("hide 6"))
    late = timed.closes + timedelta(hours=1)
    deeds(timed, late, one, two)
    assert timed.phases() == []
    two.lost = ""
    deeds(timed, late, one, two)
    assert timed.phases() == ["1 plan"]


def test_a_pass_without_a_mailbox_goes_by_those_that_others_read(timed):
    box = LosableMailbox()
    deeds(timed, timed.closes - timedelta(hours=1), box)
    assert [what for what, _ in deeds(timed, timed.closes + timedelta(hours=1))] == ["held"]
    assert read_to(timed.store, [], timed.closes + timedelta(days=2)) is None  # out of use
    assert read_to(timed.store, ["unknown"], timed.closes) == NEVER
    deeds(timed, timed.closes + timedelta(days=2))
    assert timed.phases() == ["1 plan"]


def test_what_cannot_be_read_to_the_end_was_not_read(timed, monkeypatch):
    """The first letter is taken and put away; the connection breaks at the second."""

    class BreakingMailbox(MemoryMailbox):
        def fetch(self, names, most):
            yield from super().fetch(names[:1], most)
            raise MailboxLostError("gone")

    box = BreakingMailbox({n: (timed.now, timed.raw("hide 3")) for n in ("a", "b", "c")})
    said = []
    with pytest.raises(MailboxLostError):
        said.extend(each.what for each in take_all(timed.store, box, timed.now))
    assert said == ["collected"]
    assert (box.away, sorted(box.letters)) == (["a"], ["b", "c"])
    (mark,) = timed.store.rows(Watermark)
    assert (mark.read_to, mark.lost, mark.why) == (None, timed.now, "gone")


def test_letters_that_cannot_be_put_away_are_taken_once(timed):
    class FullMailbox(MemoryMailbox):
        full = True
        lost = False

        def put_away(self, names):
            if self.lost:
                raise MailboxLostError("gone")
            if self.full:
                return dict.fromkeys(names, "over quota")
            return super().put_away(names)

    box = FullMailbox({"7.1": (timed.now, timed.raw()), "7.2": (timed.now, b"no letter at all")})
    for hour in range(3):
        done = [e.text for e in take_all(timed.store, box, timed.now + timedelta(hours=hour))]
        assert sum("it cannot be put away: over quota" in each for each in done) == 2
    assert len(timed.store.rows(Disposition, last=True, limit=9)) == 2
    box.full = False
    list(take_all(timed.store, box, timed.now + timedelta(hours=4)))
    assert box.letters == {}
    box.letters["7.3"], box.lost, said = (timed.now, timed.raw("hide 5")), True, []
    with pytest.raises(MailboxLostError):
        said.extend(each.what for each in take_all(timed.store, box, timed.now))
    assert (said, [*box.letters], timed.stands()) == (["collected"], ["7.3"], "hide 5")
    (mark,) = timed.store.rows(Watermark)
    assert (mark.lost, mark.why) == (timed.now, "gone")
