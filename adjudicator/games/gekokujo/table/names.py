"""The names that orders use."""

from adjudicator.boards import Board
from adjudicator.games.gekokujo import printed
from adjudicator.orders import Names
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.units import unit_names
from adjudicator.wording import english

PLURALS = {printed.RONIN: "ronin", printed.BUSHI: "bushi", printed.DAIMYO: "daimyos"}
CLAN_FORMS = {
    "Chosokabe": (
        "Chōsokabe",
        "Chousokabe",
        "長宗我部",
        "長曾我部",
        "ちょうそかべ",
    ),
    "Hojo": ("Hōjō", "Houjou", "Hôjô", "北条", "北條", "ほうじょう"),
    "Mori": ("Mōri", "Mouri", "毛利", "もうり"),
    "Oda": ("織田", "おだ"),
    "Otomo": ("Ōtomo", "Ootomo", "大友", "おおとも"),
    "Shimazu": ("島津", "しまづ", "しまず"),
    "Takeda": ("武田", "たけだ"),
    "Tokugawa": ("徳川", "とくがわ"),
    "Uesugi": ("上杉", "うえすぎ"),
}
"""How else clans are written, in kanji and kana too."""
UNIT_FORMS = {
    printed.DAIMYO: ("daimyō", "lord", "daimio"),
    printed.BUSHI: ("bushis", "samurai", "warrior"),
    printed.RONIN: ("rōnin", "mercenary"),
    printed.SWORDSMAN: ("sword", "swords"),
    printed.SPEARMAN: ("spear", "yari ashigaru"),
    printed.ARCHER: ("bow", "bowman"),
    printed.BANNERMAN: ("banner", "standard bearer"),
    printed.ARQUEBUSIER: ("gun", "gunner", "arquebus"),
}
_CLANS = {
    name_key(form): clan for clan in printed.CLANS for form in (clan, *CLAN_FORMS.get(clan, ()))
}
MYSELF = "me"
RESERVED = ("mine", "me", "my", "I", "neutral", "empty", "nobody", "enemy", "contested")
"""What no seat may be called, for it means something else in orders and reports."""


def clan_of_name(seat: str) -> str:
    """Return the clan that a seat is called like, however it is written; ``""`` for none (G81)."""
    return _CLANS.get(name_key(seat), "")


def clans_of_names(seats: tuple[str, ...]) -> dict[str, str]:
    """Return the clan of each seat: that which it is called like, else one that is left (G19)."""
    called = {seat: clan_of_name(seat) for seat in seats}
    left = (clan for clan in printed.CLANS if clan not in called.values())
    return {seat: clan or next(left, "") for seat, clan in called.items()}


def seats_and_clans(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the seats and the clans, of which either names a seat."""
    return Names("seat", _seat_forms(seats))


def anybody(board: Board, seats: tuple[str, ...]) -> Names:
    """Return whom a condition can be about: any seat, and who writes it."""
    return Names("seat or clan", {**_seat_forms(seats), MYSELF: ("my", "I")})


def _seat_forms(seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    clans = {clan: CLAN_FORMS.get(clan, ()) for clan in printed.CLANS}
    return {**clans, **{seat: () for seat in seats if not clan_of_name(seat)}}


CLANS = Names("clan", {clan: CLAN_FORMS.get(clan, ()) for clan in printed.CLANS})
UNITS = unit_names(UNIT_FORMS, PLURALS)


def plural(unit: str) -> str:
    """Return the plural of a unit's name: bushi, daimyos, archers."""
    return english.plural(unit, PLURALS)


def count_of(number: int, unit: str) -> str:
    """Return a number of units in words: ``1 archer``, ``2 archers``."""
    return f"{number} {unit if number == 1 else plural(unit)}"
