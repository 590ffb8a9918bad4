"""Everything that a person can ask of a campaign. To add an operation is to write one function, in
one of these modules."""

from adjudicator.operations import board, info, orders, people, phases, votes
from adjudicator.operations.operation import Operation

_MODULES = (info, board, orders, people, votes, phases)
OPERATIONS = tuple(
    each for module in _MODULES for each in vars(module).values() if isinstance(each, Operation)
)
