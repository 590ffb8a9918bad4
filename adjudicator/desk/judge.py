"""What the order desk asks of the program: plain values in and out, of one seat's view.

It knows no game: what can be ordered follows from the game's legal orders and from the statements
of its order kinds, what is found wrong is what ``adjudicator check`` finds.
"""

import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from adjudicator.by_files.order_files import (
    CheckedFile,
    check_facts,
    read_order_file,
    read_position,
)
from adjudicator.chance import Stream
from adjudicator.desk.board import DeskBoard
from adjudicator.games.contract import Game, GameError
from adjudicator.games.picture import Arrow
from adjudicator.games.sketch import Sketched
from adjudicator.maps import draw_svg
from adjudicator.maps.ordered import picture_of_orders
from adjudicator.orders import Branch, Finding, Line, MisreadError, Orders, scan, subject
from adjudicator.orders.language.names import Vocabulary, name_key
from adjudicator.orders.language.slots import Name, NameList, OneOf, Slot
from adjudicator.orders.language.syntax import (
    Order,
    Phrase,
    forms_of,
    plain_syntax,
    ranking,
    slots_of,
)
from adjudicator.orders.orders import for_colour

if TYPE_CHECKING:
    from adjudicator.desk.table import DeskTable

_WORD = re.compile(r"\w+")
_COUNTED = re.compile(r"(\D*)(\d+)(\D*)")
MOST_FOUND = 40
"""Orders that a search finds at the most."""
MOST_DRAWN = 4096
"""Lines of which it is kept how the map shows them: what is offered is mostly what was before."""
Offered = dict[str, list[tuple[Line, list[Sketched]]]]
"""Legal orders with their marks on the map, by province."""


class Judge(DeskBoard):
    """Judges the orders of one seat for the phase that its view waits in."""

    def __init__(self, game: Game, view: Any, seat: str, before: Any = None):
        super().__init__(game, view, seat, before)
        self._read = lru_cache(maxsize=4)(self._read_file)
        self._offers = lru_cache(maxsize=16)(self._find_offers)
        self._drawn = lru_cache(maxsize=MOST_DRAWN)(self._draw_line)

    def describe(self, sheet: str = "") -> dict[str, Any]:
        """Return all that the page shows before anything is ordered, but for the map.

        Of an order sheet it says whether it is one of this seat and phase.
        """
        language = self.game.language(self.view, "", self.seat)
        return super().describe() | {
            "misfit": self._misfit(sheet),
            "asked": self.seat in self.phase.may and language is not None,
            "kinds": [_describe_kind(kind) for kind in language.kinds] if language else [],
            "battles": self._has_battles,
        }

    def put_into_words(self) -> dict[str, Any]:
        """Return the board in words, and what the seat has."""
        return super().put_into_words() | {"sheet": self.game.sheet(self.view, self.seat)}

    def _misfit(self, sheet: str) -> dict[str, str] | None:
        """Return whose and for which phase a sheet is, if it is not for what is open."""
        if not sheet.strip():
            return None
        scanned = scan(sheet.encode())
        phases = {(each.round, each.name) for each in scanned.sections if each.name}
        names = {self.phase.name, self.phase.series, *self.phase.later}
        fits = not phases or any(
            round in (0, None, self.phase.round) and name in names for round, name in phases
        )
        if fits and name_key(scanned.seat) in ("", name_key(self.seat)):
            return None
        when = ", ".join(f"{round or ''} {name}".strip() for round, name in sorted(phases))
        return {"seat": scanned.seat, "phase": when}

    def judge(self, text: str) -> dict[str, Any]:
        """Return what the page shows of an order file: what is found, and its orders as rows.

        ``later`` are the numbers of the lines for later phases, with those of their headings.
        """
        later = self._read(text).later
        return {
            "check": self.check(text),
            "rows": [self._describe_row(line) for line in self._standing(text)],
            "later": [
                number
                for each in later
                for number in (each.number, *(line.number for line in each.lines))
                if number
            ],
        }

    def follow(self, text: str, place: str) -> dict[str, Any]:
        """Return what an order file leaves, and what can be ordered behind it about a province."""
        return {
            "left": self.game.remainders(self.view, self.seat, self._standing(text)),
            "todo": self._find_idle(text),
            "options": self.list_options(place, text),
        }

    def list_options(self, place: str, text: str) -> list[dict[str, Any]]:
        """Return what can be ordered behind an order file about a province; ``""``: about none.

        What starts there comes first, and what many phases take last. What has a ``line`` takes the
        place of the order on that one: a longer ranking, another order about the same, or what
        would be possible without it.
        """
        after = self._standing(text)
        options = self._offers(after).get(place, [])
        options = sorted(
            options, key=lambda each: (self._is_usual(each[0]), not _starts(each[1], place))
        )
        offered = list(self._describe_offers(options, after))
        known = {each["text"] for each in offered} | {str(line) for line in after}
        for line in after if place else ():
            if _starts(self._sketch(line), place):
                for other, marks in self._offers(_without(after, line)).get(place, ()):
                    if not other.number and str(other) not in known and _starts(marks, place):
                        known.add(str(other))
                        offered.append(self._describe(other, marks, line.number))
        return offered

    def search(self, text: str, words: str) -> list[dict[str, Any]]:
        """Return what can be ordered behind an order file and has words that begin like some.

        So many as fit on a screen; what names them earliest comes first.
        """
        wanted = words.casefold().split()
        after = self._standing(text)
        found: dict[Line, tuple[list[int], list[Sketched]]] = {}
        for line, marks in chain.from_iterable(self._offers(after).values()):
            said = _WORD.findall(str(line).casefold())
            at = [
                next((n for n, word in enumerate(said) if word.startswith(each)), -1)
                for each in wanted
            ]
            if -1 not in at:
                found[line] = (at, marks)
        best = sorted(found, key=lambda line: (found[line][0], len(str(line))))[:MOST_FOUND]
        return list(self._describe_offers(((line, found[line][1]) for line in best), after))

    def _describe_offers(
        self, offers: Iterable[tuple[Line, list[Sketched]]], after: Orders
    ) -> Iterator[dict[str, Any]]:
        """Yield what can be ordered behind lines, but for what would stand in its own place."""
        stands = {line.number: str(line) for line in after}
        for line, marks in offers:
            number = _find_replaced_line(line, after)
            if stands.get(number) != str(line):
                yield self._describe(line, marks, number)

    def suggest(self) -> str:
        """Return the orders that a sensible player would begin with."""
        chance = Stream(b"desk")
        return str(self.game.regent("steady").orders(self.view, self.seat, chance))

    def describe_row(self, text: str, number: int) -> dict[str, Any]:
        """Say what an order line of a file can be put under, and what it could say else.

        Nothing that the check would refuse there, or of which it says that it is in vain.
        """
        lines = self._standing(text)
        line = next((each for each in lines if each.number == number), None)
        if line is None:
            return {"conditions": [], "alternatives": [], "instead": []}
        return {
            "conditions": self._conditions if self._takes_condition(lines, line) else [],
            "alternatives": list(self._alternatives(lines, line)),
            "instead": list(self._find_instead(lines, line)),
        }

    def _find_instead(self, lines: Orders, line: Line) -> Iterator[dict[str, Any]]:
        """Yield what could be ordered if a line were not there: what starts where it does."""
        starts = next(_places(self._sketch(line)), "")
        for other, marks in self._offers(_without(lines, line)).get(starts, ()):
            alike = starts or type(other.order) is type(line.order)
            if alike and not other.number and str(other) != str(line):
                yield self._describe(other, marks, line.number)

    def _takes_condition(self, lines: Orders, line: Line) -> bool:
        first = line.branches[0]
        language = self.game.language(self.view, "", self.seat)
        if first.when is not None or language is None or not self._conditions:
            return False
        when = language.read_when(self._conditions[0]["text"])
        under = replace(line, branches=(replace(first, when=when), *line.branches[1:]))
        return not any(
            each.severity == "error" for each in self._find(put_in_place(lines, under), line.number)
        )

    def _alternatives(self, lines: Orders, line: Line) -> Iterator[dict[str, Any]]:
        """Yield what is possible in the place of a line, if the check takes one of it there.

        What starts where it does comes first.
        """
        before = Orders(tuple(each for each in lines if each.number < line.number))
        known = {branch.order for branch in line.branches}
        start = next(_places(self._sketch(line)), "")
        others = [
            replace(each, colour="")
            for each in self._legal_orders(before)
            if type(each.order) is type(line.order)
            and each.colour == line.colour
            and not each.number
            and each.order not in known
        ]
        for other in others[:1]:
            longer = replace(line, branches=(*line.branches, Branch(other.order)))
            now, then = (
                {each.code for each in self._find(given, line.number) if each.severity != "note"}
                for given in (lines, put_in_place(lines, longer))
            )
            if then <= now:
                shown = [(each, self._sketch(each)) for each in others]
                shown.sort(key=lambda each: not _starts(each[1], start))
                yield from (self._describe(*each) for each in shown)

    def _find(self, lines: Orders, number: int) -> list[Finding]:
        found = self.game.check(self.view, self.seat, lines)
        return [each for each in found if each.line == number]

    def check(self, text: str) -> dict[str, Any]:
        """Return what ``adjudicator check --json`` says of an order file.

        Of lines that are not read as orders it says where they stand, too.
        """
        read = self._read(text)
        lines = read.standing.unread if read.standing else ()
        unread = [{"line": each.number, "text": each.text} for each in lines]
        return check_facts(self.game, self.view, read) | {"unread": unread}

    def draw(self, text: str = "") -> str:
        """Return the map with the orders as they stand, and what happens by default, as SVG."""
        standing = self._read(text).standing
        picture = standing and picture_of_orders(
            self.game, self.view, standing.orders, standing.defaults
        )
        return draw_svg(picture or self.picture)

    def reckon(self, text: str) -> dict[str, Any]:
        """Return the odds of the battles that order lines lead to, and their charts.

        Raises GameError if the game has no battles to reckon.
        """
        from adjudicator.cases.battle_odds import accuracy, battle_odds, charts  # few ask for it

        odds = battle_odds(self.game, self.view, self.seat, text)
        shown = [*charts(odds), accuracy(odds)] if odds.contests else []
        return {"odds": odds, "charts": shown}

    @cached_property
    def _has_battles(self) -> bool:
        try:
            return bool(self.game.battles(self.view).phase)
        except GameError:
            return False

    def _find_offers(self, after: Orders) -> Offered:
        """Return what can be ordered behind lines, by each province that it is drawn in.

        What is drawn in none stands under ``""``, and under those that it names.
        """
        options: Offered = {}
        stands = {line.number: line for line in after}
        for line in self._legal_orders(after):
            marks = self._sketch(_news(line, stands.get(line.number)))
            for place in dict.fromkeys(_places(marks)) or ("", *self._find_named(line.order)):
                options.setdefault(place, []).append((line, marks))
        return options

    def _find_named(self, order: Order) -> Iterator[str]:
        """Yield the provinces that an order names."""
        for field, slot in slots_of(type(order)).items():
            if isinstance(slot, Name | NameList):
                value = getattr(order, field)
                names = value if isinstance(value, tuple) else (value,)
                yield from (name for name in names if name in self.picture.spots)

    def _find_idle(self, text: str) -> list[str]:
        """Return the seat's provinces from which more can be ordered, and nothing is."""
        after = self._standing(text)
        busy = {next(_places(self._sketch(line)), "") for line in after}
        return [
            place
            for place, offers in self._offers(after).items()
            if place in self._own - busy
            and any(not line.number and _starts(marks, place) for line, marks in offers)
        ]

    @cached_property
    def _own(self) -> set[str]:
        """The provinces in which the seat owns the land or something on it."""
        colours = set(self.view.colours_of(self.seat))
        return {
            name
            for name, spot in self.picture.spots.items()
            if not colours.isdisjoint({spot.owner, *(each.seat for each in spot.counters)})
        }

    def _read_file(self, text: str) -> CheckedFile:
        return read_order_file(self.game, self.view, "orders", text.encode(), self.seat)

    def _standing(self, text: str) -> Orders:
        """Return the lines of an order file that stand."""
        read = self._read(text)
        return read.standing.orders if read.standing else Orders()

    def _legal_orders(self, after: Orders) -> list[Line]:
        if self.seat not in self.phase.may:
            return []
        find = self.game.legal_orders
        if "after" not in inspect.signature(find).parameters:  # a game of an older package
            return find(self.view, self.seat)
        return find(self.view, self.seat, after)

    def _is_usual(self, line: Line) -> bool:
        """Whether half of the other phases of the game take an order of this kind, too."""
        return type(line.order) in self._usual

    @cached_property
    def _usual(self) -> set[type[Order]]:
        known = self.game.languages(self.view.options)
        others = [language.kinds for language, _ in known if language.phase != self.phase.name]
        taken = Counter(chain.from_iterable(others))
        return {kind for kind, count in taken.items() if 2 * count >= len(others)}

    def _sketch(self, line: Line) -> list[Sketched]:
        return self._drawn(replace(line, number=0))

    def _draw_line(self, line: Line) -> list[Sketched]:
        return self.game.sketch(self.view, self.seat, Orders((line,)))

    def _describe(self, line: Line, marks: list[Sketched], number: int = 0) -> dict[str, Any]:
        """Return a legal order: where it is drawn, or what it names, and whose place it takes."""
        ends = [each.mark.target for each in marks if isinstance(each.mark, Arrow)]
        places = _places(marks) if marks else self._find_named(line.order)
        return {
            "text": str(line),
            "line": line.number or number,
            "kind": for_colour(line.colour, plain_syntax(type(line.order))),
            "usual": self._is_usual(line),
            "places": list(dict.fromkeys(places)),
            "target": ends[-1] if ends else "",
        }

    def _describe_row(self, line: Line) -> dict[str, Any]:
        """Return an order that stands, with the blanks of each of its alternatives."""
        text, start = str(line), 0
        blanks: list[dict[str, Any]] = []
        for branch in line.branches:
            if branch.when is not None:
                for each in branch.when.any_of:
                    for clause in each:
                        blanks += self._describe_blanks(text, clause.condition, start, False)
            blanks += self._describe_blanks(text, branch.order, start)
            start = text.index(str(branch.order), start) + len(str(branch.order))
        return self._describe(line, self._sketch(line)) | {
            "blanks": blanks,
            "order": len(text) - len(line.text),
        }

    @cached_property
    def _conditions(self) -> list[dict[str, Any]]:
        """What an order can be put under: of each kind an example."""
        language = self.game.language(self.view, "", self.seat)
        conditions: list[dict[str, Any]] = []
        if language is None:
            return conditions
        for kind in language.conditions:
            for example in kind.examples:
                with suppress(MisreadError):  # of a seat that does not play
                    read = language.read_when(example).any_of[0][0].condition
                    conditions.append({"form": plain_syntax(kind), "text": str(read)})
                    break
        return conditions

    def _describe_blanks(
        self, text: str, phrase: Phrase, start: int, is_order: bool = True
    ) -> Iterator[dict[str, Any]]:
        """Yield the blanks of an order, or of a condition, each with where it stands in its line.

        Provinces of an order are pointed at; those of a condition are among its choices.
        """
        match = forms_of(type(phrase))[0].regex.match(f"{phrase} ")
        language = self.game.language(self.view, "", self.seat)
        before = text.find(str(phrase), start)
        if match is None or language is None or before < 0:  # it is written in another form
            return
        for field, slot in slots_of(type(phrase)).items():
            first, last = match.span(field)
            if first < 0:  # it was left out
                continue
            blank = {"name": field, "start": before + first, "end": before + last - 1}
            word = text[before + first : before + last - 1]
            blank |= {
                which: _takes_step(slot, word, by, language.names)
                for which, by in (("fewer", -1), ("more", 1))
            }
            if isinstance(slot, OneOf):
                blank |= {"choices": slot.names.all}
            elif isinstance(slot, Name | NameList):
                names = language.names[slot.what].all
                on_map = is_order and (not names or names[0] in self.picture.spots)
                blank |= {"several": isinstance(slot, NameList), "on_map": on_map}
                blank |= {} if on_map else {"choices": names}
            yield blank | {"help": slot.describe()}


def open_position(data: bytes, seat: str) -> DeskBoard:
    """Read a position file for the desk of a seat: its view, or the public's. Raises GameError."""
    game, position = read_position(data)
    if position.viewer == "":
        return DeskBoard(game, position, "")
    return judge_position(game, position, seat)


def judge_position(game: Game, position: Any, seat: str, before: Any = None) -> Judge:
    """Return the judge of a seat's orders. Raises GameError.

    ``before`` is the whole position that the last phase began from, if it is known.
    """
    seats = tuple(position.seats)
    who = position.viewer or seat
    if position.viewer and seat not in ("", position.viewer):
        raise GameError("desk.another-view", viewer=position.viewer, seat=seat)
    if who not in seats:
        raise GameError("desk.whose", seats=list(seats))
    view = position if position.viewer else game.view(position, who)
    if game.phase(view).over:
        raise GameError("desk.over")
    return Judge(game, view, who, before and game.view(before, who))


def _news(line: Line, before: Line | None) -> Line:
    """Return a line, or of one that adds to a ranking what it adds."""
    field = ranking(type(line.order))
    if before is None or not field:
        return line
    known = getattr(before.order, field)
    new: Any = tuple(name for name in getattr(line.order, field) if name not in known)
    return replace(line, branches=(Branch(replace(line.order, **{field: new})),))


def _without(lines: Orders, line: Line) -> Orders:
    return Orders(tuple(each for each in lines if each is not line))


def _find_replaced_line(line: Line, after: Orders) -> int:
    """Return the number of a line in whose place another about the same would count; or 0."""
    if line.number or not line.order.latest:
        return line.number
    about = (line.colour, *subject(line.order))
    same = (each for each in reversed(after.lines) if (each.colour, *subject(each.order)) == about)
    return next((each.number for each in same), 0)


def _starts(marks: Sequence[Sketched], place: str) -> bool:
    return next(_places(marks), "") == place


def put_in_place(lines: Orders, other: Line) -> Orders:
    """Return lines with another one in the place of that which has its number."""
    return Orders(tuple(other if each.number == other.number else each for each in lines))


def _takes_step(slot: Slot, word: str, by: int, names: Vocabulary) -> bool:
    """Return whether a blank takes a word with another number in it, if there is one alone."""
    counted = _COUNTED.fullmatch(word)
    if counted is None or int(counted[2]) + by < 0:
        return False
    try:
        slot.read(f"{counted[1]}{int(counted[2]) + by}{counted[3]}", names)
    except MisreadError:
        return False
    return True


def _places(marks: Sequence[Sketched]) -> Iterator[str]:
    """Yield the provinces of marks, of each arrow that from which it starts first."""
    for each in marks:
        mark = each.mark
        yield from (mark.source, mark.target) if isinstance(mark, Arrow) else (mark.place,)


def _describe_kind(kind: type[Order]) -> dict[str, Any]:
    return {
        "form": plain_syntax(kind),
        "help": " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split()),
        "examples": kind.examples,
    }


class Desk:
    """What the page's worker talks to: each call takes plain values and gives JSON."""

    def __init__(self) -> None:
        self.board: DeskBoard | None = None
        self.table: DeskTable | None = None

    def answer(self, call: str, *given: Any) -> str:
        """Carry a call out: ``{"result": …}``, or ``{"error": …}``, the sentence for the player.

        Beside that stand the error's code and its facts.
        """
        try:
            return _json({"result": self._call(call, *given)})
        except GameError as error:
            return _json(
                {"error": str(error), "code": error.reason.code, "facts": error.reason.facts}
            )

    def _call(self, call: str, *given: Any) -> Any:
        if call == "open":
            data, seat, sheet = given
            self.board = open_position(data.encode(), seat)
            return self.board.describe(sheet)
        if call in ("begin", "open table", "games"):
            return self._lay_table(call, *given)
        if call in ("go on", "undo", "sit", "keep", "position") and self.table:
            return self._call_table(self.table, call, *given)
        if self.board is None:
            raise GameError("desk.closed")
        calls: dict[str, Callable[..., Any]] = {
            "draw": self.board.draw,
            "answer": self.board.answer,
            "words": self.board.put_into_words,
        }
        if isinstance(self.board, Judge):
            calls |= {
                "judge": self.board.judge,
                "follow": self.board.follow,
                "options": self.board.list_options,
                "search": self.board.search,
                "suggest": self.board.suggest,
                "row": self.board.describe_row,
                "odds": self.board.reckon,
            }
        return calls[call](*given)

    def _lay_table(self, call: str, *given: Any) -> Any:
        from adjudicator.desk.table import begin_table, list_games, open_table  # few play there

        if call == "games":
            return list_games()
        self.table = begin_table(*given) if call == "begin" else open_table(*given)
        return self.table.describe()

    def _call_table(self, table: "DeskTable", call: str, *given: Any) -> Any:
        if call == "sit":
            self.board = judge_position(table.game, table.position, given[0], table.before)
            return self.board.describe()
        if call == "keep":
            return table.keep().decode()
        if call == "position":
            return table.game.encode(table.position).decode()
        if call == "go on":
            table.go_on(msgspec.json.decode(given[0], type=dict[str, str]))
        else:
            table.undo()
        return table.describe()


def _json(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()
