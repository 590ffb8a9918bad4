"""Two databases beside each other: what one holds of its campaigns that the other does not."""

from collections.abc import Iterator

from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Heading
from adjudicator.store.records import Campaign

_NOT_TOLD = ("campaign_id", "token_secret")
"""Fields of a seat that are not compared."""


def differences(lost: Store, present: Store) -> dict[str, list[str]]:
    """Say, by campaign, what a database that is lost held and the one in its place does not.

    Letters are those that only the lost one had; what was ordered is never told.
    """
    known = {each.name: each for each in queries.campaigns(present, archived=True)}
    lines_of: dict[str, list[str]] = {}
    for campaign in queries.campaigns(lost, archived=True):
        if campaign.name not in known:
            lines_of[campaign.name] = ["it was set up after the backup, and is lost"]
        elif lines := list(_compare(lost, campaign, present, known[campaign.name])):
            lines_of[campaign.name] = lines
    return lines_of


def _compare(lost: Store, before: Campaign, present: Store, after: Campaign) -> Iterator[str]:
    was, now = _facts(lost, before), _facts(present, after)
    for name in dict.fromkeys((*was, *now)):
        both = [each.get(name) for each in (was, now)]
        old, new = ("nothing" if each in ("", b"", None) else each for each in both)
        if old != new:
            is_secret = any(isinstance(each, bytes) for each in both)
            yield f"{name}: not as before" if is_secret else f"{name} was {old}, and is {new}"
    old_ids, new_ids = (
        {each.message_id for each in store.rows(Heading, campaign_id=campaign.id)}
        for store, campaign in ((lost, before), (present, after))
    )
    if count := len(old_ids - new_ids):
        letters = "letter" if count == 1 else "letters"
        yield f"{count} {letters} had been written that {'is' if count == 1 else 'are'} not there"


def _facts(store: Store, campaign: Campaign) -> dict[str, object]:
    """Return what is compared of a campaign, each by its name; what must not be told is bytes."""
    settings = campaign.settings
    facts = {f"the setting {name}": getattr(settings, name) for name in settings.__struct_fields__}
    facts |= {"its end": campaign.ended, "whether it is put away": campaign.archived}
    for seat in queries.seats(store, campaign):
        for name in seat.__struct_fields__:
            if name not in _NOT_TOLD:
                facts[f"{seat.name}: {name}"] = getattr(seat, name)
    line = queries.resolutions(store, campaign)
    for each in line:
        outcome = (each.fingerprint.encode(), each.key, each.position)
        facts[f"what came of {each.phase}"] = b"".join(outcome)
    if line:
        facts["the deadline"] = queries.deadline(store, line[-1])
        for name, orders in queries.submissions(store, line[-1]).items():
            facts[f"the orders of {name}"] = orders.text.encode()
    return facts
