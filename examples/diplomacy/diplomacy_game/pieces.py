"""How players name pieces and places: ``A Par``, ``the French army in Paris``, ``F StP(sc)``."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from adjudicator.boards import Board
from adjudicator.orders import MisreadError, Names, Vocabulary
from adjudicator.orders.language.slots import Slot
from diplomacy_game.position import ARMY, FLEET
from diplomacy_game.reasons import reason
from diplomacy_game.ways import ways_of

KINDS = {"a": ARMY, "army": ARMY, "f": FLEET, "fleet": FLEET}
NO_PLACES = frozenset(("both", "all", "rest"))
"""Words that begin the name of a place, and mean something else."""
SHORES = {"nc": "north", "sc": "south", "ec": "east", "wc": "west"}

_WHOSE = re.compile(
    r"(?:(?:the|own|my|an?(?=\s+(?:army|fleet)))\s+)?(?P<power>[\w'’-]+)\s+", re.IGNORECASE
)
_PIECE = re.compile(
    r"(?:(?:the|own|my|an?(?=\s+(?:army|fleet)))\s+)?"
    r"(?:(?P<kind>army|fleet|[af])(?:\b[\s.:]*|(?=\()))?(?:(?:in|at|of|from|on)\s+)?(?P<place>\S.*)",
    re.IGNORECASE,
)
_COAST = re.compile(
    r"[\s/(,:|.-]+(?:(?:on|at)\s+)?(?:(?:the|its)\s+)?"
    r"(?:([nesw])\.?c\.?|(?<=[/(:|])([nesw])\.?|(?<=\s)([new])\.?"
    r"|(north|south|east|west)(?:ern)?(?:\s+coast)?|coast)\s*\)?$",
    re.IGNORECASE,
)
_COAST_OF = re.compile(
    r"(?:the\s+)?(north|south|east|west)(?:ern)?\s+coast\s+(?:of|in|at)\s+(?=\S)", re.IGNORECASE
)


class Piece(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A unit as an order names it."""

    kind: str
    """``A``, ``F``, or ``""`` where the order does not say."""
    place: str

    def __str__(self) -> str:
        return f"{self.kind} {self.place}" if self.kind else self.place

    @property
    def province(self) -> str:
        """The province of its place."""
        return self.place.partition("/")[0]


def find_place(text: str, names: Vocabulary) -> str:
    """Return a province, or one of its coasts; one that it does not have is as good as none.

    Raises MisreadError.
    """
    if text.casefold() in NO_PLACES:
        raise MisreadError(reason("unknown-name", text=text))
    known, provinces = names["place"], names["province"]
    shown = text.strip("() ") if text.startswith("(") else text
    if known.knows(shown):
        return known.find(shown)
    match = _COAST_OF.match(shown) or _COAST.search(shown)
    if match is None:
        return provinces.find(shown)  # “Spai” is Spain, not one of its coasts
    with suppress(MisreadError):
        name = provinces.find(shown[: match.start()] or shown[match.end() :])
        place = f"{name}/{''.join(filter(None, match.groups()))[:1].lower()}c"
        return place if known.knows(place) else name
    return known.find(shown)


class PlaceSlot(Slot):
    """A province, or one of its coasts."""

    def read(self, text: str, names: Vocabulary) -> str:
        """Find the place. Raises MisreadError."""
        return find_place(text, names)

    def describe(self) -> str:
        """Say it with examples."""
        return "a province such as `Paris` or `par`; a coast as `Spain/nc`, `spa(nc)`"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every place."""
        return names["place"].forms


_NEXT = re.compile(
    r"\s*(?:[,;>&+]+|/(?![nesw]c?\b)|\s(?:or|then|-)(?=\s))\s*(?:(?:or|then)\s+)?", re.I
)
_OFF = re.compile(r"(?:d|otb|off(?: the)?(?: board)?|disband(?:s|ed)?|to|r)?", re.IGNORECASE)


class PlacesSlot(PlaceSlot):
    """Provinces in the order in which one prefers them; “disband” may end them."""

    def read(self, text: str, names: Vocabulary) -> tuple[str, ...]:  # type: ignore[override]
        """Find each. Raises MisreadError."""
        known = names["place"]
        parts = [part for part in _NEXT.split(text.strip()) if not _OFF.fullmatch(part)]
        if len(parts) == 1 and all(map(known.knows, parts[0].split())):
            parts = parts[0].split()
        if not parts:
            raise MisreadError(reason("malformed.province"))
        return tuple(dict.fromkeys(find_place(part, names) for part in parts))

    def show(self, value: object) -> str:
        """Print them with commas."""
        return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)

    def describe(self) -> str:
        """Say it with examples."""
        return "provinces, with commas, the best one first"


class PieceSlot(Slot):
    """A unit: ``A Par``, ``fleet in London``, or its province alone."""

    def read(self, text: str, names: Vocabulary) -> Piece:
        """Find the unit. Whose it is may be said, and counts for nothing. Raises MisreadError."""
        kind, _, place = text.partition(" ")
        known = names["place"]
        if kind in (ARMY, FLEET) and known.knows(place):  # as it is printed
            return Piece(kind, known.find(place))
        whose = _WHOSE.match(text)
        if (
            whose
            and not known.knows(text)
            and names["power"].knows(re.sub("['’]s$", "", whose["power"]))
        ):
            text = text[whose.end() :]
        match = _PIECE.fullmatch(text.strip())
        if match is None:
            raise MisreadError(reason("malformed.unit"))
        try:
            place = find_place(match["place"], names)
        except MisreadError as misread:
            misread.at_part(text[: match.start("place")])
            raise
        return Piece(KINDS.get((match["kind"] or "").casefold(), ""), place)

    def describe(self) -> str:
        """Say it with examples."""
        return "a unit such as `A Par`, `army Paris` or `F Spa/sc`"

    def words(self, names: Vocabulary) -> Iterable[str]:
        """Return every form of every place, and the words for units."""
        return (*names["place"].forms, *KINDS, "in")


def place_names(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the provinces and their coasts, each with the other ways to write it."""
    forms: dict[str, tuple[str, ...]] = {}
    for name, each in board.provinces.items():
        forms[name] = each.aliases
        for coast in each.coasts:
            forms[f"{name}/{coast}"] = tuple(_coast_forms((name, *each.aliases), coast))
    return Names("place", forms)


def province_names(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the provinces, each with the other ways to write it."""
    return Names("province", {name: each.aliases for name, each in board.provinces.items()})


def power_names(board: Board, seats: tuple[str, ...]) -> Names:
    """Return the powers, each with what else it and its units are called."""
    return Names("power", ways_of(board).variant.words)


def _coast_forms(names: Iterable[str], coast: str) -> Iterator[str]:
    shore = SHORES.get(coast, coast)
    for name in names:
        yield from (f"{name}/{coast}", f"{name} {coast}", f"{name} {shore} coast")
