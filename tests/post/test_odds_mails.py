"""Odds by mail: from the asker's own view, if the campaign allows it."""

import pytest
import tables
from tables import NOW, SEATS

from adjudicator.campaign.kernel.change import commit
from adjudicator.campaign.people.settings import change_settings
from adjudicator.operations import orders as odds
from adjudicator.store.letter_records import Letter


class Table(tables.Table):
    """A campaign that waits in a war turn, or in its first phase."""

    @property
    def attack(self):
        """An attack that the seat whose turn it is can make, and that seat."""
        at = self.state
        (seat,) = at.head.opens.must
        view = at.game.view(at.position, seat)
        lines = (str(line) for line in at.game.legal_orders(view, seat))
        return next(line for line in lines if line.startswith("attack")), seat

    def ask(self, body, seat, token=""):
        disposition = self.mail(body, seat, token)
        return disposition, self.store.rows(Letter)[-1].content


@pytest.fixture
def table(store):
    return Table(store, phases=3)


def test_a_question_on_one_line(table):
    attack, seat = table.attack
    disposition, content = table.ask(f"Odds {attack}; call off when 2 are lost", seat)
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
    assert f"{attack}\ncall off after 1 pass" in table.ask(below, seat)[1].text


def test_without_lines_it_is_about_the_orders_that_stand(table):
    attack, seat = table.attack
    table.ask(attack, seat)
    _, content = table.ask("odds", seat)
    assert "with your orders as they stand" in " ".join(content.text.split())
    assert attack in content.text


def test_lines_that_are_no_orders_are_named(table):
    _, seat = table.attack
    _, content = table.ask("odds attack Kyoto with army 2; <script>alert(1)</script>", seat)
    text = " ".join(content.text.split())
    assert "“Kyoto” is not a province." in text
    assert "These orders lead to no battle" in text
    assert "<script>" not in content.html


def test_it_is_the_askers_view_that_is_asked(table, monkeypatch):
    attack, seat = table.attack
    seen = []
    reckon = odds.battle_odds

    def spy(game, view, *rest, **more):
        seen.append(view.viewer)
        return reckon(game, view, *rest, **more)

    monkeypatch.setattr(odds, "battle_odds", spy)
    table.ask(f"odds {attack}", seat)
    assert seen == [seat]


def test_in_another_seats_turn_one_may_ask_too(table):
    attack, active = table.attack
    other = next(seat for seat in SEATS if seat != active)
    disposition, content = table.ask(f"odds {attack}", other)
    assert disposition.outcome == "answered"
    assert "is not yours" in " ".join(content.text.split())


def test_a_setting_forbids_it(table):
    attack, seat = table.attack
    commit(table.store, table.state.campaign, NOW, change_settings, odds=False)
    disposition, content = table.ask(f"odds {attack}", seat)
    assert disposition.outcome == "refused"
    assert "the odds of battles are not reckoned by mail" in " ".join(content.text.split())


def test_who_has_no_token_gets_none(table):
    attack, seat = table.attack
    disposition, _ = table.ask(f"odds {attack}", seat, token="x" * 26)
    assert disposition.outcome != "answered"


def test_a_game_without_battles_says_so(store):
    toy = Table(store, "toy")
    _, content = toy.ask("odds hide 3", "Oda")
    assert "Toy has no battles that can be reckoned." in " ".join(content.text.split())
