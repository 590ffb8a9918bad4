"""Castles and fortresses (Action 3): building them, and the bonus units that they give."""

from msgspec.structs import replace

from adjudicator.games.engine import Problem, error
from adjudicator.games.engine.lines import Rule, Rules, carry_out_all
from adjudicator.games.samurai_swords import edition
from adjudicator.games.samurai_swords.orders.orders import Build
from adjudicator.games.samurai_swords.table.events import Built
from adjudicator.games.samurai_swords.table.play import SwordsPlay

BONUS = {
    "castle": (edition.CASTLE_SPEARMEN, "spearman"),
    "fortress": (edition.FORTRESS_RONIN, "ronin"),
}


def build_castles(play: SwordsPlay, seat: str) -> None:
    """Build what a seat orders, one piece at most."""
    carry_out_all(play, seat, play.orders[seat], BUILD_RULES)


def why_not_build(play: SwordsPlay, seat: str, order: Build) -> Problem | None:
    """Two koku build one castle or fortress in an own province, if a piece is left (Action 3)."""
    land = play.province(order.place)
    if play.muster.built or play.plan(seat).build < edition.BUILD_COST:
        return error(
            "build-bin", f"Your build bin does not hold the {edition.BUILD_COST} koku it costs."
        )
    if land.owner != seat:
        return error("not-yours", f"{order.place} is not yours.")
    if order.building == "castle" and land.building:
        fix = str(replace(order, building="fortress")) if land.building == "castle" else ""
        return error("built", f"{order.place} has a {land.building}.", fix)
    if order.building == "fortress" and land.building != "castle":
        there = f"a {land.building}" if land.building else "no castle"
        return error("no-castle", f"{order.place} has {there}.")
    if pieces_in_tray(play, order.building) < 1:
        return error("no-piece", f"No {order.building} is left in the tray.")
    return None


def build(play: SwordsPlay, seat: str, order: Build) -> None:
    """Place the piece; the koku are spent."""
    play.change_muster(built=True)
    play.change_province(order.place, building=order.building)
    play.tell(Built(seat=seat, province=order.place, building=order.building))


BUILD_RULES: Rules = {Build: Rule(why_not_build, build)}


def pieces_in_tray(play: SwordsPlay, building: str) -> int:
    """Count the castles, or the fortification bases, in the master tray."""
    standing = [land.building for land in play.position.provinces.values() if land.building]
    if building == "fortress":
        return edition.FORTRESSES - standing.count("fortress")
    return edition.CASTLES - len(standing)


def bonus_at(play: SwordsPlay, place: str) -> tuple[int, str]:
    """Return how many bonus units defend a province against this attacker, and which (M6)."""
    full, unit = BONUS.get(play.province(place).building, (0, ""))
    return play.turn.bonus.get(place, full), unit
