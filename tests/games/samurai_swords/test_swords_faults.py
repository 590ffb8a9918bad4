"""No game has faults, and every kind of fault is found."""

import msgspec
import pytest
from swords_games import SWORDS, made, played

from adjudicator.games import registry


@pytest.mark.system
@pytest.mark.parametrize("name", ["samurai-swords", "ikusa"])
@pytest.mark.parametrize(("seats", "war"), [(3, "turns"), (5, "together")])
def test_games_have_no_faults(name, seats, war):
    game = registry.find(name)
    for phase in played(name, seats, "random", 40, war):
        assert game.faults(phase.after) == []


GOOD = {
    "round": 2,
    "provinces": {
        "Omi": {"owner": "pink", "spearman": 3},
        "Ise": {"owner": "pink", "spearman": 1},
        "Kai": {"owner": "gray", "spearman": 1},
    },
    "seats": {
        "pink": {"armies": {"1": {"at": "Omi", "spearman": 2}}, "hidden": {"Omi": {"army": 1}}},
        "gray": {},
    },
}
ARMY = ("seats", "pink", "armies", "1")
BROKEN = [
    (("provinces", "Omi", "spearman"), 6),
    (("provinces", "Omi", "ronin"), 3),
    (("provinces", "Ise", "spearman"), 0),
    (("provinces", "Mino"), {"spearman": 1}),
    ((*ARMY, "at"), "Kai"),
    ((*ARMY, "at"), "Mino"),
    ((*ARMY, "bowman"), 5),
    ((*ARMY, "gunner"), 9),
    ((*ARMY, "ronin"), 3),
    ((*ARMY[:3], "2"), {"at": "Omi", "spearman": 1}),
    (("seats", "pink", "hidden_total"), 2),
    (("seats", "pink", "hidden", "Omi", "army"), 3),
    (("seats", "pink", "hidden", "Kai"), {"force": 1}),
    (("seats", "pink", "hidden", "Ise"), {"army": 1}),
    (("seats", "gray", "out"), True),
    (("provinces", "Omi", "bowman"), 10),
]


def test_a_sound_position_has_none():
    assert SWORDS.faults(made(GOOD)) == []


@pytest.mark.parametrize(("path", "value"), BROKEN, ids=str)
def test_a_fault_is_found(path, value):
    assert SWORDS.faults(made(_with(GOOD, path, value)))


def test_pieces_of_the_box_are_counted():
    castles = {f"{place}": {"building": "castle"} for place in list(made(GOOD).provinces)[:11]}
    table = GOOD | {"provinces": castles | GOOD["provinces"]}
    assert any("castles" in fault for fault in SWORDS.faults(made(table)))
    bases = {place: {"building": "fortress"} for place in list(castles)[:6]}
    assert any("fortresses" in f for f in SWORDS.faults(made(GOOD | {"provinces": bases})))
    armies = {
        str(n): {"at": at, "spearman": 10, "ronin": 9}
        for n, at in enumerate(("Omi", "Ise", "Iga"), 1)
    }
    provinces = {at: {"owner": "pink"} for at in ("Omi", "Ise", "Iga")}
    table = {"provinces": provinces, "seats": {"pink": {"armies": armies}}}
    assert any("27 ronin" in fault for fault in SWORDS.faults(made(table)))


def _with(table, path, value):
    if not path:
        return value
    return {**table, path[0]: _with(table.get(path[0], {}), path[1:], value)}


def test_less_than_nothing_is_a_fault():
    """No file can hold it, but a rule that is wrong could make it."""
    good = made(GOOD)
    province = msgspec.structs.replace(good.provinces["Omi"], gunner=-1)
    assert SWORDS.faults(
        msgspec.structs.replace(good, provinces={**good.provinces, "Omi": province})
    )
    pink = good.colours["pink"]
    army = msgspec.structs.replace(pink.armies["1"], gunner=-1, spearman=3)
    pink = msgspec.structs.replace(pink, armies={"1": army})
    assert SWORDS.faults(msgspec.structs.replace(good, colours={**good.colours, "pink": pink}))


def test_a_position_that_cannot_be_played_has_no_fault_but_that():
    broken = msgspec.structs.replace(made(GOOD), active="nobody")
    assert SWORDS.faults(broken) == ["“nobody” is not a seat of this position."]
