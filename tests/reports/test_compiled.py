"""Compiled templates are kept, and never stand in for another text, another format or other code."""

import os
import sys

import pytest
from jinja2 import DictLoader, Environment

from adjudicator.reports import templates
from adjudicator.wording import words
from adjudicator.wording.words import CompiledTemplates, find_compiled, own_place


@pytest.fixture(autouse=True)
def _written(monkeypatch, tmp_path_factory):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    blocked = tmp_path_factory.mktemp("home") / "a file"
    blocked.write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr(sys, "pycache_prefix", None)


def environment(folder, text="Hello {{ name }}", settings="txt", code=()):
    cache = CompiledTemplates(folder, settings, code)
    made = Environment(
        loader=DictLoader({"a.j2": text}), bytecode_cache=cache, autoescape=settings == "html"
    )
    made.compiled = []
    compile_one = made._generate
    made._generate = lambda *given, **more: made.compiled.append(1) or compile_one(*given, **more)
    return made


def said(made, name="<Oda>"):
    """Return what the template says, and whether it was compiled for it."""
    return made.get_template("a.j2").render(name=name), bool(made.compiled)


def test_a_template_is_compiled_once_for_all_processes_of_one_text_and_format_and_code(tmp_path):
    before = os.umask(0o077)  # as the command line has it
    try:
        assert said(environment(tmp_path)) == ("Hello <Oda>", True)
    finally:
        os.umask(before)
    assert said(environment(tmp_path)) == ("Hello <Oda>", False)
    [kept] = (tmp_path / "__pycache__").iterdir()
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o644, 0o755)
    assert said(environment(tmp_path, settings="html")) == ("Hello &lt;Oda&gt;", True)
    assert said(environment(tmp_path, settings="html")) == ("Hello &lt;Oda&gt;", False)
    assert said(environment(tmp_path, "Bye {{ name }}")) == ("Bye <Oda>", True)
    called = tmp_path / "words.py"
    for text in ("one", "two"):
        called.write_text(text)
        assert said(environment(tmp_path, code=[called]))[1]
        assert not said(environment(tmp_path, code=[called]))[1]


@pytest.mark.parametrize("damage", [b"", "cut", "other"])
def test_a_damaged_file_is_as_good_as_none(tmp_path, damage):
    said(environment(tmp_path))
    [kept] = (tmp_path / "__pycache__").iterdir()
    data = kept.read_bytes()
    kept.write_bytes({"cut": data[:-20], "other": data[:40] + b"\xff" * 40}.get(damage, damage))
    assert said(environment(tmp_path)) == ("Hello <Oda>", True)
    assert said(environment(tmp_path)) == ("Hello <Oda>", False)


def test_where_nothing_may_be_written_templates_are_compiled_each_time(tmp_path, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(sys, "dont_write_bytecode", True)
        said(environment(tmp_path))
        assert list(tmp_path.iterdir()) == []
    (tmp_path / "__pycache__").write_text("in the way")
    assert said(environment(tmp_path)) == ("Hello <Oda>", True)
    assert said(environment(tmp_path)) == ("Hello <Oda>", True)


def clear():
    templates._environment.cache_clear()
    words._environment.cache_clear()


def test_who_may_not_write_beside_templates_keeps_them_for_himself(tmp_path, monkeypatch):
    (tmp_path / "__pycache__").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert said(environment(tmp_path)) == ("Hello <Oda>", True)
    assert said(environment(tmp_path)) == ("Hello <Oda>", False)
    [kept] = (tmp_path / "home" / "adjudicator").iterdir()
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    called = tmp_path / "words.py"
    called.write_text("of another version")
    assert said(environment(tmp_path, code=[called])) == ("Hello <Oda>", True)
    assert len(list(kept.parent.iterdir())) == 1  # what it had compiled before is gone


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
def test_what_others_can_write_is_not_run(tmp_path, monkeypatch, mode):
    (tmp_path / "__pycache__").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    said(environment(tmp_path))
    (tmp_path / "home" / "adjudicator").chmod(mode)
    assert said(environment(tmp_path)) == ("Hello <Oda>", True)
    assert own_place() is None


def test_what_another_user_has_written_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert own_place() == tmp_path / "adjudicator"
    monkeypatch.setattr("os.geteuid", lambda: tmp_path.stat().st_uid + 1)
    assert own_place() is None


def test_it_is_known_where_they_are_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    assert find_compiled() == tmp_path / "__pycache__"
    (tmp_path / "__pycache__").write_text("in the way")
    assert find_compiled() is None
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert find_compiled() == tmp_path / "home" / "adjudicator"


@pytest.mark.system
def test_all_templates_are_compiled_beforehand(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path))
    try:
        clear()
        kept = templates.compile_all()
        assert len(list(tmp_path.rglob("*.j2c"))) == kept > 100
        templates._environment.cache_clear()
        later = templates._environment("txt")
        monkeypatch.setattr(later, "_generate", None)  # it has nothing left to compile
        assert later.get_template("letters/reminder.j2").blocks
        (tmp_path / "in the way").write_text("")
        monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "in the way"))
        clear()
        assert templates.compile_all() == 0
    finally:
        clear()
