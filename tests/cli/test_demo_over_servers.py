"""The demo over real mail servers is the demo over folders."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from servers.demo import FILE

from adjudicator.cli.main import cli

MAILS = Path(__file__).parents[2] / "orders_examples" / "samurai-swords"


@pytest.fixture
def mails(tmp_path):
    """The first phase of the demo; regents play the rest of its round."""
    folder = tmp_path / "mails"
    folder.mkdir()
    for path in MAILS.glob("*-r1-deploy-*.eml"):
        shutil.copy(path, folder)
    text = (MAILS / "demo.toml").read_text("utf-8").replace("\nrounds = 3", "\nrounds = 1")
    assert "\nrounds = 1" in text
    (folder / "demo.toml").write_text(text, "utf-8")
    return folder


def play(mails, out, *more):
    words = ["demo", "samurai-swords", "--mails", str(mails), "--out", str(out), *map(str, more)]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    return {
        path.relative_to(out): path.read_bytes()
        for place in ("reports", "maps")
        for path in sorted((out / place).rglob("*"))
        if path.is_file()
    }


@pytest.mark.system
def test_the_demo_over_servers_writes_what_it_writes_over_folders(mails, tmp_path, post_office):
    config = tmp_path / "adjudicator.toml"
    config.write_text(FILE.format(**post_office.__dict__))
    (tmp_path / "password").write_text(post_office.password)
    over_servers = play(mails, tmp_path / "servers", "--config", config)
    assert over_servers == play(mails, tmp_path / "folders")
    assert len(post_office.letters("judge@adjudicator.example", "Done")) == 5
    assert len(post_office.wait_for("ann@players.example", 9)) >= 9


def test_the_demo_wants_both_servers(mails, tmp_path):
    (tmp_path / "adjudicator.toml").write_text("[in]\nmaildir = 'in'\n")
    words = ["--mails", mails, "--out", tmp_path / "out", "--config", tmp_path / "adjudicator.toml"]
    done = CliRunner().invoke(cli, ["demo", "samurai-swords", *map(str, words)])
    assert done.exit_code == 2
    assert "must name one mailbox and an SMTP server" in done.output
    assert not (tmp_path / "out").exists()
