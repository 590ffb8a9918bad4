"""Where pages lie, and where they are to be found. Imports nothing that is slow."""

from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from adjudicator.wording import ReasonedError

LONGEST_URL = 500


class SiteError(ReasonedError, ValueError):
    """Pages cannot be made there; says why, and what to do."""

    room = "site"


class Site(NamedTuple):
    """Where the pages of all campaigns lie, and where they are to be found."""

    folder: Path
    url: str = ""
    desk: str = ""
    """Where the order desk lies in the folder, with a slash; ``""``: there is none."""


def check_url(url: str) -> str:
    """Return where pages are to be found, with a slash at its end; ``""`` stays so.

    Raises SiteError for what is no address of pages.
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        fits = (parts.scheme in ("http", "https") and parts.hostname) or parts.scheme == "file"
        bare = not (parts.query or parts.fragment or parts.username or parts.password)
        plain = url.isprintable() and not set(url) & set(' "<>\\^`{|}')
    except ValueError:
        fits = bare = plain = False
    if not (fits and bare and plain and len(url) <= LONGEST_URL):
        raise SiteError("no-address", url=url[:80])
    return url if url.endswith("/") else f"{url}/"
