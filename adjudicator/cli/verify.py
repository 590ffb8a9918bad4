"""``adjudicator verify``: nobody chose the dice, and the rules were the same for all."""

from pathlib import Path

import click

from adjudicator.campaign.verify import Verdict, verify
from adjudicator.chance import commitment as committed
from adjudicator.chance import key_faults
from adjudicator.chance.record import RecordError, faults, read_record
from adjudicator.cli.asking import (
    PATH,
    open_campaign,
    print_all,
    read_bytes,
    with_database,
    with_json,
    with_progress,
)
from adjudicator.cli.folders import read_position_file
from adjudicator.cli.main import CommandError
from adjudicator.store.queries import past


@click.command("verify")
@click.argument("what", metavar="GAME|DICE.json|POSITION.json")
@click.option("--phase", default="", help="Only this phase of the campaign.")
@click.option("--orders", "folder", type=PATH, help="With a position file: the canonical orders.")
@click.option("--key", default="", help="With a position file: the phase's key, in hex.")
@click.option("--expect", type=PATH, help="With a position file: the position that came out.")
@click.option("--secret", default="", help="The published secret, in hex: check the key too.")
@click.option("--commitment", default="", help="The commitment of the first letter.")
@with_database
@with_json
def command(
    what: str,
    phase: str,
    folder: Path | None,
    key: str,
    expect: Path | None,
    secret: str,
    commitment: str,
    db: Path,
    as_json: bool,
) -> None:
    """Check the dice, or carry out phases again and compare what comes out.

    A dice file, which every report carries, is for players: all its draws are drawn again from the
    published key; that of the last letter also shows that the keys follow from the secret. For a
    campaign, all its phases are carried out again from positions, orders and keys; for a position
    file, one phase is. Exit code 1: something differs.

    \b
    Examples:
      adjudicator verify dice-sekigahara-1-plan.json
      adjudicator verify sekigahara
      adjudicator verify sekigahara --phase "1 plan"
      adjudicator verify before.json --orders orders --key 3f… --expect after.json
    """
    if folder or key or expect:
        if not (folder and key and expect):
            raise CommandError("For a position file give --orders, --key and --expect.")
        verdicts = [_files(Path(what), folder, key, expect, secret, commitment)]
    elif Path(what).is_file():
        verdicts = _dice(Path(what), commitment)
    else:
        verdicts = _campaign(what, phase, db)
    lines = (f"{each.phase}: {'; '.join(each.faults) or 'all is right'}" for each in verdicts)
    print_all(verdicts, lines, as_json=as_json)
    if any(verdict.faults for verdict in verdicts):
        raise SystemExit(1)


def _dice(path: Path, promised: str) -> list[Verdict]:

    try:
        record = read_record(read_bytes(path))
    except RecordError as error:
        raise CommandError(
            f"{path}: {error} For a position file give --orders, --key, --expect."
        ) from error
    if not record.phases:
        raise CommandError(f"{path}: this dice file holds no phase, so there is nothing to check.")
    other = "the file's commitment is another than --commitment"
    strange = [other] if promised and promised.casefold() != record.commitment.casefold() else []
    drawn = {phase.phase: len(phase.draws) for phase in record.phases}
    keys = ", the key from the secret" if record.secret else ""
    counted = {name: f"{n} draw{'' if n == 1 else 's'}{keys}" for name, n in drawn.items()}
    return [
        Verdict(number, f"{phase} ({counted[phase]})", (*strange, *wrong))
        for number, (phase, wrong) in enumerate(faults(record).items())
    ]


def _campaign(game: str, phase: str, db: Path) -> list[Verdict]:

    with open_campaign(db, game) as (store, campaign):
        count = 1 if phase else len(past(store, campaign))
        return list(with_progress(verify(store, campaign, phase), count, "phases"))


def _files(
    before: Path, folder: Path, key: str, expect: Path, secret: str, commitment: str
) -> Verdict:

    from adjudicator.by_files.folder import orders_name
    from adjudicator.by_files.phase import verify_files

    game, position = read_position_file(before)
    _, after = read_position_file(expect)
    texts = {}
    for seat in position.seats:
        path = folder / orders_name(seat)
        if path.is_file():
            texts[seat] = read_bytes(path).decode("utf-8", "replace")
    faults, fingerprint = verify_files(game, position, texts, _hex("--key", key), after)
    name = game.phase(position).key
    if secret:
        known = _hex("--secret", secret)
        promised = commitment or committed(known)
        faults += key_faults(known, name, fingerprint, _hex("", key), promised)
    return Verdict(0, name, tuple(faults))


def _hex(option: str, text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise CommandError(f"{option} is not hexadecimal: {text[:40]}") from None
