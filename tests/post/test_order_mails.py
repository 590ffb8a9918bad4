"""The example mails, played as they stand: four seats, one round of Samurai Swords, by mail."""

import hashlib
from pathlib import Path

import pytest

from adjudicator.campaign import outbox, records
from adjudicator.campaign.adjudicate import adjudicate
from adjudicator.campaign.create import Plan, Player, create
from adjudicator.campaign.records import Settings
from adjudicator.campaign.store import open_store
from adjudicator.post.intake import take
from adjudicator.post.reading import read

MAILS = sorted((Path(__file__).parents[2] / "orders_examples/samurai-swords").glob("*.eml"))
SEATS = ("Oda", "Takeda", "Uesugi", "Mori")
SECRET = hashlib.sha256(b"adjudicator demo samurai-swords").digest()
PHASES = [
    "1 deploy",
    "1 plan",
    "1 muster",
    "1 war Takeda",
    "1 war Oda",
    "1 war Mori",
    "1 war Uesugi",
    "2 plan",
]


def token_secret(seat):
    return hashlib.sha256(f"demo seat {seat}".encode()).digest()


def new_game(store, now):
    players = tuple(Player(seat, f"{seat.lower()}@example.org", seat) for seat in SEATS)
    settings = Settings(gm="gm@example.net", address="orders@example.net", host="example.net")
    create(store, Plan("sekigahara", "samurai-swords", players, {}, settings), now, secret=SECRET)
    for seat in SEATS:
        values = (token_secret(seat), seat)
        store.db.execute("UPDATE seat SET token_secret = ? WHERE name = ?", values)
    return records.campaign(store, "sekigahara")


class Played:
    """What came of playing all the mails."""

    def __init__(self, store):
        letters = [read(path.read_bytes()) for path in MAILS]
        owner = new_game(store, letters[0].date)
        self.phases = [records.head(store, owner).opens.key]
        self.outcomes = []
        self.rejected = []
        self.set_aside = {}
        for path, letter in zip(MAILS, letters, strict=True):
            taken = take(store, letter, letter.date)
            self.outcomes.append(taken.outcome)
            opened_by = records.head(store, owner)
            sent = records.submissions(store, opened_by)
            found = sent[_seat(letter)].findings
            self.rejected += [
                (path.stem, f.code, f.message) for f in found if f.severity == "error"
            ]
            must = opened_by.opens.must
            if all(seat in sent and sent[seat].ready for seat in must):
                done = adjudicate(store, owner.name, letter.date)
                self.set_aside |= done.set_aside
                self.phases.append(done.opens.key)
        self.letters = outbox.letters(store, owner)
        self.notes = [note["code"] for note in records.notes(store, owner)]


def _seat(letter):
    return next(seat for seat in SEATS if letter.sender.address.startswith(seat.lower()))


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("mails") / "c.db", create=True) as store:
        yield Played(store)


@pytest.fixture(autouse=True)
def toy():
    """These mails are played with the real game and the real reports."""


def test_every_mail_is_taken_and_every_phase_carried_out(played):
    assert played.outcomes == ["orders"] * len(MAILS)
    assert played.phases == PHASES
    assert played.set_aside == {}
    assert played.notes == ["begun"]


def test_only_the_misspelt_province_is_rejected_and_its_correction_stands(played):
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("02-deploy-takeda", "unknown-name")
    assert "Did you mean Bingo or Bungo?" in message


def test_every_mail_has_its_receipt(played):
    answered = [each.in_reply_to for each in played.letters if each.kind == "receipt"]
    assert answered == [f"<{read(path.read_bytes()).message_id}>" for path in MAILS]


def test_the_mails_show_what_real_mail_looks_like():
    everything = [path.read_bytes() for path in MAILS]
    features = {
        b"Content-Type: text/html": 3,
        b"multipart/alternative": 3,
        b"=?ISO-2022-JP?": 3,
        b"format=flowed": 2,
        b"charset=ISO-2022-JP": 3,
        b"\namend\n": 1,
        b"\n-- \n": 3,
        b"\n> ": 5,
        b"\ntoken ": 1,
        b"-----Original Message-----": 1,
    }
    for feature, least in features.items():
        assert sum(feature in raw for raw in everything) >= least, feature
    assert all(max(map(len, raw.split(b"\n"))) <= 998 for raw in everything)
