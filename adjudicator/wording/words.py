"""The words of reasons: Jinja's templates, and what every environment of templates has."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from zlib import crc32

import jinja2
from jinja2 import Environment, FileSystemLoader, PackageLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from adjudicator.wording import english
from adjudicator.wording.english import (
    begin_sentence,
    listing,
    number_of,
    plural,
    quote_each,
    with_article,
)
from adjudicator.wording.folder import FOLDER

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, formatting and surrogate characters, but not the end of a line."""


def _is_safe(lines: str) -> bool:
    return str.replace(lines, "\n", "").isprintable()


def printable(value: Any, instead: str = " ") -> Any:
    """Take control and bidirectional characters out of whatever a template prints."""
    if not isinstance(value, str) or value.isprintable() or _is_safe(value):
        return value
    kept = _UNSAFE.sub(instead, value)
    return Markup(kept) if isinstance(value, Markup) else kept


class PlainCode(CodeGenerator):
    """Compiles templates of which nothing that they call asks for their context: a call is a call.

    What is printed goes through one function, ``shown`` of the environment, and a call that is
    printed through ``print_call``.
    """

    _printed: nodes.Node | None = None
    """The call that is printed."""

    def visit_Call(  # noqa: N802 (as Jinja has it)
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """Write a call."""
        if forward_caller:
            super().visit_Call(node, frame, forward_caller=True)
            return
        begin, end = (", ", "") if node is self._printed else ("(", ")")
        self.visit(node.node, frame)
        self.write(begin)
        given: list[tuple[str, nodes.Node | None]] = [("", each) for each in node.args]
        given += [("*", node.dyn_args), *(("", each) for each in node.kwargs)]
        for how, each in (*given, ("**", node.dyn_kwargs)):
            if each is not None:
                self.write(how)
                self.visit(each, frame)
                self.write(", ")
        self.write(end)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """Write how an attribute is read: as Jinja does it, for most are there."""
        self.write("(found if (found := getattr((asked := ")
        self.visit(node.node, frame)
        self.write(f"), {node.attr!r}, missing)) is not missing")
        self.write(f" else environment.getattr(asked, {node.attr!r}))")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write what a macro is to its callers."""
        node = macro_ref.node
        special = macro_ref.accesses_caller, macro_ref.accesses_kwargs, macro_ref.accesses_varargs
        if any(special) or not isinstance(node, nodes.Macro):
            super().macro_def(macro_ref, frame)
        else:
            self.write(f"environment.macro(macro, {tuple(each.name for each in node.args)!r})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self._printed = node if isinstance(node, nodes.Call) else None
        self.write("environment.print_call(" if self._printed else "environment.shown(")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")")


class PlainMacro:
    """A macro, which takes as many as it has names, each by its name or in turn, or not at all."""

    __slots__ = ("_function", "_names", "_safe")

    def __init__(
        self, function: Callable[..., str], names: tuple[str, ...], safe: Callable[[str], str]
    ):
        function.__defaults__ = (missing,) * len(names)  # it knows what it does then
        self._function, self._names, self._safe = function, names, safe

    def say(self, *given: Any, **named: Any) -> str:
        """Return what it prints, which is shown already."""
        if named:
            given += tuple(named.pop(name, missing) for name in self._names[len(given) :])
        return self._function(*given, **named)

    def __call__(self, *given: Any, **named: Any) -> str:
        """Return it as templates and Python have it, who may print it again."""
        return self._safe(self.say(*given, **named))


class PlainEnvironment(Environment):
    """What compiles templates so."""

    code_generator_class = PlainCode
    shown: Callable[[Any], str]
    """Returns what is printed as a template of its format has it."""

    def __init__(self, **settings: Any):
        super().__init__(**settings)
        for name, each in self.filters.items():  # no template waits, and those ask each time
            if hasattr(each, "jinja_async_variant"):
                self.filters[name] = each.__wrapped__

    @cached_property
    def evaluation(self) -> EvalContext:
        """How filters work, whatever they are given."""
        return EvalContext(self)

    def macro(self, function: Callable[..., str], names: tuple[str, ...]) -> PlainMacro:
        """Return a macro with the parameters of these names."""
        return PlainMacro(function, names, Markup if self.autoescape else str)

    def print_call(self, called: Any, *given: Any, **named: Any) -> str:
        """Return what a call prints."""
        if type(called) is PlainMacro:
            return called.say(*given, **named)
        return self.shown(called(*given, **named))


_SPECIAL = re.compile("[&<>\"']")


def show_text(value: Any) -> str:
    """Return what a template prints in plain text."""
    if type(value) is str and value.isprintable():
        return value
    return str(printable(value))


def show_html(value: Any) -> str:
    """Return what a template prints in HTML."""
    if type(value) is str and value.isprintable() and not _SPECIAL.search(value):
        return value
    return printable(value) if type(value) is Markup else escape(printable(value))


READABLE, PRIVATE = 0o644, 0o600
"""There is no secret in a template: whoever runs the program may use what is compiled beside it."""


class CompiledTemplates(FileSystemBytecodeCache):
    """The compiled templates of one environment, beside them or where their user keeps such things.

    ``settings`` tells it from other environments; ``code`` are the Python files of what it calls,
    for what is called with constants alone is worked out as a template is compiled.
    """

    def __init__(self, folder: Path, settings: str, code: Iterable[Path]):
        checksum = crc32(jinja2.__version__.encode())
        for file in code:
            checksum = crc32(file.read_bytes(), checksum)
        self._others = f".{settings}-*.{sys.implementation.cache_tag}.j2c"
        name = f"%s.{settings}-{checksum:08x}.{sys.implementation.cache_tag}.j2c"
        self._beside = _beside(folder)
        super().__init__(str(self._beside), name)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if the template was compiled before, from the same text."""
        for find in (lambda: self._beside, own_place):
            self.directory = str(find() or self._beside)
            try:
                super().load_bytecode(bucket)
            except Exception:  # a damaged file is as good as none: it is compiled and written anew
                bucket.reset()
            if bucket.code:
                return

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; who reads it meanwhile finds the old file or the new one."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            self._write(bucket, self._beside, READABLE)
            return
        with suppress(OSError):
            if own := own_place():
                self._write(bucket, own, PRIVATE)
                for old in own.glob(f"{bucket.key}{self._others}"):  # of earlier versions
                    if str(old) != self._get_cache_filename(bucket):
                        old.unlink()

    def _write(self, bucket: Bucket, place: Path, mode: int) -> None:
        self.directory = str(place)
        if not place.is_dir():
            place.mkdir(parents=True)
            place.chmod(mode | 0o100 | (mode & 0o044) >> 2)
        super().dump_bytecode(bucket)
        os.chmod(self._get_cache_filename(bucket), mode)


def _beside(folder: Path) -> Path:
    """Where what was compiled is kept beside templates, as Python keeps its own."""
    return Path(cache_from_source(str(folder / "template.py"))).parent


def cache_folder() -> Path | None:
    """Where a user keeps what can be made or fetched again; None: he has no home."""
    given = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    except RuntimeError:
        return None
    return root / "adjudicator"


def own_place() -> Path | None:
    """Where a user keeps it who may write nothing beside the templates; None: nowhere.

    It is run as code, so nobody else may write there: not even a user in whose name root was asked.
    """
    place = cache_folder()
    if place is None:
        return None
    nearest = _nearest(place)
    state = nearest.stat()
    foreign = hasattr(os, "geteuid") and state.st_uid != os.geteuid()
    return place if _can_write(nearest) and not foreign and not state.st_mode & 0o022 else None


def find_compiled() -> Path | None:
    """Return where compiled templates are kept, or may be; None: they are compiled each time."""
    beside = _beside(FOLDER)
    if _can_write(_nearest(beside)) or any(beside.glob("*.j2c")):
        return beside
    return own_place()


def _nearest(place: Path) -> Path:
    """Return a place, or the folder nearest above it that is there."""
    return next(each for each in (place, *place.parents) if each.exists())


def _can_write(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)


_IN_NAMES = str.maketrans("-.", "__")


def put_into_words(room: str, code: str, facts: Mapping[str, Any]) -> str:
    """Return what the words of a room say for a reason, on one line. See ``Reason``.

    A code without words, which an error of another package may have, stands for itself.
    """
    if not room:
        return str(facts["said"])
    return _put_into_words(room, code, facts) if facts else _say_alone(room, code)


@lru_cache(maxsize=1024)
def _say_alone(room: str, code: str) -> str:
    """Return the words of a reason without facts, which are always the same."""
    return _put_into_words(room, code, {})


def _put_into_words(room: str, code: str, facts: Mapping[str, Any]) -> str:
    environment, block = _block_of(room, code)
    if block is None:
        return code
    return " ".join("".join(block(Facts(environment, facts))).split())


class Facts(Context):
    """What the words of a reason are about: all that they need of a context, quickly made."""

    def __init__(self, environment: PlainEnvironment, facts: Mapping[str, Any]):
        self.environment, self.eval_ctx = environment, environment.evaluation
        self.vars, self.parent = {}, facts  # type: ignore[assignment]  # it is only read


@lru_cache(maxsize=4096)
def _block_of(room: str, code: str) -> tuple[PlainEnvironment, Callable[[Context], Any] | None]:
    """Return the words of a reason, if its room has any, and what compiled them."""
    package, _, file = room.rpartition(":")
    environment = _environment(package)
    blocks = environment.get_template(f"{file}.j2").blocks
    return environment, blocks.get(code.translate(_IN_NAMES))


@cache
def _environment(package: str) -> PlainEnvironment:
    """Return what compiles the words of the rooms, or of those of another package."""
    folder = FOLDER / "reasons"
    loader = PackageLoader(package) if package else FileSystemLoader(folder)
    called = (Path(__file__), Path(english.__file__))
    environment = PlainEnvironment(
        loader=loader,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        cache_size=-1,
        finalize=_show_reason,
        bytecode_cache=CompiledTemplates(FOLDER, "reasons", called),
    )
    environment.shown = _show_reason
    environment.filters.update(
        article=with_article,
        asked=ask_by,
        begin=begin_sentence,
        listing=listing,
        number=number_of,
        plural=plural,
        quoted=quote_each,
    )
    return environment


def ask_by(words: str, commands: Any) -> str:
    """Return the words that ask for something in a letter, or the command in their place.

    A command line gives these as a fact, by the words; a letter has none.
    """
    return commands.get(words, words) if isinstance(commands, Mapping) else words


def _show_reason(value: Any) -> str:
    """Return what the words of a reason print."""
    if type(value) is str and value.isprintable():
        return value
    text: str = printable(str(value), "�")
    return text


def compile_templates(environment: Environment, names: Iterable[str]) -> int:
    """Compile templates of an environment; return how many of them are kept."""
    compiled, loader, kept = environment.bytecode_cache, environment.loader, 0
    assert compiled
    assert loader
    for name in names:
        environment.get_template(name)
        text, file, _ = loader.get_source(environment, name)
        kept += compiled.get_bucket(environment, name, file, text).code is not None
    return kept


def compile_reasons() -> int:
    """Compile the words of all rooms; return how many files are kept."""
    environment = _environment("")
    return compile_templates(environment, environment.list_templates(("j2",)))
