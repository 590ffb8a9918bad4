"""Games to look at: ``site`` makes pages for a browser, ``book`` a file of one that is over."""

from pathlib import Path

import click

from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, PATH, Db, Force, Printed, command, now, say
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.operations import about_game
from adjudicator.operations.operation import Call
from adjudicator.reports import words
from adjudicator.site.chronicle import chronicle_of
from adjudicator.site.folder import Made
from adjudicator.site.keep import keep_site, make_pages
from adjudicator.site.pages import write_book
from adjudicator.site.place import Site
from adjudicator.store.database import open_store


@command("book")
@about_game
@click.option("--out", type=PATH, help="The file.  [default: GAME.html]")
def book(call: Call, out: Path | None, force: Force) -> Printed:
    """Write a game that is over as one HTML file: a keepsake, to be read or printed.

    It holds the maps round by round, every report, what each seat ordered, knew and saw (unless the
    setting “reveal” keeps it secret), how the game turned, charts, public press, who played, and
    the record of the dice. It needs no other file and no network.

    \b
    Examples:
      adjudicator book sekigahara
      adjudicator book sekigahara --out ~/sekigahara.html
    """
    state, name = call.state, call.campaign.name
    if not (state.is_over and state.has_begun):
        raise CommandError("book-not-over", name=name, over=state.is_over)
    target = out or Path(f"{name}.html")
    players = {x.name: words.name(x.player) if x.by_person else "a regent" for x in state.seats}
    data = write_book(chronicle_of(state), players)
    asking.write_bytes(target, data, force=force, published=True)
    return {"name": name, "file": str(target)}, [asking.line("written", file=target)]


@command("site")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option(
    "--out", type=PATH, help="The folder for the pages.  [default: site of adjudicator.toml]"
)
@click.option("--url", help="Where the pages are to be found, for a feed and a calendar.")
def site(game: str | None, out: Path | None, url: str | None, db: Db) -> None:
    """Make the pages of a campaign: the map with a slider through all phases, reports, dice.

    Without a campaign, pages of all campaigns and one that lists them. They are made from what
    everybody may know, and when it is over from what each seat knew, unless the setting “reveal”
    keeps it secret. Any web server can show them, or none: open index.html. What has not changed
    stays as it is; pages of phases that were rolled back go. With “site” in
    adjudicator.toml “tick” and “serve” keep the pages of all campaigns up to date.

    \b
    Examples:
      adjudicator site sekigahara --out pages
      adjudicator site --out /srv/www/games --url https://example.org/games/
    """
    settings = asking.configuration()
    named = settings.pages() if settings else None
    folder = out or (named.folder if named and not game else None)
    address = url if url is not None else named.url if named and out is None else ""
    if folder is None:
        raise CommandError("no-place-for-pages")

    place = folder / "index.html"

    def say_count(what: object, made: Made) -> None:
        counts = {"changed": len(made.changed), "removed": len(made.removed)}
        say(asking.line("pages-written", what=what, **counts))

    if game:
        with asking.open_campaign(db, game) as (store, campaign):
            done = make_pages(store, campaign, now(), folder, address)
        say_count(place, done)
        return
    failed = False
    with open_store(db) as store:
        for each in keep_site(store, Site(folder, address), now()):
            if isinstance(each, str):
                failed = True
                say(each, err=True)
            else:
                say_count(each.campaign, each)
    say(asking.line("pages-are-in", place=place))
    if failed:
        raise SystemExit(1)
