"""``adjudicator mail``: the letters that came in, and those that wait to go out."""

from datetime import datetime
from typing import Any, get_args

import click

from adjudicator.campaign.letters import outbox
from adjudicator.campaign.letters.outbox import Wait
from adjudicator.cli.shared import asking
from adjudicator.cli.shared.asking import CAMPAIGN, Config, Db, Printed, Yes, command
from adjudicator.cli.shared.errors import CommandError, CommandGroup
from adjudicator.post.transport.opening import open_mailbox
from adjudicator.reports.words import local_time
from adjudicator.service.configuration import find_configuration
from adjudicator.service.passes import open_mailboxes
from adjudicator.store import queries
from adjudicator.store.database import Store, open_store
from adjudicator.store.letter_records import Attempt, Disposition, Letter, Outcome
from adjudicator.store.records import Campaign
from adjudicator.wording import Reason


@click.group("mail", cls=CommandGroup)
def mail() -> None:
    """Look at the letters that came in, and at those that wait to go out.

    \b
    Examples:
      adjudicator mail outcomes
      adjudicator mail queue
      adjudicator mail retry 3
    """


@command("outcomes", mail, short_help="Say of each letter what became of it, and why.")
@click.argument("game", type=CAMPAIGN, required=False)
@click.option("--outcome", type=click.Choice(get_args(Outcome)), help="Only those of that outcome.")
@click.option("--sender", default="", help="Only those from that address.")
@click.option("--code", default="", help="Only those with that code, such as no-token.")
@click.option(
    "--most",
    type=click.IntRange(1, 1_000_000),
    metavar="NUMBER",
    default=50,
    show_default=True,
    help="How many to show; the last that came in.",
)
def outcomes(
    game: str | None, outcome: str | None, sender: str, code: str, most: int, db: Db
) -> Printed:
    """Say of each letter what became of it, and why; of one game or of all.

    A letter is taken (as orders), answered (what it asks), refused (it could not be taken), ignored
    (no person wrote it, it came before, or it asks too often) or set aside (it could not be read).
    With GAME only letters that have to do with it. The last one stands last.

    \b
    Examples:
      adjudicator mail outcomes
      adjudicator mail outcomes sekigahara --outcome ignored
      adjudicator mail outcomes --sender ann@example.org --most 10 --json
    """
    wanted = {"outcome": outcome or "", "sender": sender, "code": code}
    equal: dict[str, Any] = {name: value for name, value in wanted.items() if value}
    with open_store(db) as store:
        if game:
            equal["campaign_id"] = queries.find_campaign(store, game).id
        dispositions = store.rows(Disposition, last=True, limit=most, **equal)[::-1]
        ids = {each.campaign_id for each in dispositions if each.campaign_id}
        games = {each: store.find(Campaign, id=each) for each in ids}
    lines = (_line(each, games.get(each.campaign_id or 0)) for each in dispositions)
    return [_facts(each, games.get(each.campaign_id or 0)) for each in dispositions], lines


def _facts(disposition: Disposition, game: Campaign | None) -> dict[str, object]:
    same = ("arrived", "outcome", "code", "why", "sender", "subject", "seat", "proven")
    facts = {name: getattr(disposition, name) for name in (*same, "phases", "answered", "name")}
    return {"game": game.name if game else "", **facts}


def _line(disposition: Disposition, game: Campaign | None) -> str:
    came = _moment(disposition.arrived, game)
    parts = ("sender", "subject", "why", "answered")
    said = asking.line("disposition", **{name: getattr(disposition, name) for name in parts})
    return f"{came}  {disposition.outcome}  {said}"


@command("queue", mail, short_help="List the letters that wait to go out, and why.")
@click.argument("game", type=CAMPAIGN, required=False)
def queue(game: str | None, db: Db) -> Printed:
    """List the letters that wait to go out: to whom, how often they were tried, and why they wait.

    The number that a letter stands under is what “mail retry” and “mail drop” take. The oldest
    stands first.

    \b
    Examples:
      adjudicator mail queue
      adjudicator mail queue sekigahara --json
    """
    with open_store(db) as store:
        campaign = queries.find_campaign(store, game) if game else None
        letters = [
            each
            for each in queries.letters_to_send(store)
            if campaign is None or each.campaign_id == campaign.id
        ]
        waiting = [_describe(store, each) for each in letters]
    return [facts for facts, _ in waiting], [line for _, lines in waiting for line in lines]


@command("retry", mail, short_help="Try letters that wait again with the next pass.")
@click.argument("letters", metavar="NUMBER|MESSAGE-ID…", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All letters that wait.")
def retry(letters: tuple[str, ...], everything: bool, db: Db) -> None:
    """Try letters that wait again with the next pass, whenever they would have been tried.

    What its reader wants once a day waits for that, unless it was tried before.

    \b
    Examples:
      adjudicator mail retry 1 3
      adjudicator mail retry --all
    """
    with open_store(db) as store:
        waiting = _find_letters(store, letters, everything)
        tried = [each for each in waiting if outbox.hasten(store, each)]
    asking.say(asking.line("letters-hastened", count=len(tried)))
    if left := [each for each in waiting if each not in tried]:
        asking.say(asking.line("left-for-digests", letters=_names(left)))


@command("drop", mail)
@click.argument("letters", metavar="NUMBER|MESSAGE-ID…", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All letters that wait.")
@click.option("--why", default="", help="The reason, which is kept with the letter.")
def drop(letters: tuple[str, ...], everything: bool, why: str, yes: Yes, db: Db) -> None:
    """Let letters that wait go to nobody any more. They can still be read (adjudicator report).

    \b
    Examples:
      adjudicator mail drop 3
      adjudicator mail drop --all --why "the server was down for a week" --yes
    """
    with open_store(db) as store:
        waiting = _find_letters(store, letters, everything)
        asking.insist(asking.line("never-send", letters=_names(waiting)), yes=yes)
        for each in waiting:
            outbox.drop(store, each, why or str(asking.line("by-hand")), asking.now())
    asking.say(asking.line("letters-dropped", count=len(waiting)))


@command("take-again", mail, short_help="Take the letters again that were set aside.")
@click.option("--in", "incoming", metavar="PATH", help="The Maildir where they lie.")
def take_again(incoming: str | None, config: Config) -> None:
    """Put the letters that were set aside back into the mailbox, for the next pass to take.

    For when what they failed at is mended: a fault of the program, a file that could not be read.
    Each counts by when it came, so that orders for a phase that is over are refused as ever. What
    fails again is set aside again.

    \b
    Examples:
      adjudicator mail take-again
      adjudicator mail take-again --in ~/Maildir
    """
    mailboxes = [open_mailbox(incoming)] if incoming else open_mailboxes(find_configuration(config))
    if not mailboxes:
        raise CommandError("no-mailbox")
    try:
        for each in mailboxes:
            asking.say(asking.line("put-back", mailbox=each.name, count=each.put_back()))
    finally:
        for each in mailboxes:
            each.close()


def _describe(store: Store, letter: Letter) -> tuple[dict[str, object], list[str]]:
    """Return what scripts and what persons are told of a letter that waits, and for whom."""
    game = store.find(Campaign, id=letter.campaign_id) if letter.campaign_id else None
    name = game.name if game else ""
    attempts = outbox.attempts(store, letter)
    what = " ".join(filter(None, (name, letter.seat, letter.kind)))
    lines = [f"{letter.id}  {_moment(letter.created, game)}  {what}: {letter.subject}"]
    recipients = []
    for each in letter.recipients:
        tried = attempts.get(each)
        wait = outbox.wait_for(letter, tried)
        lines.append(f"    {each}: {_state(tried, letter, wait, game)}")
        state, why = (tried.state, tried.why) if tried else ("waits", "")
        told = {"address": each, "state": state, "tries": (tried or letter).tries, "why": why}
        reason, until = wait or ("", None)
        recipients.append(told | {"waits_for": reason, "waits_until": until})
    same = ("message_id", "kind", "seat", "subject", "created", "retry")
    facts = {"number": letter.id, "game": name, **{name: getattr(letter, name) for name in same}}
    return facts | {"recipients": recipients}, lines


def _state(
    tried: Attempt | None, letter: Letter, wait: Wait | None, game: Campaign | None
) -> Reason:
    """Say how far a letter got to one recipient, and why and until when it waits."""
    return asking.line(
        "waits",
        why=tried.why if tried else "",
        state=tried.state if tried else "sent",
        tries=tried.tries or 1 if tried else letter.tries,
        waits_for=wait.reason if wait else "",
        again=_moment(wait.until, game) if wait else "",
    )


def _find_letters(store: Store, given: tuple[str, ...], everything: bool) -> list[Letter]:
    """Find the letters that were named, or all that wait. Raises CommandError."""
    if bool(given) == everything:
        raise CommandError("which-letters")
    if everything:
        return [*queries.letters_to_send(store)]
    return [_find(store, each) for each in given]


def _find(store: Store, given: str) -> Letter:
    text = given.strip()
    if text.isascii() and text.isdecimal() and len(text) < 19:
        letters = store.rows(Letter, id=int(text))
    else:
        letters = store.rows(Letter, message_id=f"<{text.strip('<>')}>")
    if not letters:
        raise CommandError("no-such-letter", letter=given[:120])
    if letters[0].sent or not letters[0].recipients:
        raise CommandError("letter-waits-not", letter=given[:120])
    return letters[0]


def _moment(when: datetime | None, game: Campaign | None) -> str:
    """Say when something was, by the clock of the game that it is about."""
    return local_time(when, game.settings.zone if game else "UTC") if when else ""


def _names(letters: list[Letter]) -> Reason:
    named = [f"{each.id} (“{each.subject[:40]}”)" for each in letters]
    return asking.line("letters", named=named)
