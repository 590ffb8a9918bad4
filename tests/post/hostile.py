"""Letters that nobody should send, by name. Each must be read without an error, and soon."""

ORDERS = b"game sekigahara\nseat Oda\nmarch 2 from Owari to Mino\n"


def letter(*fields: bytes, body: bytes = ORDERS) -> bytes:
    plain = (
        b"From: Oda <oda@example.org>",
        b"To: game@example.net",
        b"Message-ID: <a@example.org>",
    )
    return b"\n".join((*fields, *plain)) + b"\n\n" + body


def nested(depth: int) -> bytes:
    opened = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(depth)
    )
    return b"From: oda@example.org\n" + opened + b"\n" + ORDERS


def parts(count: int) -> bytes:
    return letter(
        b"Content-Type: multipart/mixed; boundary=b",
        body=b"".join(b"--b\nContent-Type: text/plain\n\npart %d\n" % n for n in range(count)),
    )


def with_body(kind: bytes, body: bytes, encoding: bytes = b"8bit") -> bytes:
    return letter(b"Content-Type: " + kind, b"Content-Transfer-Encoding: " + encoding, body=body)


MANY = 200_000
"""Characters for which quadratic work takes a minute, and what is right a part of a second."""
_HTML = [
    *("<", "<!", "<!--", "<a ", '<a x="', "<a x='", "</", "<![CDATA["),
    *("<blockquote><p>x", "&", "&#"),
]
_LINE = [
    *("a", "> ", "On ", "On x\n", "-", "---", "\n", " \n", "2026年"),
    *("From: x\n", "From: x\nSent: y\n"),
]

HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "only line ends": b"\r\n\r\r\n\n",
    "no header": ORDERS,
    "no body": b"From: oda@example.org",
    "id that breaks the standard parser": letter().replace(b"<a@example.org>", b"<[x@y]>"),
    "open quote in To": letter().replace(b"game@example.net", b'"'),
    "open comment in From": letter().replace(b"Oda <oda", b"(" * 3000 + b"<oda"),
    "nested 30": nested(30),
    "nested 5,000": nested(5_000),
    "nested 20,000 of one boundary": nested(20_000).replace(b"=b", b"=b1;x="),
    "5,000 parts": parts(5_000),
    "10 MB": letter(body=b"march\n" * 1_700_000),
    "10 MB header": b"From: " + b"a" * 10_000_000,
    "nul bytes": letter(body=b"\x00" * 5_000 + ORDERS),
    "nul in the header": letter(b"Subject: a\x00b\x00", b"X\x00Y: z"),
    "endless line": letter(body=b"a" * 1_000_000),
    "endless folded header": letter(b"Subject: x" + b"\n x" * 20_000),
    "unknown charset": with_body(b"text/plain; charset=martian", ORDERS),
    "nul in charset": with_body(b'text/plain; charset="a\x00b"', ORDERS),
    "quadratic charset": with_body(
        b"text/plain; charset=punycode", b"a" * 900_000 + b"-" + b"9" * 9999
    ),
    "idna charset": with_body(b"text/plain; charset=idna", b"a." * 400_000),
    "zip charset": with_body(b"text/plain; charset=zlib", ORDERS),
    "utf-7": with_body(b"text/plain; charset=utf-7", b"+" * 100_000),
    "broken utf-16": with_body(b"text/plain; charset=utf-16", b"\xff\xfe\x00\xd8" * 1000 + b"x"),
    "broken base64": with_body(b"text/plain", b"bWFy!!Y2gg*Mg=", b"base64"),
    "one letter of base64": with_body(b"text/plain", b"b", b"base64"),
    "broken quoted-printable": with_body(b"text/plain", b"=ZZ=\n=4=" * 10_000, b"quoted-printable"),
    "unknown encoding": with_body(b"text/plain", ORDERS, b"x-uuencode"),
    "broken encoded words": letter(b"Subject: " + b"=?utf-8?b?x?=" * 300 + b"=?x?q?" * 300),
    "encoded line end": letter(b"Subject: =?utf-8?q?a=0D=0ABcc:_x@example.com?="),
    "parameters": with_body(b"text/plain" + b"; a=b" * 10_000, ORDERS),
    "rfc 2231": with_body(b"text/plain; charset*0*=utf-8''%ff; charset*99999999999=x", ORDERS),
    "no boundary": with_body(b"multipart/mixed", ORDERS),
    "empty boundary": with_body(b'multipart/mixed; boundary=""', b"--\n" * 50_000),
    "boundary like a pattern": with_body(
        b'multipart/mixed; boundary="(a+)+$"', b"--" + b"a" * 90_000
    ),
    "many addresses": letter(b"To: " + b"a@b.example, " * 50_000),
    "many fields": b"".join(b"To: a%d@b.example\n" % n for n in range(20_000)) + b"\n",
    "impossible date": letter(b"Date: Fri, 99 Foo 99999999999999 99:99:99 +999999"),
    "date out of range": letter(b"Date: Mon, 1 Jan 0001 00:00:00 +2359"),
    "content type of nothing": with_body(b"/; =;", ORDERS),
    "message in message": with_body(b"message/rfc822", nested(200)),
    "endless number": with_body(
        b"text/html", b"&#" + b"1" * 200_000 + b";x&#x" + b"f" * 9_000 + b";"
    ),
    "soft lines": with_body(b"text/plain; format=flowed", b" x \n" * 50_000),
    "soft delsp": with_body(b"text/plain; format=flowed; delsp=yes", b"> \n \n-- \n" * 20_000),
    "bounce of nonsense": b"Return-Path: <>\nFrom: mailer-daemon\n\n" + b"\n" * 200_000,
    "bounce in raw bytes": (
        b"Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status"
        b"\n\nAction: =?x?q?\xff?=\n\nFinal-Recipient: rfc822; \xff\xfe\nAction: failed\n\n--b--\n"
    ),
    "bounce nested": b"Return-Path: <>\n" + nested(120) + b"\nx" * 40_000,
    **{f"html {s}": with_body(b"text/html", s.encode() * (MANY // len(s))) for s in _HTML},
    **{f"text {s!r}": letter(body=(s * (MANY // len(s))).encode()) for s in _LINE},
}
