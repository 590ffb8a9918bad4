"""A reminder, or when a deadline is, goes out only if it still holds good."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox
from passing import waiting_letters

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.deadlines import move_deadline, set_deadline
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.store.letter_records import Attempt, Letter


@pytest.fixture
def reminded(empty):
    """Both players have been reminded, and nothing could be sent."""
    campaign = empty.campaign
    commit(empty.store, campaign, empty.now, move_deadline, empty.now + timedelta(hours=20))
    list(send_all(empty.store, MemoryOutbox(), empty.now))
    empty.wait(hours=12)
    (done,) = carry_out_due(empty.store, campaign, empty.now)
    assert done.facts == {"seats": 2}
    return empty


def sent_reminders(post):
    out = MemoryOutbox()
    done = list(send_all(post.store, out, post.now))
    dropped = [each.text.partition(": ")[2] for each in done if each.what == "dropped"]
    kinds = [post.store.find(Letter, message_id=each.message_id).kind for each in out.mails]
    return [kind for kind in kinds if kind in outbox.REMINDERS], dropped


def take_orders(post):
    take(post.store, post.raw("hide 3"), post.now)


def move_it(post):
    post.wait(minutes=1)
    post.change(move_deadline, post.now + timedelta(days=2))


def test_of_a_deadline_that_is_moved_again_its_last_time_alone_is_told(empty):
    list(send_all(empty.store, MemoryOutbox(), empty.now))
    for why in ("moved", "bank", "moved", "moved"):
        empty.wait(minutes=1)
        empty.change(set_deadline, empty.now + timedelta(days=2), why)
    out = MemoryOutbox()
    done = [*send_all(empty.store, out, empty.now)]
    told = [empty.store.find(Letter, message_id=each.message_id) for each in out.mails]
    moments = [each.created.minute for each in told if each.kind == "deadline"]
    assert moments == [2, 2, 4, 4]  # that of which a bank was drawn says more than when it ends
    assert [each.what for each in done].count("dropped") == 4


@pytest.mark.parametrize(
    ("happen", "count", "why"),
    [
        (lambda post: None, 2, []),
        (take_orders, 1, ["the orders have come"]),
        (lambda post: post.wait(hours=9), 0, ["the deadline has passed"] * 2),
        (move_it, 0, ["the deadline has been moved"] * 2),
        (
            lambda post: adjudicate(post.store, post.name, post.now),
            0,
            ["the phase that it is about is over"] * 2,
        ),
    ],
)
def test_reminders_go_out_as_long_as_they_hold_good(reminded, happen, count, why):
    happen(reminded)
    assert sent_reminders(reminded) == (["reminder"] * count, why)
    assert [each.why for each in reminded.store.rows(Attempt, state="dropped")] == why
    assert waiting_letters(reminded.store) == []
