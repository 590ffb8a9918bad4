"""Nobody can flood or silence anybody: how many letters go out for how many that come in."""

from collections import Counter
from datetime import timedelta

import pytest
from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import RefusedError
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.endings import end
from adjudicator.post.requests.pipeline import take
from adjudicator.post.senders import limits
from adjudicator.post.senders.sender import Sender
from adjudicator.store import queries
from adjudicator.store.letter_records import Disposition, Heading, Letter
from adjudicator.store.records import Caretaker

NAMED = "game sekigahara\nseat Oda\n"
PLAIN = "game@example.net"
MANY = 14
"""More than any limit."""


@pytest.fixture(autouse=True)
def limits_that_are_soon_reached(monkeypatch):
    small = {"MOST_ELSEWHERE": 8, "MOST_STRANGERS": 3, "MOST_TO_STRANGERS": 9, "MOST_NOTES": 5}
    small["MOST_TO_DOMAIN"] = 9
    small["MOST_CAUSED"] = 3  # fewer than two seats may cause, each by itself
    for name, most in small.items():
        monkeypatch.setattr(limits, name, most)
    monkeypatch.setattr(limits, "MOST_OF_SEAT", {"receipt": 10, "answer": 10, "refusal": 3})


@pytest.fixture
def out(post):
    """Count the letters that are written from now on, by recipient."""
    before = max(each.id for each in post.store.rows(Letter))

    def count(*kinds):
        new = [each for each in post.store.rows(Letter) if each.id > before]
        wanted = [each for each in new if not kinds or each.kind in kinds]
        return Counter(address for each in wanted for address in each.recipients)

    return count


def last(post):
    """What became of the last letter."""
    return post.store.rows(Disposition, last=True, limit=1)[0]


def flood(post, body, count=MANY, **fields):
    for n in range(count):
        sender = fields.get("sender") or f"invented{n}@example.com"
        post.take(body, to=PLAIN, sender=sender)


def test_many_invented_senders_who_ask_for_a_player_send_him_one_letter(post, out):
    for asked in ("report", "status", "orders", "help"):
        flood(post, NAMED + asked)
    assert out("answer", "refusal", "receipt") == {"oda@example.org": 1}


@pytest.mark.parametrize("asked", ["help", "join sekigahara"])
def test_many_invented_senders_send_a_few_letters_to_strangers(post, post_class, out, asked):
    over, other = (post_class(post.store, name) for name in ("osaka", "nagashino"))
    for each in (post, over, other):
        each.change(change_settings, open=True)
    over.change(end, "enough")
    flood(post, asked)
    assert {each for each in out() if "invented" in each} == {
        f"invented{n}@example.com" for n in range(limits.MOST_TO_STRANGERS)
    }
    assert max(out("answer").values()) == 1
    told, of_over, of_other = (
        [each.code for each in queries.notes(post.store, x.campaign)] for x in (post, over, other)
    )
    assert told.count("limit") == 1  # for one who waits may want to play
    assert "limit" not in of_over
    assert of_other.count("limit") == (asked == "help")  # which may be about any game


def test_one_domain_does_not_use_up_what_is_for_all_strangers(post, out, monkeypatch):
    monkeypatch.setattr(limits, "MOST_TO_DOMAIN", 2)
    monkeypatch.setattr(limits, "MOST_TO_VOUCHED_DOMAIN", 3)
    for n in range(MANY):
        post.take("help", to=PLAIN, sender=f"invented@x{n}.example.com")
    assert sum(out().values()) == 2
    flood(post, "help", sender="carla@example.org")
    assert out()["carla@example.org"] == 1
    check = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.com"
    for n in range(MANY):
        raw = post.raw("help", to=PLAIN, sender=f"true{n}@example.com", fields=[check])
        take(post.store, raw, post.now, checked_by="mx.example.net")
    assert sum(out().values()) == 2 + 1 + 3
    post.wait(days=1, seconds=1)
    flood(post, "help")
    assert sum(out().values()) == 2 + 1 + 3 + 2


def test_many_forged_letters_of_one_victim_send_him_one_letter(post, out):
    for body in ("help", "hide 3", NAMED + "hide 3", "game nowhere\nhide 3"):
        flood(post, body, MANY // 4, sender="victim@example.com")
    assert out()["victim@example.com"] == 2  # an answer and a refusal


def test_all_names_of_one_mailbox_are_counted_together(post, out):
    names = ("vic.tim", "Victim+1", "v.i.c.tim+2", "VICTIM")
    for address in (*(f"{name}@example.com" for name in names), "victim@example.com."):
        post.take("help", to=PLAIN, sender=address)
    assert out() == {"vic.tim@example.com": 1}


def test_many_pieces_of_rubbish_cost_a_game_master_no_more_than_his_limit(post, out):
    for body in (NAMED + "hide 3", "game sekigahara\nseat Mori\nhide 1"):
        flood(post, body, limits.MOST_NOTES)
    flood(post, f"{NAMED}token aaaaaaaaaaaaaaaa\nhide 3", limits.MOST_NOTES)
    assert out("note") == {"gm@example.org": limits.MOST_NOTES}
    assert len(post.notes()) == 3 * limits.MOST_NOTES  # the rest is written down


def test_what_one_game_master_got_is_not_counted_against_another(post, post_class, out):
    settings = replace(post.campaign.settings, gm="other@example.org")
    post_class(post.store, "kawagoe", settings, oda="ann@example.org")
    before = out("note")
    other = "game kawagoe\nseat Oda\nhide 3"
    flood(post, NAMED + "hide 3", limits.MOST_NOTES + 1)
    flood(post, other, limits.MOST_NOTES + 1)
    most = limits.MOST_NOTES
    assert out("note") - before == {"gm@example.org": most, "other@example.org": most}


def test_strangers_do_not_use_up_what_a_player_has(post, out):
    flood(post, "rubbish")
    flood(post, NAMED + "status")
    flood(post, "hide 3", sender="oda@example.org")
    flood(post, "help", sender="oda@example.org")
    assert out("answer")["oda@example.org"] == 1
    assert out("refusal")["oda@example.org"] == limits.MOST_REFUSED
    assert post.take("hide 4").answered == ("oda@example.org",)
    for asked in ("status", "help", "orders", "report"):
        answered = post.take(asked)
        assert (answered.outcome, answered.answered) == ("answered", ("oda@example.org",))
    refused = post.take("> nothing")
    assert (refused.code, refused.answered) == ("no-orders", ("oda@example.org",))
    assert post.stands() == "hide 4"


def test_the_next_day_a_stranger_is_answered_again(post, out):
    for hours, answers in ((0, 1), (23, 1), (1, 2)):
        post.wait(hours=hours, seconds=1)
        flood(post, "help", 2, sender="s@example.com")
        assert out() == {"s@example.com": answers}


@pytest.mark.both_databases
def test_orders_beyond_the_limit_stand_and_their_receipts_are_kept(post, out):
    most = limits.MOST_OF_SEAT["receipt"]
    for n in range(most + 3):
        post.take(f"hide {n % 7}")
    assert out("receipt") == {"oda@example.org": most}
    assert post.stands() == f"hide {(most + 2) % 7}"
    assert post.store.count(Letter, kind="receipt") == most + 3
    assert last(post).answered == ()


def test_who_has_a_token_cannot_flood_others_with_it(post, out):
    for n in range(limits.MOST_ELSEWHERE + 10):
        post.take("hide 3", sender=f"victim{n}@example.com")
    elsewhere = {a: n for a, n in out().items() if a.startswith("victim")}
    assert elsewhere == {f"victim{n}@example.com": 1 for n in range(limits.MOST_STRANGERS)}
    for _ in range(MANY):
        post.take("hide 3", sender="victim1@example.com")
    assert sum(out().values()) - out()["oda@example.org"] == limits.MOST_ELSEWHERE
    assert out()["oda@example.org"] == limits.MOST_OF_SEAT["receipt"]


def test_the_work_for_one_more_letter_does_not_grow_with_those_before(post):
    def steps(n):
        count = 0

        def step():
            nonlocal count
            count += 1

        raw = post.raw("rubbish", to=PLAIN, sender=f"late{n}@example.com")
        post.store.conn.set_progress_handler(step, 10)
        try:
            take(post.store, raw, post.now)
        finally:
            post.store.conn.set_progress_handler(None, 0)
        return count

    flood(post, "rubbish", 20)
    few = steps(1)
    flood(post, "rubbish", 60)
    assert steps(2) <= few * 1.2 + 20


def test_receipts_are_counted_by_letters_and_not_by_the_letters_that_they_confirm(post, out):
    """Orders for eight later phases have eight receipts."""
    body = "".join(f"phase {n} plan\nhide 3\n" for n in range(2, 10))
    for _ in range(3):
        post.take(body, sender="victim@example.com")
    assert out("receipt")["victim@example.com"] <= limits.MOST_ELSEWHERE + 8
    assert out("receipt")["oda@example.org"] <= limits.MOST_OF_SEAT["receipt"] + 8
    stands = queries.orders_for_later(post.store, post.campaign, "Oda")
    assert len({each.round for each in stands}) == 8


def test_no_player_makes_it_write_to_many_strangers(post, out):
    for n in range(MANY):
        post.take(f"address victim{n}@example.com")
    for _ in range(MANY):
        post.take("address victim@example.org")
    strangers = {a: n for a, n in out().items() if a.startswith("victim")}
    assert strangers == {f"victim{n}@example.com": 1 for n in range(limits.MOST_STRANGERS)}
    assert out()["oda@example.org"] <= sum(limits.MOST_OF_SEAT.values()) + limits.MOST_CAUSED
    assert last(post).code == "too-many-letters"


def test_one_stranger_gets_few_letters_whoever_asks(post, out):
    for seat in ("Oda", "Takeda"):
        for _ in range(limits.MOST_CAUSED + 1):
            post.take("address victim@example.com", seat=seat)
    assert out()["victim@example.com"] == limits.MOST_CAUSED


def test_a_refusal_to_a_seats_own_address_can_be_answered_with_its_token(post):
    from adjudicator.post.passes.compose import write

    post.take("hide 3", to=PLAIN)
    refusal = post.out("refusal")[-1]
    mail = write(post.store, refusal, refusal.recipients).data.decode()
    assert f"Reply-To: sekigahara <game+{post.token()}@example.net>" in mail


def test_who_is_vouched_for_is_answered_when_others_have_used_up_the_strangers_budget(post, out):
    flood(post, "help")
    check = "Authentication-Results: mx.example.net; dmarc=pass header.from=example.com"
    raw = post.raw("help", to=PLAIN, sender="true@example.com", fields=[check])
    take(post.store, raw, post.now, checked_by="mx.example.net")
    assert out()["true@example.com"] == 1


def test_a_limit_that_bites_is_told_once_a_day_and_uses_up_no_other_kind(post, out):
    for _ in range(limits.MOST_OF_SEAT["answer"] + 5):
        post.take("status")
    assert out("answer") == {"oda@example.org": limits.MOST_OF_SEAT["answer"]}
    assert last(post).code == "limit"
    notes = [each for each in queries.notes(post.store, post.campaign) if each.code == "limit"]
    assert [each.text.partition(";")[0] for each in notes] == [
        "So many letters came today that some are not answered any more"
    ]
    assert out("note") == {"gm@example.org": 1}
    since = post.now - timedelta(days=1)
    assert queries.names_of_notes(post.store, "limit", since) == ["sekigahara"]
    later = post.now + timedelta(seconds=1)
    assert queries.names_of_notes(post.store, "limit", later) == []
    post.take("hide 3")
    assert out("receipt") == {"oda@example.org": 1}


def test_a_seat_does_not_fill_the_disk_with_orders(post, monkeypatch):
    monkeypatch.setattr("adjudicator.campaign.orders.submit.MOST_A_DAY", 20_000)
    codes = [post.take("hide 4\n" + f"# {n}" * 2_000).code for n in range(10)]
    assert codes[0] == "orders"
    assert codes[-1] == "too-many-orders"
    assert post.stands() == "hide 4"
    post.wait(days=1, minutes=1)
    assert post.take("hide 3").code == "orders"


def book(post, address, times, own="oda@example.org", kind="answer", **more):
    """Book letters of Oda's to an address until one is too many; return how many went out."""
    sender = Sender(**{"campaign": post.campaign, "seat": post.state.seat("Oda"), **more})
    letter = Heading(0, "", "", kind, "", (address,), "", post.now, None)
    for booked in range(times):
        try:
            limits.book_letters(post.store, sender, [letter], (own,), post.now)
        except RefusedError:
            return booked
    return times


@pytest.mark.parametrize(
    ("address", "most"),
    [("oda@example.org", 10), ("takeda@example.org", 3), ("Gm@Example.org", 3), ("x@y.test", 2)],
)
def test_exactly_so_many_letters_go_to_each_as_the_limit_says(post, address, most):
    assert book(post, address, MANY) == most
    assert book(post, address, MANY, kind="notice") == (most if address != "x@y.test" else 0)


def test_exactly_so_many_strangers_hear_of_one_seat(post):
    went = [book(post, f"stranger{n}@example.com", 1) for n in range(MANY)]
    assert went == [1] * limits.MOST_STRANGERS + [0] * (MANY - limits.MOST_STRANGERS)


def test_what_a_seat_may_cause_is_used_up_by_no_caretaker_and_renewed_by_no_new_address(post):
    kept = {"seat": "Oda", "address": "dan@example.org", "player": "Dan"}
    kept |= {"token_secret": b"", "token_digest": b"", "since": post.now, "until": post.now}
    caretaker = Caretaker(campaign_id=post.campaign.id, **kept)
    there = {"seat": replace(post.state.seat("Oda"), address="dan@example.org"), "token": "x"}
    for more, most in (({}, 3), (there, 0), ({**there, "caretaker": caretaker}, 3)):
        assert book(post, "takeda@example.org", MANY, **more) == most


def test_who_plays_in_many_other_games_belongs_to_this_one(post, post_class):
    both = "takeda@example.org"
    for n in range(51):
        newest = post_class(post.store, f"game{n}", oda=both)
    assert book(newest, both, MANY, own="") == limits.MOST_CAUSED
