"""Setting a game up, and the deployment of the first reinforcements (Setup)."""

from collections.abc import Mapping, Sequence

from adjudicator.boards import load_board
from adjudicator.chance import Chance
from adjudicator.games.contract import Defaulted, Resolution, Value
from adjudicator.games.samurai_swords.edition import ARMIES, BOARD, REINFORCED, Edition
from adjudicator.games.samurai_swords.events import Dealt, Deployed, OrderDrawn
from adjudicator.games.samurai_swords.lines import Context, Rule, Rules, carry_out_all
from adjudicator.games.samurai_swords.orders import PlaceArmy, Reinforce
from adjudicator.games.samurai_swords.policies import POLICY_RULES
from adjudicator.games.samurai_swords.position import Army, FeudalPosition, Province, Seat
from adjudicator.games.samurai_swords.state import Problem, State, border_options, replace
from adjudicator.orders import Orders


def new_game(
    edition: Edition, seats: Sequence[str], options: Mapping[str, Value], chance: Chance
) -> Resolution:
    """Deal the provinces, claim them, draw the order of the setup, distribute koku (Setup 3-7)."""
    board = load_board(BOARD, border_options(dict(options)))
    cards = chance.shuffle(list(board.provinces), "deal")
    share = len(cards) // len(seats)
    hands = {seat: cards[i * share : (i + 1) * share] for i, seat in enumerate(seats)}
    owners = {card: seat for seat, hand in hands.items() for card in hand}
    order = tuple(chance.shuffle(seats, "setup order"))
    position = FeudalPosition(
        game=edition.name,
        options=dict(options),
        phase="deploy",
        turn_order=order,
        seats={seat: starting_seat(share // 3) for seat in seats},
        provinces={
            name: Province(owner=owners[name], spearman=1) if name in owners else Province()
            for name in board.provinces
        },
    )
    dealt = Dealt(
        hands={seat: tuple(sorted(hand)) for seat, hand in hands.items()},
        left=tuple(sorted(cards[share * len(seats) :])),
    )
    return Resolution(position, (dealt, OrderDrawn(order=order)))


def starting_seat(koku: int) -> Seat:
    """Return a seat with its three armies on the card (Setup 3), not yet on the board."""
    army = Army(at="", bowman=1, swordsman=1, gunner=2)
    return Seat(armies=dict.fromkeys(ARMIES, army), koku=koku)


class Deployment(Context):
    """What a seat has placed so far."""

    def __init__(self, state: State):
        super().__init__(state)
        self.pairs: list[str] = []


def legal_reinforce(context: Deployment, seat: str, order: Reinforce) -> Problem | None:
    """At least one of the provinces must be able to take a pair (Place Ashigaru Spearmen)."""
    problems = [_pair_problem(context, seat, place) for place in order.places]
    return problems[0] if all(problems) else None


def do_reinforce(context: Deployment, seat: str, order: Reinforce) -> Problem | None:
    """Place pairs as far as they go; provinces beyond the sixth are for reserve."""
    wrong = None
    for place in order.places:
        if len(context.pairs) == REINFORCED:
            break
        problem = _pair_problem(context, seat, place)
        if problem is None:
            context.pairs.append(place)
        wrong = wrong or problem
    return wrong


def _pair_problem(context: Deployment, seat: str, place: str) -> Problem | None:
    if context.state.provinces[place].owner != seat:
        return Problem("not-yours", f"{place} is not yours.", hard=True)
    if place in context.pairs:
        return Problem("placed-twice", f"{place} has its pair of spearmen already.", hard=True)
    return None


def legal_army(context: Deployment, seat: str, order: PlaceArmy) -> Problem | None:
    """One of the provinces must be the seat's and free of armies (Place Army Markers)."""
    state = context.state
    if any(_free(state, seat, place) for place in order.places):
        return None
    place = order.places[0]
    if state.provinces[place].owner != seat:
        return Problem("not-yours", f"{place} is not yours.", hard=True)
    return Problem("army-there", f"Another army of yours stands in {place}.", hard=True)


def do_army(context: Deployment, seat: str, order: PlaceArmy) -> None:
    """Place the marker in the first province that is free."""
    state = context.state
    place = next(place for place in order.places if _free(state, seat, place))
    state.set_army(seat, order.army, replace(state.seats[seat].armies[order.army], at=place))


def _free(state: State, seat: str, place: str) -> bool:
    return state.provinces[place].owner == seat and state.army_in(place) is None


DEPLOY_RULES: Rules = {
    Reinforce: Rule(legal_reinforce, do_reinforce),
    PlaceArmy: Rule(legal_army, do_army),
    **POLICY_RULES,
}


def deploy(state: State, seat: str, orders: Orders) -> None:
    """Place one seat's spearmen and armies: as ordered, then by default."""
    context = Deployment(state)
    carry_out_all(context, seat, orders, DEPLOY_RULES)
    ordered = len(context.pairs)
    places = heartland(state, seat)
    context.pairs += [p for p in places if p not in context.pairs][: REINFORCED - ordered]
    filled = ", ".join(context.pairs[ordered:])
    if filled:
        state.tell(Defaulted(to=(seat,), seat=seat, text=f"reinforce {filled}", why=_WHY))
    for place in context.pairs:
        state.change_force(place, {"spearman": 2})
    for number, army in state.seats[seat].armies.items():
        if not army.at:
            place = next(place for place in places if _free(state, seat, place))
            state.set_army(seat, number, replace(army, at=place))
            text = f"army {number} in {place}"
            state.tell(Defaulted(to=(seat,), seat=seat, text=text, why=_WHY))
    armies = {number: army.at for number, army in state.seats[seat].armies.items()}
    state.tell(Deployed(seat=seat, provinces=tuple(context.pairs), armies=armies))


_WHY = "your provinces with the most neighbours of your own"


def heartland(state: State, seat: str) -> list[str]:
    """Return a seat's provinces, those with the most neighbours of its own first."""
    mine = set(state.owned(seat))
    return sorted(mine, key=lambda place: (-len(mine & set(state.neighbours(place))), place))


def deployed(position: FeudalPosition, orders: Mapping[str, Orders], chance: Chance) -> Resolution:
    """Carry out the deployment; the first plan follows (Setup 8)."""
    state = State(position)
    for seat in position.turn_order:
        deploy(state, seat, orders.get(seat, Orders()))
        state.events += state.ordered(seat)
    return Resolution(state.frozen(phase="plan", turn_order=()), tuple(state.events))
