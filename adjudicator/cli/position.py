"""``adjudicator position``: position files."""

from pathlib import Path

import click

from adjudicator.chance import Chance, Script, Stream, commitment, new_secret, setup_key
from adjudicator.cli.asking import PATH, print_json, print_table, safe, with_json
from adjudicator.cli.chances import read_script_file, read_secret
from adjudicator.cli.games import read_options


@click.group("position")
def command() -> None:
    """Make or look at a position file.

    \b
    Examples:
      adjudicator position new ikusa --seat Oda --seat Takeda --seat Mori --out start
      adjudicator position show start/position.json
    """


@command.command("new")
@click.argument("game")
@click.option("--seat", "seats", multiple=True, required=True, help="A seat; give one each.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@click.option("--out", type=PATH, required=True, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice and draws of the setup.")
@click.option("--seed", default="", help="The game's secret, in hex; otherwise one is drawn.")
@click.option("--name", default="", help="What the reports call the game.")
@click.option("--force", is_flag=True, help="Overwrite files without asking.")
def new(
    game: str,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    out: Path,
    script: Path | None,
    seed: str,
    name: str,
    force: bool,
) -> None:
    """Set up a game without a database.

    What comes out is a start position and the first report of each seat. The secret from which
    the dice come is written to game-master/secret.txt, where “adjudicate” finds it; publish only
    its commitment until the game is over.
    """
    from adjudicator.by_files.folder import start_files
    from adjudicator.by_files.start import begin
    from adjudicator.cli.folders import write_all
    from adjudicator.games import registry

    rules = registry.find(game)
    secret = read_secret(seed) if seed else new_secret()
    chance: Chance = Stream(setup_key(secret))
    if script:
        dice, draws = read_script_file(script)
        chance = Script(dice, draws)
    promised = commitment(secret)
    chosen = read_options(game, options)
    name = name or game
    start = begin(rules, list(seats), chosen, chance, campaign=name, commitment=promised)
    files = start_files(rules, start.position, start.reports, secret, name)
    write_all(out, files, force=force)
    for fault in start.faults:
        click.echo(safe(fault), err=True)
    click.echo(f"{out} holds the start: {rules.phase(start.position).title}.")
    click.echo(f"The dice are committed to: {promised}")


@command.command("show")
@click.argument("file", type=PATH)
@with_json
def show(file: Path, as_json: bool) -> None:
    """Say what a position file is: game, phase, whose view, standings. Shows no secret."""
    from adjudicator.cli.folders import read_position_file

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
    click.echo(safe(f"{game.meta.title}, {phase.title} ({phase.key}): {view}"))
    print_table(tuple(c.title for c in table.columns), table.rows)
    for fault in faults:
        click.echo(safe(f"impossible: {fault}"), err=True)
