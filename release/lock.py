"""Pin what is installed, with hashes: ``make lock`` after a change of dependencies.

``make lock UPGRADE=1`` takes newer versions.
Each file of ``requirements/`` holds every package that its purpose needs, for every system and each
Python from the oldest on: one version, with the hashes of its files. ``uv`` finds them.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
FOLDER = TOP / "requirements"
OWN = re.compile(r"sengoku-")
"""How the names of our own packages begin, which are not pinned."""


def wanted() -> dict[str, list[str]]:
    """Return what is wanted for each purpose; ``dev``, which holds most, first."""
    outlines = tomllib.loads((TOP / "tools/outlines/pyproject.toml").read_text("utf-8"))
    about = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))
    extras = dict(about["project"]["optional-dependencies"])
    for_work = [each for name in ("dev", "docs", "hooks") for each in extras.pop(name)]
    run = [*about["project"]["dependencies"], *(each for some in extras.values() for each in some)]
    groups = about["dependency-groups"]
    return {
        "dev": [
            *run,
            *for_work,
            *(each for each in outlines["project"]["dependencies"] if not OWN.match(each)),
        ],
        "run": run,
        "build": [*about["build-system"]["requires"], *groups["build"]],
        "release": groups["release"],
    }


def main() -> None:
    """Write the files; what is pinned stays as it is, unless ``--upgrade`` is asked for."""
    oldest = re.search(r'requires-python = ">=(.+)"', (TOP / "pyproject.toml").read_text("utf-8"))
    assert oldest
    for purpose, packages in wanted().items():
        file = FOLDER / f"{purpose}.txt"
        command = ["uv", "pip", "compile", "-", "--quiet", "--no-config", "--universal"]
        command += ["--python-version", oldest[1], "--generate-hashes", "--no-annotate"]
        command += ["--no-emit-index-url", "--no-emit-find-links", "--custom-compile-command"]
        command += ["make lock", "--output-file", str(file), *sys.argv[1:]]
        if purpose != "dev":  # one version of a package, whatever it is for
            command += ["--constraint", str(FOLDER / "dev.txt")]
        subprocess.run(command, input="\n".join(packages), text=True, check=True)


if __name__ == "__main__":
    main()
