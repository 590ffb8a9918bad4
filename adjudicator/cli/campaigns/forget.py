"""``adjudicator forget``: a player's address and name are erased."""

import click

from adjudicator.cli.shared.asking import insist, now, print_all, with_database, with_json, with_yes
from adjudicator.store.place import Place


@click.command("forget")
@click.argument("player")
@click.option("--name", "names", multiple=True, help="A name that letters have of the player.")
@with_yes
@with_database
@with_json
def command(player: str, names: tuple[str, ...], yes: bool, db: Place, as_json: bool) -> None:
    """Erase a player's address and name from all games and letters, and say what stays.

    PLAYER is an address, or the name of somebody who has a seat. Whoever still plays, watches or
    runs a game that goes on must leave it first. What was done in a game stays, under the name of
    the seat. It cannot be undone, except with a backup.

    \b
    Examples:
      adjudicator forget bob@example.org
      adjudicator forget bob@example.org --name Bob --yes
    """
    from adjudicator.campaign.people.forget import forget
    from adjudicator.store.database import open_store

    with open_store(db) as store:
        insist(f"Erase {player} for good?", yes=yes)
        done = forget(store, player, names, now())
    called = f" and {', '.join(done.names)}" if done.names else ""
    lines = [f"{done.address}{called}: erased in {done.rows} places."]
    lines += ["What stays:", *(f"- {each}" for each in done.stays)]
    print_all(done._asdict(), lines, as_json=as_json)
