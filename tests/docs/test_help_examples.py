"""Every example that a command's ``--help`` shows can be typed as it stands.

Each runs in a folder as it is after a few days of play: a campaign in round 1, a game played from
files, a board, cases, order files.
"""

import json
import re
import shlex
import shutil
import sys
import tomllib
from contextlib import nullcontext
from email.message import EmailMessage
from pathlib import Path
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner
from pages import TOP, blocks
from shell import Shell

sys.path.insert(0, str(TOP / "tests" / "cases"))  # a game that is fast to play 10,000 times

import toy_game
from test_cases import ATTACK

from adjudicator.cases.run import run_case
from adjudicator.cli.main import COMMANDS, cli
from adjudicator.cli.shared import asking
from adjudicator.games import registry
from adjudicator.store.database import open_store
from adjudicator.store.letter_records import PlayerWebhook

pytestmark = pytest.mark.xdist_group("help")  # they have one folder in common
SECRET = "00112233445566778899aabbccddeeff"
SEATS = ("Oda", "Takeda", "Mori")


def commands():
    """Return every command and every part of one."""
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        yield command
        yield from getattr(command, "commands", {}).values()


def examples():
    """Return the example lines of all commands, each as one line."""
    for command in commands():
        _, found, shown = (command.help or "").partition("Examples:\n")
        assert found or not isinstance(command, click.Group)
        text = re.sub(r"\\\n\s+", "", shown)
        yield from (line.strip() for line in text.splitlines() if line.strip())


EXAMPLES = list(examples())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The folder after a few days."""
    folder = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as monkeypatch:
        shell = Shell(folder, monkeypatch)
        play_campaign(shell)
        play_by_files(shell)
    (folder / "oda.txt").write_text("seat Oda\nready\n")
    (folder / "orders.txt").write_text("ready\n")
    (folder / "dice.toml").write_text("dice = []\n")
    (folder / "my-board.toml").write_text(blocks(TOP / "docs" / "adding-a-board.md")[0].text)
    for place in ("Maildir/new", "Maildir/cur", "Maildir/tmp", "backups"):
        (folder / place).mkdir(parents=True)
    cases = TOP / "tests" / "cases"
    shutil.copy(cases / "ikusa" / "naval-first-strike.toml", folder)
    (folder / "battle.toml").write_text(f"{ATTACK}[expect]\nprovinces.Buzen.owner = 'pink'\n")
    (folder / "position.json").write_bytes(swords_at_war())
    # What is only read need not be copied for each example.
    (folder / "orders_examples").symlink_to(TOP / "orders_examples")
    some = folder / "tests" / "cases" / "samurai-swords"
    some.mkdir(parents=True)
    for path in sorted((cases / "samurai-swords").glob("levy-*.toml")):
        (some / path.name).symlink_to(path)
    return folder


def swords_at_war():
    """Return a position in which army 2 of Oda can attack Tango."""
    game = registry.find("samurai-swords")
    seats = {"Oda": {"armies": {"2": {"at": "Tamba", "spearman": 5}}}, "Takeda": {}}
    lands = {"Tamba": {"owner": "Oda"}, "Tango": {"owner": "Takeda", "spearman": 3}}
    table = {"round": 2, "phase": "war", "turn_order": ["Oda", "Takeda"], "seats": seats}
    return game.encode(game.from_table({**table, "provinces": lands}, {}))


def play_campaign(shell):
    """Play to the first muster; Oda is ready, so that all is due."""
    shell.run(
        "adjudicator new ikusa --name sekigahara --seat Oda=ann@example.org --seat Takeda=regent"
        " --seat Mori=regent --deadline 'mon,thu 20:00' --begin"
    )
    for _ in range(2):
        shell.run("adjudicator adjudicate sekigahara --now --yes")
    shell.run("adjudicator correct sekigahara --out whole.json")
    whole = shell.folder / "whole.json"
    whole.write_text(whole.read_text("utf-8").replace('"spearman": 1', '"spearman": 2', 1), "utf-8")
    (shell.folder / "oda.txt").write_text("seat Oda\nready\n")
    shell.run("adjudicator submit oda.txt")
    shell.run("adjudicator report sekigahara --seat Oda --kind receipt --out receipt")
    (signed,) = (shell.folder / "receipt").glob("receipt-*.json")
    mail = EmailMessage()
    mail.add_attachment(signed.read_bytes(), "application", "json", filename=signed.name)
    (shell.folder / "receipt.eml").write_bytes(bytes(mail))
    (shell.folder / "receipt-key.txt").write_text(json.loads(signed.read_text("utf-8"))["key"])
    shell.run('adjudicator report sekigahara --seat Oda --phase "1 plan" --out letter')
    shell.run("adjudicator report sekigahara --seat Oda --phase setup --out deal")
    shutil.copy(shell.folder / "deal" / "dice-sekigahara-setup.json", shell.folder)
    for path in (shell.folder / "letter").glob("*-sekigahara-*.json"):
        shutil.copy(path, shell.folder)


def play_by_files(shell):
    """Play the first phase, and keep its orders, its key, and the positions around it."""
    seats = " ".join(f"--seat {seat}" for seat in SEATS)
    shell.run(f"adjudicator position new ikusa {seats} --out start --seed {SECRET}")
    shell.run("mkdir -p none")
    regents = " ".join(f"--regent {seat}" for seat in SEATS)
    start = "adjudicator adjudicate start/position.json --orders none"
    shell.run(f"{start} --out played {regents}")
    shutil.copytree(shell.folder / "played/game-master/orders", shell.folder / "orders")
    shutil.copy(shell.folder / "start/position.json", shell.folder / "before.json")
    shutil.copy(shell.folder / "played/position.json", shell.folder / "after.json")
    record = (shell.folder / "played/game-master/chance.json").read_text()
    (shell.folder / "key.txt").write_text(re.search(r'"key": "(\w+)"', record)[1])


def words(example, folder):
    """Take an example apart as a shell does."""
    text = example.replace("3f…", (folder / "key.txt").read_text())
    text = text.replace("5e…", (folder / "receipt-key.txt").read_text())
    # What stands at the top of the reader's machine stands at the top of the folder here.
    words = (word.replace("~", str(folder)) for word in shlex.split(text))
    return [f"{folder}{word}" if word.startswith("/srv/") else word for word in words]


@pytest.fixture
def toy(monkeypatch):
    registry.find.cache_clear()
    monkeypatch.setitem(registry.SHIPPED, "toy", f"{toy_game.__name__}:game")
    yield
    registry.find.cache_clear()


ANSWERS = "judge@example.org\ngm@example.org\nMaildir\n./send\n"


def prepare_service(shell, command, monkeypatch):
    """Make the folder ready for a machine that looks after games, which is not tried out here."""
    (shell.folder / "campaign.db").chmod(0o600)
    if command == "init":
        here = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
        monkeypatch.setattr("adjudicator.cli.service.init.sys", here)
        monkeypatch.setattr("adjudicator.cli.service.init.examine", lambda *_, **__: 0)
        monkeypatch.setattr("adjudicator.service.providers._answers", lambda place: False)
        return
    text = "[in]\nmaildir = 'Maildir'\n[out]\nmaildir = 'outbox'\n"
    for name in ("adjudicator.toml", "friday.toml"):
        (shell.folder / name).write_text(text)
    shell.run("adjudicator tick")
    monkeypatch.setattr("adjudicator.cli.service.passes.work", lambda *_: None)
    if command == "worker":  # db.example.net is nobody's
        store = SimpleNamespace(check_session=lambda: None)
        monkeypatch.setattr(
            "adjudicator.cli.service.passes.open_store", lambda _: nullcontext(store)
        )


@pytest.mark.system
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_help_can_be_typed(example, played, tmp_path, monkeypatch):
    done = run(example, played, tmp_path, monkeypatch)
    assert done.exit_code == 0, f"{example}\n{done.output}\n{done.exception!r}"


def run(example, played, tmp_path, monkeypatch, *more):
    """Type an example, and perhaps more words after it, where it can be typed."""
    folder = Path(shutil.copytree(played, tmp_path / "here", symlinks=True))
    shell = Shell(folder, monkeypatch)
    agreeing = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(asking, "sys", SimpleNamespace(stdin=agreeing, stderr=sys.stderr))
    monkeypatch.setattr(click, "confirm", lambda *args, **more: True)
    program, *typed = words(example, folder)
    assert program == "adjudicator"
    if typed[0] in ("new", "begin"):
        (folder / "campaign.db").unlink()
    if typed[0] in ("archive", "book"):
        CliRunner().invoke(cli, ["end", "sekigahara", "--reason", "enough", "--yes"])
    if typed[0] == "dismiss-master":
        shell.run("adjudicator add-master sekigahara second@example.org")
    if typed[0] == "resume":
        shell.run("adjudicator pause sekigahara")
    if typed[0] == "letters":
        shell.run("adjudicator settings sekigahara --gm gm@example.org")
    if typed[0] == "archive":
        CliRunner().invoke(cli, ["archive", "sekigahara", "--to", "sekigahara.zip"])
    if typed[0] == "move":  # a file stands in for the server
        typed = ["server.db" if each.startswith("postgresql:") else each for each in typed]
    if typed[0] == "position" and typed[1] in ("new", "commit"):
        shutil.rmtree(folder / "start")
    if typed[0] == "forget":
        seat = "adjudicator seat sekigahara Oda --yes"
        shell.run(f"{seat} --address bob@example.org --player Bob")
        shell.run(f"{seat} --regent steady")
    if typed[0] == "caretaker":
        shell.run("adjudicator observer sekigahara dan@example.org")
    if typed[0] == "notify" and "abcd2345" in typed:
        shell.run("adjudicator notify sekigahara --seat Oda https://ntfy.sh/my-games")
        with open_store(folder / "campaign.db") as store:
            [webhook] = store.rows(PlayerWebhook)
        typed = [webhook.word if each == "abcd2345" else each for each in typed]
    if typed[0] == "back" or (typed[0] == "absence" and typed[-1] == "none"):
        shell.run("adjudicator absence sekigahara --seat Oda 1 dec to 2 dec")
    if typed[0] == "withdraw":
        shell.run("adjudicator seat sekigahara Takeda --yes --address bob@example.org --player Bob")
        shell.run("adjudicator draw sekigahara --seat Oda")
    if typed[0] in ("promote", "remove"):
        shell.run("adjudicator substitute sekigahara wu@example.org")
    if typed[0] in ("promote", "invite"):
        shell.run("adjudicator replace sekigahara Oda by nobody")
    looks_after = typed[0] in ("init", "doctor", "health", "serve", "worker")
    if looks_after or typed == ["mail", "take-again"]:
        prepare_service(shell, typed[0], monkeypatch)
    if typed[0] == "desk":  # its runtime is fetched, and its server endless
        files = {"desk.json": b'{"compiled": true}'}
        for name, instead in (("find_runtime", None), ("make_files", files)):
            monkeypatch.setattr(f"adjudicator.cli.files.desk.{name}", lambda *_, x=instead: x)
        monkeypatch.setattr("adjudicator.cli.files.desk._serve", lambda *_: None)
    if typed[0] == "restore":
        shell.run("adjudicator backup backups/sunday.db")
    if typed[0] == "begin":
        seats = "--seat Oda=ann@example.org --seat Takeda=regent --seat Mori=regent"
        shell.run(f"adjudicator new ikusa --name {typed[1]} {seats}")
    if typed[0] == "odds" and "--trials" not in typed:
        typed += ["--trials", "200"]
    if typed[0] == "demo":  # what maps look like is looked at elsewhere
        for draw in ("draw_png", "draw_front", "draw_svg"):
            monkeypatch.setattr(f"adjudicator.maps.{draw}", lambda *_, **__: b"")
    typed += [each for each in more if each not in typed]
    return CliRunner().invoke(cli, typed, input=ANSWERS if typed == ["init"] else None)


API = (TOP / "docs" / "api.md").read_text("utf-8")
FIELDS = {
    command: fields
    for commands, fields in re.findall(r"^\| (`[a-z -]+`.*?) \| (.*) \|$", API, re.MULTILINE)
    for command in re.findall(r"`([a-z -]+)`", commands)
}


def takes_json():
    """Yield each command that prints JSON, with the first of its examples."""
    context = click.Context(cli)
    for name in COMMANDS:
        command = cli.get_command(context, name)
        for part, inner in getattr(command, "commands", {"": command}).items():
            whole = f"{name} {part}".strip()
            if whole != "settings" and any("--json" in each.opts for each in inner.params):
                begins = f"adjudicator {whole} "
                yield whole, next((e for e in EXAMPLES if f"{e} ".startswith(begins)), begins)


def fields_of(value, path=""):
    """Yield the paths of the fields of a value, as deep as lists of objects go."""
    if isinstance(value, list):
        yield from [] if path else ["[]"]
        for inner in value:
            yield from fields_of(inner, f"{path}[]")
    elif isinstance(value, dict) and (not path or path.endswith("[]")):
        for name, inner in value.items():
            yield f"{path}.{name}".lstrip(".")
            if isinstance(inner, list):
                yield from fields_of(inner, f"{path}.{name}".lstrip("."))


@pytest.mark.system
@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize(("command", "example"), [*takes_json()])
def test_the_json_of_commands_has_the_fields_that_are_promised(
    command, example, played, tmp_path, monkeypatch
):
    done = run(example, played, tmp_path, monkeypatch, "--json")
    assert done.exit_code in (0, 1), done.output
    value = json.loads(done.stdout)
    fields = ", ".join(f"`{each}`" for each in dict.fromkeys(fields_of(value))) or "none"
    assert FIELDS.get(command) == fields, f"docs/api.md:\n| `{command}` | {fields} |"


def test_all_commands_have_examples():
    shown = {shlex.split(example)[1] for example in EXAMPLES}
    assert shown == set(COMMANDS)


def test_the_case_that_the_help_shows_passes():
    shown = cli.get_command(click.Context(cli), "case").help
    _, _, rest = shown.partition("A whole one:\n\n")
    case = tomllib.loads(rest.partition("\n\n")[0].replace("\b", ""))
    assert case["expect"]["findings"]
    assert run_case(case).differences == ()
