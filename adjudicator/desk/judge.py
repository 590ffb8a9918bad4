"""What the order desk asks of the program: plain values in and out, of one seat's view.

It knows no game: what can be ordered follows from the game's legal orders and from the statements
of its order kinds, what is found wrong is what ``adjudicator check`` finds.
"""

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import msgspec

from adjudicator.by_files.order_files import check_facts, read_order_file, read_position
from adjudicator.cases.battle_odds import accuracy, battle_odds, charts
from adjudicator.games.contract import Game, GameError
from adjudicator.games.picture import Arrow, Picture
from adjudicator.games.sketch import Sketched
from adjudicator.maps import draw_svg
from adjudicator.maps.ordered import picture_of_orders
from adjudicator.orders import Line, Orders
from adjudicator.orders.language.slots import Name, NameList, Number, OneOf
from adjudicator.orders.language.syntax import Order, forms_of, plain_syntax, slots_of
from adjudicator.reports.board import describe_board
from adjudicator.reports.facts import colours_of


class Judge:
    """Judges the orders of one seat for the phase that its view waits in."""

    def __init__(self, game: Game, view: Any, seat: str):
        self.game = game
        self.view = view
        self.seat = seat
        self.phase = game.phase(view)

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
            "begin": next(filter(None, self._options), ""),
            "board": [{"title": each.title, "rows": each.rows} for each in board],
            "sheet": self.game.sheet(self.view, self.seat),
            "kinds": [_describe_kind(kind) for kind in language.kinds] if language else [],
            "battles": self._has_battles,
        }

    def list_options(self, place: str) -> list[dict[str, Any]]:
        """Return the legal orders that are about a province; of ``""`` those about none."""
        return [self._describe(line, marks) for line, marks in self._options.get(place, ())]

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

    @cached_property
    def _options(self) -> dict[str, list[tuple[Line, list[Sketched]]]]:
        """The legal orders by each province that they are drawn in; ``""``: in none."""
        options: dict[str, list[tuple[Line, list[Sketched]]]] = {}
        if self.seat not in self.phase.may:
            return options
        for line in self.game.legal_orders(self.view, self.seat):
            marks = self.game.sketch(self.view, self.seat, Orders((line,)))
            for place in dict.fromkeys(_places(marks)) or ("",):
                options.setdefault(place, []).append((line, marks))
        return options

    def _describe(self, line: Line, marks: list[Sketched]) -> dict[str, Any]:
        """Return a legal order: where it is drawn, and the blanks of it that can be changed."""
        ends = [each.mark.target for each in marks if isinstance(each.mark, Arrow)]
        return {
            "text": str(line),
            "kind": plain_syntax(type(line.order)),
            "places": list(dict.fromkeys(_places(marks))),
            "target": ends[-1] if ends else "",
            "blanks": list(self._describe_blanks(str(line), line.order)),
        }

    def _describe_blanks(self, text: str, order: Order) -> Iterator[dict[str, Any]]:
        """Yield the blanks of an order, each with where it stands in its line."""
        match = forms_of(type(order))[0].regex.match(f"{order} ")
        language = self.game.language(self.view, "", self.seat)
        assert match
        assert language
        before = text.index(str(order))
        for field, slot in slots_of(type(order)).items():
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
                on_map = not names or names[0] in self._picture.spots
                blank |= {"several": isinstance(slot, NameList), "on_map": on_map}
                blank |= {} if on_map else {"choices": names}
            yield blank | {"help": slot.describe()}


def open_position(data: bytes, seat: str = "") -> Judge:
    """Read a position file for the desk of a seat: its view. Raises GameError."""
    game, position = read_position(data)
    seats = tuple(position.seats)
    who = position.viewer or seat
    if position.viewer == "":
        raise GameError("This is the view of the public. The desk needs that of your own seat.")
    if position.viewer and seat not in ("", position.viewer):
        raise GameError(f"This is {position.viewer}'s view, not {seat}'s.")
    if who not in seats:
        raise GameError(f"Say whose orders they are. The seats: {', '.join(seats)}.")
    view = position if position.viewer else game.view(position, who)
    if game.phase(view).over:
        raise GameError("This game is over, and nothing is to be ordered.")
    return Judge(game, view, who)


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
            raise GameError("No position is open.")
        calls: dict[str, Callable[..., Any]] = {
            "options": self.judge.list_options,
            "check": self.judge.check,
            "draw": self.judge.draw,
            "odds": self.judge.reckon,
        }
        return _json(calls[call](*given))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
