"""Make the packages of the commit that is checked out: sdist, wheel, list of contents, checksums.

What is committed is built, and nothing else; the same commit gives the same bytes anywhere. With
``--tag`` all that a tag promises is checked first. What comes out lies in ``build/release``.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

TOP = Path(__file__).parents[1]
BOM = "sengoku-adjudicator.cdx.json"


def run(*command: str | Path, folder: Path = TOP, **more: str) -> str:
    """Run a program, with more in its environment, and return what it prints; end if it fails."""
    words = [str(each) for each in command]
    done = subprocess.run(
        words, cwd=folder, env={**os.environ, **more}, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}\nended with {done.returncode}")
    return done.stdout


def tool(name: str) -> Path:
    """Return where a program of this environment is."""
    return Path(sys.executable).parent / name


def version_of(tree: Path) -> str:
    """Return the version that a tree says it is."""
    text = (tree / "adjudicator/__init__.py").read_text("utf-8")
    return re.findall(r'__version__ = "(.+)"', text)[0]


def amiss(tree: Path, tag: str, repository: str) -> str:
    """Return what a tag promises and the tree does not keep; ``""``: nothing."""
    about = tomllib.loads((tree / "pyproject.toml").read_text("utf-8"))["project"]
    version, source = version_of(tree), about["urls"]["Source"]
    if tag != f"v{version}":
        return f"the tag is {tag}, the version {version}"
    changes = (tree / "CHANGELOG.md").read_text("utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        return f"CHANGELOG.md has no day for {version}"
    if repository and source != f"https://github.com/{repository}":
        return f"pyproject.toml says {source}, this is {repository}"
    return ""


def main() -> None:
    """Build from what ``git archive`` gives, and check what came of it."""
    asking = argparse.ArgumentParser(description=__doc__)
    asking.add_argument("--tag", help="the tag that is to be released")
    asking.add_argument("--out", type=Path, default=TOP / "build/release")
    asked = asking.parse_args()
    out = asked.out.resolve()
    shutil.rmtree(out, ignore_errors=True)
    tree, packages = out / "tree", out / "packages"
    tree.mkdir(parents=True)
    run("git", "archive", "--format", "tar", "--output", out / "tree.tar", "HEAD")
    with tarfile.open(out / "tree.tar") as archive:
        archive.extractall(tree, filter="data")
    if asked.tag and (why := amiss(tree, asked.tag, os.environ.get("GITHUB_REPOSITORY", ""))):
        sys.exit(f"Not to be released: {why}.")
    moment = run("git", "log", "-1", "--format=%ct").strip()
    command = (sys.executable, "-m", "build", "--no-isolation", "--outdir", packages, tree)
    run(*command, SOURCE_DATE_EPOCH=moment)
    made = sorted(packages.iterdir())
    run(tool("twine"), "check", "--strict", *made)
    # The icon of the pages is that of the desk.
    run(tool("check-wheel-contents"), "--ignore", "W002", *packages.glob("*.whl"))
    bill = (tool("cyclonedx-py"), "requirements", "--pyproject", tree / "pyproject.toml")
    bill += ("--output-reproducible", "--output-file", out / BOM, "requirements/run.txt")
    run(*bill, folder=tree, PYTHONWARNINGS="ignore")
    contents = json.loads((out / BOM).read_text("utf-8"))
    contents["metadata"]["component"]["version"] = version_of(tree)
    (out / BOM).write_text(json.dumps(contents, indent=1) + "\n", "utf-8")
    made.append(out / BOM)
    sums = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in made]
    (out / "SHA256SUMS").write_text("".join(sums))
    shutil.rmtree(tree)
    (out / "tree.tar").unlink()
    print("".join(sums), end="")


if __name__ == "__main__":
    main()
