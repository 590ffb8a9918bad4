"""The order reference of a game, generated from its order kinds."""

import inspect
from collections.abc import Iterable

from adjudicator.orders.language.language import Language
from adjudicator.orders.language.syntax import Phrase, plain_syntax, slots_of


def reference(title: str, languages: Iterable[tuple[Language, str]]) -> str:
    """Return Markdown that states every order and condition, phase by phase.

    ``languages`` are pairs of a phase's language and a sentence about the phase.
    """
    parts = [f"# Orders of {title}", _PREFACE]
    conditions: dict[type[Phrase], None] = {}
    for language, about in languages:
        parts.append(f"## Phase `{language.phase}`\n\n{about}")
        parts += [entry(kind) for kind in language.kinds]
        conditions.update(dict.fromkeys(language.conditions))
    if conditions:
        parts.append("## Conditions\n\nAfter `if`, joined by `and`, `or` and `not`:")
        parts += [entry(kind) for kind in conditions]
    return "\n\n".join(parts) + "\n"


def entry(kind: type[Phrase]) -> str:
    """Return the paragraph about one kind: syntax, meaning, blanks, examples, other forms."""
    plain = plain_syntax(kind)
    lines = [f"### `{plain}`", "", inspect.cleandoc(kind.__doc__ or "").strip()]
    blanks = [f"- `<{field}>`: {slot.describe()}" for field, slot in slots_of(kind).items()]
    if blanks:
        lines += ["", *blanks]
    if kind.examples:
        lines += ["", "```", *kind.examples, "```"]
    if also := [form for form in (kind.syntax, *kind.also) if form != plain]:
        lines += ["", "Also read: " + "; ".join(f"`{form}`" for form in also) + "."]
    return "\n".join(lines)


_PREFACE = """\
One order a line; capitals and spacing do not matter; `#`, `//` and `;` begin comments. Names may be
written without macrons and hyphens, in kanji or kana, or shortened to three letters or more. In the
syntax lines below, `<…>` is filled in, `[…]` may be left out, and `(a|b)` are words for the same
thing. Words that only link can change places: `in` and `on` with `at`, `into`, `to` and `for`, `to`
with `into`, `via`, `through` and `->`, `from` with `out of`, `with` with `using` and `by`.

- `if CONDITION: ORDER` is tried only if the condition holds at that moment, `unless CONDITION:
  ORDER` only if it does not. The condition may stand behind: `ORDER unless CONDITION`.
- `else: ORDER` or `else if CONDITION: ORDER` on the next line is tried when the order before it
  did not apply or could not be carried out.
- `always ORDER` makes a policy stand for later phases too.
- `amend` on a line of its own changes only the lines that the mail names; there,
  `cancel ORDER` takes a line back.
- `ready` says that you are done; `not ready` takes it back. `END` ends the orders."""
