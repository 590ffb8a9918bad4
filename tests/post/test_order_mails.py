"""The example mails, played as they stand: four seats, one round of Samurai Swords, by mail."""

import pytest
from reports.mails_played import Played, mails_of

pytestmark = pytest.mark.system


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    return Played("samurai-swords", tmp_path_factory.mktemp("mails"))


@pytest.fixture(autouse=True)
def toy():
    """These mails are played with the real game and the real reports."""


def test_every_mail_is_taken_and_every_phase_carried_out(played):
    assert list(played.outcomes.values()) == ["taken"] * len(mails_of("samurai-swords"))
    names = [phase.name for phase in played.phases]
    assert names == ["deploy", "plan", "muster", "war", "war", "war", "war", "plan"]
    assert played.notes == ["begun"]


def test_only_the_misspelt_province_is_rejected_and_its_correction_stands(played):
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("01-r1-deploy-oda", "unknown-name")
    assert "Did you mean “Bungo”" in message


def test_every_mail_has_its_receipt(played):
    answered = [each.in_reply_to for each in played.sent if each.kind == "receipt"]
    assert answered == [f"<{identity}>" for identity in played.order]


def test_the_mails_show_what_real_mail_looks_like():
    features = {
        b"Content-Type: text/html": 2,
        b"multipart/alternative": 1,
        b"=?ISO-2022-JP?": 4,
        b"format=flowed": 1,
        b"charset=ISO-2022-JP": 4,
        b"\namend\n": 2,
        b"\n-- \n": 3,
        b"\n> ": 1,
        b"\ntoken ": 10,
        b"+2eflilliv4hpzvlo@": 1,
    }
    everything = [path.read_bytes() for path in mails_of("samurai-swords")]
    for feature, least in features.items():
        assert sum(feature in raw for raw in everything) >= least, feature
    assert all(max(map(len, raw.split(b"\n"))) <= 998 for raw in everything)
    assert all(raw.isascii() or b"8bit" in raw for raw in everything)
