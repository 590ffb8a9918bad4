"""What people write: forms nobody states, broken lines, orders of other phases, two at once."""

import pytest

from adjudicator.games import registry
from adjudicator.orders import Language, Orders, read_orders, scan
from adjudicator.orders.language.syntax import forms_of

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


def read(phase, text):
    return read_orders(text, LANGUAGES[phase])


def finding(phase, text):
    [found] = read(phase, text).findings
    return found


@pytest.mark.parametrize(
    ("phase", "text", "printed"),
    [
        ("ikusa plan", "2 koku build", "spend 2 on build"),
        ("ikusa plan", "levy = 3", "spend 3 on levy"),
        ("ikusa plan", "bid three koku for turn order", "spend 3 on turn"),
        ("ikusa plan", "prefer 1, 2", "prefer turn 1, 2"),
        ("ikusa muster", "buy 1 bowman for army 1", "levy bowman to army 1"),
        ("ikusa muster", "buy one bowman for my first army", "levy bowman to army 1"),
        ("ikusa muster", "hide 3 ronin in Nagato with army 1", "hide 3 ronin in Nagato with army 1"),
        ("ikusa muster", "hide 3 ronin with army 1 in Nagato", "hide 3 ronin in Nagato with army 1"),
        ("ikusa muster", "please build a castle in the province of Hida", "build castle in Hida"),
        ("ikusa muster", "levy 3 spearmen: Mino, Omi", "levy 3 spearmen in Mino, Omi"),
        ("ikusa divide", "give Uesugi Hizen, Iki", "give Hizen, Iki to Uesugi"),
        ("ikusa divide", "give Uesugi: Hizen and Iki", "give Hizen, Iki to Uesugi"),
        ("ikusa divide", "give to uesugi the provinces Hizen, Iki", "give Hizen, Iki to Uesugi"),
        ("ikusa divide", "assign Uesugi Awa Shikoku", "give Awa-Shikoku to Uesugi"),
        ("ikusa war", "call off if 3 lost", "call off when 3 are lost"),
        ("ikusa war", "call off Hida if 2 units are lost", "call off Hida when 2 are lost"),
        ("ikusa war", "retreat when 3 are lost", "call off when 3 are lost"),
        ("ikusa war", "march my 1st army into Omi", "march army 1 to Omi"),
        ("ikusa war", "march army 1 to Omi garrison 1 gunner", "march army 1 to Omi leaving 1 gunner"),
        ("ikusa war", "attack from Mino to Hida with army", "attack Hida from Mino with army"),
        ("ikusa war", "attack Mino -> Hida", "attack Hida from Mino"),
        ("ikusa war", "my army 1 attacks Hida", "attack Hida with army 1"),
        ("ikusa war", "army one attacks Hida", "attack Hida with army 1"),
        ("ikusa war", "move 2 spearmen Higo -> Chikugo", "move 2 spearmen from Higo to Chikugo"),
        ("ikusa war", "move 2 spearmen to Chikugo from Higo", "move 2 spearmen from Higo to Chikugo"),
        ("ikusa war", "move up to 3 from Higo to Chikugo", "move up to 3 from Higo to Chikugo"),
        ("ikusa war", "march army #1 to Omi", "march army 1 to Omi"),
        ("ikusa war", "let's attack Omi from Iyo please", "attack Omi from Iyo"),
        ("shogun plan", "battle A: Sagami -> Kai, 4 armies", "battle a from Sagami to Kai with 4"),
        ("shogun plan", "A: Sagami to Kai 4", "battle a from Sagami to Kai with 4"),
        ("shogun plan", "attack a Kai from Sagami with 4", "battle a from Sagami to Kai with 4"),
        ("shogun plan", "battle a from Sagami to Kai with at most 4", "battle a from Sagami to Kai with up to 4"),
        ("ikusa war", "casualties = gunner > spearman", "casualties gunner, spearman"),
        ("ikusa war", "attack Omi w/ army 1", "attack Omi with army 1"),
        ("ikusa war", "The force in Inaba attacks Tajima.", "attack Tajima from Inaba with force"),
        ("ikusa war", "My troops in Inaba attack Tajima", "attack Tajima from Inaba"),
        ("ikusa war", "could you attack Tajima from Inaba?", "attack Tajima from Inaba"),
        ("ikusa war", "attack Tajima from Inaba :-)", "attack Tajima from Inaba"),
        ("ikusa war", "| attack | Tajima | from | Inaba |", "attack Tajima from Inaba"),
        ("shogun draft", "I want Kai, Suruga and Kii", "claim Kai, Suruga, Kii"),
        ("shogun draft", "groups 5-4-4-3-3", "groups 5, 4, 4, 3, 3"),
        ("shogun draft", "never renew", "renew never"),
        ("shogun plan", "favours #21", "favours 21"),
        ("shogun plan", "favours 3, #21", "favours 3, 21"),
        ("shogun plan", "favours 3 #21 is bad", "favours 3"),
        ("shogun plan", "I'd like to build a castle in Aki", "build castle in Aki"),
        ("shogun plan", "collect the rice in Omi", "rice Omi"),
        ("shogun plan", "5 armies in Kai", "deploy 5 in Kai"),
        ("shogun plan", "deploy in Kai: 5", "deploy 5 in Kai"),
        ("shogun plan", "Kai: castle", "build castle in Kai"),
        ("shogun plan", "castle -> Kai", "build castle in Kai"),
        ("shogun plan", "theatre in Mikawa (1 chest)", "build theatre in Mikawa"),
        ("shogun plan", "Collect Taxes - Settsu", "tax Settsu"),
        ("shogun plan", "Confiscate Rice: Omi", "rice Omi"),
        ("shogun plan", "collect tax from Settsu province", "tax Settsu"),
        ("shogun plan", "Kai - deploy 5 armies", "deploy 5 in Kai"),
        ("shogun plan", "+5 Kai", "deploy 5 in Kai"),
        ("shogun plan", "reinforce Kai with 5", "deploy 5 in Kai"),
        ("shogun plan", "put three armies in Kai", "deploy 3 in Kai"),
        ("shogun plan", "Deploy / Move 1 army: Kai", "deploy 1 in Kai"),
        ("shogun plan", "Deploy 1/Move: Kai, move 4 to Suruga", "deploy 1 in Kai and move 4 to Suruga"),
        ("shogun plan", "deploy 1 in Kai and don't move", "deploy 1 in Kai"),
        ("shogun plan", "deploy 1 army in Kai; then move the rest to Suruga", "deploy 1 in Kai and move all to Suruga"),
        ("shogun plan", "Battle/Move -A-: Shinano -> Kozuke x4", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "Battle A: Shinano (4) → Kozuke", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "Battle A: 4 armies Shinano to Kozuke", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "Battle A - Shinano to Kozuke - 4 armies", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "Battle A: from Shinano, attack Kozuke with four", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "battle a from Shinano to Kozuke, leaving 2 behind", "battle a from Shinano to Kozuke with all but 2"),
        ("shogun plan", "battle b from Omi to Mino with as many as possible", "battle b from Omi to Mino with all"),
        ("shogun plan", "turn order: 3", "bid 3"),
        ("shogun plan", "Battle A\tShinano\tKozuke\t4", "battle a from Shinano to Kozuke with 4"),
        ("shogun plan", "Deploy 1\tAki\tmove 2 to Bingo", "deploy 1 in Aki and move 2 to Bingo"),
        ("gekokujo campaign", "two bushi march from Owari to Mino", "move 2 bushi from Owari to Mino"),
        ("gekokujo campaign", "move my daimyō from Kai to Suruga, and then on to Mino", "move 1 daimyo from Kai to Suruga, Mino"),
        ("shogun plan", "bid with the Omi card", "bid card Omi"),
        ("shogun plan", "bid: 3 (chests)", "bid 3"),
        ("shogun plan", "I prefer the attack card, then the defense card, then last", "prefer attack, defence, place 5"),
        ("shogun plan", "Special cards: rice, 1st place", "prefer extra rice, place 1"),
        ("shogun plan", "Convert 2 armies: dice tower card", "court 2 from tower"),
        ("shogun plan", "tower card on 2", "court 2 from tower"),
        ("shogun plan", "favor cards: #21 > #10 > #2", "favours 21, 10, 2"),
        ("shogun plan", "favour card 12: Omi", "favour armies in Omi"),
        ("shogun plan", "keep the event", "favour event stays"),
        ("shogun plan", "chambers C3 D4 A1", "chambers c3, d4, a1"),
        ("shogun plan", "no chambers", "chambers nothing"),
        ("shogun plan", "Military Leader: Kai", "leader to Kai"),
        ("shogun plan", "if I still hold Kai: battle a from Kai to Suruga with 4", "if Kai is mine: battle a from Kai to Suruga with 4"),
        ("shogun plan", "if Kai has no armies: battle a from Omi to Kai with 4", "if not Kai armies >= 1: battle a from Omi to Kai with 4"),
        ("shogun draft", "1. Settsu", "claim Settsu"),
        ("shogun draft", "Settsu > Suruga > Hoki", "claim Settsu, Suruga, Hoki"),
        ("shogun draft", "claim Kai Awa Boso Izu", "claim Kai, Awa-Boso, Izu"),
        ("shogun draft", "put 5 armies in Settsu", "group 5 to Settsu"),
        ("shogun draft", "don't renew", "renew never"),
        ("shogun leader", "move the military leader from Omi to Kai", "leader to Kai"),
        ("shogun leader", "leader Omi -> Kai, no statue", "leader to Kai without statue"),
        ("shogun winter", "fight revolts in Kai before Aki", "revolts Kai, Aki"),
        ("gekokujo reinforce", "Kai: 3 bushi", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "+3 bushi Kai", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "3 bushi → Kai", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "buy 3 bushi and place them in Kai", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "buy 3 bushi for Kai", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "recruit 3 × Bushi, Kai", "recruit 3 bushi in Kai"),
        ("gekokujo reinforce", "hire a ninja - sabotage Hida", "hire ninja to sabotage Hida"),
        ("gekokujo reinforce", "Ninja Diversion: Kyoto", "hire ninja to divert Yamashiro"),
        ("gekokujo reinforce", "sabotage Hida with the ninja", "hire ninja to sabotage Hida"),
        ("gekokujo reinforce", "assassinate an Oda bushi in Mino", "hire ninja to assassinate Oda in Mino"),
        ("gekokujo reinforce", "ninja: assassination in Mino", "hire ninja to assassinate in Mino"),
        ("gekokujo reinforce", "Castle: Kai", "build castle in Kai"),
        ("gekokujo reinforce", "fortify Kai", "fortify castle in Kai"),
        ("gekokujo reinforce", "hire as many ronin as possible when attacking", "ronin up to 30 when attacking"),
        ("gekokujo reinforce", "don't hire ronin in Hida", "ronin none in Hida"),
        ("gekokujo reinforce", "ronin up to 2 on defence", "ronin up to 2 when defending"),
        ("gekokujo reinforce", "match the attacker's ronin, up to 2", "ronin match up to 2"),
        ("gekokujo reinforce", "hit Oda, then Takeda", "hits on Oda, Takeda"),
        ("gekokujo reinforce", "hit bushi first, then ronin, then daimyos", "hit bushi, ronin, daimyo"),
        ("gekokujo reinforce", "hit ronin before bushi", "hit ronin, bushi"),
        ("gekokujo reinforce", "lose bushi from Izu first", "lose from Izu"),
        ("gekokujo reinforce", "deposit 3 koku in the liberation fund", "rebuild with 3 koku"),
        ("gekokujo reinforce", "recruit 3 bushi in Kai unless ninja is hired", "if not ninja is hired: recruit 3 bushi in Kai"),
        ("gekokujo campaign", "Kai -> Shinano -> Mino: 1 daimyo, 4 bushi", "move 1 daimyo and 4 bushi from Kai to Shinano, Mino"),
        ("gekokujo campaign", "1 daimyo, 4 bushi: Kai → Shinano → Mino", "move 1 daimyo and 4 bushi from Kai to Shinano, Mino"),
        ("gekokujo campaign", "move 1 daimyo + 4 bushi Kai -> Shinano -> Mino", "move 1 daimyo and 4 bushi from Kai to Shinano, Mino"),
        ("gekokujo campaign", "move 2 bushi from Kai to Mino (via Shinano)", "move 2 bushi from Kai to Shinano, Mino"),
        ("gekokujo campaign", "move 2 bushi to Mino from Kai", "move 2 bushi from Kai to Mino"),
        ("gekokujo campaign", "withdraw 2 bushi from Kai to Shinano", "move 2 bushi from Kai to Shinano"),
        ("gekokujo campaign", "move both daimyos from Kai to Shinano and fight", "move 2 daimyos from Kai to Shinano"),
        ("gekokujo campaign", "attack Oda in Mino with 3 bushi from Kai", "move 3 bushi from Kai to Mino"),
        ("gekokujo campaign", "if Oda has no units in Mino: fight Mino", "if not Oda units in Mino >= 1: fight Mino"),
        ("gekokujo campaign", "if nobody is in Mino: fight Mino", "if Mino is empty: fight Mino"),
        ("gekokujo campaign", "if I have 4 koku: fight Mino", "if koku >= 4: fight Mino"),
        ("gekokujo campaign", "the ninja kills a bushi of Takeda in Hida", "ninja strikes Takeda in Hida"),
        ("gekokujo campaign", "don't use the ninja", "ninja waits"),
        ("gekokujo campaign", "use nanban in Chikuzen", "nanban trade in Chikuzen"),
    ],
)  # fmt: skip
def test_what_people_write_is_read(phase, text, printed):
    understood = read(phase, text)
    assert understood.findings == ()
    assert str(understood.orders) == f"{printed}\n"
    assert read(phase, printed).orders == understood.orders


@pytest.mark.parametrize(
    ("phase", "text", "said"),
    [
        ("ikusa war", "attack Hida from Mino with 3 spearmen", "whole troop"),
        ("ikusa war", "attack Hida from Mino with all", "whole troop"),
        ("ikusa war", "attack Hida from Mino with everything", "whole troop"),
        ("ikusa war", "don't attack Hida from Mino", "cancel"),
        ("ikusa war", "please do not attack Hida from Mino", "cancel"),
        ("ikusa war", "attack Tajima fromInaba", "“attack <target>"),
        ("ikusa war", "retreat", "call off when 3 are lost"),
        ("ikusa war", "retreat from Hida", "call off after 2 passes"),
        ("ikusa war", "garrison Hida with 1 spearman", "leaving"),
        ("ikusa muster", "levy 2 spearmen to army 1", "levy <unit> to army <army>"),
        ("shogun plan", "attack Kai from Sagami with 4", "a or b"),
        ("shogun plan", "move 4 armies from Sagami to Kai", "a or b"),
        ("shogun plan", "retreat", "do not retreat"),
        ("shogun plan", "deploy 6 in Kai", "“deploy 5”"),
        ("gekokujo reinforce", "recruit 2 bushi each in Kai and Shinano", "a line for each"),
        ("gekokujo reinforce", "hire ninja", "hire ninja to sabotage"),
        ("gekokujo campaign", "attack Mino from Kai", "which units"),
        ("gekokujo campaign", "retreat from Kai to Mino", "which units"),
        ("gekokujo campaign", "move the rest from Kai to Mino", "which units"),
        ("shogun plan", "deploy 2 in Kai", "5, 3 and 1"),
        ("shogun plan", "A) Shinano -> Kozuke (4)", "a or b"),
        ("shogun plan", "battle a from Shinano to Kozuke or Kai with 4", "alternative"),
        ("shogun plan", "battle a from Omi to Mino with 4, else to Iga with 3", "whole order"),
        ("shogun plan", "battle a from Omi to Mino with 3 or 4", "“up to 4”"),
        ("shogun plan", "garrison Kai", "all but 3"),
        ("ikusa war", "attack Omi from Iga and attack Ise from Mino", "two orders"),
        ("shogun plan", "build a temple in Izu, theatre in Kazusa", "two orders"),
        ("shogun plan", "tax Kai and rice Omi", "two orders"),
        ("ikusa war", "attack Hida and Shinano from Mino", "a line for each"),
        ("ikusa muster", "hide 3 ronin in Omi and 2 in Iga", "“hide 2 ronin in Iga”"),
        (
            "gekokujo campaign",
            "move 3 bushi from Kai to Mino and 2 from Omi to Iga",
            "“move 2 bushi from",
        ),
        ("ikusa war", "move 1 then spearman from Higo to Chikugo", "then spearman"),
        (
            "ikusa war",
            "move 2 bowmen and no 1 spearman from Higo to Chikugo",
            "“no 1” is no number",
        ),
        ("ikusa war", "move 2 bowmen No 1 spearman from Higo to Chikugo", "is no number"),
    ],
)
def test_what_cannot_be_ordered_so_is_answered(phase, text, said):
    found = finding(phase, text)
    assert found.severity == "error"
    assert said in found.message
    assert not found.fix or read(phase, found.fix).findings == ()


@pytest.mark.parametrize(
    ("phase", "above", "line", "fix"),
    [
        ("ikusa war", "Army 2:\n- march to Omi", "attack Hida", "Army 2: attack Hida"),
        ("shogun plan", "Kai:\n- castle", "deploy 5", "Kai: deploy 5"),
        ("ikusa war", "Army 2:\n", "attack Hida", ""),
    ],
)
def test_a_line_below_one_with_a_colon_may_go_on_with_it(phase, above, line, fix):
    last = read(phase, f"{above}\n- {line}").findings[-1]
    assert (last.severity, last.read, last.fix) == ("error", line, fix)
    assert not fix or read(phase, fix).findings == ()


def test_the_two_actions_that_may_be_meant_are_both_named():
    assert read("shogun plan", "attack Kai from Sagami with 4").meant == {
        1: (("battle a from Sagami to Kai with 4", "battle b from Sagami to Kai with 4"), ())
    }


def others(phase):
    """Every verb that begins orders of other phases only, with those phases."""
    language = LANGUAGES[phase]
    found = {}
    for name, kinds in language.phases.items():
        for form in (form for kind in kinds for form in forms_of(kind)):
            for word in form.starts - set(language.verbs):
                found.setdefault(word, set()).add(name)
    return found


@pytest.mark.parametrize("phase", LANGUAGES)
def test_every_verb_of_another_phase_is_named_with_its_phase(phase):
    for verb, phases in others(phase).items():
        text = f"{verb} Kai 4"
        found = finding(phase, text)
        assert found.code == "wrong-phase", text
        assert any(name in found.message for name in phases), text
        assert not found.fix


@pytest.mark.parametrize("phase", LANGUAGES)
def test_every_example_of_another_phase_is_named_as_such(phase):
    language = LANGUAGES[phase]
    kinds = {kind for kinds in language.phases.values() for kind in kinds} - set(language.kinds)
    for kind in kinds:
        understood = read(phase, kind.examples[0])
        codes = {found.code for found in understood.findings}
        assert codes <= {"wrong-phase"}, kind.examples[0]
        assert codes or understood.orders.lines, kind.examples[0]


@pytest.mark.parametrize(
    ("phase", "text", "printed"),
    [
        ("ikusa deploy", "reinforce Hizen, Chikuzen, Buzen,\nBungo, Higo,\nSatsuma", "reinforce Hizen, Chikuzen, Buzen, Bungo, Higo, Satsuma\n"),
        ("ikusa war", "march army 3 to Omi leaving 1 gunner\nand 1 spearman taking 1 bowman", "march army 3 to Omi leaving 1 gunner\n"),
        ("ikusa war", "march army 3 to Omi, Yamashiro leaving 1 gunner and 1 spearman and 2\nbowmen taking 1 bowman", "march army 3 to Omi, Yamashiro leaving 1 gunner and 1 spearman and 2 bowmen taking 1 bowman\n"),
        ("ikusa war", "if Hizen is mine and Tango is\nempty: attack Buzen from Nagato", "if Hizen is mine and Tango is empty: attack Buzen from Nagato\n"),
        ("ikusa war", "attack Buzen from\nNagato", "attack Buzen from Nagato\n"),
        ("ikusa war", "attack Buzen from Nagato,\nattack Hizen from Chikuzen", "attack Buzen from Nagato\nattack Hizen from Chikuzen\n"),
        ("ikusa war", "Hello all,\nattack Buzen from Nagato", "attack Buzen from Nagato\n"),
        ("shogun plan", "deploy 1 in Hoki and\nmove 4 to Harima", "deploy 1 in Hoki and move 4 to Harima\n"),
    ],
)  # fmt: skip
def test_a_line_that_a_mail_program_broke_is_one_line(phase, text, printed):
    assert str(read(phase, text).orders) == printed


def test_what_goes_on_after_a_comma_is_never_taken_for_chat():
    understood = read("ikusa deploy", "reinforce Hizen, Chikuzen,\nBuzzzn")
    assert [found.line for found in understood.findings] == [2]


def test_a_broken_line_is_numbered_where_it_begins():
    [line] = read("ikusa deploy", "Hi\n\nreinforce Hizen,\nChikuzen").orders
    assert line.number == 3


def test_a_blank_line_is_no_broken_line():
    assert read("ikusa war", "attack Buzen from\n\nNagato").orders == Orders()


def test_numbers_with_a_sign_are_kept_beside_the_line():
    [line] = scan("favours #21 and #3").sections[0].lines
    assert (line.text, line.numbered) == ("favours", "favours 21 and 3")


def test_hostile_lines_have_few_attempts_and_the_first_dozens_their_suggestions(monkeypatch):
    attempts = []
    find = Language.find_order
    monkeypatch.setattr(
        Language, "find_order", lambda self, text: attempts.append(text) or find(self, text)
    )
    slips = "\n".join(f"depoly {5 - 2 * (at % 2)} in Hidda" for at in range(40))
    assert all(found.fix for found in read("shogun plan", slips).findings)
    attempts.clear()
    hostile = ", ".join(f"tax {place} tower" for place in ("Kai", "Omi", "Mino", "Iga") * 3)
    read("shogun plan", "\n".join([hostile] * 500))
    assert len(attempts) < 2_600
