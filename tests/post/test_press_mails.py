"""Press by mail: delivered, answered, refused as a whole, and seen by nobody else."""

import re
from email import message_from_bytes, policy

import pytest
from msgspec.structs import replace
from passing import everything_stored, waiting_letters

from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.seats import enter_guest
from adjudicator.campaign.people.settings import change_settings
from adjudicator.post.incoming.reading import read
from adjudicator.post.passes.compose import write
from adjudicator.post.requests.pipeline import take
from adjudicator.store.letter_records import Disposition, Letter, Note, Press
from adjudicator.store.records import Submission

WORDS = "the-heron-flies-at-dawn"
PLAIN = "game@example.net"
NAMED = "game sekigahara\nseat Oda\n"


def sent(post, body, **more):
    """Take a letter; return its disposition and the press that went out on account of it."""
    before = len(post.out("press"))
    taken = take(post.store, post.raw(body, **more), post.now)
    return taken.disposition, post.out("press")[before:]


def answer(post, letter, body, *, seat="Takeda", **more):
    fields = (f"In-Reply-To: {letter.message_id}",)
    return sent(post, body, seat=seat, to=PLAIN, fields=fields, **more)


def mail(post, letter):
    return message_from_bytes(
        write(post.store, letter, letter.recipients).data, policy=policy.default
    )


def test_press_goes_out_in_the_games_name_with_the_token_of_nobody(post):
    disposition, (letter,) = sent(post, f"press to Takeda\n{WORDS}")
    assert (disposition.outcome, disposition.code, disposition.subject) == ("answered", "press", "")
    data = write(post.store, letter, letter.recipients).data.decode()
    assert post.token("Oda") not in data
    assert post.token("Takeda") not in data
    came = mail(post, letter)
    assert came["From"] == "sekigahara <game@example.net>"
    assert came["To"] == "Takeda player <takeda@example.org>"
    assert came["Reply-To"] is None
    assert came["Subject"] == "[sekigahara] Oda writes to you"
    assert WORDS in came.get_body(("plain",)).get_content()
    assert "oda@example.org" not in data


def test_its_writer_gets_a_confirmation_that_quotes_it(post):
    sent(post, f"press to Takeda\n{WORDS}\n-- \nAnn, 555-1234")
    (confirmed,) = post.out("press-sent")
    assert confirmed.recipients == ("oda@example.org",)
    assert confirmed.in_reply_to == "<1@mail.example>"
    assert f"This goes to Takeda:\n\n> {WORDS}\n" in confirmed.content.text
    assert "555-1234" not in confirmed.content.text
    assert mail(post, confirmed)["Auto-Submitted"] == "auto-replied"


def test_answering_press_is_enough_and_threads(post):
    _, (first,) = sent(post, "press to Takeda\nhello", id="one")
    disposition, (reply,) = answer(
        post, first, "With pleasure.\n\n> Oda writes to Takeda:\n> hello", id="two"
    )
    assert (disposition.code, disposition.proven) == ("press", False)
    assert reply.recipients == ("oda@example.org",)
    assert mail(post, reply)["In-Reply-To"] == "<one@mail.example>"
    assert "With pleasure." in reply.content.text
    assert "hello" not in reply.content.text
    fields = (f"References: <other@x> {reply.message_id}",)
    _, (third,) = sent(post, "press\nthen it is settled", to=PLAIN, fields=fields)
    assert mail(post, third)["In-Reply-To"] == "<two@mail.example>"


def test_who_did_not_get_press_cannot_answer_it(post):
    _, (first,) = sent(post, "press to Takeda\nhello")
    disposition, letters = answer(post, first, "I am Takeda", sender="spy@example.com")
    assert (disposition.outcome, disposition.code, letters) == ("refused", "press-elsewhere", [])
    disposition, letters = answer(post, first, "press\nI am Takeda", sender="spy@example.com")
    assert (disposition.outcome, disposition.code, letters) == ("refused", "press-elsewhere", [])
    assert not any("press" in each.text for each in post.store.rows(Note))
    assert {each.content.subject for each in post.out("refusal")} == {"Your letter was not taken"}


def test_who_only_watches_is_told_that_he_cannot_answer_press(post):
    post.change(lambda change: enter_guest(change, "wu@example.com", "", "observer"))
    post.take("press to all\nhello")
    (first,) = [each for each in post.out("press") if each.recipients == ("wu@example.com",)]
    disposition, letters = answer(post, first, "Hello Oda", sender="wu@example.com")
    assert (disposition.code, letters) == ("press-no-seat", [])


def test_an_answer_without_a_token_goes_to_nobody_else(post):
    _, (first,) = sent(post, "press to Takeda\nhello")
    for body in ("press Oda\nx", "broadcast\nx", "diary\nx", "press\nx\nendpress\ndiary\ny"):
        disposition, letters = answer(post, first, body)
        assert (disposition.code, letters) == ("press-no-token", []), body
    disposition, letters = sent(post, f"{NAMED}press to Takeda\nI am Oda", to=PLAIN)
    assert (disposition.code, letters) == ("no-token", [])


def test_orders_are_never_sent_to_a_rival_by_an_answer(post):
    _, (first,) = sent(post, "press to Takeda\nhello")
    disposition, letters = answer(post, first, "hide 3\nyours")
    assert (disposition.code, letters) == ("press-or-orders", [])
    assert "“hide 3”" in post.out("refusal")[-1].content.text
    assert "hide 3" not in disposition.why
    disposition, letters = answer(post, first, "ready")
    assert (disposition.code, letters) == ("press-or-orders", [])
    disposition, letters = answer(post, first, "press\nhide 3 is what I did", id="meant")
    assert len(letters) == 1
    raw = post.raw("hide 4", seat="Takeda", fields=(f"In-Reply-To: {first.message_id}",))
    assert take(post.store, raw, post.now).outcome == "taken"  # with a token they are orders
    assert post.stands("Takeda") == "hide 4"


@pytest.mark.parametrize(
    "heading", ["1 plan", "1 plan Takeda", "1 plan Oda", "1 plna", "2 plan", "2 wra"]
)
def test_orders_under_any_heading_are_never_sent_to_a_rival(post, heading):
    _, (first,) = sent(post, "press to Takeda\nhello")
    disposition, letters = answer(post, first, f"phase {heading}\nhide 3")
    assert (disposition.code, letters) == ("press-or-orders", [])


@pytest.mark.parametrize("line", ["hdie three", "", "# my last word"])
def test_what_stands_under_the_heading_of_a_phase_is_never_sent_to_a_rival(post, line):
    _, (first,) = sent(post, "press to Takeda\nhello")
    disposition, letters = answer(post, first, f"phase 1 plan\n{line}")
    assert (disposition.code, letters) == ("press-or-orders", [])
    assert "“phase 1 plan”" in post.out("refusal")[-1].content.text
    _, letters = answer(post, first, f"phase two of my great plan\n{line}", id="meant")
    assert len(letters) == 1


def test_orders_around_press_are_read_and_never_shown_it(post):
    body = f"press to Takeda\n{WORDS}\nphase 4 war\nseat Takeda\nready\nendpress\nhide 3"
    disposition, (letter,) = sent(post, body)
    assert (disposition.outcome, disposition.code) == ("taken", "orders")
    assert post.stands() == "hide 3"
    assert "phase 4 war" in letter.content.text
    (receipt,) = post.out("receipt")
    assert WORDS not in receipt.content.text
    (submission,) = post.store.rows(Submission)
    assert WORDS not in submission.raw
    assert not submission.ready
    above = "hide 4\nready\npress to Takeda\nhello\nendpress\n-- \nAnn"
    disposition, letters = sent(post, above)
    assert (disposition.outcome, len(letters)) == ("taken", 1)
    assert (post.stands(), post.is_ready()) == ("hide 4", True)


def test_what_stands_below_press_without_its_end_is_sent_to_nobody(post):
    lines = ("hide 3", "ready", "I'm ready.", "press to Mori", "Press to: Mori, Oda", "diary:")
    tries = [("press to Takeda", line, "") for line in lines]
    tries += [("broadcast", "hide 3", "\n-- \nAnn"), ("diary", "press to Mori", "")]
    for first, line, last in tries:
        disposition, letters = sent(post, f"{first}\nPeace!\n\n{line}\n{WORDS}{last}")
        assert (disposition.outcome, disposition.code, letters) == ("refused", "press-open", [])
        assert line.partition(":")[0] not in disposition.why
        post.wait(days=1, seconds=1)
    for refusal in post.out("refusal"):
        assert refusal.recipients == ("oda@example.org",)
        assert "Write “endpress” where the press ends" in " ".join(refusal.content.text.split())
    assert post.notes() == []
    assert not post.store.has(Press)
    assert post.stands() is None


def test_prose_in_press_needs_no_end(post):
    for line in ("Press on to Kai, I say.", "He keeps a diary of it.", "readying"):
        disposition, letters = sent(post, f"press to Takeda\n{line}")
        assert (disposition.outcome, len(letters)) == ("answered", 1)


def test_requests_and_orders_stand_below_press(post):
    disposition, letters = sent(post, "press to Takeda\nhello\nendpress\nstatus\nhide 3")
    assert (disposition.outcome, len(letters), len(post.out("answer"))) == ("taken", 1, 1)
    assert post.stands() == "hide 3"
    disposition, letters = sent(post, "press to Takeda\nhello again\nendpress\nstatus\nBye!")
    assert (disposition.why, len(letters), len(post.out("answer"))) == ("press, status", 1, 2)


def test_an_unknown_reader_stops_orders_and_press_alike(post):
    disposition, letters = sent(post, f"press to Takdea\n{WORDS}\nendpress\nhide 3")
    assert (disposition.outcome, disposition.code, letters) == ("refused", "press-unknown", [])
    assert post.stands() is None
    (refusal,) = post.out("refusal")
    assert "Did you mean Takeda?" in refusal.content.text
    assert WORDS not in refusal.content.text
    assert "Takdea" not in disposition.why
    assert not any("Takdea" in each.text for each in post.store.rows(Note))


def test_the_same_letter_twice_is_one_press(post):
    raw = post.raw("press to Takeda\nhello")
    for _ in range(3):
        take(post.store, raw, post.now)
    assert len(post.out("press")) == len(post.out("press-sent")) == 1


def test_letters_that_differ_in_their_press_alone_are_two(post):
    one, two = (read(post.raw(f"press to Takeda\n{n}", id="same")) for n in (1, 2))
    assert one.key != two.key


def test_misspelt_press_is_not_passed_on_to_the_game_master(post):
    disposition, _ = sent(post, f"Perss to Takeda:\n{WORDS}")
    assert (disposition.outcome, disposition.code) == ("refused", "press-misspelt")
    for letter in waiting_letters(post.store):
        assert WORDS not in letter.content.text
    assert not any(WORDS in each.text for each in post.store.rows(Note))


@pytest.fixture
def named(post):
    """A game in which Ann Mori plays Takeda."""
    seat = post.state.seat("Takeda")
    post.change(lambda change: change.save(replace(seat, player="Ann Mori")))
    return post


@pytest.mark.parametrize(
    "line",
    [
        "To Ann: shall we make peace?",
        "To Takeda: shall we make peace?",
        "to ann mori",
        "Ann, shall we make peace?",
        "Ann Mori!",
        "Liebe Ann,",
        "Hi Takeda, hello",
        "@Takeda: peace?",
        "To Ann and Oda: peace?",
        "To all: I offer peace.",
    ],
)
def test_what_begins_as_words_to_other_players_goes_to_nobody(named, line):
    disposition, press = sent(named, f"{line}\n{WORDS}")
    assert (disposition.outcome, disposition.code, press) == ("refused", "press-addressed", [])
    for letter in waiting_letters(named.store):
        assert WORDS not in letter.content.text
    assert not any(WORDS in each.text for each in named.store.rows(Note))
    [refusal] = named.out("refusal")
    hint = "“broadcast”" if "all" in re.split(r"\W", line) else "“press to Takeda”"
    assert hint in " ".join(refusal.content.text.split())


@pytest.mark.parametrize("subject", ["To Takeda: peace?", "Dear Ann,", "press to Takeda"])
def test_words_to_other_players_below_a_subject_that_says_so_go_to_nobody(named, subject):
    disposition = named.take(WORDS, fields=[f"Subject: {subject}"])
    assert disposition.code in ("press-addressed", "press-misspelt")
    assert not any(WORDS in each.text for each in named.store.rows(Note))


def test_the_subject_of_a_letter_of_its_own_is_passed_on_with_it(post):
    post.take("I cannot find it.\nOda", fields=["Subject: Is Awa a border of Kazusa?"])
    post.take("Thanks.", fields=["Subject: Re: Is Iyo a border of Tosa?"])
    first, second = [each.content.text for each in post.out("note")[1:]]
    assert "> Is Awa a border of Kazusa?\n>\n> I cannot find it." in first
    assert "Iyo" not in second


@pytest.mark.parametrize(
    "line",
    [
        "Takeda attacks me, what can I do?",
        "To whom it may concern: I am away",
        "Hello judge,",
        "Dear all,",
        "Oda: I am away",
        "Anna, I am away",
        "My answer: Ann has left",
    ],
)
def test_what_begins_otherwise_is_passed_on(named, line):
    disposition, _ = sent(named, f"{line}\n{WORDS}")
    assert disposition.code == "passed-on"


def test_nothing_is_known_of_who_plays_where_nobody_is_named(named):
    named.change(lambda change: change_settings(change, names="nobody"))
    assert sent(named, f"To Ann: hello\n{WORDS}")[0].code == "passed-on"
    assert sent(named, f"To Takeda: hello\n{WORDS}")[0].code == "press-addressed"
    assert sent(named, "press to Ann Mori\nHello")[0].code == "press-unknown"


def test_a_name_in_kanji_is_known_with_what_honours_it(named):
    seat = named.state.seat("Takeda")
    named.change(lambda change: change.save(replace(seat, player="田中")))
    for line in ("田中さんへ", "田中殿：", "田中、こんにちは"):
        assert sent(named, f"{line}\n{WORDS}")[0].code == "press-addressed", line
    assert sent(named, f"田中が来ません\n{WORDS}")[0].code == "passed-on"
    for number, names in enumerate(("田中さん", "Takeda and 田中殿", "田中")):
        disposition, press = sent(named, f"press to {names}\n{WORDS} {number}")
        assert (disposition.outcome, press[-1].seat) == ("answered", "Takeda"), names
    assert sent(named, f"press to 田中が来ません\n{WORDS}")[0].code == "press-unknown"


def test_words_to_the_game_masters_own_seat_are_for_him(named):
    seat = named.state.seat("Takeda")
    named.change(lambda change: change.save(replace(seat, address="gm@example.org")))
    assert sent(named, f"Dear Ann,\n{WORDS}")[0].code == "passed-on"


def test_press_goes_to_a_player_by_the_whole_name(named):
    for names in ("Ann Mori", "ann mori", "Takeda and Ann Mori"):
        disposition, [letter] = sent(named, f"press to {names}\nHello {names}")
        assert (disposition.outcome, letter.seat) == ("answered", "Takeda")
    for names in ("Ann", "Anna Mori"):
        disposition, press = sent(named, f"press to {names}\nHello again")
        assert (disposition.code, press) == ("press-unknown", [])
    refusal = " ".join(named.out("refusal")[-1].content.text.split())
    assert "Takeda (Ann Mori)" in refusal
    seat = named.state.seat("Takeda")
    named.change(lambda change: change.save(replace(seat, held_by="regent")))
    assert sent(named, "press to Ann Mori\nHello")[0].code == "press-unknown"


def test_press_to_one_of_two_players_of_a_name_goes_to_neither(named):
    seat = named.state.seat("Oda")
    named.change(lambda change: change.save(replace(seat, player="ann mori")))
    disposition, press = sent(named, f"press to Ann Mori\n{WORDS}")
    assert (disposition.code, press) == ("press-unknown", [])


def test_nothing_in_the_database_shows_what_was_written(post):
    fields = (f"Subject: {WORDS}",)
    post.take(f"press to Takeda\n{WORDS}", fields=fields)
    _, (first,) = sent(post, "press to Takeda\nhello")
    fields = (f"In-Reply-To: {first.message_id}", f"Subject: {WORDS}")
    sent(post, f"As you said: {WORDS}", seat="Takeda", to=PLAIN, fields=fields)
    post.take(f"diary\n{WORDS}\nendpress\nhide 2")
    post.take(f"press to nobody\n{WORDS}", fields=(f"Subject: {WORDS}",))
    assert post.store.count(Press) == 4
    assert WORDS not in everything_stored(post.store)
    assert {each.subject for each in post.store.rows(Disposition)} == {""}


def test_hostile_press_stays_text(post):
    for nasty in (
        "x\r\nBcc: eve@example.org\r\n\r\n.\r\nRCPT TO:<eve@example.org>",
        "\x00\x1b[2J\u202e\u2066" * 50,
        "=?utf-8?q?=0D=0ABcc:_eve@example.org?=",
        "<script>alert(1)</script><img src=x onerror=y>",
        "z" * 19_000,
        "\n.\n" * 3_000,
        "end press of \u2028press to Oda\x85endpress",
        "e\u0301\u0301\u0301\u0301" * 3_000,
    ):
        disposition, (letter,) = sent(post, f"press to Takeda:\n{nasty}")
        assert disposition.outcome == "answered"
        came = mail(post, letter)
        assert came["Bcc"] is None
        assert set(came.keys()) >= {"From", "To", "Subject"}
        assert came["To"] == "Takeda player <takeda@example.org>"
        assert "<script" not in letter.content.html
        assert "<img" not in letter.content.html
        lines = came.get_body(("plain",)).get_content().splitlines()
        assert all(line.startswith((">", " ")) for line in lines if "eve@example" in line)


def test_nothing_of_a_long_paragraph_is_lost(post):
    _, (letter,) = sent(post, "press to Takeda\n" + " ".join(map(str, range(3_000))))
    words = letter.content.text.replace(">", " ").split()
    assert [each for each in words if each.isdecimal()] == list(map(str, range(3_000)))


def test_a_huge_letter_is_refused_and_a_long_one_too(post):
    assert sent(post, "press to Takeda\n" + "x" * 1_100_000)[0].code == "unreadable"
    disposition, letters = sent(post, "press to Takeda\n" + "long line\n" * 5_000)
    assert (disposition.code, letters) == ("press-long", [])


def test_a_vacation_answers_no_press(post):
    _, (first,) = sent(post, "press to Takeda\nhello")
    fields = (f"In-Reply-To: {first.message_id}", "Auto-Submitted: auto-replied")
    disposition, letters = sent(post, "I am away", seat="Takeda", to=PLAIN, fields=fields)
    assert (disposition.outcome, letters) == ("ignored", [])


@pytest.mark.parametrize(
    "first", [f"press to Takeda\n{WORDS}", "press to Takedo\nhello", "diary\nx"]
)
def test_what_answers_a_letter_about_own_press_goes_to_nobody(post, first):
    post.take(first)
    about = [*post.out("press-sent"), *post.out("refusal")][-1]
    answers = (f"In-Reply-To: {about.message_id}",)
    for said in ("And I want Kai, too.", "Yes, of course!"):
        assert post.take(said, fields=answers).code == "press-for-whom"
    assert post.notes() == []


def test_press_beside_an_attached_order_sheet_is_both(post):
    sheet = f"game sekigahara\nseat Oda\ntoken {post.token()}\nhide 3\n"
    head = post.raw("", fields=("MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'))
    part = "--b\nContent-Type: text/plain\n{}\n{}\n"
    file = "Content-Disposition: attachment; filename=orders.txt\n"
    body = part.format("", f"press to Takeda\n{WORDS}") + part.format(file, sheet) + "--b--\n"
    disposition = take(post.store, head + body.encode(), post.now).disposition
    assert disposition.outcome == "taken"
    assert post.stands() == "hide 3"
    assert len(post.out("press")) == 1


def test_the_game_master_answers_press_from_his_address(post):
    _, (letter,) = sent(post, "press to master\nis this allowed?")
    assert letter.recipients == ("gm@example.org",)
    disposition, (reply,) = answer(post, letter, "It is.", sender="gm@example.org")
    assert disposition.outcome == "answered"
    assert reply.recipients == ("oda@example.org",)
    assert reply.content.subject == "[sekigahara] The game master writes to you"


def test_an_order_file_by_hand_that_holds_press_says_so(post):
    source = Source(game="sekigahara", seat="Oda", trusted=True, id="<x@y>")
    done = submit(post.store, f"hide 3\npress to Takeda\n{WORDS}", source, post.now)
    assert done.text.strip() == "hide 3"
    assert post.store.count(Letter, kind="press") == 0


@pytest.mark.parametrize("mark", ["--", "-- ", "—", "— "])
def test_a_signature_ends_press(post, mark):
    _, (letter,) = sent(post, f"press to Takeda\nPeace?\n{mark}\nOda of the {WORDS}")
    assert "Peace?" in letter.content.text
    assert WORDS not in letter.content.text


def test_a_text_beside_press_is_not_sent_on_and_its_writer_hears_it(post):
    head = post.raw("", fields=("MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="b"'))
    part = "--b\nContent-Type: text/plain\n{}\n{}\n"
    file = "Content-Disposition: attachment; filename=plan.txt\n"
    body = part.format("", "press to Takeda\nsee my plan") + part.format(file, "First Kai.")
    for media, where, name in (
        ("image/png", "inline", "kai.png"),
        ("application/pgp-signature", "attachment", "signature.asc"),
    ):
        body += f"--b\nContent-Type: {media}\n"
        body += f"Content-Disposition: {where}; filename={name}\n\nx\n"
    take(post.store, head + f"{body}--b--\n".encode(), post.now)
    (copy,) = post.out("press-sent")
    said = " ".join(copy.content.text.split())
    assert "the attached file “plan.txt” was neither read nor sent on" in said
    assert "the attached file “kai.png” was neither read nor sent on" in said
    assert "signature.asc" not in said
