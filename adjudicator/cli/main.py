"""The command ``adjudicator``: finds the command that was typed and imports nothing else.

``MODULES`` says where each command is. What goes wrong because of what
a person typed or wrote ends with a sentence and exit code 2; a traceback is a fault of the program.
"""

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from adjudicator import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

SECTIONS = {
    "To begin": {
        "demo": "Play a campaign from real order mails.",
        "init": "Write adjudicator.toml from a few questions.",
        "doctor": "Try out whether mail and machine are fit for games.",
        "new": "Set up a game.",
        "begin": "Deal a game that was announced.",
    },
    "While a game goes on": {
        "status": "Show how the games stand.",
        "orders": "Show which orders stand.",
        "submit": "Enter an order file for a seat.",
        "deadline": "Show or move a deadline, pause or resume a game.",
        "settings": "Show or change how a game is run.",
        "seat": "Give a seat to another player or to a regent.",
        "guest": "List who watches a game or waits for a seat; invite a person.",
        "master": "List, add or remove who may run a game by mail.",
        "press": "List the press of a game, write to its players.",
        "vote": "Show what the players vote on.",
        "word": "Enter a player's word for the dice.",
        "notes": "Show the notes for the game master.",
        "report": "Show a letter again.",
        "mail": "Show the letters that came in, and those that wait.",
        "calendar": "Print a deadline for calendars.",
        "site": "Make the pages of a game for a browser.",
        "book": "Write a game that is over as one file, to keep and print.",
    },
    "Rulings and endings": {
        "correct": "Amend a position after a ruling.",
        "rollback": "Go back to an earlier phase.",
        "end": "End a game before its time.",
        "archive": "Put a game away that is over.",
        "forget": "Erase a player's address and name.",
    },
    "What looks after all games": {
        "tick": "Do all that is due: collect, adjudicate, remind, send.",
        "serve": "Do what “tick” does, in one process, as soon as it is due.",
        "worker": "Do what is due, beside other workers, on any machine.",
        "health": "Say whether letters and phases are looked after.",
        "backup": "Write a copy of the campaign database.",
        "restore": "Put a backup in place of the database, and read mail again.",
        "move": "Move a game to another database.",
    },
    "Of a game, or from files": {
        "adjudicate": "Carry out a phase, of a campaign or of a position file.",
        "map": "Draw the map of a campaign or of a position file.",
        "verify": "Check the dice; carry out phases again and compare.",
    },
    "From files alone, without a database": {
        "games": "List the games and their options.",
        "reference": "Print the order reference of a game.",
        "position": "Make or look at a position file.",
        "check": "Check an order file against a position file.",
        "legal-orders": "List what a seat can order; complete a line.",
        "desk": "Write orders by pointing at the map, in a browser.",
        "odds": "The odds of battles, or of a what-if.",
        "case": "Run rule cases, here or by another program.",
        "judge": "Print what comes of a rule case.",
        "board": "Check or draw a board file.",
    },
    "What players ask by mail, for a --seat": {
        "summary": "Show how the standings went, round by round.",
        "luck": "Show how lucky the seats were.",
        "history": "List the phases that were carried out.",
        "provinces": "Show the board in words.",
        "clear": "Take back what a seat sent.",
        "absence": "Say on which days a player is away.",
        "emergency": "Stop the clock in a player's emergency.",
        "propose": "Propose a draw or a concession.",
        "draw": "Propose a draw, or agree to it.",
        "concede": "Propose to concede the victory, or agree to it.",
        "name": "Say what a player is called.",
        "letters": "Say how much mail a player or the game master wants.",
        "zone": "Read times in another zone.",
        "remind": "Say when a player is reminded.",
        "token": "Send a seat's player a new token.",
        "resign": "Give a seat up.",
    },
    "What game masters ask by mail": {
        "process": "Carry out the phase that waits, if it is that one.",
        "preview": "Show what would come of the phase.",
        "reminder": "Remind all whose orders are missing, now.",
        "official": "Write to every player and all who watch.",
        "replace": "Give a seat to another person or to a regent.",
        "promote": "Give a free seat to one who watches or waits.",
        "set": "Change how a game is run.",
    },
}
"""What is said of each command, under the headings of ``--help``."""
MODULES = {
    "campaigns.letters": ("press", "report"),
    "campaigns.new": ("new", "settings"),
    "campaigns.pages": ("book", "site"),
    "campaigns.orders": ("orders", "submit", "word"),
    "campaigns.rulings": ("correct", "forget"),
    "campaigns.status": ("calendar", "notes", "status"),
    "files.adjudicate": ("adjudicate",),
    "files.cases": ("case", "judge", "odds"),
    "files.check": ("check", "legal-orders"),
    "files.desk": ("desk",),
    "files.games": ("games", "reference"),
    "files.maps": ("board", "map"),
    "files.position": ("position",),
    "files.verify": ("verify",),
    "service.backups": ("backup", "restore"),
    "service.demo": ("demo",),
    "service.doctor": ("doctor", "health"),
    "service.init": ("init",),
    "service.mail": ("mail",),
    "service.moving": ("archive", "move"),
    "service.passes": ("serve", "tick", "worker"),
}
"""Where the commands are that are written by hand; all others are made from operations."""
COMMANDS = {name: about for section in SECTIONS.values() for name, about in section.items()}
OTHER_WORDS = {
    **dict.fromkeys(("undo", "revert", "roll-back"), "rollback GAME PHASE"),
    **dict.fromkeys(("postpone", "extend"), "deadline GAME --extend SPAN"),
    **{word: f"deadline GAME --{word}" for word in ("pause", "resume")},
    **dict.fromkeys(("join", "invite"), "guest GAME --invite ADDRESS"),
    **dict.fromkeys(("run", "turn"), "adjudicate GAME"),
    "substitute": "seat GAME SEAT",
    **dict.fromkeys(("finish", "stop"), "end GAME"),
    **dict.fromkeys(("delete", "remove"), "archive GAME"),
    **dict.fromkeys(("create", "start", "setup"), "new"),
    **dict.fromkeys(("config", "options"), "settings GAME"),
    **dict.fromkeys(("edit", "fix", "amend"), "correct GAME"),
    **dict.fromkeys(("list", "show", "info"), "status"),
    **dict.fromkeys(("send", "collect", "fetch"), "tick"),
    **dict.fromkeys(("queue", "outcomes"), "mail"),
    **dict.fromkeys(("import", "export"), "archive"),
    **dict.fromkeys(("log",), "notes GAME"),
    **dict.fromkeys(("player", "players"), "seat GAME SEAT"),
}
"""What is meant by words that name no command, such as the requests that are made by mail."""

BROKEN_OFF = 130
"""The exit code that shells give to what Ctrl-C breaks off."""


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

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
        for module, names in MODULES.items():
            if cmd_name in names:
                commands = vars(import_module(f"adjudicator.cli.{module}")).values()
                return next(
                    each
                    for each in commands
                    if isinstance(each, click.Command) and each.name == cmd_name
                )
        if not cmd_name.isidentifier():
            return None
        from adjudicator.cli.shared.operations import find_command

        return find_command(cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        widest = max(map(len, COMMANDS))
        for heading, commands in SECTIONS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(widest), commands[name]) for name in commands])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        """Return the commands that begin like this, without importing them, and options."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=COMMANDS[name]) for name in sorted(COMMANDS)]
        begun = [item for item in items if str(item.value).startswith(incomplete)]
        return begun + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a misspelt one is told what it may have meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            from adjudicator.orders.language.names import did_you_mean

            other = OTHER_WORDS.get(args[0].casefold())
            meant = f"Did you mean “{other}”?" if other else did_you_mean(args[0], COMMANDS)
            hint = meant.rstrip() or "“adjudicator --help” lists them."
            raise click.UsageError(f"There is no command “{args[0][:40]}”. {hint}", ctx) from None

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
            raise CommandError(message) from error


class CommandError(click.ClickException):
    """What a person can put right: a sentence, and exit code 2."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the sentence; whatever names it holds, it commands no terminal."""
        return safe(self.message)


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
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # a terminal need not know every character
    try:
        cli(prog_name="adjudicator")
    except OSError as error:  # even help finds no place to go
        CommandError(message_for(error) or "Nobody reads what is written.").show()
        sys.exit(CommandError.exit_code)
