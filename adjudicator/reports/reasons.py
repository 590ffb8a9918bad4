"""Words of reports that stand between those of letters, and why there is no report:
``templates/reasons/reports.j2``."""

from adjudicator.wording import reasons_of

reason = reasons_of("reports")
"""Returns what a report says of a code with facts."""
