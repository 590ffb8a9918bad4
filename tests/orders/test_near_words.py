"""Words that are one slip away."""

from adjudicator.orders.spelling import Words


def test_words_that_are_equally_near_come_in_one_order_in_every_process():
    words = Words({each: each for each in ("one", "none", "noted", "nose")})
    assert words.near("noe") == ["none", "nose", "one"]
