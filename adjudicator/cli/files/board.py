"""``adjudicator board``: board files."""

from pathlib import Path

import click

from adjudicator.cli.files.map import check_kind, write_map
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, print_json, say, with_json


@click.group("board")
def command() -> None:
    """Check or draw a board file.

    \b
    Examples:
      adjudicator board check my-board.toml
      adjudicator board draw ikusa -o map.png
    """


@command.command("check")
@click.argument("file", type=PATH)
@with_json
def check(file: Path, as_json: bool) -> None:
    """Say what is wrong with a board file. Exit code 1 if it cannot be played on."""
    from adjudicator.boards.check import check_board

    if not file.is_file():
        raise CommandError(f"{file}: there is no such file. The shipped boards need no check.")
    problems = check_board(file)
    errors = [problem for problem in problems if problem.severity == "error"]
    if as_json:
        print_json(problems)
    else:
        for problem in problems:
            say(f"{problem.severity}: {problem}", err=problem.severity == "error")
        if not errors:
            say(f"{file} can be played on.")
    if errors:
        raise SystemExit(1)


@command.command("draw", short_help="Draw an empty board.")
@click.argument("board")
@click.option("-o", "--out", type=PATH, required=True, help="The file: ….png or ….svg.")
@click.option("--force", is_flag=True, help="Overwrite without asking.")
def draw(board: str, out: Path, force: bool) -> None:
    """Draw an empty board: a shipped one, one of a package as PACKAGE/NAME, or a board file.

    A board without an outline beside its file is drawn as a simple map. A better one is made by
    board-outlines, a tool of its own; docs/adding-a-board.md says how.
    """
    from adjudicator import maps
    from adjudicator.boards.load import load_board
    from adjudicator.games.picture import Picture, Spot

    check_kind(out)
    loaded = load_board(board)
    spots = {name: Spot() for name in loaded.provinces}
    picture = Picture(board, loaded.title, "", spots, (), tint="region")
    write_map(out, picture, force=force)
    say(f"{out} holds {loaded.title}: {len(loaded.provinces)} provinces.")
    if note := maps.outline_for(loaded).note:
        say(f"It is only a simple map: {note}; “board-outlines” makes one.", err=True)
