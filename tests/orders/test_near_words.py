"""Words that are one slip away."""

from adjudicator.orders.language.spelling import Words


def test_words_that_are_equally_near_come_in_one_order_in_every_process():
    words = Words({each: each for each in ("one", "none", "noted", "nose")})
    assert words.near("noe") == ["none", "nose", "one"]


def test_neither_another_letter_nor_a_sign_is_near_a_letter():
    words = Words({each: each for each in ("a", ">", ">=", "ax", "%")})
    assert words.near("x") == ["ax"]
    assert words.near("xx") == ["ax"]
