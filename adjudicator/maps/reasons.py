"""The words of maps, and why there is none: ``templates/reasons/maps.j2``."""

from adjudicator.wording import reasons_of

reason = reasons_of("maps")
"""Returns what a map says of a code with facts."""
