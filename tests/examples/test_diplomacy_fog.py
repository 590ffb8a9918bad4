"""Fog of war: nobody learns what he does not see, by no door."""

import random

import pytest
from msgspec.structs import replace
from powers import begin, carry_out, phases_of, read

from adjudicator.chance import Stream
from adjudicator.games.contract import Ordered, Won, events_for
from adjudicator.reports.board import describe_board

SEATS = ("England", "France", "Germany", "Italy", "Austria", "Russia", "Turkey")


def sees(game, position, seat):
    """Return the provinces that a seat has, and those next to them, reckoned anew."""
    own = position.colours_of(seat)
    has = {name for name, each in position.units.items() if each.power in own}
    has |= {name for name, each in position.dislodged.items() if each.unit.power in own}
    has |= {name for name, each in position.provinces.items() if each.owner in own}
    board = game.play(position).board
    return has.union(*(board.neighbours[name] for name in has))


def phases(game, name, seats=SEATS, years=3):
    """Yield positions of a game in fog, each with its orders and what came of them."""
    options = {"fog": True, "last-year": 1900 + years}
    return phases_of(game, begin(game, seats, **options), seed=name)


def shown(game, view, seat):
    """Return all that is made of a view, for comparison."""
    regents = [game.regent(name).orders(view, seat, Stream(b"r")) for name in ("random", "steady")]
    lines = [str(line) for line in game.legal_orders(view, seat)]
    return game.encode(view), game.standings(view), lines, game.sheet(view, seat), str(regents)


@pytest.mark.parametrize("name", ["one", "two"])
def test_what_is_out_of_sight_is_told_through_no_door(diplomacy, name):
    """Whatever stands out of sight may be gone, or be something else: a seat sees the same."""
    draw = random.Random(name)
    for position, _, _ in phases(diplomacy, name):
        seat = draw.choice([each for each in SEATS if not position.seats[each].out])
        sight = sees(diplomacy, position, seat)
        units = {k: u for k, u in position.units.items() if k in sight or draw.random() < 0.5}
        dislodged = {k: u for k, u in position.dislodged.items() if k in sight}
        owners = {
            k: area if k in sight or not area.owner else replace(area, owner=draw.choice(SEATS))
            for k, area in position.provinces.items()
        }
        owners = {k: position.provinces[k] if a.owner == seat else a for k, a in owners.items()}
        other = replace(position, units=units, dislodged=dislodged, provinces=owners)
        views = [diplomacy.view(each, seat) for each in (position, other)]
        assert set(views[0].units) | set(views[0].dislodged) <= sight
        assert shown(diplomacy, views[0], seat) == shown(diplomacy, views[1], seat)
        assert diplomacy.picture(views[0], ()) == diplomacy.picture(views[1], ())


@pytest.mark.parametrize("seats", [SEATS, ("England", "France", "Russia")])
def test_no_event_names_a_unit_that_its_reader_did_not_see(diplomacy, seats):
    readers = (*seats, "")
    told = 0
    for position, given, done in phases(diplomacy, "events", seats, years=3):
        for seat in readers:
            sight = sees(diplomacy, position, seat) if seat else set()
            own = {*position.colours_of(seat)} if seat else set()
            written = str(given.get(seat, ""))
            unseen = [u.text(k) for k, u in position.units.items() if k not in sight]
            for event in events_for(done.events, seat):
                if diplomacy.phase(done.position).over and isinstance(event, Won):
                    continue
                is_own = getattr(event, "power", seat) in own or isinstance(event, Ordered)
                said = str(event)
                for text in unseen:
                    assert f"'{text}'" not in said or (is_own and text in written), (seat, event)
                    assert f"{text} " not in getattr(event, "why", "") or text in written
                told += bool(seat)
    assert told > 200


def test_what_far_units_do_is_not_told(diplomacy):
    table = {
        "units": {"France": ["A Spain"], "Turkey": ["A Armenia", "F Black Sea"],
                  "Russia": ["A Rumania"]},
        "centres": {},
    }  # fmt: skip
    position = diplomacy.from_table(table, {"fog": True})
    learned = []
    for theirs in ("A Arm - Ank", "A Arm - Sev\nF Bla - Con", "A Arm - Syr"):
        done = carry_out(diplomacy, position, France="A Spa - Por", Turkey=theirs)
        view = diplomacy.view(done.position, "France")
        learned.append((events_for(done.events, "France"), diplomacy.encode(view)))
        assert events_for(done.events, "") == []
        assert diplomacy.view(done.position, "").units == {}
    assert learned[0] == learned[1] == learned[2]


def test_what_meets_a_unit_out_of_sight_is_told_without_its_name(diplomacy):
    table = {"units": {"France": ["A Paris"], "Germany": ["A Munich"]}, "centres": {}}
    position = diplomacy.from_table(table, {"fog": True})
    done = carry_out(diplomacy, position, France="A Par - Bur", Germany="A Mun - Bur")
    moved, answer = events_for(done.events, "France")
    assert moved.against == ("a unit out of sight",)
    assert answer.why == "A unit out of sight stood it off."
    assert "Munich" not in str(events_for(done.events, "France"))


def test_a_check_has_nothing_against_helping_what_may_stand_out_of_sight(diplomacy):
    table = {
        "units": {
            "France": ["A Paris", "F Mid-Atlantic Ocean"],
            "Germany": ["A Munich"],
            "Italy": ["F Western Mediterranean"],
        },
        "centres": {},
    }
    position = diplomacy.from_table(table, {"fog": True})
    view = diplomacy.view(position, "France")
    for text in ("A Par S A Mun - Bur", "A Par S A Ruh - Bur", "F Mid C A Nap - Por"):
        orders = read(diplomacy, view, text, "France").orders
        assert diplomacy.check(view, "France", orders) == [], text
    [finding] = diplomacy.check(view, "France", read(diplomacy, view, "A Mun - Bur").orders)
    assert (finding.severity, finding.message) == ("error", "There is no unit in Munich.")
    done = carry_out(diplomacy, position, France="A Par S A Mun - Bur")
    assert [each.outcome for each in done.events if isinstance(each, Ordered)] == ["failed"]


def test_letters_say_what_is_out_of_sight_and_not_who_else_has_seen_what(diplomacy):
    position = diplomacy.from_table(
        {"units": {"France": ["A Paris"]}, "centres": {}}, {"fog": True}
    )
    picture = diplomacy.picture(diplomacy.view(position, "France"), ())
    titles = [block.title for block in describe_board(picture, ("France",))]
    assert any(title.startswith("Out of sight: ") for title in titles), titles
    for _, _, done in phases(diplomacy, "readers", years=2):
        assert all(len(each.to) < 2 for each in done.events)


def test_when_a_game_in_fog_is_over_all_is_seen(diplomacy):
    *_, (_, _, done) = phases(diplomacy, "end", years=1)
    assert diplomacy.view(done.position, "").units == done.position.units
    assert diplomacy.standings(diplomacy.view(done.position, "France")).rows[0][1] != "?"
