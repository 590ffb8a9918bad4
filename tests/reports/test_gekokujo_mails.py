"""The example mails of Gekokujō, played as they stand: five seats, three rounds, their letters."""

import pytest
from mails_played import Played, mails_of

pytestmark = pytest.mark.system

NOT_TAKEN = {
    "08-r1-campaign-takeda-wrong-seat": "refused",
    "13-r1-campaign-oda-no-token": "refused",
    "15-r1-campaign-mori-vacation": "ignored",
    "22-r2-reinforce-uesugi-thanks": "refused",
}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return Played("gekokujo", tmp_path_factory.mktemp("mails"))


def test_three_rounds_are_played_and_only_the_accidents_are_not_taken(played):
    rounds = [f"{number} {name}" for number in (1, 2, 3) for name in ("reinforce", "campaign")]
    assert [phase.key for phase in played.phases] == [*rounds, "4 reinforce"]
    assert list(played.outcomes) == [path.stem for path in mails_of("gekokujo")]
    assert {
        mail: outcome for mail, outcome in played.outcomes.items() if outcome != "taken"
    } == NOT_TAKEN


def test_every_accident_is_answered_in_a_sentence_that_helps(played):
    misspelt = played.answer("02-r1-reinforce-takeda")
    assert "Did you mean “recruit 3 bushi in Kai”? Try: recruit 3 bushi in Kai" in misspelt
    assert (
        "“Odda” is not understood here. Did you mean “Oda”? Try: accept pact from Oda" in misspelt
    )
    assert "Did you mean “castle”? Try: build castle in Aki" in played.answer(
        "20-r2-reinforce-mori"
    )
    late = played.answer("12-r1-campaign-hojo-too-late")
    assert "The phase 1 reinforce has been adjudicated; these orders are too late." in late
    assert "has no phase “campain”" in played.answer("35-r3-campaign-mori")
    assert "Takeda is a vassal, and has no pacts." in played.answer("28-r3-reinforce-takeda")


def test_two_phases_in_one_letter_are_both_kept(played):
    both = played.receipts["16-r2-reinforce-hojo"]
    assert len(both) == 2
    kept = next(text for text in both if "phase 2 campaign" in text)
    assert "if Kai is contested: move 3 bushi from Sagami to Kai" in kept
    assert "move 3 bushi from Sagami to Kai" in played.told("2 campaign", "Hojo")


def test_what_a_good_demonstration_shows_happens(played):
    said = {phase: played.told(phase) for phase, seat in played.letters if not seat}
    assert "Defence rolls of Hojo: fortress +2 (§2.4); sabotage −1 (§9.1)." in said["1 campaign"]
    assert "Oda and Takeda are allies until the winter is over." in said["1 reinforce"]
    assert "Takeda is the vassal of Uesugi" in said["2 campaign"]
    assert "from Aki through Nagato to Buzen (over the Inland Sea)" in said["2 campaign"]
    assert "into the liberation fund, which holds 2 of 10 now." in said["3 reinforce"]
    assert "Mori breaks the pact with Oda." in said["3 campaign"]
    assert "Attack rolls of Mori: a broken pact −1 (§10.1)." in said["3 campaign"]
    three = "Oda attacks with a daimyo and 2 bushi; Hojo defends with 3 bushi; Uesugi defends with"
    assert three in said["3 campaign"]
    assert "Uesugi sent him, and a bushi of Hojo falls before the dice" in said["3 campaign"]
    assert "The die of the harvest shows" in said["3 campaign"]


def test_whom_an_assassin_waits_for_is_in_his_masters_letters_alone(played):
    for (phase, seat), content in played.letters.items():
        if phase.startswith("3") and seat != "Uesugi":
            assert "assassinate Hojo" not in content.text, (phase, seat)
    assert "assassinate Hojo in Shinano" in played.told("3 reinforce", "Uesugi")


def test_the_first_lines_say_what_happened_to_the_reader(played):
    oda = played.told("3 campaign", "Oda")
    assert "You lost the battle of Settsu. Undecided: the battle of Shinano." in oda[:300]
    takeda = played.told("2 campaign", "Takeda")
    assert "Your last daimyo has fallen, and you are the vassal of Uesugi." in takeda[:200]
    assert "You could not pay" in played.told("3 campaign", "Hojo")[:400]


def test_letters_are_narrow_and_hold_one_token_at_most(played):
    played.assert_narrow()
