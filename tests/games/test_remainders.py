"""What lines leave of what orders use up: koku, chests, spaces of a plan."""

from adjudicator.chance import Stream
from adjudicator.games.registry import find
from adjudicator.orders import read_orders

SEATS = ("Oda", "Takeda", "Mori")


def left(game, position, seat, text):
    view = game.view(position, seat)
    given = read_orders(text, game.language(view, "", seat)).orders
    return {each.what: each for each in game.remainders(view, seat, given)}


def go_on(game, position, phase):
    while game.phase(position).name != phase:
        orders = {
            each: game.regent("steady").orders(game.view(position, each), each, Stream(b"regent"))
            for each in game.phase(position).may
        }
        position = game.adjudicate(position, orders, Stream(b"on")).position
    return position


def test_koku_of_a_plan_are_put_into_bins():
    game = find("samurai-swords")
    position = go_on(game, game.new(SEATS, {}, Stream(b"left")).position, "plan")
    whole = left(game, position, "Oda", "")["koku"]
    assert whole.left == whole.of > 3
    some = left(game, position, "Oda", "spend 2 on ronin\nspend 99 on levy\nspend 1 on turn\n")
    assert (some["koku"].left, some["koku"].of) == (whole.of - 3, whole.of)


def test_koku_of_a_levy_buy_units_and_hired_ronin_are_hidden():
    game = find("samurai-swords")
    position = go_on(game, game.new(SEATS, {}, Stream(b"left")).position, "muster")
    before = left(game, position, "Oda", "")
    after = left(game, position, "Oda", "levy bowman to army 1\n")
    bin = before["koku to levy with"]
    assert (bin.left, after["koku to levy with"].left) == (bin.of, bin.of - 1)
    assert before["ronin to hide"].left == before["ronin to hide"].of > 0


def test_a_plan_of_shogun_uses_spaces_cards_and_chests():
    game = find("shogun")
    seats = ("Oda", "Takeda", "Uesugi")
    position = game.new(seats, {"start": "predetermined"}, Stream(b"left")).position
    own = [name for name, land in position.provinces.items() if land.owner == "Oda"]
    before = left(game, position, "Oda", "")
    after = left(game, position, "Oda", f"build castle in {own[0]}\ntax {own[1]}\nbid 2\n")
    assert before["chests"].left == before["chests"].of == position.seats["Oda"].chests
    assert after["chests"].left == before["chests"].of - 3 - 2
    assert after["province cards"].left == len(own) - 2
    assert set(before["spaces"].names) - set(after["spaces"].names) == {"castle", "tax", "bid"}
    assert after["spaces"].left == len(after["spaces"].names) == 8


def test_koku_of_a_reinforcement_are_spent_and_nothing_is_left_where_nothing_is_spent():
    game = find("gekokujo")
    position = go_on(game, game.new(SEATS, {}, Stream(b"left")).position, "reinforce")
    home = next(name for name, land in position.provinces.items() if land.owner == "Oda")
    koku = left(game, position, "Oda", f"recruit 2 bushi in {home}\n")["koku"]
    assert (koku.left, koku.of) == (position.seats["Oda"].koku - 2, position.seats["Oda"].koku)
    assert left(game, go_on(game, position, "campaign"), "Oda", "") == {}
