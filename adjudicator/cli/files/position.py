"""``adjudicator position``: position files."""

from pathlib import Path

import click

from adjudicator.chance import Script, commitment, new_secret, tidy_beacon
from adjudicator.cli.files.games import read_options, with_board
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, print_json, print_table, read_bytes, say, with_json
from adjudicator.cli.shared.chances import (
    given_secret,
    read_script_file,
    read_secret,
    with_beacon,
    with_seed,
    with_seed_file,
)
from adjudicator.cli.shared.completion import RULES


@click.group("position")
def command() -> None:
    """Make or look at a position file.

    \b
    Examples:
      adjudicator position commit --out start
      adjudicator position new ikusa --seat Oda --seat Takeda --seat Mori --out start
      adjudicator position show start/position.json
    """


@command.command("commit", short_help="Draw a secret and publish its commitment.")
@click.option("--out", type=PATH, required=True, help="The folder in which the game will begin.")
@with_seed_file
def commit(out: Path, seed_file: Path | None) -> None:
    """Draw a secret and publish its commitment, before anything is dealt.

    “position new” with the same folder then deals from it, with the words that players have sent
    meanwhile (--word). So nobody has chosen the deal.
    """
    from adjudicator.by_files.folder import SECRET
    from adjudicator.cli.shared.folders import write_all

    if (out / SECRET).exists():
        raise CommandError(f"{out / SECRET} is there already; a secret is never replaced.")
    secret = given_secret("", seed_file) or new_secret()
    write_all(out, {SECRET: f"{secret.hex()}\n".encode()}, force=False)
    say(f"The dice are committed to: {commitment(secret)}")


@command.command("new")
@click.argument("game", type=RULES)
@click.option("--seat", "seats", multiple=True, required=True, help="A seat; give one each.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@with_board
@click.option("--out", type=PATH, required=True, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice and draws of the setup.")
@with_seed
@with_seed_file
@click.option("--word", "words", multiple=True, metavar="SEAT=TEXT", help="A player's word.")
@with_beacon
@click.option("--name", default="", help="What the reports call the game.")
@click.option("--force", is_flag=True, help="Overwrite files without asking.")
def new(
    game: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    board: str | None,
    out: Path,
    script: Path | None,
    seed: str,
    seed_file: Path | None,
    words: tuple[str, ...],
    beacon: str,
    name: str,
    force: bool,
) -> None:
    """Set up a game without a database.

    What comes out is a start position and the first report of each seat. The secret from which
    the dice come is written to game-master/secret.txt, where “adjudicate” finds it; publish only
    its commitment until the game is over. If one lies there already (“position commit”), it is
    used.
    """
    from adjudicator.by_files.folder import SECRET, result_files
    from adjudicator.by_files.phase import Ingredients, begin
    from adjudicator.cli.shared.folders import write_all
    from adjudicator.games import registry

    rules = registry.find(game)
    there = out / SECRET
    secret = given_secret(seed, seed_file)
    if not secret and there.is_file():
        secret = read_secret(read_bytes(there).decode("utf-8", "replace").strip())
    secret = secret or new_secret()
    by_hand = Script(*read_script_file(script, rules.meta)) if script else None
    chosen = read_options(game, options, board)
    name = name or game
    said = _read_words(words, seats)
    given = Ingredients(secret, words=said, beacon=tidy_beacon(beacon))
    start = begin(rules, list(seats), chosen, by_hand, campaign=name, ingredients=given)
    files = result_files(rules, start, secret, name)
    if there.is_file() and there.read_bytes() == files[SECRET]:
        del files[SECRET]
    write_all(out, files, force=force)
    promised = commitment(secret)
    for fault in start.faults:
        say(fault, err=True)
    say(f"{out} holds the start: {rules.phase(start.solved.position).title}.")
    say(f"The dice are committed to: {promised}")


def _read_words(given: tuple[str, ...], seats: tuple[str, ...]) -> dict[str, str]:
    """Read ``SEAT=TEXT``, each text as an order file's line “word …” has it."""
    from adjudicator.orders import scan

    words = {}
    for each in given:
        seat, _, text = each.partition("=")
        word = scan(f"word {' '.join(text.split())}").word
        if seat.strip() not in seats or not word:
            raise CommandError(f"“{each[:60]}” is no word of a seat. Write --word SEAT=TEXT.")
        words[seat.strip()] = word
    return words


@command.command("show")
@click.argument("file", type=PATH)
@with_json
def show(file: Path, as_json: bool) -> None:
    """Say what a position file is: game, phase, whose view, standings. Shows no secret."""
    from adjudicator.cli.shared.folders import read_position_file

    game, position = read_position_file(file)
    phase = game.phase(position)
    faults = game.faults(position) if position.viewer is None else []
    public = position if position.viewer is not None else game.view(position, "")
    table = game.standings(public)
    if as_json:
        facts = {"game": game.meta.name, "phase": phase, "viewer": position.viewer}
        print_json(facts | {"standings": table, "faults": faults})
        return
    whose = {None: "the whole truth", "": "the public's view"}
    view = whose.get(position.viewer) or f"{position.viewer}'s view"
    say(f"{game.meta.title}, {phase.title} ({phase.key}): {view}")
    print_table(tuple(c.title for c in table.columns), table.rows)
    for fault in faults:
        say(f"impossible: {fault}", err=True)
