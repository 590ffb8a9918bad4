"""Every event of every game in words, in both formats."""

import gekokujo_events
import letters_events
import pytest
import shogun_events
from letters_html import Page
from letters_played import events_of

from adjudicator.boards import load_board
from adjudicator.games.registry import find
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text, columns

RARE = {
    "gekokujo": gekokujo_events.RARE,
    "shogun": shogun_events.RARE,
    "samurai-swords": letters_events.WAR + letters_events.OTHERS,
    "ikusa": letters_events.WAR + letters_events.OTHERS,
}
FORMS = (Text({}), Html({}))
LABELS = {
    game: {name: each.label for name, each in load_board(board).provinces.items()}
    for game, board in zip(RARE, ("gekokujo", "shogun-sun", "ikusa", "ikusa"), strict=True)
}
SLIPS = ("  ", " .", " ,", " ;", "()", "None", "Undefined", "{", "!", "..", ";;", " 1 provinces")
each_game = pytest.mark.parametrize("name", RARE)


def words(name, form):
    meta = find(name).meta
    options = {
        each.name: each.default if each.default is not False else True for each in meta.options
    }
    return module(name, "events", form, {"options": options, "game": meta})


@each_game
@pytest.mark.parametrize("form", FORMS, ids=("text", "html"))
def test_every_event_has_words_without_slips(name, form):
    events = (*RARE[name], *events_of(name))
    assert {type(event) for event in events} == set(find(name).event_types)
    chapters = Teller(words(name, form), form.safe).tell(events)
    assert all(chapter.title for chapter in chapters)
    tables = []
    for told in (told for chapter in chapters for told in chapter.passages):
        text = str(told.text)
        assert text[0].isalnum() or text.startswith("<"), text
        assert text.endswith((".", ":", ")", "</b>")), text
        assert not [slip for slip in SLIPS if slip in text], text
        assert "None" not in str(told.table)
        assert form is not FORMS[0] or all(columns(x) <= 72 for x in told.table.splitlines())
        tables.append(f"<div>{text}{told.table}</div>")
    if form is not FORMS[0]:
        assert Page(f"<html><body>{''.join(tables)}</body></html>").faults == []


@each_game
def test_kinds_told_together_exist(name):
    by_name = {kind.__name__: kind for kind in find(name).event_types}
    for kind, fields in words(name, FORMS[0]).together.items():
        assert set(fields) <= set(by_name[kind].__struct_fields__)
