"""Words of pages beside their templates: ``templates/reasons/site.j2``."""

from adjudicator.wording import reasons_of

reason = reasons_of("site")
"""Returns what a page says of a code with facts."""
