"""Placements in turn: lists that last for several laps, and who is asked (M75, M76)."""

import pytest
from playing import Table

from adjudicator.campaign.kernel.turns import turn_of
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.store import queries
from adjudicator.store.letter_records import Letter
from adjudicator.store.records import Settings

SEATS = ("Oda", "Takeda", "Mori")


SETTINGS = Settings(deadline="every 48 hours", misses=0)


@pytest.fixture
def table(store, prepare):
    """A game of three persons in the first lap of the claims of quick play."""

    def make(play="quick"):
        players = tuple(Player(seat, f"{seat.lower()}@example.org", seat) for seat in SEATS)
        options = {"deploy": "in turn", "play": play}
        plan = NewCampaign("laps", "samurai-swords", players, options, SETTINGS)
        return prepare(store, (__name__, play), lambda: Table(store, plan))

    return make


@pytest.fixture
def two(store, prepare):
    """A game of two persons with two colours each, whose hands have been parted."""
    players = tuple(Player(seat, f"{seat.lower()}@example.org", seat) for seat in SEATS[:2])

    def begin():
        game = Table(store, NewCampaign("two", "ikusa", players, {"deploy": "in turn"}, SETTINGS))
        while game.head.opens.name == "divide":
            game.adjudicate()
        return game

    return prepare(store, (__name__, "two"), begin)


def order_of(game):
    return game.state.position.turn_order


def free(game):
    lands = game.state.position.provinces.items()
    return [place for place, land in lands if not land.owner]


def owned(game, seat):
    return [at for at, land in game.state.position.provinces.items() if land.owner == seat]


def pass_laps(game):
    """Carry out the others' laps, up to the next in which the first seat is asked."""
    for _ in order_of(game)[1:]:
        game.adjudicate()


@pytest.mark.parametrize("lap", ["", " 1", " 9", " 10", " 12"])
def test_which_lap_a_heading_names_does_not_matter(lap):
    assert turn_of(f"claim{lap}", SEATS, "Oda") == ("claim", "")
    assert turn_of(f"claim{lap} takeda", SEATS, "Oda") == ("claim", "takeda")


def test_a_list_lasts_from_lap_to_lap_and_is_used_up(table):
    game = table()
    first = order_of(game)[0]
    a, b, c, *_ = free(game)
    mine = owned(game, first)[:2]
    listed = f"claim {a}, {b}, {c}\nreinforce {mine[0]}, {mine[1]}, {mine[0]}\n"
    assert not game.send(first, listed).has_rejections
    game.adjudicate()
    assert game.head.opens.key == f"1 claim 1 {order_of(game)[1]}"
    game.send(order_of(game)[1], f"claim {b}")
    pass_laps(game)
    assert game.head.opens.key == f"1 claim 2 {first}"
    assert game.stands(first) == f"claim {b}, {c}\nreinforce {mine[0]}\n"
    game.adjudicate()
    provinces = game.state.position.provinces
    assert (provinces[b].owner, provinces[c].owner) == (order_of(game)[1], first)
    assert (provinces[mine[0]].spearman, provinces[mine[1]].spearman) >= (3, 2)
    pass_laps(game)
    assert game.head.opens.key == f"1 claim 3 {first}"
    assert game.stands(first) is None
    assert {each.missing for each in queries.past(game.store, game.campaign)} == {()}  # not yet


@pytest.mark.parametrize("top", ["", "phase 1 claim 1 {seat}\n", "phase claim\n"])
def test_a_list_sent_in_anothers_turn_waits_for_ones_own(table, top):
    game = table()
    second = order_of(game)[1]
    a, *_ = free(game)
    taken = game.send(second, f"{top.format(seat=second)}claim {a}")
    assert not taken.has_rejections
    game.adjudicate()
    assert game.head.opens.key == f"1 claim 1 {second}"
    assert game.stands(second) in (f"claim {a}\n", None)
    if not game.state.position.provinces[a].owner:
        game.adjudicate()
        assert game.state.position.provinces[a].owner == second


def send_whole_lists(game, seats):
    for seat in seats:
        mine = owned(game, seat)
        markers = "".join(f"army {n} in {mine[n]}\n" for n in (1, 2, 3))
        game.send(seat, f"phase 1 deploy\nreinforce {', '.join(mine[:6])}\n{markers}ready ahead")


def test_who_is_ready_ahead_is_asked_again_when_the_list_is_used_up(table):
    game = table(play="standard")
    first, *others = order_of(game)
    mine = owned(game, first)
    game.send(first, f"reinforce {mine[0]}, {mine[1]}\nready ahead")
    send_whole_lists(game, others)
    game.adjudicate()
    opens = game.head.opens
    assert opens.key == f"1 deploy 3 {first}"
    assert game.stands(first) is None
    provinces = game.state.position.provinces
    assert [provinces[place].spearman for place in mine[:3]] == [3, 3, 1]
    for seat in others:
        assert [provinces[place].spearman for place in owned(game, seat)[:3]] == [3, 3, 1]


def test_who_is_ready_ahead_is_asked_for_a_lap_that_his_list_says_nothing_of(table):
    game = table(play="standard")
    first, *others = order_of(game)
    mine = owned(game, first)
    markers = "".join(f"army {n} in {mine[int(n)]}\n" for n in "123")
    game.send(first, f"reinforce {mine[0]}\n{markers}ready ahead")
    send_whole_lists(game, others)
    game.adjudicate()
    for lap in range(2, 7):  # only markers are left: each pair is asked for
        assert game.head.opens.key == f"1 deploy {lap} {first}"
        assert game.stands(first) == markers
        game.adjudicate()
    armies = game.state.position.colours[first].armies
    assert game.head.opens.key == "1 plan"  # and no marker, for the list has them
    assert [armies[number].at for number in "123"] == mine[1:4]


@pytest.mark.parametrize("text", ["Hold on, I have to think.", "wait", "reinforce Nowhere"])
def test_who_is_ready_ahead_is_asked_again_once_something_of_his_was_not_taken(table, text):
    game = table(play="standard")
    _, second, third = order_of(game)
    send_whole_lists(game, (second, third))
    game.send(second, text)  # in the turn of the first
    game.adjudicate()
    assert game.head.opens.key == f"1 deploy 1 {second}"
    assert game.stands(second).startswith("reinforce ")
    assert game.state.unready == (second,)
    game.send(second, "ready ahead")
    game.adjudicate()
    assert game.head.opens.key == f"1 deploy 2 {order_of(game)[0]}"


def test_all_laps_can_be_played_by_mail_without_a_word(table):
    game = table()
    keys = []
    while game.head.opens.name != "plan":
        keys.append(game.head.opens.key)
        game.adjudicate()
    assert len(keys) == 6 * 3 + 1 + 3 * 3
    assert len(set(keys)) == len(keys)
    assert game.store.count(Letter, kind="result", seat="Oda") == len(keys)
    assert queries.head(game.store, game.campaign).opens.key == "1 plan"


def test_a_list_for_the_turn_of_the_first_colour_waits_while_the_second_places(two):
    game = two
    order = game.state.position.turn_order
    hands = {seat: each.colours for seat, each in game.state.position.seats.items()}
    seat, colours = next(
        (seat, each) for seat, each in hands.items() if order.index(each[0]) > order.index(each[1])
    )  # its first colour's list is sent in the turn of the second
    lists = {colour: ", ".join(owned(game, colour)[:3]) for colour in colours}
    sent = set()
    while game.head.opens.lap < 3 or game.head.opens.turn not in colours:
        turn = game.head.opens.turn
        if turn in colours and game.head.opens.lap == 1:
            (other,) = set(colours) - {turn}
            text = f"phase 1 deploy {other}\nreinforce {lists[other]}"
            assert not game.send(seat, text).findings
            sent.add(other)
        game.adjudicate()
    assert sent == set(colours)
    of_first = [game.state.position.provinces[at].spearman for at in owned(game, seat)[:3]]
    assert of_first == [3, 3, 1]


@pytest.mark.parametrize("top", ["phase {key}\n", "phase 1 deploy {turn}\n", ""])
def test_under_the_heading_of_the_turn_that_is_open_lines_of_the_ally_wait_for_its_own(two, top):
    game = two
    while game.head.opens.turn in ("", *SEATS[:2]):
        game.adjudicate()
    opens = game.head.opens  # the turn of a second colour
    hands = {seat: each.colours for seat, each in game.state.position.seats.items()}
    (seat,) = (name for name, colours in hands.items() if opens.turn in colours)
    lists = {each: ", ".join(owned(game, each)[:6]) for each in hands[seat]}
    first, second = (f"colour {each}\nreinforce {lists[each]}\n" for each in hands[seat])
    taken = game.send(seat, f"{top.format(key=opens.key, turn=opens.turn)}{second}{first}")
    assert (taken.findings, taken.kept) == ((), ("1 deploy",))
    assert game.stands(seat) == second
    while game.head.opens.lap < 3:
        game.adjudicate()
    for colour in hands[seat]:
        assert {game.state.position.provinces[at].spearman for at in owned(game, colour)[:1]} == {3}
