"""Seats of absent players that others look after, by letters alone."""

import base64
import re
from datetime import timedelta

import msgspec
import pytest
import toy
from gathering import START, Table

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.people.forget import forget
from adjudicator.campaign.people.reliability import reckon_reliability
from adjudicator.campaign.people.seats import enter_guest
from adjudicator.campaign.people.settings import add_master, change_settings
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.reminders import remind_now
from adjudicator.post.passes.compose import write
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Adjudication, Caretaker, Submission

ANN, BOB, DAN, EVE = (f"{name}@example.org" for name in ("ann", "bob", "dan", "eve"))


class Absent(Table):
    """Ann plays Oda, Bob plays Takeda, Dan and Eve watch; the game has begun."""

    def __init__(self, store, **settings):
        super().__init__(store, START, deadline="every 48 hours", **settings)
        self.join(f"Ann Lee <{ANN}>")
        self.join(f"Bob <{BOB}>")
        self.tick(hours=24, seconds=1)
        for address, name in ((DAN, "Dan Wu"), (EVE, "")):
            self.change(enter_guest, address, name, "observer")

    def change(self, work, *args, **more):
        return commit(self.store, self.state.campaign, self.now, work, *args, **more)

    def join(self, who):
        self.mail("join kawagoe", who)
        address = who.partition("<")[2].strip(">")
        return self.answer(self.letters(address)[-1], "yes")

    def of(self, seat, body, sender=None):
        """Send a letter with the token of a seat."""
        held = self.state.seat(seat)
        return self.mail(body, sender or held.address, to=f"game+{token(held)}@example.net")

    def ask(self, whom=DAN, until="1 December"):
        return self.of("Oda", f"caretaker {whom} until {until}")

    def agree(self, address=DAN, body="yes"):
        return self.answer(self.last(address, "confirmation"), body)

    def arrange(self):
        assert self.ask().outcome == "answered"
        assert self.agree().outcome == "answered"

    def care(self, body, address=DAN, **more):
        """Send a letter to the address of the token that he got at last."""
        held = self.store.rows(Caretaker, address=address)[-1]
        return self.mail(body, address, to=f"game+{token(held)}@example.net", **more)

    def last(self, address, kind=None):
        return self.letters(address, kind)[-1]

    @property
    def stands(self):
        sent = self.state.submissions.get("Oda")
        return sent.text.strip() if sent else ""

    def said(self, address, kind=None):
        return " ".join(self.last(address, kind).content.text.split())

    def bytes_to(self, address):
        """All that ever went to an address, as it goes out, decoded."""
        texts = []
        for each in self.store.rows(Letter):
            if address in each.recipients:
                mail = write(self.store, outbox.unpack(self.store, each), each.recipients)
                texts.append(mail.data.decode())
                for part in re.findall(r"\r\n\r\n((?:[A-Za-z0-9+/=]{20,76}\r\n)+)", texts[-1]):
                    texts.append(base64.b64decode(part).decode("utf-8", "replace"))
        return "\n".join(texts).replace("=\r\n", "")


@pytest.fixture
def table(store, prepare):
    return prepare(store, "absent", lambda: Absent(store))


def test_he_is_reminded_as_the_player_is(table):
    table.arrange()
    before = len(table.store.rows(Letter))
    assert "Oda" in table.change(remind_now)
    (mine,) = [x for x in table.store.rows(Letter)[before:] if DAN in x.recipients]
    assert "reminder" in table.said(DAN, mine.kind).casefold()
    assert len(table.letters(ANN, "reminder")) == 1


def test_that_he_has_taken_orders_back_stands_in_both_receipts(table):
    table.arrange()
    for body in ("hide 3", "clear"):
        assert table.care(body).outcome in ("taken", "answered")
        assert "caretaker" in table.said(ANN, "receipt"), body
        assert "himself" not in table.said(DAN, "care"), body


@pytest.mark.parametrize(
    ("until", "said"),
    [("until 31 Feb", "“31 Feb” is no day"), ("until", "Say until when"), ("", "Say until when")],
)
def test_a_day_that_is_none_is_answered_with_how_to_ask_for_a_caretaker(table, until, said):
    asked = table.of("Oda", f"caretaker {DAN} {until}")
    assert (asked.outcome, asked.code) == ("refused", "caretaker-until")
    assert said in asked.why
    assert f"“caretaker {DAN} until 31 December”" in asked.why


def test_a_game_master_is_told_how_he_asks_for_a_caretaker(table):
    table.change(add_master, "gm@example.org")
    held = table.state.masters[-1]
    to = f"game+{token(held)}@example.net"
    asked = table.mail(f"caretaker for Oda by {DAN} until never", held.address, to=to)
    assert f"“caretaker for Oda by {DAN} until 31 December”" in asked.why


def test_a_guest_who_says_yes_orders_for_an_absent_player_and_everybody_is_told(table):
    assert table.ask().outcome == "answered"
    assert "whether he looks after Oda until Wed 2 Dec 2026" in table.said(ANN, "answer")
    assert not table.state.caretakers
    assert "The player of Oda" in table.said(DAN, "confirmation")
    table.agree()
    assert "Dan Wu looks after Oda until" in table.said(BOB, "caretaker")
    assert "Dan Wu looks after Oda until" in table.said(ANN, "caretaker")
    assert "caretaker" in table.notes()
    begins = table.last(DAN, "care")
    assert any("orders" in each.name for each in begins.content.files)
    assert table.care("hide 3\nready").outcome == "taken"
    assert table.stands == "hide 3"
    assert table.state.submissions["Oda"].ready
    assert "hide 3" in table.said(DAN, "care")
    table.of("Takeda", "hide 1\nready")
    table.tick(seconds=1)
    assert table.state.head.missing == ()
    assert [each.kind for each in table.letters(DAN)][-2:] == ["care", "public"]
    assert table.care("status").outcome == "answered"
    assert table.care("check\nhide 2").outcome == "answered"
    assert token(table.state.seat("Oda")) not in table.said(DAN, "answer")
    assert table.care("report").outcome == "answered"


def test_nothing_that_goes_to_him_has_the_token_of_the_player(store, monkeypatch):
    monkeypatch.undo()  # the plain reports, which show all that they are given
    table = Absent(store, ruleset="samurai-swords", seats=("Oda", "Takeda"))
    table.arrange()
    for body in ("ready", "check\nready", "report", "orders", "position", "clear", "wait"):
        assert table.care(body).outcome in ("taken", "answered"), body
    table.of("Oda", "ready")
    assert "the player of Oda himself" in table.said(DAN, "care")
    table.care("ready")
    assert "This came from who looks after Oda." in table.said(ANN, "receipt")
    table.tick(days=3)
    assert len(table.store.rows(Adjudication)) > 1
    table.care("report")
    sent = table.bytes_to(DAN)
    (care,) = table.state.caretakers
    assert token(care) in sent
    assert token(table.state.seat("Oda")) not in sent
    assert token(care) not in table.bytes_to(ANN)
    assert token(care) not in table.bytes_to(BOB)


@pytest.mark.parametrize("body", ["yes, of course", "Yes\nwhat about Friday?", "yes yes"])
def test_a_yes_with_anything_beside_it_is_none(table, body):
    table.ask()
    table.agree(body=body)
    assert not table.state.caretakers
    assert "Whatever stands beside the word" in table.said(DAN, "answer")


def test_who_says_no_looks_after_nothing(table):
    table.ask()
    asked = table.last(DAN, "confirmation")
    table.agree(body="no")
    table.answer(asked, "yes")
    assert not table.state.caretakers


REFUSED = (
    "press to Takeda\nI will attack you",
    "press to master\nhello",
    "vote yes",
    "draw",
    "concede to Takeda",
    "resign Oda",
    "name Dan",
    "zone Europe/Rome",
    "remind never",
    "token",
    "letters mine",
    "absence 1 Dec to 3 Dec",
    "back",
    "emergency",
    "address eve@example.org",
    "caretaker eve@example.org until 3 December",
    "record",
    "diary\nI see all",
    "word heron",
)


@pytest.mark.parametrize("body", REFUSED)
def test_he_can_order_and_ask_and_nothing_else(table, body):
    table.arrange()
    seat, care = table.state.seat("Oda"), table.state.caretakers
    before = len(table.store.rows(Letter))
    disposition = table.care(body)
    assert (disposition.outcome, disposition.code) == ("refused", "only-orders")
    assert (table.state.seat("Oda"), table.state.caretakers) == (seat, care)
    told = {to for each in table.store.rows(Letter)[before:] for to in each.recipients}
    assert told <= {DAN, "gm@example.org"}


def test_words_that_are_no_order_go_to_nobody(table):
    table.arrange()
    assert table.care("Dear all, how nice to see you.").outcome == "refused"
    assert "letter-from-player" not in table.notes()


def test_help_names_what_he_can_ask(table):
    table.arrange()
    table.care("help")
    said = table.said(DAN, "answer")
    assert "give back" in said
    assert "resign" not in said


def test_it_ends_at_its_date_and_who_looked_after_the_seat_proves_nothing_more(table):
    table.arrange()
    table.tick(days=12)
    assert not table.state.caretakers
    assert "the time is over" in table.said(BOB, "caretaker")
    assert "You look after Oda no more" in table.said(DAN, "caretaker")
    disposition = table.care("hide 3")
    assert (disposition.outcome, disposition.code) == ("refused", "care-over")
    assert table.stands == ""


def test_a_letter_after_its_date_counts_for_nothing_though_nobody_has_looked_yet(table):
    table.arrange()
    table.now += timedelta(days=12)
    assert table.care("hide 3").code == "care-over"


def test_its_letter_after_the_end_ends_nobodys_readiness(table):
    table.arrange()
    table.of("Oda", "back")
    table.of("Oda", "hide 3\nready")
    assert table.care("hide 2\nwhat?").outcome == "refused"
    assert table.state.submissions["Oda"].ready


@pytest.mark.parametrize("body", ["back", "caretaker nobody", "I am back"])
def test_the_player_ends_it_with_a_word(table, body):
    table.arrange()
    assert table.of("Oda", body).outcome == "answered"
    assert not table.state.caretakers
    assert "its player is back, or wants it so" in table.said(DAN, "caretaker")


def test_the_game_master_ends_it_and_asks_for_it(table):
    (master,) = table.state.masters
    to = f"game+{token(master)}@example.net"
    assert table.mail(f"caretaker for Oda by {DAN} until 1 December", master.address, to=to)
    assert "The game master of kawagoe asks you" in table.said(DAN, "confirmation")
    table.agree()
    assert [each.seat for each in table.state.caretakers] == ["Oda"]
    table.mail("caretaker for Oda by nobody", master.address, to=to)
    assert not table.state.caretakers
    assert "the game master has ended it" in table.said(ANN, "caretaker")


def test_he_gives_it_up_himself(table):
    table.arrange()
    assert table.care("give back").outcome == "answered"
    assert not table.state.caretakers
    assert "it was given back" in table.said(ANN, "caretaker")
    assert table.of("Oda", "back").code == "absence-none"  # that he was once asked is over, too


def test_what_was_asked_is_void_once_nobody_is_wanted(table):
    table.ask()
    table.of("Oda", "caretaker nobody")
    table.agree()
    assert not table.state.caretakers


def test_a_rival_is_not_asked_unless_the_setting_allows_it(table):
    for whom in ("Takeda", BOB):
        disposition = table.ask(whom)
        assert (disposition.outcome, disposition.code) == ("refused", "no-candidate")
    stranger = table.ask("nobody@example.com")
    assert stranger.code == "no-candidate"
    table.change(change_settings, caretakers="everybody")
    assert table.ask("Takeda").outcome == "answered"
    table.agree(BOB)
    assert "the player of Takeda" in table.said(ANN, "caretaker")
    assert table.care("hide 3", BOB).outcome == "taken"
    assert table.stands == "hide 3"
    assert "Takeda" not in table.state.submissions
    table.of("Takeda", "hide 1")
    assert table.state.submissions["Takeda"].text == "hide 1\n"
    table.change(change_settings, caretakers="guests")
    assert not table.state.caretakers
    assert table.care("hide 2", BOB).code == "care-over"
    assert table.stands == "hide 3"


def test_a_player_is_not_asked_to_look_after_his_own_seat(table):
    table.change(change_settings, caretakers="everybody")
    assert table.ask("Oda").code == "no-candidate"
    assert table.ask("Takeda").outcome == "answered"


def test_who_watches_his_own_game_or_takes_a_seat_of_it_reads_no_other(table):
    table.change(enter_guest, BOB, "Bob", "observer")
    assert table.ask(BOB).code == "no-candidate"
    table.arrange()
    table.of("Takeda", "resign Takeda")
    table.mail("takeover kawagoe", f"Dan Wu <{DAN}>")
    table.answer(table.last(DAN), "yes")
    assert table.holders()["Takeda"] == DAN
    assert not table.state.caretakers
    assert table.care("hide 3").code == "care-over"


def test_a_group_that_wants_none_has_none(store):
    table = Absent(store, caretakers="nobody")
    assert table.ask().code == "no-caretakers"
    table.change(change_settings, caretakers="guests")
    table.ask()
    table.change(change_settings, caretakers="nobody")
    table.agree()
    assert not table.state.caretakers
    assert table.last(DAN).content.subject.endswith("It is not wanted any more")


def test_nobody_is_flooded_with_asks(table):
    for _ in range(3):
        table.ask()
        table.of("Oda", "caretaker nobody")
    assert len(table.letters(DAN, "confirmation")) == 2
    assert table.ask().code == "asked-enough"
    table.now += timedelta(days=8)
    assert table.ask(until="20 December").outcome == "answered"


def test_a_token_that_is_forged_or_of_another_seat_orders_nothing(table):
    table.arrange()
    (care,) = table.state.caretakers
    forged = token(care)[:-4] + "aaaa"
    assert table.mail("hide 3", DAN, to=f"game+{forged}@example.net").outcome == "refused"
    named = "seat Takeda\nhide 3"
    assert table.mail(named, DAN, to=f"game+{token(care)}@example.net").outcome == "refused"
    assert table.mail("seat Oda\nhide 3", DAN).outcome == "refused"
    assert not table.state.submissions


def test_plain_words_of_the_player_answer_the_last_letter_to_himself(table, monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw",))
    monkeypatch.setattr(toy.Game, "meta", meta)
    table.arrange()
    assert table.of("Takeda", "draw").code == "vote"
    assert table.care("status").code == "status"
    assert table.of("Oda", "yes").code == "vote"


def test_of_his_orders_and_the_players_the_last_count_and_both_learn_of_each(table):
    table.arrange()
    table.care("hide 3")
    table.of("Oda", "hide 2")
    assert table.stands == "hide 2"
    assert "actor='player'" in table.said(DAN, "care")
    table.care("hide 1")
    assert table.stands == "hide 1"
    assert "actor='caretaker'" in table.said(ANN, "receipt")
    assert "actor=''" in table.said(DAN, "care")
    assert len(table.state.caretakers) == 1


def test_a_deadline_waits_for_no_absent_player_whose_seat_is_looked_after(table):
    table.arrange()
    before = table.state.deadline
    done = table.of("Oda", "absence 21 Nov to 30 Nov")
    assert done.outcome == "answered", done
    assert table.state.deadline == before
    table.of("Takeda", "hide 1\nready")
    table.care("hide 3\nready")
    table.tick(seconds=1)
    assert table.state.deadline < table.now + timedelta(days=3)
    assert table.care("give back").outcome == "answered"
    assert table.state.deadline > table.now + timedelta(days=3)
    assert "deadline" in [each.kind for each in table.letters(ANN)]


def test_a_roll_back_across_its_beginning_and_its_end_changes_nothing_of_it(table):
    table.of("Oda", "hide 3\nready")
    table.of("Takeda", "hide 1\nready")
    table.tick(seconds=1)
    played = table.state.head.phase
    table.arrange()
    table.change(roll_back, played)
    assert table.care("hide 2").outcome == "taken"
    table.care("give back")
    table.of("Oda", "ready")
    table.of("Takeda", "hide 1\nready")
    table.tick(seconds=1)
    table.change(roll_back, played)
    assert not table.state.caretakers
    assert table.care("hide 3").code == "care-over"
    assert table.stands == "hide 2"


def test_a_seat_that_a_regent_plays_comes_back_to_him(table):
    for _ in range(2):
        table.of("Takeda", "hide 1\nready")
        table.tick(hours=48, seconds=1)
    assert table.state.seat("Oda").held_by == "regent"
    table.arrange()
    assert table.state.seat("Oda").held_by == "person"
    table.of("Takeda", "hide 1\nready")
    table.care("hide 3\nready")
    table.tick(seconds=1)
    assert table.state.head.orders["Oda"] == "hide 3\n"
    table.care("give back")
    assert (table.state.seat("Oda").held_by, table.state.seat("Oda").open) == ("regent", True)


def test_who_misses_as_often_as_a_player_may_loses_it_to_a_regent(table):
    table.arrange()
    for _ in range(2):
        table.of("Takeda", "hide 1\nready")
        table.tick(hours=48, seconds=1)
    assert table.state.seat("Oda").held_by == "regent"
    assert not table.state.caretakers
    assert "a regent plays it now" in table.said(DAN, "caretaker")


def test_what_the_player_missed_before_does_not_count_against_who_looks_after_the_seat(table):
    def miss():
        table.of("Takeda", "hide 1\nready")
        table.tick(hours=48, seconds=1)
        return table.state.seat("Oda").held_by

    assert miss() == "person"
    table.arrange()
    assert miss() == "person"
    assert miss() == "regent"


def test_what_he_keeps_is_nobodys_record_and_what_he_misses_is_the_players(table):
    before = reckon_reliability(table.store, ANN, table.now)
    table.arrange()
    for body in ("hide 3\nready", ""):
        table.of("Takeda", "hide 1\nready")
        if body:
            table.care(body)
        table.tick(hours=48, seconds=1)
    after = reckon_reliability(table.store, ANN, table.now)
    assert (after.asked - before.asked, after.missed - before.missed) == (1, 1)
    assert not reckon_reliability(table.store, DAN, table.now).asked


def test_a_seat_that_changes_hands_is_looked_after_no_more(table):
    table.arrange()
    (master,) = table.state.masters
    to = f"game+{token(master)}@example.net"
    table.mail("replace Oda by cleo@example.org Cleo", master.address, to=to)
    assert not table.state.caretakers
    assert "changed hands" in table.said(DAN, "caretaker")


def test_a_yes_after_the_seat_has_changed_hands_is_none(table):
    table.ask()
    (master,) = table.state.masters
    to = f"game+{token(master)}@example.net"
    table.mail("replace Oda by cleo@example.org Cleo", master.address, to=to)
    table.agree()
    assert not table.store.rows(Caretaker)


def test_a_yes_after_the_day_up_to_which_he_was_asked_is_none(table):
    table.ask(until="23 November")
    table.tick(days=3)
    table.agree()
    assert table.store.rows(Caretaker) == []


def test_in_a_game_in_which_nobody_is_named_no_name_is_told(store):
    table = Absent(store, names="nobody")
    table.arrange()
    assert "One who watches the game looks after Oda" in table.said(BOB, "caretaker")
    table.care("hide 3")
    for address in (ANN, BOB):
        sent = [x for x in table.letters(address) if x.kind in ("caretaker", "receipt")]
        assert not any("Dan" in each.content.text for each in sent)
    assert DAN not in table.bytes_to(BOB)


def test_his_flood_of_orders_leaves_the_player_room(table, monkeypatch):
    table.arrange()
    monkeypatch.setattr("adjudicator.campaign.orders.submit.MOST_A_DAY", 600)
    taken = [table.care(f"hide 3\n# {'x' * 99}{number}").outcome for number in range(6)]
    assert taken[-1] == "refused"
    assert table.of("Oda", "hide 2").outcome == "taken"
    assert table.stands == "hide 2"


def test_his_letters_use_up_none_of_the_players_answers(table):
    table.arrange()
    for number in range(45):
        table.care(f"status\n# {number}")
    assert table.of("Oda", "status").outcome == "answered"


def test_a_late_letter_of_his_counts_by_when_it_came(table):
    table.arrange()
    sent = table.store.count(Submission)
    table.of("Oda", "back")
    table.care("hide 3")
    assert table.store.count(Submission) == sent


def test_status_says_who_looks_after_which_seat(table):
    table.arrange()
    table.of("Takeda", "status")
    assert "Oda is looked after by Dan Wu until" in table.said(BOB, "answer")
    table.of("Takeda", "caretaker")
    assert "Oda is looked after by Dan Wu until" in table.said(BOB, "answer")


def test_a_player_who_orders_himself_does_not_lose_the_seat_to_the_regent_again(table):
    for _ in range(2):
        table.of("Takeda", "hide 1\nready")
        table.tick(hours=48, seconds=1)
    table.arrange()
    assert table.of("Oda", "hide 3").outcome == "taken"
    table.care("give back")
    assert (table.state.seat("Oda").held_by, table.state.seat("Oda").open) == ("person", False)


def take_seat(table):
    """Let Dan, who looks after Oda, have Takeda for an hour."""
    table.of("Takeda", "resign Takeda")
    table.mail("takeover kawagoe", f"Dan Wu <{DAN}>")
    table.answer(table.last(DAN), "yes")
    table.tick(hours=1)
    table.of("Takeda", "resign Takeda")
    assert table.holders()["Takeda"] == ""


def forbid(table):
    table.change(change_settings, caretakers="nobody")
    table.tick(hours=1)
    table.change(change_settings, caretakers="guests")


@pytest.mark.parametrize("cause", [take_seat, forbid])
def test_who_may_look_after_no_seat_for_a_while_does_not_later_either(table, cause):
    table.arrange()
    cause(table)
    assert not table.state.caretakers
    assert table.care("hide 3").code == "care-over"
    assert "the rules of this game allow it no more" in table.said(ANN, "caretaker")


def test_a_seat_has_one_caretaker_though_the_one_before_may_not_any_more(table):
    table.arrange()
    table.change(change_settings, caretakers="nobody")
    table.change(change_settings, caretakers="guests")
    assert table.ask(EVE).code == "cared-for-already"
    table.change(change_settings, caretakers="nobody")
    table.change(enter_guest, DAN, "Dan Wu", "observer")
    table.of("Takeda", "resign Takeda")
    table.change(change_settings, caretakers="guests")
    table.mail("takeover kawagoe", f"Dan Wu <{DAN}>")
    table.answer(table.last(DAN), "yes")
    table.ask(EVE)
    table.agree(EVE)
    table.of("Takeda", "resign Takeda")
    assert [each.address for each in table.state.caretakers] == [EVE]
    assert table.care("hide 3").code == "care-over"


def test_who_is_forgotten_proves_nothing_whatever_the_settings_were(table):
    table.arrange()
    held = token(table.state.caretakers[0])
    (guest,) = (each for each in table.state.guests if each.address == DAN)
    table.mail("unobserve", DAN, to=f"game+{token(guest)}@example.net")
    table.change(change_settings, caretakers="nobody")
    with pytest.raises(CampaignError):
        forget(table.store, DAN, (), table.now)
    table.tick(hours=1)
    forget(table.store, DAN, (), table.now)
    table.change(change_settings, caretakers="guests")
    assert not table.state.caretakers
    assert table.mail("hide 3", DAN, to=f"game+{held}@example.net").outcome == "refused"
    assert DAN not in str(table.store.rows(Caretaker))
