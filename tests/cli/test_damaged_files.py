"""Whatever stands in a file that the commands read, they answer with a sentence, never a traceback.

More rounds, as ``make soak`` runs them: ADJUDICATOR_FUZZ=2000.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
from contextlib import suppress
from pathlib import Path

import click
import pytest
import toyreports
from click.testing import CliRunner

from adjudicator.chance import Stream, setup_key
from adjudicator.cli.main import COMMANDS, cli
from adjudicator.games import registry
from adjudicator.service import worker

ROUNDS = int(os.environ.get("ADJUDICATOR_FUZZ", "6"))
GAMES = ("samurai-swords", "ikusa", "shogun")
SEATS = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori")
CASES = Path(__file__).parents[1] / "cases"


def type_in(*words, **more):
    """Type a command; fail if it ends otherwise than with 0, 1 or 2 and a sentence."""
    done = CliRunner().invoke(cli, [str(word) for word in words], **more)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise AssertionError(f"{words}") from done.exception
    assert done.exit_code in (0, 1, 2), words
    assert "Usage:" not in done.output, done.output
    assert done.exit_code == 0 or done.output.strip(), words
    return done


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Sound files to damage: positions, a dice file, a case, a board, orders, a database."""
    folder = tmp_path_factory.mktemp("made")
    for game in GAMES:
        rules = registry.find(game)
        begun = rules.new(SEATS[1::2], {}, Stream(setup_key(bytes(32)))).position
        for place, position in ((game, begun), (f"{game}/Oda", rules.view(begun, "Oda"))):
            (folder / place).mkdir()
            (folder / place / "position.json").write_bytes(rules.encode(position))
    (folder / "orders.txt").write_text("game x\nseat Oda\nready\nattack Kai from Sagami\n")
    (folder / "dice.toml").write_text("dice = [1, 2]\nturn_order = ['a']\ntower = ['3 blue']\n")
    case = next((CASES / "samurai-swords").glob("*.toml"))
    shutil.copy(case, folder / "case.toml")
    (folder / "board.toml").write_text(
        "format = 1\nname = 'b'\ntitle = 'B'\n[provinces.A]\nborders = ['B']\n[provinces.B]\n"
    )
    db = folder / "campaign.db"
    new = ("new", "toy", "--name", "x", "--seat", "Oda=oda@example.org", "--seat", "Takeda=none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.SHIPPED, "toy", "toy:game")
        toyreports.install(patch.setattr)
        type_in(*new, "--seat", "Mori=regent", "--deadline", "mon,thu 20:00", "--db", db)
        type_in("adjudicate", "x", "--now", "--yes", "--db", db)
        type_in("report", "x", "--out", folder / "letter", "--db", db)
    with sqlite3.connect(db) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        conn.execute("PRAGMA journal_mode = DELETE")
    return folder


DRAW = {"label": "battle", "sides": 6, "values": [1, 2, 3]}
PHASE = {"phase": "1 war", "key": "11" * 32, "draws": [DRAW] * 3, "fingerprint": "22" * 8}
DICE = {"campaign": "x", "commitment": "00" * 32, "phases": [PHASE], "secret": "33" * 32}
SPLINTERS = (
    *(b"[" * 100_000, b'{"a":' * 50_000, b"9" * 5_000, b"-" + b"9" * 30, b"1e999", b"NaN"),
    *(b"\xff\xfe\x00\xd8", b"\x00" * 10, "\u202e\u2028".encode(), b"9999-12-31T23:59:59"),
    *(b"'''", b"a = 0x" + b"f" * 9_000, b"\n[[a]]\n" * 1_000, b"a.b.c" + b".d" * 2_000 + b" = 1\n"),
)
VALUES = (
    *(None, True, -1, 0, 10**30, 2**63, 1.5, "", "x", "Ō" * 500, "\ud800"),
    *([], {}, [[]], {"a": {}}),
)


def damage(data, chance):
    """Return the data cut short, or with bytes put in, changed, left out, or a splinter in it."""
    at, length = chance.randrange(len(data) + 1), chance.randrange(1, 200)
    noise = bytes(chance.randrange(256) for _ in range(min(length, 40)))
    splinter = chance.choice(SPLINTERS)
    kinds = (
        *(data[:at], data[:at] + noise + data[at:], data[:at] + noise + data[at + len(noise) :]),
        *(data[:at] + data[at + length :], data[:at] + splinter + data[at:], splinter * 2),
    )
    return chance.choice(kinds)


def disturb(value, chance):
    """Return JSON with one value put in the place of another, or left out, or twice."""
    paths = list(walk(value))
    path = chance.choice(paths)
    if not path:
        return chance.choice(VALUES)
    holder = value
    for step in path[:-1]:
        holder = holder[step]
    kind = chance.randrange(4)
    if kind == 0 and isinstance(holder, dict):
        holder[chance.choice(["x", "", "Oda", "1" * 50])] = holder.pop(path[-1])
    elif kind == 1:
        del holder[path[-1]]
    elif kind == 2 and isinstance(holder, list):
        holder.insert(path[-1], holder[path[-1]])
    else:
        holder[path[-1]] = chance.choice(VALUES)
    return value


def walk(value, path=()):
    yield path
    inner = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inner:
        yield from walk(each, (*path, key))


@pytest.mark.parametrize("game", GAMES)
def test_damaged_positions(made, tmp_path, game):
    chance = random.Random(game)
    whole = (made / game / "position.json").read_bytes()
    seen = (made / game / "Oda" / "position.json").read_bytes()
    path = tmp_path / "p.json"
    for n in range(ROUNDS):
        data = chance.choice([whole, seen])
        if n % 2:
            data = json.dumps(disturb(json.loads(data), chance)).encode()
        else:
            data = damage(data, chance)
        path.write_bytes(data)
        type_in("position", "show", path)
        type_in("check", made / "orders.txt", path, "--seat", "Oda")
        type_in("legal-orders", path, "--seat", "Oda")
        type_in("map", path, "-o", tmp_path / "m.svg", "--force")
        (tmp_path / "none").mkdir(exist_ok=True)
        out = ("--out", tmp_path / "o", "--force", "--seed", "00" * 16)
        type_in("adjudicate", path, "--orders", tmp_path / "none", *out)
        key = ("--key", "00" * 32, "--expect", path)
        type_in("verify", path, "--orders", tmp_path / "none", *key)


def test_damaged_texts(made, tmp_path):
    chance = random.Random(1)
    position = made / "samurai-swords" / "position.json"
    for _ in range(ROUNDS * 2):
        for name in ("orders.txt", "dice.toml", "case.toml", "board.toml"):
            (tmp_path / name).write_bytes(damage((made / name).read_bytes(), chance))
        (tmp_path / "d.json").write_bytes(damage(json.dumps(DICE).encode(), chance))
        type_in("check", tmp_path / "orders.txt", position, "--seat", "Oda")
        out = ("--out", tmp_path / "o", "--force", "--script", tmp_path / "dice.toml")
        type_in("adjudicate", position, "--orders", made / "letter", *out)
        type_in("position", "new", "ikusa", *SEATS, *out)
        type_in("case", tmp_path / "case.toml")
        type_in("odds", tmp_path / "case.toml", "--trials", "3")
        type_in("board", "check", tmp_path / "board.toml")
        type_in("board", "draw", tmp_path / "board.toml", "-o", tmp_path / "b.svg", "--force")
        type_in("verify", tmp_path / "d.json")
        type_in("submit", tmp_path / "orders.txt", "--db", made / "campaign.db")


def test_damaged_databases(made, tmp_path):
    chance = random.Random(2)
    data = (made / "campaign.db").read_bytes()
    db = tmp_path / "campaign.db"
    for n in range(ROUNDS * 3):
        for each in tmp_path.glob("campaign.db*"):
            each.unlink()
        changed = bytearray(data)
        if n % 3 == 0:
            changed = changed[: chance.randrange(len(changed))]
        for _ in range(chance.choice([1, 20, 400])):
            if changed:
                changed[chance.randrange(len(changed))] = chance.randrange(256)
        db.write_bytes(changed)
        use_database(db, tmp_path, made, chance)


def use_database(db, folder, made, chance):
    """Type five commands that read or write a database."""
    all_commands = (
        *(("status",), ("notes", "x"), ("orders", "x"), ("report", "x", "--list"), ("report", "x")),
        *(("mail", "outcomes"), ("verify", "x"), ("map", "x", "-o", folder / "x.svg", "--force")),
        *(("deadline", "x"), ("submit", made / "orders.txt", "--seat", "Oda", "--game", "x")),
        *(("adjudicate", "x", "--now", "--yes"), ("rollback", "x", "1 plan", "--yes")),
        *(("seat", "x", "Oda", "--regent", "steady", "--yes"), ("tick", "--out", folder / "out")),
        ("backup", folder / f"copy{chance.random()}.db"),
    )
    for words in chance.sample(all_commands, 5):
        type_in(*words, "--db", db)


HELD = {
    "TEXT": ["", "x", "9999-99-99", "{", "[[]]", "null", "9999-12-31T23:59:59+00:00"],
    "INTEGER": [-1, 0, 2**62],
    "BLOB": [b"", b"\xff", b"{}"],
}


def test_damaged_fields_of_a_database(made, tmp_path):
    """What stands in a column is of the right type, and still no time, no JSON, no name."""
    chance = random.Random(3)
    db = tmp_path / "campaign.db"
    for _ in range(ROUNDS * 2):
        for each in tmp_path.glob("campaign.db*"):
            each.unlink()
        shutil.copy(made / "campaign.db", db)
        with sqlite3.connect(db) as conn:
            names = "SELECT name FROM sqlite_master WHERE type = ?"
            for (name,) in conn.execute(names, ("trigger",)).fetchall():
                conn.execute(f"DROP TRIGGER {name}")
            (table,) = chance.choice(conn.execute(names, ("table",)).fetchall())
            _, column, kind, *_ = chance.choice(
                conn.execute(f"PRAGMA table_info({table})").fetchall()
            )
            with suppress(sqlite3.IntegrityError):
                value = chance.choice(HELD[kind])
                conn.execute(f"UPDATE {table} SET {column} = ?", (value,))
        use_database(db, tmp_path, made, chance)


SMALL = {
    "nested.json": b'{"game":' + b"[" * 20_000,
    "deep.json": b'{"game":"ikusa","round":' + b'{"a":' * 20_000,
    "latin.json": '{"game":"ikusa","seats":["Öda"]}'.encode("latin-1"),
    "empty.json": b"",
    "zeros.json": b"\0" * 1_000,
    "hex.toml": b"dice = [0x" + b"f" * 5_000 + b"]",
    "nested.toml": b"dice = " + b"[" * 5_000,
    "dotted.toml": b"a" + b" . 'a'" * 20_000 + b" = 1",
    "latin.toml": "title = 'Öda'".encode("latin-1"),
}


@pytest.mark.parametrize("name", SMALL)
def test_each_reader_says_in_a_sentence_what_is_wrong_with_a_file(made, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(SMALL[name])
    position = made / "ikusa" / "position.json"
    out = ("--out", tmp_path / "out", "--seed", "00" * 16)
    for words in (
        ("position", "show", path),
        ("check", made / "orders.txt", path),
        ("adjudicate", path, "--orders", made / "letter", *out),
        ("adjudicate", position, "--orders", made / "letter", *out, "--script", path),
        ("position", "new", "ikusa", *SEATS, "--script", path, *out),
        *(("case", path), ("odds", path), ("board", "check", path)),
        ("board", "draw", path, "-o", tmp_path / "x.svg"),
        *(("verify", path), ("map", path, "-o", tmp_path / "x.png")),
        ("status", "--db", path),
    ):
        done = type_in(*words)
        empty_database = words[0] == "status" and not SMALL[name]
        if words[:2] != ("position", "new") and not empty_database:
            assert done.exit_code in (1, 2), words


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("place", ["/dev/full", "/proc/self/mem", "/dev/null/x", "loop", "folder"])
def test_places_that_can_be_neither_read_nor_written(made, tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    position = made / "ikusa" / "position.json"
    for words in (
        *(("position", "show", place), ("case", place), ("verify", place), ("odds", place)),
        *(("status", "--db", place), ("backup", place, "--db", made / "campaign.db")),
        ("map", position, "-o", f"{place}/m.svg"),
        ("submit", place, "--db", made / "campaign.db"),
        ("tick", "--in", place, "--db", made / "campaign.db"),
        ("adjudicate", position, "--orders", place, "--out", "o", "--seed", "00" * 16),
    ):
        type_in(*words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("deadline", "x", "9999-12-31 23:59"), "too far away"),
        (("deadline", "x", "0001-01-01 00:00"), "too far away"),
        (("tick", "--outage", "9" * 30), "--outage"),
        (("tick", "--in", "imap://x"), "no kind of mailbox"),
        (("status", "\udcff"), "no text"),
        (("mail", "outcomes", "--most", "0"), "--most"),
    ],
)
def test_what_cannot_be_reckoned_with_is_said(made, tmp_path, words, said):
    shutil.copy(made / "campaign.db", tmp_path / "campaign.db")
    done = CliRunner().invoke(cli, [*words, "--db", str(tmp_path / "campaign.db")])
    assert done.exit_code == 2
    assert said in done.output


STRANGE = [
    *("", "-1", "0", "999999999999", "9" * 400, "1e5", "nan", "x", "Ō\u202e", "a=b", "=", "-"),
    *("9999-12-31 23:59", "2026-13-45", "every 9999 hours", "mon 99:99", "America/New_York"),
    *("folder", "file", "file/x", "/dev/null", "\udcff", "sendmail:", "imap://x", "maildir://"),
    *("a@b", "a@b\nBcc: c@d", "x" * 5_000, "00", "regent"),
]


def test_strange_values_for_every_option_and_argument(made, tmp_path, monkeypatch):
    chance = random.Random(4)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(worker.Ending, "listen", lambda ending: ending.note(signal.SIGTERM))
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("x")
    for name in COMMANDS:
        command = cli.get_command(None, name)
        for part in (*getattr(command, "commands", {}), None):
            params = (command.commands[part] if part else command).params
            for _ in range(max(1, ROUNDS // 4) if name != "demo" else 0):
                shutil.copy(made / "campaign.db", tmp_path / "campaign.db")
                words = [name, *filter(None, [part])]
                for each in params:
                    if isinstance(each, click.Argument):
                        words.append(chance.choice(["x", "x", *STRANGE]))
                    elif chance.random() < 0.3 and not each.is_flag:
                        words += [each.opts[0], chance.choice(STRANGE)]
                    elif chance.random() < 0.3:
                        words += [each.opts[0]] if each.is_flag else []
                done = CliRunner().invoke(cli, words)
                if done.exception is not None and not isinstance(done.exception, SystemExit):
                    raise AssertionError(f"{words}") from done.exception
