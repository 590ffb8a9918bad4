"""The example mails, played as they stand: four seats, one round of Samurai Swords, by mail."""

import pytest
from reports.mails_played import Played, mails_of

pytestmark = pytest.mark.system


@pytest.fixture
def played(tmp_path):
    return Played("samurai-swords", tmp_path)


@pytest.fixture(autouse=True)
def toy():
    """These mails are played with the real game and the real reports."""


def test_the_mails_are_taken_answered_and_carried_out(played):
    mails = mails_of("samurai-swords")
    assert list(played.outcomes.values()) == ["taken"] * len(mails)
    names = [phase.name for phase in played.phases]
    assert names == ["deploy", "plan", "muster", "war", "war", "war", "war", "plan"]
    assert played.notes == ["begun"]
    answered = [each.in_reply_to for each in played.sent if each.kind == "receipt"]
    assert answered == [f"<{identity}>" for identity in played.order]
    # One province is misspelt; its correction stands.
    ((mail, code, message),) = played.rejected
    assert (mail, code) == ("01-r1-deploy-oda", "unknown-name")
    assert "Did you mean “Bungo" in message
