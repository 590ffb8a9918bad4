"""Install packages as a stranger does, into empty environments, and play the demo there.

``python release/install.py FOLDER`` takes the wheel and the sdist of the folder, and every Python
of this machine that is new enough.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLDEST = (3, 11)
ASK = "import sys; print(*sys.version_info[:2], sys.base_prefix, sep='|')"
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


def pythons() -> dict[str, Path]:
    """Return a Python of each version, by ``3.11`` and so on."""
    found = [Path(sys.executable)]
    for place in PLACES:
        base = Path(place).expanduser()
        found += Path(base.anchor).glob(str(base.relative_to(base.anchor) / "python3.??"))
    versions: dict[str, Path] = {}
    for python in found:
        if re.search(r"3\.\d\d$", python.name) or python == found[0]:
            major, minor, _ = run(python, "-c", ASK).strip().split("|")
            if (int(major), int(minor)) >= OLDEST:
                versions.setdefault(f"{major}.{minor}", python)
    return versions


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
            print(f"Python {version}: {package.name} is installed and works.", flush=True)
    uvx = shutil.which("uvx") or shutil.which("uvx", path=str(Path(sys.executable).parent))
    if uvx:
        with tempfile.TemporaryDirectory() as place:
            run(uvx, "--from", wheel.resolve(), "sengoku-adjudicator", "demo", folder=Path(place))
            assert (Path(place) / "adjudicator-demo" / "pages" / "index.html").exists()
        print("uvx plays the demo.")


if __name__ == "__main__":
    main()
