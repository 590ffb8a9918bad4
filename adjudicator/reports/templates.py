"""The templates: what is said with them, and the environments that compile them, once for all.

Only who makes a report pays for the import of Jinja: the package imports this when it is wanted.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial, reduce
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)

from adjudicator.games.contract import Column, Event
from adjudicator.reports import words
from adjudicator.reports.html import Html, paragraph
from adjudicator.reports.model import ReportError
from adjudicator.reports.text import LONGEST_QUOTED, Text, underline, wrap, wrap_lines
from adjudicator.wording import FOLDER, english
from adjudicator.wording import words as compiling
from adjudicator.wording.english import plural
from adjudicator.wording.words import (
    CompiledTemplates,
    PlainEnvironment,
    compile_reasons,
    compile_templates,
    printable,
    show_html,
    show_text,
)

Format = Text | Html

OPTIONAL = ("you",)
"""Templates that a game need not have: those of ``common`` do without."""


Speech = dict[str, Any]
"""What a template is made of, and by its name each way to say it in one format."""


def render(name: str, speech: Speech) -> str:
    """Render the layout ``name`` (``result``, ``site/phase``) in the format of the speech."""
    folder, ending = "" if "/" in name else "layout/", speech["form"].ending
    template = _environment(ending).get_template(f"{folder}{name}.{ending}.j2")
    return "".join(template.root_render_func(template.new_context(speech, shared=True)))


def block(letter: str, name: str, speech: Speech) -> str | None:
    """Return what a block of a letter's template says; None if it has no such block.

    Raises ReportError if there is no such letter.
    """
    try:
        template = _environment(speech["form"].ending).get_template(f"letters/{letter}.j2")
    except LookupError as error:
        raise ReportError("no-letter", letter=letter) from error
    if name not in template.blocks:
        return None
    context = template.new_context(speech, shared=True)
    said: str = speech["form"].safe("".join(template.blocks[name](context)))
    return said


class Sentences:
    """The macros of ``layout/words.j2``, which all letters share, made of what one letter says.

    Templates call it ``say``. Not each of them says any, so they are made when the first is.
    """

    def __init__(self, speech: Speech):
        self._speech = speech

    def __getattr__(self, name: str) -> Any:
        template = _environment(self._speech["form"].ending).get_template("layout/words.j2")
        module = template.make_module(self._speech, shared=True)
        self.__dict__.update(module.__dict__)
        return getattr(module, name)


class GameWords:
    """The macros and values of a game's template, with those of its modules behind them.

    A module is an option that is on and has a template of its name in ``NAME/modules``. Where
    both set a value, the module's follows the game's: texts and lists go on, tables are joined.
    """

    def __init__(self, templates: Sequence[Any]):
        self._templates = templates

    def __getattr__(self, name: str) -> Any:
        values = [getattr(each, name) for each in self._templates if hasattr(each, name)]
        if not values:
            raise AttributeError(name)
        value = self.__dict__[name] = reduce(_join, values)
        return value

    def heading(self, event: Event) -> str:
        """Return the chapter of an event, ``""`` for that of the event before."""
        game, *modules = self._templates
        kind = type(event).__name__
        others = (each.chapters[kind] for each in modules if kind in each.chapters)
        own = game.chapter(event) if hasattr(game, "chapter") else ""
        return str(next(others, "")) or str(own)


def _join(first: Any, second: Any) -> Any:
    if isinstance(first, dict):
        both = {key: _join(first[key], second[key]) for key in first if key in second}
        return first | second | both
    return first if callable(first) else first + second


def module(
    game: str, part: str, form: Format, content: Mapping[str, Any], package: str = ""
) -> GameWords:
    """Return the macros and values of a game's template (``events``, ``phases``, ``you``).

    ``package`` is the game's own, if it is not shipped here (see ``registry.package_of``). Raises
    ReportError if the game has no such template.
    """
    environment = _environment(form.ending, package, game)
    known = speak(form, content)
    names = [f"{game}/modules/{name}.j2" for name, on in content["options"].items() if on]
    wanted = [f"{game}/{part}.j2", *([f"common/{part}.j2"] if part in OPTIONAL else [])]
    try:
        templates = [environment.select_template(wanted)]
    except LookupError as error:
        raise ReportError("no-template", game=game, template=wanted[0]) from error
    for name in names:
        with suppress(LookupError):  # most options are no modules
            templates.append(environment.get_template(name))
    words = GameWords([each.make_module(known) for each in templates])
    if part == "events" and not hasattr(words, "Won"):
        raise ReportError("no-base", template=wanted[0])
    return words


SPEECH = ("seat", "place", "order", "strong", "listing", "table")
"""What templates call by its own name of what a form can say."""


def speak(form: Format, content: Mapping[str, Any]) -> Speech:
    """Return what a template is made of, with the ways to say it in a format."""
    cited: list[str] = []
    cite = partial(_cite, cited)
    speech = {
        **_environment(form.ending).globals,
        **content,
        "form": form,
        **{name: getattr(form, name) for name in SPEECH},
        "cited": cited,
        "cite": cite,
        "quote": lambda lines: form.quote([cite(line) for line in lines]),
        "seats": lambda names, word="and": form.listing([form.seat(each) for each in names], word),
        "places": lambda names: _places(form, names),
        "rows": lambda facts, *fields: [_row(form, fact, fields) for fact in facts],
    }
    speech["say"] = Sentences(speech)
    return speech


def _cite(cited: list[str], line: str) -> str:
    """Return a line that somebody wrote as it is shown, and write down that it is."""
    cited.append(words.clean(line, LONGEST_QUOTED))
    return cited[-1]


def _places(form: Format, names: Iterable[str]) -> str:
    """List provinces; one that is named several times is named once, with how often."""
    often = Counter(names)
    times = {1: "", 2: " (twice)"}
    return form.listing(
        [form.place(name) + times.get(n, f" ({n} times)") for name, n in often.items()]
    )


def _row(form: Format, fact: Any, fields: Sequence[str]) -> list[str]:
    """Return fields of a fact as cells of a table; ``seat`` is named as a seat."""
    values = [(field, getattr(fact, field)) for field in fields]
    return [form.seat(value) if field == "seat" else str(value) for field, value in values]


_CALLED = (__file__, words.__file__, english.__file__, compiling.__file__)
"""What is called in templates."""


@cache
def _environment(ending: str, package: str = "", game: str = "") -> PlainEnvironment:
    """Return what compiles the templates, and those of a game's package, for a format."""
    environment = PlainEnvironment(
        loader=_loader(package, game),
        autoescape=ending == "html",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,  # all that there are
        finalize=printable,
        bytecode_cache=CompiledTemplates(FOLDER, ending, map(Path, _CALLED)),
    )
    environment.shown = show_html if ending == "html" else show_text
    environment.globals.update(
        count=words.count,
        units=lambda of, ranks=(): words.listing(words.unit_list(of, True, ranks)),
        kinds=lambda of: words.unit_list(of, False),
        column=Column,
    )
    environment.filters.update(
        plural=plural,
        wrap=wrap,
        wrap_lines=wrap_lines,
        paragraph=paragraph,
        clean=words.clean,
        date=words.date,
        name=words.name,
        sentence=words.sentence,
        stop=words.stop,
        underline=underline,
    )
    return environment


def _loader(package: str, game: str) -> BaseLoader:
    """Find templates in our folder, then in a game's package: ``templates/`` or a folder in it.

    There a game's ``NAME/events.j2`` may lie as ``events.j2`` too, since the package is its own.
    """
    shipped = FileSystemLoader(FOLDER)
    try:
        own = PackageLoader(package) if package else None
    except ValueError:  # a package without templates
        own = None
    return ChoiceLoader([shipped, own, PrefixLoader({game: own})]) if own else shipped


def compile_all() -> int:
    """Compile every shipped template, in each format that has it; return how many are kept."""
    kept = 0
    for ending, left_out in (("txt", ".html.j2"), ("html", ".txt.j2")):
        environment = _environment(ending)
        names = environment.list_templates(("j2",))
        own = [x for x in names if not x.endswith(left_out) and not x.startswith("reasons/")]
        kept += compile_templates(environment, own)
    return kept + compile_reasons()
