"""Loading, selling and winning."""

from adjudicator.games.contract import Defaulted
from adjudicator.games.engine import Problem, warning
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from harbours.events import Bought, Sold
from harbours.orders import Buy, Load
from harbours.play import HarboursPlay

SHIP = 2
"""Coins that a ship costs."""
PRICE = 4
"""Coins for a cargo that nobody else sells."""
ROUNDS = 8
LEFT_OVER = "salt"
"""The cargo of who names none."""
NOTHING_NAMED = "No cargo was named."


def load_and_buy(play: HarboursPlay) -> None:
    """Carry out what the captains order at home."""
    for seat in play.position.seats:
        carry_out_all(play, seat, play.orders[seat], MARKET_RULES)


def load_salt(play: HarboursPlay) -> None:
    """Load salt for the captains who named no cargo."""
    for seat, captain in play.position.seats.items():
        if not captain.cargo:
            play.change_seat(seat, cargo=LEFT_OVER)
            order = str(Load(LEFT_OVER))
            play.tell(Defaulted(to=(seat,), seat=seat, text=order, why=NOTHING_NAMED))


def sell_cargoes(play: HarboursPlay) -> None:
    """Sell what lies in a harbour that wants it; the others' cargoes are spoilt."""
    sellers = {seat: place for seat in play.position.seats if (place := buyer(play, seat))}
    for seat, harbour in sellers.items():
        cargo = play.captain(seat).cargo
        coins = PRICE + 1 - sum(play.wants(each) == cargo for each in sellers.values())
        play.add_to_seat(seat, coins=coins)
        play.tell(Sold(seat=seat, harbour=harbour, cargo=cargo, coins=coins))


def buyer(play: HarboursPlay, seat: str) -> str:
    """Return the harbour that takes the captain's cargo, or ``""``."""
    cargo = play.captain(seat).cargo
    return next((each for each in play.harbours_of(seat) if play.wants(each) == cargo), "")


def end_round(play: HarboursPlay) -> None:
    """Empty the holds, and see whether somebody has won."""
    for seat in play.position.seats:
        play.change_seat(seat, cargo="", voyages=0)
    most = max(captain.coins for captain in play.position.seats.values())
    if most >= int(play.position.options["goal"]) or play.position.round == ROUNDS:
        richest = (seat for seat, each in play.position.seats.items() if each.coins == most)
        play.win(tuple(richest), f"{most} coins are the most.")


def _why_no_cargo(play: HarboursPlay, seat: str, order: Load) -> Problem | None:
    loaded = play.captain(seat).cargo
    return warning("loaded", f"Your holds are full of {loaded}.") if loaded else None


def _load(play: HarboursPlay, seat: str, order: Load) -> None:
    play.change_seat(seat, cargo=order.cargo)


def why_no_ships(play: HarboursPlay, seat: str, order: Buy) -> Problem | None:
    """Say why ships cannot be bought."""
    captain = play.captain(seat)
    if play.harbour(captain.home).owner not in ("", seat):
        return warning("home-lost", f"Another's ships lie in {captain.home}.")
    if order.ships * SHIP > captain.coins:
        afford = captain.coins // SHIP
        fix = str(Buy(afford)) if afford else ""
        return warning("too-dear", f"A ship costs {SHIP}; you have {captain.coins} coins.", fix)
    return None


def _buy(play: HarboursPlay, seat: str, order: Buy) -> None:
    home = play.captain(seat).home
    play.add_to_seat(seat, coins=-order.ships * SHIP)
    play.put_ships(home, seat, order.ships)
    play.tell(Bought(seat=seat, harbour=home, ships=order.ships))


MARKET_RULES: Rules = {Load: Rule(_why_no_cargo, _load), Buy: Rule(why_no_ships, _buy)}
"""What is judged and done at home, by kind of order."""
