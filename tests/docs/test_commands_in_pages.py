"""Commands that pages name in passing exist, with the options that are named there."""

import re

import click
import pytest
from pages import PAGES

from adjudicator.cli.main import cli

NAMED = re.compile(
    r"`(?:sudo (?:-u \S+ )?)?(?:\S*/)?adjudicator ([a-z][^`]*)`|^\$? ?(?:\S*/)?adjudicator ([a-z].*)",
    re.M,
)
OPTION = re.compile(r"(?<!\S)--[a-z][a-z-]*")


def commands_in(text):
    """Yield the words of each command, and its options."""
    for match in NAMED.finditer(text):
        line = (match[1] or match[2]).replace("\\n", " ")
        yield line.split(), set(OPTION.findall(line))


def find(words):
    """Return the command that words begin with, and all its options."""
    context = click.Context(cli)
    command = cli.get_command(context, words[0])
    while isinstance(command, click.Group) and len(words) > 1:
        words = words[1:]
        command = command.get_command(context, words[0]) or command
    options = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    return command, options | {"--help", "--version"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_options_that_a_page_names_exist(path):
    for words, named in commands_in(path.read_text("utf-8")):
        command, options = find(words)
        assert command is not None, words
        assert named <= options, (words, named - options)


def test_an_option_that_does_not_exist_is_found():
    (found,) = commands_in("say `adjudicator rollback GAME --reason why` and be done")
    words, named = found
    assert named - find(words)[1] == {"--reason"}
