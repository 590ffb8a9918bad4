"""What is said of a letter that came in: ``templates/reasons/letters.j2``."""

from adjudicator.wording import reasons_of

reason = reasons_of("letters")
"""Returns what is said of a code with facts."""
