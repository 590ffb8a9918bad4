"""Test what a player needs at home, with the Python that runs this, where there is no make.

That is the rules, the reading of orders, the boards and the dice. ``python release/at_home.py``
installs what it needs; pages or folders of tests that are named are run in place of the usual.
"""

import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).parents[1]
ROOMS = ("boards", "chance", "games", "orders", "test_rule_cases.py")


def run(*words: str) -> None:
    """Run a module of this Python, and end if it fails."""
    done = subprocess.run([sys.executable, "-m", *words], cwd=TOP)
    if done.returncode:
        sys.exit(done.returncode)


def main() -> None:
    """Install what is pinned, then ourselves; test; carry out the rule cases."""
    pinned = [word for name in ("build", "dev") for word in ("-r", f"requirements/{name}.txt")]
    run("pip", "install", "--quiet", "--require-hashes", *pinned)
    own = ("-e", ".", "-e", "tools/outlines")
    run("pip", "install", "--quiet", "--no-deps", "--no-build-isolation", *own)
    tests = sys.argv[1:] or [f"tests/{room}" for room in ROOMS]
    run("pytest", "-n", "auto", "-m", "not release", *tests)
    run("adjudicator", "case", "--quiet", "tests/cases")


if __name__ == "__main__":
    main()
