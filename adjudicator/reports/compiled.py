"""Templates as they were compiled, kept where Python keeps bytecode, so that a process need not.

They lie in ``__pycache__`` beside the templates. Where nobody may write there, or Python is told to
write no bytecode, nothing is kept, which costs time and nothing else.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from tempfile import NamedTemporaryFile
from zlib import crc32

import jinja2
from jinja2.bccache import Bucket, BytecodeCache

READABLE = 0o644
"""There is no secret in a template: whoever runs the program may use what another has compiled."""


class CompiledTemplates(BytecodeCache):
    """The compiled templates of one environment.

    ``settings`` tells it from other environments; ``code`` are the Python files of what it calls,
    for what is called with constants alone is worked out as a template is compiled.
    """

    def __init__(self, folder: Path, settings: str, code: Iterable[Path]):
        self._folder = Path(cache_from_source(str(folder / "template.py"))).parent
        checksum = crc32(jinja2.__version__.encode())
        for file in code:
            checksum = crc32(file.read_bytes(), checksum)
        self._environment = f"{settings}-{checksum:08x}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if the template was compiled before, from the same text."""
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            data = self._file(bucket).read_bytes()
            try:
                bucket.bytecode_from_string(data)
            except Exception:  # a damaged file is as good as none: it is compiled and written anew
                bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; who reads it meanwhile finds the old file or the new one."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            if not self._folder.is_dir():
                self._folder.mkdir(parents=True)
                self._folder.chmod(READABLE | 0o111)
            with NamedTemporaryFile(dir=self._folder, suffix=".new", delete=False) as file:
                try:
                    bucket.write_bytecode(file)
                    file.flush()
                    os.chmod(file.name, READABLE)
                    os.replace(file.name, self._file(bucket))
                except OSError:
                    os.unlink(file.name)
                    raise

    def _file(self, bucket: Bucket) -> Path:
        version = sys.implementation.cache_tag
        return self._folder / f"{bucket.key}.{self._environment}.{version}.j2c"
