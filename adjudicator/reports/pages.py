"""What a web page says of a game: the public letters' words, styled by one style sheet.

A letter carries its styles inline, for mail programs; a page must not, so that it stands under the
strictest Content-Security-Policy. The words are the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from markupsafe import Markup, escape

from adjudicator.games.contract import Column, Event, Game, Table, events_for
from adjudicator.reports import letters, templates, words
from adjudicator.reports.formats import on_page
from adjudicator.reports.html import Html
from adjudicator.reports.model import Setting
from adjudicator.reports.story import Chapter
from adjudicator.reports.text import LONGEST_QUOTED

PUBLIC = ""
FEW_PLACES = 12
"""What happened in more provinces than these happened nowhere in particular."""


class Deed(msgspec.Struct, frozen=True):
    """One thing that happened, and where."""

    text: str
    places: tuple[str, ...]
    anchor: str
    """Its id on the page of its phase."""


class PublicStory(msgspec.Struct, frozen=True):
    """What a page tells of one phase."""

    html: str
    """A part of a page."""
    headline: str
    """Its first words, without markup; none of a setup."""
    standings: Table
    """As they were after the phase."""
    deeds: tuple[Deed, ...]


class PageHtml(Html):
    """Says things in HTML whose look is left to the style sheet."""

    def order(self, text: str) -> Markup:
        """Quote an order line within a sentence."""
        return Markup("<code>{}</code>").format(words.clean(text))

    def die(self, die: int, needs: int, or_more: bool = False) -> Markup:
        """Show one die, filled if it succeeds."""
        hit = die >= needs if or_more else die <= needs
        return Markup(f"<b class=hit>{die:d}</b>" if hit else f"{die:d}")

    def note(self, text: str) -> Markup:
        """Say something under an event, as a paragraph of its own."""
        return Markup("<div class=note>{}</div>").format(text)

    def aside(self, text: str) -> Markup:
        """Say something of lesser weight under an event."""
        return Markup("<div class=aside>{}</div>").format(text)

    def quote(self, lines: Iterable[str]) -> Markup:
        """Show what somebody else wrote, marked as such by a bar beside it."""
        said = Markup("<br>").join(words.clean(line, LONGEST_QUOTED) for line in lines)
        return Markup("<blockquote>{}</blockquote>").format(said)

    def table(
        self, heads: Sequence[Column], rows: Sequence[Sequence[str]], title: str = ""
    ) -> Markup:
        """Lay out a table with its headings; a window too narrow for it scrolls it."""
        top = _row("th", heads, [each.title for each in heads], ' scope="col"')
        body = Markup("").join(_row("td", heads, row, "") for row in rows)
        caption = Markup("<caption>{}</caption>").format(title) if title else ""
        table = Markup("<table>{}<thead>{}</thead><tbody>{}</tbody></table>")
        return _WIDE.format(table.format(caption, top, body))

    def rolls_begin(self) -> Markup:
        """Begin the table of a battle's dice: its headings."""
        heads = "".join(
            f'<th scope="col"{side}>{title}</th>'
            for title, side in (
                *(("units", ""), ("needs", "")),
                *(("dice, hits filled", ""), ("hits", " class=n")),
            )
        )
        return Markup(f"{_WIDE_BEGIN}<table class=rolls><thead><tr>{heads}</tr></thead><tbody>")

    def rolls_head(self, title: str) -> Markup:
        """Begin a part of a battle's table."""
        return Markup('<tr><th colspan=4 scope="rowgroup">{}</th></tr>').format(title)

    def rolls_row(
        self,
        who: str,
        what: Sequence[str],
        needs: int,
        dice: Sequence[int],
        hits: int,
        or_more: bool = False,
    ) -> Markup:
        """Show dice against the number that they need, hits filled."""
        shown = Markup(" ").join(self.die(die, needs, or_more) for die in dice)
        return Markup(
            "<tr><td>{} {}</td><td>{}&nbsp;{:d}</td><td class=dice>{}</td><td class=n>{}</td></tr>"
        ).format(
            self.seat(who), ", ".join(what), "≥" if or_more else "≤", needs, shown, hits or "–"
        )

    def rolls_note(self, text: str) -> Markup:
        """Say something between the rows of a battle's table."""
        return Markup("<tr><td colspan=4 class=aside>{}</td></tr>").format(text)

    def rolls_end(self) -> Markup:
        """End the table of a battle's dice."""
        return Markup(f"</tbody></table>{_WIDE_END}")


# A region that scrolls must be reached by keys too.
_WIDE_BEGIN, _WIDE_END = "<div class=wide tabindex=0>", "</div>"
_WIDE = Markup(_WIDE_BEGIN + "{}" + _WIDE_END)


def _row(tag: str, heads: Sequence[Column], cells: Sequence[str], more: str) -> Markup:
    """Return a row; the first cell of a body's row is its heading."""
    made = []
    for at, (head, cell) in enumerate(zip(heads, cells, strict=True)):
        name, scope = ("th", ' scope="row"') if tag == "td" and at == 0 else (tag, more)
        side = " class=n" if head.number else ""
        text = cell if isinstance(cell, Markup) else escape(words.clean(str(cell)))
        made.append(Markup(f"<{name}{scope}{side}>{{}}</{name}>").format(text))
    return Markup("<tr>{}</tr>").format(Markup("").join(made))


def render_page(template: str, facts: Mapping[str, Any]) -> str:
    """Return the page that a template of ``templates/site`` makes of facts; all is escaped."""
    return templates.render(f"site/{template}", PageHtml({}), facts)


def asset(name: str) -> bytes:
    """Return a file of ``templates/site`` that is given out as it is: a style sheet, a script."""
    return (templates.FOLDER / "site" / name).read_bytes()


def tell_setup(game: Game, view: Any, events: Sequence[Event], setting: Setting) -> PublicStory:
    """Tell how a game was set up, as everybody may know it. Raises ReportError."""
    content = letters.opening_content(game, view, setting)
    content["picture"] = game.picture(view, ())
    return _story("opening", content, game, view, events)


def tell_phase(
    game: Game, before: Any, after: Any, events: Sequence[Event], setting: Setting
) -> PublicStory:
    """Tell what came of a phase, as everybody may know it; the views are those of the public.

    Raises ReportError.
    """
    content = letters.result_content(game, before, after, None, events, setting)
    return _story("result", content, game, after, events)


def _story(
    template: str, content: Mapping[str, Any], game: Game, view: Any, events: Sequence[Event]
) -> PublicStory:
    seen = events_for(events, PUBLIC)
    html, chapters = on_page(f"site/{template}", PageHtml, content, game, view, seen)
    places = content["picture"].spots.keys()
    deeds = tuple(_deeds(chapters, places))
    lead, end, _ = html.partition("</div>")
    told = " ".join(Markup(lead).striptags().split()) if end and template == "result" else ""
    return PublicStory(html, told, game.standings(view), deeds)


def _deeds(chapters: Iterable[Chapter], places: Iterable[str]) -> Iterator[Deed]:
    known = frozenset(places)
    for number, chapter in enumerate(chapters, 1):
        for at, passage in enumerate(chapter.passages, 1):
            text = Markup(passage.text).striptags()
            where = dict.fromkeys(
                name for event in passage.about for name in _names(event, known.__contains__)
            )
            some = tuple(where) if len(where) <= FEW_PLACES else ()
            yield Deed(text, some, f"d{number}-{at}")


def _names(fact: Any, wanted: Callable[[str], bool]) -> Iterator[str]:
    """Return the strings of a fact, however deep they stand in it, that are wanted."""
    if isinstance(fact, str):
        if wanted(fact):
            yield fact
    elif isinstance(fact, msgspec.Struct):
        for field in fact.__struct_fields__:
            yield from _names(getattr(fact, field), wanted)
    elif isinstance(fact, Mapping):
        for name, value in fact.items():
            yield from _names(name, wanted)
            yield from _names(value, wanted)
    elif isinstance(fact, Sequence):
        for each in fact:
            yield from _names(each, wanted)
