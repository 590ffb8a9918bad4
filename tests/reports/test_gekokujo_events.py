"""What is said of events of Gekokujō and its modules."""

from gekokujo_events import CHIKUZEN, ECHIGO, GUNS, MINO, RARE
from msgspec.structs import replace

from adjudicator.boards import load_board
from adjudicator.games.gekokujo.meta import META, MODULES
from adjudicator.games.gekokujo.table.events import Modifier
from adjudicator.reports.html import Html
from adjudicator.reports.story import Teller
from adjudicator.reports.templates import module
from adjudicator.reports.text import Text

LABELS = {name: each.label for name, each in load_board("gekokujo").provinces.items()}
FORMS = (Text(LABELS), Html(LABELS))
OPTIONS = {option.name: option.default for option in META.options}
ALL = {**OPTIONS, **dict.fromkeys(MODULES, True)}


def words(form=FORMS[0], options=ALL):
    return module("gekokujo", "events", form, {"options": options, "game": META})


def passage(*events, form=FORMS[0]):
    return Teller(words(form), form.safe).say(list(events))


def one_line(text):
    return " ".join(text.split())


def test_a_modifier_that_does_not_count_says_which_does_and_by_which_rule():
    table = one_line(passage(ECHIGO).table)
    assert "Attack rolls of Oda: the shogun’s vanguard +1 (§2.4)." in table
    assert "the dragon’s domain +1 (§2.4); castle +1, not added: the dragon’s domain gives" in table
    assert "gives +1 already, §0.1." in table


def test_a_bonus_that_does_not_count_for_another_reason_gives_it():
    table = one_line(passage(GUNS).table)
    assert "castle +1, not added: guns have breached it" in table
    assert "spearmen together +1 for spearmen (§10.2)" in table
    bare = replace(GUNS.sides[1], modifiers=(Modifier("castle", "defence roll", 1, "§9.2", False),))
    assert "castle +1, not added." in one_line(
        passage(replace(GUNS, sides=(GUNS.sides[0], bare))).table
    )


def test_a_battle_of_three_sides_tells_whose_hits_felled_whom():
    told = passage(MINO)
    assert told.text.startswith("The battle of Mino: Takeda takes it. Takeda attacks with a daimyo")
    table = one_line(told.table)
    assert "Takeda’s hits fell a daimyo and a bushi of Tokugawa; 2 hits find nobody." in table
    assert "Tokugawa’s hits fell 2 bushi of Oda." in table
    assert "Oda’s hits fell a bushi of Takeda." in table
    assert "Takeda 4 of 7 dice (2.8 expected)" in table


def test_dice_that_are_rolled_again_stand_below_those_that_failed():
    table = passage(CHIKUZEN).table
    rows = [line.split() for line in table.splitlines() if line.startswith("  Otomo")]
    assert [row[-1] for row in rows] == ["2", "1", "1", "1", "1"]
    assert table.count("rolled again") == 2
    assert "Otomo 6 of 13 dice (4.8 expected)" in one_line(table)
    assert "Shimazu’s 2 bushi and 1 ronin do not roll." in one_line(table)


def test_who_was_shot_before_the_melee_is_not_said_to_stand_idle():
    assert "do not roll" not in passage(GUNS).table
    assert "does not roll" not in passage(GUNS).table


def test_without_a_module_its_words_are_not_there():
    assert not hasattr(words(options=OPTIONS), "PactMade")
    assert hasattr(words(options={**OPTIONS, "politics": True}), "PactMade")


def test_hidden_koku_are_a_dash_in_the_player_order():
    order = next(event for event in RARE if type(event).__name__ == "OrderDetermined")
    rows = [line.split() for line in passage(order).table.splitlines()]
    assert ["Mori", "3", "–", "5"] in rows
