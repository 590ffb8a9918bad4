"""Events as the reports and the map need them."""

from swords_games import SWORDS, made, played, read

from adjudicator.chance import Script
from adjudicator.games.contract import Ordered
from adjudicator.games.picture import Clash
from adjudicator.games.samurai_swords.table.events import Fought, RoninHired, RoninPlaced


def test_a_seat_learns_once_where_its_ronin_hide_after_all_learn_how_many():
    musters = [p for p in played(regent="steady", phases=60) if p.before.phase == "muster"]
    found = 0
    for phase in musters:
        placed = [event for event in phase.events if isinstance(event, RoninPlaced)]
        assert len({(event.seat, event.province) for event in placed}) == len(placed)
        for event in placed:
            hired = next(
                e for e in phase.events if isinstance(e, RoninHired) and e.seat == event.seat
            )
            assert phase.events.index(hired) < phase.events.index(event)
        found += len(placed)
    assert found


def test_the_map_shows_who_won_each_battle():
    provinces = {place: {"owner": "gray", "spearman": 1} for place in ("Mino", "Iga")}
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": provinces
        | {place: {"owner": "pink", "bowman": 1} for place in ("Omi", "Ise")},
    }
    position = made(table)
    orders = read(
        SWORDS, position, "attack Mino from Omi\nattack Iga from Ise\ncall off after 1 pass"
    )
    done = SWORDS.adjudicate(position, {"pink": orders}, Script([6, 12, 12]))
    assert sum(isinstance(event, Fought) for event in done.events) == 2
    shown = SWORDS.picture(SWORDS.view(done.position, ""), done.events)
    assert set(shown.clashes) == {Clash("Mino", "pink"), Clash("Iga", "gray")}


def test_answers_come_after_all_else_in_the_order_of_the_file():
    phases = [p for p in played(regent="random") if p.before.phase in ("deploy", "muster")]
    for phase in phases:
        answers = [event for event in phase.events if isinstance(event, Ordered)]
        assert answers
        assert list(phase.events[-len(answers) :]) == answers
        seats = list(phase.before.seats)
        assert answers == sorted(answers, key=lambda each: (seats.index(each.seat), each.line))
    assert len(phases) > 2


def test_a_line_to_which_the_war_does_not_come_is_answered():
    table = {
        "round": 2,
        "turn_order": ["pink", "gray"],
        "provinces": {
            "Omi": {"owner": "pink", "bowman": 1},
            "Mino": {"owner": "gray"},
            "Kai": {"owner": "pink", "spearman": 2},
        },
        "seats": {"pink": {}, "gray": {"armies": {"1": {"at": "Mino"}}}},
    }
    position = made(table)
    orders = read(SWORDS, position, "attack Mino from Omi\nmove 1 spearman from Kai to Izu")
    done = SWORDS.adjudicate(position, {"pink": orders}, Script([1, 12]))
    answers = [event for event in done.events if isinstance(event, Ordered)]
    assert [(event.line, event.outcome) for event in answers] == [(1, "won"), (2, "failed")]
    assert "had ended" in answers[1].why
