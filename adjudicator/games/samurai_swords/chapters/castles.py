"""Castles and fortresses (Action 3): building them, and the bonus units that they give."""

from msgspec.structs import replace

from adjudicator.games.engine.lines import Deed, Rules, carry_out_all
from adjudicator.games.engine.problems import refuse
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


def build(play: SwordsPlay, seat: str, order: Build) -> Deed:
    """Two koku build one castle or fortress in an own province, if a piece is left (Action 3)."""
    place, building = order.place, order.building
    land = play.province(place)
    if play.muster.built or play.plan(seat).build < edition.BUILD_COST:
        refuse("build-bin", f"Your build bin does not hold the {edition.BUILD_COST} koku it costs.")
    if land.owner != seat:
        refuse("not-yours", f"{place} is not yours.")
    if building == "castle" and land.building:
        fix = str(replace(order, building="fortress")) if land.building == "castle" else ""
        refuse("built", f"{place} has a {land.building}.", fix)
    if building == "fortress" and land.building != "castle":
        there = f"a {land.building}" if land.building else "no castle"
        refuse("no-castle", f"{place} has {there}.")
    if pieces_in_tray(play, building) < 1:
        refuse("no-piece", f"No {building} is left in the tray.")
    yield
    play.change_muster(built=True)
    play.change_province(place, building=building)
    play.tell(Built(seat=seat, province=place, building=building))


BUILD_RULES: Rules = {Build: build}


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
