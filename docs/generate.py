"""Write the generated pages of this folder: the orders of each game, and the commands.

``make docs`` runs it; a test fails while a page is not what this would write.
"""

from collections.abc import Mapping
from pathlib import Path

import click

from adjudicator.campaign.languages import languages
from adjudicator.chance import Stream
from adjudicator.cli.main import COMMANDS, cli
from adjudicator.games import registry
from adjudicator.games.contract import Game, Value
from adjudicator.orders.reference import reference

HERE = Path(__file__).parent
MARK = (
    "<!-- Written by `make docs` from the program itself; change the program, not this page. -->\n"
)
WIDTH = 92

EVERYTHING = {
    "start": "draft",
    "season": "two mails",
    "tenno": True,
    "samurai": True,
    "leaders": True,
    "chambers": True,
}
SPY = "Only for the seat whose ninja has looked at a plan: a new plan of its own"
SHOGUN = """\
The page lists everything that can be ordered: with the draft, with two mails a season, and with
all four expansions. A game without them lacks their orders, and the lines of its order sheet show
what is left. With one mail a season there is no phase `carry out`: targets, numbers, alternatives
and conditions are written with the plan.
"""


def pages() -> dict[str, str]:
    """Return the text of every generated page by the name of its file."""
    return {
        "orders-samurai-swords.md": orders_page("samurai-swords"),
        "orders-ikusa.md": orders_page("ikusa"),
        "orders-shogun.md": orders_page("shogun", EVERYTHING, SHOGUN),
        "commands.md": commands_page(),
    }


def orders_page(name: str, options: Mapping[str, Value] | None = None, note: str = "") -> str:
    """Return the order reference of a game, with a note under its title."""
    game = registry.find(name)
    found = languages(game, options or {})
    met = {language.phase for language, _ in found}
    spying = _start_language(game, "spy")
    if spying and "spy" not in met:
        found.insert(1 + [language.phase for language, _ in found].index("plan"), (spying, SPY))
    title, _, rest = reference(game.meta.title, found).partition("\n")
    return f"{MARK}{title}\n{note and chr(10)}{note}{rest}"


def commands_page() -> str:
    """Return the help of every command."""
    parts = [f"{MARK}# Commands", _help(cli, "adjudicator")]
    context = click.Context(cli, info_name="adjudicator")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        parts.append(f"## {name}\n\n{_help(command, f'adjudicator {name}')}")
        if isinstance(command, click.Group):
            for part, inner in command.commands.items():
                path = f"{name} {part}"
                parts.append(f"### {path}\n\n{_help(inner, f'adjudicator {path}')}")
    return "\n\n".join(parts) + "\n"


def _start_language(game: Game, phase: str):
    fewest, _ = game.meta.players
    position = game.new(game.meta.seats[:fewest], {}, Stream(b"the pages")).position
    return game.language(position, phase)


def _help(command: click.Command, path: str) -> str:
    context = click.Context(
        command,
        info_name=path,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    lines = [line.rstrip() for line in command.get_help(context).splitlines()]
    return "```text\n" + "\n".join(lines) + "\n```"


def main() -> None:
    """Write the pages."""
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
