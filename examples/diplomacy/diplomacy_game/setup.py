"""Beginning: the powers, which seats command them (D17), and their first units.

Centres, units, builds and removals are always those of a power; what one player has together counts
only when the game is decided (D18).
"""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board
from adjudicator.games.contract import GameError, Value
from adjudicator.wording import Reason
from diplomacy_game.events import Joined
from diplomacy_game.meta import LIKE, META, TOSS
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import Area, DiplomacyPosition, Power, Unit
from diplomacy_game.reasons import reason
from diplomacy_game.variant import Groups, Opening
from diplomacy_game.ways import board, ways_of


def own_seats(options: Mapping[str, Value]) -> Sequence[str]:
    """Return what seats are called: like the powers of the board. Raises GameError."""
    powers = ways_of(board(options)).variant.powers
    return META.seats if set(powers) == set(META.seats) else powers


def settle(seats: object, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return options with those of whom the group plays like, and the goal of the board."""
    players = len(seats) if isinstance(seats, Sequence) else 0
    variant = ways_of(board({name: value for name, value in options.items() if value})).variant
    opening = variant.opening(players, str(options.get("sharing", "rulebook")))
    return {**LIKE.get(str(options.get("like")), {}), "goal": opening.goal, **options}


def first_position(
    kind: type[DiplomacyPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> DiplomacyPosition:
    """Return the board with the centres that powers begin with. Raises GameError.

    So it does for a last year before the first.
    """
    there = board(options)
    variant, sharing = ways_of(there).variant, str(options["sharing"])
    opening = variant.opening(len(seats), sharing)
    if 0 < (last := int(options["last-year"])) < opening.year:
        raise GameError(reason("last-year", last=last, first=opening.year))
    commanded = share(check_powers(seats, there), sharing, variant.powers, opening.groups)
    return make_position(kind, options, commanded, opening)


def check_powers(seats: Sequence[str], there: Board) -> Sequence[str]:
    """Return seats if they are called like powers of a board. Raises GameError."""
    powers = ways_of(there).variant.powers
    strange = [seat for seat in seats if seat not in powers]
    if strange:
        facts = {"board": there.title, "powers": list(powers), "seat": strange[0][:40]}
        raise GameError(reason("no-seat", **facts))
    return seats


def make_position(
    kind: type[DiplomacyPosition],
    options: Mapping[str, Value],
    commanded: Mapping[str, tuple[str, ...]],
    opening: Opening,
) -> DiplomacyPosition:
    """Return the board without units, with the powers that each seat commands."""
    there = board(options)
    owners = {home: power for power in ways_of(there).variant.powers for home in there.sets[power]}
    return kind(
        game=META.name,
        options=options,
        round=opening.year,
        phase=opening.season,
        seats={seat: Power(0, own if len(own) > 1 else ()) for seat, own in commanded.items()},
        provinces={name: Area(owners.get(name, "")) for name in there.provinces},
    )


def place_first_units(play: DiplomacyPlay) -> None:
    """Put the first units on the board, those of powers that nobody plays too."""
    units = {}
    for name, each in play.board.provinces.items():
        power = str(each.values.get("power", play.owner(name)))
        if (kind := str(each.values.get("unit", ""))) and power:
            units[name] = Unit(power, kind, str(each.values.get("coast", "")))
    play.put_units(units)


# Fewer than seven players


def share(
    seats: Sequence[str], sharing: str, powers: Sequence[str], usual: Groups
) -> dict[str, tuple[str, ...]]:
    """Return the powers that each seat commands, its own first. Raises GameError.

    A seat is named after any of its powers. Powers that belong to no seat are in disorder.
    ``usual`` is how they are shared by the rulebook.
    """
    groups = usual if sharing == "rulebook" else _groups(sharing)
    taken = [power for group in groups for power in group]
    strange = [power for power in taken if power not in powers]
    if strange:
        raise GameError(reason("sharing", power=strange[0][:40], powers=list(powers)))
    twice = [power for power in taken if taken.count(power) > 1]
    if twice:
        raise GameError(reason("sharing.twice", power=twice[0]))
    for group in groups:
        named = [seat for seat in seats if seat in group]
        if len(named) != 1:
            raise GameError(_why_wrong(groups, group, named))
    whose = {power: group for group in groups for power in group}
    return {seat: (seat, *(each for each in whose.get(seat, ()) if each != seat)) for seat in seats}


def _groups(sharing: str) -> Groups:
    if sharing == "none":
        return ()
    parts = (part.split("+") for part in sharing.split(","))
    return tuple(tuple(power.strip().title() for power in part) for part in parts)


def _why_wrong(groups: Groups, group: Sequence[str], named: Sequence[str]) -> Reason:
    players = [" + ".join(each) for each in groups]
    return reason("sharing.seats", seats=list(named[:2]), powers=" + ".join(group), players=players)


def toss_for_neutral(play: DiplomacyPlay) -> None:
    """Toss a coin after the first fall: who was neutral fights for one of the players (D17)."""
    if neutral := play.neutral:
        winner, *_ = play.chance.shuffle(tuple(play.position.seats), TOSS)
        play.change_seat(winner, powers=(*play.powers_of(winner), neutral))
        play.tell(Joined(neutral, winner))
