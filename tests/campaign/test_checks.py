"""How often a phase asks the rules to check orders: once for each seat that sends some.

The only others are those of the examples in a letter that asks for orders: one for each reader, and
one more where a line is rejected and another takes its place.
"""

import pytest
from playing import Table

from adjudicator import maps
from adjudicator.campaign.kernel.solve import regent_orders
from adjudicator.campaign.letters.outbox import draw_once
from adjudicator.campaign.orders.standing import find_warned, viewpoint
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.games import registry
from adjudicator.store.records import Settings

REAL = True
PHASES = 3


@pytest.fixture(autouse=True)
def blank_maps(monkeypatch):
    """Draw nothing: what is drawn has been worked out by then."""
    for name in ("draw_png", "draw_orders", "draw_front"):
        monkeypatch.setattr(maps, name, lambda *picture: b"\x89PNG a picture")
    yield
    draw_once.cache_clear()


@pytest.mark.parametrize("ruleset", registry.SHIPPED)
def test_a_phase_checks_the_orders_of_each_seat_once(store, monkeypatch, ruleset):
    rules, asked = registry.find(ruleset), []
    check = rules.check

    def counting(judge):
        def count(view, seat, orders):
            asked.append((seat, str(orders)))
            return judge(view, seat, orders)

        return count

    for name in ("check", "faulty_lines"):
        monkeypatch.setattr(rules, name, counting(getattr(rules, name)))
    players = tuple(
        Player(seat, f"{number}@example.org") for number, seat in enumerate(rules.meta.seats[:3])
    )
    game = Table(store, NewCampaign("real", ruleset, players, {}, Settings(misses=9)))
    letters = {each.id for each in game.letters()}
    for _ in range(PHASES):
        state, seats = game.state, game.head.opens.may
        orders = {x: regent_orders(rules, state.position, x, state.campaign.secret) for x in seats}
        asked.clear()
        sent = {}
        for seat in seats:
            if orders[seat].lines:
                game.send(seat, str(orders[seat]))
                sent[seat] = game.stands(seat)
                assert warned(rules, check, game.state, seat)
        assert asked == [*sent.items()]
        told = {seat: last_told(game, seat) for seat in sent}
        for seat in seats:
            game.send(seat, "ready")
        assert {seat: last_told(game, seat) for seat in sent} == told
        assert drawn(game) > letters
        assert asked == [*sent.items()]
        asked.clear()
        game.adjudicate()
        letters = drawn(game)
        assert len(asked) == len({*asked})  # a line that was rejected makes place for another
        assert [*dict.fromkeys(seat for seat, _ in asked)] == [
            seat for seat in game.state.position.seats if seat in game.head.opens.may
        ]


def drawn(game):
    """Draw all pictures of all letters, as if they were sent; return their numbers."""
    letters = game.letters()
    assert all(file.data for letter in letters for file in letter.content.files if file.origin)
    return {each.id for each in letters}


def last_told(game, seat):
    """Return what the last receipt of a seat says of the orders that stand, line by line."""
    text = game.letters("receipt", seat)[-1].content.text
    return text.partition("WHAT NOW STANDS\n")[2].partition("\n\n")[0]


def warned(rules, check, state, seat):
    """Say whether the lines that a seat's receipt shows as doubtful are those that a check of what
    stands warns of."""
    table, stands = viewpoint(rules, state.position, seat), state.submissions[seat]
    orders = table.read(stands.text)
    return stands.warned == find_warned(orders, check(table.view, seat, orders))
