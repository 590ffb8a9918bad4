"""A war turn in three mails: the same lines with the same dice give what one mail gives (M67)."""

import json
import random

import pytest
from legality import numbered, strange_orders
from swords_endings import missions
from swords_lines import invent

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.games.contract import Ordered
from adjudicator.games.samurai_swords.orders.missions import MISSIONS
from adjudicator.games.samurai_swords.orders.orders import Recover, Revenge, Successor
from adjudicator.orders import Orders, read_orders

APART = (*MISSIONS, Revenge, Recover, Successor)
"""What counts from when it is sent, so that three mails may come out otherwise (M71)."""


class Table:
    """A game in one tempo, whose dice come one after another whatever the phase."""

    def __init__(self, game, tempo, key):
        self.game, self.dice = game, Stream(key)
        seats = ("Oda", "Takeda", "Mori", "Uesugi")
        self.position = game.new(seats, {"war": tempo}, self.dice).position
        self.answers = {}
        self.phases = []

    @property
    def phase(self):
        return self.game.phase(self.position)

    def carry_out(self, orders):
        """Carry a phase out; return the lines that it did not answer, as they stand for the next."""
        self.phases.append(self.phase.key)
        made = self.game.adjudicate(self.position, orders, self.dice)
        self.position = made.position
        assert not self.game.faults(made.position)
        assert self.game.decode(self.game.encode(made.position)) == made.position
        told = [event for event in made.events if isinstance(event, Ordered)]
        for each in told:
            self.answers.setdefault(each.seat, []).append((each.line, each.outcome, each.text))
        heard = {(each.seat, each.line) for each in told}
        return {
            seat: Orders(tuple(line for line in lines if (seat, line.number) not in heard))
            for seat, lines in orders.items()
        }

    def carry_out_turn(self, orders):
        """Carry a whole war turn out, and return how often it asked."""
        mine = self.phase
        asked = 0
        while self.phase.belongs_with(mine):
            asked += 1
            assert self.phase.name in ("march", "fight", "move")
            orders = self.carry_out(orders)
        assert not any(len(lines) for lines in orders.values())
        return asked

    @property
    def state(self):
        """What there is besides the tempo."""
        found = json.loads(self.game.encode(self.position))
        del found["options"], found["phase"]
        return found


def files(table, key):
    """Make up an order file for each seat, with missions for the ninja's holder."""
    game, position, chance = table.game, table.position, Stream(key)
    made = {}
    for seat in table.phase.may:
        if table.phase.name == "war":
            lines = strange_orders(game, position, seat, chance, invent, 24)
            made[seat] = numbered(line for line in lines if not isinstance(line.order, APART))
            if seat != position.active:
                made[seat] = Orders()
            continue
        made[seat] = game.regent("steady").orders(game.view(position, seat), seat, chance)
        if table.phase.name == "plan" and position.colours[seat].koku > 3:
            made[seat] = read_orders(
                "spend 2 on ninja\n" * (chance.dice(1, 2, "")[0] - 1), game.language(position, "")
            ).orders
        if table.phase.name == "muster" and position.ninja.holder == seat:
            armies = [a.at for each in position.colours.values() for a in each.armies.values()]
            near = [place for at in armies for place in game.play(position).neighbours(at)]
            victims = [other for other in position.colours if other != seat]
            sent = missions(victims, near, random.Random(chance.dice(1, 999, "")[0]))
            mission = read_orders(next(sent), game.language(position, "")).orders
            assert len(mission) == 1
            made[seat] = numbered((*made[seat], *mission))
    return made


@pytest.mark.system
@pytest.mark.parametrize(("name", "number"), [("samurai-swords", 0), ("ikusa", 1)])
def test_three_mails_give_the_same_as_one(name, number):
    game = registry.find(name)
    key = b"tempo %d" % number
    turns, steps = Table(game, "turns", key), Table(game, "steps", key)
    while not turns.phase.over and turns.phase.round < 6:
        orders = files(turns, key + turns.phase.key.encode())
        if turns.phase.name != "war":
            assert turns.state == steps.state
            assert turns.phase.key == steps.phase.key
            turns.carry_out(orders)
            steps.carry_out(orders)
            continue
        whose = turns.phase.turn
        turns.carry_out(orders)
        if steps.phase.turn == whose:
            steps.carry_out_turn(orders)
    assert turns.state == steps.state
    assert {seat: sorted(told) for seat, told in turns.answers.items()} == {
        seat: sorted(told) for seat, told in steps.answers.items()
    }


SWORDS = registry.find("samurai-swords")
STEP = {
    "round": 3,
    "phase": "fight",
    "turn_order": ["pink", "gray"],
    "ninja": {"holder": "gray"},
    "seats": {
        "pink": {"armies": {"1": {"at": "Shinano", "bowman": 2}}},
        "gray": {"armies": {"1": {"at": "Kaga", "bowman": 1}}},
    },
    "provinces": {
        "Shinano": {"owner": "pink", "spearman": 2},
        "Hida": {"owner": "gray", "spearman": 1},
        "Kaga": {"owner": "gray"},
    },
}


def in_step(name="fight", **more):
    return SWORDS.from_table({**STEP, "phase": name, **more}, {"war": "steps"})


def test_a_step_says_what_it_belongs_to_and_whom_it_heeds():
    phase = SWORDS.phase(in_step("march"))
    assert (phase.key, phase.turn, phase.series) == ("3 march pink", "pink", "war")
    assert (phase.must, phase.later, phase.heeds) == (("pink",), ("fight", "move"), ("gray",))
    assert SWORDS.phase(in_step("march", round=1)).heeds == ()
    assert SWORDS.phase(in_step("march", ninja={})).heeds == ()
    text = "march army 1 to Hida\nattack Hida from Shinano\ncasualties gunner"
    lines = read_orders(text, SWORDS.language(in_step(), "")).orders.lines
    parts = {
        name: [SWORDS.part(in_step(name), line) for line in lines] for name in ("fight", "muster")
    }
    assert parts == {"fight": ["march", "fight", ""], "muster": ["", "", ""]}


def test_only_what_the_step_can_do_is_legal_suggested_and_shown():
    later = (
        "move",
        "split",
        "call",
        "fight",
        "successor",
        "casualties",
        "revenge",
        "recover",
        "ninja",
    )
    beginnings = {"march": ("march", "attack", *later), "fight": ("attack", *later), "move": later}
    for name, words in beginnings.items():
        position = in_step(
            name, provinces={**STEP["provinces"], "Mino": {"owner": "pink", "spearman": 2}}
        )
        view = SWORDS.view(position, "pink")
        legal = [str(line) for line in SWORDS.legal_orders(view, "pink")]
        assert any(text.startswith(words[0]) for text in legal)
        assert all(text.startswith(words) for text in legal)
        others = SWORDS.legal_orders(SWORDS.view(position, "gray"), "gray")
        assert all(str(line).startswith(later[4:]) for line in others)
        shown = [line for line in SWORDS.sheet(view, "pink") if line.startswith("# march army <")]
        assert bool(shown) == (name == "march")


def test_whoever_writes_for_another_step_of_anothers_turn_changes_nothing():
    position = in_step()
    language = SWORDS.language(position, "")
    lines = read_orders("move 1 spearman from Hida to Kaga\nmarch army 1 to Hida", language).orders
    made = SWORDS.adjudicate(position, {"gray": lines}, Stream(b"x"))
    answered = [event for event in made.events if isinstance(event, Ordered)]
    assert {(event.line, event.outcome) for event in answered} == {(1, "failed"), (2, "failed")}
