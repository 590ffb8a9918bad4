"""The rest of the contract: setting up, legal orders, defaults, sheets, standings, options."""

import pytest
from gekokujo_games import ALL, game, new_game, phases_of

from adjudicator.chance import Stream
from adjudicator.games.contract import GameError
from adjudicator.games.gekokujo.printed import CLANS
from adjudicator.orders import Orders, read_orders


@pytest.mark.parametrize("options", [{}, ALL], ids=["core", "all"])
def test_every_legal_order_is_legal_by_itself_and_reads_back_and_sheets_are_comments(options):
    position = new_game(3, "legal", **options).position
    for before, _, _ in phases_of(position, "steady", "legal", 2):
        seat = game.phase(before).must[0]
        view = game.view(before, seat)
        assert all(not line or line.startswith("#") for line in game.sheet(view, seat))
        for line in game.legal_orders(view, seat)[::3]:
            findings = game.check(view, seat, Orders((line,)))
            assert not [each for each in findings if each.severity == "error"], line
            assert str(read_orders(str(line), game.language(before, "")).orders) == f"{line}\n"


def test_the_steady_regent_fills_the_board_and_beats_the_random_one():
    mine = others = 0
    for number in range(6):
        position = new_game(4, f"duel {number}").position
        seats = list(position.seats)
        steady = seats[number % 2 :: 2]
        while not game.phase(position).over and position.round <= 5:
            phase = game.phase(position)
            orders = {
                seat: game.regent("steady" if seat in steady else "random").orders(
                    game.view(position, seat), seat, Stream(f"{number} {phase.key}".encode())
                )
                for seat in phase.must
            }
            chance = Stream(f"duel {number} {phase.key}".encode())
            position = game.adjudicate(position, orders, chance).position
        held = [land.owner for land in position.provinces.values() if land.owner]
        mine += sum(owner in steady for owner in held)
        others += sum(owner not in steady for owner in held)
    assert mine > 1.2 * others


def test_a_draft_gives_everybody_a_clan_of_its_own():
    position = new_game(9, "nine").position
    lots = position.lots
    after = game.adjudicate(position, {}, Stream(b"draft")).position
    clans = [after.seats[seat].clan for seat in reversed(lots)]
    assert sorted(clans) == sorted(CLANS)
    assert len({CLANS[clan].region for clan in clans[:3]}) == 3
    for seat, house in after.seats.items():
        home = after.provinces[CLANS[house.clan].home]
        assert home.owner == seat
        assert dict(home.units[seat]) == {"daimyo": 3, "bushi": 1}


def test_given_clans_are_those_that_seats_are_called_after():
    position = game.new(("Oda", "Mori", "x"), {"clans": "given"}, Stream(b"")).position
    assert game.phase(position).name == "reinforce"
    assert [house.clan for house in position.seats.values()] == ["Oda", "Mori", "Chosokabe"]


def test_it_is_for_three_to_nine():
    for seats in (2, 10):
        with pytest.raises(GameError, match="3 to 9"):
            game.new([*"abcdefghij"[:seats]], {}, Stream(b""))


@pytest.mark.parametrize(("seats", "need"), [(3, 22), (4, 20), (5, 18), (6, 16), (9, 10)])
def test_how_many_provinces_win(seats, need):
    from adjudicator.games.gekokujo.chapters.victory import provinces_to_win

    assert provinces_to_win(game.play(new_game(seats).position)) == need


def test_defaults_name_what_happens_without_orders_and_spoken_do_the_same():
    position = new_game(3, "defaults", **ALL).position
    for before, _, _ in phases_of(position, "steady", "defaults", 2):
        given = {}
        for seat in game.phase(before).must:
            found = game.defaults(game.view(before, seat), seat, Orders())
            assert found
            assert all(each.why for each in found)
            text = "\n".join(each.text for each in found)
            understood = read_orders(text, game.language(before, ""))
            assert not understood.findings
            given[seat] = understood.orders
        silent = game.adjudicate(before, {}, Stream(b"d")).position
        spoken = game.adjudicate(before, given, Stream(b"d")).position
        for seat in silent.seats:
            assert silent.seats[seat].koku == spoken.seats[seat].koku
        assert silent.provinces == spoken.provinces


def test_standings_have_a_row_for_each_seat_and_columns_of_the_modules():
    table = game.standings(new_game(4, **ALL).position)
    titles = [column.title for column in table.columns]
    assert titles[:6] == ["Seat", "Clan", "Provinces", "Bushi", "Daimyos", "Koku"]
    assert {"Glory", "Sown", "Stored"} <= set(titles)
    assert all(len(row) == len(titles) for row in table.rows)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        ({"provinces": {"Atlantis": {}}}, "no province"),
        ({"seats": {"Oda": {"clan": "Taira"}}}, "clan"),
        ({"seats": {"Oda": {"koku": -1}}}, "koku"),
        ({"seats": {"Oda": {"master": "Nobody"}}}, "does not play"),
        ({"provinces": {"Mino": {"units": {"Oda": {"dragon": 1}}}}}, "units in Mino"),
        ({"provinces": {"Mino": {"units": {"Oda": {"ronin": 1}}}}}, "units in Mino"),
        ({"provinces": {"Mino": {"owner": "Oda", "fortified": True}}}, "no castle"),
        ({"seats": {"Oda": {}}, "ninja": {"mission": "tea"}}, "mission"),
        (
            {"seats": {"Oda": {}}, "ninja": {"mission": "sabotage", "place": "X"}},
            "not on the board",
        ),
        ({"seats": {"Oda": {}, "Mori": {}}, "turn_order": ["Oda"]}, "every seat"),
        (
            {
                "phase": "draft",
                "lots": ["gold", "pine", "plum"],
                "seats": {"gold": {}, "pine": {}, "plum": {"out": True}},
            },
            "before it begins",
        ),
        ({"seats": []}, "must be tables"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(table, why):
    with pytest.raises(GameError, match=why):
        game.from_table(table, {})
