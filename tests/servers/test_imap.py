"""A mailbox at a real IMAP server: letters come, are read, and are put away; the server fails."""

import re
import threading
import time
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from adjudicator.post.transport import imap
from adjudicator.post.transport.imap import ImapMailbox
from adjudicator.post.transport.mailbox import Account, ImapAccount, Login, MailboxLostError

LETTER = b"From: ann@players.test\r\nMessage-ID: <%d@players.test>\r\n\r\nhide 3\r\n"


def letters(count, first=0):
    return [LETTER % n for n in range(first, first + count)]


@pytest.fixture
def make(imap_office):
    """Makes mailboxes at the server, each at an address of its own; ends their connections."""
    made = []

    def make(tls="clear", *, address="", login=None, timeout=5.0, **folders):
        address = address or imap_office.address()
        login = login or Login(address, lambda: imap_office.password)
        port = imap_office.imaps if tls == "implicit" else imap_office.imap
        account = Account("localhost", port, tls, login, imap_office.ca, timeout)
        made.append(ImapMailbox(ImapAccount(account, **folders)))
        made[-1].put = partial(imap_office.put, address)
        made[-1].lying = partial(imap_office.letters, address)
        made[-1].address = address
        return made[-1]

    yield make
    for each in made:
        each.close()


def read(box, most=1000):
    return list(box.fetch([each.name for each in box.arrivals()], most))


@pytest.mark.parametrize("tls", ["clear", "starttls", "implicit"])
def test_letters_are_read_and_put_away(make, tls):
    box = make(tls)
    assert box.arrivals() == []
    box.put(*letters(3))
    there = box.arrivals()
    assert all(each.arrived.tzinfo is UTC for each in there)
    assert all(abs(datetime.now(UTC) - each.arrived) < timedelta(minutes=1) for each in there)
    assert [b"<%d@" % n in raw for n, raw in enumerate(read(box))] == [True] * 3
    assert [len(raw) for raw in read(box, 10)] == [10] * 3
    assert box.put_away([each.name for each in there[:2]]) == {}
    assert box.set_aside(there[2].name) == f"Aside/{there[2].name}"
    assert box.arrivals() == []
    assert (len(box.lying("Done")), len(box.lying("Aside")), box.lying()) == (2, 1, [])
    assert list(box.fetch([there[0].name], 1000)) == [None]
    now = datetime.now(UTC)
    assert list(box.reread(now + timedelta(hours=1), 1000)) == []
    again = list(box.reread(now - timedelta(hours=1), 1000))
    assert [b"<%d@" % n in raw for n, (_, raw) in enumerate(again)] == [True] * 2
    assert all(abs(now - each.arrived) < timedelta(minutes=1) for each, _ in again)
    assert box.arrivals() == []
    assert len(box.lying("Done")) == 2
    assert (box.put_back(), box.put_back()) == (1, 0)
    (back,) = box.arrivals()
    assert abs(now - back.arrived) < timedelta(minutes=1)
    assert b"<2@" in read(box)[0]
    assert box.lying("Aside") == []


def test_names_stand_in_the_order_of_arrival(make, imap_office):
    """Also those of one second, of which the tenth came after the ninth."""
    box = make()
    imap_office.fill(box.address, letters(12), time.time())
    assert [b"<%d@" % n in raw for n, raw in enumerate(read(box))] == [True] * 12
    names = [each.name for each in box.arrivals()]
    assert names == sorted(names)


@pytest.mark.parametrize("kind", ["password", "token", "beyond ASCII", "odd"])
def test_logins(make, imap_office, kind):
    address = imap_office.address({"beyond ASCII": "jüdge", "odd": 'a "b\\'}.get(kind, "judge"))
    login = Login(address, lambda: imap_office.password)
    if kind == "token":
        login = Login(address, lambda: imap_office.bearer(address), is_token=True)
    assert make("implicit", login=login).abilities() >= {"IDLE", "MOVE", "UIDPLUS"}


@pytest.mark.parametrize(
    ("login", "said"),
    [
        (Login("x@games.test", lambda: "wrong", is_token=True), "refuses the login of x@games"),
        (Login("x@games.test", str), "refuses the login of x@games"),
        (Login("x@games.test", lambda: "a\r\nb SELECT x"), "must be one line"),
        (Login("x@games.test", lambda: 1 / 0), "division by zero"),
    ],
)
def test_a_login_that_fails_is_said_and_not_tried_at_once_again(make, login, said):
    box = make(login=login)
    with pytest.raises(MailboxLostError, match=said):
        box.arrivals()
    with pytest.raises(MailboxLostError, match=rf"{said}.*; the next attempt is in \d+ s"):
        box.arrivals()


def test_the_password_is_asked_for_at_each_login_and_said_to_nobody(make, imap_office):
    asked = []
    box = make(login=Login("x@games.test", lambda: asked.append(1) or "secret-9"))
    with pytest.raises(MailboxLostError, match="refuses the login of x@games") as caught:
        box.arrivals()
    assert "secret-9" not in str(caught.value)
    box._next_try = 0
    with pytest.raises(MailboxLostError):
        box.arrivals()
    assert len(asked) == 2


def test_a_certificate_that_nobody_vouches_for_ends_it_before_the_login(make):
    box = make("implicit")
    box.at = box.at._replace(account=box.at.account._replace(ca=""))
    with pytest.raises(MailboxLostError, match="certificate"):
        box.arrivals()
    box = make("starttls")
    box.at = box.at._replace(account=box.at.account._replace(ca="", host="127.0.0.1"))
    with pytest.raises(MailboxLostError, match="certificate"):
        box.arrivals()


def test_where_move_is_missing_letters_are_copied_and_expunged_one_by_one(make, monkeypatch):
    """What somebody else has marked as deleted stays."""
    box = make()
    box.put(*letters(3))
    there = box.arrivals()
    box._connection.add_flags([3], [b"\\Deleted"])
    real = imap.ImapConnection.has_capability
    monkeypatch.setattr(
        imap.ImapConnection, "has_capability", lambda self, w: w != "MOVE" and real(self, w)
    )
    assert box.put_away([each.name for each in there[:2]]) == {}
    assert (len(box.lying()), len(box.lying("Done"))) == (1, 2)
    assert box.arrivals() == []  # what is marked as deleted is none of ours


def test_a_folder_that_was_made_anew_has_other_letters(make):
    box = make(folder="Orders")
    box.at = box.at._replace(folder="INBOX")
    box.arrivals()
    box._connection.create_folder("Orders")
    box._connection.append("Orders", LETTER % 1)
    box.at = box.at._replace(folder="Orders")
    box._lose(OSError())
    box._next_try = 0
    (before,) = box.arrivals()
    box._connection.select_folder("INBOX")
    box._connection.delete_folder("Orders")
    time.sleep(1.01)  # Dovecot numbers folders by the second
    box._connection.create_folder("Orders")
    box._connection.append("Orders", LETTER % 2)
    box._lose(OSError())
    box._next_try = 0
    (after,) = box.arrivals()
    assert before.name != after.name
    assert before.name.partition(".")[2] == after.name.partition(".")[2] == "0000000001"
    gone, other = box.fetch([before.name, after.name], 1000)
    assert gone is None
    assert b"<2@" in other
    assert box.put_away([before.name]) == {}


# -- waiting -------------------------------------------------------------------------------------


@pytest.fixture
def waiting(make):
    """A mailbox that a thread waits for; what ``wait`` said is in ``said`` then."""

    def begin(box, seconds=10.0):
        def work():
            try:
                box.said.append(box.wait(seconds))
            except MailboxLostError as error:
                box.said.append(str(error))

        box.said = []
        box.thread = threading.Thread(target=work)
        box.thread.start()
        return box

    return begin


def is_idle(box, office):
    """Wait until the server has said that it waits."""
    end = time.monotonic() + 5
    while not (box._connection and box._connection._idle_tag):
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_letter_ends_the_waiting(make, waiting, imap_office):
    box = make("implicit")
    box.arrivals()
    waiting(box)
    is_idle(box, imap_office)
    begun = time.monotonic()
    box.put(LETTER % 1)
    box.thread.join()
    assert box.said == [True]
    assert time.monotonic() - begun < 3  # Dovecot itself takes half a second
    assert len(box.arrivals()) == 1


@pytest.mark.parametrize("tls", ["clear", "implicit"])
def test_a_letter_that_came_just_before_the_waiting_ends_it(make, monkeypatch, tls):
    """Between the last look and IDLE: the server announces it in one piece with its answer."""
    box = make(tls)
    box.arrivals()
    real = imap.ImapConnection.idle

    def idle(connection):
        box.put(LETTER % 1)
        real(connection)

    monkeypatch.setattr(imap.ImapConnection, "idle", idle)
    begun = time.monotonic()
    assert box.wait(10)
    assert time.monotonic() - begun < 3


def test_a_letter_that_was_announced_in_another_answer_ends_it_once(make):
    box = make()
    box.arrivals()
    box.put(LETTER % 1)
    box._connection.fetch([1], ["FLAGS"])  # its answer says that there is one
    begun = time.monotonic()
    assert box.wait(10)
    assert time.monotonic() - begun < 1
    assert not box.wait(0.1)  # what lies there and stays is nothing new
    box.arrivals()
    assert not box.wait(0.1)


def test_a_connection_that_the_server_ended_meanwhile_is_made_again_at_once(make, imap_office):
    box = make("implicit")
    box.arrivals()
    with imap_office.gone("dovecot"):
        pass
    box.put(LETTER % 1)
    assert len(box.arrivals()) == 1


def test_idle_is_begun_anew_now_and_then(make, monkeypatch):
    monkeypatch.setattr(imap, "RENEW", 0.05)
    box = make()
    box.arrivals()
    count = []
    real = imap.ImapConnection.idle
    monkeypatch.setattr(imap.ImapConnection, "idle", lambda c: (count.append(1), real(c)))
    assert not box.wait(0.3)
    assert 3 <= len(count) <= 7


def test_a_server_without_idle_is_looked_at(make, monkeypatch):
    monkeypatch.setattr(imap, "POLL", 0.05)
    real = imap.ImapConnection.has_capability
    monkeypatch.setattr(
        imap.ImapConnection, "has_capability", lambda self, w: w != "IDLE" and real(self, w)
    )
    box = make()
    box.arrivals()
    assert not box.wait(0.2)
    box.put(LETTER % 1)
    assert box.wait(5)


def test_closing_ends_the_waiting_at_once(make, waiting, imap_office):
    box = make("implicit")
    box.arrivals()
    waiting(box, 60)
    is_idle(box, imap_office)
    begun = time.monotonic()
    box.close()
    box.thread.join()
    assert box.said == [False]
    assert time.monotonic() - begun < 1
    with pytest.raises(MailboxLostError, match="closed"):
        box.arrivals()


# -- servers that fail ---------------------------------------------------------------------------


def test_a_server_that_is_killed_in_idle_and_comes_back(make, waiting, imap_office):
    box = make("implicit")
    box.put(LETTER % 1)
    box.arrivals()
    waiting(box, 20)
    is_idle(box, imap_office)
    with imap_office.gone("dovecot"):
        box.thread.join()
        assert re.search("closed|EOF|reset", box.said[0])
        with pytest.raises(MailboxLostError, match="the next attempt is in 1 s"):
            box.wait(1)
    imap_office.put(box.address, LETTER % 2)
    box._next_try = 0
    assert box.wait(10)
    assert len(box.arrivals()) == 2


def test_a_server_that_is_not_there_is_tried_after_pauses_that_grow(make, imap_office):
    box = make()
    with imap_office.gone("dovecot"):
        pauses = []
        for _ in range(4):
            box._next_try = 0
            with pytest.raises(MailboxLostError, match="Connection refused"):
                box.arrivals()
            pauses.append(round(box._next_try - time.monotonic()))
        assert pauses == [1, 2, 4, 8]
    box._next_try = 0
    assert box.arrivals() == []
    assert box._failures == 0


def test_a_server_that_hangs_is_given_up(make, waiting, imap_office, monkeypatch):
    monkeypatch.setattr(imap, "RENEW", 0.1)
    box = make("implicit", timeout=0.3)
    box.put(LETTER % 1)
    (one,) = box.arrivals()
    with imap_office.hang("dovecot"):
        begun = time.monotonic()
        with pytest.raises(MailboxLostError, match="does not answer"):
            list(box.fetch([one.name], 1000))
        assert time.monotonic() - begun < 2
        box._next_try = 0
        with pytest.raises(MailboxLostError, match="does not answer"):
            box.arrivals()  # it does not even shake hands
    box._next_try = 0
    assert read(box)
    waiting(box)
    is_idle(box, imap_office)
    with imap_office.hang("dovecot"):
        box.thread.join()
    assert "does not answer" in box.said[0]  # noticed when IDLE was begun anew


def test_closing_ends_what_a_server_that_hangs_keeps_waiting(make, imap_office):
    box = make("implicit", timeout=60)
    box.arrivals()
    caught = []

    def work():
        try:
            box.arrivals()
        except MailboxLostError as error:
            caught.append(error)

    with imap_office.hang("dovecot"):
        thread = threading.Thread(target=work)
        thread.start()
        time.sleep(0.1)
        box.close()
        thread.join(2)
        assert not thread.is_alive()
    assert caught
