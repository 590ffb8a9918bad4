"""The environments that compile templates, once for all processes.

Jinja is imported here and nowhere else, so that only making a report pays for it.
"""

import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from zlib import crc32

import jinja2
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.bccache import Bucket, FileSystemBytecodeCache
from markupsafe import Markup

from adjudicator.games.contract import Column
from adjudicator.orders.language import words as language_words
from adjudicator.orders.language.words import plural
from adjudicator.reports import words
from adjudicator.reports.html import paragraph
from adjudicator.reports.text import underline, wrap, wrap_lines

_CALLED = (__file__, words.__file__, language_words.__file__)
"""What is called in templates."""


_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u180e\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, formatting and surrogate characters, but not the end of a line."""


def make_environment(folder: Path, ending: str, package: str, game: str) -> Environment:
    """Make what compiles the templates of a folder, and of a game's package, for a format."""
    environment = Environment(
        loader=_loader(folder, package, game),
        autoescape=ending == "html",
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
        finalize=printable,
        bytecode_cache=CompiledTemplates(folder, ending, map(Path, _CALLED)),
    )
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
        name=words.name,
        sentence=words.sentence,
        underline=underline,
    )
    return environment


def _loader(folder: Path, package: str, game: str) -> BaseLoader:
    """Find templates in a folder, then in a game's package: ``templates/`` or a folder in it.

    There a game's ``NAME/events.j2`` may lie as ``events.j2`` too, since the package is its own.
    """
    shipped = FileSystemLoader(folder)
    try:
        own = PackageLoader(package) if package else None
    except ValueError:  # a package without templates
        own = None
    return ChoiceLoader([shipped, own, PrefixLoader({game: own})]) if own else shipped


def printable(value: Any) -> Any:
    """Take control and bidirectional characters out of whatever a template prints."""
    if not isinstance(value, str) or str.replace(value, "\n", "").isprintable():
        return value
    kept = _UNSAFE.sub(" ", value)
    return Markup(kept) if isinstance(value, Markup) else kept


READABLE = 0o644
"""There is no secret in a template: whoever runs the program may use what another has compiled."""


class CompiledTemplates(FileSystemBytecodeCache):
    """The compiled templates of one environment.

    ``settings`` tells it from other environments; ``code`` are the Python files of what it calls,
    for what is called with constants alone is worked out as a template is compiled.
    """

    def __init__(self, folder: Path, settings: str, code: Iterable[Path]):
        kept = Path(cache_from_source(str(folder / "template.py"))).parent
        checksum = crc32(jinja2.__version__.encode())
        for file in code:
            checksum = crc32(file.read_bytes(), checksum)
        name = f"%s.{settings}-{checksum:08x}.{sys.implementation.cache_tag}.j2c"
        super().__init__(str(kept), name)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if the template was compiled before, from the same text."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged file is as good as none: it is compiled and written anew
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; who reads it meanwhile finds the old file or the new one."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            os.makedirs(self.directory, exist_ok=True)
            super().dump_bytecode(bucket)
            os.chmod(self._get_cache_filename(bucket), READABLE)


def compile_all(environment: Environment, left_out: str) -> int:
    """Compile every template but those whose names end so; return how many are kept."""
    cache, loader = environment.bytecode_cache, environment.loader
    assert cache
    assert loader
    kept = 0
    for name in environment.list_templates(("j2",)):
        if not name.endswith(left_out):
            environment.get_template(name)
            text, file, _ = loader.get_source(environment, name)
            kept += cache.get_bucket(environment, name, file, text).code is not None
    return kept
