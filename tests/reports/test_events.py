from types import SimpleNamespace

import pytest
from letters_events import OTHERS, WAR
from letters_toy import Toy, position

from adjudicator import reports
from adjudicator.games.contract import Event
from adjudicator.games.registry import find
from adjudicator.reports import Setting
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text

FORMS = (Text({}), Html({}))


def words(form=FORMS[0]):
    return module("ikusa", "events", form, {"options": {}, "game": Toy.meta})


def test_an_event_without_words_is_an_error():
    class Unheard(Event, frozen=True):
        pass

    with pytest.raises(reports.ReportError, match="Unheard"):
        Teller(words(), str).tell([Unheard()])


def test_secret_events_say_who_knows_them():
    placed = [event for event in OTHERS if event.to]
    report = reports.result(Toy(), position(), position(), None, placed, Setting("c", "Oda"))
    assert "Oda hides ronin in Kai (2 with the army, 1 with the force) and Ōmi (1" in report.text
    assert "(Only you know this.)" in report.text


def test_dice_are_marked_by_more_than_colour():
    html = words(form=FORMS[1]).Fought_table(WAR[6])
    assert html.count("<b style=") == 9
    text = words().Fought_table(WAR[6])
    assert text.count("[") == 9 + 1  # the heading explains the brackets


def test_without_a_module_its_words_are_not_there():
    meta = find("gekokujo").meta
    options = {option.name: option.default for option in meta.options}
    for politics in (False, True):
        known = {"options": {**options, "politics": politics}, "game": meta}
        assert hasattr(module("gekokujo", "events", FORMS[0], known), "PactMade") == politics


class Quiet(Event, frozen=True):
    """An event of which another tells."""


class Shown(Event, frozen=True):
    """An event that has a table alone."""


class Loud(Event, frozen=True):
    """An event that has words."""


def test_an_event_without_a_word_leaves_no_gap():
    words = SimpleNamespace(
        together={},
        heading=lambda event: "War",
        Quiet=lambda event: " \n ",
        Loud=lambda event: "Something\nhappened.",
        Shown=lambda event: "",
        Shown_table=lambda event: "\n a table\n",
    )
    (chapter,) = Teller(words, str).tell([Quiet(), Loud(), Quiet(), Shown(to=("Oda",))])
    assert chapter.title == "War"
    told = [(each.text, each.table, each.secret) for each in chapter.passages]
    assert told == [("Something happened.", "", ()), ("", " a table", ("Oda",))]
    words.in_fog = True  # where nobody is told who else knows it
    ((shown,),) = [each.passages for each in Teller(words, str).tell([Shown(to=("Oda",))])]
    assert shown.secret == ()


def test_an_event_without_a_word_can_be_the_head_of_what_follows():
    words = SimpleNamespace(
        together={},
        first_chapter="What happened",
        heading=lambda event: "Winter" if isinstance(event, Quiet) else "",
        Quiet=lambda event: "",
        Loud=lambda event: "Something happened.",
    )
    chapters = Teller(words, str).tell([Loud(), Loud(), Quiet(), Loud(), Loud()])
    assert [(each.title, len(each.passages)) for each in chapters] == [
        ("What happened", 2),
        ("Winter", 2),
    ]


def test_equal_events_have_equal_words_whether_kept_or_not():
    class Fact(Event, frozen=True):
        what: str

    words = SimpleNamespace(
        together={"Fact": []},
        first_chapter="What happened",
        heading=lambda event: "",
        Fact=lambda events: " and ".join(event.what for event in events),
    )
    teller = Teller(words, str)
    first, second = Fact(what="one"), Fact(what="two")
    for events, said in (([first, second], "one and two"), ([first], "one")):
        (chapter,) = teller.tell(events)
        assert [told.text for told in chapter.passages] == [said]
    for number in range(3000):
        (chapter,) = teller.tell([Fact(what=str(number)), Fact(what="more")])
        assert [told.text for told in chapter.passages] == [f"{number} and more"]
