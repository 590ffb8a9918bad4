"""Write what is generated in this folder: orders and draws of each game, commands, requests.

``make docs`` runs it; a test fails while a page is not what this would write.
"""

from pathlib import Path

import click
from click.testing import CliRunner

from adjudicator.cli.main import COMMANDS, cli
from adjudicator.games import registry
from adjudicator.post.requests.catalogue import REQUESTS

HERE = Path(__file__).parent
MARK = (
    "<!-- Written by `make docs` from the program itself; change the program, not this page. -->\n"
)
WIDTH = 92

SHOGUN_OPTIONS = (
    "start=draft",
    "season=two mails",
    "tenno=true",
    "samurai=true",
    "leaders=true",
    "chambers=true",
)
SHOGUN = """\
The page lists everything that can be ordered: with the draft, with two mails a season, and with
all four expansions. A game without them lacks their orders, and the lines of its order sheet show
what is left. With one mail a season there is no phase `carry out`: targets, numbers, alternatives
and conditions are written with the plan.
"""

GEKOKUJO_OPTIONS = (
    "timing=moves first",
    "politics=true",
    "warfare=true",
    "technology=true",
    "rice=true",
    "glory=false",
)
GEKOKUJO = """\
The page lists everything that can be ordered with the modules political play, specialized warfare
with technological change, and the cycle of rice and war, where all seats move before the first
battle. In the timing of the rulebook the phases `move` and `battle` are one, called `campaign`,
with the orders of both. A game without a module lacks its orders; with the path of glory there are
no vassals, and so neither `assault` nor `rebuild`. The lines of an order sheet show what is left.
"""

SWORDS = """\
The page lists the orders of standard play. In quick play the setup has other phases; their orders
are [at the end](#quick-play).
"""
QUICK = """
## Quick play

With the option `play = quick` these phases come before the first plan, and the deployment above
does not; standing policies can be ordered in them too. With `deploy = in turn` the cards have a
phase `cards` of their own.
"""
QUICK_PHASES = ("claim", "deploy")
POLICIES = "### `casualties"
"""With this order begin those that every phase has."""

BEGIN = "<!-- Requests, written by `make docs`. -->"
END = "<!-- End of the requests. -->"
PLAYERS = ("anybody", "stranger", "seat", "holder", "orderer", "player", "caretaker")
MASTERS = ("master",)

DRAWS = """\
# Draws

Every draw has a name, which dice files, [rule cases](rule-cases.md) and scripts for real dice use.
A *draw* is given by its name, with what comes first; the rest follows as it stands. The faces of
*dice* are written under `dice` in the order rolled, without names. What is in angle brackets stands
for a name. Nothing else is drawn in a phase."""


def pages() -> dict[str, str]:
    """Return the text of every generated page by the name of its file."""
    return {
        "orders-samurai-swords.md": swords_page("samurai-swords"),
        "orders-ikusa.md": swords_page("ikusa"),
        "orders-shogun.md": orders_page("shogun", SHOGUN_OPTIONS, SHOGUN),
        "orders-gekokujo.md": orders_page("gekokujo", GEKOKUJO_OPTIONS, GEKOKUJO),
        "commands.md": commands_page(),
        "draws.md": draws_page(),
        "players.md": with_requests("players.md", PLAYERS),
        "game-master.md": with_requests("game-master.md", MASTERS),
    }


def with_requests(name: str, roles: tuple[str, ...]) -> str:
    """Return a page as it is, with the list of requests that some may make in its place."""
    page = (HERE / name).read_text(encoding="utf-8")
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    rows = [
        f"| `{' '.join(filter(None, (each.name, each.usage))).replace('|', chr(92) + '|')}` "
        f"| {each.help} |"
        for each in REQUESTS
        if each.who in roles
    ]
    table = "\n".join(("| a line | what it does |", "| --- | --- |", *rows))
    return f"{before}{begin}\n{table}\n{end}{after}"


def orders_page(name: str, options: tuple[str, ...] = (), note: str = "") -> str:
    """Return the order reference of a game as the command prints it, a note under its title."""
    chosen = [word for option in options for word in ("--option", option)]
    printed = CliRunner().invoke(cli, ["reference", name, *chosen], catch_exceptions=False)
    if printed.exit_code:
        raise SystemExit(printed.output)
    title, _, rest = printed.output.partition("\n")
    return f"{MARK}{title}\n{note and chr(10)}{note}{rest}"


def swords_page(name: str) -> str:
    """Return the order reference of standard play, and what quick play orders in its setup."""
    parts = [orders_page(name, (), SWORDS), QUICK]
    for phase in QUICK_PHASES:
        words = ["reference", name, "--option", "play=quick", "--phase", phase]
        printed = CliRunner().invoke(cli, words, catch_exceptions=False).output
        _, heading, rest = printed.partition(f"## Phase `{phase}`")
        parts.append(f"\n{heading} of quick play{rest.partition(POLICIES)[0].rstrip()}\n")
    return "".join(parts)


def draws_page() -> str:
    """Return the draws that each game states, by name."""
    parts = [f"{MARK}{DRAWS}"]
    for name in registry.SHIPPED:
        meta = registry.find(name).meta
        rows = [
            f"| `{each.name}` | {'dice' if each.dice else 'draw'} | {each.about} |"
            for each in meta.draws or ()
        ]
        parts.append(f"## {meta.title}\n\n| name | | what is drawn |\n| --- | --- | --- |")
        parts[-1] += "".join(f"\n{row}" for row in rows)
    return "\n\n".join(parts) + "\n"


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
