"""What is printed on the cards, boards and tables of the basic game."""

from collections.abc import Mapping
from typing import NamedTuple

FARMER = "farmer"
"""The colour of the farmers' cubes; no seat may be called so."""

ARMIES = 62
FARMERS = 20
TILES = {"castle": 28, "temple": 26, "theatre": 26}
MARKERS = 42

CHESTS = {3: 18, 4: 15, 5: 12}
"""The starting capital by number of players."""

LOADED_ARMIES = 7
LOADED_FARMERS = 10
"""The cubes first thrown into the tower: armies of each seat, and farmers."""

BUILDINGS = ("castle", "temple", "theatre")
DEPLOYMENTS = ("deploy 5", "deploy 3", "deploy 1")
BATTLES = ("battle a", "battle b")
MOVES = ("deploy 1", *BATTLES)
"""The actions that move armies."""


class Action(NamedTuple):
    """An action card: what is done, the chests it costs and the armies it deploys, as printed."""

    title: str
    price: int = 0
    armies: int = 0


ACTIONS: Mapping[str, Action] = {
    "castle": Action("Build castle", 3),
    "temple": Action("Build temple", 2),
    "theatre": Action("Build theatre", 1),
    "rice": Action("Confiscate rice"),
    "tax": Action("Collect taxes"),
    "deploy 5": Action("Deploy 5", 3, 5),
    "deploy 3": Action("Deploy 3", 2, 3),
    "deploy 1": Action("Deploy 1 and move", 1, 1),
    "battle a": Action("Battle/Move A"),
    "battle b": Action("Battle/Move B"),
}
OPEN_ACTIONS = 5
"""How many of the action cards lie face up from the start of a season."""

OPEN_CARDS = 2
"""The province cards that lie open in a draft."""

SPECIALS = ("extra chest", "extra rice", "six armies", "attack", "defence")
"""The special cards, each a privilege for a season and a place in the turn order."""

LEAST_PROVINCE_CARDS = 6
"""Eleven spaces less five chest cards: as many must be covered with province cards (H22)."""

SEASONS = ("spring", "summer", "autumn", "winter")
ROUNDS = 8


class EventCard(NamedTuple):
    """An event: what it changes in its season, and the rice it costs as the winter card."""

    effect: str
    rice: int


EVENTS: Mapping[str, EventCard] = {
    f"{effect} {rice}": EventCard(effect, rice)
    for effect, rice in (
        ("theatre festival", 5),
        ("theatre festival", 7),
        ("two farmers", 3),
        ("castle guard", 2),
        ("castle guard", 6),
        ("temple truce", 3),
        ("temple truce", 4),
        ("taxes capped", 0),
        ("taxes raised", 2),
        ("rice raised", 3),
        ("rice capped", 4),
        ("levy cut", 1),
    )
}
"""The twelve event cards, named by their effect and their winter loss."""

EFFECTS: Mapping[str, str] = {
    "theatre festival": "a theatre built takes one revolt marker from its province",
    "two farmers": "a neutral province is defended by two farmers",
    "castle guard": "a castle's province defends with one more army from the supply",
    "temple truce": "a province with a temple cannot be attacked",
    "taxes capped": "taxes bring at most 5 chests",
    "taxes raised": "taxes bring at least 6 chests",
    "rice raised": "rice brings at least 4",
    "rice capped": "rice brings at most 3",
    "levy cut": "Deploy 5 deploys 3, Deploy 3 deploys 2",
}
EVENTS_A_YEAR = 4


class Provision(NamedTuple):
    """A row of the provisions table: how many provinces revolt, with how many more farmers."""

    revolts: int
    farmers: int


def provision(short: int) -> Provision:
    """Return what a shortage of rice for that many provinces brings."""
    rows = ((0, 0, 0), (1, 1, 1), (2, 1, 2), (4, 2, 2), (6, 2, 3))
    found = (Provision(revolts, farmers) for most, revolts, farmers in rows if short <= most)
    return next(found, Provision(3, 3))


MAJORITIES = {"castle": 3, "temple": 2, "theatre": 1}
"""Points for most buildings of a kind in a region."""

START_GROUPS: Mapping[int, tuple[int, ...]] = {
    3: (5, 4, 4, 3, 3, 2, 2, 2, 2),
    4: (5, 4, 4, 3, 3, 2, 2, 2),
    5: (5, 4, 4, 3, 3, 2, 2),
}
"""The army groups that each seat starts with, by number of players."""

START_TABLES: Mapping[int, tuple[str, ...]] = {
    3: (
        "Suruga Mino Tamba Musashi Harima Izu Owari Sagami Tajima",
        "Yamato Echizen Shimotsuke Shimosa Ise Hitachi Awa-Shikoku Kaga Kii",
        "Bizen Omi Hida Etchu Hoki Bitchu Bingo Settsu Shinano",
    ),
    4: (
        "Yamato Awa-Shikoku Kaga Omi Tamba Kii Settsu Noto",
        "Kozuke Hida Ise Echizen Shinano Etchu Shimotsuke Shima",
        "Mimasaka Wakasa Awa-Boso Harima Bitchu Hoki Tajima Kazusa",
        "Kai Musashi Mino Mikawa Bingo Aki Totomi Sagami",
    ),
    5: (
        "Sagami Mimasaka Harima Kazusa Izu Awa-Boso Bizen",
        "Shimotsuke Echizen Tamba Shimosa Kozuke Hitachi Wakasa",
        "Mino Hida Iyo Owari Totomi Mikawa Tosa",
        "Hoki Shinano Bingo Echigo Aki Izumo Etchu",
        "Yamato Kaga Kii Shima Omi Ise Noto",
    ),
}
"""The predetermined start of the sun side; the army groups follow START_GROUPS in order.

With three and four players the tables put 5, 4, 4, 3, 3, 2, … in the same order as the groups.
"""
