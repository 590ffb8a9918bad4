"""The longer game: what its letters say from 35 provinces on (M65)."""

import pytest
from swords_games import SWORDS, made

from adjudicator.boards import load_board

PLACES = list(load_board("ikusa", {}).provinces)


def position(provinces, **options):
    lands = {place: {"owner": "pink", "spearman": 1} for place in PLACES[:provinces]}
    lands[PLACES[-1]] = {"owner": "gray", "spearman": 1}
    table = {"round": 3, "turn_order": ["pink", "gray"], "provinces": lands}
    return made(table, **options)


@pytest.mark.parametrize(
    ("provinces", "note"),
    [
        (34, ""),
        (35, "pink owns 35 provinces and wins with 35 or more at the end of this round."),
        (36, "pink owns 36 provinces and wins with 35 or more at the end of this round."),
    ],
)
@pytest.mark.parametrize("seat", ["", "pink", "gray"])
def test_the_standings_foretell_the_victory(provinces, note, seat):
    view = SWORDS.view(position(provinces, win="end of round"), seat)
    assert SWORDS.standings(view).note == note


def test_nothing_is_foretold_where_35_win_at_once():
    assert SWORDS.standings(position(36)).note == ""
    assert SWORDS.standings(position(36, play="quick")).note == ""


def test_the_letter_says_so():
    from adjudicator import reports
    from adjudicator.reports import Setting

    before, after = (position(number, win="end of round") for number in (34, 36))
    text = reports.result(SWORDS, before, after, None, (), Setting(campaign="long", seat="")).text
    words = " ".join(text.split())
    assert "pink owns 36 provinces and wins with 35 or more at the end of this round." in words
