"""The templates: where they are, and the two environments that compile them once a process.

Jinja is imported here and nowhere else, so that only making a report pays for it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateNotFound
from markupsafe import Markup

from adjudicator.games.contract import Column
from adjudicator.orders.slots import plural
from adjudicator.reports import words
from adjudicator.reports.errors import ReportError
from adjudicator.reports.html import Html
from adjudicator.reports.text import Text, underlined, wrap

_PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = _PACKAGE / "templates"
FOLDER = _SHIPPED if _SHIPPED.is_dir() else _PACKAGE.parent / "templates"
"""Inside the package where it is installed, at the top in a checkout."""

Format = Text | Html

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, formatting and surrogate characters, but not the end of a line."""


def render(name: str, form: Format, content: Mapping[str, Any]) -> str:
    """Render the layout ``name`` (``result``) in the form's format."""
    ending = "html" if isinstance(form, Html) else "txt"
    template = _environment(ending).get_template(f"layout/{name}.{ending}.j2")
    return template.render(content, form=form, **_said(form))


def module(game: str, part: str, form: Format, content: Mapping[str, Any]) -> Any:
    """Return the macros and values of a game's template (``events``, ``phases``).

    Raises ReportError if the game has no such template.
    """
    ending = "html" if isinstance(form, Html) else "txt"
    try:
        template = _environment(ending).get_template(f"{game}/{part}.j2")
    except TemplateNotFound as error:
        raise ReportError(f"The game {game} has no template {error.name}.") from error
    return template.make_module({**content, "form": form, **_said(form)})


def _said(form: Format) -> dict[str, Any]:
    return {
        "seat": form.seat,
        "place": form.place,
        "order": form.order,
        "strong": form.strong,
        "seats": lambda names: form.listing([form.seat(each) for each in names]),
        "places": lambda names: form.listing([form.place(each) for each in names]),
        "listing": form.listing,
        "table": form.table,
        "rows": lambda facts, *fields: [_row(form, fact, fields) for fact in facts],
    }


def _row(form: Format, fact: Any, fields: Sequence[str]) -> list[str]:
    """Return fields of a fact as cells of a table; ``seat`` is named as a seat."""
    values = [(field, getattr(fact, field)) for field in fields]
    return [form.seat(value) if field == "seat" else str(value) for field, value in values]


@cache
def _environment(ending: str) -> Environment:
    html = ending == "html"
    environment = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=html,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        finalize=_printable,
    )
    environment.globals.update(
        counted=words.counted,
        units=lambda of, ranks=(): words.listed(words.unit_list(of, True, ranks)),
        kinds=lambda of: words.unit_list(of, False),
        column=Column,
    )
    environment.filters.update(
        plural=plural,
        wrap=wrap,
        clean=words.clean,
        name=words.name,
        sentence=words.sentence,
        underlined=underlined,
    )
    return environment


def _printable(value: Any) -> Any:
    """Take control and bidirectional characters out of whatever a template prints."""
    if not isinstance(value, str) or value.isprintable():
        return value
    kept = _UNSAFE.sub(" ", value)
    return Markup(kept) if isinstance(value, Markup) else kept
