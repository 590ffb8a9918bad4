"""The blanks: numbers, amounts, units, lists."""

import pytest
from small_language import NAMES, TROOP

from adjudicator.orders import MisreadError
from adjudicator.orders.language.slots import (
    Amount,
    AmountSlot,
    Compare,
    NameList,
    Number,
    NumberList,
    compare,
)
from adjudicator.orders.language.units import ALL, Units, UnitsInOrder


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("０３", 3),
        ("three", 3),
        ("TWELVE", 12),
        ("a", 1),
        ("no", 0),
        ("none", 0),
        ("zero", 0),
    ],
)
def test_a_number_is_read_as_figures_and_as_a_word(text, number):
    assert Number(0, 99).read(text, NAMES) == number


@pytest.mark.parametrize("text", ["1 3 2", "thirteen", "", "-1", "1.5", "²", "1234567", "1e3"])
def test_what_is_no_number(text):
    with pytest.raises(MisreadError) as caught:
        Number(0, 999).read(text, NAMES)
    assert caught.value.code == "not-a-number"
    for text in ("0", "31", "999999"):
        with pytest.raises(MisreadError, match="not between 1 and 30"):
            Number(1, 30).read(text, NAMES)


@pytest.mark.parametrize(
    "text", ["1, 3, 2", "1 3 2", "1-3-2", "1 > 3 > 2", "1/3/2", "one, then three and two"]
)
def test_a_list_of_numbers_is_parted_by_commas_and_words(text):
    assert NumberList(1, 5).read(text, NAMES) == (1, 3, 2)


@pytest.mark.parametrize(
    ("text", "amount", "canonical"),
    [
        ("4", Amount(4), "4"),
        ("two", Amount(2), "2"),
        ("all", Amount(0, but=True), "all"),
        ("everything", Amount(0, but=True), "all"),
        ("all but 1", Amount(1, but=True), "all but 1"),
        ("ALL EXCEPT two", Amount(2, but=True), "all but 2"),
        ("up to 4", Amount(4, up_to=True), "up to 4"),
        ("at most four", Amount(4, up_to=True), "up to 4"),
    ],
)
def test_amounts_are_numbers_all_all_but_or_up_to(text, amount, canonical):
    assert AmountSlot().read(text, NAMES) == amount
    assert str(amount) == canonical
    assert [Amount(4, up_to=True).of(available) for available in (3, 5)] == [3, 4]
    assert (Amount(4).of(3), Amount(1, but=True).of(3), Amount(4, but=True).of(3)) == (4, 2, 0)


ONE_EACH = (("spearman", 2), ("gunner", 1))


@pytest.mark.parametrize(
    ("text", "units", "canonical"),
    [
        ("2 spearmen and 1 gunner", Units(ONE_EACH), "2 spearmen and 1 gunner"),
        ("2 spearmen, 1 gunner,", Units(ONE_EACH), None),
        ("2 spearmen & a gunner", Units(ONE_EACH), None),
        ("2 spear + gun", Units(ONE_EACH), None),
        ("2 spearmen 1 gunner", Units(ONE_EACH), None),
        ("2x spearmen, 1 x gunner", Units(ONE_EACH), None),
        ("spearmen 2, gunner: 1", Units(ONE_EACH), None),
        ("spearmen x2 plus the gunner", Units(ONE_EACH), None),
        ("3", Units((("", 3),)), "3"),
        ("3 units", Units((("", 3),)), None),
        ("0", Units(), "0"),
        ("none", Units(), None),
        ("no gunners", Units(), None),
        ("all", Units(every=True), "all"),
        ("all my units", Units(every=True), None),
        ("all but none", Units(every=True), None),
        ("all but 1", Units((("", 1),), every=True), "all but 1"),
        ("all but 1 spearman", Units((("spearman", 1),), every=True), "all but 1 spearman"),
        ("everything but the daimyo", Units((("daimyo", 1),), every=True), "all but 1 daimyo"),
        ("all but 2 spears and 1 gun", Units(ONE_EACH, every=True), "all but 2 spearmen and 1 gunner"),
        ("all gunners", Units((("gunner", ALL),)), "all gunners"),
        ("All gunners", Units((("gunner", ALL),)), None),
        ("all the gunners and 2 bows", Units((("gunner", ALL), ("bowman", 2))), "all gunners and 2 bowmen"),
        ("all but all ronin", Units((("ronin", ALL),), every=True), "all but all ronin"),
        ("an archer", Units((("bowman", 1),)), "1 bowman"),
    ],
)  # fmt: skip
def test_units_are_counted_by_kind_in_words_or_figures(text, units, canonical):
    assert TROOP.read(text, NAMES) == units
    assert TROOP.read(TROOP.show(units), NAMES) == units
    if canonical:
        assert TROOP.show(units) == canonical


@pytest.mark.parametrize(
    ("text", "code", "fix"),
    [
        ("2 spearmen and 3 spears", "unit-twice", ""),
        ("2 and 3", "unit-twice", ""),
        ("2 elephants", "unknown-name", ""),
        ("2 sperman", "unknown-name", "2 spearman"),
        ("1 gunner, 2 sperman, 1 bow", "unknown-name", "1 gunner, 2 spearman, 1 bow"),
        ("all sperman", "unknown-name", "all spearman"),
        ("all but 1 gunner and 2 sperman", "unknown-name", "all but 1 gunner, 2 spearman"),
        ("1 spearman 2", "unknown-name", ""),
        ("9999999", "not-a-number", ""),
        (",", "malformed", ""),
        ("2 2 spearmen", "unknown-name", ""),
        ("some spearmen", "unknown-name", ""),
        ("2-3 spearmen", "unknown-name", ""),
        ("spearmen 2 gunners", "unknown-name", ""),
        ("3/4 spearmen", "amiss", ""),
    ],
)  # fmt: skip
def test_units_that_are_not_understood(text, code, fix):
    with pytest.raises(MisreadError) as caught:
        TROOP.read(text, NAMES)
    assert caught.value.code == code
    assert caught.value.fix == fix


@pytest.mark.parametrize(
    "text",
    ["Hizen, Iyo, Omi", "Hizen then Iyo then Omi", "Hizen and Iyo and Omi", "Hizen -> Iyo -> Omi",
     "Hizen > Iyo > Omi", "Hizen - Iyo - Omi", "1 Hizen - 2 Iyo - 3 Omi", "Hizen via Iyo, then Omi", "Hizen/Iyo/Omi", "Hizen => Iyo & Omi"],
)  # fmt: skip
def test_a_list_of_names_is_parted_by_commas_and_words(text):
    assert NameList("province").read(text, NAMES) == ("Hizen", "Iyo", "Ōmi")
    assert NameList("province").show(("Hizen", "Iyo", "Ōmi")) == "Hizen, Iyo, Ōmi"


def test_a_dash_that_is_part_of_a_name_does_not_split_it():
    assert NameList("province").read("Awa - Boso, Hizen - Iyo", NAMES) == (
        "Awa-Boso",
        "Hizen",
        "Iyo",
    )


def test_a_sequence_of_units():
    for slot in (NameList("province"), NumberList(), UnitsInOrder()):
        with pytest.raises(MisreadError, match="Nothing is listed"):
            slot.read(",", NAMES)
    assert UnitsInOrder().read("gunners > bows, spear", NAMES) == ("gunner", "bowman", "spearman")
    assert UnitsInOrder().show(("gunner", "bowman")) == "gunner, bowman"
    with pytest.raises(MisreadError, match="twice"):
        UnitsInOrder().read("gun, gunner", NAMES)


@pytest.mark.parametrize(
    ("text", "how"),
    [("at most", "<="), ("=<", "<="), ("no more than", "<="), ("at least", ">="), ("=>", ">="), ("less than", "<"),
     ("under", "<"), ("more than", ">"), ("over", ">"), ("is", "="), ("==", "="), ("exactly", "=")],
)  # fmt: skip
def test_comparisons_in_words(text, how):
    assert Compare().read(text, NAMES) == how
    held = {"<=": (2, 3), ">=": (3, 4), "<": (2,), ">": (4,), "=": (3,)}[how]
    assert tuple(left for left in (2, 3, 4) if compare(left, how, 3)) == held
