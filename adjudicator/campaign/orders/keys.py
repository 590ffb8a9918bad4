"""What goes into the keys of the dice beside the secret, so that nobody chose them alone.

The players add words. A word counts for what opens after it came: the deal, or the next phase, and
all that follow, until the seat sends another. So while a phase waits, nobody can change the words
in its key.

The public can add a number that nobody can know before (``Settings.beacon`` names its source). Then
a phase is carried out in two steps: when it is due, its orders are closed, and a letter publishes
the hash of the key as it follows from them; once the number is drawn, it is added to the key, and
the dice are thrown. So the deal: first the players' words are closed.
"""

from collections.abc import Mapping
from datetime import timedelta

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, RefusedError, reason
from adjudicator.campaign.kernel.tokens import OrderFile, without_tokens
from adjudicator.campaign.letters.letters import tell_all, tell_gm, write_notice
from adjudicator.chance import fingerprint, phase_key, setup_key, tidy_beacon
from adjudicator.chance.keys import promise
from adjudicator.orders import Finding
from adjudicator.store.columns import Bound
from adjudicator.store.records import Adjudication, Campaign, Closing, DiceWord, Seat

LONGEST = 200
LONGEST_BEACON = 400


def enter_word(change: Change, seat: Seat, text: str, source: str = "") -> Finding:
    """Enter a player's word, and say from when on it counts. Raises RefusedError if too long."""
    if len(text) > LONGEST:
        raise RefusedError("long-word", most=LONGEST)
    if without_tokens(change.store, text) != text:
        raise RefusedError("word-token")
    change.add(DiceWord(0, change.campaign.id, seat.name, text, change.now, source))
    why = reason("word", begun=bool(change.has_begun or change.closing))
    return Finding.of(0, "note", f"word {text}", why)


def take_word(change: Change, seat: Seat, file: OrderFile) -> Finding:
    """Take a word before the deal, and queue its receipt. Raises RefusedError."""
    if not file.scan.word:
        raise RefusedError("not-begun", campaign=change.campaign.name)
    note = enter_word(change, seat, file.scan.word, file.source.id)
    if seat.open:  # its player was absent when the roll was called, and is here
        change.save(replace(seat, held_by="person", open=False))
    facts = {"word": file.scan.word, "since": note.message}
    write_notice(change, seat, "word", facts, answers="", source=file.source)
    set_deal(change)
    complete = all(each.name in change.words for each in change.seats if each.by_person)
    if complete and not (change.closing or change.open_seats or change.campaign.deal):
        tell_gm(change, "words-complete", {}, once="words")
    return note


def set_deal(change: Change) -> None:
    """Set when a campaign is dealt whose last open seat has been taken; until then, never.

    It is dealt when every player has sent a word, and some time after the last has joined at the
    latest, so that nobody who sends none can keep the others waiting. One that had no open seats
    waits for its game master.
    """
    if change.has_begun or change.closing or not change.settings.gather:
        return
    if change.open_seats:
        change.change_campaign(deal=None)
        return
    full = change.campaign.deal
    complete = all(each.name in change.words for each in change.seats if each.by_person)
    last = change.now + timedelta(hours=change.settings.gather)
    change.change_campaign(deal=change.now if complete else full or last)
    if full is None:
        tell_gm(change, "full", {"hours": change.settings.gather})


def words_for(change: Change, opener: Adjudication) -> dict[str, str]:
    """Return the words for the phase that a new resolution opens.

    If the campaign was rolled back and that phase was open once, they are those of the first time:
    nobody shall choose again who knows by now what came of it.
    """
    runs = change.store.rows(
        Adjudication,
        order="run",
        campaign_id=change.campaign.id,
        number=opener.number,
        run=Bound("<", opener.run),
    )
    first = (each.words for each in runs if each.opens.key == opener.opens.key)
    return next(first, change.words)


def check_beacon(campaign: Campaign, given: str) -> str:
    """Return a public number as it enters the key. Raises CampaignError if it cannot be one."""
    number = tidy_beacon(given)
    if given and not campaign.settings.beacon:
        raise CampaignError("no-beacon", campaign=campaign.name)
    if given and not (number and len(given) <= LONGEST_BEACON):
        raise CampaignError("long-beacon", most=LONGEST_BEACON)
    return number


def close(change: Change, orders: Mapping[str, str]) -> None:
    """Close what waits, the deal or a phase with these orders, and publish what follows from it.

    Raises CampaignError if it is closed already.
    """
    campaign, source = change.campaign, change.settings.beacon
    if change.closing:
        raise CampaignError(
            "waits-for-beacon", campaign=campaign.name, waits_in=change.waits_in, source=source
        )
    serial, words = 0, change.words
    key = setup_key(campaign.secret, words)
    if change.has_begun:
        serial, words = change.head.serial + 1, change.head.words
        key = phase_key(campaign.secret, change.waits_in, fingerprint(orders), words)
    closing = Closing(campaign.id, serial, promise(key), dict(orders), dict(words), change.now)
    change.add(closing)
    facts = {
        "source": source,
        "promise": closing.promise,
        "words": [f"{seat}: {word}" for seat, word in words.items()],
        "begun": change.has_begun,
    }
    tell_all(change, "closed", facts)
    tell_gm(change, "closed", facts)
