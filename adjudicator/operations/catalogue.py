"""Everything that a person can ask of a campaign. To add an operation is to add an entry to one of
these rooms."""

from adjudicator.operations import clock, info, orders, phases, seats, votes

OPERATIONS = tuple(
    each for room in (info, orders, seats, votes, clock, phases) for each in room.OPERATIONS
)
