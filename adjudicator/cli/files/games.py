"""What can be played, with which options and orders: ``games`` and ``reference``."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import click
from msgspec.structs import replace

from adjudicator.cli.shared.asking import LARGEST_TEXT, RULES, Printed, command, line, read_bytes
from adjudicator.cli.shared.errors import CommandError
from adjudicator.games import registry
from adjudicator.games.contract import GameError, Meta, Option
from adjudicator.orders import reference as references
from adjudicator.orders.language.names import closest, name_key
from adjudicator.wording import Reason


@command("games")
@click.argument("name", type=RULES, required=False)
def games(name: str | None) -> Printed:
    """List the games, or the options of one game.

    \b
    Examples:
      adjudicator games
      adjudicator games samurai-swords
    """
    metas = list(_find_metas([name] if name else registry.names(), one=bool(name)))
    lines: list[str | Reason] = []
    for meta in metas:
        fewest, most = meta.players
        players = {"fewest": fewest, "most": most}
        lines.append(line("game", name=meta.name, title=meta.title, **players))
        if name:
            lines.append(f"  {line('seats', names=meta.seats)}")
        for option in meta.options if name else ():
            lines.append(f"  {option.name} = {_range(option)}")
            lines.append(f"      {option.about}")
    # Functions are no data.
    return [replace(each, own_seats=None, upgrades=()) for each in metas], lines


def _find_metas(names: Iterable[str], *, one: bool) -> Iterator[Meta]:
    """Yield what is known of games; of several that of one which cannot be loaded is left out."""
    for name in names:
        try:
            yield registry.find(name).meta
        except GameError as error:
            if one:
                raise
            click.echo(line("error", why=error), err=True)


def _range(option: Option) -> str:
    if option.board:
        return "FILE"
    values = ", ".join((*map(_text, option.values), *(["…"] if option.form else ())))
    return f"{_text(option.default)}   ({values})"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


_with_board = click.option(
    "--board", metavar="FILE", help="A board file of your own, if the game takes one."
)
Board = Annotated[str | None, _with_board]


def read_options(
    game: str, given: tuple[str, ...], board: str | None = None
) -> dict[str, str | int | bool]:
    """Read KEY=VALUE options as the types that the game's own values have. Raises CommandError.

    The value of an option that is a board is a file, as is ``board``: its text is read. Whoever
    chooses what means nothing beside the other options is told, instead of being ignored.
    """
    meta = registry.find(game).meta
    known = {name_key(option.name): option for option in meta.options}
    if board is not None:
        if not any(option.board for option in known.values()):
            raise CommandError("no-own-board", game=game)
        given = (*given, f"board={board}")
    chosen: dict[str, str | int | bool] = {}
    for each in given:
        key, _, text = each.partition("=")
        option = known.get(name_key(key))
        if option is None:
            names = [each.name for each in known.values()]
            facts = {"option": key[:40], "meant": closest(key, names), "names": names}
            raise CommandError("no-option", game=game, **facts)
        if option.board:
            chosen[option.name] = _read_board(Path(text.strip()))
            continue
        wanted = text.strip().casefold()
        words = {_word(value): value for value in option.values}
        words |= {"yes": True, "no": False} if isinstance(option.default, bool) else {}
        if option.form and option.accepts(" ".join(wanted.split())):
            words[wanted] = " ".join(wanted.split())
        if wanted not in words:
            facts = {"option": option.name, "value": text[:40], "about": option.about}
            values = list(filter(None, map(_word, option.values)))
            raise CommandError("no-value", values=values, **facts)
        chosen[option.name] = words[wanted]
    for option in meta.options:
        bar = meta.find_bar(option.name, chosen)
        if bar and chosen.get(option.name, option.default) != option.default:
            raise CommandError("idle-option", option=option.name, bar=bar, off=bar == option.unless)
    return chosen


def _read_board(path: Path) -> str:
    """Return the text of a board file that can be played on. Raises CommandError."""
    from adjudicator.boards.check import read_board

    data = read_bytes(path, LARGEST_TEXT)
    for flaw in read_board(data)[1]:
        if flaw.severity == "error":
            raise CommandError("flawed-board", path=path, flaw=flaw)
    return data.decode("utf-8").replace("\r\n", "\n")


def _word(value: object) -> str:
    return str(value).casefold()


@command("reference")
@click.argument("game", type=RULES)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@click.option("--phase", default="", help="Only this phase.")
def reference(game: str, options: tuple[str, ...], phase: str) -> None:
    """Print every order of a game, phase by phase, as Markdown.

    \b
    Examples:
      adjudicator reference ikusa
      adjudicator reference samurai-swords --phase war
    """
    rules = registry.find(game)
    languages = rules.languages(read_options(game, options))
    wanted = [each for each in languages if phase.casefold() in ("", each[0].phase)]
    if not wanted:
        phases = [language.phase for language, _ in languages]
        raise CommandError("no-phase", game=game, phase=phase[:40], phases=phases)
    click.echo(references.reference(rules.meta.title, wanted), nl=False)
