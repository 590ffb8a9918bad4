"""The demo of quick play: its mails are taken, and claim what they ask for."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import cli

MAILS = Path(__file__).parents[2] / "orders_examples" / "samurai-swords-quick"


@pytest.mark.system
def test_every_mail_counts(tmp_path):
    mails = tmp_path / "mails"
    shutil.copytree(MAILS, mails)
    plan = mails / "demo.toml"
    plan.write_text(plan.read_text("utf-8").replace("rounds = 2", "rounds = 1"), "utf-8")
    out = tmp_path / "out"
    words = ["demo", "samurai-swords", "--mails", str(mails), "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    for came in (
        "the claims: 4 mails in",
        "the armies: 3 mails in",
        "plans for the koku: 3 mails in",
    ):
        assert came in done.output
    receipts = sorted(out.glob("reports/*-receipt-*/*.txt"))
    assert len(receipts) >= len(list(mails.glob("*.eml")))
    with closing(sqlite3.connect(out / "campaign.db")) as store:
        found = [json.loads(text) for (text,) in store.execute("SELECT findings FROM submission")]
    assert found
    assert not [each for all_of in found for each in all_of if each["severity"] == "error"]
