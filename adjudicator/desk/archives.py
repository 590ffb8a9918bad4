"""Files as archives: tar for the program, which a browser unpacks, zip for Python's own modules."""

import io
import tarfile
import zipfile
from collections.abc import Mapping


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return files as a tar archive, the same for the same files."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name in sorted(files):
            member = tarfile.TarInfo(name)
            member.size = len(files[name])
            archive.addfile(member, io.BytesIO(files[name]))
    return whole.getvalue()


def unpack(archive: bytes, folder: str = "") -> dict[str, bytes]:
    """Return the files in a folder of a tar archive, by their names in it."""
    found = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        for member in opened:
            data = opened.extractfile(member)
            if data and member.name.startswith(folder):
                found[member.name.removeprefix(folder)] = data.read()
    return found


def zip_plainly(files: Mapping[str, bytes]) -> bytes:
    """Return files as a zip archive in which nothing is compressed."""
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name])
    return whole.getvalue()


def unzip(archive: bytes) -> dict[str, bytes]:
    """Return the files of a zip archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {name: opened.read(name) for name in opened.namelist() if not name.endswith("/")}
