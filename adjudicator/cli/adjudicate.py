"""``adjudicator adjudicate``: one phase of a campaign, or of a position file."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.asking import (
    PATH,
    confirmed,
    now,
    print_json,
    read_bytes,
    safe,
    with_database,
    with_json,
    with_yes,
)
from adjudicator.cli.main import Wrong

if TYPE_CHECKING:
    from adjudicator.campaign.files import FilePhase
    from adjudicator.games.contract import Game

MOST_FILES = 200
LARGEST = 1024 * 1024


@click.command("adjudicate")
@click.argument("what", metavar="GAME|POSITION.json")
@click.option("--now", "early", is_flag=True, help="Before the deadline; asks first.")
@click.option("--phase", default="", help="Only if the game waits in this phase.")
@click.option("--orders", "folder", type=PATH, help="The folder of order files.")
@click.option("--out", type=PATH, help="The folder to write to.")
@click.option("--script", type=PATH, help="A TOML file with the dice: real ones, or laid down.")
@click.option("--seed", default="", help="The game's secret, in hex.")
@click.option("--regent", "regents", multiple=True, metavar="SEAT", help="A regent plays the seat.")
@click.option("--name", default="", help="What the reports call the game.")
@click.option("--force", is_flag=True, help="Overwrite files without asking.")
@with_yes
@with_database
@with_json
def command(
    what: str,
    early: bool,
    phase: str,
    folder: Path | None,
    out: Path | None,
    script: Path | None,
    seed: str,
    regents: tuple[str, ...],
    name: str,
    force: bool,
    yes: bool,
    db: Path,
    as_json: bool,
) -> None:
    """Carry out one phase.

    Of a campaign: its orders are in the database, its reports go to the outbox. Without a
    database: give a position file, a folder of order files and a folder for what comes out, which
    is the new position, and for each seat its view, report, map and order sheet. Order files say
    whose they are in a line “seat NAME” or in their name; one that cannot be used is set aside
    and reported, and the phase goes on.

    Exit code 1: carried out, but some file or some lines were rejected or set aside.

    \b
    Examples:
      adjudicator adjudicate sekigahara
      adjudicator adjudicate sekigahara --now --yes
      adjudicator adjudicate position.json --orders orders --out round-4
      adjudicator adjudicate position.json --orders orders --out round-4 --script dice.toml
    """
    if folder is None and out is None:
        _campaign(what, early or yes, phase, script, yes, db, as_json)
    elif folder is None or out is None:
        raise Wrong("Give both --orders and --out for a position file, or neither for a campaign.")
    else:
        files = _Files(Path(what), folder, out, script, seed, regents, name, force, as_json)
        files.run()


def _campaign(
    game: str, early: bool, phase: str, script: Path | None, yes: bool, db: Path, as_json: bool
) -> None:
    from adjudicator.campaign.adjudicate import adjudicate
    from adjudicator.campaign.due import standing_of
    from adjudicator.campaign.records import campaign
    from adjudicator.campaign.store import open_store
    from adjudicator.cli.chances import read_script

    with open_store(db) as store:
        found = standing_of(store, campaign(store, game), now())
        key = found.opened_by.opens.key
        if not found.due and not found.opened_by.opens.over:
            waits = ", ".join(found.unready) or "nobody"
            question = f"{game} {key} is not due; it waits for {waits}. Adjudicate now?"
            if not early:
                raise Wrong(f"{game} {key} is not due; it waits for {waits}. --now goes ahead.")
            if not yes and not confirmed(question):
                raise Wrong("Nothing was done. --yes goes ahead without asking.")
        dice = read_script(script) if script else None
        done = adjudicate(store, game, now(), script=dice, expected=phase or key)
    if as_json:
        print_json(done)
    else:
        click.echo(f"{done.campaign} {done.phase} is adjudicated; {done.letters} letters wait.")
        for seat in done.missing:
            click.echo(f"{seat} sent no orders.")
        for seat, why in done.set_aside.items():
            click.echo(safe(f"The orders of {seat} were set aside: {why}"), err=True)
        end = "The game has ended." if done.opens.over else f"Next: {done.opens.key}."
        click.echo(end)
    if done.set_aside:
        raise SystemExit(1)


class _Files:
    """A phase from files: read, carry out, write."""

    def __init__(
        self,
        position: Path,
        folder: Path,
        out: Path,
        script: Path | None,
        seed: str,
        regents: tuple[str, ...],
        name: str,
        force: bool,
        as_json: bool,
    ):
        self.position = position
        self.folder = folder
        self.out = out
        self.script = script
        self.seed = seed
        self.regents = regents
        self.name = name
        self.force = force
        self.as_json = as_json

    def run(self) -> None:
        """Do it."""
        from adjudicator.campaign.files import adjudicate_files, regent_orders
        from adjudicator.campaign.order_files import read_position
        from adjudicator.chance import commitment, new_secret
        from adjudicator.cli.chances import read_secret, source_of

        game, position = read_position(read_bytes(self.position))
        secret = read_secret(self.seed) if self.seed else new_secret()
        phase = game.phase(position)
        done = adjudicate_files(
            game,
            position,
            self._order_files(),
            source_of(phase.key, self.script, secret),
            campaign=self.name or game.meta.name,
            commitment="" if self.script else commitment(secret),
            regents=regent_orders(game, position, self.regents, secret),
        )
        self._write(game, done, secret)
        self._tell(done)

    def _order_files(self) -> dict[str, bytes]:
        if not self.folder.is_dir():
            raise Wrong(f"{self.folder} is not a folder. It must hold the order files.")
        paths = sorted(p for p in self.folder.iterdir() if p.is_file() and p.name[0] != ".")
        if len(paths) > MOST_FILES:
            raise Wrong(f"{self.folder} holds {len(paths)} files; at most {MOST_FILES} are read.")
        files = {}
        for path in paths:
            with path.open("rb") as stream:
                files[path.name] = stream.read(LARGEST)
        return files

    def _write(self, game: "Game", done: "FilePhase", secret: bytes) -> None:
        import msgspec

        from adjudicator.cli.folders import folder_name, seat_files, write_all

        solved = done.solved
        position = solved.position
        chance = {
            "phase": done.phase.key,
            "fingerprint": solved.fingerprint,
            "key": solved.key.hex(),
            "secret": "" if self.script else secret.hex(),
            "draws": solved.draws,
        }
        files = seat_files(done.reports)
        for seat in position.seats:
            view = game.encode(game.view(position, seat))
            files[f"{folder_name(seat)}/position.json"] = view
        for seat, text in solved.orders.items():
            files[f"game-master/orders/{folder_name(seat)}.txt"] = text.encode()
        files["game-master/events.json"] = game.encode_events(solved.events)
        files["game-master/chance.json"] = msgspec.json.format(msgspec.json.encode(chance))
        files["position.json"] = game.encode(position)
        write_all(self.out, files, force=self.force)

    def _tell(self, done: "FilePhase") -> None:
        aside = {file.name: file.problem for file in done.files if file.problem}
        errors = [f for file in done.files for f in file.findings if f.severity == "error"]
        if self.as_json:
            facts = {"phase": done.phase.key, "files": done.files, "faults": done.faults}
            print_json(facts | {"missing": done.missing, "set_aside": done.solved.set_aside})
        else:
            self._print(done, aside)
        if aside or errors or done.solved.set_aside or done.faults:
            raise SystemExit(1)

    def _print(self, done: "FilePhase", aside: dict[str, str]) -> None:
        for file in done.files:
            for finding in file.findings:
                click.echo(safe(f"{file.name}: {finding}"), err=True)
        for name, problem in aside.items():
            click.echo(safe(f"{name} was set aside: {problem}"), err=True)
        for seat, why in done.solved.set_aside.items():
            click.echo(safe(f"The orders of {seat} were set aside: {why}"), err=True)
        for fault in done.faults:
            click.echo(safe(fault), err=True)
        for seat in done.missing:
            click.echo(f"{seat} sent no orders.")
        click.echo(f"{done.phase.key} is adjudicated; {self.out} holds what came out.")
