"""What a seat may know (M25)."""

from msgspec.structs import replace

from adjudicator.games.samurai_swords.table.position import Colour, Policy, SwordsPosition


def view(position: SwordsPosition, seat: str) -> SwordsPosition:
    """Return the position without what the seat may not know; ``""`` is the public.

    Hidden: plans before they are revealed, where ronin hide, policies, the ninja's mission.
    """
    mine = position.seats[seat].colours if seat else ()
    colours = {
        name: record if name in mine else _public(position, name, record, mine)
        for name, record in position.colours.items()
    }
    return replace(position, colours=colours, viewer=seat)


def _public(position: SwordsPosition, name: str, record: Colour, mine: tuple[str, ...]) -> Colour:
    plan = record.plan
    if position.phase in ("plan", "spy"):
        spying = position.ninja.holder in mine and position.ninja.spied == name
        plan = plan if spying else None
    if plan is not None:  # the wanted places lie in no bin
        plan = replace(plan, places=())
    return replace(record, plan=plan, hidden={}, policy=Policy(), mission=None)
