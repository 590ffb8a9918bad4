"""Regular expressions that are compiled when something is looked for with them.

A command needs few of those that the modules have which it imports, and to compile one takes as
long as to import a small module.
"""

import re
from collections.abc import Callable
from typing import Any, AnyStr, cast


def pattern(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return a regular expression that ``re.compile`` is given when it is first used.

    What is wrong with its text is said then, too.
    """
    return cast("re.Pattern[AnyStr]", _Pattern(lambda: re.compile(text, flags)))


class _Pattern:
    def __init__(self, compile_it: Callable[[], re.Pattern[Any]]) -> None:
        self._compile = compile_it

    def __getattr__(self, name: str) -> Any:
        """Return what a compiled one has by this name, from now on without coming here."""
        found = vars(self)[name] = getattr(self._compile(), name)
        return found
