"""Regular expressions are compiled by who first uses them, and all of them can be."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from adjudicator import patterns
from adjudicator.patterns import pattern

ROOT = Path(patterns.__file__).parent


def test_an_expression_is_compiled_when_it_is_used():
    faulty = pattern("(army")
    with pytest.raises(re.error, match="unterminated"):
        faulty.search("army")


def test_it_does_what_a_compiled_one_does():
    lazy, compiled = pattern(r"army (\d)", re.IGNORECASE), re.compile(r"army (\d)", re.IGNORECASE)
    for _ in range(2):
        assert lazy.findall("Army 1, ARMY 2") == compiled.findall("Army 1, ARMY 2") == ["1", "2"]
    assert (lazy.pattern, lazy.flags) == (compiled.pattern, compiled.flags)
    assert pattern(rb"\d").sub(b"", b"a1") == b"a"


def test_every_expression_of_the_program_can_be_compiled():
    files = [file for file in ROOT.rglob("*.py") if "= pattern(" in file.read_text("utf-8")]
    modules = [".".join(file.relative_to(ROOT.parent).with_suffix("").parts) for file in files]
    lazy = [
        value
        for module in modules
        for value in vars(import_module(module)).values()
        if isinstance(value, patterns._Pattern)
    ]
    assert len(lazy) > 100
    assert all(re.compile(each.pattern, each.flags) for each in lazy)
