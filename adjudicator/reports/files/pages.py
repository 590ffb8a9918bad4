"""What a web page says of a game: the public letters' words, styled by one style sheet.

A letter carries its styles inline, for mail programs; a page must not, so that it stands under the
strictest Content-Security-Policy. The words are the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import msgspec
from markupsafe import Markup

from adjudicator.games.contract import Column, Defaulted, Event, Game, Remainder, events_for
from adjudicator.orders import Orders
from adjudicator.reports import facts, formats, letters, templates, words
from adjudicator.reports.formats import on_page
from adjudicator.reports.html import Html, Look, as_cell
from adjudicator.reports.model import Setting
from adjudicator.reports.story import Chapter, Passage, names_in
from adjudicator.wording import FOLDER
from adjudicator.wording.words import printable

VIEWER = ("viewer",)
"""Where a view says whose it is."""
LONGEST_KNOWN = 400
FEW_PLACES = 12
"""What happened in more provinces than these happened nowhere in particular."""


class Deed(msgspec.Struct, frozen=True):
    """One thing that happened, and where."""

    text: str
    places: tuple[str, ...]
    anchor: str
    """Its id on the page of its phase."""
    table: str = ""
    """What is laid out under it, such as the dice of a battle."""
    about: tuple[Event, ...] = ()
    """The events that it tells."""


class PublicStory(msgspec.Struct, frozen=True):
    """What a page tells of one phase."""

    html: str
    """A part of a page."""
    headline: str
    """Its first words, without markup; none of a setup."""
    deeds: tuple[Deed, ...]


class SeatStory(msgspec.Struct, frozen=True):
    """What a seat alone knew of a phase, as a page tells it when the game is over."""

    seat: str
    orders: list[facts.OrderRow]
    """What it ordered, and what came of that."""
    filled: list[facts.DefaultRow]
    left: tuple[Remainder, ...]
    """What its orders left of what they use up."""
    passages: list[Passage]
    """What it was told and not everybody."""
    known: list[tuple[str, str]]
    """What stands in its view and not in that of the public: where, and what."""

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be told."""
        return not (self.orders or self.filled or self.passages or self.known)


# A region that scrolls must be reached by keys too.
_WIDE = "<div class=wide tabindex=0>"


class PageHtml(Html):
    """Says things in HTML whose look is left to the style sheet."""

    look = Look(
        code="",
        hit=" class=hit",
        note=" class=note",
        aside=" class=aside",
        quote="blockquote",
        begin=f"{_WIDE}<table><thead>",
        rolls=f"{_WIDE}<table class=rolls><thead>",
        body="</thead><tbody>",
        end="</tbody></table></div>",
        row="",
        head=' scope="col"',
        head_style="",
        left="",
        right=" class=n",
        first='th scope="row"',
        dice="",
        group='th colspan=4 scope="rowgroup"',
        remark=" colspan=4 class=aside",
    )

    def table(self, heads: Sequence[Column], rows: Sequence[Sequence[str]]) -> Markup:
        """Lay out a table with its headings; a window too narrow for it scrolls it."""
        return self._table(heads, [[as_cell(cell) for cell in row] for row in rows])


DICE = "<table class=rolls>"
"""How a table of dice begins where its frame comes from elsewhere."""


class Ready:
    """Parts of a page as they stand in its file: each was escaped and cleaned when it was made."""

    def __init__(self, *parts: bytes) -> None:
        self.parts = parts

    def __html__(self) -> str:
        return f"\0{id(self)}\0"  # nothing else that is printed has such a character


def render_page(template: str, facts: Mapping[str, Any]) -> bytes:
    """Return the page that a template of ``templates/site`` makes of facts; all is escaped."""
    text = templates.render(f"site/{template}", templates.speak(PageHtml({}), facts))
    ready = {str(id(each)): each.parts for each in facts.values() if isinstance(each, Ready)}
    parts = (
        ready[part] if number % 2 else (part.encode(),)
        for number, part in enumerate(text.split("\0"))
    )
    return b"".join(chain.from_iterable(parts))


def json_block(data: object) -> bytes:
    """Return data for a block of a page that is no script: no tag can end it."""
    text = printable(msgspec.json.encode(data).decode())
    safe = text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
    return str(safe).encode()


def asset(name: str) -> bytes:
    """Return a file of ``templates/site`` that is given out as it is: a style sheet, a script."""
    return (FOLDER / "site" / name).read_bytes()


def tell_setup(game: Game, view: Any, events: Sequence[Event], setting: Setting) -> PublicStory:
    """Tell how a game was set up, as everybody may know it. Raises ReportError."""
    content = letters.opening_content(game, view, setting, events)
    return _story("opening", content, game, view)


def tell_phase(
    game: Game, before: Any, after: Any, events: Sequence[Event], setting: Setting
) -> PublicStory:
    """Tell what came of a phase, as everybody may know it; the views are those of the public.

    Raises ReportError.
    """
    content = letters.result_content(game, before, after, None, events, setting)
    return _story("result", content, game, after)


def tell_seat(
    game: Game,
    before: Any,
    after: Any,
    public: Any,
    orders: Orders | None,
    events: Sequence[Event],
) -> SeatStory:
    """Tell what a seat alone knew of a phase: ``before`` and ``after`` are its views.

    ``public`` is what everybody saw after the phase, ``orders`` are the seat's as they stood.
    Raises ReportError.
    """
    seat = after.viewer
    own = [event for event in events if seat in event.to]
    filled = [each for each in own if isinstance(each, Defaulted) and each.seat == seat]
    part = facts.later_part(game, before, game.phase(before), over=game.phase(after).over)
    told = formats.story(game, after, own, PageHtml)
    seen = frozenset(_leaves(msgspec.json.decode(game.encode(public))))
    leaves = _leaves(msgspec.json.decode(game.encode(after)))
    known = [each for each in leaves if each not in seen and each[0] != VIEWER]
    return SeatStory(
        seat=seat,
        orders=facts.order_rows(orders, events_for(events, seat), seat, part),
        filled=facts.default_rows(filled),
        left=tuple(game.remainders(before, seat, orders)) if orders else (),
        passages=[passage for chapter in told for passage in chapter.passages],
        known=[(", ".join(map(words.name, path)), value) for path, value in known],
    )


def _leaves(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what stands in data, and where; what is plain and in a row stands together."""
    if isinstance(data, dict):
        for name, each in data.items():
            yield from _leaves(each, (*path, name))
    elif isinstance(data, list) and any(isinstance(each, dict | list) for each in data):
        for number, each in enumerate(data, 1):
            yield from _leaves(each, (*path, str(number)))
    elif data not in (None, "", []):
        several = data if isinstance(data, list) else [data]
        yield path, words.clean(", ".join(map(str, several)), LONGEST_KNOWN)


def _story(template: str, content: Mapping[str, Any], game: Game, view: Any) -> PublicStory:
    html, chapters = on_page(f"site/{template}", PageHtml, content, game, view)
    places = content["picture"].spots.keys()
    deeds = tuple(_deeds(chapters, places))
    lead, end, _ = html.partition("</div>")
    told = " ".join(Markup(lead).striptags().split()) if end and template == "result" else ""
    return PublicStory(shorten(html), told, deeds)


def shorten(html: str) -> str:
    """Leave out the ends of cells and rows, as HTML allows: pages have them by the thousand."""
    for end in ("</td>", "</th>", "</tr>"):
        html = html.replace(end, "")
    return html.replace("&nbsp;", "\N{NO-BREAK SPACE}")


def bare_table(table: str) -> str:
    """Return what is laid out under a deed as briefly as can be; dice without their headings.

    Those, and the box in which it scrolls, come from ``dice_frame``.
    """
    begin, end, rest = dice_frame().partition("</tbody>")
    text = shorten(str(table)).strip()
    return text.replace(begin, DICE).replace(end + rest, "</table>") if begin in text else text


def dice_frame() -> str:
    """Return a table of a battle's dice without any."""
    form = PageHtml({})
    return shorten(str(form.rolls_begin() + form.rolls_end()))


def _deeds(chapters: Iterable[Chapter], places: Iterable[str]) -> Iterator[Deed]:
    known = frozenset(places)
    for number, chapter in enumerate(chapters, 1):
        for place, passage in enumerate(chapter.passages, 1):
            text = Markup(passage.text).striptags()
            where = dict.fromkeys(
                name for event in passage.about for name in names_in(event, known)
            )
            some = tuple(where) if len(where) <= FEW_PLACES else ()
            yield Deed(text, some, f"d{number}-{place}", passage.table, passage.about)
