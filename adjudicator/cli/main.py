"""The command ``adjudicator``: finds the command that was typed and imports nothing else.

Every command is a module of this package with a ``command`` in it. What goes wrong because of what
a person typed or wrote ends with a sentence and exit code 2; a traceback is a fault of the program.
"""

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from adjudicator import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "adjudicate": "Carry out a phase, of a campaign or of a position file.",
    "archive": "Put a game away that is over.",
    "backup": "Write a copy of the campaign database.",
    "begin": "Deal a game that was announced.",
    "board": "Check or draw a board file.",
    "calendar": "Print a deadline for calendars.",
    "case": "Run rule cases.",
    "check": "Check an order file against a position file.",
    "correct": "Amend a position after a ruling.",
    "deadline": "Show or move a deadline, pause or resume a game.",
    "demo": "Play a campaign from real order mails.",
    "doctor": "Try out whether mail and machine are fit for games.",
    "end": "End a game before its time.",
    "forget": "Erase a player’s address and name.",
    "games": "List the games and their options.",
    "guest": "List who watches a game or waits for a seat; invite a person.",
    "health": "Say whether letters and phases are looked after.",
    "init": "Write adjudicator.toml from a few questions.",
    "legal-orders": "List what a seat can order; complete a line.",
    "mail": "Say what became of the letters that came in.",
    "map": "Draw the map of a campaign or of a position file.",
    "master": "List, add or remove who may run a game by mail.",
    "move": "Move a game to another database.",
    "new": "Set up a game.",
    "notes": "Show the notes for the game master.",
    "odds": "The odds of battles, or of a what-if.",
    "orders": "Show which orders stand.",
    "position": "Make or look at a position file.",
    "press": "List the press of a game, write to its players.",
    "reference": "Print the order reference of a game.",
    "report": "Show a letter again.",
    "restore": "Put a backup in the place of the database, and read the mail again.",
    "rollback": "Go back to an earlier phase.",
    "seat": "Give a seat to another player or to a regent.",
    "serve": "Do what “tick” does, in one process, as soon as it is due.",
    "settings": "Show or change how a game is run.",
    "site": "Make the pages of a game for a browser.",
    "status": "Show how the games stand.",
    "submit": "Enter an order file for a seat.",
    "tick": "Do all that is due: collect, adjudicate, remind, send.",
    "verify": "Check the dice; carry out phases again and compare.",
    "vote": "Show what the players vote on.",
    "word": "Enter a player's word for the dice.",
    "worker": "Do what is due, beside other workers, on any machine.",
}


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        found: click.Command = import_module(
            f"adjudicator.cli.{cmd_name.replace('-', '_')}"
        ).command
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the commands that begin like this, without importing them, and options."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=about) for name, about in COMMANDS.items()]
        begun = [item for item in items if str(item.value).startswith(incomplete)]
        return begun + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a misspelt one is told what it may have meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from adjudicator.orders.names import closest

            meant = closest(args[0], COMMANDS)
            hint = f"Did you mean “{meant}”?" if meant else "“adjudicator --help” lists them."
            raise click.UsageError(f"There is no command “{args[0][:40]}”. {hint}", ctx) from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors that the package names become messages."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            message = message_for(error)
            if message is None:
                raise
            raise CommandError(message) from error


class CommandError(click.ClickException):
    """What a person can put right: a sentence, and exit code 2."""

    exit_code = 2


def message_for(error: Exception) -> str | None:
    """Return what to tell the person who caused an error; None if it is the program's own."""
    module = type(error).__module__
    if isinstance(error, ValueError) and module.startswith("adjudicator."):
        return str(error)
    if module.startswith(("adjudicator.boards", "adjudicator.maps")):
        return str(error)
    if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
        where = f"{error.filename}: " if error.filename is not None else ""
        return f"{where}{error.strerror or error}."
    if isinstance(error, UnicodeEncodeError):
        return "What was typed holds bytes that are no text. Write it in UTF-8."
    store = sys.modules.get("adjudicator.store.errors")
    if store and isinstance(error, store.DatabaseError):
        return f"The database: {error}. {error.advice}".rstrip()
    return None


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each command explains itself: adjudicator new --help",
)
@click.version_option(__version__, prog_name="adjudicator")
def cli() -> None:
    """Adjudicate board games of feudal Japan that are played by mail."""


def main() -> None:
    """Run the command line; what it writes is for its user alone."""
    os.umask(0o077)
    try:
        cli(prog_name="adjudicator")
    except OSError as error:  # even help finds no place to go
        CommandError(message_for(error) or "Nobody reads what is written.").show()
        sys.exit(CommandError.exit_code)
