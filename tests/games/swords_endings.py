"""Small positions of Samurai Swords and Ikusa, late in a game, in which anything may happen.

Few provinces lie close together; daimyos are alone or full of experience; ronin hide, castles
stand, and the ninja waits for his moment.
"""

import random
from collections.abc import Iterator
from typing import Any

REGION = (
    *("Omi", "Mino", "Ise", "Iga", "Yamashiro", "Yamato", "Owari", "Echizen"),
    *("Hida", "Kii", "Kawachi", "Wakasa", "Shinano", "Izumi", "Awaji", "Awa-Shikoku"),
)
"""Provinces beside each other, some across the sea; the first few will do."""
COLOURS = ("Oda", "Uesugi", "Takeda", "Mori")
ALLIES = {"Uesugi": "Oda", "Mori": "Takeda"}
"""The seats of the second colours, with two players."""
UNITS = ("spearman", "gunner", "swordsman", "bowman")
MOST_BUILDINGS = 5
MOST_HIDDEN = 20


def ending(key: int, two: bool) -> dict[str, Any]:
    """Make up the table of a position in which war is waged; ``two`` players or four."""
    lot = random.Random(key)
    region = REGION[: lot.choice([8, 10, 12, 16])]
    owners = {place: lot.choice(COLOURS) if lot.random() > 0.12 else "" for place in region}
    lands = {place: _land(owner, lot) for place, owner in owners.items()}
    standing = [land for land in lands.values() if land["building"]]
    for land in standing[MOST_BUILDINGS:]:
        land["building"] = ""
    records = {colour: _record(colour, lands, lot) for colour in COLOURS}
    for colour in COLOURS if two else ():
        records[colour]["seat"] = ALLIES.get(colour, colour)
    living = [colour for colour in COLOURS if not records[colour]["out"]]
    table = {
        "round": lot.choice([1, 2, 3, 3]),
        "turn_order": lot.sample(living, len(living)),
        "provinces": lands,
        "colours": records,
    }
    if lot.random() < 0.6:
        table["ninja"] = {"holder": lot.choice(living)}
    return table


def _land(owner: str, lot: random.Random) -> dict[str, Any]:
    land: dict[str, Any] = {"owner": owner, "building": lot.choice(["", "", "castle", "fortress"])}
    if owner:
        land |= {unit: lot.choice([0, 0, 1]) for unit in UNITS}
        land["spearman"] += lot.choice([0, 0, 1])
    return land


def _record(colour: str, lands: dict[str, Any], lot: random.Random) -> dict[str, Any]:
    """Return a colour with up to three armies; it holds all of its provinces."""
    mine = [place for place, land in lands.items() if land["owner"] == colour]
    at = lot.sample(mine, min(len(mine), lot.choice([1, 1, 2, 3])))
    armies = {str(number): _army(place, lot) for number, place in enumerate(at, 1)}
    for place in mine:
        if place not in at and not regulars(lands[place]):
            lands[place]["spearman"] = 1
    hidden = {}
    left = MOST_HIDDEN // len(COLOURS)
    for place in mine:
        army = next((each for each in armies.values() if each["at"] == place), {})
        room = {"army": regulars(army), "force": regulars(lands[place]) - 1}
        found = {troop: lot.randint(1, most) for troop, most in room.items() if 0 < most <= left}
        if found and lot.random() < 0.3 and sum(found.values()) <= left:
            hidden[place] = found
            left -= sum(found.values())
    return {"armies": armies, "hidden": hidden, "out": not mine}


def _army(place: str, lot: random.Random) -> dict[str, Any]:
    level = lot.choice([1, 1, 2, 3, 4])
    army: dict[str, Any] = {"at": place, "level": level, "wins": lot.choice([0, 2]) * (level < 4)}
    if lot.random() < 0.6:
        army |= {unit: lot.choice([0, 0, 1, 2]) for unit in UNITS}
    return army


def regulars(troop: dict[str, Any]) -> int:
    """Count the regular units of a troop."""
    return sum(troop.get(unit, 0) for unit in UNITS)


def missions(colours: list[str], places: list[str], lot: random.Random) -> Iterator[str]:
    """Yield lines that give the ninja his mission."""
    while True:
        army, victim, turn = lot.choice("123"), lot.choice(colours), lot.choice(colours)
        place = lot.choice(places)
        when = lot.choice(
            [
                f"at start of {turn} phase {lot.choice('ABCD')}",
                f"at end of {turn} phase {lot.choice('ABD')}",
                f"when {place} is declared",
                f"when it enters {place}",
                f"when it attacks {place}",
                "at end of the round",
            ]
        )
        yield f"ninja strikes army {army} of {victim} {when}"
