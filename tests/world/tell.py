"""Opens an issue for each world in which something went wrong, unless one is open.

    python tests/world/tell.py FOLDER

In the folder there is a story for each of these worlds, as ``run.py --stories FOLDER`` writes them.
The issues are those of the repository that GitHub's ``gh`` finds here. Nothing is installed for it.
"""

import json
import subprocess
import sys
from pathlib import Path

MOST = 5
"""So many issues at once are enough: worlds that fail together fail for one reason."""


def ask_gh(*words):
    """Return what GitHub's command says. Raises CalledProcessError."""
    return subprocess.run(["gh", "issue", *words], check=True, stdout=subprocess.PIPE).stdout


def tell(folder, most=MOST):
    """Open issues; return their titles."""
    found = json.loads(
        ask_gh("list", "--state=open", "--search=World in:title", "--limit=1000", "--json=title")
    )
    known, titles = {each["title"] for each in found}, []
    for path in sorted(folder.glob("*.md")):
        title = f"World {path.stem}"
        if title not in known and len(titles) < most:
            ask_gh("create", f"--title={title}", f"--body-file={path}")
            titles.append(title)
    return titles


if __name__ == "__main__":
    print("\n".join(tell(Path(sys.argv[1]))))
