"""Letters about real games: words for whatever happens in them, and examples that can be read."""

from itertools import cycle

import pytest
from letters_html import Page
from letters_played import WAYS

from adjudicator import reports
from adjudicator.games.contract import events_for
from adjudicator.orders import read_orders, scan
from adjudicator.reports import Setting
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@pytest.mark.system
@pytest.mark.parametrize(
    ("way", "regent"), [*zip(WAYS.values(), cycle(("steady", "random")), strict=False)], ids=WAYS
)
def test_a_game_is_told_to_every_seat(way, regent):
    for before, after, orders, events in way.played(regent):
        for seat in (*way.seats[:2], ""):
            setting = Setting("sekigahara", seat, address="judge@example.org", token="abc")
            views = way.game.view(before, seat), way.game.view(after, seat)
            known = events_for(events, seat)
            report = reports.result(way.game, *views, orders.get(seat), known, setting)
            long = [line for line in report.text.splitlines() if columns(line) > 72]
            assert all(line.startswith("  ") for line in long), long
            page = Page(report.html)
            assert page.faults == []
            assert max(page.least_widths()) <= 390 - 2 * 18
            assert len(report.html) < 100_000  # the commonest mail programs cut longer ones off
            for file in report.files:
                if file.name.startswith("orders-"):
                    assert all(not section.lines for section in scan(file.data).sections)


@each_way
def test_the_examples_of_each_phase_are_orders_of_it(way):
    known = {"options": way.begin().position.options, "game": way.game.meta}
    phases = module(way.name, "phases", Text({}), known)
    for language, _ in way.game.languages(way.options):
        name = language.phase
        assert phases.asked[name].strip(), name
        assert phases.by_default[name].strip(), name
        lines = [*phases.examples[name], *phases.beside.get(name, {}).get("examples", ())]
        understood = read_orders("\n".join(lines), language)
        assert understood.findings == (), name
        assert sum(len(line.branches) for line in understood.orders) == len(lines)
