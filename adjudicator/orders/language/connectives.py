"""The words that join an order to its condition, its alternative and the lines before it."""

UNLESS = "unless"
IF = ("if", "when", "once", "as soon as", "as long as", "provided that", "provided", UNLESS)
"""What begins a condition; ``UNLESS`` that of the opposite."""
ELSE, OTHERWISE = "else", "otherwise"
ALWAYS = "always"
CANCEL = ("cancel", "delete", "withdraw")
JOINTS = tuple(
    word
    for word in (*IF, ELSE, OTHERWISE, ALWAYS, *CANCEL, "then", "and", "or", "not")
    if " " not in word
)
"""All that are a single word."""


def any_of(*words: str) -> str:
    """Return an expression for any of the words; those of the first place are tried first."""
    return f"(?:{'|'.join(words)})"
