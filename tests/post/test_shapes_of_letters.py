"""What mail programs, servers and people make of a letter with orders, and what is no letter.

No order is lost without a word, none is invented, nobody is ready by mistake, and nothing goes to
another seat.
"""

import base64
from email.utils import format_datetime

import pytest
from outboxes import MemoryOutbox

from adjudicator.post.incoming.html_text import text_of_html
from adjudicator.post.passes.sending import send_all
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter

ORDERS = "hide 3\nready\n"
PAGE = "Content-Type: text/html; charset=utf-8\n\n"
PLAIN = "Content-Type: text/plain; charset=utf-8\n\n"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n\niQEz\n=abcd\n-----END PGP SIGNATURE-----\n"


def part(body, kind="text/plain; charset=utf-8", encoding="7bit", name=""):
    place = f"Content-Disposition: attachment; filename={name}\n" if name else ""
    head = f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n{place}"
    return f"{head}\n{body}"


def parts(*each, kind="mixed", boundary="b"):
    head = f"Content-Type: multipart/{kind}; boundary={boundary}\n\n"
    return head + "".join(f"--{boundary}\n{one}\n" for one in each) + f"--{boundary}--\n"


def base(text, charset="utf-8"):
    return base64.encodebytes(text.encode(charset)).decode()


def encoded(text):
    return f"=?utf-8?b?{base64.b64encode(text.encode()).decode()}?="


def send(post, content=PLAIN + ORDERS, *fields, **more):
    """Take a letter of which the content begins with its own header fields."""
    head, _, body = content.partition("\n\n")
    raw = post.raw(body, fields=[*fields, *head.splitlines()], **more)
    return take(post.store, raw, post.now).disposition


def findings(post):
    sent = queries.submissions(post.store, queries.head(post.store, post.campaign))["Oda"]
    return {each.code for each in sent.findings}


TAKEN = {
    "signed by S/MIME": parts(
        part(ORDERS), part("TUlJ", "application/pkcs7-signature", "base64", "smime.p7s"),
        kind="signed",
    ),
    "signed by PGP/MIME": parts(
        part(ORDERS), part(SIGNATURE, "application/pgp-signature; name=signature.asc"),
        kind="signed",
    ),
    "signed by PGP in the text": PLAIN + "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    + ORDERS + SIGNATURE,
    "protected header": parts(
        parts(
            part("Subject: hide 9", "text/rfc822-headers; protected-headers=v1"), part(ORDERS),
            boundary="c",
        ),
        part("x", "application/pgp-signature"), kind="signed",
    ),
    "utf-16 in base64": part(base(ORDERS, "utf-16"), "text/plain; charset=utf-16", "base64"),
    "base64 in lines of eight": part(
        "\n".join(base(ORDERS)[n : n + 8] for n in range(0, 20, 8)), encoding="base64"
    ),
    "notepad's file": parts(
        part("My orders"), part(base(ORDERS, "utf-16"), encoding="base64", name="orders.txt")
    ),
    "file of no kind": parts(
        part("My orders"),
        part(base(ORDERS, "utf-8-sig"), "application/octet-stream", "base64", "orders.txt"),
    ),
    "winmail.dat beside": parts(
        part(ORDERS), part("eJ8", "application/ms-tnef", "base64", "winmail.dat")
    ),
    "invitation": parts(
        part(ORDERS), part("BEGIN:VCALENDAR", "text/calendar; method=REQUEST"), kind="alternative"
    ),
    "nested": parts(
        parts(
            part(ORDERS),
            parts(
                part("<p>hide 3<p>ready", "text/html"), part("AA", "image/png", "base64"),
                kind="related", boundary="d",
            ),
            kind="alternative", boundary="c",
        ),
        part("AA", "image/png", "base64", "a.png"),
    ),
    "a large signature": parts(
        part(ORDERS), part("A" * 1_200_000, "image/png", "base64", "logo.png")
    ),
    "page with a picture in it": PAGE + "<img src='data:image/png;base64," + "A" * 600_000
    + "'><p>hide 3<p>ready",
    "page below a translator": PAGE + "<font style='vertical-align: inherit;'><font>hide 3</font>"
    "</font><br><font><font>ready</font></font>",
    "page of one block": PAGE + "<div style='white-space: pre-wrap'>hide 3\nready</div>",
    "page of one span": PAGE + "<p><span style='white-space:pre-line'>hide 3\nready</span></p>",
    "page of a table": PAGE + "<table><tr><td>hide</td><td>3</td></tr><tr><td>ready</td></tr></table>",
    "page with hidden words": PAGE + "<div style='display:none'>hide 9</div><p>hide 3<p>ready",
    "page with words struck out by a class": PAGE + "<style>p{} .x, p.s1 {\ntext-decoration: "
    "line-through}</style><p class='a s1'>hide 9</p><p>hide 3<p class=s2>ready",
}  # fmt: skip
FOOTERS = {
    "footer of a list": PLAIN + ORDERS + "\n_______________________________________________\n"
    "players mailing list -- players@lists.example.org\n",
    "disclaimer": PLAIN + ORDERS + "\nThis e-mail and any attachments are confidential. If you are "
    "not the intended recipient, please delete it.\n",
    "telephone": PLAIN + ORDERS + "\nHol dir Outlook für iOS <https://aka.ms/o0ukef>\n",
}  # fmt: skip


def forget(post):
    """Have no orders of Oda's stand any more, a day later."""
    post.wait(days=1, seconds=1)
    send(post, PLAIN + "clear\nnot ready")


def test_orders_are_read_in_whatever_they_are_wrapped(post):
    for name, content in TAKEN.items():
        assert send(post, content).outcome == "taken", name
        assert (post.stands(), post.is_ready()) == ("hide 3", True), name
        forget(post)
        assert (post.stands(), post.is_ready()) == ("", False)


def test_a_footer_that_no_program_marks_is_known_once_its_writer_was_told_of_it(post):
    for name, content in FOOTERS.items():
        assert send(post, content).outcome == "taken", name
        assert (post.stands(), post.is_ready()) == ("hide 3", False), name
        again = content.replace("hide 3\n", "")
        for is_told in (False, True):  # by mistake twice, and once more below the receipt
            receipt = post.store.rows(Letter, kind="receipt", order="id", last=True, limit=1)[0]
            answers = is_told and name == "telephone"  # by a clock that is wrong
            said = "In-Reply-To: " + receipt.message_id if answers else ""
            send(post, again, said or f"Date: {format_datetime(post.now)}")
            assert (post.stands(), post.is_ready()) == ("hide 3", is_told), name
            list(send_all(post.store, MemoryOutbox(), post.now))
            post.wait(seconds=60)
        forget(post)


def test_orders_are_taken_whatever_else_the_header_says(post):
    for fields in (
        ["Resent-From: a@example.com", "Resent-To: game@example.net", "Resent-Message-ID: <r@x>"],
        ["Date: Tue, 19 Jan 2038 03:14:08 +0000"],
        ["Date: Thu, 1 Jan 1970 00:00:00 +0000"],
        ["Cc: takeda@example.org"],
        ["X-Mailer: Outlook", "Importance: high", "Disposition-Notification-To: oda@example.org"],
    ):
        disposition = send(post, PLAIN + ORDERS, *fields)
        assert (disposition.outcome, disposition.answered) == ("taken", ("oda@example.org",))
        assert (post.stands(), post.is_ready()) == ("hide 3", True), fields
        forget(post)


def test_a_token_is_found_where_the_server_wrote_the_address(post):
    address = f"game+{post.token()}@example.net"
    for field in ("Delivered-To", "X-Delivered-to", "X-Original-To", "Resent-To"):
        fields = f"{field}: {address}", "Cc: a@example.com"
        disposition = send(post, PLAIN + ORDERS, *fields, to="undisclosed-recipients:;")
        assert (disposition.outcome, disposition.proven) == ("taken", True)


def letters_to(post, address):
    return [each for each in post.store.rows(Letter) if address in each.recipients]


def test_an_answer_to_a_letter_that_was_redirected_is_taken_for_nobody(post):
    """Oda answers a report of Takeda's that Takeda has redirected: its address has his token."""
    before = len(letters_to(post, "takeda@example.org"))
    disposition = send(post, to=f"game+{post.token('Takeda')}@example.net")
    assert (disposition.outcome, disposition.code) == ("refused", "rivals-token")
    assert (post.stands("Takeda"), post.stands("Oda")) == (None, None)
    (refusal,) = post.out("refusal")
    assert refusal.recipients == ("oda@example.org",)
    assert "write “seat Takeda” on top" in " ".join(refusal.content.text.split())
    assert len(letters_to(post, "takeda@example.org")) == before


def test_who_writes_for_another_seat_says_so(post):
    content = PLAIN + "seat Takeda\n" + ORDERS
    assert send(post, content, to=f"game+{post.token('Takeda')}@example.net").outcome == "taken"
    assert post.stands("Takeda") == "hide 3"


def test_of_two_tokens_that_of_the_sender_counts(post):
    """Whoever answers all recipients of a letter that a rival has passed on sends both."""
    for seats in (("Oda", "Takeda"), ("Takeda", "Oda")):
        to = ", ".join(f"game+{post.token(each)}@example.net" for each in seats)
        assert send(post, to=to).answered == ("oda@example.org",)
        assert (post.stands("Oda"), post.stands("Takeda")) == ("hide 3", None)


# Subjects


def test_a_subject_is_read_where_the_letter_is_empty(post):
    for subject, stands, ready in (
        (encoded("hide 3"), "hide 3", False),
        ("hide 3; ready", "hide 3", True),
        ("hide 3, ready!", "hide 3", True),
        ("hide 3 and ready", "hide 3", True),
        ("hide 3 - ready", "hide 3", True),
        ("hide 3. Ready.", "hide 3", True),
        ("hide 3 / boast 2", "hide 3\nboast 2", False),
        ("[SPAM] hide 3", "hide 3", False),
        ("*** SPAM *** hide 3", "hide 3", False),
        ("[toy] [ext] hide 3 (EOM)", "hide 3", False),
        ("hide 3 EOM", "hide 3", False),
        ("[toy] Re: hide 3", "", False),
        ("Re: hide 3; ready", "", False),
    ):
        forget(post)
        send(post, PLAIN, f"Subject: {subject}")
        assert (post.stands() or "", post.is_ready()) == (stands, ready), subject


def test_a_subject_that_may_be_an_order_is_told_to_nobody(post):
    for subject in ("hide many", "Oda: hide 3", "hide 3 + ready"):
        disposition = send(post, PLAIN, f"Subject: {subject}")
        assert (disposition.outcome, disposition.subject) == ("refused", "")
    assert not [each for each in post.out("note") if "hide" in each.content.text]


# Programs


def test_ready_among_the_words_of_a_program_readies_nobody(post):
    field = "Auto-Submitted: auto-replied"
    assert send(post, PLAIN + "I am away.\nReady!\n", field).code == "automatic"
    assert post.stands() is None
    assert send(post, PLAIN + "I am away, but\nhide 3\nready", field).outcome == "taken"
    assert post.is_ready()


def test_what_a_program_sends_to_a_seats_address_is_no_order(post):
    for sender in (
        *("MAILER-DAEMON@mx.example", "postmaster@mx.example", "no-reply@x.example"),
        "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.example",
        "bounces+12@x.example",
    ):
        disposition = send(post, PLAIN + "Unzustellbar\n\nhide 9\nready", sender=sender)
        assert (disposition.outcome, disposition.code) == ("ignored", "program")
        assert post.stands() is None
        assert not letters_to(post, sender)


def test_a_lists_program_is_not_answered_but_a_player_with_its_address_is(post):
    for sender in ("post_master@x.example", "chess-admin@x.example", "chess-owner@x.example"):
        disposition = send(post, "You are no member.", sender=sender, to="game@example.net")
        assert (disposition.outcome, disposition.code) == ("ignored", "program"), sender
        assert not letters_to(post, sender)
    assert send(post, sender="chess-admin@x.example").outcome == "taken"


def test_a_complaint_that_is_nothing_but_the_letter_that_it_is_about_is_not_answered(post):
    inside = part("From: game@example.net\n\nReport", "message/rfc822")
    staff, plain = "staff@mail.example", "game@example.net"
    assert send(post, parts(inside), sender=staff, to=plain).code == "enclosure"
    assert not letters_to(post, staff)
    assert send(post, parts(part("What is this?"), inside), sender=staff, to=plain).answered
    with_orders = parts(part(ORDERS, name="orders.txt"), inside)
    assert send(post, with_orders, sender="ann@mail.example", to=plain).answered
    assert send(post, parts(inside)).code == "no-orders"  # a player is told that it was not read


def test_a_player_may_have_the_address_of_a_program(post_class, store):
    post = post_class(store, oda="postmaster@example.org")
    assert send(post, sender="Postmaster@example.org").outcome == "taken"


@pytest.mark.parametrize("kind", ["disposition-notification", "feedback-report"])
def test_reports_of_programs_are_no_letters(post, kind):
    content = parts(
        part("It was displayed."),
        part("Final-Recipient: rfc822; oda@example.org", f"message/{kind}"),
        part("From: x\n\nhide 9\nready", "message/rfc822"),
        kind=f"report; report-type={kind}",
    )
    assert send(post, content).code == "delivery-report"
    assert post.stands() is None


def test_a_sentence_that_a_program_has_broken_readies_nobody(post):
    send(
        post,
        PLAIN + "hide 3\n\nI will write again tomorrow evening, at the latest when I am\nready.",
    )
    assert post.stands() == "hide 3"
    assert not post.is_ready()
    assert "in-a-sentence" in findings(post)


# Files beside a word that is a request


def with_file(words, orders=ORDERS):
    return parts(part(words), part(orders, name="orders.txt"))


@pytest.mark.parametrize(
    ("words", "orders", "code", "stands", "answers"),
    [
        ("My orders", ORDERS, "orders", "hide 3", 0),
        ("my orders, please!\n\nThanks, Ann", ORDERS, "orders", "hide 3", 0),
        ("status", ORDERS, "orders", "hide 3", 1),
        ("check", ORDERS, "check", None, 1),
        ("check", "seat Oda\n" + ORDERS, "check", None, 1),
        ("token", ORDERS, "token", None, 1),
        ("status", "seat Oda\n" + ORDERS, "orders", "hide 3", 1),
        ("My orders", "seat Oda\n" + ORDERS, "orders", "hide 3", 0),
        ("My orders", "Dear diary,\nall is well.", "orders", None, 1),
    ],
)
def test_orders_in_a_file_beside_a_word(post, words, orders, code, stands, answers):
    """They are taken below the word “orders” and a question, and checked below “check”."""
    assert send(post, with_file(words, orders)).code == code
    assert (post.stands(), post.is_ready()) == (stands, stands is not None)
    assert len(post.out("answer")) == answers


def test_orders_in_a_file_need_the_token(post):
    content = with_file("My orders", "game sekigahara\nseat Oda\n" + ORDERS)
    disposition = send(post, content, to="game@example.net")
    assert (disposition.outcome, disposition.code) == ("refused", "no-token")


# Pages


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<div style='white-space:pre'>a\nb<div>c\nd</div>e\nf</div>g\nh",
         ["a", "b", "c", "d", "e", "f", "g h"]),
        ("<p style='white-space: nowrap'>a\nb", ["a b"]),
        ("<i style='display: none'>a<i>b</i>c</i>d", ["d"]),
        ("<td style='visibility:hidden'>a<td>b", ["b"]),
        ("<p style='backface-visibility: hidden'>a</p>", ["a"]),
        ("<style>td.a{display:none}</style><td class=a>b<td>c", ["c"]),
        ("<style>.m .a, .a.m, .a:hover{display:none}</style><p class=a>b", ["b"]),
        ("<style>@media print{.b{c:d} .a{display:none}} .b{display:none}</style><p class=a>a"
         "<p class=b>b", ["a"]),
        ("<div hidden>a</div><p title='a hidden b' aria-hidden=true>c<p HIDDEN=''>d", ["c"]),
        ("<style>.a b{text-decoration:line-through}</style><p class=a>b", ["b"]),
        ("<style>.a{text-decoration:line-through</style><p class=\"x a\">b<p>c", ["c"]),
        ("<img src=data:image/png;base64,AAAA== alt=x>a, data: b", ["a, data: b"]),
        ("<tr><td><b>1</b></td><td>a</td></tr><tr><td>2<td>3<td>b", ["1. a", "2. 3 b"]),
        ("<s>a</s>b", ["b"]),
        ("<div style=text-decoration:line-through>a<div>b</div>c</div>d", ["d"]),
        ("<p style='text-decoration: line-through'>a<p>b", ["b"]),
        ("<s>a<br>b</s><br>c<strong>d</strong>", ["", "", "cd"]),
        ("<img style='text-decoration:line-through'>a", ["a"]),
        ("<s>a", []),
        ("a<!-- b --> c<!-- d", ["a c"]),
        ("a<s class=\"x>b</s>", ["ab"]),
        ("a<s\">b</s>", ["ab"]),
        ("</s>a<strikes>b</strikes><style>s{text-decoration:line-through}</style>", ["ab"]),
    ],
)  # fmt: skip
def test_a_page_is_read_as_it_is_seen(source, words):
    assert text_of_html(source).splitlines() == words


@pytest.mark.parametrize(
    "piece",
    [
        "<style>" + "a" * 90,
        "<style>.a{",
        "@{a{}",
        ".a,",
        "data:",
        "<p class=",
        "<p style='display:",
        "<a" + '""' * 70_000,
    ],
    ids=lambda piece: piece[:20],
)
def test_no_page_takes_for_ever(piece, patience):
    with patience():
        text_of_html(piece * (150_000 // len(piece)))
        text_of_html("<style>" + piece.replace("<style>", "") * (150_000 // len(piece)))
