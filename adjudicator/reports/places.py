"""Places on a map that a question is about: by their names, near others, of a seat, changed."""

import re
from collections.abc import Collection, Mapping, Sequence

from adjudicator.boards import load_board
from adjudicator.games.picture import Picture
from adjudicator.orders.language.names import Names

_BETWEEN = re.compile(r"\s*[,;&]\s*(?:and\s+)?|\s+and\s+", re.IGNORECASE)


def find_places(picture: Picture, text: str) -> list[str]:
    """Return the provinces of a map that a text names, in any spelling. Raises MisreadError."""
    provinces = load_board(picture.board, picture.board_options).provinces
    known = {
        place: (each.label, each.kanji, *each.aliases)
        for place, each in provinces.items()
        if place in picture.spots
    }
    return find_names(Names("province", known), text)


def find_asked(
    picture: Picture, text: str, colours: Mapping[str, Sequence[str]]
) -> list[str] | None:
    """Return what a question to the board is about: some provinces, or with “of” those of parties;
    None, of nothing: all. Raises MisreadError."""
    if not text:
        return None
    of, _, parties = text.partition(" ")
    if of.casefold() == "of" and parties:
        return places_of(picture, find_parties(picture, parties, colours))
    return find_places(picture, text)


def find_parties(picture: Picture, text: str, colours: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the parties of a map that a text names; a seat is meant with all its ``colours``.

    Raises MisreadError.
    """
    parties = {each.seat: (each.seat,) for each in picture.parties}
    known = {**parties, **{seat: tuple(own) for seat, own in colours.items()}}
    names = find_names(Names("seat", dict.fromkeys(known, ())), text)
    return list(dict.fromkeys(each for name in names for each in known[name]))


def find_names(names: Names, text: str) -> list[str]:
    """Return the names in a list, however it is parted. Raises MisreadError."""
    if names.knows(text):
        return [names.find(text)]
    parts = [each for each in _BETWEEN.split(text) if each.strip()] or [text]
    return list(dict.fromkeys(map(names.find, parts)))


def places_near(picture: Picture, places: Sequence[str]) -> list[str]:
    """Return provinces of a map and all that lie next to one of them, by land or by sea."""
    board = load_board(picture.board, picture.board_options)
    beside = (each for place in places for each in board.neighbours.get(place, ()))
    return [each for each in dict.fromkeys([*places, *beside]) if each in picture.spots]


def places_of(picture: Picture, parties: Collection[str]) -> list[str]:
    """Return the provinces of a map that parties hold, or where something of theirs stands."""
    wanted, places = set(parties), []
    for place, spot in picture.spots.items():
        pieces = [*(each.seat for each in spot.counters), *(each.seat for each in spot.marks)]
        if wanted.intersection((spot.owner, *spot.contested, *pieces)):
            places.append(place)
    return places


def find_changes(before: Picture, after: Picture) -> list[str]:
    """Return the provinces where anything on the map is other than it was."""
    return [each for each, spot in after.spots.items() if before.spots.get(each) != spot]
