"""What holds of whole games of all kinds alike, with all that can be played with them."""

import msgspec
import pytest
from games.whole_games import TABLES, WAYS, mix

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError, events_for
from adjudicator.orders import Orders, read_orders

NAMES = pytest.mark.parametrize("name", TABLES)
OWN = pytest.mark.parametrize("name", ["shogun", "gekokujo"])


def assert_sound(game, resolution):
    after = resolution.position
    assert game.faults(after) == []
    assert game.decode(game.encode(after)) == after
    assert list(game.decode(game.encode(after)).seats) == list(after.seats)
    assert game.decode_events(game.encode_events(resolution.events)) == resolution.events


def soak(name, number, modules, regent):
    table = TABLES[name]
    options = {**modules, **WAYS[name][number % 4]}
    if modules.get("warfare"):
        options["technology"] = True
    seats, rounds = 3 + number % table.game.meta.players[1] % 3, 8 if name == "shogun" else 3
    first = table.new_game(seats, f"soak {number}", **options)
    assert_sound(table.game, first)
    for _, _, done in table.phases_of(first.position, regent, f"soak {number}", rounds):
        assert_sound(table.game, done)
        refused = [
            e for e in done.events if type(e).__name__ == "Ordered" and e.outcome == "failed"
        ]
        assert name in ("samurai-swords", "ikusa") or not [
            each for each in refused if "not yours" in each.why
        ]


def combination(name, number):
    return TABLES[name].combinations[number % len(TABLES[name].combinations)]


@pytest.mark.system
@NAMES
@pytest.mark.parametrize("number", range(16))
def test_every_combination_of_modules_plays(name, number):
    soak(name, number, combination(name, number), "random")
    soak(name, number + 1, combination(name, number), "steady")


@pytest.mark.system
@OWN
def test_orders_that_make_no_sense_do_no_harm(name):
    """What the check refuses is not carried out, and all invariants hold whatever is ordered."""
    table, refused = TABLES[name], 0
    for number, way in enumerate(WAYS[name]):
        position = table.new_game(4, f"odd {number}", **table.all, **way).position
        for before, orders, done in table.phases_of(
            position, "random", f"odd {number}", choose=mix
        ):
            for seat, given in orders.items():
                findings = table.game.check(table.game.view(before, seat), seat, given)
                refused += sum(each.severity == "error" for each in findings)
            assert_sound(table.game, done)
    assert refused > 80


@pytest.mark.system
@NAMES
def test_a_phase_carried_out_again_gives_the_same_bytes_and_leaves_the_position(name):
    table = TABLES[name]
    game, position = table.game, table.new_game(5, "pure", **table.all).position
    for before, orders, resolution in table.phases_of(position, "random", "pure", 3):
        data, chance = game.encode(before), Stream(f"pure {game.phase(before).key}".encode())
        again = game.adjudicate(game.decode(data), orders, chance)
        assert game.encode(again.position) == game.encode(resolution.position)
        assert again.events == resolution.events
        assert game.encode(before) == data


@pytest.mark.system
@NAMES
def test_every_answer_is_told_to_its_seat_alone(name):
    table = TABLES[name]
    position = table.new_game(4, "answers").position
    for _, orders, done in table.phases_of(position, "random", "answers", 2):
        for seat, given in orders.items():
            told = [e for e in events_for(done.events, seat) if type(e).__name__ == "Ordered"]
            assert {each.seat for each in told} <= {seat}
            if not table.game.phase(done.position).over:
                assert {each.line for each in told} == {line.number for line in given}


@NAMES
@pytest.mark.parametrize("modules", ["basic", "all"])
def test_legal_orders_are_legal_by_themselves_and_read_back_and_sheets_are_comments(name, modules):
    table = TABLES[name]
    game, options = table.game, table.all if modules == "all" else {}
    for way in WAYS[name][1:3]:
        position = table.new_game(4, "legal", **options, **way).position
        for before, _, _ in table.phases_of(position, "steady", "legal", 2):
            seat = game.phase(before).must[0]
            view = game.view(before, seat)
            assert all(not line or line.startswith("#") for line in game.sheet(view, seat))
            for line in game.legal_orders(view, seat)[::3]:
                findings = game.check(view, seat, Orders((line,)))
                assert not [each for each in findings if each.severity == "error"], line
                assert str(read_orders(str(line), game.language(before, "")).orders) == f"{line}\n"


@NAMES
def test_what_regents_order_is_printed_and_read_back_the_same(name):
    table = TABLES[name]
    position = table.new_game(4, "print", **table.all, **WAYS[name][2]).position
    for before, orders, done in table.phases_of(position, "random", "print", 4):
        assert_sound(table.game, done)
        language = table.game.language(before, "")
        for given in orders.values():
            understood = read_orders(str(given), language)
            assert understood.findings == ()
            assert str(understood.orders) == str(given)


@OWN
def test_defaults_are_orders_that_read_back_and_do_the_same(name):
    table = TABLES[name]
    game, position = table.game, table.new_game(4, "defaults", **table.all).position
    for before, _, _ in table.phases_of(position, "steady", "defaults", 2):
        given = {}
        for seat in game.phase(before).must:
            view = game.view(before, seat)
            found = game.defaults(view, seat, Orders())
            assert found
            assert all(each.why for each in found)
            text = "\n".join(each.text for each in found)
            understood = read_orders(text, game.language(before, ""))
            assert not understood.findings
            given[seat] = understood.orders
            assert not [f for f in game.check(view, seat, given[seat]) if f.severity == "error"]
            left = game.defaults(view, seat, given[seat])
            assert not [each for each in left if each.text]
        silent, spoken = (game.adjudicate(before, o, Stream(b"d")).position for o in ({}, given))
        assert silent.provinces == spoken.provinces
        for seat, record in silent.seats.items():
            same = msgspec.structs.asdict(record) | {"policies": ()}
            assert same == msgspec.structs.asdict(spoken.seats[seat]) | {"policies": ()}


@NAMES
def test_no_view_holds_more_of_another_seat_than_everybody_sees(name):
    table = TABLES[name]
    hidden = {"gekokujo": {"koku": "hidden"}, "shogun": {"season": "two mails"}}.get(name, {})
    position = table.new_game(5, "views", **hidden, **table.all).position
    for _, _, done in table.phases_of(position, "random", "views", 3):
        after, public = records(done.position), records(table.game.view(done.position, ""))
        for seat in done.position.seats:
            view = table.game.view(done.position, seat)
            assert view.viewer == seat
            assert all(records(view)[o] == public[o] for o in after if o != seat)
            assert records(view)[seat] == after[seat]
            assert table.game.decode(table.game.encode(view)) == view
            assert table.game.view(view, seat) == view


def records(position):
    return getattr(position, "colours", position.seats)


@pytest.mark.parametrize(
    ("name", "first", "of_modules"),
    [
        ("shogun", "Points Provinces", "Samurai Statues Trophies Court Chambers"),
        ("gekokujo", "Clan Provinces Bushi Daimyos Koku", "Glory Sown Stored"),
    ],
)
def test_standings_have_a_row_for_each_seat_and_columns_of_the_modules(name, first, of_modules):
    table = TABLES[name]
    standings = table.game.standings(table.new_game(4, **table.all).position)
    titles = [column.title for column in standings.columns]
    assert titles[: 1 + len(first.split())] == ["Seat", *first.split()]
    assert set(of_modules.split()) <= set(titles)
    assert {row[0] for row in standings.rows} == set(table.game.meta.seats[:4])
    assert all(len(row) == len(titles) for row in standings.rows)


@pytest.mark.parametrize(("name", "least"), [("shogun", 1.3), ("gekokujo", 1.2)])
def test_the_steady_regent_beats_the_random_one(name, least):
    table, worth = TABLES[name], {"steady": 0, "random": 0}
    with pytest.raises(GameError, match="clever"):
        table.game.regent("clever")
    for number in range(5):
        position = table.new_game(4, f"duel {number}").position
        steady = list(position.seats)[number % 2 :: 2]

        def choose(position, orders, chance, steady=steady):
            better = table.regents_orders(position, "steady", "duel")
            return {**orders, **{seat: better[seat] for seat in steady if seat in better}}

        for _, _, done in table.phases_of(position, "random", f"duel {number}", choose=choose):
            position = done.position
        owners = [land.owner for land in position.provinces.values() if land.owner]
        for seat, record in position.seats.items():
            worth["steady" if seat in steady else "random"] += getattr(
                record, "points", owners.count(seat)
            )
    assert worth["steady"] > least * worth["random"]
