"""What programs read of a campaign: its phases as an Atom feed, its deadline for calendars."""

from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

from adjudicator.reports import words
from adjudicator.site.chronicle import Chronicle

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 40
REFRESH = timedelta(hours=1)


def feed_of(chronicle: Chronicle, url: str) -> bytes:
    """Return the last phases as Atom (RFC 4287), newest first; ``url`` is that of the pages."""
    root = ElementTree.Element("feed", xmlns=ATOM)
    _add(root, "title", f"{words.name(chronicle.name)}: {chronicle.game}")
    _add(root, "id", url)
    _add(root, "updated", _moment(chronicle.changed))
    ElementTree.SubElement(root, "link", rel="self", href=f"{url}feed.xml")
    ElementTree.SubElement(root, "link", href=url)
    author = ElementTree.SubElement(root, "author")
    _add(author, "name", "Adjudicator")
    for episode in chronicle.episodes[: -MOST_ENTRIES - 1 : -1]:
        page = f"{url}phases/{episode.slug}.html"
        entry = ElementTree.SubElement(root, "entry")
        _add(entry, "title", episode.title)
        _add(entry, "id", f"{page}#{episode.serial}")  # a phase that is played again is news
        _add(entry, "updated", _moment(episode.created))
        ElementTree.SubElement(entry, "link", href=page)
        _add(entry, "summary", episode.headline or episode.title)
    ElementTree.indent(root)
    data: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return data + b"\n"


def calendar_of(chronicle: Chronicle, url: str) -> bytes:
    """Return the deadline of the phase that waits as a calendar (RFC 5545) to subscribe to.

    It has one entry under one UID, which moves with the deadline; without a deadline it has none.
    """
    # Slow to import, and needed only where there are pages.
    from icalendar import Calendar, Event

    whole = Calendar()
    whole.add("prodid", "-//Adjudicator//Deadlines//EN")
    whole.add("version", "2.0")
    whole.add("x-wr-calname", words.name(chronicle.name))
    whole.add("refresh-interval", REFRESH, {"VALUE": "DURATION"})
    if chronicle.deadline and not chronicle.paused:
        event = Event()
        event.add("uid", f"deadline.{chronicle.name}@{chronicle.host}")
        event.add("dtstamp", chronicle.changed.astimezone(UTC))
        event.add("dtstart", chronicle.deadline.astimezone(UTC))
        event.add("summary", f"{words.name(chronicle.name)}: {chronicle.waits}")
        waits = words.listing(map(words.name, chronicle.waits_for))
        about = f"It waits for {waits}." if waits else "Regents play every seat that is asked."
        event.add("description", f"Orders are due. {about}")
        event.add("url", url)
        event.add("transp", "TRANSPARENT")
        whole.add_component(event)
    data: bytes = whole.to_ical()
    return data


def _add(parent: ElementTree.Element, tag: str, text: str) -> None:
    ElementTree.SubElement(parent, tag).text = words.clean(text)


def _moment(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
