"""``adjudicator site``: a campaign as pages for a browser."""

from pathlib import Path

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared.asking import (
    PATH,
    configuration,
    now,
    open_campaign,
    say,
    with_database,
)
from adjudicator.cli.shared.completion import CAMPAIGN
from adjudicator.store.place import Place


@click.command("site")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option(
    "--out", type=PATH, help="The folder for the pages.  [default: site of adjudicator.toml]"
)
@click.option("--url", help="Where the pages are to be found, for a feed and a calendar.")
@with_database
def command(game: str | None, out: Path | None, url: str | None, db: Place) -> None:
    """Make the pages of a campaign: the map with a slider through all phases, reports, dice.

    Without a campaign, pages of all campaigns and one that lists them. They are made from what
    everybody may know, and are read with any web server or none: open index.html. What has not
    changed stays as it is; pages of phases that were rolled back go. With “site” in
    adjudicator.toml “tick” and “serve” keep the pages of all campaigns up to date.

    \b
    Examples:
      adjudicator site sekigahara --out pages
      adjudicator site --out /srv/www/games --url https://example.org/games/
    """
    from adjudicator.site.keep import keep_site, make_pages
    from adjudicator.site.place import Site
    from adjudicator.store.database import open_store

    settings = configuration()
    named = settings.pages() if settings else None
    folder = out or (named.folder if named and not game else None)
    address = url if url is not None else named.url if named and out is None else ""
    if folder is None:
        raise CommandError("Say where the pages are to lie: --out FOLDER.")
    if game:
        with open_campaign(db, game) as (store, campaign):
            done = make_pages(store, campaign, now(), folder, address)
        say(f"{folder / 'index.html'}: {_count(len(done.changed), len(done.removed))}.")
        return
    failed = False
    with open_store(db) as store:
        for each in keep_site(store, Site(folder, address), now()):
            if isinstance(each, str):
                failed = True
                say(each, err=True)
            else:
                what = each.campaign or "all campaigns"
                say(f"{what}: {_count(len(each.changed), len(each.removed))}.")
    say(f"The pages are in {folder / 'index.html'}.")
    if failed:
        raise SystemExit(1)


def _count(changed: int, removed: int) -> str:
    said = f"{changed} file{'' if changed == 1 else 's'} written"
    return f"{said}, {removed} removed" if removed else said
