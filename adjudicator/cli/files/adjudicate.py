"""``adjudicator adjudicate``: one phase of a campaign, or of a position file."""

from pathlib import Path
from typing import Any

import click

from adjudicator.by_files import folder as folders
from adjudicator.by_files.phase import adjudicate_files, regent_orders
from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.phases import adjudicate as adjudicating
from adjudicator.campaign.phases import commit
from adjudicator.chance import commitment, new_secret, tidy_beacon
from adjudicator.cli.shared import asking, files
from adjudicator.cli.shared.asking import PATH, SEAT, Db, Force, Printed, Yes, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.games.contract import Game
from adjudicator.store.place import Place


@command("adjudicate")
@click.argument("what", type=asking.CAMPAIGN_OR_FILE, metavar="GAME|POSITION.json")
@click.option("--now", "early", is_flag=True, help="Before the deadline; asks first.")
@click.option("--phase", default="", help="Only if the game waits in this phase.")
@click.option("--orders", "folder", type=PATH, help="The folder of order files.")
@click.option("--out", type=PATH, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice: real ones, or laid down.")
@files.with_chance
@click.option("--regent", "regents", type=SEAT, multiple=True, help="A regent plays the seat.")
@click.option("--name", default="", help="What the reports call the game.")
def adjudicate(
    what: str,
    early: bool,
    phase: str,
    folder: Path | None,
    out: Path | None,
    script: Path | None,
    seed: str,
    seed_file: Path | None,
    beacon: str,
    regents: tuple[str, ...],
    name: str,
    force: Force,
    yes: Yes,
    db: Db,
) -> Printed:
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
      adjudicator adjudicate start/position.json --orders orders --out round-1
      adjudicator adjudicate start/position.json --orders orders --out round-1 --script dice.toml
    """
    from_file = asking.is_path(what)
    if from_file and not (what == "-" or Path(what).exists()):
        raise CommandError("no-file", path=what)
    if folder is None and out is None and not from_file:
        return _adjudicate_campaign(what, early or yes, phase, script, beacon, yes, db)
    if folder is None or out is None:
        raise CommandError("orders-and-out")
    file = asking.find_position(Path(what))
    known = files.find_secret(seed, seed_file, file.parent / folders.SECRET)
    game, position = asking.read_position_file(file)
    faults = game.faults(position) if position.viewer is None else []
    if faults and not yes:
        facts = {"path": file, "faults": faults}
        if not asking.confirm(asking.line("cannot-be-now", **facts)):
            raise CommandError("cannot-be", **facts)
    return _adjudicate_file(
        file, game, position, folder, out, script, known, beacon, regents, name, force
    )


def _adjudicate_campaign(
    game: str, early: bool, phase: str, script: Path | None, beacon: str, yes: bool, db: Place
) -> Printed:
    with asking.open_campaign(db, game) as (store, campaign):
        state = State(store, campaign, asking.now())
        key = state.head.opens.key
        due = state.why_due or state.closing
        if not (due or state.is_over or (state.is_late and state.is_held)):
            facts: dict[str, Any] = {"game": game, "phase": key, "waits": state.unready}
            if not early:
                raise CommandError("not-due", **facts)
            asking.insist(asking.line("not-due-now", **facts), yes=yes)
        dice = files.read_script_file(script, campaign.game.meta) if script else None
        expected = phase or key
        if campaign.settings.beacon and not (state.closing or dice or beacon):
            commit(store, campaign, asking.now(), adjudicating.close_phase, expected=expected)
            source = campaign.settings.beacon
            facts = {"campaign": game, "phase": key, "source": source}
            return facts, [asking.line("waits-for-number", **facts)]
        done = adjudicating.adjudicate(
            store, game, asking.now(), script=dice, expected=expected, beacon=beacon
        )
    for seat, why in done.set_aside.items():
        asking.remark(asking.line("orders-set-aside", seat=seat, why=why))
    lines = [
        asking.line("adjudicated", name=done.campaign, phase=done.phase, letters=done.letters),
        *(asking.line("sent-no-orders", seat=seat) for seat in done.missing),
        asking.line("phase-next", over=done.opens.over, phase=done.opens.key),
    ]
    return done, lines, bool(done.set_aside)


def _adjudicate_file(
    file: Path,
    game: Game,
    position: Any,
    folder: Path,
    out: Path,
    script: Path | None,
    known: bytes,
    beacon: str,
    regents: tuple[str, ...],
    name: str,
    force: bool,
) -> Printed:
    """Carry a phase out from files, and write what came of it."""
    secret = known or new_secret()
    dice = files.read_script_file(script, game.meta) if script else None
    ingredients = folders.read_ingredients(file.parent, secret, tidy_beacon(beacon), dice)
    name = name or files.read_kept(file.parent / folders.NAME) or game.meta.name
    orders = folders.read_orders_folder(folder).items()
    done = adjudicate_files(
        game,
        position,
        {called: files.order_text(called, data) for called, data in orders},
        ingredients,
        campaign=name,
        promised=commitment(secret) if known or not script else "",
        regents=regent_orders(game, position, regents, secret),
    )
    if not (known or script):
        asking.say(asking.line("new-secret", path=file.parent / folders.SECRET), err=True)
    came = folders.result_files(game, done, known or (b"" if script else secret), name)
    files.write_all(out, came, force=force)
    remarks: list[object] = [f"{each.name}: {x}" for each in done.files for x in each.remarks]
    aside = done.solved.set_aside
    remarks += [
        asking.line("file-set-aside", file=asking.one_line(each.name), why=each.problem)
        for each in done.files
        if each.problem
    ]
    remarks += [asking.line("orders-set-aside", seat=seat, why=why) for seat, why in aside.items()]
    for each in (*remarks, *done.faults):
        asking.remark(asking.one_line(str(each)))
    keys = ("name", "seat", "text", "findings", "problem")
    read = [{key: getattr(each, key) for key in keys} for each in done.files]
    facts = {"phase": done.phase.key, "files": read, "faults": done.faults}
    lines = [asking.line("sent-no-orders", seat=seat) for seat in done.missing]
    lines.append(asking.line("adjudicated-into", phase=done.phase.key, out=out))
    rejects = any(f.severity == "error" for each in done.files for f in each.findings)
    failed = bool(aside or done.faults or rejects or any(each.problem for each in done.files))
    return facts | {"missing": done.missing, "set_aside": aside}, lines, failed
