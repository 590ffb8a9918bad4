"""``adjudicator reference``: the order reference of a game, made from the game itself."""

import click

from adjudicator.cli.files.games import read_options
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.completion import RULES
from adjudicator.games import registry
from adjudicator.orders.reference import reference


@click.command("reference")
@click.argument("game", type=RULES)
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option.")
@click.option("--phase", default="", help="Only this phase.")
def command(game: str, options: tuple[str, ...], phase: str) -> None:
    """Print every order of a game, phase by phase, as Markdown.

    \b
    Examples:
      adjudicator reference ikusa
      adjudicator reference samurai-swords --phase war
    """

    rules = registry.find(game)
    found = rules.languages(read_options(game, options))
    if phase:
        known = ", ".join(language.phase for language, _ in found)
        found = [each for each in found if each[0].phase == phase.casefold()]
        if not found:
            raise CommandError(f"{game} has no phase “{phase[:40]}” with orders. Phases: {known}.")
    click.echo(reference(rules.meta.title, found), nl=False)
