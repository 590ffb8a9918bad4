"""What the host of a database has settled for all its games, in ``adjudicator.toml``."""

from typing import Literal

import msgspec

Readers = Literal["nobody", "master", "everybody"]


class HostRules(msgspec.Struct, frozen=True):
    """What holds for all games of a host; no game master changes it, and nothing of it is saved."""

    private_webhooks: tuple[str, ...] = ()
    """Hosts by name, addresses and networks to which notices may be posted though they are
    private."""
    records: Readers = "everybody"
    """Who may at most be told what a person kept of his phases."""
    pages: str = ""
    """Where the pages of all games are to be found; ``""``: there are none."""


ANY_HOST = HostRules()
