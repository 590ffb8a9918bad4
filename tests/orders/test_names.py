"""Names as people write them."""

import pytest
from small_language import NAMES, PROVINCES

from adjudicator.orders import MisreadError, Names
from adjudicator.orders.language.names import closest
from adjudicator.orders.language.words import Words, find_near, is_denied, without_fillers

provinces = Names("province", PROVINCES)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ōmi", "Ōmi"),
        ("O\u0304mi", "Ōmi"),
        ("近江", "Ōmi"),
        ("Awa-Boso", "Awa-Boso"),
        ("awa boso", "Awa-Boso"),
        ("Awa (Boso)", "Awa-Boso"),
        ("‘Awa Boso’", "Awa-Boso"),
        ("awash", "Awa-Shikoku"),
        ("hiz", "Hizen"),
        ("ueno", "Kōzuke"),
        ("Hizen's", "Hizen"),
    ],
)
def test_a_name_is_found_in_every_form(text, name):
    assert provinces.find(text) == name


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Awa", "Awa-Boso or Awa-Shikoku"), ("chik", "Chikugo or Chikuzen")],
)
def test_an_ambiguous_name_lists_what_it_could_be(text, meant):
    with pytest.raises(MisreadError) as caught:
        provinces.find(text)
    assert caught.value.code == "ambiguous-name"
    assert meant in str(caught.value)
    assert caught.value.fix == ""


def test_of_many_names_that_it_could_be_the_first_four_are_listed():
    with pytest.raises(MisreadError) as caught:
        Names("province", {f"Awa-{letter}": () for letter in "ABCDE"}).find("awa")
    assert "could be Awa-A or Awa-B or Awa-C or Awa-D." in str(caught.value)


@pytest.mark.parametrize(
    ("text", "meant"), [("Shimoza", "Shimōsa"), ("Hizn", "Hizen"), ("Iyoo", "Iyo")]
)
def test_a_misspelt_name_is_asked_back_and_never_guessed(text, meant):
    with pytest.raises(MisreadError) as caught:
        provinces.find(text)
    assert caught.value.code == "unknown-name"
    assert f"Did you mean {meant}?" in str(caught.value)
    assert caught.value.fix == meant


def test_a_full_name_wins_over_a_longer_one_that_it_begins():
    assert Names("province", {"Iyo": (), "Iyonada": ()}).find("iyo") == "Iyo"


SEAS = Names("sea", {"North Sea": (), "Norwegian Sea": (), "English Channel": ()})


@pytest.mark.parametrize(
    ("text", "name"), [("nort s", "North Sea"), ("Eng. Ch.", "English Channel")]
)
def test_each_word_of_a_name_may_be_shortened(text, name):
    assert SEAS.find(text) == name


@pytest.mark.parametrize("text", ["no sea", "nort 2 sea", "not North Sea", "n s"])
def test_words_that_say_something_else_shorten_no_name(text):
    with pytest.raises(MisreadError) as caught:
        SEAS.find(text)
    assert (caught.value.code, caught.value.fix) == ("unknown-name", "")


def test_it_is_no_name_of_anything():
    with pytest.raises(MisreadError, match="“it” may be several things: name the province"):
        provinces.find("it")


@pytest.mark.parametrize(("number", "offered"), [(8, 8), (9, 0)])
@pytest.mark.parametrize("text", ["Hiz", "Hiz9"])
def test_of_too_many_names_none_is_to_be_tried(text, number, offered):
    with pytest.raises(MisreadError) as caught:
        Names("province", {f"Hiz{letter}": () for letter in "abcdefghi"[:number]}).find(text)
    assert len(caught.value.choices) == offered


def test_the_word_itself_is_most_like_a_word():
    assert closest("Rice", ["dice", "rice"]) == "rice"
    assert closest("ricee", ["dice", "rice"]) == "rice"
    assert closest("zebra", ["dice", "rice"]) == ""


@pytest.mark.parametrize("text", ["", " ", "-", "近", "xyzzy", "x" * 400, "\ud800", "ﷺ" * 40])
def test_what_is_like_nothing_is_unknown(text):
    with pytest.raises(MisreadError) as caught:
        provinces.find(text)
    assert caught.value.code == "unknown-name"
    assert len(caught.value.message) < 120


def test_two_names_cannot_share_a_form():
    with pytest.raises(ValueError, match="Awa"):
        Names("province", {"Awa-Boso": ("Awa",), "Awa-Shikoku": ("awa",)})


def test_a_vocabulary_keeps_kinds_apart():
    assert NAMES.find("province", "hizen") == "Hizen"
    assert NAMES.find("unit", "archers") == "bowman"
    assert "unit" in NAMES
    assert "clan" not in NAMES
    assert NAMES["seat"].all == ("Oda", "Takeda")
    with pytest.raises(MisreadError):
        NAMES.find("seat", "Hizen")


def test_several_likely_names_give_no_fix():
    with pytest.raises(MisreadError) as caught:
        Names("province", {"Hida": (), "Hisa": ()}).find("Hiza")
    assert "Hida or Hisa" in str(caught.value)
    assert caught.value.fix == ""


def test_of_two_letters_that_are_swapped_nothing_was_lost():
    assert find_near("ot", ["not", "of", "on", "to"])[0] == ("to", 1.0)
    assert find_near("wiht", ["wit", "with"])[0] == ("with", 1.0)


@pytest.mark.parametrize(
    ("word", "forms", "near"),
    [
        ("shimosaxx", ["shimosa", "shimosax"], [("shimosax", 1.0)]),  # the fewest slips alone
        ("hida", ["aida", "hiza"], [("hiza", 1.5), ("aida", 1.5)]),  # the first letter is right
        ("onte", ["note"], [("note", 1.5)]),
        ("ntoe", ["note"], [("note", 1.0)]),
        ("noote", ["note"], [("note", 1.0)]),
        ("nte", ["note"], [("note", 1.5)]),
        ("a", ["b"], []),
    ],
)
def test_what_a_word_may_be_a_slip_for_comes_in_the_order_of_its_cost(word, forms, near):
    assert find_near(word, forms) == near


def test_a_lost_space_parts_a_word_into_two_of_more_than_a_letter():
    words = Words({key: key.upper() for key in ("a", "tob", "at", "ob", "o")})
    assert words.halves("atob") == ("AT OB",)
    assert words.halves("atox") == ()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Could you hide 3?!", "hide 3"),
        ("please can you please hide 3 .", "hide 3"),
        ("and then we attack the Awa, please", "attack Awa"),
        ("first hide 3 thanks", "first hide 3"),
    ],
)
def test_politeness_is_left_out_and_no_verb(text, left):
    assert without_fillers(text, {"first": 1, "hide": 1, "attack": 1}) == left


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("please don’t attack Awa", True),
        ("my dear good friend do not attack", True),
        ("my dear good old friend do not attack", False),
        ("there is no army", False),
        ("no army in Awa", True),
        ("if not empty: attack Awa", False),
    ],
)
def test_a_line_is_denied_by_one_of_its_first_words(text, denied):
    assert is_denied(text) is denied
