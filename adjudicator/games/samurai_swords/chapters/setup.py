"""Setting a game up, and the deployment of the first reinforcements (Setup)."""

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.games.contract import GameError, Value
from adjudicator.games.engine import Problem
from adjudicator.games.samurai_swords.chapters import laps
from adjudicator.games.samurai_swords.chapters.plan import return_turn_markers
from adjudicator.games.samurai_swords.edition import ARMIES, REINFORCED
from adjudicator.games.samurai_swords.meta import META, is_quick, why_not_together
from adjudicator.games.samurai_swords.orders.orders import PlaceArmy, Reinforce, StartArmy
from adjudicator.games.samurai_swords.reasons import error, reason
from adjudicator.games.samurai_swords.table import position
from adjudicator.games.samurai_swords.table.events import Dealt, Deployed, OrderDrawn
from adjudicator.games.samurai_swords.table.own_board import LEAST_SHARE, board, check_shares
from adjudicator.games.samurai_swords.table.play import SwordsPlay
from adjudicator.orders import Order
from adjudicator.orders.language.names import name_key


def first_position(
    name: str,
    kind: type[position.SwordsPosition],
    options: Mapping[str, Value],
    seats: Sequence[str],
) -> position.SwordsPosition:
    """Return an empty board, and colours with their three armies on the card (Setup 3).

    Raises GameError for options that do not go together, for a board that is too small or too
    large for the seats, and for names of second colours that cannot be.
    """
    if why := why_not_together(options):
        raise GameError(why)
    claims = 1 if is_quick(options) else 0  # a province at least is dealt before six are claimed
    commands = colours_of_seats(seats, options)
    colours = [colour for each in commands.values() for colour in each]
    check_shares(board(options), len(colours), LEAST_SHARE + claims)
    army = position.Army(at="", bowman=1, swordsman=1, gunner=2)
    return kind(
        game=name,
        options=options,
        seats={seat: position.SwordsSeat(each) for seat, each in commands.items()},
        colours={colour: position.Colour(armies=dict.fromkeys(ARMIES, army)) for colour in colours},
        provinces={place: position.SwordsProvince() for place in board(options).provinces},
    )


def colours_of_seats(
    seats: Sequence[str], options: Mapping[str, Value]
) -> dict[str, tuple[str, ...]]:
    """Return the colours that each seat commands: two with two seats, else one (M44).

    Raises GameError for names that the game master may not give.
    """
    if len(seats) != 2:
        return {seat: (seat,) for seat in seats}
    taken = {name_key(seat) for seat in seats}
    second = [name for name in META.seats if name_key(name) not in taken]
    if given := str(options.get("colours", "")):
        second = [name.strip() for name in given.split(",")]
        keys = {name_key(name) for name in second}
        if len(keys) < 2 or keys & taken:
            raise GameError(reason("second-colours"))
    return {seat: (seat, name) for seat, name in zip(seats, second, strict=False)}


def deal_provinces(play: SwordsPlay) -> None:
    """Deal the cards in equal shares; what is left over stays empty (Setup 4, 5; M24).

    A seat has a share for each of its colours (M45).
    """
    colours = len(play.position.colours)
    deal(play, len(play.board.provinces) // colours * (colours // len(play.position.seats)))


def deal(play: SwordsPlay, share: int, free: bool = False) -> None:
    """Deal so many cards to each seat; it claims its provinces with a spearman each.

    ``free``: the others are to be claimed. With two players a hand lies before the first colour,
    and nothing is claimed before it is parted (M45).
    """
    seats, two = list(play.position.seats), play.position.has_allies
    cards = play.chance.shuffle(list(play.board.provinces), "deal")
    hands = {seat: cards[i * share : (i + 1) * share] for i, seat in enumerate(seats)}
    for seat, hand in hands.items():
        for card in hand:
            play.set_province(card, position.SwordsProvince(owner=seat, spearman=0 if two else 1))
    left = tuple(sorted(cards[share * len(seats) :]))
    shown = {seat: tuple(sorted(hand)) for seat, hand in hands.items()}
    play.tell(Dealt(hands=shown, free=left) if free else Dealt(hands=shown, left=left))


def draw_setup_order(play: SwordsPlay) -> None:
    """Draw the order in which the seats deploy (Setup 6)."""
    order = tuple(play.chance.shuffle(list(play.position.colours), "setup order"))
    play.change(turn_order=order)
    play.tell(OrderDrawn(order=order))


def give_koku(play: SwordsPlay) -> None:
    """Give a koku for three provinces (Setup 7)."""
    for seat in play.position.colours:
        play.change_colour(seat, koku=len(play.provinces_of(seat)) // 3)


# The deployment (Setup 8)


class Pair(laps.Placing):
    """A pair of spearmen (Place Ashigaru Spearmen)."""

    kind = Reinforce

    def why_not(
        self, play: SwordsPlay, colour: str, order: Reinforce, place: str
    ) -> Problem | None:
        """Say why a pair cannot go there: it goes to an own province without one."""
        if play.owner(place) != colour:
            return error("not-yours", place=place)
        if play.province(place).spearman > 1:
            return error("placed-twice", place=place)
        return None

    def put(self, play: SwordsPlay, colour: str, placed: laps.Placement) -> laps.Placement:
        """Put two spearmen into the province."""
        play.add_to_province(placed.place, spearman=2)
        return placed


class Marker(laps.Placing):
    """The marker of an army (Place Army Markers)."""

    kind = PlaceArmy
    whole = True

    def entries(self, play: SwordsPlay, colour: str) -> Iterator[Order]:
        """Yield each marker that was to be placed as the play began, with each own province."""
        armies = play.begun.colours[colour].armies.items()
        numbers = [number for number, army in armies if not army.at]
        mine = play.provinces_of(colour)
        return (self.kind(number, (place,)) for place in mine for number in numbers)

    def choices(self, play: SwordsPlay, colour: str) -> Iterator[Order]:
        """Yield each marker that is to be placed, with each own province."""
        numbers = (number for number, army in play.colour(colour).armies.items() if not army.at)
        places = laps.heartland(play, colour, play.provinces_of(colour))
        return (self.kind(number, (place,)) for number in numbers for place in places)

    def why_not(
        self, play: SwordsPlay, colour: str, order: PlaceArmy, place: str
    ) -> Problem | None:
        """Say why an army cannot start there: it starts in an own province without one."""
        army = play.army(colour, order.army)
        if army is None:
            return error("no-army", army=order.army)
        if army.at:
            return error(laps.PLACED, army=order.army, place=army.at)
        if play.owner(place) != colour:
            return error("not-yours", place=place)
        if play.army_in(place) is not None:
            return error("army-there", place=place)
        return None

    def put(self, play: SwordsPlay, colour: str, placed: laps.Placement) -> laps.Placement:
        """Let the army stand there."""
        play.change_army(colour, placed.order.army, at=placed.place)
        return placed


def tell_deployment(play: SwordsPlay, seat: str, placed: Sequence[laps.Placement]) -> None:
    """Tell where a seat's pairs of spearmen and its armies are, and what these took along."""
    starts = [each for each in placed if isinstance(each.order, PlaceArmy)]
    armies: dict[str, str] = {}
    taken: dict[str, int] = {}
    for start in sorted(starts, key=lambda each: each.order.army):
        armies[start.order.army] = start.place
        if isinstance(start.order, StartArmy) and start.order.units.counts:
            taken[start.order.army] = sum(count for _, count in start.order.units.counts)
    pairs = tuple(each.place for each in placed if isinstance(each.order, Reinforce))
    play.tell(Deployed(seat=seat, provinces=pairs, armies=armies, taken=taken))


def _deed(play: SwordsPlay) -> str:
    return "places spearmen" if laps.number(play) <= REINFORCED else "places an army"


DEPLOYMENT = laps.LapPhase(
    name="deploy",
    laps=(*[(Pair(),)] * REINFORCED, *[(Marker(),)] * len(ARMIES)),
    tell=tell_deployment,
    title="the first reinforcements",
    deed=_deed,
    about="Where the first spearmen and the armies go.",
    end=(return_turn_markers,),
)
"""Six laps of a pair of spearmen, three of an army marker (Setup 8)."""
