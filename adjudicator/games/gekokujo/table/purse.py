"""What a seat may spend, and where: questions that several orders of reinforcement share."""

from adjudicator.games.engine import Problem, warning
from adjudicator.games.gekokujo.table.play import GekokujoPlay


def purse(play: GekokujoPlay, seat: str) -> int:
    """Return the koku that a seat's next line may spend: those in hand that it does not keep."""
    return max(0, play.house(seat).koku - play.kept.get(seat, 0))


def why_too_dear(play: GekokujoPlay, seat: str, cost: int) -> Problem | None:
    """Say why a seat cannot buy anything, or not this."""
    if play.house(seat).path == "assault":
        return warning("assault", "In a round of assault all koku are for ronin.")
    have, kept = purse(play, seat), play.kept.get(seat, 0)
    if have < cost:
        back = f" and you keep {kept} back" if kept else ""
        return warning("too-dear", f"It costs {cost} koku; you have {play.house(seat).koku}{back}.")
    return None


def why_not_own(play: GekokujoPlay, seat: str, place: str) -> Problem | None:
    """Say why a province is not one that a seat controls."""
    if play.owner(place) == seat:
        return None
    owner = play.owner(place)
    who = f"{owner} controls {place}" if owner else f"{place} is neutral"
    return warning("not-yours", f"You do not control {place}: {who}.")
