"""Notices for a player of what waits for him, at a URL of his."""

import json
import re
from datetime import timedelta

import pytest
from outboxes import MemoryOutbox
from test_webhooks import server, status

from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.seats import Player, hand_over
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.endings import end
from adjudicator.campaign.phases.reminders import remind_now
from adjudicator.post.passes.sending import send_all
from adjudicator.store.host import HostRules
from adjudicator.store.letter_records import Answered, Attempt, Disposition, Letter, PlayerWebhook

URL = "https://talk.example/ann-lee/5EcReT"


class Notified:
    """Oda's player asks for notices; what is posted is kept."""

    def __init__(self, post, posted):
        self.post, self.posted, self.log = post, posted, []

    def send(self):
        """Send what waits; return what was posted, in words."""
        before = len(self.posted)
        self.log += [each.text for each in send_all(self.post.store, MemoryOutbox(), self.post.now)]
        return [json.loads(body)["text"] for _, body in self.posted[before:]]

    def ask(self, url=URL, **more):
        return self.post.take(f"notify {url}", **more)

    def confirm(self):
        self.ask()
        (said,) = self.send()
        word = re.search(r"notify (\w+)”", said)[1]
        assert self.post.take(f"notify {word}").outcome == "answered"


@pytest.fixture
def notified(post, monkeypatch):
    codes = [200] * 99
    with server(monkeypatch, status(*codes)) as posted:
        yield Notified(post, posted)


def answer(post):
    return " ".join(post.out("answer")[-1].content.text.split())


def test_the_first_notice_has_a_word_and_no_other_goes_there_without_it(notified):
    post = notified.post
    assert notified.ask().outcome == "answered"
    assert "A notice with a word in it goes to talk.example" in answer(post)
    (said,) = notified.send()
    assert said.startswith("sekigahara: somebody asks that notices of this game go here.")
    assert post.change(remind_now)
    assert notified.send() == []
    assert post.take("notify abcd2345").code == "no-such-word"
    word = re.search(r"notify (\w+)”", said)[1]
    assert post.take(f"notify {word.upper()}").outcome == "answered"
    assert "You get a notice at talk.example" in answer(post)
    adjudicate(post.store, post.name, post.now)
    (wanted,) = notified.send()
    assert re.fullmatch(r"sekigahara: orders of Oda are wanted for [\w ]+(, until .*)?\.", wanted)


def test_nothing_secret_is_in_a_notice_and_its_url_stands_in_one_place_alone(notified):
    post = notified.post
    notified.confirm()
    post.take("hide 3")
    adjudicate(post.store, post.name, post.now)
    post.change(remind_now)
    said = " ".join(notified.send())
    assert "still missing" in said
    for secret in ("hide 3", token(post.state.seat("Oda")), "oda@example.org"):
        assert secret not in said
    letters = [each for each in post.store.rows(Letter) if each.kind != "answer"]
    assert "5EcReT" not in repr(letters)
    assert "5EcReT" not in repr(post.store.rows(Attempt))
    assert "5EcReT" not in " ".join(notified.log)
    assert [each.url for each in post.store.rows(PlayerWebhook)] == [URL]


def test_it_leads_to_the_pages_of_a_game_that_has_some(notified):
    post = notified.post
    notified.confirm()
    post.store.host = HostRules(pages="https://example.org/games/")
    post.change(remind_now)
    (said,) = notified.send()
    assert said.endswith(" https://example.org/games/sekigahara/")
    post.change(change_settings, publish="never")
    post.change(remind_now)
    assert "https" not in " ".join(notified.send())


def test_one_word_ends_it_even_for_what_waits(notified):
    post = notified.post
    notified.confirm()
    adjudicate(post.store, post.name, post.now)
    assert post.take("notify off").outcome == "answered"
    assert "No notices go out for you" in answer(post)
    assert notified.send() == []
    assert "Oda" in post.change(remind_now)
    assert notified.send() == []
    assert "5EcReT" not in repr(post.store.rows(PlayerWebhook))


def test_what_waits_for_one_url_does_not_go_to_another_that_is_asked_for_meanwhile(notified):
    post = notified.post
    notified.confirm()
    assert "Oda" in post.change(remind_now)
    assert notified.ask("https://talk.example/new").outcome == "answered"
    (said,) = notified.send()
    assert said.startswith("sekigahara: somebody asks that notices of this game go here.")


def test_only_the_player_by_his_token_can_ask(notified):
    post = notified.post
    assert notified.ask(to="game@example.net").outcome == "refused"
    assert notified.ask(sender="x@example.com", to="game@example.net").outcome == "refused"
    assert not post.store.rows(PlayerWebhook)
    assert notified.send() == []


def test_nobody_can_make_the_judge_write_to_strangers(notified):
    for number in range(3):
        assert notified.ask(f"https://talk.example/{number}").outcome == "answered"
        assert len(notified.send()) == 1
    assert notified.ask().code == "too-many-notices"
    notified.post.now += timedelta(days=1, seconds=1)
    assert notified.ask().outcome == "answered"


def test_so_many_go_to_one_host_whoever_asks(notified, monkeypatch):
    monkeypatch.setattr("adjudicator.campaign.letters.notices.MOST_TO_HOST", 2)
    assert notified.ask().outcome == "answered"
    assert notified.ask("https://TALK.example.:8443/", seat="Takeda").outcome == "answered"
    assert notified.ask(seat="Takeda").code == "too-many-notices"
    assert notified.ask("https://talk.example./", seat="Takeda").code == "too-many-notices"
    assert notified.ask("https://t\u24d0lk.example/", seat="Takeda").outcome == "refused"
    assert notified.ask("https://other.example/1", seat="Takeda").outcome == "answered"


@pytest.mark.parametrize(
    "url",
    ["https://192.168.1.5/a", "https://localhost/a", "https://[::1]/a", "http://talk.example/a"],
)
def test_a_private_address_is_refused_when_it_is_asked_for(notified, url):
    disposition = notified.ask(url)
    assert disposition.outcome == "refused"
    assert not notified.post.store.rows(PlayerWebhook)
    if url.startswith("https://192"):
        notified.post.store.host = HostRules(private_webhooks=("192.168.1.0/24",))
        assert notified.ask(url).outcome == "answered"


def test_a_long_url_is_taken_or_refused_and_never_passed_on(notified):
    post, long = notified.post, "https://talk.example/" + "x" * 479
    assert notified.ask(long).outcome == "answered"
    (webhook,) = post.store.rows(PlayerWebhook)
    assert webhook.url == long
    for url in (f"{long}x", long * 4):
        refused = notified.ask(url)
        assert (refused.outcome, refused.code) == ("refused", "impossible"), len(url)
        assert "at most 500 characters" in refused.why
    assert [each.why for each in post.store.rows(Disposition) if "xxx" in each.why] == []
    assert not any("xxx" in each.content.text for each in post.store.rows(Letter))


def test_where_a_notice_was_refused_no_other_goes_and_nobody_but_the_player_is_told(
    post, monkeypatch
):
    with server(monkeypatch, status(200, 404, *[200] * 9)) as posted:
        notified = Notified(post, posted)
        notified.confirm()
        post.change(remind_now)
        assert len(notified.send()) == 1
        assert "Oda" in post.change(remind_now)
        assert notified.send() == []
        assert not {"bounced", "undelivered", "unreachable"} & {*post.notes()}
        post.take("notify")
        assert "The last notice was refused at talk.example" in answer(post)


def test_what_the_host_does_not_take_is_tried_again(post, monkeypatch):
    with server(monkeypatch, status(200, 503, 200)) as posted:
        notified = Notified(post, posted)
        notified.confirm()
        adjudicate(post.store, post.name, post.now)
        notified.send()
        post.now += timedelta(minutes=6)
        assert "are wanted" in " ".join(notified.send())


def test_who_gets_the_seat_gets_no_notices_of_the_one_before(notified):
    post = notified.post
    notified.confirm()
    post.change(hand_over, Player("Oda", "cleo@example.org", "Cleo"))
    assert "Oda" in post.change(remind_now)
    assert notified.send() == []
    assert "5EcReT" not in repr(post.store.rows(PlayerWebhook))


def test_forgetting_takes_it_out(notified):
    post = notified.post
    notified.confirm()
    post.change(end, "enough")
    forget(post.store, "oda@example.org", (), post.now)
    kinds = (PlayerWebhook, Letter, Attempt, Answered)
    notices = [each for each in post.store.rows(Letter) if each.kind == "webhook"]
    assert notices
    assert "5EcReT" not in repr([post.store.rows(kind) for kind in kinds])
    held = [*post.store.rows(Attempt), *post.store.rows(Answered), *notices]
    assert "talk.example" not in repr(held)


def test_forgetting_takes_it_out_of_a_seat_that_he_has_left(notified):
    post = notified.post
    notified.confirm()
    post.wait(minutes=1)
    post.change(hand_over, Player("Oda", "heir@example.org", "Heir"))
    post.wait(minutes=1)
    notified.ask("https://heir.example/x", sender="heir@example.org")
    post.change(end, "enough")
    forget(post.store, "oda@example.org", (), post.now)
    held = [post.store.rows(kind) for kind in (Letter, Attempt, Answered)]
    assert "https://talk.example" not in repr(held)
    assert "https://heir.example" in repr(held)  # the next player's are none of his
