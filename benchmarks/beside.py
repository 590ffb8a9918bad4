"""What stands beside the program in benchmarks: the peer, and the game of another package."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PEER = ROOT / ".bench-peer"
PEER_PACKAGE = "diplomacy==1.1.2"
sys.path.insert(0, str(ROOT / "examples" / "diplomacy"))  # a package of its own, not installed


def has_peer() -> bool:
    """Whether the peer is installed, to the end: it comes after all that it needs."""
    name = f"{PEER_PACKAGE.replace('==', '-')}.dist-info/RECORD"
    return any(PEER.glob(f"**/site-packages/{name}"))


def install_peer() -> Path:
    """Return the Python of the peer's environment; make it first if it is not there."""
    python = PEER / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not has_peer():
        subprocess.run([sys.executable, "-m", "venv", "--clear", PEER], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", PEER_PACKAGE], check=True)
    return python
