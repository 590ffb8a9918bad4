"""Waiting for the disk."""

import os
from pathlib import Path


def sync_folder(folder: Path) -> None:
    """Wait until the names of the files in a folder are on the disk. Raises OSError if it fails."""
    if os.name == "nt":  # which cannot open a folder, and keeps names by itself
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
