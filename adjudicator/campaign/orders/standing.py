"""The orders of one seat in one phase: read, merged with what stood, checked."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from adjudicator.campaign.kernel.errors import reason
from adjudicator.campaign.kernel.turns import is_own, turn_of
from adjudicator.campaign.orders.suggestions import judge_fixes, note_choices, settle
from adjudicator.games.contract import NOT_YOUR_TURN, STEP_PAST, Default, Game, Phase
from adjudicator.orders import (
    Finding,
    Language,
    Line,
    Orders,
    RawLine,
    Severity,
    read_orders,
    understand,
)
from adjudicator.orders.language.names import name_key
from adjudicator.orders.language.words import LINKS
from adjudicator.orders.orders import for_colour
from adjudicator.orders.reading.headings import write_headings
from adjudicator.orders.reading.reader import NOT_AN_ORDER, Understood
from adjudicator.patterns import pattern

_WORD = pattern(r"\w+")

NOT_READY = "not-ready"
"""The code of the finding that says that “ready” does not count, or no longer does; and the letter
that says so where no other answer does, of which the blocks are its sentences."""
LEFT_OUT = "left-out"
"""The code of the finding on an order that stood and does no longer, for a letter left it out."""
CLOSED_PART = "closed-part"
"""The code of the finding on a part of a letter that cannot be read and may hold orders."""
_IN_DOUBT = (NOT_AN_ORDER, "edited", "tail", "remark")
"""The codes of findings on lines that may be no orders, or none of the sender's, and on orders that
stand where a remark does."""
CHECK_FAILED = "check-failed"
"""The code of the finding that says that the rules failed while judging orders."""

EARLIER = 1_000_000
"""Numbers from here on mark lines that are not in the file being read."""


class Standing(NamedTuple):
    """What stands after an order file was read: orders, findings, defaults.

    Lines and findings carry the numbers of the file; a line that stood before carries one from
    ``EARLIER`` on.
    """

    orders: Orders
    findings: tuple[Finding, ...]
    defaults: tuple[Default, ...]
    unread: tuple[RawLine, ...] = ()
    """The lines of the file that were not read as orders."""
    accepted: bool = True
    """Whether anything of the file was accepted."""
    warned: tuple[int, ...] | None = None
    """The lines that the check of these very orders warns of, by their numbers in the canonical
    text; None of orders for a later phase, which are not checked yet."""
    before: Orders = Orders()
    """What had stood."""
    replaces: bool = False
    """Whether the file was a whole new set, and no amendment."""
    phase: str = ""
    """The phase of the orders (``5 plan``), if it is a later one than that which waits."""
    ready: bool = False
    """Whether the seat is marked as ready."""
    ahead: bool = False
    """Whether it is for all that is left of its turn."""
    receipt: str = ""
    """The Message-ID of the receipt."""

    @property
    def text(self) -> str:
        """The orders in canonical form."""
        return str(self.orders)

    @property
    def fingerprint(self) -> str:
        """The fingerprint that a receipt shows."""
        return receipt_fingerprint(self.text, self.defaults)


NOTHING = Standing(Orders(), (), ())
"""What stands where nothing can be ordered."""


class Viewpoint(msgspec.Struct, frozen=True, dict=True):
    """A seat at the phase that waits: what it sees, the language it may order in, what is over.

    At a later phase it sees nothing yet (None), and its orders are read without being checked.
    What a check has said is carried along, for the same orders are asked about twice: which of them
    wait for another turn, and what is to be said of those that do not.
    """

    game: Game
    view: Any
    seat: str
    language: Language
    over: frozenset[tuple[int | None, str]] = frozenset()
    """The (round, name) of phases in which the seat could order and no longer can; with the name
    stands whose turn it was, if it was another seat's."""

    @cached_property
    def phase(self) -> Phase:
        """The phase that waits."""
        return self.game.phase(self.view)

    @property
    def is_own(self) -> bool:
        """Whether the phase that waits is the seat's own turn."""
        return is_own(self.phase, self.seat)

    def turn_of(self, name: str) -> tuple[str, str]:
        """Return what phase a heading names, and whose turn, if it is another seat's."""
        return turn_of(name, self.view.every_colour, self.seat)

    def next_round(self, name: str) -> int:
        """Return the round of the phase of that name that comes next, if none is left out."""
        return self.phase.round + ((self.phase.round, name) in self.over)

    def read(self, text: str) -> Orders:
        """Read orders as they are kept."""
        return read_orders(text, self.language).orders

    def merge(
        self,
        before: Orders,
        lines: Sequence[RawLine],
        policy: Orders | None = None,
        only: Collection[str] = (),
        suggested: Collection[str] = (),
    ) -> Standing:
        """Read lines, put them over what stood ``before``, and leave out what is rejected.

        Without a ``policy``, and if they order nothing but what was ``suggested``, they amend it;
        else they replace it, but for standing policies and what they leave alone:
        ``only`` are the later parts of a series that headings name, if they name no other. Each
        order that stood and is neither replaced nor taken back by this is told. A rejected line
        leaves the one that it would have replaced in force. A name that may be several things is
        that of which alone the line is possible. Text around the orders that is none is left
        unread.
        """
        understood = self._without_titles(understand(lines, self.language))
        base, orders = before, understood.orders
        repeats = bool(orders.lines) and all(str(line) in suggested for line in orders)
        replaces = bool(orders.lines) and not repeats
        if policy is not None and replaces:
            base = policy.amend(self._lines_left_alone(before, understood.orders, only))
        base = earlier(base)
        wanted = base.amend(understood.orders, understood.cancelled)
        first = self._check(wanted)
        refused = {f.line for f in first if f.severity == "error" and 0 < f.line < EARLIER}
        if refused:
            wanted = base.amend(_without_errors(understood.orders, first), understood.cancelled)
        findings = self._check(wanted) if refused else first
        lost = {f.line for f in findings if f.severity == "error" and f.line}
        kept = _without_errors(wanted, findings)
        of_refused = (f for f in first if f.line in refused and f not in findings)
        idle = map(_find_idle, before.absent(understood.cancelled))
        told = [*understood.findings, *of_refused, *findings, *idle]

        def check(again: Understood) -> list[Finding]:
            idle = (_find_idle(line) for line in before.absent(again.cancelled))
            return [*self._check(base.amend(again.orders, again.cancelled)), *idle]

        told = judge_fixes(told, lines, understood, self.language, check)
        if settled := settle(told, lines):
            again = self.merge(before, settled, policy, only, suggested)
            return again._replace(findings=(*note_choices(told, settled), *again.findings))
        gone = {line.number for line in base.lines} - {line.number for line in kept}
        told = [replace(f, line=0) if f.line in gone else f for f in told]
        told.sort(key=lambda f: f.line)
        if policy is not None and replaces:
            left_out = kept.absent(before.amend(Orders(), understood.cancelled).lines)
            told += [
                Finding.of(0, "note", str(line), reason(LEFT_OUT, line=str(line)))
                for line in left_out
            ]
        elif policy is not None and repeats and before.lines:
            told.append(Finding.of(0, "note", "", reason("as-suggested")))
        warned = None if lost else find_warned(kept, findings)
        return self.finish(kept, told, warned)._replace(
            unread=tuple(sorted(unread_lines(understood), key=lambda line: line.number)),
            accepted=is_silent(understood)
            or bool(understood.cancelled)
            or any(line.number < EARLIER for line in kept),
            before=before,
            replaces=policy is not None and replaces,
        )

    def _without_titles(self, understood: Understood) -> Understood:
        """Leave lines unread that say nothing but for which phase and seat the others are."""
        found = understood.findings
        titles = [x for x in found if x.code == NOT_AN_ORDER and self.is_title(x.read)]
        unread = (*understood.unread, *(RawLine(each.line, each.read) for each in titles))
        findings = tuple(each for each in found if each not in titles)
        return replace(understood, findings=findings, unread=unread) if titles else understood

    def is_title(self, text: str) -> bool:
        """Say whether a line says nothing but for which phase and seat others are."""
        if self.view is None or "?" in text:
            return False
        phase = self.phase
        title = f"{phase.key} {phase.name} {phase.title} {phase.moment} {self.seat}"
        known = {name_key(word) for word in _WORD.findall(title)}
        words = {name_key(word) for word in _WORD.findall(text)}
        return not (words - known - LINKS) and any(map(str.isalpha, words))

    def read_suggestions(self, findings: Iterable[Finding]) -> set[str]:
        """Return the lines that findings suggest, in canonical form."""
        fixes = {each.fix for each in findings} - {""}
        return {str(line) for each in fixes for line in self.read(each)}

    def find_left_out(self, findings: Iterable[Finding], orders: Orders) -> list[str]:
        """Return the orders that were left out, as findings say, and that others say nothing of."""
        gone = self.read("\n".join(each.read for each in findings if each.code == LEFT_OUT))
        return [str(line) for line in orders.absent(gone.lines)]

    def bring_back(self, orders: Orders, left_out: Sequence[str], older: Iterable[str]) -> Orders:
        """Return orders with those beside them that a letter left out, as if it had amended.

        They have the places that they had in the first of the ``older`` sets that holds them all.
        """
        for text in older:
            whole = self.read(text)
            if {*left_out} <= {*map(str, whole)}:
                break
        else:
            whole = self.read("\n".join(left_out))
        gone = {*map(str, orders.absent(whole.lines))} - {*left_out}
        return Orders(tuple(line for line in whole if str(line) not in gone)).amend(orders)

    def finish(
        self,
        orders: Orders,
        findings: Sequence[Finding] = (),
        warned: tuple[int, ...] | None = None,
    ) -> Standing:
        """Work out what follows from the orders that stand: defaults, and of which lines a check
        warns, unless these are known (``Standing.warned``)."""
        if self.view is None:
            return Standing(orders, tuple(findings), ())
        if warned is None:
            warned = find_warned(orders, self._check(orders)) if len(orders) else ()
        try:
            defaults = tuple(self.game.defaults(self.view, self.seat, orders.renumber()))
        except Exception as error:  # a fault of the rules must not cost the orders
            defaults, findings = (), [*findings, _fault("defaults", error)]
        return Standing(orders, tuple(findings), defaults, warned=warned)

    def keep(
        self, orders: Orders, findings: Sequence[Finding], warned: tuple[int, ...] | None
    ) -> Standing:
        """Work out what follows from orders that a file leaves alone: with what a check warns of
        them, which stands among the ``findings`` that were entered with them if it is known which
        lines it warned of (``Standing.warned``)."""
        if warned is None and len(orders):
            said = self._check(orders)
        else:
            said = [each for each in find_again(findings, orders) if each.line]
        return self.finish(orders, [each for each in said if each.severity == "warning"], warned)

    def _lines_left_alone(self, before: Orders, new: Orders, only: Collection[str]) -> Orders:
        """Return the orders that stood and that new ones leave alone although they amend nothing.

        In a series that is all for later parts of which they say nothing.
        """
        if self.view is None or not self.phase.later:
            return Orders()
        parts = {self.game.part(self.view, line) for line in new}
        spoken = parts | (set(only) or {self.phase.name, ""})
        return Orders(
            tuple(line for line in before if self.game.part(self.view, line) not in spoken)
        )

    def policies(self, texts: Sequence[str]) -> Orders:
        """Return those of a seat's standing policies that it can order in this phase."""
        orders = self.read("\n".join(texts))
        waits = self._waiting_lines(orders)
        return Orders(tuple(line for line in orders if line.number not in waits))

    def part_lines(
        self, lines: Sequence[RawLine]
    ) -> tuple[tuple[RawLine, ...], tuple[RawLine, ...]]:
        """Part lines into those that a seat can order now and those that wait for its own turn.

        A line that is no order goes where the one before it goes, an alternative with its order.
        """
        known: list[Line] = []
        lines = write_headings(lines, self.language)
        for raw in lines:
            alone = understand((raw,), self.language)
            known += alone.orders.lines
            known += alone.cancelled
        waiting = self._waiting_lines(Orders(tuple(known)))
        numbers = {line.number for line in known}
        waits = bool(known) and known[0].number in waiting
        later: list[RawLine] = []
        for raw in lines:
            waits = raw.number in waiting if raw.number in numbers else waits
            if waits:
                later.append(raw)
        kept = {raw.number for raw in later}
        return tuple(raw for raw in lines if raw.number not in kept), tuple(later)

    def waits_for_turn(self, orders: Orders) -> bool:
        """Whether among orders are some that wait for another turn of the seat."""
        return any(each.code == NOT_YOUR_TURN for each in self._check(orders))

    def _waiting_lines(self, orders: Orders) -> set[int]:
        """Return the numbers of the lines that the seat can order only in a turn, or a part of one,
        that is still to come."""
        phase = self.phase
        own, several = self.is_own, bool(self.language.colours)
        if not len(orders) or (own and not phase.series and not several):
            return set()
        codes = (NOT_YOUR_TURN, STEP_PAST) if own else (NOT_YOUR_TURN,)
        return {each.line for each in self._check(orders) if each.code in codes}

    @cached_property
    def _findings(self) -> dict[Orders, Sequence[Finding]]:
        """The findings on orders that were checked."""
        return {}

    def _check(self, orders: Orders) -> Sequence[Finding]:
        if self.view is None:
            return ()
        if orders not in self._findings:
            self._findings[orders] = self._ask(orders)
        return self._findings[orders]

    def _ask(self, orders: Orders) -> Sequence[Finding]:
        try:
            return tuple(self.game.check(self.view, self.seat, orders))
        except Exception as error:  # a fault of the rules must not cost the orders
            return (_fault("orders", error),)


def viewpoint(
    game: Game,
    position: Any,
    seat: str,
    over: frozenset[tuple[int | None, str]] = frozenset(),
) -> Viewpoint | None:
    """Return the seat's table in the phase that waits, or None if that phase takes no orders, as
    when the game is over.

    The position may be the whole one or the seat's own view.
    """
    language = game.language(position, "", seat)
    if language is None:
        return None
    view = position if position.viewer == seat else game.view(position, seat)
    return Viewpoint(game, view, seat, language, over)


def _without_errors(orders: Orders, findings: Sequence[Finding]) -> Orders:
    """Leave out the orders that have errors.

    Of orders that are alike on a line of a file the first stays: they may be wrong behind it.
    """
    is_wrong, alike = _tell_of(orders, findings, "error"), Counter(orders)
    kept: list[Line] = []
    for line in orders:
        if not is_wrong(line) or (alike[line] > 1 and line not in kept):
            kept.append(line)
    return Orders(tuple(kept))


def find_warned(orders: Orders, findings: Sequence[Finding]) -> tuple[int, ...]:
    """Return the lines of which findings warn, by their numbers in the canonical text."""
    is_warned = _tell_of(orders, findings, "warning")
    pairs = zip(orders, orders.renumber(), strict=True)
    return tuple(kept.number for line, kept in pairs if is_warned(line))


def _tell_of(
    orders: Orders, findings: Sequence[Finding], severity: Severity
) -> Callable[[Line], bool]:
    """Return whether findings of a severity are about an order: of several on a line they are about
    those that they quote, or about all."""
    quoted: dict[int, set[str]] = {}
    for each in findings:
        if each.severity == severity and each.line:
            quoted.setdefault(each.line, set()).add(each.read)
    told = {line.number for line in orders if str(line.order) in quoted.get(line.number, ())}

    def is_told(line: Line) -> bool:
        if line.number not in quoted:
            return False
        return line.number not in told or str(line.order) in quoted[line.number]

    return is_told


def unread_lines(understood: Understood) -> list[RawLine]:
    """Return the lines that were not read as orders, those that only speak of the game too."""
    prose = (f for f in understood.findings if f.code == NOT_AN_ORDER)
    return [*understood.unread, *(RawLine(f.line, f.read) for f in prose)]


def is_silent(understood: Understood) -> bool:
    """Whether there is nothing but headings."""
    orders = understood.orders.lines or understood.cancelled
    return not (orders or understood.findings or understood.unread)


def is_prose(understood: Understood) -> bool:
    """Whether there is text, and nothing of it is an order or was meant as one."""
    orders = understood.orders.lines or understood.cancelled
    return bool(unread_lines(understood)) and not (orders or is_misread(understood))


def is_misread(understood: Understood) -> bool:
    """Whether a line was meant as an order and could not be read as one."""
    return any(each.code != NOT_AN_ORDER for each in understood.findings)


def withholds_ready(findings: Sequence[Finding]) -> bool:
    """Whether anything was rejected, or was not read and may be an order: then nobody is ready."""
    return any(each.severity == "error" or each.code in _IN_DOUBT for each in findings)


def is_suspended(findings: Iterable[Finding]) -> bool:
    """Whether a seat was ready, or said so, and that does not count."""
    return any(each.code == NOT_READY for each in findings)


def leaves_out(findings: Iterable[Finding]) -> bool:
    """Whether orders that stood are left out: then a phase is not closed at once."""
    return any(each.code == LEFT_OUT for each in findings)


def earlier(orders: Orders) -> Orders:
    """Mark the lines as having stood before the file that is being read."""
    return Orders(
        tuple(replace(line, number=EARLIER + place) for place, line in enumerate(orders.lines))
    )


def quote_earlier(findings: Sequence[Finding], orders: Orders) -> tuple[Finding, ...]:
    """Return findings as a person can use them: those about earlier lines quote the line."""
    lines = {line.number: line for line in orders}
    return tuple(
        replace(f, line=0, read=str(lines.get(f.line, f.read))) if f.line >= EARLIER else f
        for f in findings
    )


def find_again(findings: Sequence[Finding], orders: Orders) -> tuple[Finding, ...]:
    """Return findings that were entered with orders, each under the number that the order has now
    which it quotes; nothing else stands beside an order, and what was rejected has its old one."""
    numbers: dict[str, int] = {}
    for line in orders:
        for text in (str(line), *(str(branch.order) for branch in line.branches)):
            numbers.setdefault(text, line.number)
    return tuple(
        each if each.severity == "error" else replace(each, line=numbers.get(each.read, 0))
        for each in findings
    )


def receipt_fingerprint(text: str, defaults: Sequence[Default]) -> str:
    """Return the fingerprint that a receipt shows: of the orders, and the defaults beside them."""
    from adjudicator.chance import fingerprint  # who only checks orders needs none

    return fingerprint({"orders": text, "defaults": "".join(f"{d.text}\n" for d in defaults)})


def policies_after(
    before: Sequence[str], orders: Orders, table: Viewpoint | None
) -> tuple[str, ...]:
    """Return the standing policies that live on after a phase.

    Those that could be ordered in it are the ones that stood in it; the others stay.
    """
    others = [text for text in before if table is None or not table.policies([text]).lines]
    return (*others, *(str(line) for line in orders if line.always))


def _find_idle(line: Line) -> Finding:
    """Return what is said of a line that takes back an order, where none stands."""
    read = for_colour(line.colour, f"cancel {line.text}")
    return Finding.of(line.number, "error", read, reason("nothing-cancelled"))


def _fault(what: str, error: Exception) -> Finding:
    why = reason(CHECK_FAILED, what=what, error=type(error).__name__, told=False)
    return Finding.of(0, "warning", "", why)
