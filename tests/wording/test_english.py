"""English nouns as reasons and letters have them."""

import pytest

from adjudicator.wording.english import (
    begin_sentence,
    is_plural,
    listing,
    number_of,
    plural,
    with_article,
)


@pytest.mark.parametrize(
    ("noun", "several"),
    [
        ("case", "cases"),
        ("army", "armies"),
        ("day", "days"),
        ("guy", "guys"),
        ("swordsman", "swordsmen"),
        ("koku", "koku"),
    ],
)
def test_the_plural_of_a_noun(noun, several):
    assert plural(noun, {"koku": "koku"}) == several


def test_one_thing_and_several_or_none():
    told = [number_of(number, "army") for number in (0, 1, 2)]
    assert told == ["0 armies", "1 army", "2 armies"]


@pytest.mark.parametrize(
    "noun", ["a province", "an army", "an island", "an unknown seat", "a unit", "a university"]
)
def test_the_article_before_a_vowel_that_is_heard(noun):
    article, _, bare = noun.partition(" ")
    assert with_article(bare) == f"{article} {bare}"


def test_lists_are_parted_by_commas_and_one_word():
    names = ["Kai", "Hida", "Mino"]
    lists = [listing(names[:count]) for count in range(4)]
    assert lists == ["", "Kai", "Kai and Hida", "Kai, Hida and Mino"]
    assert listing(names, "or") == "Kai, Hida or Mino"


def test_what_looks_like_a_plural():
    assert [is_plural(each) for each in ("guns", "Boatmen", "army")] == [True, True, False]


def test_a_clause_that_begins_a_sentence():
    assert begin_sentence("the game is over") == "The game is over"
    assert begin_sentence("") == ""
