"""``adjudicator init``: a few questions, and ``adjudicator.toml`` from the answers."""

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import click

from adjudicator.campaign.kernel.addresses import check_address, doubt
from adjudicator.cli.service.doctor import examine
from adjudicator.cli.shared.asking import PATH, command, confirm, line, say
from adjudicator.cli.shared.errors import CommandError, safe
from adjudicator.post.transport.maildir import make_maildir
from adjudicator.service.configuration import (
    NAME,
    Configuration,
    ConfigurationError,
    Incoming,
    Outgoing,
    configuration_from,
    read_configuration,
)
from adjudicator.service.providers import find_servers, provider_at
from adjudicator.store.databases.files import write_whole
from adjudicator.store.place import find_path
from adjudicator.wording import FOLDER, Reason, ReasonedError

_PASSWORD = "secrets/mail-password"
"""Where a password is kept that was typed; seen from the file's folder."""
_CONSENT = "secrets/mail-consent"
"""Where a consent is kept, and its tokens."""
_SECRETS = (
    *("password_file", "password_env", "password_command", "password_credential"),
    *("token_command", "oauth"),
)
"""The options that say where a password or a token is."""
_PLACE = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/@\[\]]+)(?::(?P<port>\d{1,5}))?")
_STARTTLS = (25, 143, 587)
"""Ports on which TLS begins after a word in clear."""
Answers = dict[str, Any]
"""What the file is to say, as TOML has it."""


@command("init")
@click.option("--address", help="The address that players write to.")
@click.option("--gm", metavar="ADDRESS", help="Your own address: what you must know goes there.")
@click.option("--imap", metavar="HOST[:PORT]", help="The server that letters come in by.")
@click.option("--maildir", metavar="PATH", help="Instead: a Maildir that letters come in by.")
@click.option("--smtp", metavar="HOST[:PORT]", help="The server that letters go out by.")
@click.option(
    "--sendmail", metavar="PROGRAM", help="Instead: a program such as “sendmail” or a path to one."
)
@click.option("--out-maildir", metavar="PATH", help="Instead: a Maildir that letters are put into.")
@click.option("--user", help="Who logs in.  [default: the address]")
@click.option("--password-file", metavar="PATH", help="The password is in that file.")
@click.option("--password-env", metavar="NAME", help="The password is in that variable.")
@click.option("--password-command", metavar="COMMAND", help="That command prints the password.")
@click.option("--password-credential", metavar="NAME", help="The password is given by systemd.")
@click.option("--token-command", metavar="COMMAND", help="That command prints a token (OAuth).")
@click.option(
    "--oauth", metavar="SERVER", help="Consent in a browser: microsoft, google or an address."
)
@click.option("--oauth-client", metavar="ID", help="As which program; the id or Google's file.")
@click.option(
    "--tls",
    type=click.Choice(["implicit", "starttls", "clear"]),
    help="How the servers' connections are kept private.  [default: by their ports]",
)
@click.option("--ca", metavar="PATH", help="Certificates to trust, if the servers are your own.")
@click.option("--config", type=PATH, default=Path(NAME), show_default=True, help="What to write.")
@click.option("--yes", "-y", is_flag=True, help="Ask nothing; overwrite the file.")
@click.option("--letter/--no-letter", default=True, help="Whether “doctor” sends a letter.")
@click.option("--doctor/--no-doctor", "examined", default=True, help="Try it all out at the end.")
def init(config: Path, yes: bool, letter: bool, examined: bool, **given: str | None) -> None:
    """Ask where letters come in and go out, write adjudicator.toml, and try it all out.

    What was found stands in brackets after each question, and is meant by an empty answer. Nothing
    is asked that an option says, and without a terminal nothing at all. A password that is typed
    goes into a file of its own that nobody else can read, never into adjudicator.toml. A file that
    is there is overwritten only if you say so. With --oauth no password is needed: docs/oauth.md.

    \b
    Examples:
      adjudicator init
      adjudicator init --address judge@example.org --gm gm@example.org --maildir in \\
        --out-maildir out --yes
    """
    before = _before(config)
    asks = sys.stdin.isatty() and not yes
    if config.exists() and not yes and not confirm(line("write-anew", path=config)):
        raise CommandError("settings-exist", config=config)
    questions = _Questions(given, before, asks, config.parent)
    answers = questions.ask()
    text = text_of(answers).encode()
    made = configuration_from(text, config)  # what it refuses is not written
    for path, secret in questions.kept.items():
        _keep(config.parent / path, secret, asks=path == _PASSWORD)
    write_whole(config, text)
    _make_folders(made)
    say(line("written", file=config))
    if examined and (code := examine(made, made.db, letter=letter, as_json=False)):
        raise SystemExit(code)
    say(line("after-init"))


def _before(path: Path) -> Configuration:
    """Return what stands in a file that is written anew, perhaps because it cannot be used."""
    with suppress(ConfigurationError):
        return read_configuration(path)
    return Configuration()


def _place(host: str, port: int) -> str:
    return f"{host}:{port}" if port else host


class _Questions:
    """What options say is not asked; what nobody says is an error if nobody can be asked."""

    def __init__(
        self, given: dict[str, str | None], before: Configuration, asks: bool, folder: Path
    ):
        self.given = given
        self.before = before
        self.incoming = next(iter(before.incoming), Incoming())
        self.out = before.out or Outgoing()
        self.asks = asks
        self.folder = folder
        self.kept: dict[str, bytes] = {}
        """What was typed or consented to, by the file that it goes into."""

    def ask(self) -> Answers:
        """Return the answers."""
        question = line("ask.address")
        self.address = address = self._address("address", question, self.before.address)
        gm = self._address("gm", line("ask.gm"), self.before.gm)
        ways = {"way_in": self._way_in(), "way_out": self._way_out()}
        if servers := [way for way in ways.values() if "port" in way]:
            user = self._text("user", line("ask.user"), self.incoming.user or address)
            ca = str(Path(self.given["ca"]).resolve()) if self.given["ca"] else ""
            login = {"user": user, "ca": ca, **self._secret(servers[0]["host"], user)}
            for way in servers:
                way.update(login)
        database = self.before.database
        return {"database": database, "address": address, "gm": gm, **ways}

    @cached_property
    def proposals(self) -> tuple[str, str]:
        """The servers of the judge's address, if there is somebody to show them to."""
        return find_servers(self.address) if self.asks else ("", "")

    def _way_in(self) -> Answers:
        if self.given["maildir"]:
            return {"maildir": self.given["maildir"]}
        before = self.incoming.maildir or _place(self.incoming.imap, self.incoming.port)
        proposal = before or self.proposals[0]
        return self._in(self._text("imap", line("ask.imap"), proposal, self._in))

    def _in(self, answer: str) -> Answers:
        if "/" in answer or answer == self.incoming.maildir or Path(self.folder, answer).is_dir():
            return {"maildir": answer}
        return self._server(answer, 993)

    def _way_out(self) -> Answers:
        for option, kind in (("sendmail", "sendmail"), ("out_maildir", "maildir")):
            if self.given[option]:
                return {kind: self.given[option]}
        before = self.out.maildir or self.out.sendmail or _place(self.out.smtp, self.out.port)
        proposal = before or self.proposals[1]
        return self._out(self._text("smtp", line("ask.smtp"), proposal, self._out))

    def _out(self, answer: str) -> Answers:
        if answer and answer == self.out.maildir:
            return {"maildir": answer}
        if answer in ("sendmail", self.out.sendmail or "sendmail") or "/" in answer:
            return {"sendmail": answer}
        return self._server(answer, 465)

    def _server(self, answer: str, usual: int) -> Answers:
        """Read ``HOST`` or ``HOST:PORT``. Raises CommandError."""
        match = _PLACE.fullmatch(answer.strip())
        port = int(match["port"] or usual) if match else 0
        if match is None or not 1 <= port <= 65535:
            raise CommandError("no-server", answer=answer[:60])
        tls = self.given["tls"] or ("starttls" if port in _STARTTLS else "implicit")
        return {"host": match["host"].strip("[]"), "port": port, "tls": tls}

    def _secret(self, host: str, user: str) -> Answers:
        """Return where the secret is, and have it kept if it is new."""
        named = [name for name in _SECRETS if self.given[name]]
        if len(named) > 1:
            raise CommandError("one-secret")
        if self.given["oauth"]:
            return self._consent(self.given["oauth"], user)
        if named:
            what, _, kind = named[0].partition("_")
            return {what: {kind: self.given[named[0]]}}
        if not self.asks:
            raise CommandError("no-secret")
        known = provider_at(host)
        if known and known.advice:
            say(f"{known.advice}.")
        if known and known.oauth:
            return self._consent(known.oauth, user)
        question = line("ask.password", path=self.folder / _PASSWORD)
        password = str(click.prompt(str(question), hide_input=True))
        self.kept[_PASSWORD] = password.encode()
        return {"password": {"file": _PASSWORD}}

    def _consent(self, server: str, user: str) -> Answers:
        from adjudicator.service.oauth import ask_consent  # others need none

        client = self._text("oauth_client", line("ask.client"), "")
        self.kept[_CONSENT] = ask_consent(server, client, user, say, click.prompt)
        return {"token": {"oauth": _CONSENT}}

    def _address(self, name: str, question: Reason, given: str) -> str:
        check = partial(check_address, of_campaign=name == "address")
        answer = self._text(name, question, given, check)
        if why := doubt(answer):
            say(line("warning", why=why), err=True)
        return answer

    def _text(
        self, name: str, question: Reason, proposal: str, check: Callable[[str], object] = str
    ) -> str:
        """Return what an option says, or else what is answered.

        ``check`` raises for what will not do: what was asked is then asked again.
        """

        def read(answer: str) -> str:
            try:
                check(answer.strip())
            except ReasonedError as error:
                raise click.UsageError(safe(str(error))) from error
            return answer.strip()

        given = self.given[name]
        if given is None and self.asks:
            return str(click.prompt(str(question), default=proposal or None, value_proc=read))
        if given is None and not proposal:
            raise CommandError("cannot-ask", option=name.replace("_", "-"))
        answer = proposal if given is None else given.strip()
        check(answer)
        return answer


def text_of(answers: Answers) -> str:
    """Return the file as TOML, with a comment for everything that it may say."""
    from jinja2 import Template

    text = (FOLDER / "adjudicator.toml.j2").read_text("utf-8")
    template = Template(text, trim_blocks=True, lstrip_blocks=True)
    return f"{template.render(answers, quote=_in_quotes)}\n"


def _in_quotes(text: str) -> str:
    """Return a text as a string of TOML."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _keep(path: Path, secret: bytes, *, asks: bool) -> None:
    """Write a secret into a file that its user alone can read; over another password if told so."""
    kept = asks and path.is_file() and path.read_bytes().strip()
    if kept and kept != secret and not confirm(line("replace", path=path)):
        raise CommandError("another-password", path=path)
    write_whole(path, secret + b"\n")


def _make_folders(made: Configuration) -> None:
    """Make the Maildir that letters come in by, if it is not there, and the database's folder."""
    for each in made.incoming:
        if each.maildir:
            make_maildir(find_path(each.maildir, made.folder))
    if isinstance(made.db, Path):
        made.db.parent.mkdir(parents=True, exist_ok=True)
