"""The blank order sheet: what a seat has, what it may do, and the defaults as comments."""

from collections.abc import Iterator, Sequence

from adjudicator.games.samurai_swords.judging.check import check
from adjudicator.games.samurai_swords.judging.defaults import find_defaults
from adjudicator.games.samurai_swords.judging.legal_orders import find_legal_orders
from adjudicator.games.samurai_swords.orders.ninja_orders import (
    MISSIONS,
    StrikeAtLast,
    StrikeOnAttack,
)
from adjudicator.games.samurai_swords.orders.orders import BINS, Spy
from adjudicator.games.samurai_swords.orders.war_orders import STEP_ORDERS, PickUp, PickUpLate
from adjudicator.games.samurai_swords.shown.map import army_words, units_words
from adjudicator.games.samurai_swords.table.play import WAR_PHASES, SwordsPlay, past_steps
from adjudicator.games.samurai_swords.table.position import counts
from adjudicator.orders import Order, Orders, read_orders
from adjudicator.orders.language.syntax import plain_syntax

_SHOWN = {"deploy": 2, "plan": 3, "spy": 2, "muster": 11, **dict.fromkeys(WAR_PHASES, 19)}
"""How many order kinds of each phase the sheet explains: those that most will need."""


def sheet(play: SwordsPlay, seat: str) -> list[str]:
    """Return the lines of the sheet, all of them comments until the player takes the mark away."""
    if not play.is_alive(seat):
        return ["# Nothing is to be ordered."]
    phase = play.position.phase
    lines = ["# What you have:", *_holdings(play, seat), "#", "# What you can order, by example:"]
    past = [kind for step in past_steps(play) for kind in STEP_ORDERS[step]]
    kinds = [
        kind
        for kind in play.rules.orders[phase][: _SHOWN.get(phase, 2)]
        if _is_useful(play, seat, kind) and kind not in past
    ]
    lines += [f"#   {each}" for each in _examples(play, seat, kinds)]
    lines += ["#", "# Unless you order otherwise (take the # away to change it):"]
    for default in find_defaults(play, seat, Orders()):
        if default.text:
            lines += [f"# {line}" for line in default.text.splitlines()]
        else:
            lines.append(f"#   ({default.why})")
    return [*lines, ""]


def _examples(play: SwordsPlay, seat: str, kinds: Sequence[type[Order]]) -> list[str]:
    """Return an order of each kind that the check takes: a legal one, else the one the kind states.

    Where it takes neither, how an order of the kind is written.
    """
    if (language := play.language(play.position.phase)) is None:
        return []
    texts: dict[type[Order], str] = {}
    for each in find_legal_orders(_begin(play, seat, Orders()), seat):
        texts.setdefault(type(each), str(each))
    texts = {kind: kind.examples[0] for kind in kinds} | texts
    read = read_orders("\n".join(texts[kind] for kind in kinds), language)
    findings = [*read.findings, *check(_begin(play, seat, read.orders), seat, read.orders)]
    wrong = {each.line for each in findings if each.severity == "error"}
    return [
        plain_syntax(kind) if line in wrong else texts[kind] for line, kind in enumerate(kinds, 1)
    ]


def _begin(play: SwordsPlay, seat: str, orders: Orders) -> SwordsPlay:
    """Return a play of the same position, which may be changed."""
    return SwordsPlay(play.begun, play.rules, play.board, None, {seat: orders}, play.language)


def _is_useful(play: SwordsPlay, seat: str, kind: type[Order]) -> bool:
    """Whether the seat can use an order: in this edition, and with or without the ninja."""
    edition = play.edition
    holds = play.position.ninja.holder == seat
    if kind in (PickUp, PickUpLate):
        return edition.pick_up_at_start
    if kind is Spy:
        return holds
    if kind in MISSIONS:
        here = edition.strike_at_any_time or kind not in (StrikeOnAttack, StrikeAtLast)
        return here and holds and play.position.round > 1
    return True


def _holdings(play: SwordsPlay, seat: str) -> Iterator[str]:
    record = play.colour(seat)
    if record.koku:
        yield f"#   {record.koku} koku"
    spied = play.position.ninja.spied
    plan = play.colour(spied).plan if spied and play.position.phase == "spy" else None
    if plan:
        bins = ", ".join(f"{getattr(plan, name)} on {name}" for name in BINS)
        yield f"#   what your ninja saw in the tray of {spied}: {bins}"
    for number, army in sorted(record.armies.items()):
        where = f" in {army.at}" if army.at else ""
        yield f"#   army {number}{where}, level {army.level}: {army_words(army)}"
    for place in play.provinces_of(seat):
        units = units_words(counts(play.province(place)))
        hidden = play.hidden_ronin(place)
        ronin = hidden.army + hidden.force
        secret = f" + {ronin} hidden ronin" if ronin else ""
        there = units or ("army only" if play.army_in(place) else "nobody yet")
        yield f"#   {place}: {there}{secret}{_next_door(play, seat, place)}"


def _next_door(play: SwordsPlay, seat: str, place: str) -> str:
    near = []
    for other in play.neighbours(place):
        owner = play.owner(other)
        if owner != seat:
            there = f"{owner}, ally" if play.is_ally(seat, owner) else owner
            near.append(f"{other} ({there} {play.strength(other)})" if owner else f"{other} (-)")
    return f"; next to {', '.join(near)}" if near else ""
