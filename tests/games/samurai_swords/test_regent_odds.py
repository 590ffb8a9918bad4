"""The strong regent's battle tables against a solver of its own, which enumerates the dice."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from adjudicator.games.samurai_swords.chapters.odds import chance_to_win
from adjudicator.games.samurai_swords.regents.strong.sight import (
    battle,
    hope,
    is_alone,
    is_outnumbered,
    merge,
    room_for,
    without_one,
)

STOPS = {"fewer": is_outnumbered, "alone": is_alone, "never": lambda ours, theirs: False}

RANGED = {"b": 6, "g": 4}
HAND_TO_HAND = {"d": 6, "w": 5, "r": 5, "R": 5, "s": 4, "S": 4}


@cache
def hits(side, ranged, hand_to_hand):
    """Return how likely each number of hits is, die by die."""
    found = {0: Fraction(1)}
    for unit in side:
        for needs in (RANGED,) * ranged + (HAND_TO_HAND,) * hand_to_hand:
            if unit in needs:
                hit = Fraction(needs[unit], 12)
                found = {
                    n: found.get(n, 0) * (1 - hit) + found.get(n - 1, 0) * hit
                    for n in range(len(found) + 1)
                }
    return found


def ways(ours, theirs, ranged):
    """Yield what is left of both after a step of a pass, and how likely that is."""
    for slain, p in hits(ours, ranged, not ranged).items():
        for lost, q in hits(theirs, ranged, not ranged).items():
            yield ours[min(lost, len(ours)) :], theirs[min(slain, len(theirs)) :], p * q


@cache
def winning(ours, theirs, stop):
    """Return exactly how likely the attacker is to win from here."""
    if not ours or not theirs:
        return Fraction(bool(ours))
    came, stays = Fraction(0), Fraction(0)
    for us, them, p in ways(ours, theirs, True):
        ends = ways(us, them, False) if us and them else [(us, them, Fraction(1))]
        for left, right, q in ends:
            alone = stop == "alone" and left[-1:] == "d" and len(left) - 1 <= len(right)
            if left and right and (alone or (stop != "never" and len(left) < len(right))):
                continue
            if (left, right) == (ours, theirs):
                stays += p * q
            else:
                came += p * q * winning(left, right, stop)
    return came / (1 - stays)


BATTLES = [
    ("s", "s", "fewer"),
    ("sss", "s", "fewer"),
    ("sss", "ss", "never"),
    ("rrwb", "gg", "fewer"),
    ("ggwbd", "sss", "alone"),
    ("rrssggwbd", "sgwbd", "alone"),
    ("sssss", "SSSSs", "never"),
    ("rrrsssbbd", "RRRRRd", "alone"),
    ("bbbbd", "d", "alone"),
    ("ssd", "ss", "alone"),
]


@pytest.mark.parametrize(("ours", "theirs", "stop"), BATTLES)
def test_the_tables_agree_with_the_solver(ours, theirs, stop):
    # before its first pass an army that would give up afterwards still fights one
    expected = float(winning(ours, theirs, stop))
    assert hope(ours, theirs, False, STOPS[stop]) == pytest.approx(expected, abs=0.004)
    if stop == "never":
        assert chance_to_win(ours, theirs) == pytest.approx(expected, abs=1e-12)


def test_across_a_sea_line_the_defender_strikes_first():
    assert comb(2, 1) * Fraction(1, 3) * Fraction(2, 3) == hits("ss", 0, 1)[1]
    came = sum(
        float(p * winning("sss"[min(lost, 3) :], "ss", "never"))
        for lost, p in hits("ss", 1, 1).items()
    )
    assert chance_to_win("sss", "ss", True) == pytest.approx(came, abs=1e-12)


def test_bonus_units_do_not_strike_first():
    """Across the sea they roll from the first pass on, as on land."""
    assert hope("ssss", "SSSSs", True) < hope("ssss", "SSSSs")
    assert hope("ssss", "SSSS", True) == hope("ssss", "SSSS")


@pytest.mark.parametrize(("ours", "theirs"), [("", "s"), ("s", ""), ("s", "s"), ("d", "SSSSd")])
def test_the_ends_of_a_battle_are_all_its_ends(ours, theirs):
    ends = battle(ours, theirs)
    assert sum(end.likely for end in ends) == pytest.approx(1)
    assert all(ours.endswith(end.left) and theirs.endswith(end.theirs) for end in ends)


def test_words_of_troops():
    assert merge("sgd", "rs", "S") == "Srssgd"
    assert without_one("rsgd") == "rgd"
    assert without_one("rrsgd") == ""  # two ronin need three regular units, the daimyo with them
    assert without_one("d") == ""
    assert room_for("bbwwsssd", "bsg") == "sg"
