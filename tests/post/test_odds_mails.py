"""Odds by mail: from the asker's own view, if the campaign allows it."""

import pytest
from tables import NOW, SEATS, Table

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.people.settings import change_settings
from adjudicator.operations import orders as odds
from adjudicator.store.letter_records import Letter


@pytest.fixture
def views(monkeypatch):
    """The seats from whose views odds are reckoned."""
    seen = []
    reckon = odds.battle_odds

    def spy(game, view, *rest, **more):
        seen.append(view.viewer)
        return reckon(game, view, *rest, **more)

    monkeypatch.setattr(odds, "battle_odds", spy)
    return seen


def ask(table, body, seat, token=""):
    """Send a letter; return what became of it, the answer, and its text as one line."""
    disposition = table.mail(body, seat, token)
    content = table.store.rows(Letter)[-1].content
    return disposition, content, " ".join(content.text.split())


def test_the_odds_of_an_attack_are_asked_in_many_ways(store, views):
    table = Table(store, phases=3)
    state = table.state
    (seat,) = state.head.opens.must
    lines = map(str, state.game.legal_orders(state.game.view(state.position, seat), seat))
    attack = next(line for line in lines if line.startswith("attack"))
    disposition, content, _ = ask(table, f"Odds {attack}; call off when 2 are lost", seat)
    assert (disposition.outcome, disposition.why) == ("answered", "odds")
    assert content.subject.startswith("[war] Odds: ")
    assert f"{attack}\ncall off when 2 are lost" in content.text
    assert "  units lost   " in content.text
    assert "on average" in content.text
    assert "The same without “call off when 2 are lost”:" in content.text
    assert "<pre" in content.html
    assert "█" in content.html
    assert max(map(len, content.text.splitlines())) <= 78
    assert seat not in table.state.submissions  # nothing of it is entered
    below = f"Hello,\n\nodds\n{attack}\ncall off after 1 pass\n\nThanks"
    assert f"{attack}\ncall off after 1 pass" in ask(table, below, seat)[1].text

    other = next(each for each in SEATS if each != seat)
    disposition, _, text = ask(table, f"odds {attack}", other)
    assert disposition.outcome == "answered"
    assert "is not yours" in text
    assert views == [seat, seat, other]
    assert ask(table, f"odds {attack}", seat, token="x" * 26)[0].outcome != "answered"
    assert views == [seat, seat, other]

    _, content, text = ask(table, "odds attack Kyoto with army 2; <script>alert(1)</script>", seat)
    assert "“Kyoto” is not a province." in text
    assert "These orders, of which nothing was entered, lead to no battle" in text
    assert "<script>" not in content.html

    ask(table, attack, seat)
    _, _, text = ask(table, "odds", seat)
    assert "with your orders as they stand" in text
    assert attack in text

    commit(store, table.state.campaign, NOW, change_settings, odds=False)
    disposition, _, text = ask(table, f"odds {attack}", seat)
    assert disposition.outcome == "refused"
    assert "the odds of battles are not reckoned by mail" in text


def test_a_game_without_battles_says_so(store):
    _, _, text = ask(Table(store, "toy"), "odds hide 3", "Oda")
    assert "Toy has no battles that can be reckoned." in text
    assert "Nothing of these orders was entered." in text
