"""``adjudicator games``: what can be played, and with which options."""

import click

from adjudicator.cli.asking import print_all, with_json
from adjudicator.cli.completion import RULES
from adjudicator.cli.main import CommandError
from adjudicator.games import registry
from adjudicator.orders.names import name_key


@click.command("games")
@click.argument("name", type=RULES, required=False)
@with_json
def command(name: str | None, as_json: bool) -> None:
    """List the games, or the options of one game.

    \b
    Examples:
      adjudicator games
      adjudicator games samurai-swords
    """
    metas = [registry.find(each).meta for each in ([name] if name else registry.names())]
    lines = []
    for meta in metas:
        fewest, most = meta.players
        lines.append(f"{meta.name}: {meta.title}, {fewest} to {most} players")
        if name:
            lines.append(f"  seats: {', '.join(meta.seats)}")
        for option in meta.options if name else ():
            values = ", ".join((*map(_text, option.values), *(["…"] if option.form else ())))
            lines.append(f"  {option.name} = {_text(option.default)}   ({values})")
            lines.append(f"      {option.about}")
    print_all(metas, lines, as_json=as_json)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(game: str, given: tuple[str, ...]) -> dict[str, str | int | bool]:
    """Read KEY=VALUE options as the types that the game's own values have. Raises CommandError."""
    known = {name_key(option.name): option for option in registry.find(game).meta.options}
    chosen: dict[str, str | int | bool] = {}
    for each in given:
        key, _, text = each.partition("=")
        option = known.get(name_key(key))
        if option is None:
            names = ", ".join(each.name for each in known.values()) or "none"
            raise CommandError(f"{game} has no option “{key[:40]}”. Its options: {names}.")
        wanted = text.strip().casefold()
        words = {_word(value): value for value in option.values}
        words |= {"yes": True, "no": False} if isinstance(option.default, bool) else {}
        if option.form and option.accepts(" ".join(wanted.split())):
            words[wanted] = " ".join(wanted.split())
        if wanted not in words:
            values = ", ".join(_word(value) for value in option.values)
            raise CommandError(f"{option.name} cannot be “{text[:40]}”. It can be: {values}.")
        chosen[option.name] = words[wanted]
    return chosen


def _word(value: object) -> str:
    return str(value).casefold()
