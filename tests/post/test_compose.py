import email
import email.policy
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.create import Player
from adjudicator.post.incoming.letter import Address
from adjudicator.post.incoming.reading import read
from adjudicator.post.passes.compose import ComposeError, Envelope, compose, write
from adjudicator.reports.model import File, Report

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40
REPORT = Report(
    "[sekigahara] War of Ōmi, and what came of it in the provinces of the west and of the north",
    "Ōmi falls.\n\nFrom here on\n.\n" + "x" * 3_000 + "\n",
    "<p>Ōmi falls.</p><img src='cid:map'>",
    (
        File("map.png", "image/png", PNG, cid="map"),
        File("position.json", "application/json", b'{"round": 1}'),
        File("orders Ōda.txt", "text/plain; charset=utf-8", "march 1 to Ōmi\n".encode()),
    ),
)
ENVELOPE = Envelope(
    message_id="<sekigahara.1-war.result.Oda@example.net>",
    sender=Address("game@example.net", "Sekigahara, the game"),
    recipients=(Address("oda@example.org", "織田 信長"), Address("b@example.org")),
    date=datetime(2026, 11, 20, 20, tzinfo=UTC),
    reply_to=Address("game+abcdefghijklmnop@example.net"),
    in_reply_to="<sekigahara.1-plan.result.Oda@example.net>",
    automatic="generated",
    mark="sekigahara",
)


def parsed(report=REPORT, **changes):
    raw = compose(report, msgspec.structs.replace(ENVELOPE, **changes))
    return email.message_from_bytes(raw, policy=email.policy.default)


def test_the_standard_parser_reads_what_was_written():
    message = parsed()
    assert message["Subject"] == REPORT.subject
    assert message["From"].addresses[0].display_name == "Sekigahara, the game"
    assert [a.addr_spec for a in message["To"].addresses] == ["oda@example.org", "b@example.org"]
    assert message["To"].addresses[0].display_name == "織田 信長"
    assert message["Reply-To"].addresses[0].addr_spec == "game+abcdefghijklmnop@example.net"
    assert message["Message-ID"] == ENVELOPE.message_id
    assert message["In-Reply-To"] == message["References"] == ENVELOPE.in_reply_to
    assert message["Date"].datetime == ENVELOPE.date
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Adjudicator-Loop"] == "sekigahara"
    shape = [part.get_content_type() for part in message.walk()]
    assert shape == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/json",
        "text/plain",
    ]
    assert all(not part.defects for part in message.walk())
    plain, page = message.get_body(("plain",)), message.get_body(("html",))
    assert plain.get_content().replace("\r\n", "\n") == REPORT.text
    assert page.get_content().strip() == REPORT.html
    picture, *files = [part for part in message.walk() if part.get_filename()]
    assert picture["Content-ID"] == "<map>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_content() == PNG
    assert [part.get_filename() for part in files] == ["position.json", "orders-Oda.txt"]
    assert files[0].get_content() == b'{"round": 1}'
    assert files[1].get_content().strip() == "march 1 to Ōmi"


def test_our_own_reader_reads_it_and_knows_it_for_ours():
    found = read(compose(REPORT, ENVELOPE))
    assert found.sign.code == "own-mark"
    assert found.subject == REPORT.subject
    assert found.message_id == ENVELOPE.message_id.strip("<>")
    assert found.sender == ENVELOPE.sender
    assert found.recipients == ENVELOPE.recipients
    assert found.text.startswith("Ōmi falls.")
    assert found.notes == ()


def test_the_same_letter_is_the_same_bytes_and_plain_ascii():
    raw = compose(REPORT, ENVELOPE)
    assert raw == compose(REPORT, ENVELOPE)
    assert raw.isascii()
    assert raw.count(b"\n") == raw.count(b"\r\n")
    assert max(map(len, raw.split(b"\r\n"))) <= 78


@pytest.mark.parametrize(
    ("report", "shape"),
    [
        (Report("s", "plain\n", ""), ["text/plain"]),
        (Report("s", "plain\n", "<p>x"), ["multipart/alternative", "text/plain", "text/html"]),
        (
            Report("s", "t\n", "", REPORT.files[1:2]),
            ["multipart/mixed", "text/plain", "application/json"],
        ),
    ],
)
def test_no_more_parts_than_needed(report, shape):
    assert [part.get_content_type() for part in parsed(report).walk()] == shape


_NASTY = st.text(max_size=40) | st.sampled_from(
    [
        "a\r\nBcc: x@example.com",
        "=?utf-8?q?x?=",
        "Ann =?utf-8?q?x=0D=0ABcc:_y@z.example?=",
        "=?utf-8?b?DQpCY2M6IHhAeQ==?=",
        "x" * 500,
        "\u2028Bcc: y",
        '"\\',
        "a <b@c>, d",
        "é" * 300,
    ]
)


@settings(max_examples=40)
@example(*["Ann =?utf-8?q?x=0D=0ABcc:_y@z.example?="] * 6)
@example(*["a\r\nBcc: x@example.com"] * 6)
@given(subject=_NASTY, name=_NASTY, file=_NASTY, mark=_NASTY, cid=_NASTY, media=_NASTY)
def test_nothing_injects_a_field(subject, name, file, mark, cid, media):
    report = Report(subject, "Ōmi falls.\n", "<p>Ōmi falls.</p>", (File(file, media, b"x", cid),))
    raw = compose(
        report, msgspec.structs.replace(ENVELOPE, sender=Address("g@x.org", name), mark=mark)
    )
    names = [line.partition(":")[0] for line in raw.decode().split("\r\n\r\n")[0].split("\r\n")]
    fields = [name for name in names if not name.startswith((" ", "\t"))]
    assert fields == [
        "From", "To", "Reply-To", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
        "Auto-Submitted", "X-Auto-Response-Suppress", "X-Adjudicator-Loop", "MIME-Version",
        "Content-Type",
    ]  # fmt: skip
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    shown = email.message_from_bytes(raw, policy=email.policy.default)
    assert "\n" not in shown["From"].addresses[0].display_name  # as a mail program decodes it
    found = email.message_from_bytes(raw)
    assert all(not part.defects for part in found.walk())
    assert read(raw).sender.address == "g@x.org"


@settings(max_examples=40)
@given(text=st.text(max_size=200) | st.binary(max_size=100).map(lambda b: b.decode("latin-1")))
def test_any_text_comes_back(text):
    lines = [line.rstrip() for line in text.splitlines()]
    message = email.message_from_bytes(
        compose(Report("s", text, ""), ENVELOPE), policy=email.policy.default
    )
    back = message.get_payload(decode=True).decode().replace("\r\n", "\n").split("\n")
    while lines and not lines[-1]:
        lines.pop()
    while back and not back[-1].strip():
        back.pop()
    assert [line.rstrip() for line in back] == [
        line.encode("utf-8", "replace").decode() for line in lines
    ]


def test_no_text_holds_a_boundary():
    first = compose(REPORT, ENVELOPE).decode()
    boundary = first.partition('boundary="')[2].partition('"')[0]
    report = msgspec.structs.replace(REPORT, text=f"--{boundary}--\n--{boundary}\n")
    assert parsed(report).get_body(("plain",)).get_content().split() == [
        f"--{boundary}--",
        f"--{boundary}",
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"recipients": ()},
        {"recipients": (Address("a@b.org\nBcc: c@d.org"),)},
        {"recipients": (Address("ōda@example.org"),)},
        {"sender": Address("")},
        {"reply_to": Address("no address")},
        {"message_id": "no id"},
        {"message_id": "<a b>"},
        {"in_reply_to": "<a>\nBcc: x"},
        {"in_reply_to": "<" + "a" * 1_000 + ">"},
    ],
)
def test_what_is_no_address_or_id_is_refused(changes):
    with pytest.raises(ComposeError):
        compose(REPORT, msgspec.structs.replace(ENVELOPE, **changes))


def test_a_letter_to_who_lost_the_seat_has_no_token_to_answer_with(post):
    (opening,) = [each for each in post.out("opening") if each.seat == "Oda"]
    before = post.token()
    assert (
        f"game+{before}@example.net".encode() in write(post.store, opening, opening.recipients).data
    )
    post.change(hand_over, Player("Oda", address="cleo@example.org"))
    bytes_now = write(post.store, opening, opening.recipients).data
    assert post.token() != before
    assert post.token().encode() not in bytes_now
    assert b"Reply-To" not in bytes_now
