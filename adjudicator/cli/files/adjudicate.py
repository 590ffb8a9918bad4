"""``adjudicator adjudicate``: one phase of a campaign, or of a position file."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.main import CommandError
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import PATH, now, say
from adjudicator.cli.shared.chances import with_beacon, with_seed, with_seed_file
from adjudicator.cli.shared.completion import CAMPAIGN_OR_FILE, SEAT
from adjudicator.store.place import Place

if TYPE_CHECKING:
    from adjudicator.campaign.phases.adjudicate import Closed


@click.command("adjudicate")
@click.argument("what", type=CAMPAIGN_OR_FILE, metavar="GAME|POSITION.json")
@click.option("--now", "early", is_flag=True, help="Before the deadline; asks first.")
@click.option("--preview", is_flag=True, help="Only show what would come of it; enter nothing.")
@click.option("--phase", default="", help="Only if the game waits in this phase.")
@click.option("--orders", "folder", type=PATH, help="The folder of order files.")
@click.option("--out", type=PATH, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice: real ones, or laid down.")
@with_seed
@with_seed_file
@with_beacon
@click.option("--regent", "regents", type=SEAT, multiple=True, help="A regent plays the seat.")
@click.option("--name", default="", help="What the reports call the game.")
@click.option("--force", is_flag=True, help="Overwrite files without asking.")
@asking.with_yes
@asking.with_database
@asking.with_json
def command(
    what: str,
    early: bool,
    preview: bool,
    phase: str,
    folder: Path | None,
    out: Path | None,
    script: Path | None,
    yes: bool,
    db: Place,
    as_json: bool,
    beacon: str,
    **more: Any,
) -> None:
    """Carry out one phase.

    Of a campaign: its orders are in the database, its reports go to the outbox. Without a
    database: give a position file, a folder of order files and a folder for what comes out, which
    is the new position, and for each seat its view, report, map and order sheet. Order files say
    whose they are in a line “seat NAME” or in their name; one that cannot be used is set aside
    and reported, and the phase goes on.

    A campaign with a public number (“new --beacon”) is closed first, and carried out when the
    number is given.

    Exit code 1: carried out, but some file or some lines were rejected or set aside.

    \b
    Examples:
      adjudicator adjudicate sekigahara
      adjudicator adjudicate sekigahara --now --yes
      adjudicator adjudicate sekigahara --preview
      adjudicator adjudicate start/position.json --orders orders --out round-1
      adjudicator adjudicate start/position.json --orders orders --out round-1 --script dice.toml
    """
    from_file = asking.is_path(what)
    if from_file and not (what == "-" or Path(what).exists()):
        raise CommandError(f"{what}: there is no such file.")
    if preview:
        if folder or out or from_file:
            raise CommandError("--preview is for a campaign; a position file is never changed.")
        _preview(what, db)
    elif folder is None and out is None and not from_file:
        _campaign(what, early or yes, phase, script, beacon, yes, db, as_json)
    elif folder is None or out is None:
        raise CommandError(
            "Give both --orders and --out for a position file, or neither for a campaign."
        )
    else:
        from adjudicator.cli.shared.folders import find_position
        from adjudicator.cli.shared.phase_files import Asked, run

        run(Asked(find_position(Path(what)), folder, out, script, as_json, beacon=beacon, **more))


def _preview(game: str, db: Place) -> None:
    from adjudicator.campaign.phases.adjudicate import preview

    with asking.open_campaign(db, game) as (store, campaign):
        done, public = preview(store, campaign, now())
    say(f"{done.campaign} {done.phase}, as things stand; nothing was entered.")
    say(public.text)


def _closing_line(closed: "Closed") -> str:
    return (
        f"{closed.campaign} {closed.phase} is closed and waits for its public number "
        f"({closed.source}): give it with --beacon."
    )


def _campaign(
    game: str,
    early: bool,
    phase: str,
    script: Path | None,
    beacon: str,
    yes: bool,
    db: Place,
    as_json: bool,
) -> None:
    from adjudicator.campaign.kernel.state import State
    from adjudicator.campaign.phases.adjudicate import adjudicate, close
    from adjudicator.cli.shared.chances import read_script_file

    with asking.open_campaign(db, game) as (store, campaign):
        found = State(store, campaign, now())
        key = found.head.opens.key
        due = found.why_due or found.closing
        if not (due or found.is_over or (found.is_late and found.is_held)):
            waits = ", ".join(found.unready) or "nobody"
            not_due = f"{game} {key} is not due; it waits for {waits}."
            if not early:
                raise CommandError(f"{not_due} --now goes ahead.")
            asking.insist(f"{not_due} Adjudicate now?", yes=yes)
        dice = read_script_file(script, campaign.game.meta) if script else None
        expected = phase or key
        if campaign.settings.beacon and not (found.closing or dice or beacon):
            closed = close(store, game, now(), expected=expected)
            asking.print_all(closed, [_closing_line(closed)], as_json=as_json)
            return
        done = adjudicate(store, game, now(), script=dice, expected=expected, beacon=beacon)
    if as_json:
        asking.print_json(done)
    else:
        say(f"{done.campaign} {done.phase} is adjudicated; {done.letters} letters wait.")
        for seat in done.missing:
            say(f"{seat} sent no orders.")
        for seat, why in done.set_aside.items():
            say(f"The orders of {seat} were set aside: {why}", err=True)
        say("The game has ended." if done.opens.over else f"Next: {done.opens.key}.")
    if done.set_aside:
        raise SystemExit(1)
