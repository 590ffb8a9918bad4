"""What is said of what went wrong: to the person who typed it, on a terminal."""

import sys

import click

from adjudicator.wording import Reason, ReasonedError


class CommandError(ReasonedError, click.ClickException):
    """What a person can put right: a sentence, and exit code 2."""

    room = "cli"
    exit_code = 2

    def format_message(self) -> str:
        """Return the sentence; whatever names it holds, it commands no terminal."""
        return safe(str(self))


class CommandGroup(click.Group):
    """A command that has others below it."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a misspelt one is told what it may have meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from adjudicator.orders.language.names import closest

            meant = closest(args[0], self.list_commands(ctx))
            facts = {"name": args[0][:40], "meant": meant, "group": ctx.command_path}
            raise click.UsageError(str(Reason("cli", "no-command", facts)), ctx) from None


def safe(text: str) -> str:
    """Return a text without characters that could command a terminal."""
    if text.replace("\n", "").replace("\t", "").isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else "�" for c in text)


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
        return str(Reason("cli", "not-utf8"))
    store = sys.modules.get("adjudicator.store.errors")
    if store and isinstance(error, store.DatabaseError):
        return str(Reason("cli", "database-fails", {"error": error, "advice": error.advice}))
    return None
