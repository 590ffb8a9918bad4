"""Charts of the standings: a line a seat, and the names of times beneath."""

import re
from itertools import pairwise
from types import SimpleNamespace

from adjudicator.games.contract import Phase
from adjudicator.site.charts import Figures, chart_of


def chart(*times, every=1):
    """A chart of so many phases of each of these times, named as a game names them."""
    phases = [
        Phase(f"{number} p{part}", number, f"p{part}", "", (), (), moment=moment)
        for number, moment in enumerate(times, 1)
        for part in range(every)
    ]
    episodes = [SimpleNamespace(round=0, when="")]
    episodes += [SimpleNamespace(round=phase.round, when=phase.when) for phase in phases]
    values = {"Oda": tuple(range(len(episodes)))}
    return chart_of(Figures("Provinces", values), episodes, {"Oda": 0})[1]


def names(svg):
    return re.findall(r'<text class="tick" x="([\d.]+)" y="[\d.]+">([^<]*)</text>', svg)


def test_rounds_are_called_as_the_game_calls_them():
    assert [name for _, name in names(chart("", "", every=6))] == ["Round 1", "Round 2"]
    svg = chart("Spring 1901", "Spring 1902", every=5)
    assert [name for _, name in names(svg)] == ["Spring 1901", "Spring 1902"]


def test_names_of_times_keep_apart_however_long_they_are():
    svg = chart(*(f"The month of frost {year}" for year in range(12)), every=2)
    places = [float(x) for x, _ in names(svg)]
    assert len(places) >= 2
    assert all(b - a > 130 for a, b in pairwise(places))
    assert svg.count('class="round"') == 12  # the marks are all there


def test_the_name_of_a_time_is_text_and_nothing_else():
    (_, name), *_ = names(chart("<b>1901</b>", "x"))
    assert "&lt;b&gt;" in name
