"""What a seat may know."""

from msgspec.structs import replace

from adjudicator.games.gekokujo.table.position import GekokujoPosition, House


def view(position: GekokujoPosition, seat: str) -> GekokujoPosition:
    """Return the position without the policies, plans and hidden missions of other seats.

    With hidden koku (G21) without theirs too.
    """
    hidden = position.options["koku"] == "hidden"
    seats = {
        name: record if name == seat else _public(record, hidden)
        for name, record in position.seats.items()
    }
    ninja = position.ninja
    if ninja.mission == "assassination" and ninja.master != seat and not ninja.struck:
        ninja = replace(ninja, place="", victim="")
    return replace(position, seats=seats, ninja=ninja, viewer=seat)


def _public(record: House, hidden: bool) -> House:
    if hidden:
        record = replace(record, koku=0, stored=0, fund=0)
    return replace(record, policies=(), plan="") if record.policies or record.plan else record
