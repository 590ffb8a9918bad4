"""What a letter is about, gathered from a game's views through the contract alone."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal
from urllib.parse import quote

import msgspec

from adjudicator.boards import load_board
from adjudicator.games.contract import (
    Column,
    Default,
    Defaulted,
    Event,
    Game,
    Option,
    Ordered,
    Phase,
    Table,
    Value,
)
from adjudicator.games.picture import Picture
from adjudicator.orders import Finding, Line, Orders, find_replaced
from adjudicator.orders.orders import for_colour
from adjudicator.orders.reading.scan import header as file_header
from adjudicator.reports import words
from adjudicator.reports.model import Setting
from adjudicator.reports.reasons import reason
from adjudicator.wording import find_cited

_ADDRESS = re.compile(r"[\w.+=-]+@[\w.-]+\Z", re.ASCII)
_RULING = re.compile(r" ?\((?:see )?[A-Z]\d+(?:(?:, | and )[A-Z]\d+)*\)")


class OrderRow(msgspec.Struct, frozen=True):
    """One order line of a seat, and what became of it."""

    lines: tuple[str, ...]
    """The line as it was written, and its alternatives."""
    outcome: str = ""
    """``""`` if there is nothing to tell."""
    at: int = 0
    """Which of the lines the outcome is that of: the alternative that was carried out, or the
    first."""
    why: str = ""


class DefaultRow(msgspec.Struct, frozen=True):
    """A default: the order lines it stands for, if any, and why it is there."""

    lines: tuple[str, ...]
    why: str
    """Left out where the next default has the same."""


class OwnerChange(msgspec.Struct, frozen=True):
    """Provinces that passed from one owner to another; ``""`` is nobody."""

    old: str
    new: str
    provinces: tuple[str, ...]


class Next(msgspec.Struct, frozen=True):
    """What comes next, for the reader."""

    phase: Phase
    title: str
    role: Literal["must", "may", "others", "over"]
    """Whether the reader must or may order, or others, or nobody any more."""
    by: str
    """Until when, in few words and in his zone, for a subject: ``Tue 24 Nov 20:00``; or ``""``."""
    waits: tuple[str, ...]
    """The other persons whose orders are awaited."""
    header: tuple[str, ...]
    """The lines that his orders begin with."""
    defaults: list[DefaultRow]
    fillers: tuple[Default, ...]
    """The defaults as the game states them."""
    link: str
    """Opens a mail with the header in it; ``""`` if there is no address."""


def phase_title(phase: Phase) -> str:
    """Return the title of a phase without its round or moment, which is said beside it."""
    return words.clean(phase.title, 80).removeprefix(f"{phase.when}: ")


def colours_of(view: Any, seat: str) -> tuple[str, ...]:
    """Return the colours that the reader's seat commands; the public has none."""
    return tuple(view.colours_of(seat)) if seat else ()


def title_of_several(phases: Sequence[Phase]) -> str:
    """Return what calls several phases that a letter tells of: ``Takeda: march, fight, move``."""
    whose = dict.fromkeys(phase.turn for phase in phases if phase.turn)
    names = dict.fromkeys(phase.name for phase in phases)
    return words.clean(f"{', '.join(whose)}: {', '.join(names)}".removeprefix(": "), 80)


def changes(before: Picture, after: Picture, view: Any) -> list[OwnerChange]:
    """Return what changed hands, grouped by the old and the new owner; both are not of one seat."""
    groups: dict[tuple[str, str], list[str]] = {}
    pairs = [view.colours_of(seat) for seat in view.seats]
    for place, spot in after.spots.items():
        was = before.spots.get(place)
        if was is not None and was.owner != spot.owner:
            if any(was.owner in own and spot.owner in own for own in pairs):
                continue
            groups.setdefault((was.owner, spot.owner), []).append(place)
    return [OwnerChange(old, new, tuple(sorted(places))) for (old, new), places in groups.items()]


def later_part(game: Game, view: Any, phase: Phase, *, over: bool) -> Callable[[Line], str]:
    """Return what says for which later part of the turn a line waits, if it was not answered.

    ``view`` is that of the ``phase`` the line was for, and ``over`` whether the game ended with it.
    """

    def part(line: Line) -> str:
        if not phase.later or over or line.always:
            return ""
        name = game.part(view, line)
        if phase.lap:
            return str(reason("waits-for-turn"))
        return str(reason("waits-for-part", name=name)) if name in phase.later else ""

    return part


def order_rows(
    orders: Orders | None,
    events: Sequence[Event],
    seat: str,
    part: Callable[[Line], str] = lambda line: "",
) -> list[OrderRow]:
    """Return a seat's order lines as it wrote them, each with what became of it.

    ``part`` says for which later part of the turn a line waits that was not answered.
    """
    outcomes: dict[int | str, list[Ordered]] = {}
    for event in events:
        if isinstance(event, Ordered) and event.seat == seat:
            outcomes.setdefault(event.line or event.text, []).append(event)
    rows = []
    done = [
        (line, line.branches[max(answer.branch, 1) - 1].order)
        for line in orders or ()
        for answer in outcomes.get(line.number, [])[-1:]
        if answer.outcome == "done" and answer.branch <= len(line.branches)
    ]
    gone = {replaced.number: line for replaced, _, line in find_replaced(done)}
    for line in orders or ():
        answers = outcomes.pop(line.number, [])
        row = _order_row(str(line), answers)
        if line.number in gone:
            order = words.clean(str(gone[line.number].order))
            why = str(reason("replaced", order=order))
            row = msgspec.structs.replace(row, outcome="skipped", why=why)
        elif not answers:
            row = msgspec.structs.replace(row, why=part(line))
        rows.append(row)
    for left in outcomes.values():
        rows.append(_order_row(for_colour(left[0].colour, left[0].text), left))
    return rows


def _order_row(text: str, answers: Sequence[Ordered]) -> OrderRow:
    lines = words.order_lines(text)
    if not answers:
        return OrderRow(lines)
    last = answers[-1]
    whys = dict.fromkeys(words.clean(event.why) for event in answers if event.why)
    if last.left:
        whys[str(reason("rest-waits"))] = None
    branch = last.branch - 1 if 0 < last.branch <= len(lines) else 0
    return OrderRow(lines, last.outcome, branch, " ".join(whys))


def orders_of_others(events: Sequence[Event], seat: str) -> dict[str, list[OrderRow]]:
    """Return the order lines of other seats, as far as the game shows them to this one."""
    seats = dict.fromkeys(e.seat for e in events if isinstance(e, Ordered) and e.seat != seat)
    return {other: order_rows(None, events, other) for other in seats}


def default_rows(defaults: Sequence[Default | Defaulted]) -> list[DefaultRow]:
    """Return defaults as they are shown; what is so for two colours is said once."""
    rows = [DefaultRow(default_lines(each), words.clean(each.why)) for each in defaults]
    rows = [row for place, row in enumerate(rows) if row.lines or row not in rows[:place]]
    whys = [row.why for row in rows]
    return [
        msgspec.structs.replace(row, why="")
        if row.lines and [row.why] == whys[place + 1 : place + 2]
        else row
        for place, row in enumerate(rows)
    ]


def default_lines(default: Default | Defaulted) -> tuple[str, ...]:
    """Return the order lines that a default stands for; none if it is no order."""
    text = for_colour(default.colour, default.text) if default.text else ""
    return words.order_lines(text)


def standings(game: Game, before: Any, after: Any) -> Table:
    """Return the standings, each number with what it gained or lost in the phase."""
    now = game.standings(after)
    was = {row[0]: row for row in game.standings(before).rows}
    rows = tuple(_with_gains(now.columns, row, was[row[0]]) for row in now.rows)
    return msgspec.structs.replace(now, rows=rows)


def final_standings(table: Table) -> Table:
    """Return the standings at the end of a game: with places, which ties share (``2=``)."""
    places = table.places
    if not places:
        return msgspec.structs.replace(table, title="Final standings")
    rows = tuple(
        (row[0], f"{place}=" if places.count(place) > 1 else str(place), *row[1:])
        for row, place in zip(table.rows, places, strict=True)
    )
    columns = (table.columns[0], Column("Place"), *table.columns[1:])
    return msgspec.structs.replace(table, title="Final standings", columns=columns, rows=rows)


def _with_gains(
    columns: Sequence[Column], row: tuple[str, ...], was: tuple[str, ...]
) -> tuple[str, ...]:
    return tuple(
        f"{new} ({int(new) - int(old):+d})"
        if column.number and new != old and new.isdecimal() and old.isdecimal()
        else new
        for column, new, old in zip(columns, row, was, strict=True)
    )


def next_phase(game: Game, view: Any, phase: Phase, setting: Setting, *, asks: bool) -> Next:
    """Return what comes next for the reader; how to order only if the letter ``asks`` for it."""
    seat = setting.seat
    role: Literal["must", "may", "others", "over"] = "others"
    if phase.over:
        role = "over"
    elif seat in phase.may:
        role = "must" if seat in phase.must else "may"
    orders = asks and role in ("must", "may")
    awaited = phase.must if setting.awaited is None else setting.awaited
    lines = tuple(header(phase, setting)) if orders else ()
    filled = orders and seat not in setting.regents  # a regent leaves no gaps
    fillers = tuple(game.defaults(view, seat, Orders())) if filled else ()
    return Next(
        phase=phase,
        title=phase_title(phase),
        role=role,
        by=words.short_date(setting.deadline, setting.zone) if setting.deadline else "",
        waits=tuple(s for s in awaited if s != seat and s not in setting.regents),
        header=lines,
        defaults=default_rows(fillers),
        fillers=fillers,
        link=_link(setting, phase, lines) if orders else "",
    )


def header(phase: Phase, setting: Setting) -> list[str]:
    """Return the lines with which an order mail for the phase begins."""
    return file_header(
        words.name(setting.campaign),
        words.name(setting.seat),
        f"{phase.round} {words.clean(phase.name, 40)}",
        words.clean(setting.token),
    )


def _link(setting: Setting, phase: Phase, header: Sequence[str]) -> str:
    """Return a link that opens a mail with the header lines in it, or ``""``."""
    if not _ADDRESS.match(setting.address):
        return ""
    subject = quote(f"[{words.name(setting.campaign)}] orders {phase.round} {phase.name}", safe="")
    body = quote("\r\n".join([*header, "", ""]), safe="")
    return f"mailto:{quote(setting.address, safe='@')}?subject={subject}&body={body}"


def dice_facts(game: Game, view: Any, setting: Setting) -> dict[str, Any]:
    """Return what a report says of the dice: key, seal, the words and the public number in it.

    Where nothing is random it says the seal alone.
    """
    dice = setting.dice if game.meta.is_random(len(view.seats)) else None
    return {
        "key": words.clean(dice.key) if dice else "",
        "seal": words.clean(setting.dice.seal) if setting.dice else "",
        "drawn": dice and any(each.draws for each in (dice, *setting.earlier_dice)),
        "dice_words": [(words.name(x), words.clean(y)) for x, y in dice.words.items()]
        if dice
        else (),
        "beacon": words.clean(dice.beacon) if dice else "",
    }


OptionInForce = tuple[str, Value, str]
"""An option's name, its value and what it means."""


def options_in_force(game: Game, given: Mapping[str, Value]) -> dict[str, list[OptionInForce]]:
    """Return the options that mean anything in the game: those ``chosen``, and those ``usual``."""
    options: dict[str, list[OptionInForce]] = {"chosen": [], "usual": []}
    for option in game.meta.options:
        value = given.get(option.name, option.default)
        if value != "" and not game.meta.find_bar(option.name, given):
            kind = "usual" if value == option.default else "chosen"
            fact = option.name, _value_of(option, value), _sentence_on(option)
            options[kind].append(fact)
    return options


def _value_of(option: Option, value: Value) -> Value:
    """Return the value of an option as it is shown; of a board it is the title."""
    return words.clean(load_board(str(value)).title) if option.board else value


def _sentence_on(option: Option) -> str:
    """Say what an option means, without the numbers of rulings, which only the docs explain."""
    about = words.clean(_RULING.sub("", option.about)).rstrip(".")
    return f"{about[:1].upper()}{about[1:]}."


def shown_orders(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the lines of a letter about a game that are orders, or can be sent as some.

    ``content`` is what it says, by the names that templates know it by.
    """
    lines: list[str] = [*content["next"].header, *content.get("examples", ())]
    rows = [*content["next"].defaults, *content.get("filled", ()), *content.get("defaults", ())]
    rows += content["asked"] if isinstance(content.get("asked"), list) else []
    lines += [line for row in rows for line in row.lines]
    others = content.get("others", {}).values()
    lines += [line for some in others for row in some for line in row.lines]
    lines += [x.text for x in content["events"] if isinstance(x, Ordered | Defaulted) and x.text]
    if judged := content.get("judged"):
        lines += [line for row in judged.stands for line in row.lines]
        lines += [text for each in judged.findings for text in (each.read, each.fix) if text]
    if changed := content.get("changed"):
        lines += [line for group in (*changed.new, *changed.gone) for line in group]
    lines += [line for _, kept, _ in content.get("for_later", ()) for x in kept for line in x]
    return tuple(dict.fromkeys(lines))


def find_citations(content: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the findings that a letter tells of repeat of the lines that they are about."""
    findings = judged.findings if (judged := content.get("judged")) else ()
    return tuple(text for each in findings for text in find_cited(each.facts, each.read))


class StandingOrder(msgspec.Struct, frozen=True):
    """An order that stands, canonically, and what may become of it."""

    lines: tuple[str, ...]
    remarks: tuple[Finding, ...] = ()


class Judged(msgspec.Struct, frozen=True):
    """Orders and findings put together."""

    stands: tuple[StandingOrder, ...]
    rejected: tuple[Finding, ...]
    """What is wrong, so that it does not count."""
    remarks: tuple[Finding, ...]
    """Warnings and notes that belong to no single line that stands."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All of them, also those beside orders that stand."""
        beside = (remark for each in self.stands for remark in each.remarks)
        return (*self.rejected, *self.remarks, *beside)

    @property
    def doubtful(self) -> int:
        """How many of the orders that stand may fail."""
        return sum(any(f.severity == "warning" for f in each.remarks) for each in self.stands)


class Changed(msgspec.Struct, frozen=True):
    """Orders that stand beside those that stood before, each order with its lines."""

    new: tuple[tuple[str, ...], ...]
    gone: tuple[tuple[str, ...], ...]
    kept: int
    """How many stand as they stood."""


def compare(before: Sequence[str], orders: Orders, left_out: Sequence[str] = ()) -> Changed:
    """Say which orders are new, which are gone, and how many stay, whatever their places.

    Those that were ``left_out`` are told of elsewhere.
    """
    of_others = [text for text in before if text not in left_out]
    left = list(of_others)
    new = []
    for text in map(str, orders):
        if text in left:
            left.remove(text)
        else:
            new.append(words.order_lines(text))
    gone = tuple(words.order_lines(text) for text in left)
    return Changed(tuple(new), gone, len(of_others) - len(left))


def judge(orders: Orders, findings: Sequence[Finding]) -> Judged:
    """Put each finding beside the order that it is about: that on its line, and of several on one
    line that which it quotes."""
    by_number: dict[int, list[int]] = {}
    quoted: list[str] = []
    for place, line in enumerate(orders):
        by_number.setdefault(line.number, []).append(place)
        quoted.append(str(line.order))
    beside: dict[int, list[Finding]] = {}
    loose: list[Finding] = []
    rejected: list[Finding] = []
    for finding in findings:
        places = by_number.get(finding.line, [])
        if len(places) > 1:
            places = [place for place in places if quoted[place] == finding.read]
        if finding.severity == "error":
            rejected.append(finding)
        elif finding.line and places:
            beside.setdefault(places[0], []).append(finding)
        else:
            loose.append(finding)
    stands = tuple(
        StandingOrder(words.order_lines(str(line)), tuple(beside.get(place, ())))
        for place, line in enumerate(orders)
    )
    lines = sorted((f for f in rejected if f.line or f.read), key=lambda f: f.line)
    whole = [f for f in rejected if not (f.line or f.read)]
    # What is wrong with a whole file is no rejected line, unless there is none that says so.
    return Judged(stands, tuple(lines or whole), tuple(whole + loose if lines else loose))
