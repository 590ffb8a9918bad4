"""``adjudicator games``: what can be played, and with which options."""

import click

from adjudicator.cli.asking import print_all, with_json


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
    lines = []
    for meta in metas:
        fewest, most = meta.players
        lines.append(f"{meta.name}: {meta.title}, {fewest} to {most} players")
        if name:
            lines.append(f"  seats: {', '.join(meta.seats)}")
        for option in meta.options if name else ():
            values = ", ".join(map(_text, option.values))
            lines.append(f"  {option.name} = {_text(option.default)}   ({values})")
            lines.append(f"      {option.about}")
    print_all(metas, lines, as_json=as_json)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
