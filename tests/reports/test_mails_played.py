"""The example mails of Gekokujō and Shogun, played as they stand, and what their letters say."""

import re

import pytest
from mails_played import Played, mails_of

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Each game, played when it is asked for."""

    class All(dict):
        def __missing__(self, game):
            self[game] = Played(game, tmp_path_factory.mktemp(game))
            return self[game]

    return All()


each_game = pytest.mark.parametrize("game", ["gekokujo", "shogun"])
NOT_TAKEN = {
    "08-r1-campaign-takeda-wrong-seat": "refused",
    "13-r1-campaign-oda-no-token": "refused",
    "15-r1-campaign-mori-vacation": "ignored",
    "22-r2-reinforce-uesugi-thanks": "refused",
}
PHASES = {
    "gekokujo": [f"{n} {name}" for n in (1, 2, 3) for name in ("reinforce", "campaign")],
    "shogun": ["1 plan", "2 plan", "3 plan", "4 winter"],
}
AFTER = {"gekokujo": "4 reinforce", "shogun": "5 plan"}
SAID = {
    "gekokujo": {
        ("1 campaign", ""): ["Defence rolls of Hojo: fortress +2 (§2.4); sabotage −1 (§9.1)."],
        ("1 reinforce", ""): ["Oda and Takeda are allies until the winter is over."],
        ("2 campaign", ""): [
            "Takeda is the vassal of Uesugi",
            "from Aki through Nagato to Buzen (over the Inland Sea)",
        ],
        ("3 reinforce", ""): ["into the liberation fund, which holds 2 of 10 now."],
        ("3 campaign", ""): [
            "Mori breaks the pact with Oda.",
            "Attack rolls of Mori: a broken pact −1 (§10.1).",
            "Oda attacks with a daimyo and 2 bushi; Hojo defends with 3 bushi; Uesugi defends with",
            "Uesugi sent him, and a bushi of Hojo falls before the dice",
            "The die of the harvest shows",
        ],
        ("3 campaign", "Oda"): ["You lost the battle of Settsu. Undecided: the battle of Shinano."],
        ("2 campaign", "Takeda"): [
            "Your last daimyo has fallen, and you are the vassal of Uesugi."
        ],
        ("3 campaign", "Hojo"): ["You could not pay"],
        ("2 campaign", "Hojo"): ["move 3 bushi from Sagami to Kai"],
    },
    "shogun": {
        ("1 plan", "Mori"): ["done tax Etchu"],
        ("1 plan", ""): [
            "takes Mimasaka from Oda. Oda’s card, which lay on Collect taxes, goes with it.",
        ],
        ("2 plan", ""): ["Revolt in Wakasa: Takeda puts it down", "1 more for the defence card"],
        ("3 plan", ""): ["1 more for the castle"],
        ("4 winter", ""): [
            "Uesugi faces 2 revolts",
            "Green: castles – Oda, Mori and Hojo 2 each (1 built)",
        ],
    },
}
"""What a good demonstration shows, by phase and reader."""


@each_game
def test_all_is_played_and_only_the_accidents_are_not_taken(played, game):
    assert [phase.key for phase in played[game].phases] == [*PHASES[game], AFTER[game]]
    assert list(played[game].outcomes) == [path.stem for path in mails_of(game)]
    others = {mail: came for mail, came in played[game].outcomes.items() if came != "taken"}
    assert others == (NOT_TAKEN if game == "gekokujo" else {})


@each_game
def test_what_a_good_demonstration_shows_happens_in_narrow_letters(played, game):
    for (phase, seat), words in SAID[game].items():
        for each in words:
            assert each in played[game].told(phase, seat), (phase, seat)
    played[game].assert_narrow()


@pytest.mark.parametrize(
    ("mail", "words"),
    [
        ("02-r1-reinforce-takeda", "Did you mean “recruit 3 bushi in Kai”? Try: recruit 3 bushi"),
        ("02-r1-reinforce-takeda", "Did you mean “Oda”? Try: accept pact from Oda"),
        ("20-r2-reinforce-mori", "Did you mean “castle”? Try: build castle in Aki"),
        ("12-r1-campaign-hojo-too-late", "has been adjudicated; these orders are too late."),
        ("35-r3-campaign-mori", "has no phase “campain”"),
        ("28-r3-reinforce-takeda", "Takeda is a vassal, and has no pacts."),
    ],
)
def test_every_accident_is_answered_in_a_sentence_that_helps(played, mail, words):
    assert words in played["gekokujo"].answer(mail)


def test_two_phases_in_one_letter_are_both_kept(played):
    both = played["gekokujo"].receipts["16-r2-reinforce-hojo"]
    assert len(both) == 2
    kept = next(text for text in both if "phase 2 campaign" in text)
    assert "if Kai is contested: move 3 bushi from Sagami to Kai" in kept


def test_whom_an_assassin_waits_for_is_in_his_masters_letters_alone(played):
    gekokujo = played["gekokujo"]
    for (phase, seat), content in gekokujo.letters.items():
        if phase.startswith("3") and seat != "Uesugi":
            assert "assassinate Hojo" not in content.text, (phase, seat)
    assert "assassinate Hojo in Shinano" in gekokujo.told("3 reinforce", "Uesugi")


def test_mistakes_alternatives_and_the_order_of_revolts_are_seen_to_work(played):
    shogun = played["shogun"]
    ((mail, code, message),) = shogun.rejected
    assert (mail, code) == ("04-r1-plan-mori", "unknown-name")
    assert "Did you mean “Etchu”" in message
    assert "Takeda takes Ōmi from Hojo. Hojo’s card" not in shogun.told("1 plan")  # it was used
    told = shogun.told("1 plan", "Uesugi")
    done = re.search(r"(done|won|lost) (if [^:]*: |else: )*battle b from Mino to Omi with 4", told)
    assert told.index("battle b from Mino to ") < done.start()
    told = shogun.told("4 winter")
    drawn = told.index("the lot draws Kaga and Owari")
    assert drawn < told.index("Revolt in Owari") < told.index("Revolt in Kaga")
