"""``adjudicator report``: a letter again."""

from pathlib import Path

import click

from adjudicator.campaign.letters.outbox import REPORTS, reopen
from adjudicator.campaign.letters.sealing import KINDS as SEALED
from adjudicator.cli.main import CommandError
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import PATH, open_campaign, print_json, print_table, say
from adjudicator.cli.shared.completion import CAMPAIGN, SEAT
from adjudicator.orders.language.names import name_key
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Attempt, Heading, Letter
from adjudicator.store.place import Place
from adjudicator.store.queries import find_seat, headings


@click.command("report")
@click.argument("game", type=CAMPAIGN)
@click.option("--seat", type=SEAT, default=None, help="The seat; without it, the public report.")
@click.option("--phase", default="", help="The phase, such as “4 war”; without it, the last one.")
@click.option("--kind", default="", help="opening, result, receipt, reminder, note, …")
@click.option("--html", is_flag=True, help="Print the HTML instead of the text.")
@click.option("--list", "listing", is_flag=True, help="List the letters instead.")
@click.option("--out", type=PATH, help="Write the letter with its files to this folder.")
@click.option("--force", is_flag=True, help="Overwrite files without asking.")
@asking.with_database
@asking.with_json
def command(
    game: str,
    seat: str | None,
    phase: str,
    kind: str,
    html: bool,
    listing: bool,
    out: Path | None,
    force: bool,
    db: Place,
    as_json: bool,
) -> None:
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
    with open_campaign(db, game) as (store, campaign):
        name = find_seat(store, campaign, seat).name if seat else ""
        found = [
            each
            for each in headings(store, campaign, name)
            if (not kinds or each.kind in kinds)
            and (not phase or name_key(each.phase) == name_key(phase))
        ]
        if listing:
            facts = [_facts(store, each) for each in found]
            if as_json:
                print_json(facts)
            else:
                keys = ("created", "kind", "sent", "subject")
                print_table(keys, [tuple(str(fact[key]) for key in keys) for fact in facts])
            return
        if not found:
            raise CommandError("There is no such letter. --list shows those there are.")
        if found[-1].kind in SEALED:
            raise CommandError("Press is sealed; “adjudicator press” shows what you may read.")
        letter = store.find(Letter, id=found[-1].id)
        facts = [_facts(store, found[-1])]
        opened = reopen(store, letter) if out else None
    if out and opened:
        from adjudicator.by_files.folder import report_files
        from adjudicator.cli.shared.folders import write_all

        write_all(out, report_files(opened.letter.content), force=force)
        say(f"{out} holds {letter.subject}")
        for name, how in opened.pictures.items():
            why = f" ({opened.lost[name]})" if name in opened.lost else ""
            say(f"  {name}: {how}{why}")
    elif as_json:
        print_json(facts[0] | {"text": letter.content.text, "html": letter.content.html})
    else:
        say(letter.content.html if html else letter.content.text)


def _facts(store: Store, letter: Heading) -> dict[str, object]:
    same = ("message_id", "kind", "seat", "recipients")
    sent = letter.sent.isoformat(timespec="minutes") if letter.sent else "waits"
    dropped = store.has(Attempt, letter=letter.id, state="dropped")
    return {name: getattr(letter, name) for name in same} | {
        "created": letter.created.isoformat(timespec="minutes"),
        "sent": "dropped" if dropped else sent,
        "subject": letter.subject,
    }
