import msgspec
import pytest
import toy

from adjudicator.campaign.kernel.tokens import token as token_of
from adjudicator.orders.reading import reader
from adjudicator.orders.reading.scan import _Scanner
from adjudicator.post.requests.pipeline import take
from adjudicator.store.records import Confirmation


def sent(post, *args, **kwargs):
    return take(post.store, post.raw(*args, **kwargs), post.now)


def test_the_case_and_grouping_of_a_token_do_not_matter(post):
    token = post.token()
    for shaped in (token.upper(), f"{token[:4]}-{token[4:8]}-{token[8:12]}-{token[12:]}"):
        assert sent(post, to=f"game+{shaped}@example.net").outcome == "taken"
        assert sent(post, f"token {shaped}\nhide 4", to="game@example.net").outcome == "taken"


@pytest.mark.parametrize(
    ("header", "plus", "code", "words"),
    [
        ("game sekigahara\nseat Oda", "", "no-token", "lack the seat's token"),
        ("", "+aaaaaaaaaaaaaaaa", "wrong-token", "token is not that"),
        ("game sekigahara\nseat Oda\ntoken abcd", "", "wrong-token", "token"),
        ("game osaka\nseat Oda", "", "unknown-game", "no game called “osaka”"),
        ("game sekigahara\nseat Mori", "", "unknown-seat", "Oda, Takeda"),
    ],
)
def test_what_is_not_proven_is_refused_and_noted(post, header, plus, code, words):
    to = f"game{plus}@example.net"
    taken = sent(post, f"{header}\nhide 3", to=to, sender="stranger@example.com")
    assert taken.outcome == "refused"
    assert post.stands() is None
    (refusal,) = post.out("refusal")
    assert refusal.recipients == ("stranger@example.com",)
    assert words in refusal.content.text
    assert post.notes() == [code]


def test_a_refusal_fits_a_window_and_says_where_help_is(post):
    post.take("hide 3", to="game@example.net")
    (refusal,) = post.out("refusal")
    (note,) = (each for each in post.out("note") if "was refused" in each.subject)
    for letter in (refusal, note):
        assert max(map(len, letter.content.text.splitlines())) <= 72
        assert 'charset="utf-8"' in letter.content.html
    assert "“help”" in refusal.content.text


def test_the_token_of_one_seat_does_not_order_for_another(post):
    body = f"game sekigahara\nseat Takeda\ntoken {post.token('Oda')}\nhide 3"
    assert sent(post, body, to="game@example.net").outcome == "refused"
    refusal = post.out("refusal")[-1].content.subject
    assert refusal == f"[{post.campaign.name}] Your orders were not taken"
    assert post.stands("Takeda") is None


@pytest.mark.parametrize("has_id", [True, False])
def test_the_same_letter_is_taken_once(post, has_id):
    raw = post.raw() if has_id else post.raw().replace(b"Message-ID: <1@mail.example>\n", b"")
    assert take(post.store, raw, post.now).outcome == "taken"
    again = b"Received: by another way\n" + raw
    assert take(post.store, again, post.now).outcome == "ignored"
    (receipt,) = post.out("receipt")
    assert (receipt.recipients, receipt.in_reply_to) == (
        ("oda@example.org",),
        "<1@mail.example>" if has_id else "",
    )
    assert take(post.store, raw.replace(b"hide 3", b"hide 4"), post.now).outcome == "taken"


def test_a_letter_without_orders_is_passed_on_and_its_fate_says_so(post):
    taken = take(post.store, post.raw("I am away until Sunday.\n\nAnn"), post.now)
    assert (taken.disposition.outcome, taken.disposition.code) == ("taken", "passed-on")
    assert taken.disposition.answered == ("oda@example.org",)
    (answer,) = post.out("receipt")
    assert "passed on to the game master" in " ".join(answer.content.text.split())
    (note,) = post.out("note")[1:]
    assert note.recipients == ("gm@example.org",)
    assert "> I am away until Sunday." in note.content.text
    assert post.stands() is None


def test_the_service_does_not_write_to_itself(post):
    for sender in ("game@example.net", f"GAME+{post.token()}@example.net", "game+x@example.net"):
        assert post.take("help", sender=sender).code == "own-address"


@pytest.mark.parametrize(
    ("fields", "body", "why"),
    [
        (["Content-Type: application/pkcs7-mime; name=smime.p7m"], "MIIB", "S/MIME"),
        (["Content-Type: multipart/encrypted; boundary=b"],
         "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--\n", "encrypted"),
        ([], "-----BEGIN PGP MESSAGE-----\n\nhide3\n=abcd\n-----END PGP MESSAGE-----", "encrypted"),
        (["Content-Type: multipart/mixed; boundary=b"],
         "--b\nContent-Type: application/ms-tnef; name=winmail.dat\n\nx\n--b--\n", "winmail.dat"),
        (["Content-Type: multipart/mixed; boundary=b"],
         "--b\nContent-Type: message/rfc822\n\nSubject: x\n\nhide 3\n--b--\n", "inside the letter"),
        (["Content-Type: multipart/mixed"], "> hide 3", "parts without a boundary"),
        ([], "On Friday the judge wrote:\nhide 3\nhide 4", "2 lines below “On Friday the judge"),
        ([f"X-{n}: {'a' * 900}" for n in range(80)], "hide 3", "header is longer than 64 KB"),
    ],
)  # fmt: skip
def test_a_letter_in_which_no_order_was_found_is_told_what_was_not_read(post, fields, body, why):
    raw = post.raw(body)
    head, _, rest = raw.partition(b"\n\n")
    done = take(post.store, b"\n".join((head, *map(str.encode, fields), b"", rest)), post.now)
    assert (done.disposition.outcome, done.disposition.code) == ("refused", "no-orders")
    (refusal,) = post.out("refusal")
    assert why in " ".join(refusal.content.text.split())


CALENDAR = """--b
Content-Type: text/plain

{}
--b
Content-Type: text/calendar; method={}

BEGIN:VCALENDAR
--b--
"""


@pytest.mark.parametrize(
    ("said", "method", "code"),
    [
        ("Ann has accepted this invitation.", "REPLY", "vacation"),
        ("", "Counter", "vacation"),
        ("hide 3", "REPLY", "orders"),
        ("Ann says hello.", "PUBLISH", "passed-on"),
    ],
)
def test_the_answer_of_a_calendar_is_no_letter_of_its_owner(post, said, method, code):
    kind = "Content-Type: multipart/mixed; boundary=b"
    raw = post.raw(CALENDAR.format(said, method), fields=[kind])
    assert take(post.store, raw, post.now).disposition.code == code


REACTION = """--b
Content-Type: text/plain; charset=utf-8

{0}

Ann Smith reacted via Gmail
<https://www.google.com/gmail/about/>
--b
Content-Type: text/vnd.google.email-reaction+json; charset=utf-8

{1}
--b
Content-Type: text/html; charset=utf-8

<p>{0}</p><p>Ann Smith reacted via <a href="https://www.google.com/gmail/about/">Gmail</a></p>
--b--
"""


def test_a_reaction_to_a_letter_says_its_sign_and_nothing_else(post, monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw",))
    monkeypatch.setattr(toy.Game, "meta", meta)
    post.take("hide 3\nready", seat="Takeda")

    def react(letter, sign, json='{{"emoji":"{0}","version":1}}', **more):
        kind = "Content-Type: multipart/alternative; boundary=b"
        fields = [kind, f"In-Reply-To: {letter.message_id}", "Subject: Re: news"]
        body = REACTION.format(sign, json.format(sign))
        return take(post.store, post.raw(body, fields=fields, **more), post.now).disposition

    (receipt,) = post.out("receipt")
    for sign, json in (("👍", '{{"emoji":"👍"}}'), ("🎉", "[")):
        assert react(receipt, sign, json, seat="Takeda").code == "reaction"
        assert post.is_ready("Takeda")
    assert not post.out("refusal")
    assert not [each for each in post.out("note") if "Takeda" in each.content.text]
    post.take("press to Takeda\nShall we?")
    (press,) = (each for each in post.out("press") if each.seat == "Takeda")
    done = react(press, "🎉", seat="Takeda", to="game@example.net")
    assert (done.outcome, done.code) == ("answered", "press")
    (said,) = (each for each in post.out("press") if each.seat == "Oda")
    assert "🎉" in said.content.text
    assert "Ann Smith" not in said.content.text
    post.take("draw")
    (told,) = post.out("proposal")
    assert react(told, "🎉", seat="Takeda").code == "reaction"
    assert react(told, "👎", seat="Takeda").code == "vote"


def test_no_token_is_in_what_others_read_of_a_letter(post):
    token, body = post.token(), "My token is {0}, or game+{0}@example.net: is Awa a border?"
    post.take(body.format(token.upper()))
    (note,) = post.out("note")[1:]
    assert "[token], or game+[token]@example.net" in " ".join(note.content.text.split())
    post.take("", fields=[f"Subject: no orders {token}"])
    assert "no orders [token]" in post.out("note")[-1].content.text
    assert not [each for each in post.out("note") if token in each.content.text.casefold()]
    post.take("address elsewhere@example.org")
    for asked in post.store.rows(Confirmation):
        post.take(f"What is this: {token_of(asked)}?")
        assert "What is this: [token]?" in post.out("note")[-1].content.text


def test_a_token_is_no_word_for_the_dice_for_words_are_published(post):
    done = take(post.store, post.raw(f"word {post.token('Takeda')}"), post.now)
    assert (done.disposition.outcome, done.disposition.code) == ("refused", "word-token")
    assert post.take("word extraordinariness").outcome == "taken"


def test_orders_for_a_phase_before_all_others_are_refused_as_they_were_written(post):
    for heading in ("phase 0 plan", "phase -0 plan", "phase 00 plan"):
        sent(post, f"{heading}\nhide 4")
        assert post.stands() in (None, "")
        receipt = post.out("receipt")[-1].content.text
        assert "phase 0 plan" in receipt or heading in receipt


def test_orders_below_a_heading_that_cannot_be_read_are_carried_out_in_no_phase(post):
    done = take(post.store, post.raw("phase 2 3 plan\nhide 4"), post.now)
    assert (done.disposition.outcome, done.disposition.code) == ("refused", "no-orders")
    assert "count for no phase" in " ".join(post.out("refusal")[0].content.text.split())
    sent(post, "hide 3\nphase 2 3 plan\nhide 4\nready")
    assert post.stands() == "hide 3"
    assert "count for no phase" in " ".join(post.out("receipt")[0].content.text.split())


@pytest.mark.parametrize("mark", list("\"'*_`|,;#/>-=("))
@pytest.mark.parametrize("count", [401, 20_000])
def test_a_long_line_of_signs_costs_no_letter(post, mark, count):
    for tail in ("", "hide 3"):
        for lead in ("", "seat Oda\n"):
            taken = post.take(f"{lead}{mark * count}{tail}\n")
            assert taken.outcome in ("taken", "refused")
            post.wait(days=1)


@pytest.fixture
def readings(monkeypatch):
    """The lines that are read as orders, each time that they are."""
    read = []
    real = reader.read_headings

    def read_headings(lines, language):
        read.append([each.text for each in lines])
        return real(lines, language)

    monkeypatch.setattr(reader, "read_headings", read_headings)
    return read


def test_what_a_letter_asks_to_be_checked_is_read_once(post, readings):
    assert post.take("check\nhide 2\nboast").outcome == "answered"
    assert readings.count(["hide 2", "boast"]) == 1


@pytest.mark.parametrize("more", ["", "\nready", "\n\nI hope that this is right.\n", "\nbost 1"])
def test_the_orders_of_a_letter_are_taken_apart_and_read_once(post, readings, monkeypatch, more):
    scanned = []
    init = _Scanner.run

    def run(scanner, text):
        scanned.append(text)
        init(scanner, text)

    monkeypatch.setattr(_Scanner, "run", run)
    assert post.take(f"hide 2\nboast{more}").outcome == "taken"
    said = [line for line in f"hide 2\nboast{more}".splitlines() if line not in ("", "ready")]
    assert readings.count(said) == 1  # beside what suggestions would make of it
    assert sum("hide 2" in each and len(each.splitlines()) > 1 for each in scanned) == 1
