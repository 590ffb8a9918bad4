"""Commands find their database, mailbox and outbox in ``adjudicator.toml``."""

import json

FILE = """
database = "games/campaign.db"
address = "judge@example.net"
gm = "gm@example.org"

[in]
maildir = "in"

[out]
maildir = "out"
"""


def set_up(shell, folder="."):
    shell.write(f"{folder}/adjudicator.toml", FILE)
    shell.make_maildir(f"{folder}/in")
    (shell.folder / folder / "games").mkdir()


NEW = ("new", "toy", "--name", "sekigahara", "--seat", "Oda=oda@example.org", "--begin")


def test_tick_and_new_need_no_options(shell):
    set_up(shell)
    assert "in games/campaign.db" in shell(*NEW, "--seat", "Mori=none")
    assert "sent: <sekigahara.setup.opening.Oda." in shell("tick")
    assert len(list((shell.folder / "out/new").iterdir())) == 3  # two of them to the game master
    letter = b"From: oda@example.org\nTo: judge@example.net\nMessage-ID: <1@x>\n\nhelp\n"
    shell.write("in/new/letter", letter)
    assert "collected: answered: help" in shell("tick")
    assert json.loads(shell("tick", "--json"))["collected"] == []
    shown = shell("settings", "sekigahara")
    assert "address = judge@example.net" in shown
    assert "gm = gm@example.org" in shown
    other = (
        "new",
        "toy",
        "--name",
        "other",
        "--seat",
        "Oda=oda@example.org",
        "--seat",
        "Mori=none",
    )
    shell(*other, "--gm", "none", "--address", "other@example.net", "--begin")
    assert "gm = none" in shell("settings", "other")
    (shell.folder / "in/new").rmdir()
    shown = shell("tick", code=1)
    assert "no Maildir" in shown
    assert "sent: " in shown
    url = "https://example.org/games/"
    shell.write("adjudicator.toml", f'site = "pages"\nsite_url = "{url}"\n{FILE}')
    assert "Say where the pages are to lie" in shell("site", "sekigahara", code=2)
    assert "pages/index.html" in shell("site")
    assert f"{url}sekigahara/" in (shell.folder / "pages/sekigahara/feed.xml").read_text("utf-8")


def test_another_file_can_be_named(shell):
    set_up(shell, "far")
    db = ("--db", "far/games/campaign.db")
    shell(*NEW, "--seat", "Mori=none", "--address", "judge@example.net", *db)
    assert "sent: " in shell("tick", "--config", "far/adjudicator.toml")
    assert (shell.folder / "far/out/new").is_dir()
    shown = shell("status", env={"ADJUDICATOR_CONFIG": "far/adjudicator.toml"})
    assert "sekigahara (toy)" in shown
    assert "no such database" in shell(
        "tick", "--config", "far/adjudicator.toml", "--db", "x.db", code=2
    )


def test_a_file_that_cannot_be_used_stops_every_command_with_a_sentence(shell):
    shell.write("adjudicator.toml", "databse = 'x'")
    for command in ("status", "tick"):
        assert "Did you mean “database”?" in shell(command, code=2)
    shell("games")


def test_a_private_webhook_is_refused_at_new_unless_the_file_allows_it(shell):
    set_up(shell)
    of_house = (*NEW, "--seat", "Mori=none", "--set", "webhook=https://192.168.7.9/hook")
    assert "lies in a private network" in shell(*of_house, code=2)
    shell.write("adjudicator.toml", f'private_webhooks = ["192.168.7.0/24"]\n{FILE}')
    shell(*of_house)
    assert "webhook = https://192.168.7.9/hook" in shell("settings", "sekigahara")
    shell("settings", "sekigahara", "webhook=https://192.168.7.10/hook")
    shell.write("adjudicator.toml", FILE)
    refused = shell("settings", "sekigahara", "webhook=https://192.168.7.11/hook", code=2)
    assert "lies in a private network" in refused
