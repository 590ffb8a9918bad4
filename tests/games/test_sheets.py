"""Order sheets: what they propose and each of their examples can be ordered as things stand."""

import pytest
from legality import moments

from adjudicator.games import registry
from adjudicator.orders import read_orders

ALL = {
    "gekokujo": ("politics", "warfare", "technology", "rice", "glory"),
    "shogun": ("samurai", "leaders", "tenno", "chambers"),
}
GAMES = [
    ("gekokujo", 4, {"timing": "moves first", "politics": True, "pacts": "own phase"}),
    ("gekokujo", 5, {**dict.fromkeys(ALL["gekokujo"], True), "campaign": "together"}),
    ("shogun", 4, {"season": "two mails"}),
    ("shogun", 5, {**dict.fromkeys(ALL["shogun"], True), "start": "dealt"}),
    ("samurai-swords", 4, {"war": "steps"}),
    ("ikusa", 4, {"war": "together"}),
]


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
def test_every_example_of_a_sheet_can_be_ordered(name, seats, options):
    game, seen, shown = registry.find(name), set(), 0
    for moment in moments(game, seats, options, b"sheets", phases=9):
        phase = game.phase(moment.position)
        language = game.language(moment.position, "")
        for seat in phase.must:
            view = game.view(moment.position, seat)
            lines = game.sheet(view, seat)
            assert not read_orders("\n".join(lines), language).orders.lines
            comments = [line.removeprefix("# ") for line in lines]
            begin = "\n".join(comments).partition("You could begin with these:\n")[2]
            proposed = read_orders(begin.partition("\n\n")[0], language)
            assert not proposed.findings, (phase.key, seat)
            found = game.check(view, seat, proposed.orders)
            assert not [str(each) for each in found if each.severity == "error"], (phase.key, seat)
            examples = [line.partition("for example: ")[2] for line in comments]
            for text in filter(None, examples):
                orders = read_orders(text, language).orders
                wrong = [str(e) for e in game.check(view, seat, orders) if e.severity == "error"]
                assert (len(orders), wrong) == (1, []), (phase.key, seat, text)
                shown += 1
            seen.add(phase.name)
    assert len(seen) >= 2
    assert shown > 30
