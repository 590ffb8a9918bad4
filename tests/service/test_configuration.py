"""What ``adjudicator.toml`` can say, and what is said of one that cannot be used."""

import os
import sys

import pytest

from adjudicator.desk.place import DeskPlace
from adjudicator.post.transport.mailbox import ImapAccount, SmtpAccount
from adjudicator.service.configuration import (
    Configuration,
    ConfigurationError,
    configuration_from,
    find_configuration,
    read_configuration,
)
from adjudicator.service.errors import SecretError
from adjudicator.service.passes import open_mailboxes
from adjudicator.service.secret import SecretPlace
from adjudicator.site.place import Site
from adjudicator.store.host import HostRules

WHOLE = """
database = "games.db"
address = "judge@example.org"
gm = "gm@example.org"
outage = 6
site = "pages"
site_url = "https://example.org/games"
desk = "link"
private_webhooks = ["matrix"]
records = "master"

[in]
imap = "imap.example.org"
checked_by = "mx.example.org"
user = "judge@example.org"
password = { file = "secrets/mail" }

[out]
smtp = "smtp.example.org"
tls = "starttls"
user = "judge@example.org"
token = { command = ["print-token", "judge@example.org"] }
sender = "post@example.org"
confirm = "copy"
confirm_wait = 5
per_minute = 20

[serve]
log = "json"
"""


@pytest.fixture
def read(tmp_path):
    def configuration(text):
        return configuration_from(text.encode(), tmp_path / "adjudicator.toml")

    return configuration


def test_a_whole_file_gives_accounts(read, tmp_path):
    made = read(WHOLE)
    assert made.db == tmp_path / "games.db"
    assert (made.serve.log, made.serve.every) == ("json", 60)
    assert made.host == HostRules(("matrix",), "master", "https://example.org/games/")
    assert made.pages() == Site(tmp_path / "pages", "https://example.org/games/", "order_desk/")
    desk = DeskPlace("https://example.org/games/order_desk/", holds_position=True)
    assert made.desk_place() == (tmp_path / "pages/order_desk", desk)
    (mailbox,) = made.mailboxes()
    assert isinstance(mailbox, ImapAccount)
    (opened,) = open_mailboxes(made)
    assert opened.name == "imap://judge@example.org@imap.example.org:993/INBOX"
    assert opened.checked_by == "mx.example.org"
    assert mailbox.account[:3] == ("imap.example.org", 993, "implicit")
    assert (mailbox.folder, mailbox.done, mailbox.aside) == ("INBOX", "Done", "Aside")
    outbox = made.outbox()
    assert isinstance(outbox, SmtpAccount)
    assert outbox.account[:3] == ("smtp.example.org", 587, "starttls")
    assert outbox.sender == "post@example.org"
    assert (outbox.per_minute, outbox.per_day) == (20, 0)


def test_a_secret_is_read_at_each_login(read, tmp_path):
    (mailbox,) = read(WHOLE).mailboxes()
    (tmp_path / "secrets").mkdir()
    for word in ("first", "second"):
        (tmp_path / "secrets/mail").write_text(f"{word}\n")
        assert mailbox.account.login.secret() == word


def test_folders_take_the_place_of_servers(read, tmp_path):
    made = read("[in]\nmaildir = 'in'\n[out]\nsendmail = '/usr/bin/msmtp'\n")
    assert made.mailboxes() == [str(tmp_path / "in")]
    assert made.outbox() == "sendmail:///usr/bin/msmtp"
    assert read("[out]\nsendmail = 'sendmail'").outbox() == "sendmail"
    assert read("[out]\nmaildir = '/srv/out'").outbox() == "/srv/out"


def test_there_can_be_several_mailboxes(read, tmp_path):
    made = read("[[in]]\nmaildir = 'a'\n[[in]]\nmaildir = 'b'\n")
    assert made.mailboxes() == [str(tmp_path / "a"), str(tmp_path / "b")]
    with pytest.raises(ConfigurationError, match=r"\[\[in\]\] number 2: give exactly one"):
        read("[[in]]\nmaildir = 'a'\n[[in]]\nport = 5\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("adress = 'a@b.org'", "nothing called “adress”. Did you mean “address”?"),
        ("path = 'x'", "nothing called “path”"),
        ("[in]\nimap='x'\nsender='a@b.org'", "in: there is nothing called “sender”."),
        ("'' = 5", "there is nothing called “”."),
        (
            "[in]\nimap='x'\npasword={env='A'}",
            "in: there is nothing called “pasword”. Did you mean “password”?",
        ),
        ("[in]\nimap='x'\nuser='u'\npassword='sesame'", "no secret stands in this file"),
        ("[in]\nimap='x'\nuser='u'\npassword={}", "exactly one of env, file"),
        ("[in]\nimap='x'\nuser='u'\npassword={credential='../a'}", "is no path"),
        ("[in]\nimap='x'\nuser='u'\npassword={command='a \"b'}", "No closing quotation"),
        ("[in]\nimap='x'\nuser='u'\npassword={command=' '}", "the command is empty"),
        ("[in]\nimap='x'\nuser='u'", "needs either password or token"),
        ("[in]\nimap='x'\npassword={env='A'}", "no user whose it is"),
        ("[in]\nimap='x'", "wants a login"),
        (
            "[in]\nimap='x'\nport='993'",
            "in.port: write a whole number from 0 to 65535, without quotes.",
        ),
        (
            "[in]\nimap='x'\nuser='u'\npassword={env='A'}\nport=70000",
            "in.port: write a whole number from 0 to 65535",
        ),
        ("[in]\nimap='x'\nuser='u'\npassword={env='A'}\ndone='INBOX'", "three different folders"),
        ("[in]\nimap='x'\nmaildir='y'", "there is maildir and imap"),
        ("[in]\nmaildir='y'\nuser='u'", "user is for a mail server"),
        ("[in]\nimap='x.org'\nuser='u'\npassword={env='A'}\ntls='clear'", "in clear, which only"),
        ("[out]\nsmtp='x'", "wants to know the judge's address"),
        (
            "address='a@b.org'\n[out]\nsmtp='x'\nper_day=-1",
            "out.per_day: write a whole number from",
        ),
        ("private_webhooks = ['a b']", "“a b” is neither the name of a host"),
        ("records = 'some'", 'records: write "everybody", "master" or "nobody".'),
        ("outage = -1", "outage: write a whole number from 0 to 100000, without quotes."),
        ("in = 3", "in: write a table of what belongs to it, or a list."),
        ("database = 5", 'database: write text in quotes, "…".'),
        ("private_webhooks = 'a'", 'private_webhooks: write a list, such as ["one", "two"].'),
        ("private_webhooks = [5]", 'private_webhooks[0]: write text in quotes, "…".'),
        (
            "in = {password = {command = 5}}",
            'in.password.command: write text in quotes, "…", or a list, such as ["one", "two"].',
        ),
        (
            "in = [{port = 'x'}]",
            "in[0].port: write a whole number from 0 to 65535, without quotes.",
        ),
        ("[[in]]\nimap='x'\ntls='ssl'", 'in[0].tls: write "clear", "implicit" or "starttls".'),
        ("[serve]\nletter_to_itself='yes'", "serve.letter_to_itself: write true or false, without"),
        ("address = 'judge'", "address: “judge” is not a mail address that can be written to"),
        ("gm = 'gm@ö.org'", "write a domain's name in its “xn--” form"),
        ("desk = 'link'", "desk needs site and site_url"),
        (
            "[in]\nimap='x'\nuser='u'\npassword={env='A'}\nca='none'",
            "[in]: ca: there is no file none.",
        ),
        ("[in]\nmaildir='a'\n[out]\nmaildir='a'", "are one folder"),
        ("[[in]]\nmaildir='a'\n[[in]]\nmaildir='b'\n[out]\nmaildir='b'", "are one folder"),
        *(
            (text, f"{where}: ~nobody.here/a: nobody here has a home that is called “~nobody.here”")
            for where, text in {
                "database": "database='~nobody.here/a'",
                "site": "site='~nobody.here/a'",
                "[in]": "[in]\nmaildir='~nobody.here/a'",
                "[out]": "[out]\nmaildir='~nobody.here/a'",
            }.items()
        ),
        ("[in]\nimap='x'\nuser='u'\npassword={env='A'}\nca='~nobody.here/a'", "[in]: ~nobody.here"),
        ("[in", "is not TOML"),
        ("a" + ".b" * 100 + "=1", "more than 40 parts"),
        ("[serve]\nlog = 'xml'", 'serve.log: write "json" or "text".'),
    ],
)
def test_what_cannot_be_used_is_told_with_its_place(read, text, message):
    with pytest.raises(ConfigurationError) as error:
        read(text)
    assert message in str(error.value)
    assert "adjudicator.toml" in str(error.value)
    assert "sesame" not in str(error.value)
    assert not str(error.value).endswith("..")
    assert ("Did you mean" in str(error.value)) == ("Did you mean" in message)


def test_a_file_in_another_encoding_is_told_with_its_line(tmp_path):
    with pytest.raises(ConfigurationError, match=r"line 2 is not in UTF-8\. Save"):
        configuration_from("outage = 6\n# Jürgen".encode("latin-1"), tmp_path / "adjudicator.toml")


def test_the_mark_that_an_editor_puts_before_a_text_is_no_fault(read):
    assert read("\ufeffgm = 'gm@example.org'").gm == "gm@example.org"


def test_only_a_file_that_is_missing_is_to_be_written_anew(tmp_path):
    with pytest.raises(ConfigurationError, match=r"No such file.*adjudicator init"):
        read_configuration(tmp_path / "gone.toml")
    with pytest.raises(ConfigurationError, match=r"Is a directory\.$"):
        read_configuration(tmp_path)


def test_clear_connections_stay_on_this_machine(read):
    made = read("address='a@b.org'\n[out]\nsmtp='localhost'\ntls='clear'\n")
    assert made.outbox().account[:4] == ("localhost", 25, "clear", None)
    assert made.outbox().sender == "a@b.org"


def test_the_file_is_found_here_or_where_the_variable_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ADJUDICATOR_CONFIG", raising=False)
    assert find_configuration() == Configuration(path="adjudicator.toml")
    (tmp_path / "adjudicator.toml").write_text("gm = 'here@example.org'")
    assert find_configuration().gm == "here@example.org"
    (tmp_path / "other.toml").write_text("gm = 'there@example.org'")
    monkeypatch.setenv("ADJUDICATOR_CONFIG", "other.toml")
    assert find_configuration().gm == "there@example.org"
    monkeypatch.setenv("ADJUDICATOR_CONFIG", "nowhere.toml")
    with pytest.raises(ConfigurationError, match="adjudicator init"):
        find_configuration()
    (tmp_path / "long.toml").write_bytes(b"#" * 300_000)
    with pytest.raises(ConfigurationError, match="larger than"):
        find_configuration(tmp_path / "long.toml")


def test_each_kind_of_secret_is_read(tmp_path, monkeypatch):
    monkeypatch.setenv("MAIL_PASSWORD", "one")
    assert SecretPlace(env="MAIL_PASSWORD").read(tmp_path) == "one"
    (tmp_path / "two").write_text(" two words \r\n")
    assert SecretPlace(file="two").read(tmp_path) == " two words "
    program = (sys.executable, "-c", "import sys; print(sys.argv[1:])", "$HOME", "a b")
    assert SecretPlace(command=program).read(tmp_path) == "['$HOME', 'a b']"
    assert SecretPlace(command=f"{sys.executable} -c 'print(3)'").read(tmp_path) == "3"
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert SecretPlace(credential="two").read(tmp_path) == " two words "


def test_a_secret_that_cannot_be_had_is_told_without_it(tmp_path, monkeypatch):
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    monkeypatch.delenv("NOBODY", raising=False)
    (tmp_path / "empty").write_text("\n")
    (tmp_path / "lines").write_text("sesame\nopen\n")
    (tmp_path / "bytes").write_bytes(b"sesame\xff")
    os.mkdir(tmp_path / "folder")
    fails = "import sys; print('sesame'); print('no key', file=sys.stderr); sys.exit(3)"
    for secret, message in (
        (SecretPlace(env="NOBODY"), "NOBODY is not set"),
        (SecretPlace(file="empty"), "it is empty"),
        (SecretPlace(file="lines"), "more than one line"),
        (SecretPlace(file="bytes"), "not text in UTF-8"),
        (SecretPlace(file="gone"), "No such file"),
        (SecretPlace(file="~nobody.here/a"), "has a home that is called “~nobody.here”"),
        (SecretPlace(file="folder"), "Is a directory"),
        (SecretPlace(credential="mail"), "LoadCredential=mail"),
        (SecretPlace(command="no-such-program"), "No such file"),
        (SecretPlace(command=(sys.executable, "-c", fails)), "ended with 3: no key"),
    ):
        with pytest.raises(SecretError) as error:
            secret.read(tmp_path)
        assert message in str(error.value)
        assert "sesame" not in str(error.value)


def test_a_command_that_hangs_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr("adjudicator.service.secret.LONGEST_RUN", 0.05)
    waits = (sys.executable, "-c", "input()" if os.name == "nt" else "import time; time.sleep(9)")
    with pytest.raises(SecretError, match="within"):
        SecretPlace(command=waits).read(tmp_path)
