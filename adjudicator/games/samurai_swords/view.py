"""What a seat may know (M25)."""

from msgspec.structs import replace

from adjudicator.games.samurai_swords.position import Policy, Seat, SwordsPosition


def view(position: SwordsPosition, seat: str) -> SwordsPosition:
    """Return the position without what the seat may not know; ``""`` is the public.

    Hidden: plans before they are revealed, where ronin hide, policies, the ninja's mission.
    """
    seats = {
        name: record if name == seat else _public(position, name, record, seat)
        for name, record in position.seats.items()
    }
    return replace(position, seats=seats, viewer=seat)


def _public(position: SwordsPosition, name: str, record: Seat, viewer: str) -> Seat:
    plan = record.plan
    if position.phase in ("plan", "spy"):
        spying = viewer and position.ninja.holder == viewer and position.ninja.spied == name
        plan = plan if spying else None
    if plan is not None:  # the wanted places lie in no bin
        plan = replace(plan, places=())
    return replace(record, plan=plan, hidden={}, policy=Policy(), mission=None)
