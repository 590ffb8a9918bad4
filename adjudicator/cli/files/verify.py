"""``adjudicator verify``: nobody chose the dice, and the rules were the same for all."""

from pathlib import Path

import click

from adjudicator import reports
from adjudicator.by_files.folder import orders_name
from adjudicator.by_files.phase import verify_files
from adjudicator.campaign.letters.proofs import (
    ProofError,
    SignedReceipt,
    SignedRecord,
    check_signature,
    find_signed,
)
from adjudicator.campaign.records import verify as verifying
from adjudicator.campaign.records.verify import Verdict
from adjudicator.chance import commitment as committed
from adjudicator.chance.record import (
    DiceRecord,
    Link,
    PhaseDice,
    RecordError,
    check_chain,
    key_faults,
    other_games,
    read_record,
)
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import (
    CAMPAIGN_OR_FILE,
    PATH,
    Db,
    Printed,
    command,
    read_position_file,
)
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import read_hex
from adjudicator.store.queries import past
from adjudicator.wording import Reason


@command("verify")
@click.argument(
    "what",
    type=CAMPAIGN_OR_FILE,
    metavar="GAME|DICE.json…|RECEIPT.eml|POSITION.json",
    nargs=-1,
    required=True,
)
@click.option("--phase", default="", help="Only this phase of the campaign.")
@click.option("--orders", "folder", type=PATH, help="With a position file: the canonical orders.")
@click.option(
    "--key",
    default="",
    help="With a position file: the phase's key, in hex. With a receipt: that of the first letter.",
)
@click.option("--dice", type=PATH, help="With a position file: its dice file, for --key.")
@click.option("--expect", type=PATH, help="With a position file: the position that came out.")
@click.option("--secret", default="", help="The published secret, in hex: check the key too.")
@click.option("--commitment", default="", help="The commitment of the first letter.")
@click.option("--seal", "seals", multiple=True, help="A seal at the end of a report of yours.")
def verify(
    what: tuple[str, ...],
    phase: str,
    folder: Path | None,
    key: str,
    dice: Path | None,
    expect: Path | None,
    secret: str,
    commitment: str,
    seals: tuple[str, ...],
    db: Db,
) -> Printed:
    """Check the dice, or carry out phases again and compare what comes out.

    A dice file, which every report carries, is for players: all its draws are drawn again from the
    published key; that of the last letter also shows that the keys follow from the secret. Several
    files of one game are held against each other. For a campaign, all its phases are carried out
    again from positions, orders and keys, and the database, the seats and the letters are checked;
    for a position file, one phase is carried out. A receipt that was saved as a mail, or the signed
    file in it, shows with --key what stood and when, and the file of a “record” what a host says of
    a player. Exit code 1: something differs, or nothing is proven.

    \b
    Examples:
      adjudicator verify dice-sekigahara-1-plan.json
      adjudicator verify dice-sekigahara-setup.json dice-sekigahara-1-plan.json
      adjudicator verify sekigahara
      adjudicator verify sekigahara --phase "1 plan"
      adjudicator verify receipt.eml --key 5e…
      adjudicator verify before.json --orders orders --key 3f… --expect after.json
    """
    paths = [Path(each) for each in what]
    data = asking.read_bytes(paths[0]) if len(paths) == 1 and paths[0].is_file() else b""
    if signed := find_signed(data):
        return _check_receipt(paths[0], signed, key)
    if folder or key or expect or dice:
        if not (folder and expect and bool(key) != bool(dice) and len(paths) == 1):
            raise CommandError("verify-how")
        verdicts = [_verify_phase(paths[0], folder, key, dice, expect, secret, commitment)]
    elif len(paths) > 1 or paths[0].is_file() or asking.is_path(what[0]):
        verdicts = _verify_dice(paths, commitment, seals)
    else:
        with asking.open_campaign(db, what[0]) as (store, campaign):
            count = 1 if phase else len(past(store, campaign))
            made = verifying.verify(store, campaign, phase)
            verdicts = list(asking.with_progress(made, count, "phases"))
    said = ("; ".join(filter(None, (*each.faults, each.remark))) for each in verdicts)
    lines = (
        f"{each.phase}: {x or asking.line('all-right')}"
        for each, x in zip(verdicts, said, strict=True)
    )
    return verdicts, lines, any(each.faults for each in verdicts)


def _check_receipt(path: Path, data: bytes, key: str) -> Printed:
    """Say what a signed receipt proves; exit code 1 if it proves nothing."""
    try:
        receipt = check_signature(data)
        if key and key.casefold() != receipt.key:
            raise ProofError(str(asking.line("other-key", key=receipt.key)))
    except ProofError as error:
        return {"error": str(error)}, [f"{path}: {error}"], 1
    if isinstance(receipt, SignedRecord):
        figures = reports.phrase("record", "figures", receipt.figures.facts)
        lines: list[str | Reason]
        of = {"judge": receipt.judge, "address": receipt.address, "written": receipt.written}
        lines = [asking.line("signed-record", **of), f"    {figures}"]
    else:
        lines = _lines_of_receipt(receipt)
    if not key:
        record = isinstance(receipt, SignedRecord)
        lines.append(asking.line("signed-by", key=receipt.key, record=record))
    return receipt, lines, 0 if key else 1


def _lines_of_receipt(receipt: SignedReceipt) -> list[str | Reason]:
    parts = ("campaign", "seat", "phase", "ready", "received")
    head = asking.line("signed-receipt", **{name: getattr(receipt, name) for name in parts})
    return [head, *(f"    {each}" for each in receipt.orders or (asking.line("no-orders"),))]


def _verify_dice(paths: list[Path], promised: str, seals: tuple[str, ...]) -> list[Verdict]:
    files = {str(path): _read(path) for path in paths}
    if strange := other_games(files):
        raise CommandError("another-game", file=strange[0], other=paths[0])
    other = str(asking.line("other-commitment"))
    different = promised and promised.casefold() != files[str(paths[0])].commitment.casefold()
    verdicts = []
    for link in check_chain(files, seals):
        wrong = (*([other] if different else []), *link.faults)
        where = f"{link.file}, " if len(files) > 1 else ""
        name = f"{where}{link.dice.phase} ({_describe_dice(link)})"
        verdicts.append(Verdict(link.dice.number, name, wrong))
    return verdicts


def _describe_dice(link: Link) -> Reason:
    """Say what there was to check in a phase."""
    dice = link.dice
    return asking.line(
        "checked-dice",
        draws=len(dice.draws),
        key=dice.key,
        words=list(dice.words),
        beacon=dice.beacon,
        promise=link.promise,
        whole=link.whole,
    )


def _read(path: Path) -> DiceRecord:
    try:
        record = read_record(asking.read_bytes(path))
    except RecordError as error:
        raise CommandError("verify-what", path=path, error=error) from error
    if not record.phases:
        raise CommandError("no-dice", path=path)
    return record


def _verify_phase(
    before: Path,
    folder: Path,
    key: str,
    dice: Path | None,
    expect: Path,
    secret: str,
    commitment: str,
) -> Verdict:
    """Carry a phase out again from files, with its key, or with what its dice file gives."""
    if dice:
        came = _read(dice).phases[-1]
    else:
        came = PhaseDice(number=0, phase="", before="", key=read_hex("--key", key).hex(), draws=())
    game, position = read_position_file(before)
    _, after = read_position_file(expect)
    texts = {}
    for seat in position.seats:
        path = folder / orders_name(seat)
        if path.is_file():
            texts[seat] = asking.read_bytes(path).decode("utf-8", "replace")
    used = bytes.fromhex(came.key)
    faults, fingerprint = verify_files(game, position, texts, used, after)
    name = game.phase(position).key
    if secret:
        known = read_hex("--secret", secret)
        promised = commitment or committed(known)
        faults += key_faults(
            known, name, fingerprint, used, promised, words=came.words, beacon=came.beacon
        )
    return Verdict(0, name, tuple(faults))
