"""Closing a phase to wait for a public number, which nobody can know before.

A campaign can have a source of such numbers (``Settings.beacon``). Then a phase is carried out in
two steps: when it is due, its orders are closed, and a letter publishes the hash of the key as it
follows from them; once the number is drawn, it is added to the key, and the dice are thrown. So the
deal: first the players' words are closed.
"""

from collections.abc import Mapping

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.kernel.errors import CampaignError, OvertakenError
from adjudicator.campaign.letters.letters import tell_gm, write_notice
from adjudicator.chance import fingerprint, phase_key, setup_key, tidy_beacon
from adjudicator.chance.keys import promise
from adjudicator.store.records import Campaign, Closing

LONGEST = 400


def check_beacon(campaign: Campaign, given: str) -> str:
    """Return a public number as it enters the key. Raises CampaignError if it cannot be one."""
    number = tidy_beacon(given)
    if given and not campaign.settings.beacon:
        raise CampaignError(
            f"No public number was announced for {campaign.name}, so none can go into its keys: "
            "whoever enters it could choose it. “adjudicator new --beacon” announces one."
        )
    if given and not (number and len(given) <= LONGEST):
        raise CampaignError(f"A public number has 1 to {LONGEST} letters and digits.")
    return number


def close_words(change: Change) -> None:
    """Close the words for the deal, and publish what follows from them. Raises CampaignError."""
    _refuse_second(change)
    closed = setup_key(change.campaign.secret, change.words)
    _close(change, 0, closed, {}, change.words)


def close_phase(change: Change, orders: Mapping[str, str]) -> None:
    """Close the phase that waits with these orders, and publish what follows from them.

    Raises CampaignError if it is closed already.
    """
    _refuse_second(change)
    head, print_ = change.head, fingerprint(orders)
    closed = phase_key(change.campaign.secret, head.opens.key, print_, head.words)
    _close(change, head.serial + 1, closed, orders, head.words)


def _refuse_second(change: Change) -> None:
    if change.closing:
        raise OvertakenError(
            f"{change.campaign.name} has closed {change.waits_in} and waits for its public number: "
            f"{change.campaign.settings.beacon}. Enter it with --beacon."
        )


def _close(
    change: Change, serial: int, closed: bytes, orders: Mapping[str, str], words: Mapping[str, str]
) -> None:
    change.closing = Closing(
        change.campaign.id, serial, promise(closed), dict(orders), dict(words), change.now
    )
    change.add(change.closing)
    facts = {
        "source": change.campaign.settings.beacon,
        "promise": change.closing.promise,
        "words": [f"{seat}: {word}" for seat, word in words.items()],
        "begun": change.has_begun,
    }
    for seat in change.players:
        write_notice(change, seat, "closed", facts)
    tell_gm(change, "closed", facts)
