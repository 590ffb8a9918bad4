"""What is to be expected: what fills the gaps that a seat's orders leave, winter, battles.

Every choice has a default, and it is named.
"""

from collections.abc import Iterator, Mapping

from adjudicator.games.contract import Default
from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.battle import Battle, Party, number_to_hit
from adjudicator.games.gekokujo.chapters.setup import ranks_clans
from adjudicator.games.gekokujo.chapters.victory import take_where_alone
from adjudicator.games.gekokujo.chapters.war import battles_of
from adjudicator.games.gekokujo.chapters.year import supply_bill, upkeep_bill
from adjudicator.games.gekokujo.judging.check import rehearse
from adjudicator.games.gekokujo.orders import orders as kinds
from adjudicator.games.gekokujo.table.names import plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Order, Orders
from adjudicator.orders.language.words import listing

POLICIES: Mapping[type[Order], Default] = {
    kinds.Ronin: Default("ronin none", "No ronin are hired."),
    kinds.Hit: Default("", "Your hits strike bushi first, then ronin, then daimyos."),
    kinds.HitsOn: Default(
        "",
        "Among several enemies, attacked you hit the seat whose turn it is first; on your own "
        "turn the one with more units there.",
    ),
    kinds.GiveUp: Default(
        "", "As a vassal you would give up the provinces with the fewest of your units."
    ),
}
"""What is done in battles and after them where no policy says it."""


def defaults(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[Default]:
    """Say what happens for want of orders."""
    phase = play.position.phase
    if play.house(seat).out:
        return
    if ranks_clans(play, seat) and not any(play.lines(seat, kinds.Rank)):
        yield Default(
            f"rank {', '.join(printed.CLANS)}", "Clans that are not ranked follow in this order."
        )
    if phase == "reinforce":
        if not len(orders):
            yield Default("", "Your koku are kept.")
        if not _knows(play, seat, kinds.LoseFrom):
            lost = "bushi go from your largest stacks, farthest from your daimyos."
            yield Default("", f"If you cannot pay, {lost}")
    if play.asks_for(kinds.Move) and play.is_active(seat) and not any(play.lines(seat, kinds.Move)):
        yield Default("", "All your units stay where they are.")
    if phase in ("campaign", "move", "battle"):
        if play.is_active(seat) and not any(play.lines(seat, kinds.Fight)):
            battles = "Battles come as your lines enter the provinces, then old contests by name."
            yield Default("", battles)
        glory = play.position.options["glory"]
        for kind, default in POLICIES.items():
            if not (kind is kinds.GiveUp and glory) and not _knows(play, seat, kind):
                yield default

    if phase not in ("draft", "sow"):
        yield from (Default("", sentence) for sentence in forecast(play, seat, orders))


def _knows(play: GekokujoPlay, seat: str, kind: type[Order]) -> bool:
    """Whether a seat has a policy of a kind, in its orders or from before."""
    word = kind.syntax.split("<")[0]
    return any(play.lines(seat, kind)) or any(word in text for text in play.house(seat).policies)


def forecast(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[str]:
    """Yield what a seat should know before it sends its orders, carried out as things stand."""
    trial = rehearse(play, seat, orders, None)
    if trial.asks_for(kinds.Move) and trial.is_active(seat):
        take_where_alone(trial, seat)
    yield from _winter(trial, seat)
    for place in battles_of(trial, seat):
        if not trial.position.ninja.is_on("diversion", place):
            yield needs(trial, seat, place)


def _winter(play: GekokujoPlay, seat: str) -> Iterator[str]:
    """Say what winter costs, and who goes if it cannot be paid."""
    cost, have = supply_bill(play, seat).cost, play.house(seat).koku
    harvest = ""
    if play.position.options["rice"] and play.position.round > 1:
        cost, harvest = cost + upkeep_bill(play, seat).cost, " before the harvest"
    if cost:
        lost = min(play.bushi(seat), max(0, cost - have) * printed.BUSHI_A_KOKU)
        gone = f": {lost} bushi would go" if lost else ""
        yield f"As things stand winter costs you {cost} koku, and you have {have}{harvest}{gone}."


def needs(play: GekokujoPlay, seat: str, place: str) -> str:
    """Say what the dice of each side need in a battle of a seat's turn, and why."""
    battle = Battle(play, place, seat)
    for begin in play.rules.before_dice:
        begin(play, battle)
    sides = [_needs_of(play, battle, party) for party in battle.parties.values()]
    why = {
        f"{each.name} {each.amount:+}": None
        for party in battle.parties.values()
        for each in party.modifiers
        if each.counted
    }
    return f"{place}: {'; '.join(sides)}{f' ({listing(why)})' if why else ''}."


def _needs_of(play: GekokujoPlay, battle: Battle, party: Party) -> str:
    by_number: dict[int, list[str]] = {}
    for kind, arm in printed.ARMS.items():
        base = arm.attack if party.attacks else arm.defence
        if party.units.get(kind) and base != printed.NEVER:
            needed = number_to_hit(play, battle, party, kind, base)
            by_number.setdefault(needed, []).append(plural(kind))
    able = [number for number in sorted(by_number) if number <= printed.SIDES]
    said = [f"{listing(by_number[number])} need {number}" for number in able]
    idle = [kind for number in by_number if number not in able for kind in by_number[number]]
    said += [f"{listing(idle)} cannot hit"] if idle else []
    return f"{party.seat}’s {listing(said)}" if said else f"{party.seat} rolls no dice"
