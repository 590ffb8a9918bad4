"""The one-roll battle as it is played, against its exact chances, which share no code with it."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import pytest
from exact import Side, ends_of, hired

from adjudicator.cases.battle_odds import battle_odds
from adjudicator.cases.case import read_case
from adjudicator.cases.odds import odds
from adjudicator.cases.run import set_up

TRIALS = 300
WIDE = 4.5
"""Standard deviations that a count may be off: of a thousand ends one in a hundred runs is."""


class Fight(NamedTuple):
    """A battle as a rule case, and as the exact calculation has it."""

    place: str
    sides: tuple[Side, ...]
    """The active seat first, then the player order."""
    owner: str = ""
    orders: dict[str, str] = {}
    koku: dict[str, int] = {}
    land: dict[str, object] = {}
    position: dict[str, object] = {}
    options: dict[str, object] = {}
    struck: str = ""
    """Who has a bushi more before the ninja comes."""


FIGHTS = {
    "nanban trade, ronin on both sides, sabotage": Fight(
        "Chikuzen",
        (
            Side("Otomo", {"daimyo": 1, "bushi": 3, "ronin": hired(3, 3, 3)}, again=True),
            Side("Shimazu", {"daimyo": 1, "bushi": 2, "ronin": hired(3, 1, 2)}, penalty=(1,)),
        ),
        owner="Shimazu",
        orders={
            "Otomo": "nanban trade in Chikuzen\nronin up to 3",
            "Shimazu": "ronin match up to 3 when defending",
        },
        koku={"Otomo": 5, "Shimazu": 1},
        position={"ninja": {"master": "Mori", "mission": "sabotage", "place": "Chikuzen"}},
    ),
    "Kyoto: four sides, each for itself": Fight(
        "Yamashiro",
        (
            Side("Chosokabe", {"bushi": 4}, hit=("daimyo", "ronin")),
            Side("Mori", {"bushi": 2}, bonus=(1,)),
            Side("Oda", {"daimyo": 1}, bonus=(1,)),
            Side("Uesugi", {"bushi": 2}, bonus=(1,)),
        ),
        owner="Mori",
        orders={"Chosokabe": "hit daimyo, ronin"},
    ),
    "the vanguard with ronin against a fortified castle": Fight(
        "Kai",
        (
            Side("Oda", {"daimyo": 2, "bushi": 3, "ronin": 2}, bonus=(1,), hit=("ronin", "bushi")),
            Side("Takeda", {"daimyo": 1, "bushi": 3, "ronin": 2}, castle=2),
        ),
        owner="Takeda",
        orders={"Oda": "ronin 2 in Kai\nhit ronin, bushi", "Takeda": "ronin match"},
        koku={"Oda": 9, "Takeda": 9},
        land={"castle": "Takeda", "fortified": True},
    ),
    "an assault: two ronin a koku": Fight(
        "Iga",
        (
            Side("Oda", {"bushi": 5, "ronin": hired(9, 2, 5, for_one=2)}),
            Side("Mori", {"daimyo": 1, "bushi": 3}),
        ),
        owner="Mori",
        orders={"Oda": "ronin up to 9"},
        koku={"Oda": 2},
        position={"seats": {"Oda": {"master": "Takeda", "path": "assault"}}},
    ),
    "an old contest under sabotage, where a six always hits": Fight(
        "Mino",
        (Side("Mori", {"bushi": 2}), Side("Takeda", {"bushi": 3})),
        options={"six always hits": True},  # so that the penalty takes nothing away
        position={"ninja": {"master": "Oda", "mission": "sabotage", "place": "Mino"}},
    ),
    "an assassin strikes when the ronin are hired": Fight(
        "Iga",
        (
            Side("Oda", {"bushi": 4}),
            Side("Mori", {"bushi": 2, "ronin": hired(9, 9, 3)}),
            Side("Hojo", {"daimyo": 1, "bushi": 1}),
        ),
        orders={"Mori": "ronin up to 9"},
        koku={"Mori": 9},
        position={"ninja": {"master": "Oda", "mission": "assassination"}},
        struck="Mori",
    ),
    "allies and a broken pact in Kyoto": Fight(
        "Yamashiro",
        (
            Side(
                "Chosokabe", {"bushi": 4, "ronin": 2}, penalty=(1,),
                hits_on=("Uesugi", "Mori"), hit=("daimyo", "bushi", "ronin"),
            ),
            Side("Mori", {"bushi": 2, "ronin": 2}, bonus=(1,), friends=("Uesugi",)),
            Side("Uesugi", {"daimyo": 1, "bushi": 1}, bonus=(1,), friends=("Mori",)),
        ),
        owner="Mori",
        orders={
            "Chosokabe": "ronin up to 2\nhits on Uesugi, Mori\nhit daimyo, bushi, ronin",
            "Mori": "ronin match",
        },
        koku={"Chosokabe": 2, "Mori": 2},
        position={
            "seats": {
                "Chosokabe": {"shamed": True},
                "Mori": {"allies": ["Uesugi"]},
                "Uesugi": {"allies": ["Mori"]},
            }
        },
        options={"politics": True},
    ),
    "guns, bows and spears under the vanguard, a castle breached": Fight(
        "Kai",
        (
            Side(
                "Oda", {"daimyo": 1, "spearman": 2, "archer": 1, "arquebusier": 1}, bonus=(1,)
            ),
            Side("Takeda", {"spearman": 2, "swordsman": 1, "archer": 1}, castle=1),
        ),
        owner="Takeda",
        land={"castle": "Takeda"},
        options={"warfare": True, "technology": True},
    ),
    "a swordsman alone": Fight(
        "Iga",
        (Side("Mori", {"swordsman": 1}), Side("Takeda", {"bannerman": 1, "archer": 2})),
        owner="Takeda",
        options={"warfare": True},
    ),
    "three sides with bows": Fight(
        "Iga",
        (
            Side("Mori", {"archer": 3, "spearman": 2}, hits_on=("Hojo",)),
            Side("Takeda", {"spearman": 2, "ronin": 2}),
            Side("Hojo", {"swordsman": 1, "spearman": 2}, hit=("archer",)),
        ),
        orders={"Mori": "hits on Hojo", "Takeda": "ronin 2", "Hojo": "hit archer"},
        koku={"Takeda": 3},
        options={"warfare": True},
    ),
}  # fmt: skip
HOMES = {
    "Chosokabe": "Tosa", "Hojo": "Izu", "Mori": "Aki", "Oda": "Owari", "Otomo": "Bungo",
    "Shimazu": "Satsuma", "Takeda": "Suruga", "Tokugawa": "Mikawa", "Uesugi": "Kaga",
}  # fmt: skip
"""Where a daimyo of each clan sits, so that none that falls is the last."""


def case_of(fight: Fight) -> dict[str, object]:
    """The battle as the table of a rule case."""
    names = [side.seat for side in fight.sides]
    hidden = fight.position.get("seats", {})
    lands = {HOMES[seat]: {"owner": seat, "units": {seat: {"daimyo": 1}}} for seat in HOMES}
    units = {
        side.seat: {kind: n for kind, n in side.units.items() if kind != "ronin"}
        for side in fight.sides
    }
    if fight.struck:
        units[fight.struck]["bushi"] += 1
    lands[fight.place] = {"owner": fight.owner, "units": units, **fight.land}
    seats = {seat: {"koku": fight.koku.get(seat, 0), **hidden.get(seat, {})} for seat in HOMES}
    order = (*names, *(seat for seat in HOMES if seat not in names))
    named = {seat: dict.fromkeys(units[seat], 0) for seat in names}
    return {
        "title": "A battle",
        "game": "gekokujo",
        "cites": "§6.2",
        "options": {"clans": "given", **fight.options},
        "position": {
            **fight.position, "round": 2, "provinces": lands, "seats": seats,
            "turn_order": order, "active": names[0],
        },
        "orders": fight.orders,
        "expect": {"provinces": {fight.place: {"owner": "", "units": named}}},
    }  # fmt: skip


def lines_of(fight: Fight, end: tuple[object, ...]) -> tuple[str, ...]:
    """An exact end as the lines in which odds tell one."""
    *left, holder = end
    head = f"provinces.{fight.place}"
    lines = [f'{head}.owner = "{holder}"']
    for side, army in zip(fight.sides, left, strict=True):
        there = dict(army)
        for kind in side.units:
            if kind != "ronin":
                lines.append(f"{head}.units.{side.seat}.{kind} = {there.get(kind) or 'nothing'}")
    return tuple(lines)


@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_battles_come_out_as_often_as_they_must(fight):
    exact: dict[tuple[str, ...], Fraction] = {}
    for end, share in ends_of(fight.sides, fight.owner).items():
        lines = lines_of(fight, end)
        exact[lines] = exact.get(lines, Fraction(0)) + share
    assert sum(exact.values()) == 1
    found = odds(case_of(fight), TRIALS, b"exact")
    counts = {outcome.lines: outcome.share.count for outcome in found.outcomes}
    assert set(counts) <= set(exact), "an end that cannot be"
    for lines, share in exact.items():
        due = float(share) * TRIALS
        assert abs(counts.get(lines, 0) - due) <= WIDE * sqrt(due * (1 - float(share))) + 1, lines


ALONE = [name for name, each in FIGHTS.items() if set(each.orders) <= {each.sides[0].seat}]
"""Where only the attacker says how to fight: what others want he does not ask."""


@pytest.mark.parametrize("name", ALONE)
def test_the_odds_are_exact(name):
    fight = FIGHTS[name]
    game, position, _ = set_up(read_case(case_of(fight)))
    seat = fight.sides[0].seat
    endings, *losses = {}, {}, {}
    for (*left, holder), share in ends_of(fight.sides, fight.owner).items():
        lost = [
            before(side) - sum(dict(army).values())
            for side, army in zip(fight.sides, left, strict=True)
        ]
        # Who stands with ronin alone holds nothing, but he is not beaten.
        word = "won" if holder == seat else "undecided" if left[0] else "lost"
        for counts, key in zip((endings, *losses), (word, lost[0], sum(lost[1:])), strict=True):
            counts[key] = counts.get(key, 0.0) + float(share)
    answer = battle_odds(game, position, seat, fight.orders.get(seat, ""))
    asked = answer.contests[0]
    assert asked.drawn == 0
    (fought,) = [each for each in asked.battles if each.id == (fight.place,)]
    shares = {word: each.share for word, each in fought.endings.items()}
    assert shares == pytest.approx({word: each for word, each in endings.items() if each})
    for found, expected in zip(fought.losses, losses, strict=True):
        shares = {n: each.share for n, each in enumerate(found.shares) if each.share}
        assert shares == pytest.approx(expected)


def before(side):
    return sum(number for kind, number in side.units.items() if kind != "ronin")


def test_one_against_one_is_what_it_is_by_hand():
    (attacker, defender) = Side("Oda", {"bushi": 1}), Side("Mori", {"bushi": 1})
    ends = ends_of((attacker, defender))
    one = (("bushi", 1),)
    assert ends == {
        (one, one, ""): Fraction(4, 6) * Fraction(5, 6),
        (one, (), "Oda"): Fraction(2, 6) * Fraction(5, 6),
        ((), one, "Mori"): Fraction(4, 6) * Fraction(1, 6),
        ((), (), ""): Fraction(2, 6) * Fraction(1, 6),
    }


def test_rolling_again_and_modifiers_by_hand():
    side = Side("Otomo", {"bushi": 1}, bonus=(1, 2), penalty=(1,), again=True)
    ends = ends_of((side, Side("Mori", {"daimyo": 1}, penalty=(3,))))
    # Needs 5 - 2 + 1 = 4: a half, and a half of the other half; the daimyo needs 7 and rolls not.
    assert ends == {
        ((("bushi", 1),), (), "Otomo"): Fraction(3, 4),
        ((("bushi", 1),), (("daimyo", 1),), ""): Fraction(1, 4),
    }
