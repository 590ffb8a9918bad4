"""The context of a war turn: who wages it, what is used up, ronin that show themselves."""

from adjudicator.chance import Chance
from adjudicator.games.samurai_swords.casualties import Body
from adjudicator.games.samurai_swords.edition import CASTLE_SPEARMEN, FORTRESS_RONIN
from adjudicator.games.samurai_swords.events import RoninRevealed, WarPhase
from adjudicator.games.samurai_swords.lines import Context
from adjudicator.games.samurai_swords.position import Army, Hidden
from adjudicator.games.samurai_swords.state import State

BONUS = {
    "castle": (CASTLE_SPEARMEN, "spearman"),
    "fortress": (FORTRESS_RONIN, "ronin"),
    "": (0, ""),
}


class War(Context):
    """One seat's war turn.

    ``chance`` is None in a dry run, in which battles are assumed to be won without losses.
    ``steps`` are the provinces that each army has moved in this movement phase, ``attacks`` the
    attacks it has made, ``open`` the province that it emptied last and may advance to; ``won`` are
    the armies that had a success.
    ``garrisons`` are units that an army left behind in phase D, ``arrived`` those that have moved
    in it: both stay where they are (M12). ``bonus`` is what is left of castles' bonus units
    against this attacker (M6). ``risky`` are the provinces whose state depends on a battle, for
    the checker.
    """

    def __init__(self, state: State, seat: str, chance: Chance | None):
        super().__init__(state)
        self.seat = seat
        self.chance = chance
        self.phase: WarPhase = "A"
        self.steps: dict[str, int] = {}
        self.attacks: dict[str, int] = {}
        self.open: dict[str, str] = {}
        self.won: set[str] = set()
        self.garrisons: dict[str, dict[str, int]] = {}
        self.arrived: dict[str, dict[str, int]] = {}
        self.bonus: dict[str, int] = {}
        self.risky: set[str] = set()

    @property
    def alive(self) -> bool:
        """Whether the turn goes on."""
        return not self.state.over and not self.state.seats[self.seat].out

    def army(self, number: str) -> Army | None:
        """Return one of the seat's armies, or None if it is lost."""
        return self.state.seats[self.seat].armies.get(number)

    def at(self, number: str) -> str:
        """Return where one of the seat's armies stands, or ``""`` if it is lost."""
        army = self.army(number)
        return army.at if army else ""

    def hidden_with(self, number: str) -> int:
        """Return how many hidden ronin an army has: once it has moved they have shown themselves.

        Those of a province that it passes through are with the army that stands there.
        """
        army = self.army(number)
        return 0 if army is None or self.steps.get(number) else self.state.hidden(army.at).army

    def bonus_at(self, place: str) -> tuple[int, str]:
        """Return how many bonus units defend a province against this attacker, and which."""
        full, unit = BONUS[self.state.provinces[place].building]
        return self.bonus.get(place, full), unit


def reveal_ronin(
    state: State, place: str, army: bool = True, force: bool = True, number: str = ""
) -> None:
    """Let hidden ronin in a province join the troops they came with, for all to see.

    ``number`` is the army they are with; it matters only where another is passing through.
    """
    hidden = state.hidden(place)
    shown = Hidden(army=hidden.army if army else 0, force=hidden.force if force else 0)
    ronin = shown.army + shown.force
    if not ronin:
        return
    owner = state.provinces[place].owner
    record = state.seats[owner]
    left = Hidden(army=hidden.army - shown.army, force=hidden.force - shown.force)
    others = {p: h for p, h in record.hidden.items() if p != place}
    if left.army or left.force:
        others[place] = left
    state.set_seat(owner, hidden=others, hidden_total=record.hidden_total - ronin)
    there = state.army_in(place)
    if shown.army and there:
        state.change_army(owner, number or there[0], {"ronin": shown.army})
    if shown.force:
        state.change_force(place, {"ronin": shown.force})
    state.tell(RoninRevealed(seat=owner, province=place, army=shown.army, force=shown.force))


def army_body(number: str, army: Army) -> Body:
    """Return an army as it stands in a battle."""
    return Body(army, army=number, daimyo=True, down=army.down)
