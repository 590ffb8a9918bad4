"""A letter in both formats: the same content and events through the text and HTML layouts."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.boards import load_board
from adjudicator.games import registry
from adjudicator.games.contract import Event, Game, Meta, Table
from adjudicator.games.picture import Picture
from adjudicator.reports import facts, headline, templates, words
from adjudicator.reports.examples import own_examples
from adjudicator.reports.html import Html
from adjudicator.reports.model import File, Report, ReportError, Setting
from adjudicator.reports.story import Chapter, Teller
from adjudicator.reports.templates import Speech
from adjudicator.reports.text import Text

_GAP = re.compile(r"\n[ \t]*\n")
LONGEST_SUBJECT = 150
LONGEST_FACT = 4_000
SHOWN_SUBJECT = 78
"""Characters of a subject that a list of letters shows; what is longer is left out if it can be."""
_FORMS = (Text, Html)


class Tongue(msgspec.Struct, frozen=True):
    """A format that speaks of one game."""

    form: Text | Html
    """Its way to say things, with the board's names for places."""
    phases: Any
    """The game's words for phases."""
    you: Any
    """Its words for what happened to the reader."""
    teller: Teller
    """Puts events into words."""


def about_game(
    letter: str,
    game: Game,
    view: Any,
    content: Mapping[str, Any],
    files: Sequence[File],
    layout: str = "",
) -> Report:
    """Write a letter about a game. Raises ReportError."""
    picture: Picture = content["picture"]
    tongues = [_tongue_for(form, game, view, picture) for form in _FORMS]
    drafts = [_draft(each, content) for each in tongues]
    text = drafts[0]
    if letter != "receipt" and content["next"].role in ("must", "may"):  # it says how to order
        known = text["examples"], text["conditions"]
        lines = own_examples(game, view, content["setting"].seat, picture.spots, *known)
        for draft in drafts:
            draft["examples"] = lines
    if "gains" in content:
        told = [headline.tell(each.you, content) for each in tongues]
        length = told[0].fit(headline.LINES - headline.height(text["say"].wanted().strip()))
        tally = headline.tally(tongues[0].you, content)
        for draft, each in zip(drafts, told, strict=True):
            draft |= {"headline": draft["form"].safe(each.shorten(length)), "tally": tally}
    report = _write(letter, layout or letter, drafts, files)
    cited = (*report.cited, *facts.find_citations(text))
    return msgspec.structs.replace(report, orders=facts.shown_orders(text), cited=cited)


def on_page(
    template: str,
    form: type[Html],
    content: Mapping[str, Any],
    game: Game,
    view: Any,
) -> tuple[str, list[Chapter]]:
    """Return what a template makes of a phase in one format, and the chapters in it.

    Raises ReportError.
    """
    tongue = _tongue_for(form, game, view, content["picture"])
    draft = _draft(tongue, content)
    if "gains" in content:
        told = headline.tell(tongue.you, content)
        draft["headline"] = tongue.form.safe(told.shorten(len(told.sentences)))
    return templates.render(template, draft), draft["chapters"]


def story(
    game: Game, view: Any, events: Sequence[Event], form: type[Text | Html] = Text
) -> list[Chapter]:
    """Put events into words, plain or of another format, by chapters. Raises ReportError."""
    return _tongue_for(form, game, view, game.picture(view, ())).teller.tell(events)


def notice(
    setting: Setting | None,
    letter: str,
    given: Mapping[str, Any],
    *,
    standings: Table | None = None,
    files: Sequence[File] = (),
    charts: Sequence[str] = (),
) -> Report:
    """Write a letter of a few paragraphs, whose words are in ``templates/letters/LETTER.j2``.

    ``given`` are the facts that its words are about. With a setting it looks like a report, and the
    campaign's name stands before its subject; without one it is its paragraphs and no more, and
    the name stands there if ``campaign`` is one of the facts. ``charts`` are blocks of lines that
    stand below the paragraphs as they are; one of a single line is a paragraph. Raises ReportError
    if there is no such letter.
    """
    content = {**_safe(given), "charts": [words.chart_lines(each) for each in charts]}
    if setting:
        content |= {"setting": setting, "standings": standings, "next": None}
    drafts = [templates.speak(form({}), content) for form in _FORMS]
    return _write(letter, "notice" if setting else "bare", drafts, files)


def phrase(letter: str, block: str, given: Mapping[str, Any]) -> str:
    """Return what a block of a letter's template says of some facts: a sentence, for a note.

    Raises ReportError.
    """
    return _phrase(letter, block, templates.speak(Text({}), _safe(given)))


def _safe(fact: Any) -> Any:
    if isinstance(fact, str):
        return words.clean(fact, LONGEST_FACT)
    if isinstance(fact, Mapping):
        return {name: _safe(each) for name, each in fact.items()}
    return tuple(map(_safe, fact)) if isinstance(fact, tuple | list) else fact


def _phrase(letter: str, block: str, draft: Speech) -> str:
    text = templates.block(letter, block.replace("-", "_"), draft)
    if text is None:
        raise ReportError("no-block", letter=letter, block=block)
    return " ".join(text.split())


def _write(letter: str, layout: str, drafts: Sequence[Speech], files: Sequence[File]) -> Report:
    """Put the words of a letter's template into its layout, once for each format.

    The template has the blocks ``subject`` and ``body``, and may have ``more`` (clauses, a line
    each, that go behind the subject while there is room), ``title`` (else: as the subject) and
    ``kicker``, the line above the title.
    """
    text = drafts[0]
    about = _phrase(letter, "subject", text)
    own = {"title": about, "kicker": ""}
    for name in own:
        if (said := templates.block(letter, name, text)) is not None:
            own[name] = " ".join(said.split())
    setting: Setting | None = text.get("setting")
    campaign = setting.campaign if setting else text.get("campaign", "")
    tag = f"[{words.name(campaign)}] " if campaign else ""
    more = (templates.block(letter, "more", text) or "").split("\n")
    own["subject"] = words.clean(_subject(tag + about, more), LONGEST_SUBJECT)
    pages = [
        templates.render(layout, {**each, **own, "paragraphs": _paragraphs(letter, each)})
        for each in drafts
    ]
    cited = tuple(dict.fromkeys(text["cited"]))
    return Report(own["subject"], _tidy(pages[0]), pages[1], tuple(files), cited=cited)


def _subject(about: str, more: Sequence[str]) -> str:
    """Add to a subject as much of what happened as a list of letters shows."""
    link = "; "
    for clause in more:
        if not clause.strip():
            continue
        if len(longer := about + link + clause.strip()) > SHOWN_SUBJECT:
            break
        about, link = longer, ", "
    return about


def _paragraphs(letter: str, draft: Speech) -> list[str]:
    """Return the body of a letter's template, taken apart at its empty lines."""
    body = templates.block(letter, "body", draft) or ""
    paragraphs = ("\n".join(map(str.strip, each.strip().splitlines())) for each in _GAP.split(body))
    return [draft["form"].safe(each) for each in paragraphs if each]


def _tongue_for(form: Callable[..., Any], game: Game, view: Any, picture: Picture) -> Tongue:
    return _tongue(
        form,
        game.meta,
        tuple(view.options.items()),
        picture.board,
        tuple(sorted(picture.board_options.items())),
        registry.package_of(game.meta.name),
    )


@lru_cache(maxsize=48)
def _tongue(
    form: Callable[[Mapping[str, str]], Text | Html],
    meta: Meta,
    options: tuple[tuple[str, Any], ...],
    board: str,
    board_options: tuple[tuple[str, bool], ...],
    package: str,
) -> Tongue:
    provinces = load_board(board, dict(board_options)).provinces
    speaks = form({place: words.name(of.label) for place, of in provinces.items()})
    known = {"options": dict(options), "game": meta}
    spoken = templates.module(meta.name, "events", speaks, known, package)
    phases = templates.module(meta.name, "phases", speaks, known, package)
    you = templates.module(meta.name, "you", speaks, known, package)
    return Tongue(speaks, phases, you, Teller(spoken, speaks.safe))


def name_orders(game: Game, view: Any, seat: str) -> str:
    """Return what the players call the orders that a seat is asked for now: “war turn”; if the game
    has no words for it, the name of the phase."""
    phase = game.phase(view)
    try:
        phases = _tongue_for(Text, game, view, game.picture(view, ())).phases
    except ReportError:
        return phase.name
    return _name_of_orders(phases, phase.name, is_beside=seat not in phase.must)


def _name_of_orders(phases: Any, name: str, *, is_beside: bool) -> str:
    own = getattr(phases, "beside", {}).get(name, {}) if is_beside else {}
    return str(own.get("called") or getattr(phases, "called", {}).get(name, name))


def _draft(tongue: Tongue, content: Mapping[str, Any]) -> Speech:
    """Return what a letter says in a format, with the words that are the game's own."""
    coming = content["next"]
    name = coming.phase.name
    phases = tongue.phases
    if not coming.phase.over and name not in phases.asked:
        raise ReportError("no-phase", phase=name)
    beside = getattr(phases, "beside", {}).get(name, {}) if coming.role == "may" else {}
    own = {
        "words": tongue.teller.words,
        "chapters": tongue.teller.tell(content["events"]),
        "headline": "",
        "called": _name_of_orders(phases, name, is_beside=coming.role == "may"),
        "asks": beside.get("asked") or phases.asked.get(name, ""),
        "by_default": beside.get("by_default") or phases.by_default.get(name, ""),
        "examples": beside.get("examples") or phases.examples.get(name, ()),
        "conditions": getattr(phases, "conditions", {}).get(name, {}),
    }
    return templates.speak(tongue.form, {**content, **own})


def _tidy(text: str) -> str:
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.strip("\n") + "\n"
