"""The example mails of Shogun, played as they stand: five seats, a year by mail, and its letters."""

import hashlib
import re
import tomllib
from pathlib import Path

import pytest

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import Plan, Player, create
from adjudicator.post.incoming.reading import read
from adjudicator.post.requests.pipeline import take
from adjudicator.reports.text import columns
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

pytestmark = pytest.mark.system

FOLDER = Path(__file__).parents[2] / "orders_examples/shogun"
MAILS = sorted(FOLDER.glob("*.eml"))
DEMO = tomllib.loads((FOLDER / "demo.toml").read_text(encoding="utf-8"))


class Played:
    """What came of playing all the mails."""

    def __init__(self, store):
        campaign = self._begin(store)
        self.phases = [queries.head(store, campaign).opens]
        self.outcomes = []
        self.rejected = []
        self.letters = {}
        while mails := [path for path in MAILS if self._belongs(path)]:
            for path in mails:
                self._take(store, campaign, path)
            before = len(outbox.letters(store, campaign))
            done = adjudicate(store, campaign.name, DEMO["begins"])
            assert done.missing == ()
            assert done.set_aside == {}
            for each in outbox.letters(store, campaign)[before:]:
                self.letters[self.phases[-1].key, each.seat] = each.content
            self.phases.append(done.opens)

    def _begin(self, store):
        players = tuple(Player(seat["name"], seat["address"]) for seat in DEMO["seats"])
        secret = hashlib.sha256(DEMO["secret"].encode()).digest()
        plan = Plan(
            DEMO["name"], DEMO["game"], players, DEMO["options"], Settings(**DEMO["settings"])
        )
        return create(store, plan, DEMO["begins"], secret=secret)

    def _belongs(self, path):
        phase = self.phases[-1]
        return f"-r{phase.round}-{phase.name}-" in path.name

    def _take(self, store, campaign, path):
        letter = read(path.read_bytes())
        self.outcomes.append(take(store, path.read_bytes(), DEMO["begins"]).outcome)
        seats = {seat["address"]: seat["name"] for seat in DEMO["seats"]}
        sent = queries.submissions(store, queries.head(store, campaign))
        found = sent[seats[letter.sender.address]].findings
        self.rejected += [(path.stem, f.code, f.message) for f in found if f.severity == "error"]

    def told(self, phase, seat=""):
        """The words of a result letter, on one line."""
        return " ".join(self.letters[phase, seat].text.split())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    with open_store(tmp_path_factory.mktemp("mails") / "c.db", create=True) as store:
        yield Played(store)


def test_every_mail_is_taken_and_a_whole_year_is_played(played):
    assert played.outcomes == ["taken"] * len(MAILS)
    keys = [phase.key for phase in played.phases]
    assert keys == ["1 plan", "2 plan", "3 plan", "4 winter", "5 plan"]


def test_only_the_misspelt_province_is_rejected_and_its_correction_stands(played):
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("04-r1-plan-mori", "unknown-name")
    assert "Did you mean “Etchu”" in message
    assert "done tax Etchu" in played.told("1 plan", "Mori")


def test_what_a_good_demonstration_shows_happens(played):
    spring, summer, autumn, winter = (
        played.told(key) for key in ("1 plan", "2 plan", "3 plan", "4 winter")
    )
    lost = "takes Mimasaka from Oda. Oda’s card, which lay on Collect taxes, goes with it."
    assert lost in spring
    assert "Takeda takes Ōmi from Hojo. Hojo’s card" not in spring  # it was used before
    assert "Revolt in Wakasa: Takeda puts it down" in summer
    assert "1 more for the defence card" in summer
    assert "1 more for the castle" in autumn
    assert "Uesugi faces 2 revolts" in winter
    assert "Green: castles – Oda, Mori and Hojo 2 each (1 built)" in winter


def test_alternatives_and_conditions_are_seen_to_work(played):
    told = played.told("1 plan", "Uesugi")
    first = told.index("battle b from Mino to ")
    done = re.search(r"(done|won|lost) (if [^:]*: |else: )*battle b from Mino to Omi with 4", told)
    assert first < done.start()


def test_the_order_of_revolts_is_as_wished(played):
    told = played.told("4 winter")
    drawn = told.index("the lot draws Kaga and Owari")
    assert drawn < told.index("Revolt in Owari") < told.index("Revolt in Kaga")


def test_letters_are_narrow_and_quote_no_other_seat(played):
    for key, content in played.letters.items():
        long = [line for line in content.text.splitlines() if columns(line) > 72]
        assert all(line.startswith("  ") for line in long), key
        assert content.text.count("token ") <= 1, key


def test_the_mails_show_what_real_mail_looks_like():
    everything = [path.read_bytes() for path in MAILS]
    features = {
        b"Content-Type: text/html": 2,
        b"multipart/alternative": 3,
        b"charset=ISO-2022-JP": 3,
        b"\x1b$B": 3,
        b"format=flowed": 3,
        b"\namend\n": 1,
        b"\n-- \n": 3,
        b"\n> ": 2,
        b"\ntoken ": 8,
        b"\nelse: ": 3,
        b"<blockquote": 2,
        b"Sent from my phone": 1,
    }
    for feature, least in features.items():
        assert sum(feature in raw for raw in everything) >= least, feature
    assert all(max(map(len, raw.split(b"\n"))) <= 998 for raw in everything)
