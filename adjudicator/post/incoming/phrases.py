"""What mail programs write by themselves in many languages, from ``phrases.toml``."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _table() -> dict[str, dict[str, str]]:
    path = files(__package__).joinpath("phrases.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def phrases(kind: str) -> str:
    """Return the phrases of a kind, of all languages, as one group of a regular expression."""
    return f"(?:{'|'.join(_table()[kind].values())})"
