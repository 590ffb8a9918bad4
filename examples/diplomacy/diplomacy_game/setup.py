"""Beginning: the board, the powers, and their first units."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import Board, BoardError, load_board, parse_board
from adjudicator.games.contract import GameError, Value
from diplomacy_game.meta import LIKE, META
from diplomacy_game.play import DiplomacyPlay
from diplomacy_game.position import Area, DiplomacyPosition, Power, Unit
from diplomacy_game.sharing import share
from diplomacy_game.variant import Opening
from diplomacy_game.ways import ways_of

MOST_TEXT = 60_000
"""Letters of a board's file: every position of the game carries it."""


def board_name(options: Mapping[str, Value]) -> str:
    """Return what ``load_board`` knows the board of a game by."""
    return str(options.get("board", "")) or f"diplomacy_game/{options.get('variant', 'standard')}"


def board(options: Mapping[str, Value]) -> Board:
    """Return the board that the options choose. Raises GameError for one that cannot be used."""
    name, own = board_name(options), "board" in options
    if own and len(name) > MOST_TEXT:
        raise GameError(f"A board of your own is a file of at most {MOST_TEXT:,} letters.")
    try:
        there = parse_board(name) if own else load_board(name)
        ways_of(there).variant  # noqa: B018
    except (BoardError, ValueError) as error:
        raise GameError(f"The board cannot be used: {error}") from error
    return there


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
    """Return the board with the centres that powers begin with. Raises GameError."""
    there = board(options)
    variant, sharing = ways_of(there).variant, str(options["sharing"])
    opening = variant.opening(len(seats), sharing)
    commanded = share(check_powers(seats, there), sharing, variant.powers, opening.groups)
    return make_position(kind, options, commanded, opening)


def check_powers(seats: Sequence[str], there: Board) -> Sequence[str]:
    """Return seats if they are called like powers of a board. Raises GameError."""
    powers = ways_of(there).variant.powers
    strange = [seat for seat in seats if seat not in powers]
    if strange:
        listed = ", ".join(powers)
        raise GameError(f"The seats of {there.title} are powers: {listed}; not {strange[0][:40]}.")
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
