"""What a module of the game consists of, and how several become one set of rules.

The basic game is a module like the expansions. A module adds steps to the stages of the game,
order kinds to its phases, and functions to the few places where rules touch each other: what an
action costs and brings, what cannot be attacked, what follows when a province is lost.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from adjudicator.games.contract import Column, Default
from adjudicator.games.picture import Counter, Mark, Panel
from adjudicator.orders import Order, Orders

if TYPE_CHECKING:
    from adjudicator.games.shogun.scene import Play, Scene
    from adjudicator.orders import Line

Stage = str
"""A part of a phase. ``draft``: provinces are claimed. ``set up``: before the first season.
``lay out``: a season opens. ``plan``: plans, event, turn order. ``order known``: what follows the
turn order. ``carry out``: the ten actions. ``season end``: after them. ``winter``: losses,
revolts, scoring. A module may have stages of its own."""


class Problem(NamedTuple):
    """What is wrong with an order: an ``error`` can never be done, a ``warning`` may fail."""

    severity: Literal["error", "warning", "note"]
    code: str
    message: str
    fix: str = ""


class Terms(NamedTuple):
    """What an action costs and brings, after what changed it last."""

    cause: str
    price: int
    amount: int


Step = Callable[["Play"], None]
Judge = Callable[["Scene", str, Any], Iterable[Problem]]
Adjuster = Callable[["Scene", str, str, str, Terms], Terms]
Bar = Callable[["Scene", str, str, str], str]
Guard = Callable[["Play", str], bool]
Loss = Callable[["Play", str, str], None]
Asked = Callable[["Scene"], tuple[str, ...]]
Offers = Callable[["Scene", str], Iterable[Order]]
Steady = Callable[["Scene", str], Iterable["Line"]]
Gaps = Callable[["Scene", str, Orders], Iterable[Default]]
Figure = Callable[["Scene", str], str]
Drawn = Callable[["Scene", str], tuple[tuple[Counter, ...], tuple[Mark, ...]]]
Panels = Callable[["Scene"], Iterable[Panel]]
Faults = Callable[["Scene"], Iterable[str]]
Begin = Callable[["Scene"], Mapping[str, Any]]


class PhaseRule(NamedTuple):
    """A phase: its name and title, the stages it carries out, and whose orders it waits for.

    A phase in which ``asked`` names nobody is carried out at once.
    """

    name: str
    title: str
    stages: tuple[Stage, ...]
    asked: Asked


class Module(NamedTuple):
    """A part of the rules. The functions' arguments are a scene (or play) and a seat or province.

    ``steps`` by stage; ``kinds``: order kinds by phase; ``judges``: what is wrong with an order of
    a kind; ``asks``: by phase, the seats it waits for besides the phase's own. ``adjusters``
    change what an action costs and brings, in this order; ``bars`` say why a province cannot be
    attacked by an action (``""``: it can); ``guards`` keep a revolt marker away; ``losses`` follow
    when a seat loses a province; ``scores`` give points at the game's end. ``offers`` yields
    legal orders for the phase, ``steady`` sensible ones, ``gaps`` the defaults. ``columns`` are
    its figures in the standings, ``drawn`` its pieces in a province, ``panels`` its boxes beside
    the map, ``faults`` what is impossible about a position. ``begin`` makes its part of a position
    that has none. ``after`` are its phases that follow the actions of a season.
    """

    name: str
    steps: Mapping[Stage, tuple[Step, ...]] = {}
    kinds: Mapping[str, tuple[type[Order], ...]] = {}
    asks: Mapping[str, tuple[Asked, ...]] = {}
    judges: Mapping[type[Order], Judge] = {}
    adjusters: tuple[Adjuster, ...] = ()
    bars: tuple[Bar, ...] = ()
    guards: tuple[Guard, ...] = ()
    losses: tuple[Loss, ...] = ()
    scores: tuple[Step, ...] = ()
    offers: tuple[Offers, ...] = ()
    steady: tuple[Steady, ...] = ()
    gaps: tuple[Gaps, ...] = ()
    columns: tuple[tuple[Column, Figure], ...] = ()
    drawn: tuple[Drawn, ...] = ()
    panels: tuple[Panels, ...] = ()
    faults: tuple[Faults, ...] = ()
    begin: tuple[Begin, ...] = ()
    after: tuple[PhaseRule, ...] = ()


def combined(modules: Iterable[Module]) -> Module:
    """Return one module that does all that the modules do, in their order."""
    whole: dict[str, Any] = Module("rules")._asdict()
    for module in modules:
        for field, theirs in module._asdict().items():
            mine = whole[field]
            if isinstance(mine, tuple):
                whole[field] = mine + theirs
            elif field == "judges":
                whole[field] = {**mine, **theirs}
            elif isinstance(mine, Mapping):
                whole[field] = _joined(mine, theirs)
    return Module(**whole)


def _joined(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> dict[Any, Any]:
    return {key: first.get(key, ()) + second.get(key, ()) for key in (*first, *second)}
