import pytest
from letters_events import OTHERS, WAR
from letters_toy import Toy, position

from adjudicator import reports
from adjudicator.games.contract import Event
from adjudicator.reports import Setting
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text

FORMS = (Text({}), Html({}))


def words(game="ikusa", form=FORMS[0]):
    return module(
        game, "events", form, {"options": {}, "game": type(Toy.meta)(game, game, (2, 5), (), ())}
    )


def told(*events, form=FORMS[0]):
    chapters = Teller(words(form=form), form.safe).tell(events)
    return [told.text for chapter in chapters for told in chapter.passages]


def test_an_event_without_words_is_an_error():
    class Unheard(Event, frozen=True):
        pass

    with pytest.raises(reports.ReportError, match="Unheard"):
        told(Unheard())


def test_neighbouring_moves_of_one_army_are_one_sentence():
    first, second, other = WAR[:3]
    assert told(first, second, other) == [
        "Oda’s army 1 marches from Mino to Hida, leaving a spearman in Mino, and on to Shinano.",
        "Oda’s army 2 marches from Omi to Iga.",
    ]


def test_the_edition_names_its_markers():
    turn = next(event for event in OTHERS if type(event).__name__ == "TurnOrderSet")
    assert "Oda chose a marker" in words("ikusa").TurnOrderSet(turn)
    assert "Oda chose a sword" in words("samurai-swords").TurnOrderSet(turn)


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
