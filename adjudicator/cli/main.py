"""The command ``adjudicator``: finds the command that was typed and imports nothing else.

``commands.txt`` says where each command is. What goes wrong because of what a person typed or wrote
ends with a sentence and exit code 2; a traceback is a fault of the program.
"""

import os
import shutil
import sys
from collections.abc import Iterable
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from adjudicator import __version__
from adjudicator.cli.shared.errors import CommandError, CommandGroup, message_for, safe
from adjudicator.wording import in_words

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

with open(os.path.join(os.path.dirname(__file__), "commands.txt"), encoding="utf-8") as file:
    _LISTED = file.read()
"""Headings, and under each its commands: the name, the module that it is in (``-``: it is made from
an operation), and what ``--help`` says of it."""
SECTIONS = {
    heading: [line.split(maxsplit=2) for line in lines]
    for heading, *lines in (section.splitlines() for section in _LISTED.split("\n\n"))
}
COMMANDS = {name: about for lines in SECTIONS.values() for name, _, about in lines}
MODULES = {name: module for lines in SECTIONS.values() for name, module, _ in lines}

BROKEN_OFF = 130
"""The exit code that shells give to what Ctrl-C breaks off."""


NARROW = 52
"""Help for a terminal of fewer columns is as narrow as that is; else it is 50 wide at least."""


class Help(click.HelpFormatter):
    """Writes help; in a narrow terminal, too, what explains a name has half of the room."""

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with what explains them."""
        super().write_dl(rows, min(col_max, self.width // 2), col_spacing)


class Context(click.Context):
    """What a command knows of how it was called."""

    formatter_class = Help


class Commands(CommandGroup):
    """A group whose commands are imported when they are used."""

    context_class = Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take the words apart; “help NAME” is “NAME --help”."""
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        return super().parse_args(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command, or make that of an operation; None if there is none of that name."""
        command = self._find_command(cmd_name)
        if command is not None:
            command.context_class = Context
        return command

    def _find_command(self, cmd_name: str) -> click.Command | None:
        module = MODULES.get(cmd_name, "-")
        if module != "-":
            members = vars(import_module(f"adjudicator.cli.{module}")).values()
            commands = (each for each in members if isinstance(each, click.Command))
            return next(each for each in commands if each.name == cmd_name)
        if " " in cmd_name:
            return None
        from adjudicator.cli.shared.operations import find_command

        return find_command(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        widest = max(map(len, COMMANDS))
        for heading, lines in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), about) for name, _, about in lines])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the commands that begin like this, without importing them, and options."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=COMMANDS[name]) for name in sorted(COMMANDS)]
        begun = [item for item in items if str(item.value).startswith(incomplete)]
        return begun + click.Command.shell_complete(self, ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors that the package names become messages."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(BROKEN_OFF)
        except click.Abort as error:
            if isinstance(error.__context__, KeyboardInterrupt):  # of a question
                ctx.exit(BROKEN_OFF)
            raise
        except click.UsageError as error:
            text = error.format_message()
            if safe(text) == text:
                raise
            raise click.UsageError(safe(text), error.ctx) from error
        except Exception as error:
            message = message_for(error)
            if message is None:
                raise
            raise CommandError(in_words("other", message)) from error


def _narrow_width() -> int | None:
    """Return how wide help is in a narrow terminal; None: as it is elsewhere."""
    columns = shutil.get_terminal_size().columns
    return columns - 2 if columns < NARROW else None


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "terminal_width": _narrow_width(),
    },
    epilog="Each command explains itself: adjudicator new --help",
)
@click.version_option(__version__, prog_name="adjudicator")
def cli() -> None:
    """Adjudicate board games of feudal Japan that are played by mail."""


def main() -> None:
    """Run the command line; what it writes is for its user alone."""
    os.umask(0o077)
    if sys.stdin is None:  # whoever started it has closed it: there is nobody to ask
        sys.stdin = open(os.devnull)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a terminal need not know every character
    try:
        cli(prog_name="adjudicator")
    except OSError as error:  # even help finds no place to go
        message = message_for(error)
        CommandError(in_words("other", message) if message else "nobody-reads").show()
        sys.exit(CommandError.exit_code)
