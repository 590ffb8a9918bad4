"""The order language of all games: what is read, asked back, denied, and what is no order at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.games import registry
from adjudicator.orders import Language, read_orders, scan, understand
from adjudicator.orders.reading.prose import is_heading

ALL_OF_SHOGUN = {
    "start": "draft",
    "season": "two mails",
    **dict.fromkeys(("tenno", "samurai", "leaders", "chambers"), True),
}
QUICK = {
    f"quick {language.phase}": language
    for language, _ in registry.find("ikusa").languages({"play": "quick"})
}
LANGUAGES: dict[str, Language] = {
    f"{name} {language.phase}": language
    for name in registry.SHIPPED
    for language, _ in registry.find(name).languages(ALL_OF_SHOGUN if name == "shogun" else {})
}
READ = """
ikusa plan: 2 koku build = spend 2 on build
ikusa plan: levy = 3 = spend 3 on levy
ikusa plan: turn 1, levy 4, ronin 2 = spend 1 on turn | spend 4 on levy | spend 2 on ronin
ikusa muster: buy 1 bowman for army 1 = levy bowman to army 1
ikusa muster: I would like to build a castle in Hida, please. = build castle in Hida
ikusa war: march my 1st army into Omi = march army 1 to Omi
ikusa war: let's attack Omi from Iyo please = attack Omi from Iyo
ikusa war: | attack | Tajima | from | Inaba | = attack Tajima from Inaba
ikusa war: casualties = gunner > spearman = casualties gunner, spearman
ikusa war: attack Omi from Iga and attack Ise from Mino = attack Omi from Iga | attack Ise from Mino
shogun draft: I want Kai, Suruga and Kii = claim Kai, Suruga, Kii
shogun plan: 5 armies in Kai = deploy 5 in Kai
shogun plan: A: Sagami -> Kai with 4 = battle a from Sagami to Kai with 4
ikusa muster: raise bow in hida = levy 1 bowman in Hida
ikusa muster: castle in 近江 = build castle in Omi
samurai-swords muster: assassinate army 1 of oda at Oda phase b = ninja strikes army 1 of Oda at start of Oda phase B
ikusa war: never call off = fight to the end
ikusa war: retreat after two round = call off after 2 passes
shogun plan: construct the temple at 甲斐 = build temple in Kai
shogun plan: deploy one army in Kai, then move all but 2 to Suruga = deploy 1 in Kai and move all but 2 to Suruga
shogun plan: Attack A from Shinano to Kozuke with four armies = battle a from Shinano to Kozuke with 4
shogun plan: bid Omi = bid card Omi
shogun plan: prefer 2, +1 army with attack, six = prefer place 2, attack, six armies
shogun plan: favour castle in Kai = favour building in Kai
shogun plan: samurai vp, money = samurai points, chests
shogun plan: battle a from Kai to Suruga with 3 unless it has a temple = if not Suruga has temple: battle a from Kai to Suruga with 3
shogun plan: battle a from Shinano to Kozuke with 4, but only if Kozuke is neutral = if Kozuke is neutral: battle a from Shinano to Kozuke with 4
shogun plan: battle a from Omi to Mino with 4 unless Mino is mine or Mino armies > 3 = if not Mino is mine and not Mino armies > 3: battle a from Omi to Mino with 4
gekokujo campaign: move 2 bushi from Owari to Mino if Mino isn't empty = if not Mino is empty: move 2 bushi from Owari to Mino
quick claim: Claim province kai then sagami and izu = claim Kai, Sagami, Izu
quick deploy: army one gets 2 bows, 1 sword = army 1 takes 2 bowmen and 1 swordsman
gekokujo campaign: Move 2 Bushi and one daimyo from Owari to Mino and on to Hida = move 2 bushi and 1 daimyo from Owari to Mino, Hida
gekokujo campaign: Kai -> Shinano -> Mino with 4 bushi = move 4 bushi from Kai to Shinano, Mino
gekokujo campaign: move 2 bushi from Kai to Mino via Shinano = move 2 bushi from Kai to Shinano, Mino
gekokujo campaign: if Oda units in Mino below 3: move 2 bushi from Owari to Mino = if Oda units in Mino < 3: move 2 bushi from Owari to Mino
gekokujo campaign: if Oda units in Mino above 3: move 2 bushi from Owari to Mino = if Oda units in Mino > 3: move 2 bushi from Owari to Mino
gekokujo campaign: move 2 bushi from Kai to Mino if it is empty = if Mino is empty: move 2 bushi from Kai to Mino
ikusa war: march army 1 to Iga, Omi if it is empty = if Omi is empty: march army 1 to Iga, Omi
gekokujo reinforce: Ninja Diversion: Kyoto = hire ninja to divert Yamashiro
gekokujo reinforce: ronin up to 3 if attacked = ronin up to 3 when defending
shogun plan: Deploy / Move 1 Army: Kai = deploy 1 in Kai
shogun plan: Deploy 1 in Kai and move 3 from there to Suruga = deploy 1 in Kai and move 3 to Suruga
shogun plan: Battle / Move -A-: attack Suruga from Kai with 3 = battle a from Kai to Suruga with 3
shogun plan: Build a castle in Kai, a temple in Aki and a Nô theater in Izu = build castle in Kai | build temple in Aki | build theatre in Izu
shogun plan: Bid for turn order: chest card 3 = bid 3
shogun plan: bid with the province card of Kai = bid card Kai
shogun plan: Special cards by place: 1 attack, 2 six armies = prefer attack, six armies
shogun plan: Take six armies = prefer six armies
shogun plan: Turn two armies of Kai into court officials = court 2 from Kai
shogun plan: Court box 3: the tower's tray = court 3 from tower
shogun plan: samurai card: chests = samurai chests
shogun plan: move my leader to Kai, no statue = leader to Kai without statue
shogun plan: take chamber c2 = chambers c2
shogun plan: battle a from Kai to Suruga with 3 if still neutral = if Suruga is neutral: battle a from Kai to Suruga with 3
shogun plan: if Suruga has 3 armies or less, battle a from Kai to Suruga with 3 = if Suruga armies <= 3: battle a from Kai to Suruga with 3
shogun draft: Army groups: 5-4-4-3 = groups 5, 4, 4, 3
shogun draft: army group 5 to Kai = group 5 to Kai
shogun draft: I choose Kai, then Suruga = claim Kai, Suruga
gekokujo draft: I choose the Takeda = rank Takeda
shogun plan: if I have 4 chests or more: decline attack army = if chests >= 4: decline attack army
gekokujo reinforce: Hire Ninja (3 koku): Sabotage Hida = hire ninja to sabotage Hida
gekokujo reinforce: Field Operation: diversion in Kyoto = hire ninja to divert Yamashiro
gekokujo reinforce: Build castle (5 koku): Kai = build castle in Kai
shogun plan: Castle: Kai; temple: Aki; theatre: Izu = build castle in Kai | build temple in Aki | build theatre in Izu
gekokujo campaign: move (2 bushi) from Owari to Mino = move 2 bushi from Owari to Mino
shogun plan: prefer 1 six armies, 2. attack = prefer six armies, attack
shogun plan: Battle A from Kai to Suruga with 3, else to Sagami = battle a from Kai to Suruga with 3 | else: battle a from Kai to Sagami with 3
gekokujo campaign: if Mino is neutral, move 2 bushi from Owari to Mino, otherwise to Ise = if Mino is neutral: move 2 bushi from Owari to Mino | else: move 2 bushi from Owari to Ise
samurai-swords deploy: reinforce Kai, Omi; army 1 in Kai = reinforce Kai, Omi | army 1 in Kai
shogun plan: tax Kai, rice Omi and bid 2 = tax Kai | rice Omi | bid 2
shogun plan: Tax: Kai, Rice: Omi = tax Kai | rice Omi
shogun plan: castle in Kai please and tax on Aki = build castle in Kai | tax Aki
shogun plan: deploy 5 to Kai and 3 to Suruga and 1 to Aki = deploy 5 in Kai | deploy 3 in Suruga | deploy 1 in Aki
ikusa war: attack Owari from Ise and Wakasa from Omi = attack Owari from Ise | attack Wakasa from Omi
ikusa deploy: army 1 in Kai, otherwise Iga = army 1 in Kai | else: army 1 in Iga
shogun plan: if possible, deploy 5 in Kai, else Omi = deploy 5 in Kai | else: deploy 5 in Omi
shogun plan: tax Kai if at all possible = tax Kai
ikusa war: attack Kai from Mino, retreat if 2 lost = attack Kai from Mino | call off Kai from Mino when 2 are lost
ikusa war: attack Kai from Mino w/ army 1 = attack Kai from Mino with army 1
ikusa war: attack Kai from Mino with the whole force = attack Kai from Mino with force
"""
MEANT = """
shogun plan: tax Kai -- my best one = tax Kai
shogun plan: tax Kai — as ever = tax Kai
ikusa muster: build castle in Omi (I like it there) = build castle in Omi
ikusa war: atack Hida frm Mino = attack Hida from Mino
ikusa war: attack Hida Mino with army = attack Hida from Mino with army / attack Mino from Hida with army
ikusa war: attack Hida quickly from Mino = attack Hida from Mino
ikusa war: if Hida is empty attack Kaga from Hida = if Hida is empty: attack Kaga from Hida
ikusa war: move spearmen from Higo to Chikugo = move all spearmen from Higo to Chikugo
ikusa war: army 1 -> Hida = march army 1 to Hida / advance army 1 to Hida / move army 1 to Hida
ikusa deploy: Army 3 @ Bungo = army 3 in Bungo
shogun plan: Kai: castle = build castle in Kai
ikusa war: retreat from Hida = call off from Hida when outnumbered
shogun plan: attack Kai from Sagami with 4 = battle a from Sagami to Kai with 4 / battle b from Sagami to Kai with 4
gekokujo draft: I would like Takeda, then Uesugi or Hojo. = rank Takeda, Uesugi, Hojo
gekokujo campaign: move from Kai 4 bushi to Suruga = move 4 bushi from Kai to Suruga
gekokujo reinforce: ronin nonee = ronin none
gekokujo campaign: move the bushi from Kii to Yamato = move 1 bushi from Kii to Yamato / move all bushi from Kii to Yamato
shogun plan: prefer first six armies = prefer six armies
shogun plan: I want the six armies = prefer six armies / decline six armies
shogun plan: event stays = favour event stays
shogun plan: Sorry, tax Kai = tax Kai
shogun plan: Hi Bob - tax Kai, rice Omi = tax Kai | rice Omi
shogun plan: bid 4 for six armies = bid 4 | prefer six armies
"""
TOLD = """
ikusa war: nto attack Hida from Mino
ikusa war: attack Hida or from Mino
ikusa war: attack Hida from Mino and move army 1 to Hida
ikusa war: attack Hida from Mino with 3 spearmen
ikusa war: the rest of my men hold in Kai
ikusa muster: hide 2 ronin in both Omi with force
shogun plan: bid card
shogun plan: temple: chest card
shogun plan: no theatre in Kai
shogun plan: I could build a castle in Aki
shogun plan: Kai
gekokujo campaign: no battle in Mino
gekokujo campaign: We could perhaps meet in Kai some day.
gekokujo reinforce: kill daimyo last
gekokujo reinforce: hire ronin as needed
gekokujo campaign: Kii -> Yamato
gekokujo campaign: move from Kii to Yamato leaving 1 bushi
shogun plan: battle a from Kai to Suruga leaving two behind
shogun plan: Battle A Kai to Suruga
shogun plan: prefer 2 six armies
ikusa war: I attack Hida from Mino. Stop if that is lost.
ikusa plan: levy 5 for Uesugi
ikusa plan: turn 2 (prefer 3rd)
shogun plan: tax Kai -- perhaps
shogun plan: tax Kai - or Mino
shogun plan: tax Kai (if Bob agrees)
shogun plan: tax Kai -- cancel that
shogun plan: tax Kai unless possible
shogun plan: Perhaps, tax Kai
shogun plan: tax Kai, Omi
ikusa war: attack Hida from Mino with force, casualties gunner
ikusa war: attack Hida from Mino, otherwise Omi
gekokujo campaign: move 2 bushi from Owari to Mino, 1 to Ise
ikusa war: attack Hida from Mino, or attack Omi from Iga
ikusa war: attack Hida from Mino, or Omi from Mino
ikusa war: move army 1 to Hida, Mino, else Omi
ikusa war: move army 1 to Hizen leaving 2 spearmen, else 3
ikusa war: call off Hida below 40% and call off when outnumbered by 2
ikusa plan: prefer turn 1, turn 2
shogun plan: build castle in Kai when possible
gekokujo reinforce: ronin up to 3 as long as possible
"""
CHAT = [
    "Hello all,",
    "Thanks for running this!",
    "Bob",
    "Here are my orders for this round:",
    "here is my deployment for the first turn:",
    "Sorry for the delay, I was on holiday.",
    "Sent from my phone",
    "vacation until Monday",
    "Or maybe not :-)",
    "word " * 120,
    "On Tue, 3 Nov 2026 at 10:00 the judge wrote:",
    "see http://example.org/",
    "こんにちは",
    "Attacks:",
    "Attacks",
    "We were not at home last week",
    "(see you soon)",
    "Moin moin",
    "Bonjour à tous,",
    "A presto",
    "Nothing marches yet, but here is what I would attack.",
]


def rows(table: str) -> list[tuple[str, str, str]]:
    """Return phase, line and what is expected of each row."""
    found = []
    for row in table.strip().splitlines():
        phase, _, rest = row.partition(": ")
        text, _, wanted = rest.rpartition(" = ")
        found.append((phase, text or rest, wanted if text else ""))
    return found


def read(text: str, language: Language):
    lines = tuple(line for section in scan(text).sections for line in section.lines)
    return understand(lines, language)


@pytest.mark.parametrize(("phase", "text", "printed"), rows(READ))
def test_what_is_in_the_language_is_read(phase, text, printed):
    understood = read_orders(text, (LANGUAGES | QUICK)[phase])
    assert understood.findings == ()
    assert str(understood.orders).splitlines() == printed.split(" | ")


@pytest.mark.parametrize(("phase", "text", "wanted"), rows(MEANT))
def test_what_is_near_to_orders_is_answered_with_them(phase, text, wanted):
    understood = read_orders(text, LANGUAGES[phase])
    [found] = understood.findings
    assert (found.severity, understood.orders.lines) == ("error", ())
    lines = [line for group in understood.meant.get(1, ((found.fix,),)) for line in group]
    read = (str(read_orders(line, LANGUAGES[phase]).orders).strip() for line in lines)
    meant = [each.replace("\n", " | ") for each in read]
    assert meant == wanted.split(" / ")


@pytest.mark.parametrize(("phase", "text", "_"), rows(TOLD))
def test_what_speaks_of_orders_and_is_near_to_none_is_told_without_a_guess(phase, text, _):
    understood = read_orders(text, LANGUAGES[phase])
    assert not understood.orders.lines
    assert [(found.line, found.fix) for found in understood.findings] == [(1, "")]
    assert not understood.meant
    assert not understood.unread


@pytest.mark.parametrize("name", LANGUAGES)
def test_chat_is_left_unread_wherever_it_stands(name):
    example = LANGUAGES[name].kinds[0].examples[0]
    alone = [line for line in CHAT if read(line, LANGUAGES[name]).findings]
    assert alone == []
    between = [
        line for line in CHAT if read(f"{example}\n\n{line}\n\n{example}", LANGUAGES[name]).findings
    ]
    assert between == []


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Armies", True),
        ("Reinforcing:", True),
        ("These attacks:", True),
        ("All of our later attacks:", True),
        ("And all of our later attacks:", False),
        ("Scrap that:", False),
        ("Bob wrote:", False),
        ("Castles", False),
        ("Scrap", False),
        ("Army", False),
    ],
)
def test_what_names_the_orders_below_it_is_a_heading_of_them(line, is_one):
    assert is_heading(line, LANGUAGES["samurai-swords deploy"]) is is_one


@pytest.mark.parametrize("name", LANGUAGES)
def test_chat_above_and_below_changes_neither_orders_nor_findings(name):
    language = LANGUAGES[name]
    examples = [example for kind in language.kinds for example in kind.examples]
    body = st.lists(
        st.sampled_from([*examples, "atack Kai", "bulid a Kai"]), min_size=1, max_size=4
    )
    chat = st.lists(st.sampled_from(CHAT), max_size=3)

    @settings(max_examples=6, deadline=None, derandomize=True)
    @given(chat, body, chat)
    def holds(above, lines, below):
        bare = read("\n".join(lines), language)
        whole = read("\n".join([*above, *lines, "", *below]), language)
        assert str(whole.orders) == str(bare.orders)
        shown = [(f.line - len(above), f.code, f.read, f.fix) for f in whole.findings]
        assert shown == [(f.line, f.code, f.read, f.fix) for f in bare.findings]
        assert len(whole.unread) == len(above) + len(below)

    holds()


DENIED = ("no {}", "never {}", "please don't {}", "I won't {}", "{} - no", "{} (no)", "{}, or not")


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_denied_order_is_neither_read_nor_suggested(name):
    language = LANGUAGES[name]
    examples = [example for kind in language.kinds for example in kind.examples]
    for number, example in enumerate(examples):
        for denied in DENIED[number % 2 :: 2]:
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
        ("gekokujo reinforce", "hit no daimyo"),
        ("gekokujo campaign", "if Mino is now empty: fight Hida"),
        ("ikusa war", "attack Kai army 1 else hop skip"),
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


def test_what_stands_in_brackets_is_asked_about_and_not_said_to_be_another():
    [found] = read_orders("(tax Kai)", LANGUAGES["shogun plan"]).findings
    assert found.fix == "tax Kai"
    assert "“tax Kai” is not understood" not in found.message


def test_what_denies_an_order_is_not_passed_over():
    text = "fortify castle\ndon't fortify castle\nkeep 2 koku"
    [found] = read_orders(text, LANGUAGES["gekokujo reinforce"]).findings
    assert (found.line, found.severity, found.fix) == (2, "error", "")
    assert "take one back" in found.message


def test_what_begins_an_order_by_a_blank_is_said_to_belong_to_this_phase():
    for text in ("levy 5 for Uesugi", "turn 2 (or 3)"):
        [found] = read_orders(text, LANGUAGES["ikusa plan"]).findings
        assert "does not fit in “spend <koku> on <bin>”: <koku> is a number" in found.message
    [found] = read_orders("levy bowman in Hida!", LANGUAGES["ikusa plan"]).findings
    assert found.code == "wrong-phase"
    assert LANGUAGES["ikusa plan"].elsewhere("levy bowman in Hida!") == ["muster"]


def test_what_does_not_fit_in_a_blank_is_named_with_what_does():
    for text, misfit, takes in (
        ("battle a from Kai to Suruga with half", "“half”", "<armies> is a number, all, all but"),
        ("battle c from Kai to Suruga with 3", "“c”", "<which> is a or b"),
        ("deploy 6 in Kai", "“6”", "<number> is 5 or 3"),
    ):
        [found] = read_orders(text, LANGUAGES["shogun plan"]).findings
        assert found.message.startswith(f"{misfit} does not fit in ")
        assert takes in found.message


def test_a_sentence_that_may_deny_an_order_of_its_paragraph_is_named():
    text = "I attack Hida with army 2. But only if Bob agrees. See you!"
    [found] = read_orders(text, LANGUAGES["ikusa war"]).findings
    assert "“But only if Bob agrees.” may deny or limit what stands beside it" in found.message


def test_an_or_below_an_alternative_adds_nothing_to_its_list():
    understood = read_orders("reinforce Kai\nelse Omi\nor Kaga", LANGUAGES["samurai-swords deploy"])
    assert str(understood.orders) == "reinforce Kai\nelse: reinforce Omi\n"
    assert [(each.line, each.severity) for each in understood.findings] == [(3, "error")]


def test_no_word_is_put_right_as_one_that_says_nothing():
    [found] = read_orders("PS: build castle in Hida", LANGUAGES["ikusa muster"]).findings
    assert found.fix == "build castle in Hida"
    for opening in ("new", "add"):
        [found] = read_orders(f"{opening} 5 armies in Kai", LANGUAGES["shogun plan"]).findings
        assert found.fix == "5 armies in Kai"
