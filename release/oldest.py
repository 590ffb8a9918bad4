"""Play the demo and the rule cases under the oldest Python of this machine that is promised.

A pattern that a later micro version mended refuses sound orders under an earlier one, and no test
under ours shows it. If ours is the oldest there is nothing to do. Its environment is kept in
``.venv/oldest``; pip is ours, since a Python of a distribution may have none.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from install import pythons

TOP = Path(__file__).resolve().parents[1]
PLACE = TOP / ".venv/oldest"


def main() -> None:
    """Make the environment, and play."""
    version, python = min(pythons().items())
    known = ".".join(map(str, version))
    if version == sys.version_info[:3]:
        print(f"Python {known}, with which the tests run, is the oldest of this machine.")
        return
    subprocess.run([python, "-m", "venv", "--clear", "--without-pip", PLACE], check=True)
    theirs = PLACE / ("Scripts/python" if sys.platform == "win32" else "bin/python")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", theirs]
    pinned = TOP / "requirements/run.txt"
    subprocess.run([*pip, "install", "--quiet", "--require-hashes", "-r", pinned], check=True)
    play = [theirs, "-m", "adjudicator"]
    subprocess.run([*play, "case", "--quiet", "tests/cases"], cwd=TOP, check=True)
    with tempfile.TemporaryDirectory() as folder:
        mails = "orders_examples/samurai-swords"
        demo = [*play, "demo", "--mails", mails, "--out", f"{folder}/demo"]
        subprocess.run(demo, cwd=TOP, check=True, stdout=subprocess.DEVNULL)
    print(f"Python {known} plays the demo and all rule cases.")


if __name__ == "__main__":
    main()
