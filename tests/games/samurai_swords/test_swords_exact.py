"""The odds of the program against battles reckoned exactly, by code that shares nothing with it."""

import pytest
import swords_exact as exact
from swords_exact import KINDS, Party, Troop
from swords_games import SWORDS, read

from adjudicator.cases.battle_odds import battle_odds
from adjudicator.games.samurai_swords.chapters import battle, combat, war
from adjudicator.games.samurai_swords.table.play import DefiniteAttack


def troop(daimyo=False, down=False, **units):
    return Troop(tuple(units.get(kind, 0) for kind in KINDS), daimyo, down)


def wish(*first):
    return first + tuple(kind for kind in KINDS if kind not in first)


FORCE = troop
ARMY = lambda **units: troop(True, **units)  # noqa: E731
END = exact.to_the_end

BATTLES = {
    "mixed": (
        FORCE(bowman=1, swordsman=1, gunner=2, spearman=1),
        [FORCE(bowman=1, spearman=3)],
        "",
        exact.outnumbered,
        {},
    ),
    "at three left": (
        ARMY(swordsman=2, spearman=3),
        [FORCE(spearman=5)],
        "call off Tango at 3 left",
        exact.at_left(3),
        {},
    ),
    "outnumbered by two": (
        FORCE(spearman=5),
        [FORCE(spearman=4)],
        "call off when outnumbered by 2",
        exact.outnumbered_by(2),
        {},
    ),
    "below 50 %, the defender has a wish of his own": (
        FORCE(swordsman=2, spearman=2),
        [FORCE(bowman=2, spearman=2)],
        "call off below 50%",
        exact.below(50),
        {"gray": wish("bowman")},
    ),
    "before the daimyo is alone": (
        ARMY(gunner=2, spearman=2),
        [FORCE(spearman=3)],
        "call off before daimyo alone\nfight to the end",
        exact.before_the_daimyo,
        {},
    ),
    "two policies": (
        ARMY(bowman=2, spearman=3),
        [FORCE(spearman=5)],
        "call off Tango when 4 are lost\ncall off Tango after 2 passes",
        exact.either(exact.when_lost(4), exact.after_passes(2)),
        {},
    ),
    "both have a wish": (
        FORCE(bowman=1, gunner=2, spearman=2),
        [FORCE(bowman=2, gunner=1, spearman=2)],
        "casualties gunner, bowman in Tango\nfight to the end",
        END,
        {"pink": wish("gunner", "bowman"), "gray": wish("bowman", "gunner")},
    ),
    "ronin with an army": (
        ARMY(bowman=1, spearman=2, ronin=3),
        [FORCE(spearman=5)],
        "casualties spearman\nfight to the end",
        END,
        {"pink": wish("spearman")},
    ),
    "a castle": (
        ARMY(bowman=2, swordsman=2, gunner=4),
        [FORCE(spearman=2)],
        "fight to the end",
        END,
        {"building": "castle"},
    ),
    "a fortress": (
        ARMY(bowman=2, swordsman=2, gunner=5, spearman=4),
        [FORCE(gunner=2)],
        "call off when outnumbered by 3",
        exact.outnumbered_by(3),
        {"building": "fortress"},
    ),
    "across the sea against a castle": (
        FORCE(bowman=2, swordsman=3),
        [FORCE(spearman=1)],
        "call off after 2 passes\nfight to the end",
        exact.after_passes(2),
        {"naval": True, "building": "castle"},
    ),
    "army and force, the force first": (
        ARMY(bowman=2, gunner=4, spearman=2),
        [FORCE(spearman=2), ARMY(swordsman=1, spearman=1)],
        "fight to the end",
        END,
        {},
    ),
    "army and force, the army first": (
        ARMY(bowman=2, gunner=4, spearman=2),
        [ARMY(swordsman=1, spearman=1), FORCE(spearman=2)],
        "fight to the end",
        END,
        {"pool": "army"},
    ),
    "an army whose daimyo lies down": (
        FORCE(spearman=4),
        [troop(True, True, bowman=1, spearman=1)],
        "fight to the end",
        END,
        {},
    ),
}
WALLS = {"castle": (4, "spearman"), "fortress": (5, "ronin"), "": (0, "")}


def record(each):
    return {kind: n for kind, n in zip(KINDS, each.units, strict=True) if n}


def position_of(attacker, defenders, more):
    """Return the position of a battle, at Tango from Tamba or across the sea, and its orders."""
    source, target = ("Awa-Shikoku", "Kii") if more.get("naval") else ("Tamba", "Tango")
    pink: dict = {"armies": {"3": {"at": "Mutsu"}}}
    gray: dict = {"armies": {"3": {"at": "Dewa"}}, "policy": {"pool": more.get("pool", "force")}}
    gray["policy"]["casualties"] = more.get("gray", KINDS)
    places = {source: {"owner": "pink"}, target: {"owner": "gray"}}
    places |= {"Mutsu": {"owner": "pink"}, "Dewa": {"owner": "gray"}}
    places[target]["building"] = more.get("building", "")
    if attacker.daimyo:
        pink["armies"]["1"] = {"at": source, **record(attacker)}
    else:
        places[source] |= record(attacker)
    for each in defenders:
        if each.daimyo:
            gray["armies"]["1"] = {"at": target, "down": each.down, **record(each)}
        else:
            places[target] |= record(each)
    table = {"round": 3, "turn_order": ["pink", "gray"], "seats": {"pink": pink, "gray": gray}}
    table["provinces"] = places
    position = SWORDS.from_table(table, {})
    assert SWORDS.faults(position) == []
    return position, source, target


def followed(name):
    """Return both sides, how likely each end of their battle is, and the battle as it is asked."""
    attacker, defenders, policies, stop, more = BATTLES[name]
    us = Party((attacker,), more.get("pink", KINDS))
    them = Party(tuple(defenders), more.get("gray", KINDS), *WALLS[more.get("building", "")])
    expected = exact.battle(us, them, stop, more.get("naval", False))
    assert sum(expected.values()) == pytest.approx(1, abs=1e-6)
    position, source, target = position_of(attacker, defenders, more)
    orders = f"attack {target} from {source}\n{policies}".replace("Tango", target)
    return (
        us,
        them,
        expected,
        position,
        DefiniteAttack(source, target, "1" * attacker.daimyo),
        orders,
    )


@pytest.mark.parametrize("name", BATTLES)
def test_the_reckoning_follows_all_dice(name):
    us, them, expected, position, clash, orders = followed(name)
    play = SWORDS.play(position, {"pink": read(SWORDS, position, orders)})
    war.begin_turn(play, "pink")
    war.change_policies(play, "pink")
    attacker = combat.attackers(play, "pink", clash)
    defender = combat.defenders(play, clash.target)
    policies = combat.call_off(play, "pink", clash, attacker, defender)
    ours, theirs = attacker.word, defender.word
    reckoned = battle.endings(
        ours,
        theirs,
        play.board.by_sea(clash.source, clash.target),
        lambda lost, slain, passes: bool(policies.why(ours[lost:], theirs[slain:], passes)),
        passes=policies.passes,
    )
    ends = {}
    for (left, right), chance in expected.items():
        end = us.size() - left.size(), them.size() - right.size()
        ends[end] = ends.get(end, 0.0) + chance
    assert {end: p for end, p in reckoned.items() if p > 1e-6} == pytest.approx(
        {end: p for end, p in ends.items() if p > 1e-6}, abs=1e-6
    )


@pytest.mark.parametrize("name", BATTLES)
def test_the_odds_are_exact(name):
    us, them, expected, position, _, orders = followed(name)
    answer = battle_odds(SWORDS, position, "pink", orders)
    assert answer.findings == ()
    assert answer.contests[0].drawn == 0
    fought = answer.contests[0].battles[0]
    ends = dict.fromkeys(("won", "lost", "called off"), 0.0)
    ours, theirs = {}, {}
    for (left, right), chance in expected.items():
        word = "lost" if not left.size() else "called off" if right.size() else "won"
        ends[word] += chance
        for lost, before, after in ((ours, us, left), (theirs, them, right)):
            number = before.units() - after.units()
            lost[number] = lost.get(number, 0) + chance
    shares = {word: each.share for word, each in fought.endings.items()}
    assert {word: shares.get(word, 0.0) for word in ends} == pytest.approx(ends, abs=1e-6)
    for side, chances in zip(fought.losses, (ours, theirs), strict=True):
        found = dict(enumerate(each.share for each in side.shares))
        every = chances.keys() | found.keys()
        assert {n: found.get(n, 0.0) for n in every} == pytest.approx(
            {n: chances.get(n, 0.0) for n in every}, abs=1e-6
        ), side.side


@pytest.mark.parametrize("naval", [False, True])
@pytest.mark.parametrize(("ours", "theirs"), [("rrssggwbd", "sgwbd"), ("sssss", "SSSSs")])
def test_what_regents_and_the_check_hope_is_near_it(ours, theirs, naval):
    def won(stop):
        ended = exact.battle(party(ours), party(theirs), stop, naval).items()
        return sum(p for (left, right), p in ended if left.size() and not right.size())

    careful = won(exact.either(exact.outnumbered, exact.before_the_daimyo))
    assert battle.hope(ours, theirs, naval) == pytest.approx(careful, abs=0.004)
    to_the_end = won(exact.to_the_end)
    assert battle.chance_to_win(ours, theirs, naval) == pytest.approx(to_the_end, abs=1e-7)


def party(word):
    """Return a side by its word, as the exact reckoning knows it."""
    units = tuple(map(word.count, "rsgwb"))
    return Party((Troop(units, "d" in word),), KINDS, word.count("S"), "spearman")


@pytest.mark.parametrize(("ours", "theirs"), [("", "s"), ("s", ""), ("s", "s"), ("d", "SSSSd")])
def test_what_is_foreseen_of_a_battle_are_all_its_ends(ours, theirs):
    ends = battle.foresee(ours, theirs)
    assert sum(end.likely for end in ends) == pytest.approx(1)
    assert all(ours.endswith(end.left) and theirs.endswith(end.theirs) for end in ends)
