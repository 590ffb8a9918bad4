"""What the map of a game shows."""

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.games.contract import Event
from adjudicator.games.engine.phases import phase
from adjudicator.games.picture import Arrow, Clash, Counter, Mark, Party, Picture, Spot
from adjudicator.games.samurai_swords.orders.orders import plural
from adjudicator.games.samurai_swords.table.events import Declared, Fought, Marched, Moved
from adjudicator.games.samurai_swords.table.own_board import board_name
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.games.samurai_swords.table.position import Army, Counts, counts, size
from adjudicator.orders.language.words import number_of

SHADES_OF_TWO = (0, 6, 1, 5)
"""Vermilion and cedar are one seat's, indigo and jade the other's."""


def draw_map(play: SwordsPlay, events: Sequence[Event]) -> Picture:
    """Return the view with what moved and fought in the events."""
    position = play.position
    armies = {
        army.at: (seat, number)
        for seat, record in position.colours.items()
        for number, army in record.armies.items()
    }
    owners = [land.owner for land in position.provinces.values()]
    return Picture(
        board=board_name(position.options),
        title=play.edition.title,
        subtitle=_subtitle(play),
        spots={place: _spot(play, place, armies.get(place)) for place in position.provinces},
        parties=tuple(
            Party(name, shade, "out" if play.colour(name).out else _note(play, name, owners))
            for name, shade in zip(position.colours, _shades(play), strict=False)
        ),
        arrows=tuple(dict.fromkeys(_arrows(events))),
        clashes=tuple(_clashes(events)),
        board_options=play.board.options,
    )


def _shades(play: SwordsPlay) -> Iterable[int]:
    """Return the palette's colours: with two players two that are near each other to a seat."""
    return SHADES_OF_TWO if play.position.has_allies else range(len(play.position.colours))


def _note(play: SwordsPlay, name: str, owners: Sequence[str]) -> str:
    """Say how many provinces a colour has, and of how many of its seat's."""
    count = owners.count(name)
    if not play.ally(name):
        return number_of(count, "province")
    return f"{count} of {play.seat_of(name)}’s {count + owners.count(play.ally(name))}"


def _subtitle(play: SwordsPlay) -> str:
    waiting = phase(play)
    text = waiting.title
    return text if waiting.over else f"Before {text[0].lower()}{text[1:]}"


def _spot(play: SwordsPlay, place: str, army: tuple[str, str] | None) -> Spot:
    province = play.province(place)
    counters = []
    if army:
        seat, number = army
        record = play.colour(seat).armies[number]
        counters.append(
            Counter(
                "army",
                str(size(record) + 1),
                seat,
                record.level,
                record.down,
                number,
                f"army {number}, level {record.level}: {army_words(record)}",
            )
        )
    if size(province):
        words = units_words(counts(province))
        counters.append(Counter("force", str(size(province)), province.owner, words=words))
    marks = (Mark(province.building),) if province.building else ()
    return Spot(owner=province.owner, counters=tuple(counters), marks=marks)


def army_words(army: Army) -> str:
    """Return what an army is made of: ``daimyo, 2 bowmen``."""
    daimyo = "daimyo (assassinated)" if army.down else "daimyo"
    return ", ".join(filter(None, (daimyo, units_words(counts(army)))))


def units_words(units: Counts) -> str:
    """Return units in words: ``2 bowmen, 1 gunner``."""
    return ", ".join(f"{n} {unit if n == 1 else plural(unit)}" for unit, n in units.items())


def _arrows(events: Sequence[Event]) -> Iterator[Arrow]:
    for event in events:
        if isinstance(event, Declared | Fought):
            yield Arrow("attack", event.source, event.target, event.seat)
        elif isinstance(event, Marched | Moved):
            yield Arrow("move", event.source, event.target, event.seat)


def _clashes(events: Sequence[Event]) -> Iterator[Clash]:
    won = {}
    for event in events:
        if isinstance(event, Fought):
            winner = event.seat if event.success else event.defenders.seat
            won[event.target] = "" if event.outcome == "both" else winner
    for place, seat in won.items():
        yield Clash(place, seat)
