"""Regular expressions that are compiled when they are first used: one process uses few of all."""

import re
from typing import Any, cast


def compile_later(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return what can be used as the compiled expression. A faulty one is found when it is used."""
    return cast(re.Pattern[str], _Later(pattern, flags))


class _Later:
    def __init__(self, pattern: str, flags: int):
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)  # from now on it is found without coming here
        return found
