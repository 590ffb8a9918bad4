"""What commands share: options, files, questions, the time, and output that pipes can take."""

import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import click

from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.errors import safe as safe
from adjudicator.wording import Reason, reasons_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from adjudicator.games.contract import Game
    from adjudicator.service.configuration import Configuration
    from adjudicator.store.database import Store
    from adjudicator.store.place import Place
    from adjudicator.store.records import Campaign

T = TypeVar("T")
line = reasons_of("cli")
"""Returns a line or a question of a command: ``templates/reasons/cli.j2`` has the words."""
LARGEST_FILE = 64 * 1024 * 1024
LARGEST_TEXT = 1024 * 1024
"""Orders, cases and scripts are written by hand; nobody writes more than this, in bytes."""

PATH = click.Path(path_type=Path)
DATABASE = Path("campaign.db")


class Typed(click.ParamType[T]):
    """What is typed as a word: how it is read, and what a shell completes it with."""

    def __init__(
        self,
        name: str,
        read: Callable[[str], T],
        find: Callable[[click.Context], Iterable[str]] = lambda _: (),
        *,
        is_file: bool = False,
    ):
        self.name = name
        self._read = read
        self._find = find
        self._is_file = is_file

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:
        """Return what was meant; what cannot be read is a mistake in the command."""
        try:
            return self._read(value) if isinstance(value, str) else value
        except ValueError as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Return the names that begin like this, in any case, and leave files to the shell."""
        from click.shell_completion import CompletionItem

        begun = incomplete.casefold()
        try:
            names = [each for each in self._find(ctx) if each.casefold().startswith(begun)]
        except Exception:  # a person who types a command line is no place to report anything
            names = []
        files = [CompletionItem(incomplete, type="file")] if self._is_file else []
        return [*files, *map(CompletionItem, names[:_MOST])]


_MOST = 500
"""Nobody reads more names than this."""


def _read_place(text: str) -> "Place":
    from adjudicator.store.place import read_place

    return read_place(text)


PLACE = Typed("database", _read_place, is_file=True)
"""A file, or the address of a database of a server."""


def now() -> datetime:
    """Return the time. The commands are the only ones who look at the clock.

    Raises CommandError if the machine's clock cannot be right.
    """
    from adjudicator.campaign.kernel.clocks import EARLIEST, LATEST  # who asks for it needs them

    moment = datetime.now(UTC)
    if not EARLIEST <= moment < LATEST:
        raise CommandError("wrong-clock", date=moment.isoformat()[:10])
    return moment


def database() -> "Place":
    """Return the database that ``adjudicator.toml`` names, or the usual one."""
    settings = configuration()
    return settings.db if settings else DATABASE


def configuration() -> "Configuration | None":
    """Read ``adjudicator.toml``, or the file that was named; None if there is none."""
    context = click.get_current_context(silent=True)
    named = context.params.get("config") if context else None
    given = named if isinstance(named, Path) else None  # click has a mark for what is not typed
    if not (given or os.environ.get("ADJUDICATOR_CONFIG") or Path("adjudicator.toml").is_file()):
        return None  # without what reads it, which would be slow to import
    from adjudicator.service.configuration import find_configuration

    try:
        return find_configuration(given)
    except ValueError:
        if context and context.resilient_parsing:  # a shell completes, and nobody reads of it
            return None
        raise


Db = Annotated[
    "Place",
    click.option(
        "--db",
        type=PLACE,
        default=database,
        envvar="ADJUDICATOR_DB",
        show_default="that of adjudicator.toml, or campaign.db",
        show_envvar=True,
        help="The campaign database: a file, or postgresql://user@host/database.",
    ),
]
Config = Annotated[
    Path | None,
    click.option(
        "--config",
        type=PATH,
        is_eager=True,  # so that it is known when the database is looked for
        envvar="ADJUDICATOR_CONFIG",
        show_envvar=True,
        help="The file of settings.  [default: adjudicator.toml, if it is here]",
    ),
]
with_yes = click.option("--yes", "-y", is_flag=True, help="Do not ask.")
Yes = Annotated[bool, with_yes]
Force = Annotated[
    bool, click.option("--force", is_flag=True, help="Overwrite files without asking.")
]
_with_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
AsJson = Annotated[bool, _with_json]
Lines = Iterable[str | Reason]
Printed = Annotated[tuple[object, Lines] | tuple[object, Lines, int], _with_json]
"""What a command prints: for programs, and the lines for a person; then its exit code, if not 0."""


def command(
    name: str, group: click.Group | None = None, **settings: Any
) -> Callable[[Callable[..., Any]], click.Command]:
    """Make a command of a function.

    What it is annotated with, such as ``Db`` or ``Force``, are its last options. What one that
    returns ``Printed`` returns is printed.
    """

    def make(work: Callable[..., Any]) -> click.Command:
        shared = work.__annotations__
        callback = _print_result(work) if shared["return"] == Printed else work
        made: click.Command = (group or click).command(name, **settings)(callback)
        for kind in shared.values():
            for option in getattr(kind, "__metadata__", ()):
                option(made)
        return made

    return make


def _print_result(work: Callable[..., Printed]) -> Callable[..., None]:
    """Print what a function returns, as JSON if that is asked for."""

    @wraps(work)
    def callback(*, as_json: bool, **options: Any) -> None:
        facts, lines, *codes = work(**options)
        if as_json:
            print_json(facts)
        elif text := "\n".join(map(str, lines)):
            say(text)
        if any(codes):
            raise SystemExit(*codes)

    return callback


@contextmanager
def open_campaign(db: "Place", game: str) -> "Iterator[tuple[Store, Campaign]]":
    """Open the database for a command about one campaign."""
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import find_campaign

    with open_store(db) as store:
        if settings := configuration():
            store.host = settings.host
        yield store, find_campaign(store, game)


def is_path(text: str) -> bool:
    """Whether a text is meant as a file and not as a game: no name has a dot or a slash."""
    return "." in text or "/" in text or os.sep in text or text == "-"


def refuse_path(text: str) -> str:
    """Return the name of a game, where no file is wanted. Raises CommandError."""
    if is_path(text):
        raise CommandError("no-game-but-file" if Path(text).exists() else "no-file", path=text)
    return text


def _rules(ctx: click.Context) -> Iterable[str]:
    from adjudicator.games import registry

    return registry.names()


def _campaigns(ctx: click.Context) -> list[str]:
    from adjudicator.store.database import open_store
    from adjudicator.store.queries import campaigns

    with open_store(_database(ctx)) as store:
        return [each.name for each in campaigns(store, archived=True)]


def _seats(ctx: click.Context) -> list[str]:
    """Return the seats of the game, or of the position file, that is typed already."""
    named = (ctx.params.get(key) for key in _HOLDERS)
    rest = ctx.args[-1] if ctx.args else ""  # with an option before that lacks its value yet
    given = next(filter(None, named), rest)
    what = str(given[0] if isinstance(given, tuple) else given)
    if is_path(what) or Path(what).is_file():
        return list(read_position_file(Path(what))[1].seats)
    from adjudicator.store.queries import seats

    with open_campaign(_database(ctx), what) as (store, campaign):
        return [seat.name for seat in seats(store, campaign)]


_HOLDERS = ("game", "what", "position")
"""The parameters that say of which game the seats are."""


def _database(ctx: click.Context) -> "Place":
    db: Any = ctx.params.get("db")
    return PLACE.convert(db, None, ctx) if db else database()


RULES = Typed("game", str, _rules)
"""A game that can be played, such as ``ikusa``."""
CAMPAIGN = Typed("game", refuse_path, _campaigns)
"""A game that is played."""
CAMPAIGN_OR_FILE = Typed("game", str, _campaigns, is_file=True)
"""A game that is played, or a file."""
SEAT = Typed("seat", str, _seats)
"""A seat of the game that stands before it on the command line."""


def read_position_file(path: Path) -> "tuple[Game, Any]":
    """Read a position file, that of a folder, or ``-`` for standard input. Raises CommandError."""
    from adjudicator.by_files.order_files import read_position
    from adjudicator.games.contract import GameError

    path = find_position(path)
    data = read_bytes(path)
    try:
        return read_position(data)
    except GameError as error:
        raise CommandError("wrong-file", file=path, error=error) from error


def find_position(path: Path) -> Path:
    """Return the position file of a folder, or the path as it is. Raises CommandError."""
    if not path.is_dir():
        return path
    from adjudicator.by_files.order_files import POSITION

    named = path / POSITION
    files = [named] if named.is_file() else sorted(path.glob("position-*.json"))
    if len(files) != 1:
        names = [each.name for each in files]
        raise CommandError("folder-with", path=path, names=names, wanted=POSITION)
    return files[0]


def read_bytes(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Read a file, ``-`` for standard input; at most ``most`` bytes are ever read.

    The mark that some editors put before a text (BOM) is left out.
    """
    if str(path) == "-":
        data = sys.stdin.buffer.read(most + 1)
    elif path.is_dir():
        raise CommandError("is-a-folder", path=path)
    elif not path.exists():
        raise CommandError("no-file", path=path)
    else:
        try:
            with path.open("rb") as stream:
                data = stream.read(most + 1)
        except OSError as error:
            raise CommandError("cannot-read", path=path, why=error.strerror or error) from error
    if len(data) > most:
        raise CommandError("too-large", path=path, most=most)
    return data.removeprefix(BOM_UTF8)


def read_toml(path: Path, what: str = "a TOML file", hint: str | Reason = "") -> dict[str, Any]:
    """Read the table of a TOML file; ``what`` it should be and a ``hint`` are for the error."""
    import tomllib

    from adjudicator.boards.board import check_keys

    try:
        return tomllib.loads(check_keys(read_bytes(path, LARGEST_TEXT).decode()))
    except (ValueError, RecursionError) as error:
        raise CommandError("not-readable", path=path, what=what, error=error, hint=hint) from None


def write_bytes(path: Path, data: bytes, *, force: bool, published: bool = False) -> None:
    """Write a file, which has its name once it is whole and on the disk.

    One that exists is asked about, or overwritten with ``force``. It is for its user alone, or if
    it is ``published``, for everybody.
    """
    from adjudicator.store.databases.files import PRIVATE, PUBLISHED, write_whole

    if path.exists() and not force and not confirm(line("overwrite", path=path)):
        raise CommandError("exists", path=path)
    if path.exists() and not path.is_file():  # a pipe, or a terminal
        path.write_bytes(data)
    else:
        write_whole(path, data, PUBLISHED if published else PRIVATE)


def confirm(question: str | Reason) -> bool:
    """Ask, if there is somebody to ask; otherwise the answer is no."""
    return sys.stdin.isatty() and click.confirm(str(question), default=False)


def insist(question: str | Reason, *, yes: bool) -> None:
    """Ask whether to go on, unless that is said already. Raises CommandError if not."""
    if not yes and not confirm(question):
        raise CommandError("nothing-done")


def with_progress(things: Iterable[T], count: int, what: str) -> Iterable[T]:
    """Return the things, with a bar on the terminal while they are gone through, if there is one.

    Only what is long gets a bar; output into a file or pipe never does.
    """
    if count < 20 or not sys.stderr.isatty():
        return things
    from rich.console import Console
    from rich.progress import track

    return track(things, what, count, console=Console(stderr=True), transient=True)


def say(text: str | Reason, *, err: bool = False) -> None:
    """Print a line or more for a person, whatever the names in it hold."""
    click.echo(safe(str(text)), err=err)


def is_json() -> bool:
    """Whether the command that runs was asked for JSON."""
    return bool(click.get_current_context().params.get("as_json"))


def remark(text: str | Reason) -> None:
    """Say what is odd, to a person; JSON has it among its facts."""
    if not is_json():
        say(text, err=True)


def print_json(value: object) -> None:
    """Print a value as JSON, for scripts."""
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def table_lines(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a table in columns."""
    table = [headings, *(tuple(map(str, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield one_line("  ".join(cells).rstrip())


def one_line(text: str) -> str:
    """Return a text that stays on its line, such as the name of a file that somebody sent."""
    return safe(text).replace("\n", "�").replace("\t", "�")
