"""Secrets: what a seat has laid face down, and what nobody may know yet."""

from shogun_games import game, new_game, phases_of, regents_orders

from adjudicator.chance import Stream
from adjudicator.games.contract import events_for
from adjudicator.games.shogun.cards import ACTIONS, EVENTS
from adjudicator.orders import read_orders


def planned(seed="secret"):
    """A position between the two mails of a season, and all the orders that led to it."""
    position = new_game(5, seed, season="two mails").position
    orders = regents_orders(position, "random", seed)
    return game.adjudicate(position, orders, Stream(b"x")), orders


def test_a_view_holds_no_other_seats_plan():
    resolution, _ = planned()
    position = resolution.position
    assert position.phase == "carry out"
    assert all(record.plan for record in position.seats.values())
    for seat in ("", *position.seats):
        view = game.view(position, seat)
        for name, record in view.seats.items():
            assert (record.plan == position.seats[name].plan) == (name == seat)
            assert name == seat or (not record.plan and not record.moves)
        assert view.viewer == seat


def test_views_of_positions_with_different_plans_of_others_are_the_same():
    resolution, orders = planned()
    blue = game.view(resolution.position, "blue")
    changed = {**orders, "red": read_orders("", game.language(resolution.position, "plan")).orders}
    bids = [line for line in orders["red"] if type(line.order).__name__ in ("Bid", "Prefer")]
    changed["red"] = type(changed["red"])(tuple(bids))
    start = new_game(5, "secret", season="two mails").position
    other = game.adjudicate(start, changed, Stream(b"x")).position
    assert other.seats["red"].plan != resolution.position.seats["red"].plan
    assert game.encode(game.view(other, "blue")) == game.encode(blue)


def test_until_the_cards_are_turned_events_say_nothing_of_others_plans():
    resolution, orders = planned()
    for seat in resolution.position.seats:
        public = game.encode_events(events_for(resolution.events, "")).decode()
        assert '"Ordered"' not in public
        assert '"Defaulted"' not in public
        mine = [e for e in events_for(resolution.events, seat) if type(e).__name__ == "Ordered"]
        assert {event.seat for event in mine} == {seat}
    assert all(len(each) for each in orders.values())


def test_hidden_actions_and_coming_events_are_nowhere_in_a_position():
    position = new_game(4).position
    assert len(position.actions) == 5
    hidden = [each for each in ACTIONS if " " in each and each not in position.actions]
    assert hidden
    text = game.encode(position).decode()
    assert not any(f'"{action}"' in text for action in hidden)
    order = [card for card in EVENTS if card in position.pile]
    assert list(position.pile) == order, "the pile is a set, not an order that was drawn"


def test_the_hidden_actions_come_from_the_phase_that_turns_them():
    position = new_game(4).position
    turned = set()
    for number in range(4):
        events = game.adjudicate(position, {}, Stream(b"%d" % number)).events
        turned.add(
            tuple(e.action for e in events if type(e).__name__ == "ActionTurned" and e.hidden)
        )
    assert len(turned) > 1


def test_a_regent_plays_from_a_view_as_from_nothing_else():
    for position, orders, _ in phases_of(new_game(4, season="two mails").position, "steady"):
        for seat, given in orders.items():
            view = game.decode(game.encode(game.view(position, seat)))
            again = game.regent("steady").orders(view, seat, Stream(b""))
            assert str(again) == str(given)
