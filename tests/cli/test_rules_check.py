"""``rules-check``: games carried out again by the rules that are installed."""

import json

import pytest
import toy

NEW = ("--seat", "Oda=none", "--seat", "Takeda=none", "--begin")


@pytest.fixture
def games(shell):
    """Two games, of which one is over."""
    for name in ("one", "two"):
        shell("new", "toy", "--name", name, *NEW)
        for _ in range(2):
            shell("adjudicate", name, "--now", "--yes")
    shell("end", "two", "--reason", "Enough.", "--yes")
    return shell


def test_games_that_go_on_are_carried_out_again_and_counted(games):
    assert "1 game, 3 phases carried out again; otherwise than before: none." in games(
        "rules-check"
    )
    assert "2 games, 6 phases" in games("rules-check", "--all")
    (facts,) = json.loads(games("rules-check", "two", "--json"))
    assert facts == {"game": "two", "phases": 3, "by_hand": 0, "differs": [], "why": []}


def test_each_game_that_differs_is_named_with_its_first_phase(games, monkeypatch):
    real = toy.Game.adjudicate

    def otherwise(self, position, orders, chance):
        chance.dice(1, 6, "a rule that is new")
        return real(self, position, orders, chance)

    monkeypatch.setattr(toy.Game, "adjudicate", otherwise)
    said = games("rules-check", code=1)
    assert "one: 1 plan: the dice and draws are others, and 1 phase more" in " ".join(said.split())
    assert "otherwise than before: 1 game." in said
    (facts,) = json.loads(games("rules-check", "--json", code=1))
    assert facts["differs"] == ["1 plan", "1 strike"]


def test_rules_that_fail_are_told_of_and_nothing_else_fails(games, monkeypatch):
    def broken(self, position, orders, chance):
        raise RuntimeError("no such rule")

    monkeypatch.setattr(toy.Game, "adjudicate", broken)
    assert "one: 1 plan: the rules fail" in games("rules-check", code=1)
