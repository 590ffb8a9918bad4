"""A syntax stated once: read, printed, taken apart."""

from typing import Annotated

import pytest
from small_language import NAMES, Attack

from adjudicator.orders import Order
from adjudicator.orders.language.slots import Name, Number
from adjudicator.orders.language.syntax import (
    Blank,
    Forms,
    Maybe,
    Word,
    forms_of,
    parts_of,
    slots_of,
)
from adjudicator.orders.language.units import Units


def test_a_statement_is_taken_apart():
    assert parts_of("(go|walk  on) <place> [at [once] <time>]") == (
        Word(("go", "walk on"), agrees=True),
        Blank("place"),
        Maybe((Word(("at",)), Maybe((Word(("once",)),)), Blank("time"))),
    )


@pytest.mark.parametrize("statement", ["go [now", "go now]", "[go [now]"])
def test_brackets_must_match(statement):
    with pytest.raises(ValueError, match="unmatched"):
        parts_of(statement)


@pytest.mark.parametrize(
    "line",
    [
        "attack Hizen from Iyo with 2",
        "BATTLE hizen FROM iyo WITH two",
        "strike  at hizen from iyo with 2",
        "battle a from Iyo to Hizen with 2",
        "attack Hizen, from Iyo, with 2",
    ],
)
def test_every_form_reads_as_the_same_order(line):
    order, _ = Forms(forms_of(Attack)).find(line, NAMES)
    assert order == Attack("Hizen", "Iyo", Units((("", 2),)))
    assert str(order) == "attack Hizen from Iyo with 2"


class Wait(Order, frozen=True):
    """Wait some days."""

    syntax = "wait [<days> (days|day|nights)] before <hour> (are|is) (over|past) o'clock"
    examples = ("wait 2 days before 3 are over o'clock",)
    hour: Annotated[int, Number(0, 24)]
    days: Annotated[int, Number(1, 9)] = 0


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("wait 1 days before 1 are over o'clock", "wait 1 day before 1 is over o'clock"),
        ("wait 2 day before 0 is past o'clock", "wait 2 days before 0 are over o'clock"),
        ("wait one night before two is over o'clock", None),
        ("wait one nights before twelve is over o'clock", "wait 1 day before 12 are over o'clock"),
    ],
)
def test_a_word_after_a_number_agrees_with_it(written, printed):
    order, _ = Forms(forms_of(Wait)).find(written, NAMES)
    assert order is None if printed is None else str(order) == printed
    assert order is None or Forms(forms_of(Wait)).find(str(order), NAMES)[0] == order


@pytest.mark.parametrize(
    ("line", "fitting"),
    [
        ("strike at hizen from iyo", [0]),
        ("battle hizen fromiyo", []),
        ("battle a from iyo toward hizen", [0]),
        ("iyo -> hizen", [2]),
        ("attack hizen from iyo -> kai", [0, 2]),
        ("", []),
    ],
)
def test_only_forms_whose_words_stand_in_a_line_as_words_are_tried(line, fitting):
    forms = forms_of(Attack)
    found = Forms(forms).having(frozenset(line.split()))
    assert found == tuple(forms[at] for at in fitting)


def test_a_bad_statement_is_told_to_who_writes_a_game():
    class Bad(Order, frozen=True):
        syntax = "go <one> <two>"
        one: Annotated[str, Name("province")]
        two: Annotated[str, Name("province")]

    with pytest.raises(TypeError, match="runs into"):
        _ = forms_of(Bad)[0].regex

    class Bare(Order, frozen=True):
        syntax = "go <one>"
        one: str

    with pytest.raises(TypeError, match=r"Bare\.one must be annotated"):
        slots_of(Bare)
