"""Chat around the orders of real games changes nothing; what resembles an order is never lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games import registry
from adjudicator.orders import Language, scan, understand

ALL_OF_SHOGUN = {
    "start": "draft",
    "season": "two mails",
    **dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True),
}
LANGUAGES: dict[str, Language] = {
    f"{name} {language.phase}": language
    for name in registry.SHIPPED
    for language, _ in registry.find(name).languages(ALL_OF_SHOGUN if name == "shogun" else {})
}
CHAT = [
    "Hi judge",
    "Hello all,",
    "Thanks for running this!",
    "Cheers, Anna",
    "Bob",
    "Peter M.",
    "Best regards",
    "Here are my orders for this round:",
    "My orders",
    "Sorry for the delay, I was on holiday.",
    "Good luck everyone, and may the best one win",
    "Sent from my phone",
    "I concede",
    "vacation until Monday",
    "Take care!",
    "If you need anything else, write to me.",
    "Or maybe not :-)",
    "What a game that was last week! I had never thought that it would come to this, but there we "
    "are, and I hope that all of you have as much fun with it as I do.",
    "word " * 120,
    "On Tue, 3 Nov 2026 at 10:00 the judge wrote:",
    "see http://example.org/",
    "こんにちは",
    "Viele Grüße",
]
CLOSE = [
    "atack Tango",
    "attack Tnago",
    "atack Tnago from Tajima",
    "attack Tango frm Tajima",
    "bulid castle in Hida",
    "build",
    "dpeloy 5 in Kai",
    "if Kai is mine, attakc Suruga from Kai",
    "please atack Kai",
    "I want to attack Kai with everything",
    "Kai Suruga 4",
    "Kai ~ Suruga",
    "raedy",
    "pahse 4 war",
    "attackKai from Suruga",
    "Kai-Suruga",
    "Kai",
    "We could perhaps meet in Kai some day, if you have the time for it.",
]
chat = st.lists(st.sampled_from(CHAT), max_size=3)


def read(text: str, language: Language):
    lines = tuple(line for section in scan(text).sections for line in section.lines)
    return understand(lines, language)


def bodies(language: Language):
    examples = [example for kind in language.kinds for example in kind.examples]
    return st.lists(
        st.sampled_from([*examples, "atack Kai", "bulid a Kai"]), min_size=1, max_size=4
    )


@pytest.mark.parametrize("name", LANGUAGES)
def test_chat_above_and_below_changes_neither_orders_nor_findings(name):
    language = LANGUAGES[name]

    @settings(max_examples=25, deadline=None, derandomize=True)
    @given(chat, bodies(language), chat)
    def holds(above, body, below):
        bare = read("\n".join(body), language)
        whole = read("\n".join([*above, *body, *below]), language)
        assert str(whole.orders) == str(bare.orders)
        shown = [(f.line - len(above), f.code, f.read, f.fix) for f in whole.findings]
        assert shown == [(f.line, f.code, f.read, f.fix) for f in bare.findings]
        assert len(whole.unread) == len(above) + len(below)

    holds()


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("line", CHAT)
def test_chat_alone_is_chat(name, line):
    assert read(line, LANGUAGES[name]).is_chat


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("line", CLOSE)
def test_what_resembles_an_order_is_a_finding(name, line):
    understood = read(f"Hi\n{line}\nThanks", LANGUAGES[name])
    assert [f.line for f in understood.findings] == [2] or len(understood.orders) == 1
    assert [line.text for line in understood.unread] == ["Hi", "Thanks"]
    assert not understood.is_chat


def test_prose_about_a_province_is_told_without_being_an_error():
    [found] = read("We could perhaps meet in Kai some day.", LANGUAGES["ikusa war"]).findings
    assert (found.code, found.severity) == ("not-an-order", "warning")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("casualties horse", "“horse” is not a unit"),
        ("call off Nowhere after 1 pass", "Nowhere"),
    ],
)
def test_what_begins_like_an_order_is_told_what_is_wrong_with_it(line, why):
    [found] = read(f"Hello\n{line}\nThanks", LANGUAGES["ikusa war"]).findings
    assert (found.code, found.severity) == ("not-an-order", "warning")
    assert why in found.message


COURTESIES = [
    "Good luck!",
    "Good luck to all, and may the best one win",
    "Thanks for running this!",
    "Thanks, Zoe",
    "Cheers,\nZoe",
    "Best regards,\n\nPeter M.",
    "have fun",
    "See you next week :-)",
    "Here are my orders for this round",
    "Here are my moves for this turn",
    "And that's all",
    "and finally",
    "Sorry for the delay, I was on holiday.",
    "Hello everyone,",
    "nothing else",
    "No more orders from me",
]
STAYS = [
    "hold everything else",
    "everybody else stays",
    "Everyone else stays where they are.",
    "my army stays here",
]


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("said", COURTESIES)
def test_a_courtesy_between_orders_is_chat(name, said):
    example = LANGUAGES[name].kinds[0].examples[0]
    understood = read(f"{example}\n{said}\n{example}", LANGUAGES[name])
    assert understood.findings == ()
    assert str(understood.orders) == str(read(f"{example}\n{example}", LANGUAGES[name]).orders)
    assert len(understood.unread) == len(scan(said).sections[0].lines)


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize("said", STAYS)
def test_what_stays_is_noted_and_costs_nothing(name, said):
    example = LANGUAGES[name].kinds[0].examples[0]
    understood = read(f"{example}\n{said}\n{example}", LANGUAGES[name])
    assert [(f.line, f.severity) for f in understood.findings] == [(2, "note")]


@pytest.mark.parametrize("name", ["ikusa war", "shogun plan", "gekokujo campaign"])
@pytest.mark.parametrize("said", ["stay in Kai", "hold in Kai and Omi", "My units in Kai hold."])
def test_what_stays_may_name_where(name, said):
    [found] = read(said, LANGUAGES[name]).findings
    assert (found.code, found.severity) == ("not-an-order", "note")


def test_an_army_that_stays_is_no_order_where_none_can_be_told():
    assert [f.severity for f in read("army 1 stays", LANGUAGES["shogun plan"]).findings] == ["note"]
    assert str(read("army 1 stays", LANGUAGES["ikusa war"]).orders) == "army 1 stays\n"


@pytest.mark.parametrize("name", LANGUAGES)
@pytest.mark.parametrize(
    "line",
    [
        "We were not at home last week",
        "Zoe",
        "Good luck in Kai",
        "Sorry, atack Tnago",
        "Thanks, 4 to Tajima",
        "Sorry, raedy",
        "nobody stays in Kai",
        "stay in Tnago",
        "hold Kai or Omi",
        "hold 3 in Kai",
    ],
)
def test_other_text_between_orders_is_an_error(name, line):
    example = LANGUAGES[name].kinds[0].examples[0]
    understood = read(f"{example}\n{line}\n{example}", LANGUAGES[name])
    assert [(f.line, f.severity) for f in understood.findings] == [(2, "error")]
    assert not understood.unread
