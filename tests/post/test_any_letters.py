"""Any letters in any order: what a campaign then says of itself is what a few dicts say of it.

The small sister of the simulated worlds: nothing goes wrong here but what people write. What fails is
told as the few letters that it needs.
"""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count

import msgspec
import toy
from hypothesis import assume, settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run

from adjudicator.campaign.due import carry_out_due
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases.absence import absences
from adjudicator.campaign.phases.create import Player
from adjudicator.campaign.phases.endings import PAUSE, proposals
from adjudicator.campaign.phases.endings import count as count_votes
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.database import open_store
from adjudicator.store.records import Settings

SETTINGS = Settings(
    gm="gm@example.org",
    address="game@example.net",
    host="example.net",
    deadline="every 48 hours",
    misses=0,
    absence=100,
    absences=100,
)
START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SEATS = ("Oda", "Takeda")
PHASES = ("plan", "strike")
OF_PHASE = {"hide": "plan", "boast": "plan", "strike": "strike"}
DAYS = range(3, 9)
ON_ITS_WAY = timedelta(minutes=1)
"""How long a letter takes."""


@dataclass
class Correspondent:
    """What a player's letters have led to, as he would keep it himself."""

    address: str
    token: str
    orders: dict[str, str] = field(default_factory=dict)
    """The order of each kind that stands in the phase that waits."""
    is_ready: bool = False
    gave_up: bool = False
    """Whether his last letter ordered less than the one before, and he has not said that he meant it."""
    away: set[int] = field(default_factory=set)
    """Days, as they are numbered."""
    may_propose: datetime = START


def lines_of(orders):
    """Return orders as they stand."""
    return sorted(orders.values())


class AnyLetters(RuleBasedStateMachine):
    """A campaign of two players, their letters, and what is to come of them."""

    def __init__(self, post):
        super().__init__()
        self.post = post
        self.count = 0
        self.players = {
            seat: Correspondent(f"{seat.lower()}@example.org", post.token(seat)) for seat in SEATS
        }
        self.phase = 0
        self.votes = {}
        """Who has voted how on the draw that is proposed."""
        self.is_proposed, self.lapses = False, START
        self.is_over = False
        self.last = None

    def _write(self, player, body):
        self.count += 1
        self.post.now += ON_ITS_WAY
        to = f"game+{player.token}@example.net"
        raw = self.post.raw(body, sender=player.address, to=to, id=f"letter{self.count}")
        return raw, self._take(raw)

    def _take(self, raw):
        done = take(self.post.store, raw, self.post.now).disposition
        assume(done.code != "too-many-letters")  # a day's worth of them is another test's matter
        list(carry_out_due(self.post.store, self.post.campaign, self.post.now))
        self._close_if_ready()
        return done

    def _close_if_ready(self):
        if not self.is_over and all(each.is_ready for each in self.players.values()):
            self._close()

    def _close(self):
        (*_, done) = queries.resolutions(self.post.store, self.post.campaign)
        for seat, player in self.players.items():
            assert sorted(done.orders.get(seat, "").split("\n")[:-1]) == lines_of(player.orders)
            player.orders, player.is_ready, player.gave_up = {}, False, False
        self.phase += 1
        self.is_over = done.opens.over

    @property
    def name(self):
        return PHASES[self.phase % 2]

    # What people write

    @precondition(lambda self: not self.is_over)
    @rule(
        seat=some.sampled_from(SEATS),
        orders=some.sets(
            some.sampled_from(
                ["hide 3", "hide 4", "boast 7", "strike Oda", "strike Takeda", "hide 60"]
            ),
            min_size=1,
            max_size=2,
        ).map(sorted),
        amend=some.booleans(),
        ready=some.booleans(),
    )
    def order(self, seat, orders, amend, ready):
        """Orders, some of which cannot be carried out or are of another phase."""
        if len({each.split()[0] for each in orders}) < len(orders):
            return
        player = self.players[seat]
        body = [*(["amend"] if amend else []), *orders, *(["ready"] if ready else [])]
        good = {
            each.split()[0]: each
            for each in orders
            if OF_PHASE[each.split()[0]] == self.name and each not in ("hide 60", f"strike {seat}")
        }
        is_whole = len(good) == len(orders)
        if good:
            before = dict(player.orders)
            player.gave_up = not amend and bool(before.keys() - good.keys())
            player.orders = {**(before if amend else {}), **good}
            if not (ready or amend):
                player.is_ready = player.is_ready and player.orders == before
        wants = ready or player.is_ready
        player.is_ready = wants and is_whole and not player.gave_up
        self.last, done = self._write(player, "\n".join(body))
        assert done.outcome == "taken"

    @precondition(lambda self: not self.is_over)
    @rule(seat=some.sampled_from(SEATS), is_ready=some.booleans())
    def say(self, seat, is_ready):
        """“ready” or “not ready”, and nothing else."""
        player = self.players[seat]
        player.is_ready = is_ready
        player.gave_up = player.gave_up and not is_ready
        self.last, _ = self._write(player, "ready" if is_ready else "not ready")

    @precondition(lambda self: self.last)
    @rule()
    def come_again(self):
        """The last letter, once more."""
        assert self._take(self.last).code == "again"

    @precondition(lambda self: not self.is_over)
    @rule(seat=some.sampled_from(SEATS), first=some.sampled_from(DAYS), days=some.integers(0, 2))
    def be_away(self, seat, first, days):
        """An absence."""
        begin = self.post.now.date() + timedelta(days=first)
        end = begin + timedelta(days=days)
        _, done = self._write(self.players[seat], f"absence {begin} to {end}")
        assert done.outcome == "answered"
        self.players[seat].away |= {
            (begin + timedelta(days=n)).toordinal() for n in range(days + 1)
        }

    @precondition(lambda self: not self.is_over)
    @rule(seat=some.sampled_from(SEATS))
    def be_back(self, seat):
        """No absence after all."""
        self.players[seat].away.clear()
        self._write(self.players[seat], "absence none")

    @precondition(lambda self: not self.is_over)
    @rule(seat=some.sampled_from(SEATS), yes=some.booleans())
    def vote(self, seat, yes):
        """A vote on the draw, or its proposal."""
        body, player = ("vote yes" if yes else "vote no"), self.players[seat]
        arrives = self.post.now + ON_ITS_WAY
        if not self.is_proposed:
            body, yes = "draw with all", True
            if arrives < player.may_propose:
                assert self._write(player, body)[1].outcome == "refused"
                return
            player.may_propose = arrives + PAUSE
            self.lapses = arrives + timedelta(days=SETTINGS.vote_days)
        self.votes[seat] = yes
        self.is_over = len(self.votes) == len(SEATS) and all(self.votes.values())
        self.is_proposed = all(self.votes.values()) and not self.is_over
        if not self.is_proposed:
            self.votes = {}
        self._write(self.players[seat], body)

    @precondition(lambda self: not self.is_over)
    @rule(seat=some.sampled_from(SEATS))
    def hand_over(self, seat):
        """The game master gives a seat to somebody else; what the old player writes counts no
        more, nor his vote, nor that he was ready, nor when he would be away."""
        self.votes.pop(seat, None)
        self.post.wait(minutes=1)
        old, self.count = self.players[seat], self.count + 1
        new = f"heir{self.count}@example.org"
        self.post.change(hand_over, Player(seat, new, "An heir"))
        own = {"address": new, "token": self.post.token(seat), "away": set()}
        self.players[seat] = replace(old, is_ready=False, **own)
        assert self._write(old, "hide 1\nready")[1].outcome == "refused"

    @precondition(lambda self: not self.is_over)
    @rule()
    def wait(self):
        """The deadline comes."""
        closes = self.post.state.deadline
        self.post.now = max(self.post.now, closes) + timedelta(minutes=1)
        list(carry_out_due(self.post.store, self.post.campaign, self.post.now))
        self._close()
        if self.post.now >= self.lapses:
            self.is_proposed, self.votes = False, {}

    @precondition(lambda self: self.is_over)
    @rule(seat=some.sampled_from(SEATS))
    def write_after_the_end(self, seat):
        """Orders when the game is over."""
        assert self._write(self.players[seat], "hide 3")[1].outcome == "refused"

    # What must be so

    @invariant()
    def it_is_as_the_dicts_say(self):
        post, state = self.post, self.post.state
        assert state.is_over == self.is_over
        if self.is_over:
            return
        assert len(post.phases()) == self.phase
        assert state.head.opens.name == self.name
        for seat, player in self.players.items():
            stands = post.stands(seat)
            assert sorted((stands or "").split("\n")) == (lines_of(player.orders) or [""])
            assert post.is_ready(seat) == player.is_ready, seat
            today = post.now.date().toordinal()
            away = {
                day
                for begins, ends in absences(state, seat)
                for day in range(begins.toordinal(), (ends - timedelta(seconds=1)).toordinal() + 1)
            }
            assert {day for day in away if day >= today} == {
                day for day in player.away if day >= today
            }
        open_ones = proposals(state)
        assert len(open_ones) == self.is_proposed
        for each in open_ones:
            tally = count_votes(state, each)
            assert set(tally.yes) == {seat for seat, yes in self.votes.items() if yes}


def test_a_campaign_is_what_its_letters_say(post_class, tmp_path, monkeypatch):
    meta = msgspec.structs.replace(toy.Game.meta, votes=("draw", "concession"))
    monkeypatch.setattr(toy.Game, "meta", meta)
    empty = tmp_path / "empty.db"
    open_store(empty, create=True).close()
    names = (tmp_path / f"{n}.db" for n in count())

    class Letters(AnyLetters):
        def __init__(self):
            place = next(names)
            place.write_bytes(empty.read_bytes())
            super().__init__(post_class(open_store(place), settings=SETTINGS))

        def teardown(self):
            self.post.store.close()
            self.post.store.place.unlink()

    few = settings(max_examples=20, stateful_step_count=12, derandomize=True)
    run(Letters, settings=few)
