"""A letter in both formats: the same content and events through the text and HTML layouts."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.games.contract import Event
from adjudicator.reports import story, templates
from adjudicator.reports.errors import ReportError
from adjudicator.reports.html import Html
from adjudicator.reports.text import Text

_BLANKS = re.compile(r"\n{3,}")


def both(
    layout: str,
    content: Mapping[str, Any],
    labels: Mapping[str, str],
    events: Sequence[Event],
    game: str | None,
) -> tuple[str, str]:
    """Return the letter as text and as HTML. Without a ``game`` it is about no game's phase."""
    text = _written(layout, content, Text(labels), events, game)
    html = _written(layout, content, Html(labels), events, game)
    return _BLANKS.sub("\n\n", text).strip("\n") + "\n", html


def _written(
    layout: str,
    content: Mapping[str, Any],
    form: Text | Html,
    events: Sequence[Event],
    game: str | None,
) -> str:
    if game is None:
        return templates.render(layout, form, content)
    known = {"options": content["options_now"], "game": content["game"]}
    words = templates.module(game, "events", form, known)
    phases = templates.module(game, "phases", form, known)
    name = content["next"].phase.name
    if not content["next"].phase.over and name not in phases.asked:
        raise ReportError(f"There are no words for the phase {name} in the game's phases.j2.")
    more = {
        "words": words,
        "chapters": story.tell(words, events, form.safe),
        "asks": phases.asked.get(name, ""),
        "by_default": phases.by_default.get(name, ""),
        "examples": phases.examples.get(name, ()),
    }
    return templates.render(layout, form, {**content, **more})
