"""The examples of a letter are order lines that its reader could send as they stand."""

import pytest

from adjudicator import reports
from adjudicator.chance import Stream
from adjudicator.games.registry import find
from adjudicator.orders import read_orders
from adjudicator.reports import Setting
from adjudicator.reports.examples import LONGEST, MOST, own_examples
from adjudicator.reports.formats import name_orders

SEATS = ("Oda", "Takeda", "Uesugi")
MODULES = {"tenno": True, "samurai": True, "leaders": True, "chambers": True}
GAMES = {
    "samurai-swords": ("samurai-swords", {}),
    "shogun": ("shogun", {}),
    "shogun, two mails": ("shogun", {"season": "two mails", "start": "draft", **MODULES}),
    "gekokujo": ("gekokujo", {"clans": "given", "campaign": "together"}),
    "gekokujo, modules": ("gekokujo", {"clans": "given", "politics": True, "rice": True}),
}
MAIN = {
    "samurai-swords": {"war": {"attack", "move"}},
    "shogun": {"plan": {"build", "battle", "bid"}},
    "gekokujo": {"reinforce": {"recruit"}, "campaign": {"move"}},
}
"""What the examples of most readers must show of a phase, for it is what the phase is about."""


def shown(report):
    """The example lines of a letter."""
    text = report.text.partition("and write one order a line, such as\n")[2]
    block = text.partition("The attached order sheet")[0]
    return [line.removeprefix("    ") for line in block.splitlines()]


def verb(line):
    """What an example line does, whatever condition it is under."""
    return line.split(": ")[-1].split()[0]


@pytest.mark.parametrize("played", GAMES)
def test_examples_are_the_readers_own_and_none_is_rejected(played):
    name, options = GAMES[played]
    game = find(name)
    position = game.new(SEATS, options, Stream(b"examples")).position
    phases = {}
    for number in range(5):
        phase = game.phase(position)
        if phase.over:
            break
        language = game.language(position, "")
        for seat in phase.may:
            view = game.view(position, seat)
            lines = shown(reports.reminder(game, view, Setting("c", seat)))
            read = read_orders("\n".join(lines), language)
            assert read.findings == ()
            errors = [e for e in game.check(view, seat, read.orders) if e.severity == "error"]
            assert not [found for found in errors if found.line]
            assert len(lines) <= MOST
            if seat in phase.must:
                phases.setdefault(phase.name, []).append(lines)
        orders = {
            seat: game.regent("steady").orders(game.view(position, seat), seat, Stream(b"r"))
            for seat in phase.must
        }
        position = game.adjudicate(position, orders, Stream(bytes([number]))).position
    assert all(lines for every in phases.values() for lines in every)
    for phase, verbs in MAIN[name].items():
        every = [{verb(line) for line in lines} for lines in phases[phase]]
        assert sum(verbs <= said for said in every) * 2 >= len(every)
    own = {"shogun": "plan", "gekokujo": "reinforce"}.get(name, "muster")
    assert len(set(map(tuple, phases[own]))) > 1  # each from his own provinces


def test_an_example_shows_a_condition():
    game = find("samurai-swords")
    position = game.new(SEATS, {}, Stream(b"examples")).position
    for number in range(3):
        position = game.adjudicate(position, {}, Stream(bytes([number]))).position
    phase = game.phase(position)
    assert phase.name == "war"
    (seat,) = phase.must
    lines = shown(reports.reminder(game, game.view(position, seat), Setting("c", seat)))
    assert any(line.startswith("if ") and "attack" in line for line in lines)
    # Who need not order is asked for something else.
    other = next(each for each in phase.may if each != seat)
    view = game.view(position, other)
    report = reports.reminder(game, view, Setting("c", other))
    assert {verb(line) for line in shown(report)} <= {"casualties", "recover", "ninja"}
    assert "All stays as you have it." in report.text
    assert report.files[-1].name.startswith("orders-")
    called = [name_orders(game, game.view(position, each), each) for each in (seat, other)]
    assert called == ["war turn", "standing wishes"]


def test_an_example_for_a_colour_is_no_wider_than_a_letter():
    game = find("samurai-swords")
    position = game.new(SEATS[:2], {}, Stream(b"examples")).position
    seen = []
    for number in range(6):
        for seat in game.phase(position).must:
            seen += shown(reports.reminder(game, game.view(position, seat), Setting("c", seat)))
        position = game.adjudicate(position, {}, Stream(bytes([number]))).position
    assert any(line.startswith("for ") and "attack" in line for line in seen)
    assert max(map(len, seen)) <= LONGEST


def test_where_the_first_choice_will_not_do_others_are_tried():
    class Picky:
        """A game that rejects every line it was first asked about."""

        def __init__(self, game):
            self.game, self.first = game, None

        def __getattr__(self, name):
            return getattr(self.game, name)

        def faulty_lines(self, view, seat, orders):
            self.first = self.first or {str(line) for line in orders}
            return {line.number for line in orders if str(line) in self.first}

    game = Picky(find("shogun"))
    view = game.view(game.new(SEATS, {}, Stream(b"examples")).position, "Oda")
    for given in ((), ("bid 1", "bid 2")):
        game.first = None
        lines = own_examples(game, view, "Oda", (), given, {})
        assert lines
        assert not game.first.intersection(lines)


def test_a_result_looks_at_the_map_once_before_the_phase_and_once_after(monkeypatch):
    game, asked = find("samurai-swords"), []
    position = game.new(SEATS, {}, Stream(b"looks")).position
    done = game.adjudicate(position, {}, Stream(b"looks"))
    draw = type(game).picture
    monkeypatch.setattr(type(game), "picture", lambda *given: asked.append(1) or draw(*given))
    old, new = game.view(position, "Oda"), game.view(done.position, "Oda")
    report = reports.result(game, old, new, None, done.events, Setting("looks", "Oda"))
    assert shown(report)
    assert len(asked) == 2


def test_a_first_plan_of_shogun_shows_nothing_that_will_not_be_done():
    """No province of the reader's own is weighed as a target, and no empty tray is drawn upon."""
    game = find("shogun")
    position = game.new(SEATS, {"tenno": True}, Stream(b"examples")).position
    for seat in SEATS:
        view = game.view(position, seat)
        lines = shown(reports.reminder(game, view, Setting("c", seat)))
        assert any("battle b" in line and line.startswith("if ") for line in lines)
        assert any(line.startswith("court ") for line in lines)
        own = game.picture(view, seat).spots
        for line in lines:
            weighed = line.partition(" armies <= ")[0].removeprefix("if ")
            assert own.get(weighed) is None or own[weighed].owner != seat
        orders = read_orders("\n".join(lines), game.language(view, "", seat)).orders
        findings = game.check(view, seat, orders)
        assert not [found for found in findings if "As things stand it will not" in str(found)]
