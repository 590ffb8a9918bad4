"""``adjudicator init``: what it asks, what it writes, and what it never overwrites."""

import stat
import sys
import tomllib
from types import SimpleNamespace

import pytest

from adjudicator.cli.service import init as init_module
from adjudicator.cli.shared import asking
from adjudicator.service import oauth, providers
from adjudicator.service.configuration import configuration_from

WHO = ("--address", "judge@example.org", "--gm", "gm@example.org")
FOLDERS = ("--maildir", "in", "--out-maildir", "out")


@pytest.fixture
def terminal(shell, monkeypatch):
    """A shell with a person at it, who types lines; the net is not there."""
    here = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True), stderr=sys.stderr)
    monkeypatch.setattr(asking, "sys", here)
    monkeypatch.setattr(init_module, "sys", here)
    monkeypatch.setattr(providers, "_answers", lambda place: place.startswith(("imap.", "mail.")))
    return shell


def written(shell, name="adjudicator.toml"):
    return tomllib.loads((shell.folder / name).read_text("utf-8"))


def test_six_answers_write_a_commented_file(terminal):
    said = terminal(
        "init",
        "--no-doctor",
        input="judge@example.org\ngm@example.org\n\n\n\nsesame\n",
    )
    assert "IMAP server, or the folder of a Maildir [imap.example.org:993]" in said
    assert "SMTP server, or “sendmail” [mail.example.org:465]" in said
    assert "User name at the mail server [judge@example.org]" in said
    assert "sesame" not in said
    made = written(terminal)
    assert made["in"]["imap"] == "imap.example.org"
    assert made["out"]["smtp"] == "mail.example.org"
    assert made["in"]["password"] == made["out"]["password"] == {"file": "secrets/mail-password"}
    assert (made["address"], made["gm"]) == ("judge@example.org", "gm@example.org")
    kept = terminal.folder / "secrets/mail-password"
    assert kept.read_text() == "sesame\n"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE((terminal.folder / "adjudicator.toml").stat().st_mode) == 0o600
    text = (terminal.folder / "adjudicator.toml").read_text("utf-8")
    assert "sesame" not in text
    assert text.count("\n#") > 10


def test_what_will_not_do_is_asked_again(terminal):
    answers = ["judge", "judge@example.org", "gm", "gm@example.org", "imap example org", ""]
    typed = "\n".join([*answers, "smtp:99999", "", "", "sesame\n"])
    said = terminal("init", "--no-doctor", input=typed)
    assert said.count("it is not NAME@DOMAIN") == 2
    assert "“imap example org” is no" in said
    made = written(terminal)
    assert (made["address"], made["gm"]) == ("judge@example.org", "gm@example.org")
    assert (made["in"]["imap"], made["out"]["smtp"]) == ("imap.example.org", "mail.example.org")


def test_known_providers_need_no_search(terminal, monkeypatch):
    monkeypatch.setattr(providers, "_answers", lambda place: pytest.fail(place))
    said = terminal("init", "--no-doctor", input="me@gmail.com\ngm@example.org\n\n\n\napp\n")
    assert "[imap.gmail.com:993]" in said
    assert "make an app password" in said
    (terminal.folder / "adjudicator.toml").unlink()
    asked = []
    monkeypatch.setattr(oauth, "ask_consent", lambda *words: asked.append(words) or b"{}")
    said = terminal("init", "--no-doctor", input="me@outlook.com\ngm@example.org\n\n\n\nid-1\n")
    assert "takes no passwords" in said
    assert written(terminal)["out"]["tls"] == "starttls"
    assert written(terminal)["in"]["token"] == {"oauth": "secrets/mail-consent"}
    assert [words[:3] for words in asked] == [("microsoft", "id-1", "me@outlook.com")]
    kept = terminal.folder / "secrets/mail-consent"
    assert (kept.read_text(), stat.S_IMODE(kept.stat().st_mode)) == ("{}\n", 0o600)


def test_answers_of_before_are_the_defaults(terminal):
    first = "judge@example.org\ngm@example.org\nmail.example.org:143\nsendmail\nuser\nsesame\n"
    terminal("init", "--no-doctor", input=first)
    made = written(terminal)
    assert (made["in"]["port"], made["in"]["tls"]) == (143, "starttls")
    assert made["out"] == {"sendmail": "sendmail"}
    said = terminal("init", "--no-doctor", input="y\n\n\n\n\n\nsesame\n")
    assert "adjudicator.toml exists. Write it anew?" in said
    assert written(terminal) == made
    said = terminal("init", "--no-doctor", input="y\n\n\n\n\n\nother\nn\n", code=2)
    assert "holds another password; nothing was written" in said
    assert (terminal.folder / "secrets/mail-password").read_text() == "sesame\n"


@pytest.mark.parametrize(
    ("secret", "line"),
    [
        (("--password-command", "pass 'my mail'"), {"password": {"command": "pass 'my mail'"}}),
        (("--token-command", 'oauth "x"'), {"token": {"command": 'oauth "x"'}}),
    ],
)
def test_without_a_terminal_options_say_it_all(shell, secret, line):
    servers = ("--imap", "imap.example.org", "--smtp", "smtp.example.org:587")
    shell("init", *WHO, *servers, "--user", "judge", *secret, "--no-doctor")
    made = written(shell)
    assert {key: made["in"][key] for key in line} == line
    assert {key: made["out"][key] for key in line} == line
    assert (made["in"]["port"], made["in"]["tls"]) == (993, "implicit")
    assert (made["out"]["port"], made["out"]["tls"]) == (587, "starttls")
    assert made["in"]["user"] == "judge"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "say --address"),
        (WHO, "say --imap"),
        ((*WHO, "--imap", "x"), "say --smtp"),
        ((*WHO, "--imap", "x:99999", "--smtp", "z"), "is no server"),
        ((*WHO, "--imap", "x", "--smtp", "y", "--user", "u"), "Say where the password is"),
        ((*WHO, "--imap", "x", "--smtp", "y", "--oauth", "google"), "say --oauth-client"),
        ((*WHO, "--imap", "x", "--smtp", "y", "--oauth", "x", "--oauth-client", "y"), "only https"),
        (("--address", "judge", "--gm", "g@b.org"), "not a mail address"),
        ((*WHO, "--maildir", "a", "--out-maildir", "a"), "are one folder"),
    ],
)
def test_what_is_missing_or_wrong_is_named_and_nothing_written(shell, words, message):
    assert message in shell("init", *words, "--no-doctor", code=2)
    assert not (shell.folder / "adjudicator.toml").exists()
    both = ("--password-env", "A", "--password-file", "b", "--user", "u")
    servers = ("--imap", "x", "--smtp", "y")
    assert "one option only" in shell("init", *WHO, *servers, *both, "--no-doctor", code=2)


def test_nothing_is_overwritten_without_a_word_and_hostile_answers_stay_in_quotes(shell):
    shell.write("adjudicator.toml", "gm = 'mine@example.org'\n")
    said = shell("init", *WHO, *FOLDERS, "--no-doctor", code=2)
    assert "exists; nothing was written" in said
    assert written(shell) == {"gm": "mine@example.org"}
    shell("init", *WHO, *FOLDERS, "--no-doctor", "--yes")
    assert written(shell)["gm"] == "gm@example.org"
    assert (shell.folder / "in/new").is_dir()
    user = 'a"b\\c\nd = 1\t\x7f#€😀'
    servers = ("--imap", "imap.example.org", "--smtp", "smtp.example.org", "--password-env", "X")
    shell("init", *WHO, *servers, "--user", user, "--no-doctor", "--yes")
    made = written(shell)
    assert made["in"]["user"] == user.strip()
    assert "d" not in made
    path = shell.folder / "adjudicator.toml"
    assert configuration_from(path.read_bytes(), path).incoming[0].user == user.strip()
