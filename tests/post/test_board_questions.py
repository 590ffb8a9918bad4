"""Questions to the board, by mail: what stands where, what is near, what has changed, who is late."""

import re
from datetime import timedelta

import pytest
from games_by_mail import ANN, START
from test_answers import adjudicate_one, answer, ask, words

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.kernel.tokens import token
from adjudicator.campaign.letters import outbox
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import adjudicate
from adjudicator.campaign.phases.create import NewCampaign, Player, create
from adjudicator.games import registry
from adjudicator.post.requests.pipeline import take
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

GAMES = ("samurai-swords", "ikusa", "shogun", "gekokujo")


class Blind:
    """A player who never sees a map, but asks: the first seat of a game with two regents."""

    def __init__(self, store, ruleset):
        self.store, self.now, self.name, self.count = store, START, ruleset.replace("-", ""), 0
        seats = registry.find(ruleset).meta.seats[:3]
        players = (Player(seats[0], ANN), *(Player(x, regent="steady") for x in seats[1:]))
        settings = Settings(deadline="daily 20:00", address="judge@example.org", misses=0)
        create(
            store, NewCampaign(self.name, ruleset, players, {}, settings), START, secret=bytes(32)
        )
        self.seat = seats[0]

    @property
    def state(self):
        return State(self.store, queries.find_campaign(self.store, self.name), self.now)

    def ask(self, body):
        """Mail something, and return what is answered."""
        self.count += 1
        own = token(self.state.seat(self.seat))
        head = f"From: {ANN}\nTo: judge+{own}@example.org\nMessage-ID: <{self.count}@ann>\n\n"
        self.taken = take(self.store, f"{head}{body}".encode(), self.now).disposition
        letters = self.store.rows(Letter, order="id")
        return words(outbox.unpack(self.store, letters[-1]))


def names_in(text, places):
    return {each for each in places if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text)}


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_round_is_played_by_answers_alone(store, ruleset):
    """He orders nothing that names a place of which no answer has told him."""
    ann = Blind(store, ruleset)
    first, ordered, told_of = ann.state.head.opens.round, 0, set()
    for _ in range(60):
        state, game = ann.state, ann.state.game
        if state.is_over or state.head.opens.round > first:
            break
        view = game.view(state.position, ann.seat)
        places = list(game.picture(view, ()).spots)
        if ann.seat in state.must_order:
            assert ": " in ann.ask("status")
            told = ann.ask(f"provinces of {ann.seat}")
            assert ann.taken.code == "provinces"
            own = names_in(told, places)
            for place in sorted(own)[:3]:
                told += ann.ask(f"near {place}")
                assert ann.taken.code == "near"
                assert place in told
            told_of |= names_in(told, places)
            assert f"of {ann.seat}" in ann.ask("who is late")
            legal = game.legal_orders(view, ann.seat)
            line = next((str(x) for x in legal if names_in(str(x), places) <= told_of), "")
            ann.ask(f"{line}\nready")
            assert ann.taken.outcome == "taken"
            ordered += bool(line)
        key = state.head.opens.key
        adjudicate(store, ann.name, ann.now)
        ann.now += timedelta(minutes=1)
        assert key in ann.ask("changes")
        assert ann.taken.code == "changes"
        ann.now += timedelta(minutes=1)
    assert ordered
    assert told_of
    assert ann.state.head.opens.round > first or ann.state.is_over


def test_the_answers_name_places_in_any_spelling_and_say_what_is_next_to_them(store):
    ann = Blind(store, "samurai-swords")
    for said in ("provinces Kai, Suruga", "provinces kai and suruga", "province 甲斐 & SURUGA."):
        told = ann.ask(said)
        assert "Kai" in told
        assert "Next to Musashi, Sagami, Shinano and Suruga." in told
        assert "Owari" not in told
    assert names_in(ann.ask("near Kai"), ["Kai", "Musashi", "Sagami", "Shinano", "Suruga"]) == {
        *("Kai", "Musashi", "Sagami", "Shinano", "Suruga")
    }
    assert "Did you mean Kai" in ann.ask("near Kia")
    assert "not" in ann.ask("provinces of Nobody")
    assert ann.taken.outcome == "refused"


def test_what_a_player_writes_in_a_sentence_is_no_question_to_the_board(post):
    for said in (
        "Near Kai I saw three armies, so beware.",
        "Provinces of the west are mine, and I keep them all.",
        "Changes are coming, friend.",
        "Who is late every time, I wonder?",
    ):
        disposition, _ = ask(post, said)
        assert (disposition.outcome, disposition.code) == ("taken", "passed-on"), said


def test_nothing_secret_is_told_of_the_board(post):
    ask(post, "hide 7\nready", seat="Takeda")
    adjudicate_one(post)
    for asked in ("provinces", "provinces of Takeda", "changes", "late", "status"):
        assert "7" not in words(answer(post, asked)).replace("27", "")


def test_changes_are_told_since_the_last_letter_or_since_a_phase(post):
    assert "Nothing has been carried out yet" in words(answer(post, "changes"))
    post.take("hide 3\nready")
    for _ in range(3):
        post.wait(hours=1)
        adjudicate_one(post)
    post.wait(hours=1)
    told = words(answer(post, "changes"))
    assert "Since your last letter these phases were carried out: " in told
    assert told.count("1 plan") == told.count("1 strike") == 1
    again = words(answer(post, "changes"))
    assert "Since your last letter nothing was carried out. The last phase was 2 plan" in again
    assert "From 1 strike on" in words(answer(post, "changes 1 strike"))
    told = words(answer(post, "changes 1"))
    assert "1 plan, 1 strike, 2 plan" in told
    disposition, _ = ask(post, "changes 9 war")
    assert disposition.code == "no-such-phase"
    post.take("hide 3", seat="Takeda", to="game@example.net")  # which anybody can have written
    told = words(answer(post, "changes", seat="Takeda"))  # who has never written
    assert "1 plan, 1 strike, 2 plan" in told


def test_who_is_late_says_for_whom_and_for_what_the_game_waits(timed):
    post = timed
    told = words(answer(post, "who is late"))
    assert "Nobody is late" in told
    assert "of Oda and Takeda" in told
    post.take("hide 3\nready")
    told = words(answer(post, "who is late?"))
    assert "of Takeda." in told
    post.change(change_settings, grace=12)
    post.now = post.closes + timedelta(minutes=1)
    told = words(answer(post, "late"))
    assert "Late with orders" in told
    assert ": Takeda." in told
    assert "Orders count until" in told


def test_status_says_for_what_a_seat_is_waited_for(store):
    ann = Blind(store, "samurai-swords")
    assert "It still waits for you: deployment." in ann.ask("status")
