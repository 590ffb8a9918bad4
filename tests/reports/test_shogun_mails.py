"""The example mails of Shogun, played as they stand: five seats, a year by mail, and its letters."""

import re

import pytest
from mails_played import Played, mails_of

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return Played("shogun", tmp_path_factory.mktemp("mails"))


def test_every_mail_is_taken_and_a_whole_year_is_played(played):
    assert list(played.outcomes.values()) == ["taken"] * len(mails_of("shogun"))
    keys = [phase.key for phase in played.phases]
    assert keys == ["1 plan", "2 plan", "3 plan", "4 winter", "5 plan"]


def test_only_the_misspelt_province_is_rejected_and_its_correction_stands(played):
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("04-r1-plan-mori", "unknown-name")
    assert "Did you mean “Etchu”" in message
    assert "done tax Etchu" in played.told("1 plan", "Mori")


def test_what_a_good_demonstration_shows_happens(played):
    spring, summer, autumn, winter = (
        played.told(key) for key in ("1 plan", "2 plan", "3 plan", "4 winter")
    )
    lost = "takes Mimasaka from Oda. Oda’s card, which lay on Collect taxes, goes with it."
    assert lost in spring
    assert "Takeda takes Ōmi from Hojo. Hojo’s card" not in spring  # it was used before
    assert "Revolt in Wakasa: Takeda puts it down" in summer
    assert "1 more for the defence card" in summer
    assert "1 more for the castle" in autumn
    assert "Uesugi faces 2 revolts" in winter
    assert "Green: castles – Oda, Mori and Hojo 2 each (1 built)" in winter


def test_alternatives_and_conditions_are_seen_to_work(played):
    told = played.told("1 plan", "Uesugi")
    first = told.index("battle b from Mino to ")
    done = re.search(r"(done|won|lost) (if [^:]*: |else: )*battle b from Mino to Omi with 4", told)
    assert first < done.start()


def test_the_order_of_revolts_is_as_wished(played):
    told = played.told("4 winter")
    drawn = told.index("the lot draws Kaga and Owari")
    assert drawn < told.index("Revolt in Owari") < told.index("Revolt in Kaga")


def test_letters_are_narrow_and_quote_no_other_seat(played):
    played.assert_narrow()
