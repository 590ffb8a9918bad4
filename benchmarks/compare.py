"""Measure an older commit and this tree in turns, and print both side by side.

    python benchmarks/compare.py COMMIT [--quick] [--runs 5]

Each tree is measured by its own ``bench.py``, in processes of its own and with the libraries that
it pins (``make setup``); rows are matched by their names. Printed are the median, the least and
the most of the runs, and how many times as long a thing takes as before: by the medians, and by
the best runs, which a busy machine disturbs least. Where the two ranges overlap, the difference is
within noise. Nothing here decides a test.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from beside import PEER, ROOT

Runs = dict[str, list[float]]
"""The figures of each row, one for each run."""


def check_out(commit: str, folder: Path) -> None:
    """Set the program of a commit up in a folder; it shares the peer of this tree."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE)
    if packed.returncode:
        sys.exit(f"{commit} is no commit of this repository.")
    subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    (folder / PEER.name).symlink_to(PEER)
    subprocess.run(["make", "--silent", "setup"], cwd=folder, stdout=sys.stderr, check=True)


def run(tree: Path, *command: str | Path) -> str:
    """Run Python with the package of a tree; return what it prints."""
    python = tree / ".venv" / "bin" / "python"
    done = subprocess.run([python, *command], cwd=tree, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


def measure(tree: Path, options: list[str], figures: Runs) -> None:
    """Run the benchmarks of a tree once and add its figures."""
    printed = run(tree, tree / "benchmarks" / "bench.py", "--json", *options)
    for row in json.loads(printed.splitlines()[-1]):
        number = re.match(r"[\d,.]+", row["figure"])
        if number is None and row["figure"] == "left out":
            continue
        assert number, row
        figures.setdefault(row["what"], []).append(float(number[0].replace(",", "")))


def compare(row: str, old: list[float], new: list[float]) -> tuple[str, str, str]:
    """Return how long a thing takes as a multiple of before, and what to think of it."""
    ratio, best = statistics.median(new) / statistics.median(old), min(new) / min(old)
    if "/s" in row or row.endswith("a minute"):  # where more is better
        ratio, best = 1 / ratio, max(old) / max(new)
    if min(new) <= max(old) and min(old) <= max(new):
        verdict = "within noise"
    else:
        verdict = "slower" if ratio > 1 else "faster"
    return spread(old), spread(new), f"{ratio:.2f}  {best:.2f}  {verdict}"


def spread(figures: list[float]) -> str:
    """Return the median with the least and the most."""
    return f"{statistics.median(figures):,g} ({min(figures):,g}–{max(figures):,g})"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", help="the commit to compare with")
    parser.add_argument("--quick", action="store_true", help="fewer runs within each run")
    parser.add_argument("--runs", type=int, default=5, help="runs of each tree")
    given = parser.parse_args()
    old: Runs = {}
    new: Runs = {}
    with tempfile.TemporaryDirectory() as place:
        base = Path(place)
        check_out(given.commit, base)
        for tree in (base, ROOT):
            package = run(tree, "-c", "import adjudicator; print(adjudicator.__file__)")
            assert Path(package.strip()).is_relative_to(tree), f"{package} is not of {tree}"
        for number in range(given.runs):
            pair = [(ROOT, new), (base, old)]
            for tree, figures in pair if number % 2 == 0 else reversed(pair):
                measure(tree, ["--quick"] if given.quick else [], figures)
                print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    rows = [("", f"old: {given.commit}", "new", "time, new/old: median, best")]
    rows += [(row, *compare(row, old[row], new[row])) for row in new if row in old]
    rows += [(row, "", spread(new[row]), "new only") for row in new if row not in old]
    rows += [(row, spread(old[row]), "", "old only") for row in old if row not in new]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for each in rows:
        print("  ".join(cell.ljust(w) for cell, w in zip(each, widths, strict=True)).rstrip())


if __name__ == "__main__":
    main()
