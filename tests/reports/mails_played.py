"""The example mails of a game, played as they stand, for the tests of several games."""

import hashlib
import tomllib
from pathlib import Path

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.post.incoming.reading import read
from adjudicator.post.requests.pipeline import take
from adjudicator.reports.text import columns
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

EXAMPLES = Path(__file__).parents[2] / "orders_examples"


def mails_of(game):
    """The files of the mails, in their order."""
    return sorted((EXAMPLES / game).glob("*.eml"))


class Played:
    """What came of playing all the mails."""

    def __init__(self, game, folder):
        self.demo = tomllib.loads((EXAMPLES / game / "demo.toml").read_text(encoding="utf-8"))
        self.outcomes, self.receipts, self.letters, self.rejected, self.order = {}, {}, {}, [], []
        self.sent, self._read = [], 0
        with open_store(folder / "c.db", create=True) as store:
            campaign = self._begin(store)
            self.phases = [queries.head(store, campaign).opens]
            self._new_letters(store, campaign)
            while mails := [path for path in mails_of(game) if self._belongs(path)]:
                for path in mails:
                    self._take(store, campaign, path)
                    answers = self._new_letters(store, campaign)
                    self.receipts[path.stem] = [each.content.text for each in answers]
                assert State(store, campaign, self.demo["begins"]).unready == ()
                done = adjudicate(store, campaign.name, self.demo["begins"])
                assert (done.missing, done.set_aside) == ((), {})
                for each in self._new_letters(store, campaign):
                    self.letters[self.phases[-1].key, each.seat] = each.content
                self.phases.append(done.opens)
            self.notes = [note.code for note in queries.notes(store, campaign)]

    def _begin(self, store):
        demo = self.demo
        players = tuple(Player(seat["name"], seat["address"]) for seat in demo["seats"])
        secret, settings = hashlib.sha256(demo["secret"].encode()), Settings(**demo["settings"])
        plan = NewCampaign(demo["name"], demo["game"], players, demo.get("options", {}), settings)
        return create(store, plan, demo["begins"], secret=secret.digest())

    def _new_letters(self, store, campaign):
        """The letters that were queued since this was asked the last time."""
        new = outbox.letters(store, campaign, after=self._read)
        self._read = queries.newest_letter(store)
        self.sent += new
        return new

    def _belongs(self, path):
        """Whether the demo would deliver a mail in the phase."""
        phase = self.phases[-1]
        seat = f"-{phase.must[0].casefold()}" if phase.turn else ""
        return f"-r{phase.round}-{phase.name}-" in path.name and seat in path.name

    def _take(self, store, campaign, path):
        letter = read(path.read_bytes())
        self.order.append(letter.message_id)
        self.outcomes[path.stem] = take(store, path.read_bytes(), self.demo["begins"]).outcome
        seats = {seat["address"]: seat["name"] for seat in self.demo["seats"]}
        sent = queries.submissions(store, queries.head(store, campaign))
        found = getattr(sent.get(seats.get(letter.sender.address)), "findings", ())
        self.rejected += [(path.stem, f.code, f.message) for f in found if f.severity == "error"]

    def told(self, phase, seat=""):
        """The words of a result letter, on one line."""
        return " ".join(self.letters[phase, seat].text.split())

    def answer(self, mail):
        """The words of what answered a mail, on one line."""
        return " ".join(" ".join(self.receipts[mail]).split())

    def assert_narrow(self):
        """Assert that letters are narrow and hold one token at most."""
        for key, content in self.letters.items():
            long = [line for line in content.text.splitlines() if columns(line) > 72]
            assert all(line.startswith("  ") for line in long), key
            assert content.text.count("token ") <= 1, key
