"""Whatever a server says, it is an error with a sentence; every letter stays, nothing hangs."""

import contextlib
import socket
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hostile_imap import LETTER, HostileServer

from adjudicator.post.transport import imap, imap_client
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import Account, ImapAccount, Login, MailboxLostError

LATEST = datetime.max.replace(tzinfo=UTC)


@pytest.fixture
def make():
    """Makes a mailbox at a server with other answers."""
    made = []

    def make(*, timeout=2.0, tls="clear", password="pw", **answers):
        server = HostileServer(**answers)
        login = Login("judge", password if callable(password) else lambda: password)
        box = ImapMailbox(ImapAccount(Account("127.0.0.1", server.port, tls, login, "", timeout)))
        box.server = server
        made.append(box)
        return box

    yield make
    for each in made:
        each.close()
        each.server.close()


def read(box, most=1000):
    return list(box.fetch([each.name for each in box.arrivals()], most))


def lost(box, match=None):
    begun = time.monotonic()
    with pytest.raises(MailboxLostError, match=match) as caught:
        read(box)
    assert time.monotonic() - begun < 10
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return caught.value


def drop(connection):
    connection.shutdown(socket.SHUT_RDWR)


def stream(what):
    def run(connection):
        while True:
            connection.sendall(what * 1000)

    return run


def test_the_server_is_understood_when_it_behaves(make):
    box = make()
    first, second = box.arrivals()
    assert first.arrived == datetime(2026, 11, 20, 11, tzinfo=UTC)
    assert first.name == "7.0000000001"
    one, two = box.fetch([first.name, second.name], 1000)
    assert one == LETTER
    assert b"<2@" in two
    assert sum(b"BODY.PEEK[]<0.1000>" in line for line in box.server.said) == 1
    assert box.put_away([first.name, second.name]) == {}
    again = [arrived for arrived, _ in box.reread(datetime(2026, 11, 20, 10, tzinfo=UTC), 1000)]
    assert [each.name for each in again] == ["Done/1", "Done/2"]
    assert any(b"SINCE 18-Nov-2026" in line for line in box.server.said)  # in whatever zone


@pytest.mark.parametrize(
    ("where", "answer"),
    [
        ("GREETING", b"* BYE too busy\r\n"),
        ("GREETING", b"\xff\x00" * 5000),
        ("GREETING", drop),
        ("LOGIN", b"TAG NO [AUTHENTICATIONFAILED] wrong\r\n"),
        ("LOGIN", b"* BYE\r\n"),
        ("LOGIN", drop),
        ("SELECT", b"TAG NO [NONEXISTENT] no such folder\r\n"),
        ("SELECT", b"* OK [UIDVALIDITY x] y\r\nTAG OK done\r\n"),
        ("SELECT", b"* OK [READ-ONLY]\r\nTAG OK [READ-ONLY] done\r\n"),
        ("NOOP", drop),
        ("SEARCH", b"* SEARCH one two\r\nTAG OK done\r\n"),
        ("SEARCH", b"* SEARCH " + b"9" * 5000 + b"\r\nTAG OK done\r\n"),
        ("SEARCH", b"* SEARCH 1 \xff\r\nTAG OK done\r\n"),
        ("FETCH", b"* 1 FETCH " + b"(" * 5000 + b"\r\nTAG OK done\r\n"),
        ("FETCH", b"* 1 FETCH (UID x)\r\nTAG OK done\r\n"),
        ("FETCH", b"TAG NO [UNAVAILABLE] later\r\n"),
        ("BODY", drop),
        ("BODY", b"* 1 FETCH (UID 1 BODY[]<0> {5000}\r\nx"),
        ("BODY", b"TAG NO [LIMIT] too much today\r\n"),
        ("BODY", b"* BYE\r\n"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_has_to_do_with_the_whole_mailbox(make, where, answer):
    box = make(timeout=0.15, **{where: answer})
    lost(box)
    box._next_try = 0
    box.server.answers.pop(where)
    box.server.answers["GREETING"] = b"* OK ready\r\n"
    assert len(box.arrivals()) == 2  # and all is well again


@pytest.mark.parametrize(
    ("where", "what"),
    [
        ("GREETING", b"x"),
        ("LOGIN", b"* OK more\r\n"),
        ("SEARCH", b"* 1 EXISTS\r\n"),
        ("BODY", b"* OK more\r\n"),
        ("BODY", b"x"),
    ],
)
def test_an_answer_without_end(make, monkeypatch, where, what):
    monkeypatch.setattr(imap_client, "MOST_BYTES", 40_000)
    monkeypatch.setattr(imap_client._Limited, "left", 40_000)
    lost(make(**{where: stream(what)}))


def test_an_answer_that_drips(make, monkeypatch):
    monkeypatch.setattr(imap_client, "MOST_SECONDS", 0.2)

    def drip(connection):
        while True:
            connection.sendall(b"* OK wait\r\n")
            time.sleep(0.01)

    lost(make(SEARCH=drip), "does not stop")


@pytest.mark.parametrize(
    "answer",
    [
        b"* 1 FETCH (UID 1 BODY[]<0> NIL)\r\nTAG OK done\r\n",
        b"* 1 FETCH (UID 1 BODY[]<0> (a b))\r\nTAG OK done\r\n",
        b"* 1 FETCH (UID 1)\r\nTAG OK done\r\n",
        b"* 1 FETCH " + b"(" * 5000 + b"\r\nTAG OK done\r\n",
        b"* 1 FETCH (UID 1 BODY[]<0> {3}\r\nabc\r\nTAG OK done\r\n",
        b"TAG NO cannot read this one\r\n",
        b"TAG BAD this one\r\n",
    ],
)
def test_one_letter_that_the_server_cannot_give(make, answer):
    """The others are read. It is the caller who sets that one aside."""
    box = make()
    first, second = box.arrivals()
    real = box.server._body

    def body(rest):
        return (
            answer.removesuffix(b"TAG OK done\r\n") if 1 in box.server._uids(rest) else real(rest)
        )

    if answer.startswith(b"TAG"):
        box.server._answer = _refuse_first(box.server, answer)
    else:
        box.server._body = body
    fault, other = box.fetch([first.name, second.name], 1000)
    assert isinstance(fault, OSError)
    assert "the server cannot give it" in str(fault)
    assert b"<2@" in other


def _refuse_first(server, answer):
    real = server._answer

    def respond(connection, name, tag, rest=b""):
        if name == "BODY" and 1 in server._uids(rest):
            connection.sendall(answer.replace(b"TAG", tag))
        else:
            real(connection, name, tag, rest)

    return respond


@pytest.mark.parametrize(
    "date",
    [
        b"NIL",
        b'"yesterday"',
        b'"20-Nov-2026 12:00:00"',
        b'"20-Nov-2026 12:00:00 +9999"',
        b'"99-Nov-2026 12:00:00 +0100"',
        b'"31-Dec-9999 23:59:59 -2300"',
        b"((",
    ],
)
def test_a_time_that_nobody_understands_is_the_latest(make, date):
    fact = b"* 1 FETCH (UID 1 RFC822.SIZE NIL INTERNALDATE %b)\r\nTAG OK done\r\n" % date
    box = make(FETCH=fact)
    if date == b"((":
        lost(box)
        return
    (only,) = box.arrivals()
    assert only.arrived == LATEST or only.arrived.year in (2026, 9999)
    assert list(box.fetch([only.name], 1000)) == [LETTER]


def test_letters_that_vanish_between_two_answers(make):
    box = make()
    first, second = box.arrivals()
    del box.server.letters[1]
    gone, other = box.fetch([first.name, second.name], 1000)
    assert gone is None
    assert b"<2@" in other


def test_what_is_longer_than_was_asked_for_is_cut(make):
    assert read(make(), 10)[0] == LETTER[:10]


@pytest.mark.parametrize(
    "answer",
    [b"TAG NO [OVERQUOTA] full\r\n", b"TAG BAD no\r\n", b"TAG NO [TRYCREATE] no folder\r\n"],
)
def test_letters_that_cannot_be_moved_stay_with_the_reason(make, answer):
    box = make(MOVE=answer)
    there = [each.name for each in box.arrivals()]
    failed = box.put_away(there)
    assert list(failed) == there
    assert all(why.startswith("the server says:") for why in failed.values())
    with pytest.raises(OSError, match="the server says"):
        box.set_aside(there[0])
    assert len(box.arrivals()) == 2


def test_folders_lie_under_the_prefix_of_the_account(make):
    box = make(
        CAPABILITY=b"* CAPABILITY IMAP4rev1 MOVE NAMESPACE\r\nTAG OK done\r\n",
        NAMESPACE=b'* NAMESPACE (("INBOX." ".")) NIL NIL\r\nTAG OK done\r\n',
        LIST=b"TAG OK done\r\n",
    )
    box.put_away([each.name for each in box.arrivals()])
    said = b"".join(box.server.said)
    assert b'CREATE "INBOX.Done"' in said
    assert b'MOVE 1,2 "INBOX.Done"' in said


def test_a_login_that_takes_long_is_waited_for(make):
    """Servers delay the answer to a wrong password on purpose."""

    def think(connection):
        time.sleep(0.3)
        tag = box.server.said[-1].split()[0]
        connection.sendall(tag + b" NO [AUTHENTICATIONFAILED] wrong\r\n")

    box = make(timeout=0.1, LOGIN=think)
    lost(box, "refuses the login of judge")
    assert box._next_try - time.monotonic() > 50  # and not tried again soon


def test_a_password_that_cannot_be_read_or_is_no_line_is_named(make):
    lost(make(password=Path("no-such-password").read_text), "no-such-password: No such file")
    box = make(password='pw"\r\nA1 DELETE INBOX')
    lost(box, "must be one line")
    assert not any(b"DELETE" in line for line in box.server.said)


def test_nothing_is_said_in_clear_to_a_server_without_starttls(make):
    box = make(tls="starttls", password="secret-7")
    lost(box, "offers no STARTTLS")
    assert box._next_try - time.monotonic() > 50  # as after a login that is refused
    box = make(
        tls="starttls",
        password="secret-7",
        CAPABILITY=b"* CAPABILITY IMAP4rev1 STARTTLS\r\nTAG OK\r\n",
        STARTTLS=b"TAG NO not today\r\n",
    )
    lost(box)
    box = make(tls="starttls", password="secret-7", GREETING=b"* PREAUTH hello\r\n")
    lost(box)
    assert not any(b"secret-7" in line or b"LOGIN" in line for line in box.server.said)


@pytest.mark.parametrize(
    ("answer", "came"),
    [
        (b"TAG NO no\r\n", None),
        (b"TAG BAD no\r\n", None),
        (b"* 5 EXISTS\r\n+ idling\r\n", None),
        (b"+ idling\r\n* 3 EXISTS\r\n", True),
        (b"+ idling\r\n* 1 EXPUNGE\r\n", False),
        (b"+ idling\r\n* BYE\r\n", False),
        (b"+ idling\r\n" + b"x" * 100, None),
        (b"+ idling\r\n* \xff\r\n", False),
        (drop, None),
    ],
)
def test_what_a_server_says_to_idle(make, monkeypatch, answer, came):
    """Something has come, nothing has, or the connection is lost; but it is no hang."""
    monkeypatch.setattr(imap, "RENEW", 0.1)
    box = make(timeout=0.15, IDLE=answer)
    box.arrivals()
    begun = time.monotonic()
    found = None
    with contextlib.suppress(MailboxLostError):
        found = box.wait(0.2)
    assert found is came
    assert time.monotonic() - begun < 3


def test_in_a_folder_that_was_made_anew_all_is_new(make):
    """Its numbers begin again, so that those of before are other letters' now."""
    box = make(IDLE=b"+ idling\r\n")
    before = [each.name for each in box.arrivals()]
    box.server.answers["SELECT"] = b"* OK [UIDVALIDITY 8] y\r\nTAG OK done\r\n"
    box._lose(OSError())
    box._next_try = 0
    assert box.wait(0.2)
    assert box.put_away(before) == {}
    assert not any(b"MOVE" in line for line in box.server.said)
