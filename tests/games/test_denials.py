"""What says that something shall not be done is never read, nor answered, as an order to do it."""

import pytest

from adjudicator.games import registry
from adjudicator.orders import read_orders

ALL_OF_SHOGUN = {
    "start": "draft",
    "season": "two mails",
    **dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True),
}
LANGUAGES = {
    f"{name} {language.phase}": language
    for name in registry.SHIPPED
    for language, _ in registry.find(name).languages(ALL_OF_SHOGUN if name == "shogun" else {})
}
DENIED = (
    "no {}",
    "not {}",
    "never {}",
    "dont {}",
    "please don't {}",
    "I won't {}",
    "won't {}",
    "{} - no",
    "{}: no",
    "{} (no)",
    "{} not",
    "{}, not",
    "{}, or not",
)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_denied_order_is_neither_read_nor_suggested(name):
    language = LANGUAGES[name]
    examples = [example for kind in language.kinds for example in kind.examples]
    for number, example in enumerate(examples):
        for denied in DENIED[number % 3 :: 3]:
            text = denied.format(example)
            understood = read_orders(text, language)
            assert not understood.orders.lines, text
            for finding in understood.findings:
                assert not finding.fix, (text, finding.fix)
            assert not understood.meant, (text, understood.meant)


@pytest.mark.parametrize(
    ("phase", "text"),
    [
        ("shogun plan", "prefer no attack"),
        ("shogun plan", "samurai no chests"),
        ("shogun plan", "tax not"),
        ("shogun plan", "favours none"),
        ("gekokujo reinforce", "hit no daimyo"),
        ("gekokujo reinforce", "kill daimyo last"),
        ("gekokujo reinforce", "no assault"),
        ("gekokujo campaign", "no battle in Mino"),
        ("gekokujo campaign", "no nanban in Chikuzen"),
        ("gekokujo campaign", "if Mino is now empty: fight Hida"),
    ],
)
def test_no_suggestion_turns_round_what_a_line_says(phase, text):
    understood = read_orders(text, LANGUAGES[phase])
    assert not understood.orders.lines
    assert not any(finding.fix for finding in understood.findings)
    assert not any("Did you mean" in finding.message for finding in understood.findings)


def test_a_name_that_begins_like_several_is_not_put_right_as_another():
    [found] = read_orders("claim Shimo", LANGUAGES["shogun draft"]).findings
    assert "Shimosa or Shimotsuke" in found.message
    assert not found.fix


@pytest.mark.parametrize("mark", ["`{}`", "a. {}", "B. {}"])
def test_what_stands_around_an_order_is_no_part_of_it(mark):
    for phase, text in (("shogun plan", "tax Kai"), ("gekokujo campaign", "fight Mino")):
        assert str(read_orders(mark.format(text), LANGUAGES[phase]).orders) == f"{text}\n"


@pytest.mark.parametrize(("order", "denied"), [("fortify castle", "don't fortify castle")])
def test_what_denies_an_order_is_not_passed_over(order, denied):
    text = f"{order}\n{denied}\nkeep 2 koku"
    [found] = read_orders(text, LANGUAGES["gekokujo reinforce"]).findings
    assert (found.line, found.severity, found.fix) == (2, "error", "")
    assert "take one back" in found.message
