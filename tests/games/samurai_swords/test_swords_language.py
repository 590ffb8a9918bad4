"""The order language of each phase."""

import pytest
from swords_games import SWORDS, made

from adjudicator.orders import read_orders

KINDS = {language.phase: language.kinds for language, _ in SWORDS.languages({})}
POSITION = made(
    {"turn_order": ["Takeda", "Oda"], "seats": {"Takeda": {}, "Oda": {}}, "phase": "war"}
)
TWO = made({"colours": {"Uesugi": {"seat": "Oda"}, "Mori": {"seat": "Takeda"}}})
EXAMPLES = [
    (phase, kind, example) for phase, kinds in KINDS.items() for kind in kinds for example in kind.examples
]  # fmt: skip


@pytest.mark.parametrize(("phase", "kind", "example"), EXAMPLES, ids=lambda v: str(v)[:40])
def test_an_example_is_read_as_its_kind_and_printed_so_that_it_can_be_read_again(
    phase, kind, example
):
    language = SWORDS.language(TWO if phase == "divide" else POSITION, phase)
    order = language.read_order(example)
    assert type(order) is kind
    assert language.read_order(str(order)) == order


def test_every_kind_says_what_it_does_and_names_its_default():
    for kinds in KINDS.values():
        for kind in kinds:
            assert kind.__doc__
            assert kind.examples
    silent = [k.__name__ for k in KINDS["deploy"] if "efault" not in k.__doc__]
    assert silent == ["Casualties"] or silent == []


@pytest.mark.parametrize(
    ("phase", "text", "canonical"),
    [
        ("plan", "Levy: 3 koku", "spend 3 on levy"),
        ("plan", "bid 2 for swords", "spend 2 on turn"),
        ("plan", "take sword 1, 2", "prefer turn 1, 2"),
        ("muster", "raise bow in hida", "levy 1 bowman in Hida"),
        ("muster", "castle in Ōmi", "build castle in Omi"),
        ("muster", "castle in 近江", "build castle in Omi"),
        ("muster", "assassinate army 1 of oda at Oda phase b", "ninja strikes army 1 of Oda at start of Oda phase B"),
        ("war", "Higo attacks Chikugo", "attack Chikugo from Higo"),
        ("war", "army 1 marches to Owari", "march army 1 to Owari"),
        ("war", "never call off", "fight to the end"),
        ("war", "call off when 1 are lost", "call off when 1 is lost"),
        ("war", "call off Hida after 1 passes", "call off Hida after 1 pass"),
        ("war", "retreat after two round", "call off after 2 passes"),
    ],
)  # fmt: skip
def test_other_ways_to_say_it(phase, text, canonical):
    language = SWORDS.language(POSITION, phase)
    assert language.read_order(text) == language.read_order(canonical)
    assert str(language.read_order(text)) == canonical


def test_the_two_awas_must_be_told_apart():
    language = SWORDS.language(POSITION, "war")
    understood = read_orders("move 1 spearman from Awa to Iyo", language)
    assert [f.severity for f in understood.findings] == ["error"]
    assert "Awa-Shikoku" in understood.findings[0].message
    assert "Awa-Boso" in understood.findings[0].message


def test_a_phase_that_there_is_not_has_no_language():
    assert SWORDS.language(POSITION, "winter") is None
    over = made({"phase": "over", "winners": ["Oda"], "seats": {"Oda": {}}})
    assert SWORDS.language(over, "") is None


@pytest.mark.parametrize(
    ("stood", "change", "stands"),
    [
        (
            "move 1 spearman from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
            "move 2 spearmen from Wakasa to Tamba",
            "move 2 spearmen from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
        ),
        (
            "move 1 spearman from Wakasa to Tamba\nmove 1 spearman from Yamato to Iga",
            "cancel move all from Wakasa to Tamba",
            "move 1 spearman from Yamato to Iga",
        ),
        (
            "move 1 spearman from Wakasa to Tamba\nmove 1 gunner from Wakasa to Tamba",
            "cancel move 1 gunner from Wakasa to Tamba",
            "move 1 spearman from Wakasa to Tamba",
        ),
        (
            "move army 1 to Hida\nmove army 2 to Kaga",
            "move army 2 to Noto",
            "move army 1 to Hida\nmove army 2 to Noto",
        ),
        (
            "march army 1 to Hida\nmarch army 2 to Kaga",
            "cancel march army 2 to Kaga",
            "march army 1 to Hida",
        ),
        (
            "split 1 spearman from army 1 to Hida\nsplit 1 gunner from army 1 to Kaga",
            "split 2 spearmen from army 1 to Hida",
            "split 2 spearmen from army 1 to Hida\nsplit 1 gunner from army 1 to Kaga",
        ),
        (
            "move 1 gunner from Hida to army 1\nmove 1 gunner from Noto to army 2",
            "cancel move 1 gunner from Noto to army 2",
            "move 1 gunner from Hida to army 1",
        ),
        (
            "pick up 1 gunner with army 1\npick up 1 spearman with army 2",
            "pick up all with army 2",
            "pick up 1 gunner with army 1\npick up all with army 2",
        ),
    ],
)
def test_an_amendment_changes_the_move_it_names_and_no_other(stood, change, stands):
    language = SWORDS.language(POSITION, "war")
    changes = read_orders(change, language)
    amended = read_orders(stood, language).orders.amend(changes.orders, changes.cancelled)
    assert str(amended) == stands + "\n"
