"""How events are put together into chapters."""

from types import SimpleNamespace

from adjudicator.games.contract import Event
from adjudicator.reports.story import Teller


class Quiet(Event, frozen=True):
    """An event of which another tells."""


class Loud(Event, frozen=True):
    """An event that has words."""


def test_an_event_without_a_word_leaves_no_gap():
    words = SimpleNamespace(
        together={},
        heading=lambda event: "War",
        Quiet=lambda event: " \n ",
        Loud=lambda event: "Something\nhappened.",
    )
    (chapter,) = Teller(words, str).tell([Quiet(), Loud(), Quiet()])
    assert chapter.title == "War"
    assert [told.text for told in chapter.passages] == ["Something happened."]


def test_an_event_without_a_word_can_be_the_head_of_what_follows():
    words = SimpleNamespace(
        together={},
        first_chapter="What happened",
        heading=lambda event: "Winter" if isinstance(event, Quiet) else "",
        Quiet=lambda event: "",
        Loud=lambda event: "Something happened.",
    )
    chapters = Teller(words, str).tell([Loud(), Quiet(), Loud(), Loud()])
    assert [(each.title, len(each.passages)) for each in chapters] == [
        ("What happened", 1),
        ("Winter", 2),
    ]
