"""A war turn in three mails: what is sent ahead, who is asked, who has missed it."""

import msgspec
import pytest
from playing import Table

from adjudicator import reports
from adjudicator.campaign.kernel.schedule import find_rule, rule_for
from adjudicator.campaign.people.settings import change_settings
from adjudicator.campaign.phases.adjudicate import close_phase
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.campaign.phases.create import NewCampaign, Player
from adjudicator.store import queries
from adjudicator.store.records import Settings

SEATS = ("Oda", "Takeda", "Mori")


@pytest.fixture
def table(store, prepare):
    """A game of three persons in the first step of the first war turn."""

    def make(**settings):
        def play():
            players = tuple(Player(seat, f"{seat.lower()}@example.org", seat) for seat in SEATS)
            chosen = Settings(**{"deadline": "every 48 hours", "misses": 0, **settings})
            plan = NewCampaign("swords", "samurai-swords", players, {"war": "steps"}, chosen)
            game = Table(store, plan)
            while game.head.opens.name != "march":
                for seat in SEATS:
                    game.send(seat, "ready")
                game.adjudicate()
            return game

        return prepare(store, ("series", *settings.items()), play)

    return make


def first(game):
    """The seat whose turn it is, with an attack and a move of forces that have naught in common."""
    seat = game.head.opens.turn
    view = game.campaign.game.view(game.state.position, seat)
    near = game.campaign.game.play(view).neighbours
    armies = [army.at for colour in view.colours.values() for army in colour.armies.values()]
    owner = {place: land.owner for place, land in view.provinces.items() if place not in armies}
    strong = [p for p in owner if owner[p] == seat and view.provinces[p].spearman > 1]
    moves = [(p, to) for p in strong for to in near(p) if owner.get(to) == seat]
    attacks = [(p, to) for p in strong for to in near(p) if owner.get(to) not in (None, "", seat)]
    pairs = [(a, m) for a in attacks for m in moves if not {*a} & {*m}]
    (source, target), (start, goal) = pairs[0]
    return seat, f"attack {target} from {source}", f"move 1 spearman from {start} to {goal}"


def sent(game, seat):
    return queries.submissions(game.store, game.head).get(seat)


def test_the_whole_turn_can_be_sent_in_its_first_mail(table):
    game = table()
    seat, attack, move = first(game)
    other = next(each for each in SEATS if each != seat)
    assert game.send(other, attack).kept == ("1 war",)  # for the whole of its own turn
    for top in ("", "phase 1 war\n", "phase war\n", f"phase 1 war {seat}\n"):
        taken = game.send(seat, f"{top}{move}\n{attack}\ncall off after 2 passes")
        assert not taken.has_rejections
        assert game.stands(seat) == f"{move}\n{attack}\ncall off after 2 passes\n"
    game.adjudicate()
    assert game.head.opens.key == f"1 fight {seat}"
    assert game.stands(seat) == f"{move}\n{attack}\ncall off after 2 passes\n"
    game.adjudicate()
    assert game.head.opens.key == f"1 move {seat}"
    assert game.stands(seat) == f"{move}\n"
    game.change(roll_back, f"1 fight {seat}")  # then what waited waits again
    assert game.stands(seat) == f"{move}\n{attack}\ncall off after 2 passes\n"
    game.adjudicate()
    assert game.stands(seat) == f"{move}\n"
    game.adjudicate()
    assert game.head.opens.name == "march"
    assert game.head.opens.turn != seat
    assert sent(game, seat) is None


def test_a_later_file_replaces_the_steps_that_it_has_lines_for(table):
    game = table()
    seat, attack, move = first(game)
    game.send(seat, f"{attack}\n{move}")
    game.send(seat, "revenge on army 2")
    assert game.stands(seat) == f"{attack}\n{move}\nrevenge on army 2\n"
    game.send(seat, "phase 1 fight\ncall off after 2 passes")
    assert game.stands(seat) == f"{move}\nrevenge on army 2\ncall off after 2 passes\n"
    game.send(seat, "amend\ncancel revenge on army 2")
    assert game.stands(seat) == f"{move}\ncall off after 2 passes\n"
    game.adjudicate()
    taken = game.send(seat, f"march army 1 to Hida\n{attack}")  # and that step is past
    assert [(each.line, each.code) for each in taken.findings if each.severity == "error"] == [
        (1, "step-past")
    ]
    assert game.stands(seat) == f"{move}\n{attack}\n"
    taken = game.send(seat, "phase 1 march\nmarch army 1 to Hida")
    assert [each.code for each in taken.findings] == ["phase-over"]


def test_always_stands_for_the_step_of_its_verb(table):
    game = table()
    seat, attack, _move = first(game)
    game.send(seat, f"always {attack}\nalways march army 1 to Hida\nalways call off after 2 passes")
    for _ in range(3):
        game.adjudicate()
    lasting = game.head.policies[seat]
    assert f"always {attack}" in lasting
    assert "always call off after 2 passes" in lasting
    phases = [each.phase for each in game.letters("receipt", seat)]
    assert len(phases) == len({*phases}) > 1  # what stands in a step is told once


def test_who_is_ready_ahead_is_not_asked_again_and_all_get_one_letter(table, monkeypatch):
    game = table()
    write, begun = reports.result, []

    def result(rules, before, *more):
        """Write a report, and note in which phase the time that it tells of began."""
        begun.append(rules.phase(before).key)
        return write(rules, before, *more)

    monkeypatch.setattr(reports, "result", result)
    seat, attack, move = first(game)
    game.send(seat, f"{attack}\n{move}\nready ahead")
    told = game.letters("receipt", seat)[-1].content.text
    for line, step in ((attack, "fight"), (move, "move")):
        assert f"{line}" in told
        assert f"Waits for “{step}”" in told
    game.change(change_settings, webhook="https://hooks.example.org/a")
    before = len(game.letters())
    done = game.adjudicate()
    assert done.phase == f"1 march {seat}"
    assert game.head.opens.name == "march"
    assert game.head.opens.turn != seat
    new = game.letters()[before:]
    assert sorted(each.kind for each in new) == ["result"] * 4 + ["webhook"]
    last = queries.resolutions(game.store, game.campaign)[-2].opens
    assert last.name == "move"
    assert new[-1].content.text.startswith(f"swords: {last.title} is carried out")
    (mine,) = [each for each in new if each.seat == seat]
    assert attack in mine.content.text
    assert move in mine.content.text
    assert {*begun} == {f"1 march {seat}"}


def test_where_a_public_number_goes_into_the_dice_each_step_waits_for_its_own(table):
    game = table()
    seat, attack, _move = first(game)
    settings = msgspec.structs.replace(game.campaign.settings, beacon="the lottery")
    game.change(lambda at: at.change_settings(settings))
    game.send(seat, f"{attack}\nready ahead")
    game.change(close_phase)
    game.adjudicate(beacon="7")
    assert game.head.opens.key == f"1 fight {seat}"


def test_who_was_ready_ahead_is_asked_again_if_his_orders_were_set_aside(table, monkeypatch):
    game = table()
    seat, attack, _move = first(game)
    game.send(seat, f"{attack}\nready ahead")
    rules = type(game.campaign.game)
    carry_out = rules.adjudicate

    def fail(self, position, orders, chance):
        if len(orders.get(seat, ())):
            raise RuntimeError("the rules fail")
        return carry_out(self, position, orders, chance)

    monkeypatch.setattr(rules, "adjudicate", fail)
    assert list(game.adjudicate().set_aside) == [seat]
    assert game.head.opens.key == f"1 fight {seat}"
    assert game.state.waits_for == (seat,)


def test_not_ready_ends_being_ready_ahead_and_ready_is_for_one_step(table):
    game = table()
    seat, attack, move = first(game)
    game.send(seat, f"{attack}\n{move}\nready ahead")
    game.send(seat, "not ready")
    assert game.state.why_due == ""
    game.send(seat, "ready ahead")
    game.send(seat, "ready")
    assert game.state.why_due == "ready"
    game.adjudicate()
    assert game.head.opens.key == f"1 fight {seat}"
    assert game.stands(seat) == f"{attack}\n{move}\n"
    assert not sent(game, seat).ready
    assert game.state.why_due == ""
    assert [each for each in SEATS if game.state.has_spoken_in_turn(each)] == [seat]


def test_a_turn_is_missed_as_a_whole_or_not_at_all(table):
    game = table(misses=1)
    first_seat = game.head.opens.turn
    for _ in range(2):
        game.adjudicate()
        assert game.head.missing == ()
        assert game.state.seat(first_seat).by_person
    game.adjudicate()
    assert game.head.missing == (first_seat,)
    assert not game.state.seat(first_seat).by_person
    second = game.head.opens.turn
    game.adjudicate()
    game.send(second, "ready")
    game.adjudicate()
    game.adjudicate()
    assert game.head.missing == ()
    assert game.head.awaited == (second,)


def test_who_is_heeded_is_given_the_time_and_misses_nothing(table):
    game = table()
    seat = game.head.opens.turn
    holder = next(each for each in SEATS if each != seat)
    state = game.state
    (third,) = {*SEATS} - {seat, holder}
    state.seats = [
        msgspec.structs.replace(each, held_by="regent") if each.name == third else each
        for each in state.seats
    ]
    opens = msgspec.structs.replace(state.head.opens, heeds=(holder, seat, third))
    state.head = msgspec.structs.replace(state.head, opens=opens)
    assert state.silent == (seat,)
    assert state.unready == (seat, holder)
    opens = msgspec.structs.replace(opens, must=(), may=())
    state.head = msgspec.structs.replace(state.head, opens=opens)
    assert state.next_adjudication == (state.deadline, "deadline")  # though nobody must order


def test_steps_may_have_a_deadline_of_their_own(table):
    game = table(steps_deadline="every 12 hours")
    assert (game.state.deadline - game.now).total_seconds() <= 12 * 3600
    settings, no_step = game.campaign.settings, msgspec.structs.replace(game.head.opens, series="")
    assert rule_for(settings, no_step) == find_rule(settings.deadline, no_step.name)
    game.change(change_settings, steps_deadline="same")
    game.adjudicate()
    assert (game.state.deadline - game.now).total_seconds() > 24 * 3600
