"""``adjudicator odds``: how battles, or a what-if, come out over many trials."""

import textwrap
from pathlib import Path
from typing import Any

import click

from adjudicator.cases import battle_odds
from adjudicator.cases.odds import Share, odds
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    LARGEST_TEXT,
    PATH,
    is_path,
    print_all,
    read_bytes,
    read_toml,
    say,
    with_json,
    with_progress,
)
from adjudicator.cli.shared.completion import SEAT
from adjudicator.cli.shared.folders import read_position_file
from adjudicator.games.contract import Game, GameError

LONGEST_NAME = 200
"""Characters of a text that may be the name of a file."""


@click.command("odds")
@click.argument("file", type=PATH, metavar="POSITION.json|CASE.toml")
@click.argument("orders", default="", metavar="[ORDERS]")
@click.option("--seat", type=SEAT, default="", help="Whose orders, if the position does not say.")
@click.option(
    "--trials", metavar="NUMBER", default=10_000, show_default=True, help="How often to play it."
)
@click.option("--seed", default="odds", show_default=True, help="A text: the same, the same odds.")
@click.option(
    "--most",
    metavar="NUMBER",
    default=20,
    show_default=True,
    help="How many outcomes of a case to print.",
)
@with_json
def command(
    file: Path, orders: str, seat: str, trials: int, seed: str, most: int, as_json: bool
) -> None:
    """Fight the battles to which ORDERS lead many times, and count how they end.

    ORDERS are order lines with semicolons between, or a file of order lines. They are tried as if
    the seat were to carry them out now, in the position as the file shows it. Lines that say when
    to call off, or who falls first, are compared with having none.

    Without ORDERS the file is a rule case, which is played with its dice left open.

    \b
    Examples:
      adjudicator odds position.json "attack Tango with army 2; call off when 3 are lost"
      adjudicator odds position.json orders.txt --seat Oda --json
      adjudicator odds battle.toml --trials 1000
    """
    if orders:
        _print_battles(file, orders, seat, trials, seed, as_json=as_json)
        return
    if file.suffix.casefold() == ".json":
        raise CommandError(f"{file} is a position. Write the orders behind it, in quotes.")
    table = read_toml(file)
    found = odds(table, trials, seed.encode(), lambda all_: with_progress(all_, trials, "trials"))
    lines = [f"{found.title}: {found.trials:,} trials"]
    if found.met:
        lines.append(f"as expected: {_share(found.met)}")
    for outcome in found.outcomes[:most]:
        came = "\n        ".join(outcome.lines or ("nothing changes",))
        lines.append(f"{_share(outcome.share)}  {came}")
    if len(found.outcomes) > most:
        lines.append(f"and {len(found.outcomes) - most} rarer outcomes (--most shows more)")
    print_all(found, lines, as_json=as_json)


def _print_battles(
    file: Path, orders: str, seat: str, trials: int, seed: str, *, as_json: bool
) -> None:
    game, position = read_position_file(file)
    text = _text_of(orders)
    whose = _seat_of(game, position, seat)
    key = seed.encode()
    try:
        answer = battle_odds.battle_odds(
            game,
            position,
            whose,
            text,
            trials,
            key,
            lambda all_: with_progress(all_, trials, "trials"),
        )
    except GameError as error:
        raise CommandError(str(error)) from error
    for finding in answer.findings:
        say(str(finding), err=True)
    if not answer.contests and not as_json:
        raise CommandError("These orders lead to no battle, so there are no odds.")
    blocks = [
        "\n".join(textwrap.fill(each, battle_odds.WIDTH) for each in answer.about),
        *(_wrap(block) for block in battle_odds.charts(answer)),
        _wrap(battle_odds.accuracy(answer)),
    ]
    print_all(answer, "\n\n".join(blocks).splitlines(), as_json=as_json)
    if answer.findings:
        raise SystemExit(1)


def _wrap(block: str) -> str:
    return block if "\n" in block else textwrap.fill(block, battle_odds.WIDTH)


def _text_of(orders: str) -> str:
    """Return the order lines of a file of that name, or those that the text itself is."""
    named = not any(char.isspace() for char in orders) and is_path(orders)
    if named or (len(orders) < LONGEST_NAME and Path(orders).is_file()):
        return read_bytes(Path(orders), LARGEST_TEXT).decode("utf-8", "replace")
    return battle_odds.lines_of(orders)


def _seat_of(game: Game, position: Any, seat: str) -> str:
    """Return whose orders they are: the seat named, the viewer, or the one whose turn it is."""
    if seat and seat not in position.seats:
        raise CommandError(f"There is no seat “{seat[:40]}”. Seats: {', '.join(position.seats)}.")
    if seat and position.viewer not in (None, seat):
        raise CommandError(f"The position is {position.viewer or 'the public'}’s, not {seat}’s.")
    asked = game.phase(position).must
    whose = seat or position.viewer or (asked[0] if len(asked) == 1 else "")
    if not whose:
        raise CommandError(f"Say whose orders these are: --seat {', '.join(position.seats)}.")
    return whose


def _share(share: Share) -> str:
    return f"{share.share:6.1%} ({share.low:.1%} to {share.high:.1%})"
