"""What was written to players, and what they wrote: ``report`` shows a letter again, ``press`` what
they wrote to each other, ``orders`` what stands; ``submit`` and ``word`` enter it for them."""

from operator import itemgetter
from pathlib import Path

import click
import msgspec

from adjudicator.by_files.folder import report_files
from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.tokens import Source
from adjudicator.campaign.letters.encryption import KINDS as ENCRYPTED
from adjudicator.campaign.letters.outbox import REPORTS, reopen
from adjudicator.campaign.orders import submit as submitting
from adjudicator.campaign.orders.deferred import find_latest_kept
from adjudicator.campaign.orders.receipts import when
from adjudicator.campaign.press.drafts import Draft
from adjudicator.campaign.press.press import Piece, read_press, send_press
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, PATH, SEAT, Db, Force, Printed, command
from adjudicator.cli.shared.errors import CommandError
from adjudicator.cli.shared.files import order_text, write_all
from adjudicator.cli.shared.operations import about_game, name_commands
from adjudicator.operations.operation import Call
from adjudicator.orders.language.names import name_key
from adjudicator.reports.words import local_time
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Attempt, Heading, Letter, Press
from adjudicator.store.records import Submission
from adjudicator.wording import Reason


@command("report")
@about_game
@click.option("--seat", type=SEAT, default=None, help="The seat; without it, the public report.")
@click.option("--phase", default="", help="The phase, such as “4 war”; without it, the last one.")
@click.option("--kind", default="", help="opening, result, receipt, reminder, note, …")
@click.option("--html", is_flag=True, help="Print the HTML instead of the text.")
@click.option("--list", "listing", is_flag=True, help="List the letters instead.")
@click.option("--out", type=PATH, help="Write the letter with its files to this folder.")
def report(
    call: Call,
    seat: str | None,
    phase: str,
    kind: str,
    html: bool,
    listing: bool,
    out: Path | None,
    force: Force,
) -> Printed:
    """Show a letter again, as it was sent.

    A seat's letters hold its secrets; without --seat the public report is shown. Pictures are not
    kept: --out draws them again, and says of each whether it is “as sent” or “drawn anew by” a
    newer version of the program, which may draw it otherwise.

    \b
    Examples:
      adjudicator report sekigahara
      adjudicator report sekigahara --seat Oda --phase "1 plan"
      adjudicator report sekigahara --seat Oda --list
      adjudicator report sekigahara --seat Oda --out oda --html
    """
    kinds = (kind,) if kind else () if listing else REPORTS
    reader = call.state.seat(seat).name if seat else ""
    headings = [
        each
        for each in call.state.rows(Heading, seat=reader)
        if (not kinds or each.kind in kinds) and name_key(phase) in ("", name_key(each.phase))
    ]
    if listing:
        listed = [_facts_of_letter(call.store, each) for each in headings]
        keys = ("created", "kind", "sent", "subject")
        return listed, asking.table_lines(keys, map(itemgetter(*keys), listed))
    if not headings:
        raise CommandError("no-letter")
    if headings[-1].kind in ENCRYPTED:
        raise CommandError("press-is-sealed")
    letter = call.store.find(Letter, id=headings[-1].id)
    content = letter.content
    facts = _facts_of_letter(call.store, headings[-1])
    facts |= {"text": content.text, "html": content.html}
    if out is None:
        return facts, [content.html if html else content.text]
    opened = reopen(call.store, letter)
    write_all(out, report_files(opened.letter.content), force=force)
    lines: list[str | Reason] = [asking.line("letter-written", out=out, subject=letter.subject)]
    for name, how in opened.pictures.items():
        why = f" ({opened.lost[name]})" if name in opened.lost else ""
        lines.append(f"  {name}: {how}{why}")
    return facts, lines


def _facts_of_letter(store: Store, letter: Heading) -> dict[str, object]:
    same = ("message_id", "kind", "seat", "recipients")
    sent = letter.sent.isoformat(timespec="minutes") if letter.sent else "waits"
    dropped = store.has(Attempt, letter=letter.id, state="dropped")
    return {name: getattr(letter, name) for name in same} | {
        "created": letter.created.isoformat(timespec="minutes"),
        "sent": "dropped" if dropped else sent,
        "subject": letter.subject,
    }


@command("press")
@about_game
@click.argument("text", required=False)
@click.option("--to", default="", metavar="NAMES", help="Write TEXT to these seats, or “all”.")
@click.option("--phase", default="", help="Only press of that phase, such as “4 war”.")
def press(call: Call, text: str | None, to: str, phase: str) -> Printed:
    """List the press of a game, or write to its players in the game master's name.

    What players wrote to each other stays sealed, unless it went to everybody or to you, or the
    setting “gm-reads” was on when it was written. Who did not sign is never named.

    \b
    Examples:
      adjudicator press sekigahara
      adjudicator press sekigahara --phase "4 war" --json
      adjudicator press sekigahara "The next phase is a long one." --to all
    """
    if bool(text) != bool(to):
        raise CommandError("text-and-reader")
    if text:
        drafts = (Draft("press", to=to, text=text),)
        source = msgspec.structs.replace(call.source, key=f"{call.now.isoformat()} {to} {text}")
        call.change(lambda change: send_press(change, None, drafts, source))
    pieces = read_press(call.store, call.campaign, phase)
    lines = (line for each in pieces for line in _lines(*each, call.zone))
    return [_facts(*each) for each in pieces], lines


def _facts(press: Press, message: Piece | None) -> dict[str, object]:
    return {
        "created": press.created.isoformat(timespec="minutes"),
        "phase": press.phase,
        "from": _writer(press, message),
        "to": list(message.to) if message else None,
        "text": message.text if message else None,
    }


def _lines(press: Press, message: Piece | None, zone: str) -> list[str]:
    to, lines = (message.to, message.lines) if message else ((), ())
    said = asking.line("piece", sealed=not message, writer=_writer(press, message), to=to)
    head = f"{local_time(press.created, zone)}  {press.phase}: {said}"
    return [head, *(f"    {line}" for line in lines)]


def _writer(press: Press, message: Piece | None) -> str | None:
    """Name the writer of what may be read; who did not sign stays unnamed."""
    if message is None:
        return None
    return (press.writer or "the game master") if message.signed else "unsigned"


@command("orders")
@about_game
@click.option("--seat", type=SEAT, default="", help="Show the orders of this seat.")
@click.option("--all", "everybody", is_flag=True, help="Show the orders of every seat.")
@click.option("--show-secrets", is_flag=True, help="Needed with --all: orders are secret.")
def orders(call: Call, seat: str, everybody: bool, show_secrets: bool) -> Printed:
    """Show who has sent orders; with --seat, what stands for that seat, for later phases too.

    Without --seat or --all only counts and fingerprints are shown, no orders.

    \b
    Examples:
      adjudicator orders sekigahara
      adjudicator orders sekigahara --seat Oda
      adjudicator orders sekigahara --all --show-secrets
    """
    if everybody and not show_secrets:
        raise CommandError("orders-are-secret")
    key, sent = call.state.head.opens.key, call.state.submissions
    names = [each.name for each in call.state.seats]
    shown = [call.state.seat(seat).name] if seat else names if everybody else []
    facts = [_facts_of_orders(name, sent.get(name), show=name in shown) for name in names]
    lines = []
    change = Change(call.store, call.campaign, call.now, is_trial=True)
    for name in shown:
        text = sent[name].text if name in sent else ""
        lines += [f"# {name}, {key}", text or f"# {asking.line('no-orders-stand')}"]
        kept = [x for x in find_latest_kept(change, change.seat(name)) if x.text or x.ready]
        later = [{"phase": when(x), "orders": x.text, "ready": x.ready} for x in kept]
        facts[names.index(name)]["later"] = later
        for each in kept:
            lines += [f"# {name}, {when(each)}", each.text + "ready" * each.ready]
    if not shown:
        columns = ("seat", "lines", "received", "fingerprint")
        rows = ((*each, print_[:16]) for *each, print_ in map(itemgetter(*columns), facts))
        lines = [f"{call.campaign.name}, {key}", *asking.table_lines(columns, rows)]
    return {"phase": key, "seats": facts}, lines


def _facts_of_orders(seat: str, submission: Submission | None, *, show: bool) -> dict[str, object]:
    fact = {
        "seat": seat,
        "lines": submission.text.count("\n") if submission else 0,
        "received": submission.received.isoformat() if submission else "",
        "ready": bool(submission and submission.ready),
        "fingerprint": submission.fingerprint if submission else "",
    }
    return fact | {"orders": submission.text if submission else ""} if show else fact


@command("submit")
@click.argument("file", type=PATH)
@click.option("--game", type=CAMPAIGN, default="", help="The game, if the file does not name it.")
@click.option("--seat", type=SEAT, default="", help="The seat, if the file does not name it.")
def submit(file: Path, game: str, seat: str, db: Db) -> Printed:
    """Enter an order file, or a mail that was saved (….eml); - reads standard input.

    Exit code 0: accepted; 1: some lines were rejected, the others stand; 2: not taken at all.

    \b
    Examples:
      adjudicator submit oda.txt
      adjudicator submit oda.txt --game sekigahara --seat Oda
    """
    text = order_text(file.name, asking.read_bytes(file, asking.LARGEST_TEXT))
    source = Source(game=game, seat=seat, trusted=True, answer=False)
    with open_store(db) as store, name_commands():
        taken = submitting.submit(store, text, source, asking.now())
    for finding in taken.findings:
        asking.remark(str(finding))
    for each in taken.unread:
        asking.remark(asking.line("unread", text=each))
    stands = {"seat": taken.seat, "phase": taken.phase}
    lines = [asking.line("lines-stand", count=taken.text.count("\n"), **stands)]
    lines += [asking.line("kept", seat=taken.seat, phase=phase) for phase in taken.kept]
    if taken.missing:
        lines.append(asking.line("still-missing", **stands))
    lines.append(asking.line("fingerprint", fingerprint=taken.fingerprint))
    return taken, lines, taken.has_rejections


@command("word")
@about_game
@click.argument("seat", type=SEAT)
@click.argument("text")
def word(call: Call, seat: str, text: str) -> Printed:
    """Enter a player's word for the dice, as a line “word TEXT” in a letter does.

    It goes into the key of what opens next (the deal, or the next phase) and of all that follows.

    \b
    Examples:
      adjudicator word sekigahara Oda "a heron in the reeds"
    """
    source = msgspec.structs.replace(call.source, seat=seat)
    taken = submitting.submit(call.store, f"word {' '.join(text.split())}", source, call.now)
    return taken.findings, (f"{each.read}: {each.message}" for each in taken.findings)
