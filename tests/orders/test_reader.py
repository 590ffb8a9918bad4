"""From lines to orders: conditions, alternatives, policies, amendments, findings."""

import gc

import pytest
from small_language import KINDS, NAMES, WAR, Attack, Build, Empty

from adjudicator.orders import Language, read_orders, understand
from adjudicator.orders.reading import reader
from adjudicator.orders.reading.headings import write_headings
from adjudicator.orders.reading.reader import MOST_BRANCHES, MOST_IN_VAIN
from adjudicator.orders.reading.scan import RawLine
from adjudicator.orders.reference import reference


def canonical(text):
    understood = read_orders(text, WAR)
    assert understood.findings == ()
    return str(understood.orders).splitlines()


def finding(text, line=1):
    findings = [found for found in read_orders(text, WAR).findings if found.line == line]
    assert len(findings) == 1, findings
    return findings[0]


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("Attack: Hizen from Iyo", "attack Hizen from Iyo"),
        ("attack hizen from iyo!", "attack Hizen from Iyo"),
        ("attack Hizen from Iyo too, please", "attack Hizen from Iyo"),
        ("Chikuzen -> Hizen", "attack Hizen from Chikuzen"),
        ("Chikuzen→Hizen;", "attack Hizen from Chikuzen"),
        ("attack “Awa Boso” from ‘Iyo’ with 2 spearmen & 1 gunner", "attack Awa-Boso from Iyo with 2 spearmen and 1 gunner"),
        ("ａｔｔａｃｋ 近江 ｆｒｏｍ Ｉｙｏ", "attack Ōmi from Iyo"),
        ("march all via Hizen – Iyo for 3 koku", "march all via Hizen, Iyo for 3 koku"),
        ("always lose bows, spears before others", "always lose bowman, spearman first"),
        ("ALWAYS: prefer turn 1 2", "always prefer turn 1, 2"),
        ("if Hizen is empty: attack Hizen from Iyo", "if Hizen is empty: attack Hizen from Iyo"),
        ("when Hizen is empty then attack Hizen from Iyo", "if Hizen is empty: attack Hizen from Iyo"),
        ("if Hizen is empty, attack Hizen from Iyo with 2, 1 gun", "if Hizen is empty: attack Hizen from Iyo with 2 and 1 gunner"),
        ("provided that Hizen is empty: attack Hizen from Iyo", "if Hizen is empty: attack Hizen from Iyo"),
        ("as long as Hizen is empty, attack Hizen from Iyo", "if Hizen is empty: attack Hizen from Iyo"),
        ("attack Hizen from Iyo as long as Hizen is empty", "if Hizen is empty: attack Hizen from Iyo"),
        ("if Hizen is not empty: attack Hizen from Iyo", "if not Hizen is empty: attack Hizen from Iyo"),
        ("if Hizen isn’t empty: attack Hizen from Iyo", "if not Hizen is empty: attack Hizen from Iyo"),
        ("if not Hizen is not empty: attack Hizen from Iyo", "if Hizen is empty: attack Hizen from Iyo"),
        ("if Hizen armies are not 3 then: attack Hizen from Iyo", "if not Hizen armies = 3: attack Hizen from Iyo"),
        ("if (Hizen armies ≤ 3): attack Hizen from Iyo", "if Hizen armies <= 3: attack Hizen from Iyo"),
        ("if Hizen armies not more than two: attack Hizen from Iyo", "if Hizen armies <= 2: attack Hizen from Iyo"),
        (
            "if Hizen is empty, and Iyo is empty or not Omi armies > 2: attack Hizen from Iyo",
            "if Hizen is empty and Iyo is empty or not Ōmi armies > 2: attack Hizen from Iyo",
        ),
    ],
)  # fmt: skip
def test_lines_and_their_canonical_form(line, printed):
    assert canonical(line) == [printed]


@pytest.mark.parametrize(
    "text",
    [
        "attack Hizen from Iyo\nelse attack Omi from Iyo\nelse if Omi is empty: build castle",
        "attack Hizen from Iyo\nOtherwise: attack Omi from Iyo\nor if Omi is empty then build castle",
        "attack Hizen from Iyo, else attack Omi from Iyo; otherwise if Omi is empty: build castle",
        "attack Hizen from Iyo else: attack Omi from Iyo\n\n# comment\nelse, if Omi is empty: build castle",
        "attack Hizen from Iyo\nor\nattack Omi from Iyo\nor if Omi is empty,\nbuild castle",
    ],
)
def test_an_else_line_is_an_alternative_of_the_line_above(text):
    [line] = read_orders(text, WAR).orders
    assert str(line).splitlines() == [
        "attack Hizen from Iyo",
        "else: attack Ōmi from Iyo",
        "else if Ōmi is empty: build castle",
    ]
    assert line.order == Attack("Hizen", "Iyo")
    assert line.number == 1


@pytest.mark.parametrize(
    "text",
    [
        "if Hizen is empty:\n  attack Hizen from Iyo\nelse:\n  attack Omi from Iyo",
        "If Hizen is empty then\nattack Hizen from Iyo\nOtherwise\nattack Omi from Iyo",
        "If Hizen is empty\nattack Hizen from Iyo\nelse,\nattack Omi from Iyo\n\nbuild castle",
        "if Hizen is empty:\n\nattack Hizen from Iyo\n\nelse:\n\nattack Omi from Iyo",
        "- if Hizen is empty:\n- attack Hizen from Iyo\n- else: attack Omi from Iyo",
        "So, please, if Hizen is empty: attack Hizen from Iyo\nelse please attack Omi from Iyo\n",
        "And if Hizen is empty\nattack Hizen from Iyo\nelse attack Omi from Iyo",
    ],
)
def test_a_condition_may_stand_on_the_line_above_its_order(text):
    orders = read_orders(text, WAR).orders
    assert str(orders).startswith(
        "if Hizen is empty: attack Hizen from Iyo\nelse: attack Ōmi from Iyo\n"
    )
    assert len(orders) == 1 + text.endswith("castle")


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("if Hizen is empty:\nattack Hizen from Iyo\nbuild castle", [1, 2, 3]),
        ("build castle\nelse:\nattack Hizen from Iyo\nattack Omi from Iyo", [2, 3, 4]),
        ("if Bob agrees:\nattack Hizen from Iyo", [2]),
        ("else:\nattack Hizen from Iyo", [1]),
        ("if Hizen is empty:", [1]),
        ("build castle\nNot doing:\nattack Hizen from Iyo\nattack Omi from Iyo", [3, 4]),
        ("build castle\n\nInstead of:\n\nattack Hizen from Iyo", [5]),
        ("B (if A is not legal):\nattack Hizen from Iyo", [2]),
    ],
)
def test_of_orders_below_a_condition_that_may_not_be_for_them_none_stands(text, errors):
    understood = read_orders(text, WAR)
    assert [str(each) for each in understood.orders] == ["build castle"] * text.startswith("build")
    assert [each.line for each in understood.findings if each.severity == "error"] == errors


@pytest.mark.parametrize("text", ["If only it would rain", "Once more", "When I was in Japan"])
def test_a_sentence_that_begins_as_a_condition_does_is_none(text):
    assert canonical(f"{text}\nbuild castle") == ["build castle"]


@pytest.mark.parametrize(
    "text",
    [
        "That is, if it is allowed",
        "or not, I am not sure",
        "unless you hear from me",
        "is it legal?",
    ],
)
def test_what_may_limit_the_order_right_above_it_is_told(text):
    def told(text):
        understood = read_orders(text, WAR)
        assert len(understood.orders) == 1
        return [each.code for each in understood.findings]

    assert told(f"build castle\n{text}") == ["not-an-order"]
    assert told(f"build castle\nwell\n{text}") == ["not-an-order"]
    assert told(f"build castle\n\n{text}") == told(f"{text}\nbuild castle") == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("近江には手を出しません", ["not-an-order"]),
        ("第1軍は動きません", ["not-an-order"]),
        ("よろしくお願いします", []),
        ("2026年11月30日(月) 9時30分 判定人より:", []),
    ],
)
def test_a_sentence_without_blanks_that_speaks_of_a_place_or_a_number_is_told(text, told):
    findings = read_orders(f"build castle\n\n{text}", WAR).findings
    assert [each.code for each in findings] == told


def test_an_else_beside_a_rejected_line_is_rejected_too():
    text = "attack Hizen from Iyo\natack Omi from Iyo\nelse build castle\nelse prefer turn 1\nbuild castle\nelse prefer turn 2"
    understood = read_orders(text, WAR)
    assert [(f.line, f.code) for f in understood.findings] == [
        (2, "unknown-order"),
        (3, "lonely-else"),
        (4, "lonely-else"),
    ]
    assert [str(line) for line in understood.orders] == [
        "attack Hizen from Iyo",
        "build castle\nelse: prefer turn 2",
    ]


@pytest.mark.parametrize("between", [", else ", "\nelse ", "\n  Else: ", "\nor else "])
def test_an_alternative_may_leave_out_the_verb(between):
    text = between.join(["build castle in Iyo", "tea house", "castle"])
    orders = str(read_orders(text + "\nprefer turn 1", WAR).orders)
    built = "build castle in Iyo\nelse: build tea house\nelse: build castle\n"
    assert orders == f"{built}prefer turn 1\n"
    awaited = read_orders("build castle in Iyo\nelse tea house\nor else:\nprefer turn 1", WAR)
    assert str(awaited.orders).endswith("else: build tea house\nelse: prefer turn 1\n")
    for rest in ("or 2", "or if Iyo is empty, 2"):  # as on one line it would add to the list
        either = read_orders(f"prefer turn 1\n{rest}", WAR)
        assert str(either.orders) == "prefer turn 1\n"
        assert [(each.line, each.severity) for each in either.findings] == [(2, "error")]
    far = read_orders("build castle in Iyo\n\nelse tea house", WAR)
    assert str(far.orders) == "build castle in Iyo\n"
    assert finding("attack Hizen from Iyo, else Omi").severity == "error"


@pytest.mark.parametrize("text", ["else build castle", "cancel prefer turn 1\nelse build castle"])
def test_an_else_line_without_a_line_above_is_rejected(text):
    assert finding(text, text.count("\n") + 1).code == "lonely-else"


def test_a_rejected_alternative_leaves_the_others():
    understood = read_orders("build castle\nelse fly to Iyo\nelse prefer turn 1", WAR)
    assert [f.line for f in understood.findings] == [2]
    assert str(understood.orders) == "build castle\nelse: prefer turn 1\n"


@pytest.mark.parametrize("between", ["\nelse ", ", else "])
def test_there_is_a_limit_to_alternatives(between):
    most = between.join(["build castle"] * MOST_BRANCHES)
    assert len(read_orders(most, WAR).orders.lines[0].branches) == MOST_BRANCHES
    understood = read_orders(most + between + "build castle", WAR)
    assert [f.code for f in understood.findings] == ["too-long"]
    if between.startswith("\n"):
        assert len(understood.orders.lines[0].branches) == MOST_BRANCHES


def test_there_is_a_limit_to_conditions():
    twelve = " and ".join(["Iyo is empty"] * 12)
    assert canonical(f"if {twelve}: build castle")
    assert finding(f"if {twelve} or Iyo is empty: build castle").code == "too-long"


@pytest.mark.parametrize(
    "line",
    [
        *("cancel everything", "Cancel.", "delete all of it", "withdraw them", "cancel line 2"),
        "please cancel my line 2",
    ],
)
def test_what_takes_no_order_back_is_told(line):
    assert finding(line).code == "cancels-none"
    assert not read_orders(line, WAR).unread


def test_cancelled_orders_are_kept_apart():
    understood = read_orders(
        "cancel build castle in Iyo\nWithdraw: attack Hizen from Iyo\n"
        "Please delete prefer turn 1\nI'd like to cancel build castle in Iyo",
        WAR,
    )
    assert understood.findings == ()
    assert len(understood.orders) == 0
    named = [line.order for line in understood.cancelled]
    assert named[:2] == [Build("castle", "Iyo"), Attack("Hizen", "Iyo")]


def amended(text, change):
    changes = read_orders(change, WAR)
    return str(read_orders(text, WAR).orders.amend(changes.orders, changes.cancelled)).splitlines()


def test_an_amendment_replaces_adds_and_takes_back():
    text = "attack Hizen from Iyo\nprefer turn 1\nbuild castle in Iyo\n"
    assert amended("prefer turn 1", "cancel prefer turn 1\nprefer turn 2") == ["prefer turn 2"]
    twice, both = "build castle in Iyo\n" * 2, ["build tea house in Iyo", "build castle in Iyo"]
    assert amended(f"{twice}prefer turn 1", "\n".join(both)) == [*both, "prefer turn 1"]
    change = "build tea house in Iyo\nattack Hizen from Iyo with 2\ncancel prefer turn 3\nattack Omi from Iyo"
    assert amended(text, change) == [
        "attack Hizen from Iyo with 2",
        "build tea house in Iyo",
        "attack Ōmi from Iyo",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "if Iyo is empty: build castle in Iyo",
        "build castle in Iyo unless Iyo is mine",
        "always build castle in Iyo",
        "build castle in Iyo, else build tea house in Iyo",
    ],
)
def test_an_order_is_cancelled_as_it_stands(line):
    base = f"{line}\nprefer turn 1"
    assert amended(base, f"cancel {line}") == ["prefer turn 1"]
    stands = str(read_orders(line, WAR).orders).replace("\n", ", ")
    assert amended(base, f"cancel {stands}.") == ["prefer turn 1"]


def test_what_is_about_the_same_as_an_order_that_is_cancelled_stands():
    base = "attack Hizen from Iyo\nattack Hizen from Iyo with 2"
    assert amended(base, "cancel attack Hizen from Iyo with 2") == ["attack Hizen from Iyo"]
    assert amended(base, "cancel attack Hizen from Iyo with 3") == []


@pytest.mark.parametrize("line", ["cancel else build castle", "cancel cancel build castle"])
def test_only_an_order_is_cancelled(line):
    understood = read_orders(line, WAR)
    assert not understood.cancelled
    assert [each.read for each in understood.findings] == [line]


@pytest.mark.parametrize(
    ("line", "code", "fix"),
    [
        ("atack Hizen from Iyo", "unknown-order", "attack Hizen from Iyo"),
        ("atack Hizn frm Iyo", "unknown-order", "attack Hizen from Iyo"),
        ("attack Hizen from Iyo wtih 2 guns", "unknown-name", "attack Hizen from Iyo with 2 guns"),
        ("attack Hizn from Iyoo with 2 sperman", "unknown-name", "attack Hizen from Iyo with 2 spearman"),
        ("always atack Hizen from Iyo", "unknown-order", "always attack Hizen from Iyo"),
        ("cancel atack Hizn from Iyo", "unknown-order", "cancel attack Hizen from Iyo"),
        ("if Hizn is empty and Iyo armies > 2: build castle", "unknown-name", "if Hizen is empty and Iyo armies > 2: build castle"),
        ("if not Hizn is empty then biuld castle", "unknown-name", "if not Hizen is empty then build castle"),
        ("if Iyo is empty build castle", "malformed", "if Iyo is empty: build castle"),
        ("build castle, else biuld castle in Iyo", "unknown-order", "build castle, else build castle in Iyo"),
        ("build castle inIyo", "malformed", "build castle in Iyo"),
        ("march 2 via Iyo, Hizn, Omi", "unknown-name", "march 2 via Iyo, Hizen, Omi"),
        ("attack Awa from Iyo", "ambiguous-name", ""),
        ("attack Hizen", "malformed", ""),
        ("if Iyo is full: build castle", "unknown-condition", ""),
        ("build a", "malformed", ""),
        ("march 2 via ->", "malformed", ""),
        ("prefer turn 9", "number-out-of-range", ""),
        ("prefer turn one or x", "not-a-number", ""),
        ("march 2 via Iyo, x", "unknown-name", ""),
        ("do not build castle at Omi", "malformed", ""),
        ("lose gun, gunner first", "unit-twice", ""),
    ],
)  # fmt: skip
def test_a_line_that_is_not_understood_is_a_finding(line, code, fix):
    found = finding(f"build castle\n{line}\nbuild castle", 2)
    assert (found.code, found.fix, found.severity, found.read) == (code, fix, "error", line)
    if fix:
        assert read_orders(fix, WAR).findings == ()


def test_messages_say_what_would_be_right():
    assert "write “attack <target> from <source> [with <troop>]”" in finding("attack Hizen").message
    among_orders = finding("build castle\nfly to Iyo\nbuild castle", 2).message
    assert "Orders begin with: attack, march, prefer, lose, build." in among_orders
    assert "Conditions: <place> is empty; <place> armies" in finding("if x y: build castle").message
    assert str(finding("atack Hizen from Iyo")) == (
        "line 1: error unknown-order: “atack” is not understood here. Did you mean “attack”?"
        " Try: attack Hizen from Iyo"
    )


def test_findings_of_the_scan_come_first():
    understood = read_orders("biuld Iyo\nbuild castle\nphase !", WAR)
    assert [f.line for f in understood.findings] == [3, 1]
    assert len(understood.orders) == 1


def test_a_language_whose_orders_begin_with_a_blank():
    class Hop(Attack, frozen=True):
        syntax = "<source> -> <target>"
        also = ()

    language = Language("hop", (Hop,), NAMES)
    assert str(understand((RawLine(1, "Iyo -> Hizen"),), language).orders) == "Iyo -> Hizen\n"
    [found] = understand((RawLine(1, "Iyo, go to Hizen"),), language).findings
    assert "No order of the hop phase is written so. They are: <source> -> <target>." in str(found)
    [found] = understand((RawLine(1, "if Iyo is empty: Iyo -> Hizen"),), language).findings
    assert "Conditions: none in this phase." in found.message


def test_the_reference_states_every_kind_once():
    text = reference(
        "Toy", [(WAR, "There is war."), (Language("plan", KINDS[2:], NAMES, (Empty,)), "Plans.")]
    )
    assert text.startswith("# Orders of Toy\n")
    assert "## Phase `war`\n\nThere is war.\n\n### `attack <target>" in text
    assert "## Phase `plan`\n\nPlans.\n\n### `prefer turn <places>`" in text
    assert text.count("### `<place> is empty`") == 1
    assert text.index("## Conditions") > text.index("## Phase `plan`")
    assert "## Conditions" not in reference("Toy", [(Language("plan", KINDS, NAMES), "Plans.")])


@pytest.mark.parametrize(
    ("line", "slip", "right"),
    [
        ("{} Hizen is empty: attack Hizen from Iyo", "unles", "unless"),
        ("attack Hizen from Iyo {} Hizen is empty", "unles", "unless"),
        ("{} Hizen is empty: attack Hizen from Iyo", "onec", "once"),
        ("attack Hizen from Iyo, {} attack Omi from Iyo", "othrwise", "otherwise"),
        ("{} attack Hizen from Iyo", "alwas", "always"),
        ("{} attack Hizen from Iyo", "cancle", "cancel"),
        ("{} attack Hizen from Iyo", "delte", "delete"),
        ("{} attack Hizen from Iyo", "withdrw", "withdraw"),
    ],
)
def test_a_slip_in_a_word_that_joins_is_put_right(line, slip, right):
    assert finding(line.format(slip)).fix == line.format(right)


def test_of_a_file_of_noise_not_every_line_is_searched_for_what_it_means(monkeypatch):
    asked = []
    monkeypatch.setattr(Language, "read_several", lambda self, text: asked.append(text) or [])
    read_orders("attak Hizn form, Iyo; attack Hizen from Iyo\n" * 600, WAR)
    assert MOST_IN_VAIN <= len(asked) < 600


@pytest.mark.parametrize(
    "noise",
    [
        "Hello there ; attack Hizen from Iyo\n",
        "It was a long day and I am tired of it all,\n",
        "if Bob agrees:\nattack Hizen from Iyo\n",
        "Nobody knows. Nobody asks.\n",
        "Nothing of that, ready\n",
    ],
)
def test_of_a_file_of_noise_each_line_is_read_once_after_a_limit(noise, monkeypatch):
    monkeypatch.setattr(reader, "MOST_IN_VAIN", 5)
    real, asked = Language.find_order, []
    monkeypatch.setattr(
        Language, "find_order", lambda self, text: asked.append(text) or real(self, text)
    )

    def cost(times):
        asked.clear()
        read_orders(noise * times, WAR)
        return len(asked)

    assert cost(40) - cost(20) < 24 * noise.count("\n")


def test_however_many_lines_hold_two_orders_each_is_taken_apart():
    lines = MOST_IN_VAIN + 1
    understood = read_orders("attack Hizen from Iyo and attack Omi from Iyo\n" * lines, WAR)
    assert len(understood.orders) == 2 * lines


def test_lines_that_are_misread_leave_nothing_that_only_a_collection_would_free():
    lines = (
        "atack Hizen from Iyo",
        "attack Hizn",
        "attack Ch from Iyo",
        "march",
        "hello",
        "else x",
    )
    try:
        for number in "12":
            gc.collect()
            gc.disable()
            text = "\n".join(f"{line} {number}" for line in lines)
            assert len(read_orders(text, WAR).findings) == 5
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "attack Hizen from Iyo, then attack everything there.",
            "Write an order a line: “attack Hizen from Iyo”. The rest is not understood: "
            "“attack everything there”.",
        ),
        (
            "My own plan for this war is: attack Hizen from Iyo, then attack Iyo from Hizen.",
            "This is not understood as it stands. Did you mean “attack Hizen from Iyo, then attack "
            "Iyo from Hizen”?",
        ),
        (
            "Hello! I attack Hizen from Iyo, attack Moon from Hizen, attack Iyo from Hizen. Thanks!",
            "Write an order a line: “attack Hizen from Iyo” and “attack Iyo from Hizen”. The rest "
            "is not understood: “Hello”, “attack Moon from Hizen”, “Thanks”.",
        ),
        (
            "I attack Hizen from Iyo, attack Iyo from Hizen and that was it.",
            "Write an order a line: “attack Hizen from Iyo” and “attack Iyo from Hizen”. The rest "
            "is not understood: “that was it”.",
        ),
        (
            "I attack Hizen from Iyo and build it up. Also build a lot if there's money. Bye.",
            "Write an order a line: “attack Hizen from Iyo”. The rest is not understood: “build it up”.",
        ),
    ],
)
def test_of_orders_in_one_line_with_what_is_none_each_is_named(line, message):
    assert finding(line).message == message


def test_orders_that_are_numbered_in_one_line_stand():
    assert canonical("1) attack Hizen from Iyo; 2) attack Iyo from Hizen") == [
        "attack Hizen from Iyo",
        "attack Iyo from Hizen",
    ]


@pytest.mark.parametrize("line", ["seta from my Pixel 7", "phasee of the moon is 3"])
def test_a_sentence_that_begins_like_a_header_is_none(line):
    assert not [each for each in read_orders(line, WAR).findings if each.severity == "error"]


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("attack H�zen from Iyo", "attack Hizen from Iyo"),
        ("att�ck Hizen from Iyo", "attack Hizen from Iyo"),
        ("attack Hizen from Iyo �", "attack Hizen from Iyo"),
        ("attack Hizen from Iyo with 2� spearmen", ""),
        ("amend�", ""),
        ("r�ady", ""),
    ],
)
def test_a_line_that_lost_a_character_is_never_taken_and_may_be_an_order(text, fix):
    understood = read_orders(f"attack Hizen from Chikuzen\n{text}", WAR)
    assert [str(each) for each in understood.orders] == ["attack Hizen from Chikuzen"]
    [error] = [each for each in understood.findings if each.severity == "error"]
    assert (error.line, error.code, error.fix) == (2, "lost-character", fix)


def test_prose_that_lost_a_character_is_prose():
    understood = read_orders("attack Hizen from Iyo\nGruppe f�r alle", WAR)
    assert [each.severity for each in understood.findings] == ["note"]
    assert [each.text for each in understood.unread] == ["Gruppe f�r alle"]


@pytest.mark.parametrize(
    "line",
    [
        "Sent from Mail for Windows 10",
        "Sent with Proton Mail secure email.",
        "Sent via the Samsung Galaxy S21, an AT&T 5G smartphone",
    ],
)
def test_what_a_program_writes_below_orders_is_none(line):
    understood = read_orders(f"attack Hizen from Iyo\n\n{line}", WAR)
    assert understood.findings == ()
    assert [each.text for each in understood.unread] == [line]


@pytest.mark.parametrize("line", ["Berlin, 20.11.2026", "So until tonight at 20:00"])
def test_a_day_and_an_hour_are_no_numbers_of_orders(line):
    assert read_orders(f"attack Hizen from Iyo\n{line}", WAR).findings == ()


def test_a_misspelt_heading_or_order_is_none_of_it():
    for line in ("phaes 4 war", "sent 2 spearmen to Iyo", "amnd:", "Raedy:"):
        assert read_orders(f"attack Hizen from Iyo\n{line}", WAR).findings


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Please attack Hizen from Iyo, then attack Iyo from Hizen.", 2),
        ("Hello! First attack Hizen from Iyo. Second, attack Iyo from Hizen. Thanks!", 2),
        ("I had no time. Attack Hizen from Iyo. See you soon.", 1),
        ("It rained here all week, and the bridge at the mill has fallen in. Please\n"
         "attack Hizen from Iyo with two spearmen and a gunner. Then attack Iyo\nfrom Hizen.", 2),
        ("Attack Hizen from Iyo. I do not know whether he will come.", 0),
        ("These are what I will never do. Attack Hizen from Iyo. But only if he agrees.", 0),
        ("Attack Hizen from Iyo. As soon as he has come.", 0),
        ("We could take Hizen. Attack Hizen from Iyo. Or shall we wait?", 0),
        ("I think that for the sake of the peace between both of us I will not\n"
         "attack Hizen from Iyo.", 0),
        ("I think that for the sake of the peace between both of us I will not\n\n"
         "attack Hizen from Iyo.", 1),
        ("I think that for the sake of our long peace I will surely not\nattack Hizen from Iyo.", 1),
        ("It has been raining here for all of the week, but I do not mind a rain.\n"
         "attack Hizen from Iyo.", 1),
        ("I read your long letter with pleasure, although I could not answer it as soon as I had\n"
         "attack Hizen from Iyo.", 1),
        ("It rained here. Attack Hizen from Iyo.\nI do not mind the rain.", 1),
    ],
)  # fmt: skip
def test_of_a_paragraph_each_sentence_is_read_unless_one_may_deny_it(text, orders):
    understood = read_orders(text, WAR)
    assert len(understood.orders) == orders
    assert orders or understood.findings


def test_behind_a_semicolon_another_heading_may_stand_before_its_order():
    two = Language("war", KINDS, NAMES, (Empty,), colours=("red", "blue"))
    text = "for red: attack Hizen from Iyo; attack Iyo from Hizen; blue: attack Iyo from Hizen"
    assert [(x.colour, x.text) for x in read_orders(text, two).orders] == [
        ("red", "attack Hizen from Iyo"),
        ("red", "attack Iyo from Hizen"),
        ("blue", "attack Iyo from Hizen"),
    ]
    (wrong,) = read_orders(f"{text}; blue: attack Nowhere from Iyo", two).findings
    assert (wrong.line, wrong.read) == (1, "attack Nowhere from Iyo")
    assert [x.text for x in write_headings([RawLine(1, text)], two)] == [
        "for red: attack Hizen from Iyo; attack Iyo from Hizen",
        "for blue: attack Iyo from Hizen",
    ]


def test_a_paragraph_that_names_another_colour_is_not_read_for_the_first_of_a_seats_colours():
    two = Language("war", KINDS, NAMES, (Empty,), colours=("red", "blue"))
    text = "My blue men go next in line. Attack Hizen from Iyo."
    assert len(read_orders(text.replace("blue ", ""), two).orders) == 1
    understood = read_orders(text, two)
    assert understood.orders.lines == ()
    assert understood.findings
