"""``adjudicator games``: what can be played, and with which options."""

import click

from adjudicator.cli.asking import print_json, with_json


@click.command("games")
@click.argument("name", required=False)
@with_json
def command(name: str | None, as_json: bool) -> None:
    """List the games, or the options of one game.

    \b
    Examples:
      adjudicator games
      adjudicator games samurai-swords
    """
    from adjudicator.games import registry

    metas = [registry.find(each).meta for each in ([name] if name else registry.names())]
    if as_json:
        print_json(metas)
        return
    for meta in metas:
        fewest, most = meta.players
        click.echo(f"{meta.name}: {meta.title}, {fewest} to {most} players")
        if name:
            click.echo(f"  seats: {', '.join(meta.seats)}")
        for option in meta.options if name else ():
            values = ", ".join(map(_text, option.values))
            click.echo(f"  {option.name} = {_text(option.default)}   ({values})")
            click.echo(f"      {option.about}")


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
