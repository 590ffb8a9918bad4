"""Install packages as a stranger does, into empty environments, and play the demo there.

``python release/install.py FOLDER`` takes the wheel and the sdist of the folder, and of every
version of Python that is promised the oldest one of this machine: what works there works later.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLDEST = (3, 11)
ASK = "import sys; print(*sys.version_info[:3])"
CASES = Path(__file__).resolve().parents[1] / "tests/cases"
PLACES = ("~/.pyenv/versions/*/bin", "/opt/hostedtoolcache/Python/*/*/bin", "/usr/bin")
"""Where Pythons lie, beside the one that runs this."""


def run(*command: str | Path, folder: Path | None = None) -> str:
    """Run a program and return what it prints; end if it fails."""
    words = [str(each) for each in command]
    done = subprocess.run(
        words,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}\nended with {done.returncode}")
    return done.stdout


def pythons() -> dict[tuple[int, ...], Path]:
    """Return the oldest Python of each promised version that is here, by major, minor, micro."""
    found = [Path(sys.executable)]
    for place in PLACES:
        base = Path(place).expanduser()
        found += Path(base.anchor).glob(str(base.relative_to(base.anchor) / "python3.??"))
    oldest: dict[tuple[int, ...], tuple[tuple[int, ...], Path]] = {}
    for python in found:
        version = tuple(map(int, run(python, "-c", ASK).split()))
        if version >= OLDEST:
            minor = version[:2]
            oldest[minor] = min((version, python), oldest.get(minor, (version, python)))
    return dict(oldest.values())


def check(python: Path, package: Path, folder: Path) -> None:
    """Install a package into an empty environment; play there what a wheel brings.

    What an sdist brings is the same wheel, made anew.
    """
    run(python, "-m", "venv", folder / "venv")
    programs = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (programs / "python", "-m", "pip", "--disable-pip-version-check")
    run(*pip, "install", "--quiet", package)
    run(*pip, "check")
    version = re.search(r"-(\d[\w.]*?)(-py3|\.tar)", package.name)
    assert version
    for program in ("adjudicator", "sengoku-adjudicator"):
        printed = run(programs / program, "--version", folder=folder)
        assert printed.strip().endswith(version[1]), printed
    if package.suffix != ".whl":
        return
    run(programs / "adjudicator", "case", "--quiet", CASES)
    run(programs / "adjudicator", "demo", folder=folder)
    demo = folder / "adjudicator-demo"
    for kind in ("reports/*/*.txt", "maps/*.png", "pages/index.html", "letters/new/*"):
        assert list(demo.glob(kind)), f"The demo made no {kind}."
    said = run(programs / "adjudicator", "verify", "sekigahara", "--db", demo / "campaign.db")
    assert "differs" not in said, said


def main() -> None:
    """Try each package under each Python."""
    folder = Path(sys.argv[1])
    [wheel], [sdist] = folder.glob("*.whl"), folder.glob("*.tar.gz")
    for version, python in sorted(pythons().items()):
        for package in (wheel, sdist):
            with tempfile.TemporaryDirectory() as place:
                check(python, package.resolve(), Path(place))
            known = ".".join(map(str, version))
            print(f"Python {known}: {package.name} is installed and works.", flush=True)
    uvx = shutil.which("uvx") or shutil.which("uvx", path=str(Path(sys.executable).parent))
    if uvx:
        with tempfile.TemporaryDirectory() as place:
            run(uvx, "--from", wheel.resolve(), "sengoku-adjudicator", "demo", folder=Path(place))
            assert (Path(place) / "adjudicator-demo" / "pages" / "index.html").exists()
        print("uvx plays the demo.")


if __name__ == "__main__":
    main()
