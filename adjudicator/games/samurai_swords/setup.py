"""Setting a game up, and the deployment of the first reinforcements (Setup)."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from adjudicator.games.contract import Value
from adjudicator.games.engine import Problem, error
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from adjudicator.games.samurai_swords.edition import ARMIES, REINFORCED
from adjudicator.games.samurai_swords.events import Dealt, Deployed, OrderDrawn
from adjudicator.games.samurai_swords.modes.choice import colours_of_seats
from adjudicator.games.samurai_swords.orders import PlaceArmy, Reinforce
from adjudicator.games.samurai_swords.own_board import board, check_shares
from adjudicator.games.samurai_swords.play import SwordsPlay
from adjudicator.games.samurai_swords.position import Army, Colour, Province, Seat, SwordsPosition

_WHY = "your provinces with the most neighbours of your own"


def first_position(
    name: str, kind: type[SwordsPosition], options: Mapping[str, Value], seats: Sequence[str]
) -> SwordsPosition:
    """Return an empty board, and colours with their three armies on the card (Setup 3).

    Raises GameError for a board that is too small or too large for them, and for names of the
    second colours of two players that cannot be.
    """
    commands = colours_of_seats(seats, options)
    colours = [colour for each in commands.values() for colour in each]
    check_shares(board(options), len(colours))
    army = Army(at="", bowman=1, swordsman=1, gunner=2)
    return kind(
        game=name,
        options=options,
        seats={seat: Seat(each) for seat, each in commands.items()},
        colours={colour: Colour(armies=dict.fromkeys(ARMIES, army)) for colour in colours},
        provinces={place: Province() for place in board(options).provinces},
    )


def deal_provinces(play: SwordsPlay) -> None:
    """Deal the cards in equal shares to the seats, as a share for each of their colours (Setup 4).

    They lie before the first colour of a seat. What is left over stays empty (M24).
    """
    seats = list(play.position.seats)
    cards = play.chance.shuffle(list(play.board.provinces), "deal")
    share = len(cards) // len(play.position.colours) * len(play.position.colours_of(seats[0]))
    hands = {seat: cards[i * share : (i + 1) * share] for i, seat in enumerate(seats)}
    for seat, hand in hands.items():
        for card in hand:
            play.set_province(card, Province(owner=seat))
    left = tuple(sorted(cards[share * len(seats) :]))
    play.tell(Dealt(hands={seat: tuple(sorted(hand)) for seat, hand in hands.items()}, left=left))


def claim_provinces(play: SwordsPlay) -> None:
    """Let the colours claim their provinces with a spearman each (Setup 5)."""
    for place, land in play.position.provinces.items():
        if land.owner:
            play.change_province(place, spearman=1)


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


def deploy_reinforcements(play: SwordsPlay, seat: str) -> None:
    """Place a seat's spearmen and armies: as ordered, then by default."""
    play.change(deployment=())
    rules = {**play.rules.any_time, **DEPLOY_RULES}
    carry_out_all(play, seat, play.orders[seat], rules)
    places = heartland(play, seat)
    pairs = places_of_pairs(play)
    rest = [place for place in places if place not in pairs][: REINFORCED - len(pairs)]
    if rest:
        play.tell_default(seat, f"reinforce {', '.join(rest)}", _WHY)
    for place in (*pairs, *rest):
        play.add_to_province(place, spearman=2)
    for number, army in play.colour(seat).armies.items():
        if not army.at:
            place = next(place for place in places if _is_free(play, seat, place))
            play.change_army(seat, number, at=place)
            play.tell_default(seat, f"army {number} in {place}", _WHY)
    armies = {number: army.at for number, army in play.colour(seat).armies.items()}
    play.tell(Deployed(seat=seat, provinces=(*pairs, *rest), armies=armies))
    play.change(deployment=UNSET)


def places_of_pairs(play: SwordsPlay) -> tuple[str, ...]:
    """Return where the seat that deploys has placed pairs of spearmen so far."""
    pairs = play.position.deployment
    assert isinstance(pairs, tuple)
    return pairs


def why_no_pairs(play: SwordsPlay, seat: str, order: Reinforce) -> Problem | None:
    """At least one of the provinces must be able to take a pair (Place Ashigaru Spearmen)."""
    problems = [_why_no_pair(play, seat, place) for place in order.places]
    return problems[0] if all(problems) else None


def place_pairs(play: SwordsPlay, seat: str, order: Reinforce) -> Problem | None:
    """Place pairs as far as they go; provinces beyond the sixth are for reserve."""
    wrong = None
    for place in order.places:
        pairs = places_of_pairs(play)
        if len(pairs) == REINFORCED:
            break
        problem = _why_no_pair(play, seat, place)
        if problem is None:
            play.change(deployment=(*pairs, place))
        wrong = wrong or problem
    return wrong


def _why_no_pair(play: SwordsPlay, seat: str, place: str) -> Problem | None:
    if play.owner(place) != seat:
        return error("not-yours", f"{place} is not yours.")
    if place in places_of_pairs(play):
        return error("placed-twice", f"{place} has its pair of spearmen already.")
    return None


def why_no_marker(play: SwordsPlay, seat: str, order: PlaceArmy) -> Problem | None:
    """One of the provinces must be the seat's and free of armies (Place Army Markers)."""
    if order.army not in play.colour(seat).armies:
        return error("no-army", f"You have no army {order.army}.")
    if any(_is_free(play, seat, place) for place in order.places):
        return None
    place = order.places[0]
    if play.owner(place) != seat:
        return error("not-yours", f"{place} is not yours.")
    return error("army-there", f"Another army of yours stands in {place}.")


def place_marker(play: SwordsPlay, seat: str, order: PlaceArmy) -> None:
    """Place the marker in the first province that is free."""
    place = next(place for place in order.places if _is_free(play, seat, place))
    play.change_army(seat, order.army, at=place)


def _is_free(play: SwordsPlay, seat: str, place: str) -> bool:
    return play.owner(place) == seat and play.army_in(place) is None


DEPLOY_RULES: Rules = {
    Reinforce: Rule(why_no_pairs, place_pairs),
    PlaceArmy: Rule(why_no_marker, place_marker),
}


def heartland(play: SwordsPlay, seat: str) -> list[str]:
    """Return a seat's provinces, those with the most neighbours of its own first."""
    mine = set(play.provinces_of(seat))
    return sorted(mine, key=lambda place: (-len(mine & set(play.neighbours(place))), place))


def end_deployment(play: SwordsPlay) -> None:
    """Put the markers of the turn order back; the first round has an order of its own."""
    play.change(turn_order=())
