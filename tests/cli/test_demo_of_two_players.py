"""The demo of the game for two: what its mails meant to show is in its letters."""

import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.cli.main import cli

REAL = True
TOP = Path(__file__).parents[2]
MAILS = TOP / "orders_examples" / "ikusa-two"


@pytest.mark.parametrize("game", ["samurai-swords", "ikusa", "shogun", "gekokujo", "toy"])
def test_every_shipped_game_brings_a_demo(game, shell):
    said = shell("demo", game, "--regent", "nobody", "--out", "demo", code=2)
    assert ("no regent" if game != "toy" else "toy brings no demo") in said
    assert not (shell.folder / "demo").exists()


def test_the_mails_of_the_demos_go_into_a_wheel():
    wheel = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
    assert wheel["wheel"]["force-include"] == {
        each: f"adjudicator/{each}" for each in ("orders_examples", "templates")
    }


@pytest.mark.system
def test_every_mail_counts(tmp_path):
    mails = tmp_path / "mails"
    shutil.copytree(MAILS, mails)
    plan = mails / "demo.toml"
    plan.write_text(plan.read_text("utf-8").replace("rounds = 2", "rounds = 1"), "utf-8")
    out = tmp_path / "out"
    words = ["demo", "ikusa", "--mails", str(mails), "--out", str(out)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    for came in (
        "parting the provinces: 3 mails in",
        "the first reinforcements: 4 mails in",
        "plans for the koku: 3 mails in",
        "castles, levies and ronin: 3 mails in",
        "Takeda wages war: 1 mail in",
        "Oda wages war: 1 mail in",
        "Mori wages war: 1 mail in",
        "Uesugi wages war: 1 mail in",
    ):
        assert came in done.output
    receipts = [path.read_text("utf-8") for path in sorted(out.glob("reports/*-receipt-*/*.txt"))]
    rejected = [text for text in receipts if "REJECTED" in text]
    assert len(rejected) == 3, receipts
    for text, why in zip(
        rejected, ("Did you mean “Settsu”", "are too", "colour Uesugi"), strict=True
    ):
        assert why in " ".join(text.split())
    [ahead] = [text for text in receipts if "attack Izumi" in text and "kept until then" in text]
    assert "for Uesugi: attack Wakasa from Tamba" in ahead
    letters = [path.read_text("utf-8") for path in sorted(out.glob("reports/*-result-Oda/*.txt"))]
    assert any("won         for Uesugi: attack Wakasa" in text for text in letters)
    assert any("won         for Oda: attack Izumi" in text for text in letters)
