"""Modules as trees: tests of several rooms read all of them, and each is parsed once."""

import ast
import gc
from functools import cache
from pathlib import Path


@cache
def tree_of(file: Path) -> ast.Module:
    """Return the tree of a module, which is kept: let nobody look through it for garbage."""
    gc.disable()
    try:
        return ast.parse(file.read_text("utf-8"))
    finally:
        gc.freeze()
        gc.enable()
