"""Letters to an SMTP server that does what it should not: refuses, drops, hangs, falls out of step."""

import ssl
from contextlib import contextmanager
from pathlib import Path

import aiosmtplib
import pytest
import trustme
from servers_of_faults import Faults, Post

from adjudicator.post.transport.mailbox import (
    Account,
    AccountError,
    Login,
    Mail,
    SmtpAccount,
    is_loopback,
    tls_context,
)
from adjudicator.post.transport.opening import open_outbox

PATIENT = 5.0
IMPATIENT = 0.1
DATA = b"From: judge@games.test\r\nSubject: x\r\n\r\n.hidden dot\r\nbody\r\n"


@pytest.fixture(scope="module")
def clear():
    server = Post(Faults())
    server.start()
    yield server
    server.handler.free.set()
    server.stop()


@pytest.fixture
def faults(clear):
    clear.handler.clear()
    yield clear.handler
    clear.handler.free.set()


def account(server, tls="clear", *, timeout=PATIENT, login=None, ca="", host="127.0.0.1", **more):
    at = Account(host, server.port, tls, login, ca, timeout)
    return SmtpAccount(at, "judge@games.test", **more)


def mail(*recipients, id="<1@games.test>", sender="judge+b-1-abc@games.test"):
    return Mail(id, sender, recipients or ("oda@players.test",), DATA)


@contextmanager
def opened(account):
    outbox = open_outbox(account)
    try:
        yield outbox
    finally:
        outbox.hang_up()


class Sending:
    """A session with a server."""

    def __init__(self, account, *mails):
        with opened(account) as outbox:
            self.done = [list(outbox.send(each)) for each in mails]

    @property
    def dispositions(self):
        return [[each.outcome for each in done] for done in self.done]


def test_many_letters_go_over_one_connection(clear, faults):
    mails = [mail(id=f"<{n}@x>") for n in range(5)]
    sending = Sending(account(clear), *mails)
    assert sending.dispositions == [["sent"]] * 5
    assert faults.connections == 1
    assert faults.taken == [("judge+b-1-abc@games.test", ("oda@players.test",), DATA)] * 5


def test_the_senders_address_is_that_of_the_account_with_the_letters_own_mark(clear, faults):
    Sending(account(clear), mail(sender="other+b-7-xyz@elsewhere.test"), mail(sender="a@b.test"))
    assert [sender for sender, *_ in faults.taken] == [
        "judge+b-7-xyz@games.test",
        "judge@games.test",
    ]


def test_each_recipient_has_a_fate_of_his_own(clear, faults):
    faults.recipients = {"unknown": "550 5.1.1 no such user", "grey": "450 4.7.1 come back"}
    whom = ("oda@players.test", "unknown@players.test", "grey@players.test")
    sending = Sending(account(clear), mail(*whom))
    dispositions = {each.recipient.partition("@")[0]: each for each in sending.done[0]}
    assert {name: each.outcome for name, each in dispositions.items()} == {
        "oda": "sent",
        "unknown": "refused",
        "grey": "later",
    }
    assert dispositions["unknown"].why == "550 5.1.1 no such user"
    assert dispositions["grey"].why == "450 4.7.1 come back"
    assert not any(each.ours for each in dispositions.values())
    assert [to for _, to, _ in faults.taken] == [("oda@players.test",)]
    sending = Sending(account(clear), mail("unknown@x.test"), mail())
    assert sending.dispositions == [["refused"], ["sent"]]
    assert faults.connections == 2


@pytest.mark.parametrize(
    "address",
    ["öda@players.test", "oda", "o da@players.test", "a@b.test>\r\nRCPT TO:<c@d.test", "", "a@"],
)
def test_an_address_that_would_confuse_the_server_never_gets_there(clear, faults, address):
    sending = Sending(account(clear), mail(address, "oda@players.test"), mail(address), mail())
    assert sending.dispositions == [["refused", "sent"], ["refused"], ["sent"]]
    assert faults.connections == 1
    assert faults.commands.count("RCPT") == 2


@pytest.mark.parametrize(
    ("said", "disposition"),
    [("452 4.3.1 disk full", "later"), ("451 4.7.1 later", "later"), ("554 5.7.1 spam", "refused")],
)
def test_what_is_said_to_the_letter_itself(clear, faults, said, disposition):
    faults.data = [said]
    sending = Sending(account(clear), mail(), mail())
    assert sending.dispositions == [[disposition], ["sent"]]
    assert (sending.done[0][0].why, sending.done[0][0].ours) == (said, False)
    assert faults.connections == 1


def test_what_is_said_to_the_sender_is_our_fault_unless_the_letter_is_too_large(clear, faults):
    for said, what in (
        ("553 5.7.1 not owned by user", ("later", True)),
        ("552 5.3.4 message too large", ("refused", False)),
    ):
        faults.sender = said
        ((done,),) = Sending(account(clear), mail()).done
        assert (done.outcome, done.ours) == what
        us = "the server does not let judge+b-1-abc@games.test send: "
        assert done.why == (us if done.ours else "") + said


@pytest.mark.parametrize("by", ["RCPT", "DATA"])
def test_what_a_server_says_before_it_hangs_up_stands(clear, faults, by):
    faults.hangs_up = True
    if by == "RCPT":
        faults.recipients = {"oda": "554 5.7.1 go away"}
    else:
        faults.data = ["554 5.7.1 go away"]
    sending = Sending(account(clear), mail(), mail("other@players.test"))
    assert sending.dispositions == [["refused"], ["sent"]]
    assert sending.done[0][0].why == "554 5.7.1 go away"
    assert faults.commands.count(by) == 2  # once for each letter


def test_a_server_that_hangs_up_each_time_is_not_called_for_ever(clear, faults):
    faults.before_mail = ["421 4.7.0 too many connections"] * 100
    with opened(account(clear)) as outbox:
        for _ in range(5):
            assert outbox.send(mail())[0].outcome == "later"
        with pytest.raises(OSError, match="hangs up each time"):
            outbox.send(mail())
    assert faults.connections == 10


def test_many_letters_that_break_the_connection_do_not_keep_the_others_waiting(clear, faults):
    faults.data = ["drop"] * 8
    sending = Sending(account(clear), *[mail(id=f"<{n}@x>") for n in range(9)])
    assert sending.dispositions == [["unknown"]] * 8 + [["sent"]]


@pytest.mark.parametrize(
    "said", ["503 5.5.1 out of step", "421 4.4.2 bye", "354 go on", "220 hello", "drop"]
)
def test_a_server_out_of_step_gets_a_new_connection_and_nobody_is_blamed(clear, faults, said):
    faults.before_mail = [said]
    sending = Sending(account(clear), mail(), mail())
    assert sending.dispositions == [["sent"], ["sent"]]
    assert faults.connections == 2
    faults.clear()
    faults.before_mail = [said, said]
    sending = Sending(account(clear), mail(), mail())
    assert sending.dispositions == [["later"], ["sent"]]
    assert sending.done[0][0].ours
    assert "the connection to 127.0.0.1 broke" in sending.done[0][0].why


@pytest.mark.parametrize("said", ["530 5.7.0 log in first", "550 5.4.5 Daily sending quota"])
def test_what_is_said_of_the_account_stops_everything(clear, faults, said):
    faults.before_mail = [said]
    with pytest.raises(OSError, match=f"takes nothing from us: {said}"):
        Sending(account(clear), mail())


def test_a_connection_lost_in_the_letter_leaves_its_fate_unknown(clear, faults):
    faults.data = ["drop"]
    sending = Sending(account(clear), mail("oda@x.test", "unknown@x.test"), mail(id="<2@x>"))
    assert sending.dispositions == [["unknown", "unknown"], ["sent"]]
    assert faults.connections == 2
    assert sending.done[0][0].ours


def test_a_server_that_hangs_is_not_waited_for_for_ever(clear, faults):
    faults.data = ["hang"] * 4
    with opened(account(clear, timeout=IMPATIENT)) as outbox:
        for _ in range(2):
            (done,) = outbox.send(mail())
            assert done.outcome == "unknown"
        with pytest.raises(OSError, match="takes too long to answer"):
            outbox.send(mail())
    assert faults.taken == []


def test_what_stops_the_sending_closes_the_connection(clear, faults, monkeypatch):
    """The letter does not go, and replies do not shift by one."""

    def stop(*_):
        raise KeyboardInterrupt

    with opened(account(clear)) as outbox:
        with monkeypatch.context() as patch:
            patch.setattr(aiosmtplib.SMTP, "data", stop)
            with pytest.raises(KeyboardInterrupt):
                outbox.send(mail())
        (done,) = outbox.send(mail(id="<2@x>"))
        assert done.outcome == "sent"
    assert len(faults.taken) == 1
    assert faults.connections == 2


def test_nobody_is_there():
    server = Post(Faults())  # never started
    with pytest.raises(OSError, match="Connection refused") as raised:
        Sending(account(server), mail())
    assert raised.value.filename == "127.0.0.1"
    assert raised.value.strerror == "Connection refused"


def test_a_password_that_cannot_be_read_is_named(clear, faults):
    gone = Login("judge@x", Path("no-such-password").read_text)
    with pytest.raises(OSError, match="no-such-password") as raised:
        Sending(account(clear, login=gone), mail())
    assert raised.value.strerror == "no-such-password: No such file or directory"


@pytest.mark.parametrize("hidden", [b"\n.\n", b"\r.\r", b"\n.\r\n", b"\r\n.\n"])
def test_no_end_of_a_letter_hides_in_it(clear, faults, hidden):
    letter = mail()._replace(data=DATA + b"x" + hidden + b"MAIL FROM:<x@x.test>\r\n")
    assert Sending(account(clear), letter, mail()).dispositions == [["sent"], ["sent"]]
    assert [len(taken) for *_, taken in faults.taken] == [len(DATA) + 28, len(DATA)]


# TLS and logins


@pytest.fixture(scope="module")
def ca():
    return trustme.CA()


@pytest.fixture(scope="module")
def certificates(ca, tmp_path_factory):
    path = tmp_path_factory.mktemp("tls") / "ca.pem"
    ca.cert_pem.write_to_path(str(path))
    return str(path)


@pytest.fixture(scope="module", params=["starttls", "implicit"])
def private(request, ca):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    ca.issue_cert("127.0.0.1").configure_cert(context)
    faults = Faults()
    server = Post(
        faults,
        request.param,
        context,
        authenticator=faults.authenticate,
        auth_required=True,
        auth_require_tls=request.param == "starttls",
    )
    server.tls = request.param
    server.start()
    yield server
    server.stop()


def login(password="right"):
    return Login("judge@games.test", lambda: password)


def test_letters_go_by_tls_after_a_login(private, certificates):
    private.handler.clear()
    sending = Sending(account(private, private.tls, login=login(), ca=certificates), mail(), mail())
    assert sending.dispositions == [["sent"], ["sent"]]
    assert len(private.handler.logins) == 1


def test_a_token_is_asked_for_at_each_login(private, certificates):
    private.handler.clear()
    given = []

    def token():
        given.append("fresh")
        return given[-1]

    at = account(
        private, private.tls, login=Login("judge@x", token, is_token=True), ca=certificates
    )
    private.handler.before_mail = ["drop"]
    assert Sending(at, mail()).dispositions == [["sent"]]
    assert given == ["fresh"] * 2
    assert private.handler.logins == ["XOAUTH2"] * 2
    private.handler.token = "other"
    with pytest.raises(OSError, match="the login was refused: 535") as raised:
        Sending(at, mail())
    assert "fresh" not in str(raised.value)


def test_a_wrong_password_is_our_fault_and_stops_everything(private, certificates):
    private.handler.clear()
    at = account(private, private.tls, login=login("wrong"), ca=certificates)
    with pytest.raises(OSError, match="the login was refused: 535") as raised:
        Sending(at, mail())
    assert "wrong" not in str(raised.value)
    assert private.handler.logins == ["PLAIN"]  # and not once more in another way


@pytest.mark.parametrize("lacks", [["PLAIN"], ["PLAIN", "LOGIN"]])
def test_a_password_goes_in_a_way_that_the_server_knows(lacks):
    faults = Faults()
    more = {"authenticator": faults.authenticate, "auth_exclude_mechanism": lacks}
    server = Post(faults, auth_required=True, auth_require_tls=False, **more)
    server.start()
    if "LOGIN" in lacks:
        with pytest.raises(OSError, match="No suitable authentication method"):
            Sending(account(server, login=login()), mail())
    else:
        assert Sending(account(server, login=login()), mail()).dispositions == [["sent"]]
    assert faults.logins == [each for each in ["LOGIN"] if each not in lacks]
    server.stop()


def test_a_certificate_that_nobody_vouches_for_is_refused(private, tmp_path):
    with pytest.raises(OSError, match="certificate"):
        Sending(account(private, private.tls, login=login()), mail())
    other = tmp_path / "ca.pem"
    trustme.CA().cert_pem.write_to_path(str(other))
    with pytest.raises(OSError, match="certificate"):
        Sending(account(private, private.tls, login=login(), ca=str(other)), mail())
    assert private.handler.taken == [] or private.handler.logins


def test_a_server_without_tls_gets_neither_password_nor_letter(clear, faults, certificates):
    asked = []
    secret = Login("judge", lambda: asked.append(1) or "right")
    for tls in ("starttls", "implicit"):
        with pytest.raises(OSError, match=r"STARTTLS|SSL|WRONG_VERSION|wrong version"):
            Sending(account(clear, tls, login=secret, ca=certificates), mail())
    assert asked == faults.taken == []
    assert "MAIL" not in faults.commands


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1", "::1", "localhost", "LOCALHOST"])
def test_clear_is_for_this_machine(host):
    assert is_loopback(host)
    assert tls_context(Account(host, 143, "clear")) is None


@pytest.mark.parametrize(
    "host", ["mail.example.org", "10.0.0.1", "localhost.example.org", "127.0.0.1.example.org", ""]
)
def test_clear_never_leaves_this_machine(host):
    with pytest.raises(AccountError, match="in clear"):
        tls_context(Account(host, 143, "clear"))


def test_certificates_are_checked_and_a_file_that_has_none_is_named(tmp_path):
    context = tls_context(Account("mail.example.org", 993, "implicit"))
    assert (context.verify_mode, context.check_hostname) == (ssl.CERT_REQUIRED, True)
    empty = tmp_path / "ca.pem"
    empty.write_text("nothing\n")
    with pytest.raises(OSError, match=r"ca\.pem"):
        tls_context(Account("mail.example.org", 993, "starttls", ca=str(empty)))
    with pytest.raises(FileNotFoundError):
        tls_context(Account("mail.example.org", 993, "starttls", ca=str(tmp_path / "none.pem")))
