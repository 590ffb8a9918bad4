"""The example mails, played as they stand: four seats, one round of Samurai Swords, by mail."""

import hashlib
import tomllib
from pathlib import Path

import pytest

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player, create
from adjudicator.post.incoming.reading import read
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

pytestmark = pytest.mark.system

FOLDER = Path(__file__).parents[2] / "orders_examples/samurai-swords"
MAILS = sorted(FOLDER.glob("*.eml"))
DEMO = tomllib.loads((FOLDER / "demo.toml").read_text(encoding="utf-8"))


def new_game(store):
    players = tuple(Player(seat["name"], seat["address"]) for seat in DEMO["seats"])
    secret = hashlib.sha256(DEMO["secret"].encode()).digest()
    settings = Settings(**DEMO["settings"])
    plan = Plan(DEMO["name"], DEMO["game"], players, {}, settings)
    return create(store, plan, DEMO["begins"], secret=secret)


def in_turn(left, phase):
    """The mails that the demo would deliver in a phase, taken from those that are left."""
    mails = [path for path in left if f"-r{phase.round}-{phase.name}-" in path.name]
    if len(phase.must) == 1:
        mails = [path for path in mails if f"-{phase.must[0].casefold()}" in path.name]
    return mails


class Played:
    """What came of playing all the mails."""

    def __init__(self, store):
        campaign = new_game(store)
        self.phases = [queries.head(store, campaign).opens]
        self.outcomes = []
        self.rejected = []
        self.order = []
        while mails := in_turn(MAILS, self.phases[-1]):
            for path in mails:
                self._take(store, campaign, path)
            done = adjudicate(store, campaign.name, DEMO["begins"])
            assert done.missing == ()
            assert done.set_aside == {}
            self.phases.append(done.opens)
        self.letters = outbox.letters(store, campaign)
        self.notes = [note.code for note in queries.notes(store, campaign)]

    def _take(self, store, campaign, path):
        letter = read(path.read_bytes())
        self.order.append(letter.message_id)
        self.outcomes.append(take(store, path.read_bytes(), DEMO["begins"]).outcome)
        sent = queries.submissions(store, queries.head(store, campaign))
        found = sent[_seat(letter)].findings
        self.rejected += [(path.stem, f.code, f.message) for f in found if f.severity == "error"]


def _seat(letter):
    address = letter.sender.address
    return next(seat["name"] for seat in DEMO["seats"] if seat["address"] == address)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("mails") / "c.db", create=True) as store:
        yield Played(store)


@pytest.fixture(autouse=True)
def toy():
    """These mails are played with the real game and the real reports."""


def test_every_mail_is_taken_and_every_phase_carried_out(played):
    assert played.outcomes == ["taken"] * len(MAILS)
    names = [phase.name for phase in played.phases]
    assert names == ["deploy", "plan", "muster", "war", "war", "war", "war", "plan"]
    assert played.notes == ["begun"]


def test_only_the_misspelt_province_is_rejected_and_its_correction_stands(played):
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("01-r1-deploy-oda", "unknown-name")
    assert "Did you mean “Bungo”" in message


def test_every_mail_has_its_receipt(played):
    answered = [each.in_reply_to for each in played.letters if each.kind == "receipt"]
    assert answered == [f"<{identity}>" for identity in played.order]


def test_the_mails_show_what_real_mail_looks_like():
    everything = [path.read_bytes() for path in MAILS]
    features = {
        b"Content-Type: text/html": 2,
        b"multipart/alternative": 1,
        b"=?ISO-2022-JP?": 4,
        b"format=flowed": 1,
        b"charset=ISO-2022-JP": 4,
        b"\namend\n": 2,
        b"\n-- \n": 3,
        b"\n> ": 1,
        b"\ntoken ": 10,
        b"+2eflilliv4hpzvlo@": 1,
    }
    for feature, least in features.items():
        assert sum(feature in raw for raw in everything) >= least, feature
    assert all(max(map(len, raw.split(b"\n"))) <= 998 for raw in everything)
