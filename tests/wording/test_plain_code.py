"""Templates print and call as Jinja itself has it, by fewer functions."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined
from jinja2.exceptions import UndefinedError
from jinja2.runtime import Context
from markupsafe import Markup

from adjudicator.wording.words import PlainEnvironment, printable, show_html, show_text

WORDS = {
    "plain": "a Oda",
    "special": "<b>&'\"",
    "control": "a\x1b[31m\tb\u202ec<\x00>",
    "lines": "one\ntwo\x07\n<three>",
    "markup": Markup("<i>a</i>"),
    "markup_control": Markup("<i>\u202ea\n\x07</i>"),
    "number": 7,
    "nothing": None,
    "listed": ["<", "\x07"],
    "call": lambda *given, **named: f"<{given}{sorted(named.items())}>",
}
TEXT = """{% macro quote(text, by="&") %}“{{ text }}” {{ by }}{% endmacro %}
{% macro alone() %}<hr>{% endmacro %}
{% macro around(text) %}{{ text }}{{ caller() }}{% endmacro %}
{% macro several() %}{{ varargs | join("&") }}{{ kwargs.text }}{% endmacro %}
{% for word in words %}{{ word }} {{ quote(word) }} {{ quote(word, by=word) }}
{{ quote(by=word, text="<") }}{{ alone() }}{{ quote(quote(word), alone()) ~ word }}
{{ several(word, "<", text=word) }}{% call around(word) %}{{ word }}{% endcall %}
{{ call(word, 1, *[word], two=2, **{"three": 3}) }}{{ call() }}{{ word ~ "<" }}
{% set kept %}{{ word }}{% endset %}{{ kept }}{{ "<a>" }}{% endfor %}"""


class BareContext(Context):
    """Calls what a template calls as it is."""

    def call(self, called, /, *given, _loop_vars=None, _block_vars=None, **named):
        return called(*given, **named)


def made(kind, ending):
    environment = kind(
        loader=DictLoader({"a": TEXT}),
        autoescape=ending == "html",
        undefined=StrictUndefined,
        finalize=printable,
    )
    environment.context_class = BareContext
    environment.shown = show_html if ending == "html" else show_text
    return environment


@pytest.mark.parametrize("ending", ["txt", "html"])
@pytest.mark.parametrize("word", WORDS)
def test_what_is_printed_is_what_jinja_prints(ending, word):
    facts = {"words": [WORDS[word], "x"], "call": WORDS["call"]}
    usual, plain = (
        made(kind, ending).get_template("a").render(facts)
        for kind in (Environment, PlainEnvironment)
    )
    assert plain == usual
    assert "\u202e" not in plain
    assert "\x1b" not in plain


@pytest.mark.parametrize("ending", ["txt", "html"])
def test_what_is_not_known_is_never_printed_as_nothing(ending):
    with pytest.raises(UndefinedError):
        made(PlainEnvironment, ending).from_string("{{ unknown }}").render()


@pytest.mark.parametrize("call", ["quote(1, 2, 3)", "quote(1, other=2)", "alone(1)", "alone(x=1)"])
def test_no_macro_takes_what_it_has_no_name_for(call):
    template = made(PlainEnvironment, "txt").from_string(
        TEXT.partition("{% for")[0] + "{{ " + call + " }}"
    )
    with pytest.raises(TypeError):
        template.render()


def test_a_macro_says_what_it_was_not_given():
    template = made(PlainEnvironment, "txt").from_string(
        TEXT.partition("{% for")[0] + "{{ quote(by=1) }}"
    )
    with pytest.raises(UndefinedError, match="text"):
        template.render()
