"""What players said to everybody: the press that those who only look on may read."""

import msgspec

from adjudicator.campaign.kernel.state import State
from adjudicator.campaign.press.archive import THE_MASTER, THE_OBSERVERS, open_press
from adjudicator.reports import words
from adjudicator.reports.text import LONGEST_QUOTED
from adjudicator.store.press_records import Press

UNSIGNED = "Unsigned"


class Remark(msgspec.Struct, frozen=True):
    """A piece of press."""

    resolution: int
    """The serial of the resolution that opened the phase that waited; -1 before the deal."""
    writer: str
    lines: tuple[str, ...]


def public_press(at: State) -> list[Remark]:
    """Return the press of a campaign that went to everybody or to its observers, oldest first."""
    remarks = []
    for press in at.store.rows(Press, order="id", campaign_id=at.campaign.id):
        said = open_press(at.campaign, press)
        if not (said.broadcast or THE_OBSERVERS in said.to):
            continue
        writer = words.name(press.writer or THE_MASTER.capitalize()) if said.signed else UNSIGNED
        lines = tuple(words.clean(line, LONGEST_QUOTED) for line in said.lines)
        serial = -1 if press.resolution is None else press.resolution
        remarks.append(Remark(serial, writer, lines))
    return remarks
