"""The demo of war turns in three mails: its mails are taken, and who is ready ahead sends one."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.campaign.letters.outbox import reopen
from adjudicator.cli.main import cli
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import Letter

MAILS = Path(__file__).parents[2] / "orders_examples" / "samurai-swords-steps"


@pytest.mark.system
def test_every_mail_counts(tmp_path):
    out = tmp_path / "out"
    words = ["demo", "samurai-swords", "--mails", str(MAILS), "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    for came in (
        "Oda marches, phase A: 1 mail in",
        "Oda declares battles and fights, phases B and C: 1 mail in",
        "Oda makes the final moves, phase D: 1 mail in",
        "Takeda marches, phase A: 1 mail in",
        "Mori declares battles and fights, phases B and C: 1 mail in",
        "The game stands at: Round 2: plans for the koku",
    ):
        assert came in done.output
    assert "Takeda declares battles" not in done.output
    assert "Mori makes the final moves" not in done.output
    with closing(sqlite3.connect(out / "campaign.db")) as store:
        found = [json.loads(text) for (text,) in store.execute("SELECT findings FROM submission")]
    rejected = [each["read"] for all_of in found for each in all_of if each["severity"] == "error"]
    assert rejected == ["reinforce Omi, Echizen, Yamashiro, Ise, Bungoo, Suo"]
    with open_store(out / "campaign.db") as kept:
        for letter in kept.rows(Letter, seat="Oda")[::4]:
            opened = reopen(kept, letter)
            assert set(opened.pictures.values()) <= {"as sent"}, opened.lost
