"""What is wrong with orders: they are carried out on the captain's view, without dice."""

from functools import partial

from adjudicator.games.engine.check import Rehearsals, check_orders
from adjudicator.games.engine.lines import carry_out_all, offer_unless
from adjudicator.orders import Orders
from harbours.market import MARKET_RULES
from harbours.play import HarboursPlay
from harbours.voyages import VOYAGE_RULES

RULES = {**MARKET_RULES, **VOYAGE_RULES}


def rehearse(play: HarboursPlay, seat: str, orders: Orders) -> HarboursPlay:
    """Carry a captain's orders out as things stand: nobody else sails, and no die falls."""
    trial = play.begin_anew()
    carry_out_all(trial, seat, orders, RULES)
    offer_unless(trial, seat, RULES, lambda order: None)  # what dice decide is legal, too
    return trial


check = partial(check_orders, Rehearsals(rehearse))
