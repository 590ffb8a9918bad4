"""A condition says itself whether it holds; ``not``, ``and`` and ``or`` are worked out here."""

import pytest
from small_language import WAR, Mine

from adjudicator.orders import MisreadError, When, read_orders
from adjudicator.orders.language.conditions import Clause

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


@pytest.mark.parametrize(
    ("line", "condition"),
    [
        ("attack Hizen from Iyo if it is empty", "Hizen is empty"),
        ("attack Hizen from Iyo if it isn't empty", "not Hizen is empty"),
        ("attack Hizen from Iyo, but only if it's mine", "Hizen is mine"),
        ("attack Hizen from Iyo unless empty", "not Hizen is empty"),
        ("attack Hizen from Iyo (if it is empty)", "Hizen is empty"),
        ("attack Hizen from Iyo (if it is empty", "Hizen is empty"),
        ("attack Hizen from Iyo if not mine", "not Hizen is mine"),
        ("if it is empty: attack Hizen from Iyo", "Hizen is empty"),
        ("attack Hizen from Iyo if nobody is there", "Hizen is empty"),
        ("attack Hizen from Iyo if Iyo armies 3 OR MORE", "Iyo armies >= 3"),
        ("unless it is empty, attack Hizen from Iyo", "not Hizen is empty"),
        ("if Iyo is mine and it is empty then attack Hizen from Iyo", "Iyo is mine and Hizen is empty"),
    ],
)  # fmt: skip
def test_it_is_what_the_order_leads_to(line, condition):
    understood = read_orders(line, WAR)
    assert not understood.findings
    assert str(understood.orders) == f"if {condition}: attack Hizen from Iyo\n"


@pytest.mark.parametrize(
    "line",
    [
        "attack Hizen from Iyo if it armies > 2",
        "attack Hizen from Iyo if it is ready",
        "if it is empty: build castle in Iyo",
        "if it is empty: attack it from Iyo",
    ],
)
def test_what_it_means_is_not_guessed(line):
    understood = read_orders(line, WAR)
    assert not understood.orders.lines
    assert understood.findings[0].severity == "error"


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("Awa is empty", "{} is empty"),
        ("Awa is not empty", "not {} is empty"),
        ("not Awa is empty", "not {} is empty"),
        ("not Awa is not empty", "{} is empty"),
    ],
)
def test_what_is_offered_for_a_denied_condition_is_denied_too(condition, meant):
    [offered] = read_orders(f"if {condition}: build castle", WAR).meant[1]
    names = ("Awa-Boso", "Awa-Shikoku")
    assert offered == tuple(f"if {meant.format(name)}: build castle" for name in names)


@pytest.mark.parametrize(("groups", "each", "expected"), [(2, 2, 4), (1, 12, 12), (3, 2, None)])
def test_what_is_turned_round_is_no_longer_than_a_line_can_be(groups, each, expected):
    clauses = tuple(Clause(Mine(str(n)), n == 0) for n in range(each))
    when = When((clauses,) * groups)
    if expected is None:
        with pytest.raises(MisreadError) as caught:
            when.opposite()
        assert caught.value.why.kind == "too-long"
        return
    turned = when.opposite()
    assert len(turned.any_of) == expected
    for seat in ("Oda", "Takeda"):
        assert turned.holds({}, seat) is not when.holds({}, seat)
