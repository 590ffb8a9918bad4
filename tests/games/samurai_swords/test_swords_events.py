"""Events as the reports and the map need them."""

from swords_games import SWORDS, made, played, read

from adjudicator.chance import Script
from adjudicator.games.picture import Clash
from adjudicator.games.samurai_swords.events import Fought, RoninHired, RoninPlaced


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
