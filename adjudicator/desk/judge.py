"""What the order desk asks of the program: plain values in and out, of one seat's view.

It knows no game: what can be ordered follows from the game's legal orders and from the statements
of its order kinds, what is found wrong is what ``adjudicator check`` finds.
"""

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.by_files.order_files import check_facts, read_order_file, read_position
from adjudicator.cases.battle_odds import accuracy, battle_odds, charts
from adjudicator.games.contract import Game, GameError
from adjudicator.games.picture import Arrow, Picture
from adjudicator.games.sketch import Sketched
from adjudicator.maps import draw_svg
from adjudicator.maps.ordered import picture_of_orders
from adjudicator.orders import Branch, Finding, Line, MisreadError, Orders
from adjudicator.orders.language.slots import Name, NameList, Number, OneOf
from adjudicator.orders.language.syntax import (
    Order,
    Phrase,
    forms_of,
    plain_syntax,
    ranking,
    slots_of,
)
from adjudicator.reports.board import describe_board
from adjudicator.reports.facts import colours_of


class Judge:
    """Judges the orders of one seat for the phase that its view waits in."""

    def __init__(self, game: Game, view: Any, seat: str):
        self.game = game
        self.view = view
        self.seat = seat
        self.phase = game.phase(view)
        self._last: tuple[Orders, dict[str, list[tuple[Line, list[Sketched]]]]] | None = None

    def describe(self) -> dict[str, Any]:
        """Return all that the page shows before anything is ordered."""
        picture = self._picture
        language = self.game.language(self.view, "", self.seat)
        board = describe_board(picture, colours_of(self.view, self.seat), whole=True)
        return {
            "game": self.game.meta.name,
            "title": picture.title,
            "subtitle": picture.subtitle,
            "phase": self.phase,
            "seat": self.seat,
            "colours": self.view.headings(self.seat, self.phase.name),
            "asked": self.seat in self.phase.may and language is not None,
            "map": draw_svg(picture),
            "provinces": list(picture.spots),
            "begin": next(filter(None, self._options("")), ""),
            "board": [{"title": each.title, "rows": each.rows} for each in board],
            "sheet": self.game.sheet(self.view, self.seat),
            "kinds": [_describe_kind(kind) for kind in language.kinds] if language else [],
            "battles": self._has_battles,
        }

    def list_options(self, place: str, text: str) -> list[dict[str, Any]]:
        """Return what can be ordered behind an order file about a province; ``""``: about none.

        What has a ``line`` takes the place of the order on that one; 0 is a line more.
        """
        options = self._options(text).get(place, ())
        return [self._describe(line, marks) for line, marks in options]

    def describe_row(self, text: str, number: int) -> dict[str, Any]:
        """Say what an order line of a file can be put under, and what it could say else.

        Nothing that the check would refuse there, or of which it says that it is in vain.
        """
        lines = self._standing(text)
        line = next((each for each in lines if each.number == number), None)
        if line is None:
            return {"conditions": [], "alternatives": []}
        return {
            "conditions": self._conditions if self._takes_condition(lines, line) else [],
            "alternatives": list(self._alternatives(lines, line)),
        }

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
        """Yield what is possible in the place of a line, if the check takes one of it there."""
        before = Orders(tuple(each for each in lines if each.number < line.number))
        known = {branch.order for branch in line.branches}
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
                yield from (self._describe(each, self._sketch(each)) for each in others)

    def _find(self, lines: Orders, number: int) -> list[Finding]:
        found = self.game.check(self.view, self.seat, lines)
        return [each for each in found if each.line == number]

    def check(self, text: str) -> dict[str, Any]:
        """Return what ``adjudicator check --json`` says of an order file.

        Of lines that are not read as orders it says where they stand, too.
        """
        read = read_order_file(self.game, self.view, "orders", text.encode(), self.seat)
        lines = read.standing.unread if read.standing else ()
        unread = [{"line": each.number, "text": each.text} for each in lines]
        return check_facts(self.game, self.view, read) | {"unread": unread}

    def draw(self, text: str) -> str:
        """Return the map with the orders as they stand, and what happens by default, as SVG.

        ``""`` if nothing of them can be drawn.
        """
        read = read_order_file(self.game, self.view, "orders", text.encode(), self.seat)
        if read.standing is None:
            return ""
        orders, defaults = read.standing.orders, read.standing.defaults
        picture = picture_of_orders(self.game, self.view, orders, defaults)
        return draw_svg(picture) if picture else ""

    def reckon(self, text: str) -> dict[str, Any]:
        """Return the odds of the battles that order lines lead to, and their charts.

        Raises GameError if the game has no battles to reckon.
        """
        odds = battle_odds(self.game, self.view, self.seat, text)
        shown = [*charts(odds), accuracy(odds)] if odds.contests else []
        return {"odds": odds, "charts": shown}

    @cached_property
    def _picture(self) -> Picture:
        return self.game.picture(self.view, ())

    @cached_property
    def _has_battles(self) -> bool:
        try:
            return bool(self.game.battles(self.view).phase)
        except GameError:
            return False

    def _options(self, text: str) -> dict[str, list[tuple[Line, list[Sketched]]]]:
        """Return what can be ordered behind a file, by each province that it is drawn in.

        What is drawn in none stands under ``""``. It is kept until it is asked of another file.
        """
        after = self._standing(text)
        if self._last is None or self._last[0] != after:
            options: dict[str, list[tuple[Line, list[Sketched]]]] = {}
            stands = {line.number: line for line in after}
            for line in self._legal_orders(after):
                marks = self._sketch(_news(line, stands.get(line.number)))
                for place in dict.fromkeys(_places(marks)) or ("",):
                    options.setdefault(place, []).append((line, marks))
            self._last = after, options
        return self._last[1]

    def _standing(self, text: str) -> Orders:
        """Return the lines of an order file that stand."""
        read = read_order_file(self.game, self.view, "orders", text.encode(), self.seat)
        return read.standing.orders if read.standing else Orders()

    def _legal_orders(self, after: Orders) -> list[Line]:
        if self.seat not in self.phase.may:
            return []
        find = self.game.legal_orders
        if "after" not in inspect.signature(find).parameters:  # a game of an older package
            return find(self.view, self.seat)
        return find(self.view, self.seat, after)

    def _sketch(self, line: Line) -> list[Sketched]:
        return self.game.sketch(self.view, self.seat, Orders((line,)))

    def _describe(self, line: Line, marks: list[Sketched]) -> dict[str, Any]:
        """Return a legal order: where it is drawn, and the blanks of it that can be changed."""
        text = line.text.splitlines()[0] if line.number else str(line)
        ends = [each.mark.target for each in marks if isinstance(each.mark, Arrow)]
        return {
            "text": text,
            "line": line.number,
            "kind": plain_syntax(type(line.order)),
            "places": list(dict.fromkeys(_places(marks))),
            "target": ends[-1] if ends else "",
            "blanks": list(self._describe_blanks(text, line.order)),
        }

    @cached_property
    def _conditions(self) -> list[dict[str, Any]]:
        """What an order can be put under: of each kind an example, and its blanks."""
        language = self.game.language(self.view, "", self.seat)
        conditions: list[dict[str, Any]] = []
        if language is None:
            return conditions
        for kind in language.conditions:
            for example in kind.examples:
                with suppress(MisreadError):  # of a seat that does not play
                    read = language.read_when(example).any_of[0][0].condition
                    blanks = list(self._describe_blanks(str(read), read, is_order=False))
                    form = {"form": plain_syntax(kind), "text": str(read), "blanks": blanks}
                    conditions.append(form)
                    break
        return conditions

    def _describe_blanks(
        self, text: str, phrase: Phrase, is_order: bool = True
    ) -> Iterator[dict[str, Any]]:
        """Yield the blanks of an order, or of a condition, each with where it stands in its line.

        Provinces of an order are pointed at; those of a condition are among its choices.
        """
        match = forms_of(type(phrase))[0].regex.match(f"{phrase} ")
        language = self.game.language(self.view, "", self.seat)
        assert match
        assert language
        before = text.index(str(phrase))
        for field, slot in slots_of(type(phrase)).items():
            start, end = match.span(field)
            if start < 0:  # it was left out
                continue
            blank = {"name": field, "start": before + start, "end": before + end - 1}
            if isinstance(slot, Number):
                blank |= {"least": slot.least, "most": slot.most}
            elif isinstance(slot, OneOf):
                blank |= {"choices": slot.names.all}
            elif isinstance(slot, Name | NameList):
                names = language.names[slot.what].all
                on_map = is_order and (not names or names[0] in self._picture.spots)
                blank |= {"several": isinstance(slot, NameList), "on_map": on_map}
                blank |= {} if on_map else {"choices": names}
            yield blank | {"help": slot.describe()}


def open_position(data: bytes, seat: str = "") -> Judge:
    """Read a position file for the desk of a seat: its view. Raises GameError."""
    game, position = read_position(data)
    seats = tuple(position.seats)
    who = position.viewer or seat
    if position.viewer == "":
        raise GameError("desk.public")
    if position.viewer and seat not in ("", position.viewer):
        raise GameError("desk.another-view", viewer=position.viewer, seat=seat)
    if who not in seats:
        raise GameError("desk.whose", seats=list(seats))
    view = position if position.viewer else game.view(position, who)
    if game.phase(view).over:
        raise GameError("desk.over")
    return Judge(game, view, who)


def _news(line: Line, before: Line | None) -> Line:
    """Return a line, or of one that adds to a ranking what it adds."""
    field = ranking(type(line.order))
    if before is None or not field:
        return line
    known = getattr(before.order, field)
    new: Any = tuple(name for name in getattr(line.order, field) if name not in known)
    return replace(line, branches=(Branch(replace(line.order, **{field: new})),))


def put_in_place(lines: Orders, other: Line) -> Orders:
    """Return lines with another one in the place of that which has its number."""
    return Orders(tuple(other if each.number == other.number else each for each in lines))


def _places(marks: list[Sketched]) -> Iterator[str]:
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
        self.judge: Judge | None = None

    def answer(self, call: str, *given: Any) -> str:
        """Carry a call out. Raises GameError with a sentence for the player."""
        if call == "open":
            self.judge = open_position(*given)
            return _json(self.judge.describe())
        if self.judge is None:
            raise GameError("desk.closed")
        calls: dict[str, Callable[..., Any]] = {
            "options": self.judge.list_options,
            "row": self.judge.describe_row,
            "check": self.judge.check,
            "draw": self.judge.draw,
            "odds": self.judge.reckon,
        }
        return _json(calls[call](*given))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
