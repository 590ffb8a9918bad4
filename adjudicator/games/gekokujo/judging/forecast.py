"""What is to be expected as things stand: what winter costs, and what each needs in a battle."""

from collections.abc import Iterator

from adjudicator.games.gekokujo import printed
from adjudicator.games.gekokujo.chapters.battle import Battle, Party, number_to_hit
from adjudicator.games.gekokujo.chapters.victory import take_where_alone
from adjudicator.games.gekokujo.chapters.war import battles_of
from adjudicator.games.gekokujo.chapters.year import supply_bill, upkeep_bill
from adjudicator.games.gekokujo.judging.check import rehearse
from adjudicator.games.gekokujo.orders.orders import Move
from adjudicator.games.gekokujo.table.names import plural
from adjudicator.games.gekokujo.table.play import GekokujoPlay
from adjudicator.orders import Orders
from adjudicator.orders.language.words import listing


def forecast(play: GekokujoPlay, seat: str, orders: Orders) -> Iterator[str]:
    """Yield what a seat should know before it sends its orders, carried out as things stand."""
    trial = rehearse(play, seat, orders, None)
    if trial.asks_for(Move) and trial.is_active(seat):
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
