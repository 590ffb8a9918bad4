"""Names as people write them."""

import pytest
from small_language import NAMES, PROVINCES

from adjudicator.orders import MisreadError, Names
from adjudicator.orders.language.words import find_near

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
