"""A disk that says what a power failure would take from the database."""

from contextlib import contextmanager


class Disk:
    """Stands between a store and its disk; ``behind`` counts the commits that are not on it yet."""

    def __init__(self, store, monkeypatch):
        self.behind = 0
        self._waits = True
        self._depth = 0
        self._atomic = store.atomic
        self._write_behind = store.write_behind
        self._flush = store.flush
        for name in ("atomic", "write_behind", "flush"):
            monkeypatch.setattr(store, name, getattr(self, name))

    @contextmanager
    def write_behind(self):
        with self._write_behind():
            self._waits = False
            try:
                yield
            finally:
                self._waits = True

    @contextmanager
    def atomic(self, campaign=None):
        self._depth += 1
        try:
            with self._atomic(campaign):
                yield
        finally:
            self._depth -= 1
        if not self._depth:
            self.behind = 0 if self._waits else self.behind + 1

    def flush(self):
        self._flush()
        self.behind = 0
