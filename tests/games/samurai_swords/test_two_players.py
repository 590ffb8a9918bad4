"""The game for two: a seat commands two colours, whose hand it parts (M43 to M54)."""

import pytest
from swords_games import IKUSA_GAME, SWORDS, legal_besides_policies

from adjudicator.chance import Stream
from adjudicator.games.contract import Defaulted, GameError
from adjudicator.games.samurai_swords.modes.two_players import Divided
from adjudicator.games.samurai_swords.table.events import Dealt
from adjudicator.orders import read_orders

TWO = ("Oda", "Takeda")


def new(game, options=None, key=b"key"):
    return game.new(TWO, options or {}, Stream(key))


def carry_out(game, position, **texts):
    orders = {
        seat: read_orders(text, game.language(position, "", seat)).orders
        for seat, text in texts.items()
    }
    return game.adjudicate(position, orders, Stream(b"dice"))


def hand_from_west(game, resolution, seat):
    board = game.play(resolution.position).board
    dealt = next(event for event in resolution.events if isinstance(event, Dealt))
    return sorted(dealt.hands[seat], key=lambda place: (board.provinces[place].at[1], place))


@pytest.mark.parametrize(
    ("lines", "first", "second"),
    [
        ("", slice(0, 17), slice(17, 34)),
        ("give {w[33]} to Oda", [33, *range(16)], range(16, 33)),
        ("give {w[33]} to Oda\ngive {w[0]} to Uesugi", [33, *range(1, 17)], [0, *range(17, 33)]),
        ("give {w[5]} to Uesugi\ngive {w[5]} to Oda", range(17, 34), range(17)),
        ("give {half_and_one} to Uesugi", range(17, 34), range(17)),
    ],
)
def test_lists_are_filled_from_the_west_and_cut(lines, first, second):
    opening = new(SWORDS)
    west = hand_from_west(SWORDS, opening, "Oda")
    events = carry_out(
        SWORDS, opening.position, Oda=lines.format(w=west, half_and_one=", ".join(west[:18]))
    ).events
    hands = next(e.hands for e in events if isinstance(e, Divided) and e.seat == "Oda")
    is_full = "half_and_one" in lines
    assert any(isinstance(e, Defaulted) and e.seat == "Oda" for e in events) != is_full
    wanted = [west[each] if isinstance(each, slice) else [west[at] for at in each]
              for each in (first, second)]  # fmt: skip
    assert [set(hands["Oda"]), set(hands["Uesugi"])] == [set(each) for each in wanted]


@pytest.mark.parametrize(
    ("seats", "options", "message"),
    [
        (TWO, {"win": "at once"}, "Two seats play for 50 provinces at the end of a round: "
         "leave win = at once out."),
        (TWO[:1], {}, "Samurai Swords is for 2 to 5 seats, not 1."),
        (tuple("ABCDEF"), {}, "Samurai Swords is for 2 to 5 seats, not 6."),
        (TWO, {"colours": "Uesugi, Ōda"}, "a name that no other colour has"),
        (TWO, {"colours": "Mori, mori"}, "a name that no other colour has"),
        (TWO, {"colours": "Mori, <b>"}, "cannot be a seat's name"),
        (("Oda", "Takeda", "Mori"), {"colours": "A, B"}, "leave colours out"),
        (TWO, {"play": "quick"}, "Quick play is for 3 to 5 seats: neither rulebook says how two "
         "would set it up."),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_refused(seats, options, message):
    with pytest.raises(GameError) as refusal:
        SWORDS.new(seats, options, Stream(b"key"))
    assert message in str(refusal.value)


def test_the_second_colours_have_names_of_their_own():
    named = new(SWORDS, {"colours": "Date, Hojo"}).position
    assert list(named.colours) == ["Oda", "Date", "Takeda", "Hojo"]
    others = SWORDS.new(("Uesugi", "Red"), {}, Stream(b"key")).position
    assert list(others.colours) == ["Uesugi", "Oda", "Red", "Takeda"]


@pytest.mark.parametrize(
    ("game", "war", "regent"),
    [
        (SWORDS, "turns", "random"),
        (IKUSA_GAME, "together", "steady"),
        (IKUSA_GAME, "steps", "random"),
    ],
    ids=["turns", "together", "steps"],
)
def test_games_of_two_are_played_without_faults(game, war, regent):
    position = new(game, {"war": war}, f"{war} {regent}".encode()).position
    for number in range(18):
        phase = game.phase(position)
        chance = Stream(f"{number}".encode())
        orders = {}
        for seat in phase.must:
            view = game.view(position, seat)
            chosen = game.regent(regent).orders(view, seat, chance)
            language = game.language(position, "", seat)
            orders[seat] = read_orders(str(chosen), language).orders
            assert orders[seat] == chosen.renumber()
        position = game.adjudicate(position, orders, chance).position
        assert game.faults(position) == []
        assert game.decode(game.encode(position)) == position
        if game.phase(position).over:
            break


def test_a_seat_sees_both_its_colours_and_nobody_elses_secrets():
    position = new(SWORDS).position
    for _ in range(3):
        position = carry_out(SWORDS, position).position
    view = SWORDS.view(position, "Oda")
    for colour in ("Oda", "Uesugi"):
        assert view.colours[colour] == position.colours[colour]
    hidden = SWORDS.view(position, "Takeda")
    changed = {name: record.policy for name, record in hidden.colours.items()}
    assert changed["Uesugi"] == changed["Oda"] == type(changed["Oda"])()


def test_headings_say_for_whom_lines_are():
    language = SWORDS.language(carry_out(SWORDS, new(SWORDS).position).position, "plan", "Oda")
    text = (
        "spend 1 on levy\nColor: Uesugi\nspend 2 on levy\nfor Oda: spend 1 on turn\n"
        "spend 1 on ronin\nOda:\nspend 1 on ninja\ncancel spend 1 on ninja\n"
    )
    read = read_orders(text, language)
    assert read.findings == ()
    assert [line.colour for line in read.orders] == ["Oda", "Uesugi", "Oda", "Uesugi", "Oda"]
    assert [line.colour for line in read.cancelled] == ["Oda"]
    again = read_orders(str(read.orders), language).orders
    assert [(x.colour, x.order) for x in again] == [(x.colour, x.order) for x in read.orders]
    change = read_orders("colour Uesugi\nspend 3 on levy", language).orders
    amended = [str(line) for line in read.orders.amend(change)]
    assert amended[:2] == ["for Oda: spend 1 on levy", "for Uesugi: spend 3 on levy"]


@pytest.mark.parametrize(
    ("text", "stands", "code", "fix"),
    [
        ("My Uesugi's plan (second colour):\nlevy 3", "for Uesugi: spend 3 on levy", "", ""),
        ("Uesugi - levy 3", "for Uesugi: spend 3 on levy", "", ""),
        ("colour Usugi\nspend 1 on levy", "", "unknown-colour", "colour Uesugi"),
        ("colour Takeda\nspend 1 on levy", "", "unknown-colour", ""),
        ("for Mori: spend 2 on turn", "", "unknown-colour", ""),
        ("for Usugi: levy 3", "", "unknown-colour", "for Uesugi: levy 3"),
        (
            "colour Uesugi\nfor Mori: spend 2 on levy\nspend 1 on levy",
            "for Uesugi: spend 1 on levy",
            "unknown-colour",
            "",
        ),
        ("As always\nFor now, and for the best\nlevy 3", "for Oda: spend 3 on levy", "", ""),
    ],
)
def test_a_heading_may_say_more_than_a_name_and_one_of_nobodys_is_for_nobody(
    text, stands, code, fix
):
    language = SWORDS.language(new(SWORDS).position, "plan", "Oda")
    read = read_orders(f"spend 2 on ronin\n{text}", language)
    assert [str(line) for line in read.orders][1:] == [stands] * bool(stands)
    assert {finding.code for finding in read.findings} == {code} - {""}
    assert [finding.fix for finding in read.findings][:1] == [fix] * bool(code)


def test_an_amendment_gives_more_and_takes_nothing_back():
    language = SWORDS.language(new(SWORDS).position, "divide", "Oda")
    before = read_orders("give Aki, Suo to Uesugi\ngive Iki to Oda", language).orders
    more = read_orders("give Hizen to Uesugi", language).orders
    assert [str(x.order) for x in before.amend(more)] == [
        "give Aki, Suo to Uesugi", "give Iki to Oda", "give Hizen to Uesugi",
    ]  # fmt: skip


def in_turn():
    """Return a new game whose setup goes in turn, whose turn it is, and the other seat."""
    position = new(IKUSA_GAME, {"deploy": "in turn"}, b"lot").position
    first = IKUSA_GAME.phase(position).turn
    return position, first, next(seat for seat in TWO if seat != first)


def test_the_second_sees_what_the_first_has_given():
    game = IKUSA_GAME
    position, first, second = in_turn()
    phase = game.phase(position)
    assert (phase.key, phase.must) == (f"1 divide {first}", (first,))
    own, other = position.colours_of(first)
    gift = next(place for place, land in position.provinces.items() if land.owner == own)
    position = carry_out(game, position, **{first: f"give {gift} to {other}"}).position
    assert game.phase(position).key == f"1 divide {second}"
    assert game.view(position, second).provinces[gift].owner == other
    assert not legal_besides_policies(game, position, first)
    for kept in (position, game.view(position, "Oda")):
        assert game.decode(game.encode(kept)) == kept
    position = carry_out(game, position).position
    assert game.phase(position).name == "deploy"
    owners = [land.owner for land in position.provinces.values()]
    assert {owners.count(colour) for colour in position.every_colour} == {17}


def test_in_a_case_the_first_seat_parts_first():
    table = {
        "phase": "divide",
        "colours": {"Uesugi": {"seat": "Oda"}, "Mori": {"seat": "Takeda"}},
        "provinces": {at: {"owner": TWO[n % 2]} for n, at in enumerate(in_turn()[0].provinces)},
    }
    made = IKUSA_GAME.from_table(table, {"deploy": "in turn"})
    assert made.active == made.turn_order[0]
    assert set(made.turn_order) == set(TWO)


def test_lines_of_either_colour_are_for_the_turn_of_the_seat():
    position, active, other = in_turn()
    for seat, codes in ((active, []), (other, ["not-your-turn"] * 2)):
        first, second = position.colours_of(seat)
        hand = [place for place, land in position.provinces.items() if land.owner == first]
        text = f"give {hand[0]} to {first}\ncolour {second}\ngive {hand[-1]} to {second}"
        view = IKUSA_GAME.view(position, seat)
        orders = read_orders(text, IKUSA_GAME.language(view, "", seat)).orders
        found = [each for each in IKUSA_GAME.check(view, seat, orders) if each.code != "no-front"]
        assert [each.code for each in found] == codes
        assert all(each.message.startswith(f"{active} parts now; ") for each in found)


def test_who_waits_can_change_his_policies():
    position, _, other = in_turn()
    ally = position.colours_of(other)[1]
    text = f"casualties gunner, ronin\ncolour {ally}\ncasualties bowman"
    after = carry_out(IKUSA_GAME, position, **{other: text}).position
    assert after.colours[other].policy.casualties[0] == "gunner"
    assert after.colours[ally].policy.casualties[0] == "bowman"
