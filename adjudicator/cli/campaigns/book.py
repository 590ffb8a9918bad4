"""``adjudicator book``: a game that is over as one file, to keep and to print."""

from pathlib import Path

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import PATH, now, open_campaign, say, with_database, write_bytes
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("book")
@click.argument("game", type=CAMPAIGN)
@click.option("--out", type=PATH, help="The file.  [default: GAME.html]")
@click.option("--force", is_flag=True, help="Overwrite it without asking.")
@with_database
def command(game: str, out: Path | None, force: bool, db: Place) -> None:
    """Write a game that is over as one HTML file: a keepsake, to be read or printed.

    It holds the maps round by round, every report, charts, public press, who played, and the record
    of the dice. It needs no other file and no network.

    \b
    Examples:
      adjudicator book sekigahara
      adjudicator book sekigahara --out ~/sekigahara.html
    """
    from adjudicator.campaign.kernel.state import State
    from adjudicator.site.book import write_book
    from adjudicator.site.chronicle import chronicle_of

    with open_campaign(db, game) as (store, campaign):
        state = State(store, campaign, now())
        if not (state.is_over and state.has_begun):
            raise CommandError(f"{campaign.name} is not over. A book is written when it is.")
        target = out or Path(f"{campaign.name}.html")
        write_bytes(target, write_book(chronicle_of(state), state.seats), force=force)
    say(f"{target} is written.")
