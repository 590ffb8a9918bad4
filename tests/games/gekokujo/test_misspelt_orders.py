"""Orders of few words, of which each may be a slip for one that a sentence has, too."""

import pytest

from adjudicator.chance import Stream
from adjudicator.games.gekokujo import game
from adjudicator.orders import read_orders


@pytest.fixture(scope="module")
def campaigns():
    position = game.new(["gold", "indigo", "vermilion"], {}, Stream(b"1")).position
    found = [each for each, _ in game.languages(position.options) if each.phase == "campaign"]
    return found[0]


@pytest.mark.parametrize("line", ["his on gold", "hts on gold", "hitz on gold"])
def test_what_is_one_slip_from_an_order_is_asked_about(campaigns, line):
    [error] = read_orders(f"{line}\nready", campaigns).findings
    assert (error.severity, error.fix) == ("error", "hits on gold")


@pytest.mark.parametrize("line", ["Hi gold", "This is gold", "His is gold", "Yours, gold"])
def test_a_sentence_of_as_few_words_is_none(campaigns, line):
    understood = read_orders(line, campaigns)
    assert not understood.findings
    assert [each.text for each in understood.unread] == [line]
