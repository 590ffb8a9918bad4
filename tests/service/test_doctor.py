"""``doctor`` finds what is wrong with a machine and its mail servers, and says what to do."""

import gzip
import json
import socket
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtplib import SMTPAuthenticationError
from serving import begin_game, maildir

from adjudicator.cli.main import cli
from adjudicator.post.incoming.letter import Address
from adjudicator.post.passes.exchange import take_all
from adjudicator.post.transport.mailbox import Account
from adjudicator.post.transport.opening import open_mailbox
from adjudicator.service import doctor, trial
from adjudicator.service.configuration import configuration_from
from adjudicator.service.providers import diagnose
from adjudicator.store.database import open_store
from adjudicator.store.records import LastPass


def now():
    return datetime.now(UTC)


class Patient:
    """A folder with an ``adjudicator.toml`` for the loopback servers, to be changed and examined."""

    def __init__(self, folder, office):
        self.folder = folder
        self.office = office
        self.address = office.address()
        (folder / "password").write_text(f"{office.password}\n")
        (folder / "password").chmod(0o600)
        self.incoming = self._server("imap", office.imaps)
        self.outgoing = self._server("smtp", office.submissions)

    def _server(self, kind, port):
        return {
            kind: "localhost",
            "port": port,
            "user": self.address,
            "password": "{ file = 'password' }",
            "ca": self.office.ca,
        }

    @property
    def text(self):
        lines = [f"address = '{self.address}'"]
        for name, table in (("in", self.incoming), ("out", self.outgoing)):
            lines.append(f"[{name}]")
            for key, value in table.items():
                plain = isinstance(value, int) or str(value).startswith("{")
                lines.append(f"{key} = {value}" if plain else f"{key} = '{value}'")
        return "\n".join(lines)

    def examine(self, **more):
        configuration = configuration_from(self.text.encode(), self.folder / "adjudicator.toml")
        return list(doctor.examine(configuration, configuration.db, now, **more))

    def wrong(self, **more):
        """Return what is wrong, by name."""
        return {e.what: f"{e.found}: {e.cure}" for e in self.examine(**more) if e.state == "wrong"}


@pytest.fixture
def patient(tmp_path, post_office):
    return Patient(tmp_path, post_office)


def test_a_sound_post_office_is_well_in_every_point(patient):
    begin_game(patient.folder)
    found = patient.examine(to=patient.address)
    assert {each.what: each.state for each in found} == {
        **dict.fromkeys(("database", "secret", "in: TLS", "in: login", "in: IDLE"), "well"),
        **dict.fromkeys(("in: MOVE", "out: TLS", "out: login", "out: size", "letter"), "well"),
        **dict.fromkeys(("letter: Message-ID", "clock", "space"), "well"),
        "timer": "note",
    }
    assert f"it went to {patient.address.partition('@')[0]}+doctor-" in str(found)
    assert f"a server has taken the one to {patient.address}" in str(found)
    assert len(patient.office.letters(patient.address, "Done")) == 1
    assert patient.office.password not in str(found)


def test_tokens_and_starttls_are_tried_as_they_will_be_used(patient):
    (patient.folder / "token").write_text(patient.office.bearer(patient.address))
    for table, port in (
        (patient.incoming, patient.office.imap),
        (patient.outgoing, patient.office.submission),
    ):
        del table["password"]
        table |= {"token": "{ command = ['cat', 'token'] }", "tls": "starttls", "port": port}
    assert patient.wrong(letter=False) == {}
    (patient.folder / "token").write_text("nonsense")
    assert set(patient.wrong(letter=False)) == {"in: login", "out: login"}


def test_a_wrong_password_is_told_apart_from_a_wrong_certificate(patient):
    (patient.folder / "password").write_text("wrong")
    found = {each.what: each for each in patient.examine()}
    assert found["in: TLS"].state == found["out: TLS"].state == "well"
    for what in ("in: login", "out: login"):
        assert found[what].state == "wrong"
        assert "app password" in found[what].cure
    assert "letter" not in found
    del patient.incoming["ca"], patient.outgoing["ca"]
    wrong = patient.wrong()
    assert set(wrong) == {"in: TLS", "out: TLS"}
    assert "certificate authority with ca" in wrong["in: TLS"]


def test_a_certificate_for_another_name(patient, monkeypatch):
    find = socket.getaddrinfo

    def found(host, *rest, **more):
        return find("127.0.0.1" if host == "mail.example.org" else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)
    patient.incoming["imap"] = patient.outgoing["smtp"] = "mail.example.org"
    wrong = patient.wrong()
    assert "other names than mail.example.org" in wrong["in: TLS"]
    assert "other names than mail.example.org" in wrong["out: TLS"]


def test_ports_that_speak_otherwise_or_are_closed(patient):
    patient.incoming["port"] = patient.office.imap
    patient.outgoing["port"] = patient.office.submission
    wrong = patient.wrong()
    assert "starttls" in wrong["in: TLS"]
    assert "starttls" in wrong["out: TLS"]
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    patient.incoming["port"] = patient.outgoing["port"] = port
    wrong = patient.wrong()
    assert set(wrong) == {"in: connection", "out: connection"}
    assert "is its number right?" in wrong["in: connection"]
    patient.incoming["imap"] = patient.outgoing["smtp"] = "no.such.host.invalid"
    assert "is “no.such.host.invalid” spelt" in patient.wrong()["in: connection"]


def test_a_secret_that_is_not_there_or_for_all_to_read_and_a_full_disk(patient, monkeypatch):
    (patient.folder / "password").chmod(0o644)
    wrong = patient.wrong(letter=False)
    assert set(wrong) == {"secret"}
    assert "chmod 600" in wrong["secret"]
    (patient.folder / "password").unlink()
    wrong = patient.wrong(letter=False)
    assert set(wrong) == {"in: secret", "out: secret"}
    assert "No such file" in wrong["in: secret"]
    monkeypatch.setattr(doctor, "ROOM", 10**18)
    assert "space" in patient.wrong(letter=False)


def test_plus_addresses_that_do_not_arrive(patient, monkeypatch):
    monkeypatch.setattr(Address, "with_plus", lambda *_: Address("unknown@games.test"))
    wrong = patient.wrong()
    assert set(wrong) == {"letter: plus address"}
    assert "switch plus addressing" in wrong["letter: plus address"]
    monkeypatch.setattr(trial, "LONGEST", 0.2)
    monkeypatch.setattr(Address, "with_plus", lambda *_: Address(patient.office.address()))
    assert "it did not come back" in patient.wrong()["letter: plus address"]
    patient.address = patient.office.address()  # it arrives, but elsewhere
    wrong = patient.wrong()
    assert set(wrong) == {"letter"}
    assert "reach this mailbox at all" in wrong["letter"]


def test_a_clock_that_is_wrong(patient, monkeypatch):
    configuration = configuration_from(patient.text.encode(), patient.folder / "adjudicator.toml")
    late = doctor.examine(configuration, configuration.db, lambda: now() - timedelta(minutes=10))
    (clock,) = [each for each in late if each.what == "clock"]
    assert clock.state == "wrong"
    assert "ahead of this machine's" in clock.found
    assert "NTP" in clock.cure


def test_a_letter_that_serve_takes_first_has_come_all_the_same(patient, monkeypatch):
    """A pass that is at work is faster; what it did is found in the database."""
    from adjudicator.post.transport.imap import ImapMailbox

    begin_game(patient.folder)
    configuration = configuration_from(patient.text.encode(), patient.folder / "adjudicator.toml")
    (address,) = configuration.mailboxes()
    other, found = open_mailbox(address), []

    def wait(self, seconds):
        with open_store(configuration.db) as store:
            found.extend(take_all(store, other, now()))
        time.sleep(0.05)
        return True

    arrivals = ImapMailbox.arrivals
    monkeypatch.setattr(trial, "LONGEST", 10)
    monkeypatch.setattr(ImapMailbox, "wait", wait)
    monkeypatch.setattr(ImapMailbox, "arrivals", lambda box: arrivals(box) if box is other else [])
    points = {each.what: each.state for each in patient.examine() if "etter" in each.what}
    other.close()
    assert points == {"letter": "well"}


def test_the_command_has_an_exit_code_and_json(patient, monkeypatch):
    from click.testing import CliRunner

    monkeypatch.chdir(patient.folder)
    monkeypatch.delenv("ADJUDICATOR_DB", raising=False)
    (patient.folder / "adjudicator.toml").write_text(patient.text)
    done = CliRunner().invoke(cli, ["doctor", "--json"])
    assert done.exit_code == 0
    facts = json.loads(done.output)
    assert {each["state"] for each in facts} == {"well", "note"}
    (patient.folder / "password").chmod(0o640)
    done = CliRunner().invoke(cli, ["doctor", "--no-letter"])
    assert done.exit_code == 1
    assert "FAIL  secret: others can read" in done.output
    assert "      chmod 600 " in done.output
    assert "1 of " in done.output.splitlines()[-1]


def test_folders_that_cannot_be_used(tmp_path, monkeypatch):
    text = "address = 'a@b.org'\ndatabase = 'gone/campaign.db'\n[in]\nmaildir = 'in'\n"
    configuration = configuration_from(text.encode(), tmp_path / "adjudicator.toml")
    found = {each.what: each for each in doctor.examine(configuration, configuration.db, now)}
    assert found["folder"].cure == f"mkdir -p {tmp_path / 'gone'}"
    assert "no Maildir" in found["in"].found
    assert found["out"].state == "note"
    maildir(tmp_path / "in")
    (tmp_path / "gone").mkdir()
    (tmp_path / "gone/campaign.db").write_bytes(b"no database" * 100)
    found = {each.what: each for each in doctor.examine(configuration, configuration.db, now)}
    assert found["in"].state == "well"
    assert "not a campaign database" in found["database"].found
    assert found["database"].cure == "name another file as database in adjudicator.toml"
    for brought in (True, False):
        if brought:
            (tmp_path / "gone/campaign.db").chmod(0o600)
            packed = Path(__file__).parents[1] / "releases/schema-8/shogun.db.gz"
            (tmp_path / "gone/campaign.db").write_bytes(gzip.decompress(packed.read_bytes()))
        found = {each.what: each for each in doctor.examine(configuration, configuration.db, now)}
        assert ("brought from schema 8" in found["database"].found) == brought
    configuration = configuration_from(
        f"{text}[out]\nmaildir = 'out'".encode(), tmp_path / "adjudicator.toml"
    )
    monkeypatch.setattr(doctor.os, "access", lambda *_: False)  # a disk that is mounted read-only
    found = {each.what: each for each in doctor.examine(configuration, configuration.db, now)}
    for what in ("folder", "in", "out"):
        assert (found[what].state, "read-only?" in found[what].cure) == ("wrong", True)


def test_a_server_that_cannot_check_logins_just_now_is_not_a_wrong_password():
    account = Account("mail.example.net", 465, "implicit", None)
    for code, cure in ((454, "try once more"), (535, "check user and password")):
        error = OSError("the login")
        error.__cause__ = SMTPAuthenticationError(code, "so it is")
        assert cure in diagnose(error, account).cure


def test_letters_that_another_database_put_away_are_told_of(patient):
    mine, other = patient.folder / "campaign.db", patient.folder / "other.db"
    begin_game(patient.folder)
    configuration = configuration_from(patient.text.encode(), patient.folder / "adjudicator.toml")
    mailbox = open_mailbox(configuration.mailboxes()[0])

    def put_away_by(db, *ids):
        for number in ids:
            head = f"From: oda@players.test\r\nTo: {patient.address}\r\nMessage-ID: <{number}@x>"
            patient.office.put(patient.address, f"{head}\r\n\r\nhelp\r\n".encode())
        with open_store(db, create=True) as store:
            assert len(list(take_all(store, mailbox, now()))) == len(ids)

    def strange(later=timedelta()):
        return [each.found for each in doctor.strange_letters("in", mailbox, mine, now() + later)]

    put_away_by(mine, 1)
    assert strange() == []
    put_away_by(other, 2)
    assert strange()[0].startswith("a letter was put away here within a day that this database")
    put_away_by(other, 3, 4)
    assert strange()[0].startswith("3 letters were")
    assert strange(timedelta(days=2)) == []
    mine.unlink()
    assert strange()[0].startswith("4 letters were")
    found = {each.what: each for each in patient.examine()}
    assert (found["in: letters"].state, found["letter"].state) == ("note", "well")
    assert "give one of them a mailbox of its own" in found["in: letters"].cure
    assert strange()[0].startswith("4 letters were")  # the doctor's own is no sign of anything
    mailbox.close()


def test_passes_that_are_farther_apart_than_an_outage_is_long_are_told(tmp_path):
    place = tmp_path / "campaign.db"
    with open_store(place, create=True) as store:
        store.put(LastPass(1, now(), gap=24 * 3600))
    for outage, state in ((0, "well"), (12, "note"), (30, "well")):
        configuration = configuration_from(f"outage = {outage}".encode(), tmp_path / "a.toml")
        (timer,) = (x for x in doctor.examine(configuration, place, now) if x.what == "timer")
        assert timer.state == state
        assert ("24 hours" in timer.found) == (state == "note")
