"""How a game ends before its time: by its game master, or by a vote of its players."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
import toy
from msgspec.structs import replace
from passing import carry_out_all_due
from playing import START

from adjudicator.campaign.clock import mind_the_clock
from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.dice import reckon_luck
from adjudicator.campaign.orders.submit import submit
from adjudicator.campaign.people.seats import hand_over
from adjudicator.campaign.phases import endings
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player, announce, begin
from adjudicator.campaign.phases.endings import (
    archive,
    end,
    proposals,
    seats_in_the_game,
    voters_on,
)
from adjudicator.games import registry
from adjudicator.games.luck import LuckRules, Throw
from adjudicator.store import queries

ALL = ["Oda", "Takeda", "Mori"]


@pytest.fixture
def game(play):
    """A game in its second phase."""
    game = play(deadline="every 2 days at 20:00")
    game.send("Oda", "hide 2")
    game.adjudicate()
    return game


def test_a_game_that_is_ended_tells_all_why_takes_no_orders_and_can_be_put_away(game, monkeypatch):
    def throws(_, events):
        return [Throw(x.seat, 8, 0.5, x.amount) for x in events if isinstance(x, toy.Hid)]

    monkeypatch.setattr(toy.Game, "luck", lambda _: LuckRules("hiding", throws))
    assert reckon_luck(game.state, "Takeda") is None
    with pytest.raises(CampaignError, match="reason"):
        game.change(end, " \n")
    with pytest.raises(CampaignError, match="End it first"):
        game.change(archive)
    game.change(end, "Oda has won,\nwe all agree")
    for seat in ("Oda", "Takeda"):
        (letter,) = game.letters("ended", seat)
        assert "Oda has won, we all agree." in " ".join(letter.content.text.split())
        (secret,) = game.letters("secret", seat)
        assert (b"s" * 32).hex() in secret.content.text
        assert re.search(r"Oda +8 +2 +4\.0 +-1\.4", secret.content.text)
    assert len(game.letters("secret")) == 3
    assert game.notes()[-1] == "ended"
    game.wait(days=30)
    assert game.store.due_of(game.campaign.id) == []
    assert game.carry_out_due() == []
    with pytest.raises(RefusedError) as refused:
        game.send("Oda", "strike Takeda")
    assert refused.value.code == "game-over"
    assert game.send("Oda", "Thank you all, it was a pleasure!").forwarded
    (told,) = (
        x.content.text for x in game.letters("receipt", "Oda") if "pleasure" in x.content.text
    )
    assert "Your orders" not in told
    assert "word for the dice" not in told
    for forbidden in (
        game.adjudicate,
        lambda: game.change(roll_back, "1 plan"),
        lambda: game.change(end, "again"),
    ):
        with pytest.raises(CampaignError, match="has ended"):
            forbidden()
    before = len(game.letters())
    game.change(archive)
    assert queries.campaigns(game.store) == []
    assert queries.campaigns(game.store, archived=True) == [game.campaign]
    assert len(game.letters()) == before
    assert list(carry_out_all_due(game.store, game.now)) == []
    assert not mind_the_clock(game.store, game.now, 6)
    game.change(archive, back=True)
    assert queries.campaigns(game.store) == [game.campaign]


def test_a_game_that_was_never_dealt_can_be_ended(store):
    players = (Player("Oda", "oda@example.org"), Player("Mori", regent="steady"))
    campaign = announce(store, NewCampaign("soon", "toy", players), START)
    commit(store, campaign, START, end, "nobody came")
    with pytest.raises(CampaignError, match="has ended"):
        begin(store, "soon", START)
    with pytest.raises(RefusedError, match="has ended"):
        submit(store, "word luck", Source(game="soon", seat="Oda", trusted=True), START)
    kinds = [each.kind for each in outbox.letters(store, campaign) if each.seat == "Oda"]
    assert kinds == ["commitment", "ended"]
    commit(store, campaign, START, archive)
    assert queries.campaigns(store) == []


SEATS = ("Oda", "Takeda", "Uesugi")


@pytest.fixture(autouse=True)
def _allowed(monkeypatch):
    meta = toy.msgspec.structs.replace(toy.Game.meta, votes=("draw", "concession"))
    monkeypatch.setattr(toy.Game, "meta", meta)


def text(letter):
    return " ".join(letter.content.text.split())


class Council:
    """A game whose players vote."""

    def __init__(self, play, **settings):
        self.game = play(seats=settings.pop("seats", SEATS), **settings)

    def propose(self, seat, what="draw", named=""):
        return self.game.change(lambda at: endings.propose(at, at.seat(seat), what, named))

    def vote(self, seat, yes=True, number=None):
        return self.game.change(lambda at: endings.vote(at, at.seat(seat), yes=yes, number=number))

    def withdraw(self, seat, number=None):
        return self.game.change(lambda at: endings.withdraw(at, at.seat(seat), number))

    def refused(self, work, *args, **more):
        with pytest.raises(RefusedError) as caught:
            work(*args, **more)
        return caught.value.code

    @property
    def is_over(self):
        return self.game.campaign.ended is not None

    @property
    def open(self):
        return [each.number for each in proposals(self.game.state)]


@pytest.fixture
def council(play):
    return lambda **settings: Council(play, **settings)


def test_a_draw_that_all_agree_on_ends_the_game_with_standings_and_the_secret(council):
    table = council()
    facts = table.propose("Oda")
    assert (facts["number"], facts["winners"], facts["own"]) == (1, SEATS, "yes")
    assert [each.seat for each in table.game.letters("proposal")] == ["Takeda", "Uesugi"]
    table.vote("Takeda")
    assert not table.is_over
    table.vote("Uesugi")
    assert table.is_over
    assert table.game.campaign.why_ended == (
        "The players have agreed on a draw: Oda, Takeda and Uesugi share the victory."
    )
    letters = table.game.letters("decision")
    assert [each.seat for each in letters] == [*SEATS, ""]
    assert "The game is over: a draw" in letters[0].content.subject
    assert "Standings" in letters[0].content.text.title()
    assert len(table.game.letters("secret")) == 4
    assert "decision" in table.game.notes()
    assert not list(carry_out_all_due(table.game.store, table.game.now))


def test_nobody_learns_who_voted_how_unless_votes_are_open(council):
    table = council()
    table.propose("Oda", "concession", "Takeda")
    table.vote("Uesugi", yes=False)  # one is enough where all must agree
    assert (table.is_over, table.open) == (False, [])
    assert len(table.game.letters("decision")) == 3
    assert "is rejected" in table.game.letters("decision")[0].content.text
    assert table.refused(table.vote, "Takeda") == "vote-nothing"
    for letter in table.game.letters("proposal") + table.game.letters("decision"):
        assert "Oda" not in letter.content.text
        assert "Uesugi" not in letter.content.text
    table = council(name="open", secret_votes=False)
    table.propose("Oda", "draw", "Oda and Uesugi")
    assert "Oda proposes" in table.game.letters("proposal")[0].content.text
    table.vote("Takeda", yes=False)
    assert "For it: Oda; against it: Takeda." in text(table.game.letters("decision")[0])


@pytest.mark.parametrize(
    ("quorum", "seats", "needed"),
    [
        ("two thirds", 5, 4),
        ("two thirds", 3, 2),
        ("majority", 4, 3),
    ],
)
def test_how_many_must_agree(council, quorum, seats, needed):
    names = ("Oda", "Takeda", "Uesugi", "Date", "Shimazu")[:seats]
    table = council(seats=names, votes=quorum)
    assert table.propose("Oda")["needed"] == needed
    for seat in names[1 : needed - 1]:
        table.vote(seat)
    assert not table.is_over
    table.vote(names[needed - 1])
    assert table.is_over


@pytest.mark.parametrize(
    ("before", "now", "playing"),
    [
        ([(1, ALL)], (1, ["Oda"]), ALL),
        ([(1, ALL)], (2, ["Oda"]), ALL),
        ([(1, ["Oda"]), (1, ["Mori"])], (2, ["Mori"]), ["Oda", "Mori"]),
        ([(1, ALL), (2, ["Oda"])], (2, ["Takeda"]), ["Oda", "Takeda"]),
        ([(1, ALL), (2, ["Oda"])], (3, ["Oda"]), ALL),
        ([(1, ALL), (2, ["Oda", "Mori"])], (3, ["Oda"]), ["Oda", "Mori"]),
        ([], (1, ["Oda"]), ["Oda"]),
    ],
)
def test_in_the_game_is_who_was_asked_in_this_round_or_before_it(monkeypatch, before, now, playing):
    """One seat that is asked alone as a round begins says nothing of the others."""
    past, head = (
        [SimpleNamespace(opens=SimpleNamespace(round=round_, may=may)) for round_, may in phases]
        for phases in (before, [now])
    )
    monkeypatch.setattr(queries, "past", lambda store, campaign: past)
    seats = [SimpleNamespace(name=name) for name in ALL]
    state = SimpleNamespace(head=head[0], seats=seats, store=None, campaign=None)
    assert seats_in_the_game(state) == tuple(playing)


def test_a_concession_is_decided_by_the_others(council):
    table = council(votes="all")
    with pytest.raises(RefusedError, match=": one of Takeda, Uesugi"):  # and not to himself
        table.propose("Oda", "concession")
    assert table.refused(table.propose, "Oda", "concession", "Oda") == "vote-to-whom"
    assert table.refused(table.propose, "Oda", "concession", "Takeda, Uesugi") == "vote-to-whom"
    table.propose("Oda", "concession", "uesugi")
    assert table.refused(table.vote, "Uesugi") == "vote-not-yours"
    table.vote("Takeda")
    assert table.game.campaign.why_ended == "All others have conceded the victory to Uesugi."


def test_of_several_proposals_a_vote_names_one_and_the_last_vote_counts(council):
    table = council(votes="majority", seats=("Oda", "Takeda", "Uesugi", "Date"))
    table.propose("Oda")
    assert table.refused(table.propose, "Oda", "draw", "Oda, Date") == "vote-often"  # one a day
    table.propose("Takeda", "draw", "Takeda, Oda")
    assert table.refused(table.vote, "Uesugi") == "vote-which"
    assert table.refused(table.vote, "Uesugi", number=7) == "vote-which"
    table.vote("Uesugi", yes=False, number=2)
    table.vote("Date", yes=False, number=2)
    assert table.open == [1]
    assert table.vote("Takeda", yes=False)["own"] == "no"
    assert table.vote("Takeda", yes=True)["own"] == "yes"
    table.vote("Oda", yes=False)
    table.game.wait(days=1)
    table.propose("Oda", "draw", "Oda, Date")
    table.propose("Takeda", "draw", "Date, Takeda")
    assert table.open == [1, 3, 4]
    assert table.refused(table.propose, "Oda", "draw", "Oda, Uesugi") == "vote-often"
    (due,) = table.game.store.due_of(table.game.campaign.id)
    assert (due.what, due.at) == ("vote", START + timedelta(days=7))  # the first of their ends
    with pytest.raises(RefusedError, match="withdraw: 1 or 3;"):
        table.withdraw("Oda")
    table.withdraw("Oda", 3)
    table.withdraw("Takeda")
    table.propose("Uesugi", "draw", "uesugi, oda, takeda & date")  # the same again is a vote for it
    assert (table.open, table.is_over) == ([1], False)
    table.vote("Date")
    assert table.is_over


def test_the_vote_of_a_former_player_counts_no_more(council):
    table = council()
    table.propose("Oda")
    table.vote("Takeda")
    table.game.wait(minutes=1)
    table.game.change(hand_over, Player("Oda", "heir@example.org"))
    assert table.refused(table.withdraw, "Oda") == "vote-none-own"
    table.vote("Uesugi")
    assert (table.open, table.is_over) == ([1], False)
    table.vote("Oda")
    assert table.is_over


def test_of_votes_that_end_together_the_first_that_is_carried_ends_the_game(council):
    table = council(vote_days=3, misses=0)
    table.propose("Takeda", "draw", "Oda, Takeda")
    table.propose("Oda")
    table.vote("Oda", number=1)
    table.vote("Takeda", number=2)
    table.game.change(hand_over, Player("Uesugi", regent="steady"))
    table.game.wait(days=3)
    list(carry_out_all_due(table.game.store, table.game.now))
    assert "Oda and Takeda share" in table.game.campaign.why_ended
    told = [each.seat for each in table.game.letters("decision")]
    assert told == [*SEATS, ""]


def test_a_proposal_lapses_after_its_days_and_all_are_told(council):
    table = council(vote_days=3, misses=0)
    table.game.change(lambda at: at.save(replace(at.seat("Takeda"), zone="Asia/Tokyo")))
    table.propose("Oda")
    assert "Mon 23 Nov 2026 21:00 JST" in text(table.game.letters("proposal", "Takeda")[0])
    table.game.adjudicate()
    assert table.open == [1]
    table.game.wait(days=2, hours=23)
    list(carry_out_all_due(table.game.store, table.game.now))
    assert table.open == [1]
    table.vote("Takeda")
    table.game.change(hand_over, Player("Takeda", regent="steady"))  # by which his vote is gone
    table.game.wait(hours=1)
    list(carry_out_all_due(table.game.store, table.game.now))
    assert table.open == []
    told = table.game.letters("decision")
    assert ["its time is over" in text(each) for each in told] == [True] * 3


def test_regents_and_who_is_out_of_the_game_have_no_vote(council, monkeypatch):
    table = council(seats=("Oda", "Takeda", "Mori"), misses=0)  # a regent plays Mori
    assert table.refused(table.propose, "Mori") == "vote-out"
    at = table.game.state
    assert voters_on(at, "draw", ()) == ("Oda", "Takeda")
    assert seats_in_the_game(at) == ("Oda", "Takeda", "Mori")
    phase = toy.Game.phase

    def without_oda(self, position):
        left = phase(self, position)
        names = tuple(each for each in left.must if each != "Oda")
        return toy.msgspec.structs.replace(left, must=names, may=names)

    monkeypatch.setattr(toy.Game, "phase", without_oda)
    table.game.adjudicate()
    assert "Oda" in seats_in_the_game(table.game.state)  # it was asked in this round
    table.game.adjudicate()
    assert seats_in_the_game(table.game.state) == ("Takeda", "Mori")
    assert table.refused(table.propose, "Oda") == "vote-out"
    assert table.refused(table.propose, "Takeda", "concession", "Oda") == "vote-gone"


def test_where_only_one_seat_is_asked_the_round_before_counts_too(council):
    table = council(options={"turns": True})
    table.game.adjudicate()
    assert table.game.head.opens.may == ("Oda",)
    assert seats_in_the_game(table.game.state) == SEATS
    table.propose("Oda")
    for seat in SEATS:
        table.game.change(hand_over, Player(seat, regent="steady"))
    table.game.wait(days=7)
    list(carry_out_all_due(table.game.store, table.game.now))
    assert (table.open, table.is_over) == ([], False)  # for nobody is left to agree


def test_the_game_and_the_settings_say_what_can_be_voted_on(council, monkeypatch):
    table = council(votes="off")
    assert table.refused(table.propose, "Oda") == "vote-not-here"
    meta = toy.msgspec.structs.replace(toy.Game.meta, votes=("concession",))
    monkeypatch.setattr(toy.Game, "meta", meta)
    table = council(name="other")
    assert table.refused(table.propose, "Oda") == "vote-not-here"
    table.propose("Oda", "concession", "Takeda")
    assert table.refused(table.propose, "Takeda", "concession", "Tkaeda") == "vote-unknown"


def test_every_shipped_game_says_what_its_players_can_agree_on():
    shipped = [registry.find(name) for name in registry.SHIPPED if name != "toy"]
    assert {each.meta.votes for each in shipped} == {("draw", "concession")}
