"""What holds of whole games of all kinds alike: each is played once, and asked of every phase."""

import tomllib
from pathlib import Path
from typing import Any

import gekokujo_ledger
import msgspec
import pytest
import shogun_ledger
import swords_ledger
from games.whole_games import TABLES, WAYS, course, mix

from adjudicator.cases import battle_odds
from adjudicator.cases.case import read_case
from adjudicator.cases.run import play
from adjudicator.chance import Stream
from adjudicator.games.contract import GameError, Ordered, Resolution, events_for
from adjudicator.orders import Line, Orders, read_orders

LEDGERS = {
    **dict.fromkeys(("samurai-swords", "ikusa"), swords_ledger),
    "shogun": shogun_ledger,
    "gekokujo": gekokujo_ledger,
}
CASES = Path(__file__).parents[1] / "cases"
ROUNDS = {"samurai-swords": 1, "ikusa": 2, "shogun": 4, "gekokujo": 2}
NAMES = pytest.mark.parametrize("name", TABLES)
OWN = pytest.mark.parametrize("name", ["shogun", "gekokujo"])
WARS = ("plan", "carry out", "war", "march", "fight", "campaign", "move", "battle")
"""The phases whose orders lead to battles."""


def short(name):
    """The phases of two games: of all modules and random orders; of few, and steady ones."""
    rounds = ROUNDS[name]
    return course(name, 15, "random", rounds) + course(name, 3, "steady", rounds)


def assert_sound(game, resolution):
    after = resolution.position
    assert game.faults(after) == []
    again = game.decode(game.encode(after))
    assert again == game.decode(game.encode(after), strict=True) == after
    assert list(again.seats) == list(after.seats)
    assert game.decode(game.encode(after)) is again  # who needs it next reads nothing
    assert game.decode_events(game.encode_events(resolution.events)) == resolution.events


def assert_the_same_again(game, before, orders):
    """A phase carried out again gives the same bytes and leaves the position as it was."""
    data = game.encode(before)
    one, other = (
        game.adjudicate(each, orders, Stream(b"again")) for each in (before, game.decode(data))
    )
    assert game.encode(one.position) == game.encode(other.position)
    assert one.events == other.events
    assert game.encode(before) == data


def assert_answered(game, before, orders, done):
    """Every answer is told to its seat alone, and every line has one, in a series later perhaps."""
    for seat, given in orders.items():
        told = [each for each in events_for(done.events, seat) if isinstance(each, Ordered)]
        assert {each.seat for each in told} <= {seat}
        answered, sent = {each.line for each in told if each.line}, {x.number for x in given}
        later = game.phase(done.position).over or game.phase(before).series
        assert answered <= sent if later else answered == sent


def assert_read_back(game, before, orders):
    """What regents order is printed and read back the same."""
    language = game.language(before, "")
    for given in orders.values():
        understood = read_orders(str(given), language)
        assert understood.findings == ()
        assert str(understood.orders) == str(given)


def assert_hidden(game, position):
    """No view holds more of another seat than everybody sees."""
    after, public = records(position), records(game.view(position, ""))
    for seat in position.seats:
        view = game.view(position, seat)
        assert view.viewer == seat
        own, seen = position.colours_of(seat), records(view)
        ninja = getattr(position, "ninja", None)
        spied = ninja.spied if getattr(ninja, "holder", None) in own else None
        for each in seen.keys() - {spied}:
            assert seen[each] == (after if each in own else public)[each]
        assert game.decode(game.encode(view), strict=True) == view
        assert game.view(view, seat) == view


def records(position):
    return getattr(position, "colours", position.seats)


def assert_told(name, before, done):
    """The events tell everything: kept as a ledger, they lead from the position to the next.

    What a letter tells is made of events, so whatever changed without one would be kept from
    players.
    """
    if not (name == "shogun" and before.phase == "draft"):
        LEDGERS[name].compare(before, done.events, done.position)


def assert_all(name, phases):
    game = TABLES[name].game
    for before, orders, done in phases:
        assert_sound(game, done)
        assert_the_same_again(game, before, orders)
        assert_answered(game, before, orders, done)
        assert_read_back(game, before, orders)
        assert_hidden(game, done.position)
        assert_told(name, before, done)


@NAMES
def test_whatever_regents_order_every_phase_keeps_its_promises(name):
    course.cache_clear()  # a game keeps the rules, and so the types, of 64 sets of options alone
    assert_all(name, short(name))


@pytest.mark.system
@pytest.mark.parametrize(
    ("name", "number"),
    [
        *((name, number) for name in ("shogun", "gekokujo") for number in range(16)),
        *((("ikusa", "samurai-swords")[number % 2], number) for number in range(16)),
    ],
)
def test_every_combination_of_modules_plays(name, number):
    rounds = 8 if name == "shogun" else 3
    assert_all(name, course(name, number, "random" if number % 3 else "steady", rounds))
    course.cache_clear()


@pytest.mark.system
@NAMES
def test_the_events_of_every_rule_case_tell_everything(name):
    for path in sorted(CASES.glob(f"{name}/*.toml")):
        for done in play(read_case(tomllib.loads(path.read_text("utf-8")))):
            if done.before is not None:
                assert_told(name, done.before, Resolution(done.after, done.came.events))


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


@NAMES
def test_legal_orders_are_legal_by_themselves_and_read_back_and_sheets_are_comments(name):
    game = TABLES[name].game
    for before, _, _ in short(name)[::2]:
        seat = game.phase(before).must[-1]
        view = game.view(before, seat)
        assert all(not line or line.startswith("#") for line in game.sheet(view, seat))
        for line in game.legal_orders(view, seat)[::7]:
            findings = game.check(view, seat, Orders((line,)))
            assert not [each for each in findings if each.severity == "error"], line
            assert str(read_orders(str(line), game.language(before, "")).orders) == f"{line}\n"


@NAMES
def test_the_shares_of_what_may_come_of_battles_add_up(name, monkeypatch):
    """Of what regents order for war: as it is, twice, and with each other's lines beside them."""
    monkeypatch.setattr(battle_odds, "MOST_FOLLOWED", 40)
    monkeypatch.setattr(battle_odds, "MOST_DRAWN", 4)
    game, battles = TABLES[name].game, 0
    for before, orders, _ in short(name):
        if game.phase(before).name not in WARS:
            continue
        for seat, given in orders.items():
            others = Stream(b"odds").shuffle(list(given), "lines")
            mixed = (
                Line((*x.branches, *y.branches), colour=x.colour)
                for x, y in zip(given, others, strict=True)
            )
            for text in map(str, (given, Orders((*given, *given)), Orders(tuple(mixed)))):
                answer = battle_odds.battle_odds(game, game.view(before, seat), seat, text)
                assert_odds(answer)
                battles += sum(len(each.battles) for each in answer.contests)
    assert battles > 50


def assert_odds(answer):
    """What is exclusive adds up; no battle is taken for another, and each has words of its own."""
    for contest in answer.contests:
        assert 0 <= contest.all_won.share <= 1
        assert len({each.battle for each in contest.battles}) == len(contest.battles)
        for battle in contest.battles:
            shares = battle.endings.values(), *(losses.shares for losses in battle.losses)
            for each in shares:
                assert sum(part.share for part in each) == pytest.approx(1)
    assert battle_odds.charts(answer) or not answer.contests


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
    for number in range(2):
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


# Nothing that can be changed is shared


def vandalise(value: Any) -> None:
    """Change every container nested in a value that lets itself be changed."""
    if isinstance(value, msgspec.Struct):
        inner = [getattr(value, name) for name in value.__struct_fields__]
    elif isinstance(value, dict | list | tuple | set):
        inner = list(value.values() if isinstance(value, dict) else value)
    else:
        return
    for each in inner:
        vandalise(each)
    try:
        if isinstance(value, dict | list | set):
            value.clear()
    except TypeError:
        pass


@NAMES
def test_changing_all_of_a_position_or_a_view_changes_none_of_the_others(name):
    game = TABLES[name].game
    positions = [each.before for each in course(name, 15, "random", ROUNDS[name])[:6]]
    views = [game.view(each, seat) for each in positions for seat in ("", game.meta.seats[0])]
    everything = [*positions, *views]
    before = [game.encode(each) for each in everything]
    for number, each in enumerate(everything):
        vandalise(each)
        after = [game.encode(other) for other in everything]
        assert after[number + 1 :] == before[number + 1 :]
        assert after[:number] == before[:number]


@NAMES
def test_a_position_refuses_to_be_changed_in_place(name):
    position = short(name)[0].done.position
    for mapping in (position.options, position.seats, position.provinces):
        with pytest.raises(TypeError, match="never changed in place"):
            mapping["Kai"] = None
    with pytest.raises(AttributeError):
        position.round = 9


@NAMES
def test_orders_that_a_regent_gives_are_those_that_are_read_from_their_text(name):
    game = TABLES[name].game
    several = 0
    for before, orders, _ in short(name):
        for seat, given in orders.items():
            language = game.language(before, "", seat)
            read = read_orders(str(given), language)
            assert read.findings == read.unread == ()
            assert read.orders == given.renumber()
            several += len(given) > 1
    assert several > 10
