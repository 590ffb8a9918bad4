"""Two databases beside each other: what one holds of its campaigns that the other does not."""

from collections.abc import Iterator

import msgspec

from adjudicator.store import queries
from adjudicator.store.database import Store
from adjudicator.store.letter_records import Heading
from adjudicator.store.records import Campaign

_SAME = ("campaign_id", "token_secret", "token_digest")
"""Fields of a seat of which only that they differ is said, or nothing."""


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
    for line in _compare_fields(before.settings, after.settings):
        yield f"the setting {line}"
    if (before.ended, before.archived) != (after.ended, after.archived):
        yield "it had been ended, put away or taken out again"
    yield from _compare_seats(lost, before, present, after)
    yield from _compare_phases(lost, before, present, after)
    old, new = (
        {each.message_id for each in store.rows(Heading, campaign_id=campaign.id)}
        for store, campaign in ((lost, before), (present, after))
    )
    if count := len(old - new):
        letters = "letter" if count == 1 else "letters"
        yield f"{count} {letters} had been written that {'is' if count == 1 else 'are'} not there"


def _compare_fields(before: msgspec.Struct, after: msgspec.Struct) -> Iterator[str]:
    for name in before.__struct_fields__:
        was, now = getattr(before, name), getattr(after, name)
        if was != now and name not in _SAME:
            was, now = ("nothing" if each in ("", None) else each for each in (was, now))
            yield f"{name} was {was}, and is {now}"


def _compare_seats(lost: Store, before: Campaign, present: Store, after: Campaign) -> Iterator[str]:
    seats = {each.name: each for each in queries.seats(present, after)}
    for seat in queries.seats(lost, before):
        now = seats.get(seat.name)
        if now is None:
            yield f"there was a seat {seat.name}"
            continue
        yield from (f"{seat.name}: {line}" for line in _compare_fields(seat, now))
        if seat.token_digest != now.token_digest:
            yield f"{seat.name} had been given another token"


def _compare_phases(
    lost: Store, before: Campaign, present: Store, after: Campaign
) -> Iterator[str]:
    old, new = queries.resolutions(lost, before), queries.resolutions(present, after)
    for one, other in zip(old, new, strict=False):
        same = (one.phase, one.fingerprint, one.key, one.position)
        if same != (other.phase, other.fingerprint, other.key, other.position):
            yield f"{one.phase} had come out otherwise: other orders, a correction, or real dice"
            return
    for each in old[len(new) :]:
        yield f"{each.phase} had been carried out"
    for each in new[len(old) :]:
        yield f"{each.phase} had not been carried out, and now is"
    if len(old) == len(new) and old:
        closed, closes = queries.deadline(lost, old[-1]), queries.deadline(present, new[-1])
        if closed != closes:
            was, now = (
                f"{each:%Y-%m-%d %H:%M} UTC" if each else "none" for each in (closed, closes)
            )
            yield f"the deadline was {was}, and is {now}"
        sent, stand = queries.submissions(lost, old[-1]), queries.submissions(present, new[-1])
        for seat in dict.fromkeys((*sent, *stand)):
            texts = [each[seat].text if seat in each else "" for each in (sent, stand)]
            if texts[0] != texts[1]:
                yield f"other orders of {seat} stood"
