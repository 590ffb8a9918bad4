"""What is done on a yes to a letter that asked back: to a seat, an address, the game as a whole."""

from typing import Literal

from msgspec.structs import replace

from adjudicator.campaign.kernel.change import Change
from adjudicator.campaign.people.asking import HOLDS, question_of
from adjudicator.campaign.people.caretakers import begin_care
from adjudicator.campaign.people.seats import (
    change_address,
    confirm_seat,
    enter_guest,
    leave,
    undo_address,
)
from adjudicator.campaign.phases.correct import roll_back
from adjudicator.store.records import Confirmation

Confirmed = Literal[
    "seat",
    "waits",
    "observes",
    "left",
    "half",
    "address",
    "undone",
    "late",
    "again",
    "gone",
    "agreed",
    "moved-on",
    "cares",
    "unwanted",
    "elsewhere",
]
"""What came of a yes: a seat (at once, or when one is free), watching, leaving, one end of a new
address or both, or the one before it; or it came too late, the second time, or after somebody
else's; or the game has gone back to a phase, or had gone on; or he looks after a seat, or would if
that were still wanted; or it is about a seat of another game."""


def confirm(change: Change, asked: Confirmation, word: str = "") -> Confirmed:
    """Do what was confirmed, with a word for the dice if the answer had one.

    Raises CampaignError if it can be done no longer.
    """
    asked = change.store.find(Confirmation, id=asked.id)
    if asked.answered:
        return "again"
    if change.now - asked.asked > HOLDS:
        return "late"
    if not asked.into:
        change.check_goes_on()
    question = question_of(change, asked)
    for each in question:
        if each.address == asked.address:
            change.save(replace(each, answered=change.now))
    if asked.into:
        return "elsewhere"
    if asked.request == "observe":
        enter_guest(change, asked.address, asked.player, "observer")
        return "observes"
    if asked.request == "unobserve":
        leave(change, asked.address)
        return "left"
    if asked.request == "rollback":
        is_master = any(each.address == asked.address for each in change.masters)
        is_there = change.has_begun and change.head.serial == asked.resolution
        if not (is_master and is_there):
            return "moved-on"
        roll_back(change, asked.argument)
        return "agreed"
    if asked.request == "care":
        return "cares" if begin_care(change, asked) else "unwanted"
    if asked.request not in ("address", "undo"):
        return confirm_seat(change, asked, word)
    assert asked.seat
    seat = change.seat(asked.seat)
    if asked.request == "undo":
        undo_address(change, seat, asked.address)
        return "undone"
    if any(each.answered is None for each in question if each.address != asked.address):
        return "half"
    change_address(change, seat, asked.argument)
    return "address"
