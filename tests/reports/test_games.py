"""Letters about real games: words for whatever happens in them, and examples that can be read."""

from typing import get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from letters_html import Page
from letters_played import WAYS
from letters_toy import Toy, position

from adjudicator import reports
from adjudicator.games.contract import Defaulted, Ordered, Won, events_for
from adjudicator.games.samurai_swords.table.events import EVENTS
from adjudicator.orders import read_orders, scan
from adjudicator.reports import Setting
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
WORDS = st.sampled_from(
    ["", "Oda", "Takeda", "Kai", "Omi", "spearman", "1", "the reason", "A reason."]
)


def value(hint):
    """A strategy for values of an annotation, structs within structs included."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        fields = {f.name: value(f.type) for f in msgspec.structs.fields(hint)}
        return st.builds(hint, **fields)
    arguments = get_args(hint)
    if hint is str:
        return WORDS
    if hint is int:
        return st.integers(0, 12)
    if hint is bool:
        return st.booleans()
    if not arguments:
        return st.nothing()
    if str(hint).startswith("typing.Literal"):
        return st.sampled_from(arguments)
    if str(hint).startswith("tuple") and arguments[-1] is ...:
        return st.lists(value(arguments[0]), max_size=4).map(tuple)
    if str(hint).startswith("tuple"):
        return st.tuples(*map(value, arguments))
    if str(hint).startswith("dict"):
        return st.dictionaries(value(arguments[0]), value(arguments[1]), max_size=4)
    return st.one_of(*map(value, arguments))


ANY_EVENT = st.one_of(*(value(kind) for kind in (*EVENTS, Ordered, Defaulted, Won)))


@given(st.lists(ANY_EVENT, min_size=1, max_size=4))
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_an_event_holds_there_are_words_for_it(events):
    public = [msgspec.structs.replace(event, to=()) for event in events]
    report = reports.result(Toy(), position(), position(), None, public, Setting("c", "Oda"))
    assert Page(report.html).faults == []
    assert max(map(columns, report.text.splitlines())) <= 72


@pytest.mark.system
@pytest.mark.parametrize("regent", ["steady", "random"])
@each_way
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
