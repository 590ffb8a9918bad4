"""Luck: what came by dice and cubes, beside what was to be expected."""

from types import SimpleNamespace

import pytest

from adjudicator.campaign.letters.dice import reckon_luck
from adjudicator.chance import Stream
from adjudicator.chance.tower import Tower, expect, throw
from adjudicator.games.gekokujo.table import events as gekokujo
from adjudicator.games.luck import LuckRules, Throw, luck_table
from adjudicator.games.registry import find
from adjudicator.games.samurai_swords.table import events as swords
from adjudicator.games.shogun.table import events as shogun


def test_the_table_is_reckoned_as_by_hand():
    throws = [Throw("Oda", 12, 0.5, 9), Throw("Oda", 6, 1 / 3, 2), Throw("Mori", 3, 1.0, 3)]
    table = luck_table("hits", ("Oda", "Takeda", "Mori"), throws)
    # 12 of one half and 6 of one third: 8, with a variance of 3 + 4/3.
    assert table.rows == (
        ("Oda", "18", "11", "8.0", "+1.4"),
        ("Takeda", "0", "0", "0.0", "0.0"),
        ("Mori", "3", "3", "3.0", "0.0"),
    )
    assert luck_table("hits", ("Oda",), []) is None


def test_hits_of_samurai_swords_count_by_what_they_need():
    steps = (
        swords.Roll("attacker", {"bowman": 2}, 6, (3, 9), 1),
        swords.Roll("defender", {"spearman": 3}, 4, (1, 2, 12), 2),
        swords.Losses("defender", {"spearman": 1}),
    )
    fought = swords.Fought(
        seat="Oda", source="Mino", target="Kai", outcome="won", passes=(swords.Pass(steps),),
        attackers=swords.Troops("Oda", {"bowman": 2}), defenders=swords.Troops("", {}),
    )  # fmt: skip
    rules = find("samurai-swords").luck()
    assert list(rules.throws(None, [fought])) == [Throw("Oda", 2, 0.5, 1)]  # nobody's are left out


def test_the_throws_of_a_colour_are_its_seats():
    position = find("ikusa").new(("Ann", "Bea"), {}, Stream(b"luck")).position
    colours = {each: seat for seat in position.seats for each in position.colours_of(seat)}
    rules = LuckRules("hits", lambda at, events: [Throw(each, 3, 0.5, 1) for each in colours])
    assert [each.seat for each in rules.of_seats(position, ())] == list(colours.values())
    assert set(colours) != set(position.seats)


def test_hits_of_gekokujo_count_what_was_rolled_again():
    roll = gekokujo.Roll("bushi", 3, 5, (5, 2, 1), again=(6, 3), hits=2)
    volley = gekokujo.Volley("melee", {"Oda": (roll,)}, ())
    fought = gekokujo.Fought(
        province="Kai", seat="Oda", sides=(), volleys=(volley,), winner="Oda", former=""
    )
    rules = find("gekokujo").luck()
    assert list(rules.throws(None, [fought])) == [Throw("Oda", 5, 1 / 3, 2)]


def test_cubes_of_shogun_count_by_what_the_tower_held_before():
    fought = shogun.Fought(
        kind="battle", province="Kai", attacker="blue", defender="red", parts=(),
        thrown={"blue": 5, "red": 2}, fallen={"blue": 3, "farmer": 1},
        inside={"blue": 6, "red": 4, "farmer": 8}, attack=3, defence=0, farmers=1, winner="blue",
        lost={}, left=3, tray={},
    )  # fmt: skip
    game = find("shogun")
    position = game.new(("blue", "red", "yellow"), {}, Stream(b"luck")).position
    resting, falling = expect(6 + 4 + 8 + 4 - 7, 7, Tower())
    assert list(game.luck().throws(position, [fought])) == [
        Throw("blue", 5, falling, 3),
        Throw("blue", 4, resting, 0),
        Throw("red", 2, falling, 0),
        Throw("red", 2, resting, 0),
    ]


@pytest.mark.parametrize(("inside", "thrown"), [(0, 8), (30, 14), (20, 30)])
def test_what_a_tower_gives_is_what_it_gives_on_average(inside, thrown):
    tower, chance, trials = Tower(), Stream(b"tower"), 1500
    came = {"rests": 0, "falls": 0}
    for _ in range(trials):
        done = throw({"rests": inside} if inside else {}, {"falls": thrown}, tower, chance)
        for cube in came:
            came[cube] += done.fallen.get(cube, 0)
    resting, falling = expect(inside, thrown, tower)
    assert came["rests"] / trials == pytest.approx(inside * resting, abs=0.3)
    assert came["falls"] / trials == pytest.approx(thrown * falling, abs=0.3)


def test_nobody_learns_of_throws_that_he_did_not_see(monkeypatch):
    game = find("samurai-swords")
    position = game.new(("Oda", "Takeda", "Mori"), {}, Stream(b"luck")).position
    roll = swords.Roll("attacker", {"bowman": 2}, 6, (3, 9), 1)
    fought = swords.Fought(
        to=("Takeda",), seat="Oda", source="Mino", target="Kai", outcome="won",
        passes=(swords.Pass((roll,)),), attackers=swords.Troops("Oda", {"bowman": 2}),
        defenders=swords.Troops("Takeda", {}),
    )  # fmt: skip
    monkeypatch.setattr("adjudicator.store.queries.resolutions", lambda *_: ())
    secret = [SimpleNamespace(events=game.encode_events([fought]))]
    state = SimpleNamespace(game=game, store=None, campaign=None, position=position, is_over=False)
    assert reckon_luck(state, "Oda", secret) is None
    assert reckon_luck(state, "", secret) is None
    assert reckon_luck(state, "Takeda", secret).rows[0] == ("Oda", "2", "1", "1.0", "+0.0")
    state.is_over = True
    assert reckon_luck(state, "Oda", secret) == reckon_luck(state, "Takeda", secret)
