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
from zlib import crc32

import jinja2
from jinja2.bccache import Bucket, FileSystemBytecodeCache

READABLE = 0o644
"""There is no secret in a template: whoever runs the program may use what another has compiled."""


class CompiledTemplates(FileSystemBytecodeCache):
    """The compiled templates of one environment.

    ``settings`` tells it from other environments; ``code`` are the Python files of what it calls,
    for what is called with constants alone is worked out as a template is compiled.
    """

    def __init__(self, folder: Path, settings: str, code: Iterable[Path]):
        kept = Path(cache_from_source(str(folder / "template.py"))).parent
        checksum = crc32(jinja2.__version__.encode())
        for file in code:
            checksum = crc32(file.read_bytes(), checksum)
        name = f"%s.{settings}-{checksum:08x}.{sys.implementation.cache_tag}.j2c"
        super().__init__(str(kept), name)

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket if the template was compiled before, from the same text."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged file is as good as none: it is compiled and written anew
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled; who reads it meanwhile finds the old file or the new one."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            os.makedirs(self.directory, exist_ok=True)
            super().dump_bytecode(bucket)
            os.chmod(self._get_cache_filename(bucket), READABLE)
