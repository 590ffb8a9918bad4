"""The examples of the documentation do what the documentation says.

Blocks are run by the first word after their fence:

``console``
    Lines that begin with ``$`` are commands; the lines under each are what it prints, ``…``
    standing for anything. The blocks of a page share a folder and go from top to bottom. Those of
    ``console servers`` need mail servers: ``tests/service/test_guide.py`` runs them.
``orders GAME PHASE [FILE]``
    An order file that the phase's language understands. With a file name it is written. A game
    with ``-two`` behind it is that for two, as the first seat writes for both its colours.
``toml FILE``, ``text FILE``, ``python FILE``, ``jinja FILE``
    A file, written as it stands.
``LANGUAGE examples/…``
    A part of that file, word for word but for its indentation.
``python``
    Run in the page's folder, with what the blocks above it defined.
"""

from contextlib import ExitStack

import pytest
from pages import PAGES, TOP, blocks
from shell import Shell, same

from adjudicator.chance import Stream
from adjudicator.games import registry
from adjudicator.orders import read_orders

pytestmark = pytest.mark.system


@pytest.fixture
def shell(tmp_path, monkeypatch):
    with ExitStack() as stack:
        yield Shell(tmp_path, monkeypatch, stack)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(TOP).as_posix())
def test_examples(path, shell):
    known = {}
    for block in blocks(path):
        where = f"{path.name}:{block.line}"
        kind, *more = block.words or ("",)
        if more and more[0].startswith("examples/"):
            assert unindented(block.text) in unindented((TOP / more[0]).read_text("utf-8")), where
        elif more == ["servers"]:
            continue
        elif kind == "console":
            console(shell, block.text, where)
        elif kind == "orders":
            orders(shell.folder, block.text, more, where)
        elif kind == "python" and not more:
            exec(compile(block.text, where, "exec"), known)
        elif more:
            path_of = shell.folder / more[0]
            path_of.parent.mkdir(parents=True, exist_ok=True)
            path_of.write_text(block.text, "utf-8")


def unindented(text):
    return "\n".join(line.strip() for line in text.strip().splitlines())


def console(shell, text, where):
    for command, shown in typed(text, where):
        printed = shell.run(command)
        assert same(shown, printed), f"{where}: {command}\n" + "\n".join(printed)


def typed(text, where):
    """Return the commands of a block, each with the lines shown under it."""
    found = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\"):
            found[-1][0] = found[-1][0][:-1] + line.strip()
        elif found:
            found[-1][1].append(line.rstrip())
    assert found, f"{where}: no command; a command begins with “$ ”"
    return found


def orders(folder, text, words, where):
    game, phase, *names = words
    for name in names:
        (folder / name).write_text(text, "utf-8")
    understood = read_orders(text, language(game, phase.replace("-", " ")))
    assert not understood.findings, f"{where}: {[str(each) for each in understood.findings]}"
    assert understood.orders.lines or understood.cancelled, f"{where}: no order"


def language(game, phase):
    """Return the language of a phase; of ``ikusa-two`` that of a seat with two colours."""
    game, two, _ = game.partition("-two")
    rules = registry.find(game)
    options = {"season": "two mails"} if phase == "carry out" else {}
    position = rules.new(
        rules.meta.seats[: rules.meta.players[0]], options, Stream(b"page")
    ).position
    return rules.language(position, phase, next(iter(position.seats)) if two else "")


def test_examples_are_compared(tmp_path, shell):
    """The test of the tests: what is shown wrongly is found."""
    console(shell, "$ adjudicator games\n…\nikusa: Ikusa, … players\n…\n", "here")
    for wrong in ("$ adjudicator games\n", "$ adjudicator games\n…\nnothing\n", "none"):
        with pytest.raises(AssertionError):
            console(shell, wrong, "here")
    with pytest.raises(AssertionError):
        orders(tmp_path, "attack Nara from Omi\n", ("ikusa", "war"), "here")
