"""A reminder goes out only if it still holds good."""

from datetime import timedelta

import pytest
from outboxes import MemoryOutbox

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.deadlines import move_deadline
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.store.letter_records import Attempt, Letter


@pytest.fixture
def reminded(empty):
    """Both players have been reminded, and nothing could be sent."""
    from adjudicator.campaign.due import carry_out_due

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
    reminded.change(move_deadline, later)
    assert sent_reminders(reminded) == ([], ["the deadline has been moved"] * 2)


def test_a_reminder_of_a_phase_that_is_over_is_dropped(reminded):
    from adjudicator.campaign.phases.adjudicate import adjudicate

    adjudicate(reminded.store, reminded.name, reminded.now)
    assert sent_reminders(reminded) == ([], ["the phase that it is about is over"] * 2)
    (attempt, *_) = reminded.store.rows(Attempt, state="dropped")
    assert attempt.why == "the phase that it is about is over"
