import base64

import pytest
from hostile import HOSTILE, ORDERS, letter, parts, with_body
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adjudicator.post.incoming import headers
from adjudicator.post.incoming.letter import IncomingLetter
from adjudicator.post.incoming.reading import read


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def check_sane(read_letter: IncomingLetter) -> None:
    every = [read_letter.subject, read_letter.sender.name, *read_letter.notes]
    every += [str(read_letter.sign)] if read_letter.sign else []
    every += [a.address + a.name for a in read_letter.recipients]
    for text in every:
        assert text.isprintable(), text
        assert len(text) < 1_000
    assert len(read_letter.text) <= 1_100_000
    assert len(read_letter.key) == 64


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_letters_are_read_safely_and_do_not_hang(name: str, patience) -> None:
    with patience():  # each takes well under a second; what is quadratic takes minutes
        found = read(HOSTILE[name])
    check_sane(found)


_FRAGMENTS = st.sampled_from(
    b"""From: |To: "|Content-Type: multipart/mixed; boundary=b%|%%--b%|=?utf-8?b?|%Content-Type: text/html%
|<blockquote>|<a x='|Message-ID: <[|Content-Transfer-Encoding: base64%|On x wrote:%|a@b.c|(|charset=""".replace(
        b"\n", b""
    )
    .replace(b"%", b"\n")
    .split(b"|")
)


@settings(max_examples=30)
@given(st.lists(st.one_of(_FRAGMENTS, st.binary(max_size=20)), max_size=30).map(b"".join))
@example(b"Content-Type: text/html\n\n&#" + b"1" * 5000 + b";")
def test_any_bytes_give_a_letter(raw: bytes) -> None:
    check_sane(read(raw))


def test_an_ordinary_letter() -> None:
    found = read(
        b"Return-Path: <oda@example.org>\r\nDelivered-To: game+abcd@example.net\r\n"
        b"From: =?ISO-2022-JP?B?GyRCPyVFRBsoQg==?= <Oda@Example.org>\r\nTo: Game <game@example.net>\r\n"
        b"Subject: =?iso-8859-1?q?Befehle_f=FCr?=\r\n =?utf-8?b?IMWMZGE=?=\r\nMessage-ID: <m1@example.org>\r\n"
        b"In-Reply-To: <q2@example.net>\r\nReferences: <q1@example.net>\r\n <q2@example.net>\r\n"
        b"Date: Tue, 3 Nov 2026 10:00:00 +0100\r\n\r\n" + ORDERS.replace(b"\n", b"\r\n")
    )
    assert found.sender.address == "Oda@Example.org"
    assert found.sender.name == "織田"
    assert [a.address for a in found.recipients] == ["game+abcd@example.net", "game@example.net"]
    assert found.subject == "Befehle für Ōda"
    assert found.message_id == "m1@example.org"
    assert found.date is not None
    assert found.date.isoformat() == "2026-11-03T09:00:00+00:00"
    assert found.sign is None
    assert found.text == ORDERS.decode().rstrip("\n")
    assert found.notes == ()


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        (b"text/plain; charset=utf-8", "Ōmi".encode(), "Ōmi"),
        (b"text/plain", "Ōmi".encode(), "Ōmi"),
        (b"text/plain; charset=iso-8859-1", b"caf\xe9 \x93x\x94", "café “x”"),
        (b"text/plain; charset=us-ascii", b"\x93x\x94", "“x”"),
        (b"text/plain; charset=martian", "Ōmi".encode(), "Ōmi"),
        (b"text/plain; charset=iso-2022-jp", "近江".encode("iso2022_jp"), "近江"),
        (b"text/plain; charset=Shift_JIS", "近江①".encode("cp932"), "近江①"),
        (b"text/plain; charset=utf-16", "Ōmi".encode("utf-16"), "Ōmi"),
        (b"text/plain; charset*=utf-8'en'Shift_JIS", "近江①".encode("cp932"), "近江①"),
        (b"text/plain", "近江".encode("iso2022_jp"), "近江"),
        (b"text/plain; charset=iso-2022-jp", "近江".encode(), "近江"),
        (b"text/html", b"<meta content='x; charset=Shift_JIS'>" + "近江".encode("cp932"), "近江"),
        (b"text/html", b"<meta charset=utf-16>" + "近江".encode(), "近江"),
    ],
)
def test_text_is_read_in_its_character_set(kind: bytes, body: bytes, words: str) -> None:
    assert read(with_body(kind, body)).text == words


@pytest.mark.parametrize(
    ("kind", "body", "words"),
    [
        (b"utf-8", "Ōmi\n".encode() + b"b\xe1sico e r\xe1pido", "Ōmi\nb�sico e r�pido"),
        (b"utf-8", "近江".encode() + b"\xe5\xb1", "近江�"),
        (b"utf-8", "b\xe1sico e r\xe1pido".encode("cp1252"), "básico e rápido"),
        (b"utf-7", b"go +2D0-", "go �"),
        (b"Shift_JIS", "近江".encode("cp932") + b"\x81", "近江�"),
    ],
)
def test_a_broken_byte_costs_its_character(kind: bytes, body: bytes, words: str) -> None:
    found = read(with_body(b"text/plain; charset=" + kind, body))
    assert found.text == words


def test_codecs_that_are_no_character_sets_are_not_used() -> None:
    for name in (b"punycode", b"idna", b"zlib", b"unicode_escape", b"rot13"):
        found = read(with_body(b"text/plain; charset=" + name, b"xn--a-b \\u0041"))
        assert found.text == "xn--a-b \\u0041"
        assert found.notes == (f"unknown character set “{name.decode()}”",)


def test_a_pictogram_above_a_quotation_is_what_its_writer_says() -> None:
    letter = read("From: a@example.org\n\n👍\n\nOn Fri, judge wrote:\n> Agreed?\n".encode())
    assert letter.text.strip() == "👍"


def test_headers_and_their_values_are_cut() -> None:
    head, _ = headers.split(b"Subject: " + b"x" * 20_000 + b"\n\nbody")
    assert len(head.one("subject")) == headers.LONGEST_VALUE
    assert len(headers.fields(b"a: b\n" * 2_000)["a"]) == headers.MOST_FIELDS
    assert headers.split(b"X: y\n" * 20_000 + b"\nbody")[1] == b""


@pytest.mark.parametrize(
    ("body", "encoding", "words", "noted"),
    [
        (b"bWFyY2ggMg==", b"base64", "march 2", False),
        (b"bWFy\nY2gg\n\nMg", b"BASE64", "march 2", False),
        (b"bWF!yY2ggMg==", b"base64", "march 2", True),
        (b"bWFyY2g=\nIDI=\n", b"base64", "march 2", False),
        (b"bWFyY2ggMg==\n____\na@b.c", b"base64", "march 2\n____\na@b.c", True),
        (b"march 2 to Owari\nready", b"base64", "march 2 to Owari\nready", True),
        (b"march=202 =\nto =C5=8Cmi", b"quoted-printable", "march 2 to Ōmi", False),
        (b"march =ZZ 2", b"quoted-printable", "march =ZZ 2", False),
    ],
)
def test_text_is_read_through_its_transfer_encoding(
    body: bytes, encoding: bytes, words: str, noted: bool
) -> None:
    found = read(with_body(b"text/plain; charset=utf-8", body, encoding))
    assert found.text == words
    assert bool(found.notes) == noted


@pytest.mark.parametrize("end", [b"--b--\n", b"--b-- \n"])
def test_what_stands_before_the_first_part_and_behind_the_last_is_no_part(end: bytes) -> None:
    """As the line that a list puts below all letters, outside of their parts."""
    kind, part = b"Content-Type: multipart/mixed; boundary=b\n\n", b"--b\n\nhide 3\n"
    assert read(kind + b"\nhide 1\n" + part + end + b"\nhide 4\n").text.strip() == "hide 3"
    assert read(kind + part + part + b"hide 4\n").text.split("\n\n")[-1] == "hide 3\nhide 4"


def test_flowed_text_is_joined() -> None:
    body = (
        b"battle a from the castle of Owari with all \nto Mino\n march\n> quoted \n> more\nend \n"
        b"-- \nOda"
    )
    found = read(with_body(b"text/plain; format=flowed", body))
    assert found.text.splitlines() == [
        "battle a from the castle of Owari with all to Mino",
        "march",
        "",
        "",
        "end ",
        "-- ",
        "Oda",
    ]
    found = read(with_body(b"text/plain; format=flowed; delsp=yes", b"Owa \nri"))
    assert found.text == "Owari"


def test_lines_that_end_with_a_space_that_was_typed_are_not_joined() -> None:
    body = b"battle a from Owari \nhide 3 \nready \n"
    found = read(with_body(b"text/plain; format=flowed", body))
    assert found.text.splitlines() == ["battle a from Owari ", "hide 3 ", "ready "]


ALTERNATIVE = b"multipart/alternative; boundary=b"
PLAIN = b"--b\nContent-Type: text/plain\n\n%s\n"
PAGE = b"--b\nContent-Type: text/html\n\n%s\n"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (PLAIN % b"march 1" + PAGE % b"<p>march 2</p>", "march 1"),
        (PAGE % b"<p>march 2</p>" + PLAIN % b"march 1", "march 1"),
        (PLAIN % b" \n" + PAGE % b"<p>march 2</p>", "march 2"),
        (PAGE % b"<p>march 2</p>" + b"--b--\nafterwards", "march 2"),
    ],
)
def test_of_alternative_parts_the_plain_text_is_read(body: bytes, words: str) -> None:
    assert lines(read(with_body(ALTERNATIVE, body)).text) == [words]


def test_html_keeps_quotes_and_order_lines() -> None:
    page = b"""<html><head><title>x</title><style>p {a: b > c}</style></head><body>
    <div>phase 1 war</div><div>march <b>2</b> from Owari<br>1. battle a &gt; b &amp; c</div>
    <!-- <p>hidden</p> > --><ul><li>muster <a href="x>y">Mino</a></li></ul>
    <table><tr><td>plan</td><td>levy&nbsp;4</td></tr></table>
    <blockquote>march 9<blockquote>march 8</blockquote></blockquote><p>end<script>if (a<b) x()</script>"""
    text = read(with_body(b"text/html", page)).text
    assert lines(text) == [
        "phase 1 war",
        "march 2 from Owari",
        "1. battle a > b & c",
        "muster Mino",
        "plan levy 4",
        "end",
    ]


ATTACHED = (
    b"--b\nContent-Type: text/plain; name=orders.txt\nContent-Disposition: attachment\n\n%s\n"
)
MIXED = b"multipart/mixed; boundary=b"


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (PLAIN % b"" + ATTACHED % b"march 1", ["march 1"]),
        (PLAIN % b"see the file" + ATTACHED % b"game x\nmarch 1", ["game x", "march 1"]),
        (PLAIN % b"game x\nmarch 2" + ATTACHED % b"game x\nmarch 1", ["game x", "march 2"]),
        (PLAIN % b"march 2" + ATTACHED % b"a note", ["march 2"]),
        (PLAIN % b"march 2" + ATTACHED % b"phase 1 war\nmarch 1", ["phase 1 war", "march 1"]),
        (PLAIN % b"march 2" + ATTACHED % b"game x\nseat Oda\n# a blank sheet", ["march 2"]),
        (PLAIN % b"march 1" + PLAIN % b"march 2", ["march 1", "march 2"]),
    ],
)
def test_attached_orders(body: bytes, words: list[str]) -> None:
    found = read(with_body(MIXED, body))
    assert lines(found.text) == words
    assert ("attached" in " ".join(found.notes)) == ("march 1" in words and ATTACHED[:30] in body)


def attribute(level: int, data: bytes, length: int | None = None) -> bytes:
    """An attribute in a file of Outlook, of the letter (1) or of a file attached to it (2)."""
    size = len(data) if length is None else length
    return b"%c\x06\x90\x08\x00%s%s\0\0" % (level, size.to_bytes(4, "little"), data)


OUTLOOK = b"\x78\x9f\x3e\x22\x01\x00" + attribute(1, b"\0\0\1\0") + attribute(1, b"IPM.Note\0")
WINMAIL = b"--b\nContent-Type: %s\nContent-Transfer-Encoding: base64\n\n%s\n"


@pytest.mark.parametrize(
    ("text", "tnef", "is_closed"),
    [
        (b"ready", OUTLOOK, False),
        (b"ready", OUTLOOK + attribute(2, b"orders.txt\0"), True),
        (b"ready", OUTLOOK[:-1], True),
        (b"ready", OUTLOOK + attribute(1, b"ab", 3), True),
        (b"ready", OUTLOOK + b"\0", True),
        (b"ready", b"\0" + OUTLOOK[1:], True),
        (b"ready", b"", True),
        (b"", OUTLOOK, True),  # all that it says is there
    ],
)
def test_a_file_of_outlook_without_files_only_repeats_the_letter(
    text: bytes, tnef: bytes, is_closed: bool
) -> None:
    for kind in (b"application/ms-tnef", b"application/octet-stream; name=WinMail.dat"):
        body = PLAIN % text + WINMAIL % (kind, base64.encodebytes(tnef)) + b"--b--\n"
        found = read(with_body(MIXED, body))
        assert (found.text.strip(), bool(found.closed_parts)) == (text.decode(), is_closed)


def test_what_is_too_large_is_refused_with_a_reason() -> None:
    long = b"%s\n" % (b"march " * 100)
    found = read(letter(body=long * 2_000))
    assert found.oversize
    assert found.sender.address == "oda@example.org"
    assert found.text == ""
    assert not read(letter(body=long * 1_500)).oversize
    file = b"Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment\n\nmarch 1\n"
    cut = b"--b\n%s--b\nContent-Type: image/png\n\n%s--b--\n" % (file, long * 2_000)
    found = read(letter(b"Content-Type: multipart/mixed; boundary=b", body=cut))
    assert (found.oversize, found.attached) == (False, (("a.txt", "march 1\n"),))


def test_what_is_strange_is_noted_and_injects_nothing() -> None:
    assert read(HOSTILE["nested 30"]).notes == ("parts nested deeper than 10 were not read",)
    assert read(HOSTILE["encoded line end"]).subject == "a Bcc: x@example.com"
    found = read(parts(5_000))
    assert found.notes == ("only the first 200 parts were read",)
    assert "part 190" in found.text
    assert "part 200" not in found.text


def test_a_line_that_is_no_field_does_not_hide_the_fields_below_it() -> None:
    assert read(b"garbage line\nFrom: oda@example.org\n\nx").sender.address == "oda@example.org"


def test_what_is_no_address_is_no_address() -> None:
    for value in ("a@b@c.org", "oda", "<>", "oda@", "oda@exam ple.org", "ōda@example.org"):
        assert all(headers.is_address(each.address) for each in headers.addresses([value])), value


def test_the_key_tells_letters_apart_and_copies_together() -> None:
    raw = letter(b"Subject: war", b"Date: Tue, 3 Nov 2026 10:00:00 +0100")
    again = b"Received: by another way\n" + raw.replace(b"\n", b"\r\n")
    assert read(raw).key == read(again).key
    changed_on_the_way = [(b"Subject: war", b"Subject: [LIST] war"), (b"10:00", b"11:00")]
    for old, new in [(b"oda@", b"ota@"), (b"<a@", b"<b@"), (b"march 2", b"march 3")]:
        assert read(raw).key != read(raw.replace(old, new)).key
    for old, new in changed_on_the_way:
        assert read(raw).key == read(raw.replace(old, new)).key
    for missing in (b"Message-ID: <a@example.org>\n", raw.partition(b"\n\n")[2]):
        less = raw.replace(missing, b"")
        for old, new in changed_on_the_way:
            assert read(less).key != read(less.replace(old, new)).key
