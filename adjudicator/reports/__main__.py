"""``python -m adjudicator.reports``: compile the templates beforehand, as Python's files are.

For a place where nobody can write later: a system's package, the image of a container.
"""

import sys

from adjudicator.reports.reasons import reason
from adjudicator.reports.templates import compile_all
from adjudicator.wording import FOLDER

if __name__ == "__main__":
    kept = compile_all()
    print(reason("templates-kept", count=kept, folder=FOLDER))
    sys.exit(not kept)
