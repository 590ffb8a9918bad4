"""``adjudicator position``: position files."""

from pathlib import Path

import click

from adjudicator.by_files.folder import SECRET, result_files
from adjudicator.by_files.phase import begin
from adjudicator.chance import commitment, new_secret, tidy_beacon
from adjudicator.chance.ingredients import Ingredients
from adjudicator.cli.files.games import Board, read_options
from adjudicator.cli.shared import asking, files
from adjudicator.cli.shared.asking import PATH, RULES, Force, Printed, command, say, table_lines
from adjudicator.cli.shared.errors import CommandError, CommandGroup
from adjudicator.games import registry
from adjudicator.orders import scan
from adjudicator.wording import Reason


@click.group("position", cls=CommandGroup)
def position() -> None:
    """Make or look at a position file.

    \b
    Examples:
      adjudicator position commit --out start
      adjudicator position new ikusa --seat Oda --seat Takeda --seat Mori --out start
      adjudicator position show start/position.json
    """


@command("commit", position, short_help="Draw a secret and publish its commitment.")
@click.option("--out", type=PATH, required=True, help="The folder in which the game will begin.")
@files.with_seed_file
def commit(out: Path, seed_file: Path | None) -> None:
    """Draw a secret and publish its commitment, before anything is dealt.

    “position new” with the same folder then deals from it, with the words that players have sent
    meanwhile (--word). So nobody has chosen the deal.
    """
    if (out / SECRET).exists():
        raise CommandError("secret-is-there", path=out / SECRET)
    secret = files.find_secret("", seed_file, out / SECRET) or new_secret()
    files.write_all(out, {SECRET: f"{secret.hex()}\n".encode()}, force=False)
    say(asking.line("committed", commitment=commitment(secret)))


@command("new", position)
@click.argument("game", type=RULES)
@click.option("--seat", "seats", multiple=True, required=True, help="A seat; give one each.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@click.option("--out", type=PATH, required=True, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice and draws of the setup.")
@files.with_chance
@click.option("--word", "words", multiple=True, metavar="SEAT=TEXT", help="A player's word.")
@click.option("--name", default="", help="What the reports call the game.")
def new(
    game: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    out: Path,
    script: Path | None,
    seed: str,
    seed_file: Path | None,
    words: tuple[str, ...],
    beacon: str,
    name: str,
    board: Board,
    force: Force,
) -> None:
    """Set up a game without a database.

    What comes out is a start position and the first report of each seat. The secret from which
    the dice come is written to game-master/secret.txt, where “adjudicate” finds it; publish only
    its commitment until the game is over. If one lies there already (“position commit”), it is
    used.
    """
    rules = registry.find(game)
    secret = files.find_secret(seed, seed_file, out / SECRET) or new_secret()
    by_hand = files.read_script_file(script, rules.meta) if script else None
    chosen = read_options(game, options, board)
    given = Ingredients(
        secret, words=_read_words(words, seats), beacon=tidy_beacon(beacon), script=by_hand
    )
    start = begin(rules, list(seats), chosen, given, campaign=name or game)
    came = result_files(rules, start, secret, name or game)
    if files.read_kept(out / SECRET) == secret.hex():
        del came[SECRET]
    files.write_all(out, came, force=force)
    for fault in start.faults:
        say(fault, err=True)
    say(asking.line("start-written", out=out, title=rules.phase(start.solved.position).title))
    say(asking.line("committed", commitment=commitment(secret)))


def _read_words(given: tuple[str, ...], seats: tuple[str, ...]) -> dict[str, str]:
    """Read ``SEAT=TEXT``, each text as an order file's line “word …” has it."""
    words = {}
    for each in given:
        seat, _, text = each.partition("=")
        word = scan(f"word {' '.join(text.split())}").word
        if seat.strip() not in seats or not word:
            raise CommandError("no-word", text=each[:60])
        words[seat.strip()] = word
    return words


@command("show", position)
@click.argument("file", type=PATH)
def show(file: Path) -> Printed:
    """Say what a position file is: game, phase, whose view, standings. Shows no secret."""
    game, position = asking.read_position_file(file)
    phase = game.phase(position)
    faults = game.faults(position) if position.viewer is None else []
    table = game.standings(position if position.viewer is not None else game.view(position, ""))
    facts = {"game": game.meta.name, "phase": phase, "viewer": position.viewer}
    whole = {"title": game.meta.title, "phase": phase.title, "key": phase.key}
    lines: list[str | Reason] = [
        asking.line("position", **whole, viewer=position.viewer),
        *table_lines(tuple(c.title for c in table.columns), table.rows),
        *(asking.line("impossible", fault=fault) for fault in faults),
    ]
    return facts | {"standings": table, "faults": faults}, lines
