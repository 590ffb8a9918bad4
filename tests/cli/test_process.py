"""The command as a process: what it imports, and how it ends."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.system


def run(*words, **more):
    command = [sys.executable, "-m", "adjudicator", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, **more)


def test_a_mistake_ends_with_code_2_and_a_sentence(tmp_path):
    done = run("status", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("Error: campaign.db: no such database.")
    assert list(tmp_path.iterdir()) == []


_ONE_BY_ONE = """
import json, sys
from adjudicator import maps
from adjudicator.cli.main import main
maps.draw_png = maps.draw_front = lambda *_: b"a picture"
for words in json.loads(sys.argv[1]):
    sys.argv = ["adjudicator", *words]
    try:
        main()
    except SystemExit as ended:
        assert not ended.code, words
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_what_is_written_is_for_its_user_alone(tmp_path):
    for place in ("new", "cur", "tmp"):
        (tmp_path / "in" / place).mkdir(parents=True)
    (tmp_path / "none").mkdir()
    (tmp_path / "in/new/letter").write_bytes(b"From: a@example.org\n\nhelp\n")
    given = {*tmp_path.rglob("*")}
    seats = ("--seat", "Oda=none", "--seat", "Takeda=none", "--seat", "Mori=regent")
    start = ("position", "new", "ikusa", "--seat", "a", "--seat", "b", "--seat", "c")
    regents = ("--regent", "a", "--regent", "b", "--regent", "c")
    commands = (
        ("new", "ikusa", "--name", "x", "--begin", *seats),
        ("backup", "copy.db"),
        ("tick", "--in", "in", "--out", "out"),
        ("report", "x", "--seat", "Oda", "--out", "letter", "--html"),
        ("map", "x", "-o", "map.svg"),
        ("position", "commit", "--out", "start"),
        (*start, "--out", "start"),
        ("adjudicate", "start/position.json", "--orders", "none", "--out", "next", *regents),
    )
    command = [sys.executable, "-c", _ONE_BY_ONE, json.dumps(commands)]
    subprocess.run(command, cwd=tmp_path, check=True, timeout=120)
    there = [path for path in tmp_path.rglob("*") if path not in given]
    there = [path for path in there if not path.name.startswith("letter:")]  # it came so
    names = {path.relative_to(tmp_path).as_posix() for path in there}
    secret = {"start/game-master/secret.txt", "next/game-master/secret.txt"}
    assert {"campaign.db", "copy.db", "map.svg", "letter/report.html", *secret} <= names
    assert [path for path in there if path.stat().st_mode & 0o077] == []


def test_a_secret_is_read_from_a_file_or_standard_input(shell):
    start = ("position", "new", "toy", "--seat", "Oda", "--seat", "Takeda", "--seed-file")
    shell.write("secret", "ab" * 32 + "\n")
    shown = shell(*start, "secret", "--out", "one")
    assert shell(*start, "-", "--out", "two", input="ab" * 32).split(":")[-1] in shown
    assert (shell.folder / "one/position.json").read_bytes() == (
        shell.folder / "two/position.json"
    ).read_bytes()
    assert "not both" in shell(*start, "-", "--seed", "ab" * 32, "--out", "x", code=2)
    assert "holds no secret" in shell(*start, shell.write("empty", ""), "--out", "x", code=2)
    assert "there is no such file" in shell(*start, "nowhere", "--out", "x", code=2)
    assert "not hexadecimal" in shell(*start, shell.write("odd", "xyz"), "--out", "x", code=2)
    (shell.folder / "orders").mkdir()
    again = ("adjudicate", "one/position.json", "--orders", "orders", "--seed-file", "secret")
    assert "is adjudicated" in shell(*again, "--out", "next")


ROOMS = {
    *("boards", "by_files", "campaign", "chance", "cli", "games", "orders", "patterns", "wording"),
}
"""What “check” may import of ours."""
_WORDS = """
    click msgspec typing_extensions adjudicator
    ast bisect collections contextlib copy copyreg datetime decimal dis encodings enum errno
    fnmatch functools gettext hashlib hmac importlib inspect ipaddress itertools keyword linecache
    locale math ntpath numbers opcode operator pathlib pkgutil platform re reprlib string textwrap
    bz2 lzma shutil zlib threading token tokenize tomllib types typing unicodedata urllib uuid
    warnings weakref
"""
LIBRARIES = set(_WORDS.split())
"""And of others: click and msgspec with what they need, and what reads a board and its keys."""


_IMPORTS = """
import sys
bare = set(sys.modules)
from adjudicator.cli.main import cli
try:
    cli({words!r})
except SystemExit:
    pass
import json
sys.stderr.write(json.dumps(sorted(set(sys.modules) - bare)))
"""


def imports(*words, cwd):
    """Type a command in a process; return what it printed and all that it imported."""
    code = [sys.executable, "-c", _IMPORTS.format(words=words)]
    done = subprocess.run(code, cwd=cwd, capture_output=True, text=True)
    return done.stdout, json.loads(done.stderr)


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["--help"], 6),
        (["check", "--help"], 54),
        (["check", "o.txt", "start/Oda/position.json"], 125),
    ],
)
def test_help_and_check_import_nothing_heavy(tmp_path, words, most):
    """Each module costs a tenth of a millisecond, also an empty one."""
    (tmp_path / "o.txt").write_text("ready\n")
    seats = ("--seat", "Oda", "--seat", "Takeda", "--seat", "Mori")
    if "o.txt" in words:
        assert run("position", "new", "ikusa", *seats, "--out", tmp_path / "start").returncode == 0
    said, names = imports(*words, cwd=tmp_path)
    own = [name for name in names if name.startswith("adjudicator.")]
    others = {name.partition(".")[0] for name in names if not name.startswith("_")}
    assert said
    assert {name.split(".")[1] for name in own} <= ROOMS
    assert others <= LIBRARIES | {"json"}
    assert len(own) <= most


def test_a_tick_that_finds_no_letter_imports_nothing_that_reads_or_writes_one(tmp_path):
    seats = ("--seat", "Oda=oda@example.org", "--seat", "Takeda=regent", "--seat", "Mori=regent")
    new = ("new", "ikusa", "--name", "x", "--begin", *seats, "--address", "judge@example.net")
    assert run(*new, cwd=tmp_path).returncode == 0
    for place in ("new", "cur", "tmp"):
        (tmp_path / "in" / place).mkdir(parents=True)
    said, names = imports("tick", "--in", "in", "--out", "out", cwd=tmp_path)
    assert "sent: " in said
    heavy = {"flufl.bounce", "ssl", "aiosmtplib", "imapclient", "numpy", "rich"}
    heavy |= {"adjudicator.post.incoming.reading", "adjudicator.post.requests.pipeline", "jinja2"}
    assert not heavy & {*names}
    assert "adjudicator.cases" not in names
    said, names = imports("tick", "--in", "in", "--out", "out", cwd=tmp_path)
    doing = {"campaign.phases", "campaign.due", "post.passes.sending", "post.passes.taking", "maps"}
    assert not {f"adjudicator.{name}" for name in doing} & {*names}  # there is nothing to do


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
@pytest.mark.parametrize(
    "words", [(), ("demo",), ("position",), ("position", "new"), ("adjudicate",)]
)
def test_help_fits_a_terminal_of_forty_columns(words):
    done = run(*words, "--help", env={**os.environ, "COLUMNS": "40"})
    told = [line for line in done.stdout.splitlines() if not line.startswith("    adjudicator")]
    assert len(told) > 10
    assert max(map(len, told)) <= 40


def test_help_that_finds_no_place_to_go_says_so():
    command = [sys.executable, "-m", "adjudicator", "status", "--help"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (2, "Error: No space left on device.\n")


_BREAKS_OFF = """
import builtins
usual = builtins.__import__
def import_or_break_off(name, *more):
    if name.startswith("click"):
        raise KeyboardInterrupt
    return usual(name, *more)
builtins.__import__ = import_or_break_off
from adjudicator.__main__ import main
main()
"""


def test_what_is_broken_off_while_it_is_still_imported_shows_no_traceback():
    command = [sys.executable, "-c", _BREAKS_OFF]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


_WITHIN = """
import os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # it is ignored behind a shell's “&”
from adjudicator.games import registry
def break_off():
    os.kill(os.getpid(), signal.SIGINT)
registry.names = break_off
from adjudicator.__main__ import main
main()
"""


def test_a_command_that_is_broken_off_ends_as_shells_expect():
    command = [sys.executable, "-c", _WITHIN, "games"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def press_until_it_ends(process, terminal, typed):
    """Return the exit code. A key that is pressed just before Python waits is not seen by it."""
    for _ in range(60):
        os.write(terminal, typed)
        with suppress(subprocess.TimeoutExpired):
            return process.wait(1)
    return None


@pytest.mark.parametrize(("typed", "code"), [(b"\x03", 130), (b"\x04", 1)])
def test_a_question_that_is_broken_off_ends_as_shells_expect(tmp_path, typed, code):
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    (tmp_path / "adjudicator.toml").write_text("")
    command = [sys.executable, "-m", "adjudicator", "init"]
    ours, theirs = pty.openpty()

    def take_terminal():
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # it is ignored behind a shell's “&”
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with subprocess.Popen(
        command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=take_terminal
    ) as process:
        os.close(theirs)
        try:
            said = b""
            while b"?" not in said:
                said += os.read(ours, 1000)
            assert press_until_it_ends(process, ours, typed) == code
        finally:
            process.kill()
    os.close(ours)


@pytest.mark.parametrize(
    ("words", "said"),
    [(("check", "-", "none.json"), "no such file"), (("init",), "say --address")],
)
def test_a_command_whose_standard_input_is_closed_finds_nobody_to_ask(tmp_path, words, said):
    shell = f'exec "{sys.executable}" -m adjudicator {" ".join(words)} <&-'
    done = subprocess.run(
        ["sh", "-c", shell], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("statsu", "sekigahara"), "“statsu”. Did you mean “status”?"),
        (("mail", "outcome"), "“outcome”. Did you mean “outcomes”?"),
        (("board", "japan.toml"), "“japan.toml”. “adjudicator board --help” lists them."),
    ],
)
def test_a_word_that_is_no_command_is_told_which_one_is_meant(words, said):
    done = run(*words)
    assert (done.returncode, f"There is no command {said}" in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        *(("latin-1", ("games", "gekokujo")), ("cp437", ("games", "--json"))),
        *(("cp932", ("statsu",)), ("utf-8", ("games", "gekokujo"))),
    ],
)
def test_a_terminal_that_knows_few_characters_is_shown_the_others_as_question_marks(
    encoding, words
):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "adjudicator", *words]
    done = subprocess.run(command, capture_output=True, timeout=60, env=environment)
    said = (done.stdout + done.stderr).decode(encoding)
    assert done.returncode == (2 if words == ("statsu",) else 0), said
    assert ("Gekokuj" in said) == ("games" in words)
    assert "holds bytes" not in said
