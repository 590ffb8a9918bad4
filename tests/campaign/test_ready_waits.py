"""“ready” closes no phase for a seat of whose letter a line is unread that may be an order."""

import pytest

from adjudicator.campaign.orders.standing import withholds_ready
from adjudicator.games import registry
from adjudicator.orders import read_orders

LAST_LINES = {
    "ikusa deploy": ["2nd army in Ettchu", "Army 3 @ Bungo", "army three Higo", "Bungo for army 1"],
    "ikusa plan": ["reinforcements: 3", "ninja", "four more for levies", "go 1st"],
    "ikusa war": [
        "Army 1 -> Kozuke",
        "armies 1, 2, 3 in Omi",
        "the second army should stay put in Iga",
        "hit Hida with everything",
        "two spearmen over to Chikugo",
        "retreat",
    ],
    "shogun plan": ["bid card", "battle a ..", "Kai castle please", "Temple: none", "3 to Aki"],
    "gekokujo draft": ["I would like Takeda, then Uesugi or Hojo."],
    "gekokujo campaign": ["daimyo to Mino", "everybody from Kai", "Suruga with 3"],
}
HARMLESS = ["", "\nThanks!\nAnn", "\nSee you on Friday.", "\n> hide 4", "\nAnn Oda", "\n# boast 3"]


@pytest.mark.parametrize(
    ("phase", "line"), [(phase, line) for phase, lines in LAST_LINES.items() for line in lines]
)
def test_what_may_be_an_order_is_told_as_the_last_line_too(phase, line):
    name, _, wanted = phase.partition(" ")
    languages = registry.find(name).languages({})
    language = next(each for each, _ in languages if each.phase == wanted)
    example = language.kinds[0].examples[0]
    for text in (line, f"{example}\n{line}"):
        assert withholds_ready(read_orders(text, language).findings)


@pytest.mark.parametrize("line", ["boast about 3 or so", "3 koku into hiding", "hide some", "hied"])
def test_ready_does_not_count_beside_such_a_line_and_the_receipt_names_it_first(play, line):
    game = play()
    for text in (f"hide 3\n{line}\nready", f"amend\n{line}\nready", f"{line}\nready"):
        assert not game.send("Oda", text).ready
        rejected, _, rest = game.letters("receipt")[-1].content.text.partition("note not-ready: ")
        assert ": error " in rejected
        assert "You are not marked as ready, because" in rest
    assert game.send("Oda", "hide 3\nready").ready


@pytest.mark.parametrize("around", HARMLESS)
def test_greetings_signatures_and_quotations_keep_nobody_waiting(play, around):
    assert play().send("Oda", f"Hi judge,\n\nhide 3\nready{around}").ready
