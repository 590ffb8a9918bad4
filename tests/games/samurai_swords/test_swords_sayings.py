"""What ten people would write: read as it is meant, or answered, but never taken for another."""

import pytest
from swords_games import SWORDS, made

from adjudicator.orders import read_orders, scan, understand

POSITION = made(
    {"turn_order": ["Takeda", "Oda"], "seats": {"Takeda": {}, "Oda": {}}, "phase": "war"}
)


def read(phase, text):
    language = SWORDS.language(POSITION, phase)
    [section] = scan(text).sections
    return understand(section.lines, language)


@pytest.mark.parametrize(
    ("phase", "text", "printed"),
    [
        ("war", "att Hida fr Mino w/ army", "attack Hida from Mino with army"),
        ("war", "mv 1 sp Iga > Ise", "move 1 spearman from Iga to Ise"),
        ("war", "move army 1 Mino > Omi > Iga", "move army 1 from Mino to Omi, Iga"),
        ("war", "Mino (Army 3) attacks Hida", "attack Hida from Mino with army 3"),
        ("war", "My second army should attack Hida from Mino", "attack Hida from Mino with army 2"),
        ("war", "our troops in Mino should attack Hida", "attack Hida from Mino"),
        ("war", "from Mino attack Hida", "attack Hida from Mino"),
        ("war", "march army 1 to Ise (pick up 1 gunner)", "march army 1 to Ise taking 1 gunner"),
        ("war", "march army 1 to Mino (leaving 1 spearman)", "march army 1 to Mino leaving 1 spearman"),
        ("war", "call off Hida if down to 3 units", "call off Hida at 3 left"),
        ("war", "fight on in Hida until only 2 units remain", "call off Hida at 2 left"),
        ("war", "keep attacking Hida until it falls", "fight to the end in Hida"),
        ("war", "call off before losing my daimyo", "call off before daimyo alone"),
        ("war", "After the battles, move 1 spearman from Iga to Ise", "move 1 spearman from Iga to Ise"),
        ("war", "after the fighting army 1 goes to Iga", "move army 1 to Iga"),
        ("war", "in phase D army 1 goes to Iga", "move army 1 to Iga"),
        ("war", "2 spearmen join army 1 from Omi", "move 2 spearmen from Omi to army 1"),
        ("war", "reinforce army 1 with 2 spearmen from Omi", "move 2 spearmen from Omi to army 1"),
        ("war", "from Omi move 2 spearmen to Iga", "move 2 spearmen from Omi to Iga"),
        ("war", "let army 3 stay at home", "army 3 stays"),
        ("war", "leave army 3 where it is", "army 3 stays"),
        ("war", "Have the ninja assassinate Takeda's second daimyo at the beginning of his own phase A", "ninja strikes army 2 of Takeda at start of Takeda phase A"),
        ("war", "ninja kills Takeda's army 2 when he attacks Omi", "ninja strikes army 2 of Takeda when it attacks Omi"),
        ("war", "use the ninja on Takeda #2 at end of Takeda phase D", "ninja strikes army 2 of Takeda at end of Takeda phase D"),
        ("muster", "2 swordsmen: Ise, Kii", "levy 2 swordsmen in Ise, Kii"),
        ("muster", "levy 2 swords -> Ise, Kii", "levy 2 swordsmen in Ise, Kii"),
        ("muster", "levy bowman Omi", "levy 1 bowman in Omi"),
        ("muster", "3 spearmen Omi Ise Kii", "levy 3 spearmen in Omi, Ise, Kii"),
        ("muster", "levy 1 bowman (army 1)", "levy bowman to army 1"),
        ("muster", "ronin Omi 2", "hide 2 ronin in Omi"),
        ("muster", "2 ronin Omi (army)", "hide 2 ronin in Omi with army"),
        ("muster", "Omi gets a castle", "build castle in Omi"),
        ("plan", "prefer going second", "prefer turn 2"),
        ("plan", "go last", "prefer turn 5, 4, 3, 2, 1"),
        ("plan", "Sword: 1st", "prefer turn 1"),
        ("plan", "2 koku on a castle", "spend 2 on build"),
        ("plan", "Levy Units - 3", "spend 3 on levy"),
        ("plan", "look at Takeda's plan", "spy on Takeda"),
        ("deploy", "spearmen: Omi, Ise", "reinforce Omi, Ise"),
        ("deploy", "2 spearmen in Omi", "reinforce Omi"),
        ("deploy", "A1: Omi", "army 1 in Omi"),
        ("war", "A: march army 1 to Iga taking 1 gunner", "march army 1 to Iga taking 1 gunner"),
        ("war", "B: attack Mino from Omi", "attack Mino from Omi"),
        ("war", "D: army 1 moves to Omi", "move army 1 to Omi"),
        ("war", "D: move 1 spearman from Kii to Ise", "move 1 spearman from Kii to Ise"),
        ("war", "If Mino is mine, the force in Omi attacks Hida", "if Mino is mine: attack Hida from Omi with force"),
        ("muster", "Build: fortress at Harima (2 koku)", "build fortress in Harima"),
        ("muster", "Harima -> fortress", "build fortress in Harima"),
        ("muster", "Iga +1 bowman", "levy 1 bowman in Iga"),
        ("muster", "Omi +3 ronin (army)", "hide 3 ronin in Omi with army"),
        ("muster", "Ninja: wait", "ninja waits"),
        ("war", "a2: att Hida from Mino", "attack Hida from Mino with army 2"),
        ("war", "Army 1: attacks Hida", "attack Hida with army 1"),
        ("war", "Army 1: march to Omi", "march army 1 to Omi"),
        ("muster", "spearmen in Omi, Ise", "levy 1 spearman in Omi, Ise"),
        ("war", "march army 1 to Iga via Omi", "march army 1 to Omi, Iga"),
        ("war", "march army 1 via Omi to Iga", "march army 1 to Omi, Iga"),
        ("war", "march army 1 to Iga through Ise and Omi", "march army 1 to Ise, Omi, Iga"),
        ("war", "march army 1 to Omi and then to Iga", "march army 1 to Omi, Iga"),
        ("war", "march army 1 from Mino to Omi", "march army 1 from Mino to Omi"),
        ("war", "army 2 marches from Mino to Omi leaving a gunner", "march army 2 from Mino to Omi leaving 1 gunner"),
        ("war", "move army 1 Mino -> Omi -> Iga", "move army 1 from Mino to Omi, Iga"),
        ("war", "march to Omi with army 1", "march army 1 to Omi"),
        ("war", "march army 1 to Omi, leaving 1 gunner behind", "march army 1 to Omi leaving 1 gunner"),
        ("war", "move army 1 to Omi in phase A", "march army 1 to Omi"),
        ("war", "move army 1 to Omi in phase D", "move army 1 to Omi"),
        ("war", "army1 attacks Hida", "attack Hida with army 1"),
        ("war", "Army II attacks Hida", "attack Hida with army 2"),
        ("war", "First army attacks Hida", "attack Hida with army 1"),
        ("war", "daimyo 3 marches to Omi", "march army 3 to Omi"),
        ("war", "casualties ronin, daimyo last in Omi", "casualties ronin in Omi"),
        ("war", "call off when 3 or more are lost", "call off when 3 are lost"),
        ("war", "call off Hida when three or more units are lost", "call off Hida when 3 are lost"),
        ("war", "call off at 4 or fewer left", "call off at 4 left"),
        ("war", "call off when 4 or less units are left", "call off at 4 left"),
        ("war", "attack Hida with the army from Mino", "attack Hida from Mino with army"),
        ("war", "attack Hida with the force in Mino", "attack Hida from Mino with force"),
        ("war", "Mino's army attacks Hida", "attack Hida from Mino with army"),
        ("war", "invade Hida from Mino", "attack Hida from Mino"),
        ("war", "army 1 holds", "army 1 stays"),
        ("war", "hold army 1", "army 1 stays"),
        ("war", "attack Hida from Mino unless Hida is mine", "if not Hida is mine: attack Hida from Mino"),
        ("war", "unless Hida is mine or Kaga is empty: attack Hida from Mino", "if not Hida is mine and not Kaga is empty: attack Hida from Mino"),
        ("war", "attack Hida from Mino unless Hida is mine and Kaga is empty", "if not Hida is mine or not Kaga is empty: attack Hida from Mino"),
        ("war", "attack Hida from Mino, but only if Hida units <= 3", "if Hida units <= 3: attack Hida from Mino"),
        ("war", "call off when 2 are lost unless Hida is mine", "if not Hida is mine: call off when 2 are lost"),
        ("war", "attack Hida from Mino if I can", "attack Hida from Mino"),
        ("war", "once Hida falls, advance army 1 to Hida", "if Hida was won: advance army 1 to Hida"),
        ("war", "if we take Hida: advance army 1 to Hida", "if Hida was won: advance army 1 to Hida"),
        ("war", "if army 1 wins: move army 1 to Hida", "if army 1 has won: move army 1 to Hida"),
        ("war", "do not call off Hida", "fight to the end in Hida"),
        ("war", "no retreat", "fight to the end"),
        ("war", "fight to the death", "fight to the end"),
        ("war", "call off all battles after 2 rounds of combat", "call off after 2 passes"),
        ("war", "call off the attack on Hida after 2 passes", "call off Hida after 2 passes"),
        ("war", "call off if I lose 3 units", "call off when 3 are lost"),
        ("war", "call off if the enemy has more units", "call off when outnumbered"),
        ("war", "2 spearmen from Higo to Chikugo", "move 2 spearmen from Higo to Chikugo"),
        ("war", "move the force from Higo to Chikugo", "move all from Higo to Chikugo"),
        ("war", "split off 1 spearman from army 1 to Hida", "split 1 spearman from army 1 to Hida"),
        ("war", "casualties spearmen first, then gunners", "casualties spearman, gunner"),
        ("muster", "Omi: 1 spearman", "levy 1 spearman in Omi"),
        ("muster", "put 1 bowman in Omi", "levy 1 bowman in Omi"),
        ("muster", "levy 1 spearman each in Omi and Iga", "levy 1 spearman in Omi, Iga"),
        ("muster", "castle: Omi", "build castle in Omi"),
        ("muster", "upgrade the castle in Omi to a fortress", "build fortress in Omi"),
        ("muster", "hide 3 samurai ronin Omi", "hide 3 ronin in Omi"),
        ("muster", "Omi: 3 ronin with army 1", "hide 3 ronin in Omi with army 1"),
        ("muster", "strike Oda's army 1 when it attacks Hida", "ninja strikes army 1 of Oda when it attacks Hida"),
        ("muster", "ninja strikes army 1 of Oda at start of Oda's phase A", "ninja strikes army 1 of Oda at start of Oda phase A"),
        ("muster", "don't use the ninja", "ninja waits"),
        ("plan", "Take swords: 1", "spend 1 on turn"),
        ("plan", "take sword 1", "prefer turn 1"),
        ("plan", "take swords 1, 3", "prefer turn 1, 3"),
        ("plan", "I want to go first", "prefer turn 1"),
        ("plan", "nothing on ninja", "spend 0 on ninja"),
    ],
)  # fmt: skip
def test_what_people_say_is_read_as_it_is_meant(phase, text, printed):
    understood = read(phase, text)
    assert understood.findings == ()
    assert "\n".join(line.text for line in understood.orders) == printed
    assert read(phase, printed).orders == understood.orders


@pytest.mark.parametrize(
    ("phase", "text", "said"),
    [
        ("war", "march army 1 to Omi or Iga", "else"),
        ("war", "attack Hida from Mino (call off after 2 rounds)", "two lines"),
        ("war", "army 1 > Iga", "phases A, C and D"),
        ("war", "Mino (army) > Hida", "attacks or moves"),
        ("war", "army 1 attacks Hida and advances if it wins", "two lines"),
        ("war", "army 1 enters Hida", "between battles"),
        ("muster", "ninja strikes Takeda's first army as soon as it attacks", "which province"),
        ("muster", "use ninja on Takeda army 2 at start of phase B", "whose war turn"),
        ("war", "move spearmen from Higo to Chikugo", "How many spearmen"),
        ("war", "march army 1 to Omi taking spearmen", "How many spearmen"),
        ("war", "move some spearmen from Higo to Chikugo", "no number"),
        ("war", "move both spearmen from Higo to Chikugo", "no number"),
        ("war", "move 2-3 spearmen from Higo to Chikugo", "no number"),
        ("war", "move 3/4 spearmen from Higo to Chikugo", "no number"),
        ("war", "move 1.5 spearmen from Higo to Chikugo", "no number"),
        ("war", "no attack on Hida from Mino", "what is done"),
        ("war", "dont attack Hida from Mino", "what is done"),
        ("war", "army 1 does not attack Hida", "what is done"),
        ("war", "I won't attack Hida from Mino", "what is done"),
        ("war", "nto attack Hida from Mino", "not known"),
        ("war", "attack Hida from Mino or Omi", "province"),
        ("war", "attack Hida from Mino and Omi", "“attack Hida from Mino” and “attack Hida from Omi”"),
        ("war", "army 1 attacks Hida, then Kaga", "“army 1 attacks Hida” and “army 1 attacks Kaga”"),
        ("war", "Army 1 marches to Omi, attacks Hida, moves to Hida", "3 orders"),
        ("war", "attack Hida with army 1, call off after 2 passes", "call off <target>"),
        ("war", "if Hida is mine: attack Kaga from Hida; move army 1 to Hida", "province"),
        ("war", "call off if more than 3 are lost", "when 4 are lost"),
        ("muster", "levy bowman to the army in Omi", "not a province"),
        ("muster", "assassinate army 1 of Oda", "Say when"),
        ("plan", "hire 2 ronin", "koku"),
        ("plan", "spend the rest on levy", "goes to levy"),
    ],
)  # fmt: skip
def test_what_may_mean_several_things_is_asked(phase, text, said):
    understood = read(phase, text)
    [found] = understood.findings
    assert found.severity == "error"
    assert said in found.message
    assert not understood.orders.lines


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("move spearmen from Higo to Chikugo", "move all spearmen from Higo to Chikugo"),
        ("move 1 gunner, spearmen from Higo to Chikugo", "move 1 gunner, all spearmen from Higo to Chikugo"),
        ("army 1 stays in Omi", "if army 1 is in Omi: army 1 stays"),
        ("if Hida is not mine: atack Hida from Mino", "if Hida is not mine: attack Hida from Mino"),
        ("nto attack Hida from Mino", ""),
        ("no attack on Hida from Mino", ""),
    ],
)  # fmt: skip
def test_what_is_suggested_is_what_was_meant(text, fix):
    assert [found.fix for found in read("war", text).findings] == [fix]


def test_what_may_be_a_march_an_attack_or_a_move_is_all_of_them():
    assert read("war", "army 1 -> Hida").meant == {
        1: (("march army 1 to Hida", "move army 1 to Hida", "attack Hida with army 1"), ())
    }


@pytest.mark.parametrize(
    ("phase", "text", "printed"),
    [
        ("plan", "turn 1, levy 4, ronin 2", ["spend 1 on turn", "spend 4 on levy", "spend 2 on ronin"]),
        ("plan", "levy: 4; turn: 1", ["spend 4 on levy", "spend 1 on turn"]),
        ("plan", "4 koku to levies and 1 to turn order.", ["spend 4 on levy", "spend 1 on turn"]),
        ("plan", "levy 4 turn 1", ["spend 4 on levy", "spend 1 on turn"]),
        ("muster", "levy 1 spearman in Omi, 1 gunner in Iga", ["levy 1 spearman in Omi", "levy 1 gunner in Iga"]),
        ("muster", "3 ronin in Omi and 2 ronin in Iga", ["hide 3 ronin in Omi", "hide 2 ronin in Iga"]),
        ("war", "move 1 spearman from Higo to Hizen; move all from Omi to Iga", ["move 1 spearman from Higo to Hizen", "move all from Omi to Iga"]),
    ],
)  # fmt: skip
def test_several_orders_of_one_kind_may_stand_on_a_line(phase, text, printed):
    understood = read(phase, text)
    assert understood.findings == ()
    assert [line.text for line in understood.orders] == printed
    assert {line.number for line in understood.orders} == {1}


HEADED = """\
Phase A: Move Daimyos' Armies
move army 1 to Omi
if army 2 is in Mino: move army 2 to Iga
Phase B
attack Hida with army 1
Attacks:
attack Kaga from Noto
D. Final Movement
Phase D - Final Movement
army 1 marches to Hida
move 1 spearman from Omi to Iga
"""


def test_headings_of_the_rulebook_say_when_a_line_is_carried_out():
    understood = read("war", HEADED)
    assert understood.findings == ()
    assert str(understood.orders) == (
        "march army 1 to Omi\n"
        "if army 2 is in Mino: march army 2 to Iga\n"
        "attack Hida with army 1\n"
        "attack Kaga from Noto\n"
        "move army 1 to Hida\n"
        "move 1 spearman from Omi to Iga\n"
    )


def test_a_line_on_the_heading_is_read_too():
    assert str(read("war", "Phase A: move army 1 to Omi").orders) == "march army 1 to Omi\n"
    assert str(read("war", "phase b) attack Hida from Mino").orders) == "attack Hida from Mino\n"


def test_a_heading_ends_with_the_section_that_it_stands_in():
    found = scan("phase 4 war\nPhase A\nmarch army 1 to Omi\nphase 5 war\nmove army 1 to Omi")
    assert [[line.part for line in section.lines] for section in found.sections] == [["a"], [""]]


@pytest.mark.parametrize("text", ["no attacks", "Don't build", "no moves this turn"])
def test_what_says_that_nothing_is_done_costs_no_readiness(text):
    assert read("war", text).findings == ()
    [found] = read("war", f"attack Hida from Mino\n{text}\nattack Kaga from Noto").findings
    assert found.severity == "warning"


@pytest.mark.parametrize(
    ("text", "ready"),
    [
        ("Not yet ready", False),
        ("not ready, sorry", False),
        ("Sorry, not ready yet", False),
        ("I'm still not ready!", False),
        ("unready", False),
        ("ready: no", False),
        ("ready = yes", True),
        ("I am ready", True),
        ("ready?", None),
        ("Ready when you are", None),
        ("I will be ready tomorrow", None),
    ],
)
def test_ready_is_what_it_says(text, ready):
    assert scan(text).ready is ready


@pytest.mark.parametrize(("start", "code"), [("Nagato", None), ("Aki", "no-army")])
def test_an_army_goes_from_where_it_is_said_to_stand_or_not_at_all(start, code):
    position = made(
        {
            "round": 2,
            "phase": "war",
            "turn_order": ["Oda", "Takeda"],
            "seats": {"Oda": {"armies": {"1": {"at": "Nagato", "gunner": 2}}}, "Takeda": {}},
            "provinces": {
                place: {"owner": "Oda", "spearman": 1} for place in ("Nagato", "Suo", "Aki")
            },
        }
    )
    language = SWORDS.language(position, "war")
    orders = read_orders(f"march army 1 from {start} to Suo", language).orders
    found = SWORDS.check(SWORDS.view(position, "Oda"), "Oda", orders)
    assert [each.code for each in found] == ([code] if code else [])


@pytest.mark.parametrize("text", ["attack Hida or from Mino", "attack or Hida from Mino"])
def test_no_suggestion_makes_another_word_of_a_choice(text):
    assert [found.fix for found in read("war", text).findings] == [""]


def test_no_suggestion_swallows_a_name():
    assert [f.fix for f in read("muster", "hide 2 ronin in both Omi with force").findings] == [""]
