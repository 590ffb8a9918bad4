"""``adjudicator begin``: the deal of a game that was announced."""

import click

from adjudicator.cli.shared.asking import now, say, with_database
from adjudicator.cli.shared.chances import with_beacon
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("begin")
@click.argument("game", type=CAMPAIGN)
@with_beacon
@with_database
def command(game: str, beacon: str, db: Place) -> None:
    """Deal a game that “new” announced, and queue its opening letters.

    The deal comes from the secret and from the words that players have sent by now. If the game has
    a public number (“new --beacon”), begin it twice: first the words are closed, then, when the
    number is drawn, it is given.

    \b
    Examples:
      adjudicator begin kawagoe
    """
    from adjudicator.campaign.phases.create import begin
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        opened = begin(store, game, now(), beacon=beacon)
    if opened:
        say(f"{game} has begun; it waits in {opened}.")
    else:
        say(f"The words for {game} are closed. Give the public number with --beacon.")
