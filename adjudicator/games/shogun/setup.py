"""A new game: seats, options, and everything up to the first phase."""

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.boards import load_board
from adjudicator.chance import Chance
from adjudicator.games.contract import Event, GameError, Resolution, Value
from adjudicator.games.shogun.cards import ARMIES, CHESTS, EVENTS
from adjudicator.games.shogun.course import DRAFT, open_season, run
from adjudicator.games.shogun.draft import open_cards
from adjudicator.games.shogun.language import RESERVED
from adjudicator.games.shogun.meta import META
from adjudicator.games.shogun.position import Daimyo, Land, ShogunPosition
from adjudicator.games.shogun.programme import play_of
from adjudicator.games.shogun.start import start_by_deal, start_by_table
from adjudicator.orders.names import name_key

LONGEST_NAME = 24


def new_game(seats: Sequence[str], options: Mapping[str, Value], chance: Chance) -> Resolution:
    """Set a game up to the first phase. Raises GameError."""
    chosen = full_options(options)
    check_seats(seats)
    if chosen["start"] == "predetermined" and chosen["side"] != "sun":
        raise GameError("The predetermined start is for the sun side; choose draft or dealt.")
    position = ShogunPosition(
        game=META.name,
        options=chosen,
        seats={seat: Daimyo(chests=CHESTS[len(seats)], supply=ARMIES) for seat in seats},
        provinces={name: Land() for name in open_provinces(str(chosen["side"]), len(seats))},
        pile=tuple(EVENTS),
    )
    play = play_of(position, chance, {})
    for begin in play.rules.begin:
        play.change(**begin(play))
    if chosen["start"] == "draft":
        open_cards(play)
        play.change(phase=DRAFT.name)
    else:
        start = start_by_table if chosen["start"] == "predetermined" else start_by_deal
        start(play)
        run(play, "set up")
        open_season(play)
    events: tuple[Event, ...] = tuple(play.events)
    return Resolution(play.position, events)


def full_options(options: Mapping[str, Value]) -> dict[str, Value]:
    """Return all options with their defaults. Raises GameError for what there is not."""
    known = {option.name: option for option in META.options}
    for name, value in options.items():
        if name not in known:
            raise GameError(f"There is no option {name[:40]!r}: there are {', '.join(known)}.")
        allowed = known[name].values
        if not any(value == each and type(value) is type(each) for each in allowed):
            shown = [str(each) for each in allowed]
            listed = ", ".join(shown if len(shown) < 6 else (shown[0], "…", shown[-1]))
            raise GameError(f"Option {name!r} cannot be {str(value)[:40]!r}: it can be {listed}.")
    return {name: options.get(name, option.default) for name, option in known.items()}


def check_seats(seats: Sequence[str]) -> None:
    """Refuse too few or too many seats, and names that cannot be used. Raises GameError."""
    least, most = META.players
    if not least <= len(seats) <= most:
        raise GameError(f"Shogun is for {least} to {most} seats, not for {len(seats)}.")
    check_names(seats)


def check_names(seats: Iterable[str]) -> None:
    """Refuse names that are empty, alike, or mean something else. Raises GameError."""
    names = list(seats)
    if len({name_key(seat) for seat in names}) < len(names):
        raise GameError("Two seats have the same name.")
    for seat in names:
        if not seat.strip() or len(seat) > LONGEST_NAME or not seat.isprintable():
            raise GameError(f"A seat's name has 1 to {LONGEST_NAME} letters: {seat[:40]!r}.")
        if name_key(seat) in RESERVED or set(seat) & set(",|"):
            raise GameError(f"A seat cannot be called {seat!r}.")


def open_provinces(side: str, seats: int) -> list[str]:
    """Return the provinces in play: with three seats the specially marked ones are not."""
    board = load_board(f"shogun-{side}")
    closed = board.sets["unused_with_3_players"] if seats == 3 else ()
    return [name for name in board.provinces if name not in closed]
