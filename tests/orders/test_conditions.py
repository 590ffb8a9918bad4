"""A condition says itself whether it holds; ``not``, ``and`` and ``or`` are worked out here."""

from typing import Annotated

import pytest
from small_language import WAR

from adjudicator.orders import Condition, When
from adjudicator.orders.conditions import Clause
from adjudicator.orders.slots import Name

ARMIES = {"Iyo": 2, "Hizen": 0}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Hizen is empty", True),
        ("not Hizen is empty", False),
        ("Iyo is not empty", True),
        ("Iyo armies >= 2 and Hizen is empty", True),
        ("Iyo armies > 2 and Hizen is empty", False),
        ("Iyo armies > 2 or Hizen is empty", True),
        ("Hizen is empty or Iyo is empty and Iyo armies > 2", True),
        ("Iyo is empty or Iyo armies > 2", False),
        ("Iyo armies > 2 or not Iyo is empty and not Hizen armies = 1", True),
    ],
)
def test_and_binds_closer_than_or_and_not_turns_one_clause(text, holds):
    assert WAR.read_when(text).holds(ARMIES, "Oda") is holds


def test_it_holds_for_the_seat_that_asks():
    when = WAR.read_when("Iyo is mine")
    assert when.holds(ARMIES, "Oda")
    assert not when.holds(ARMIES, "Takeda")


def test_a_condition_that_cannot_say_whether_it_holds_is_named():
    class Windy(Condition, frozen=True):
        syntax = "<place> is windy"
        place: Annotated[str, Name("province")]

    when = When(((Clause(Windy("Iyo")),),))
    with pytest.raises(NotImplementedError, match="Windy"):
        when.holds(ARMIES, "Oda")
