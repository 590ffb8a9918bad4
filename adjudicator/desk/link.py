"""A link that opens the order desk with a seat's position: all of it in the fragment of the URL.

No server sees a fragment. It is a version, and JSON in base64url, deflated with a checksum.
"""

import base64
import zlib
from html import escape

import msgspec

from adjudicator.desk.place import DeskPlace
from adjudicator.reports.files.attachments import is_sheet
from adjudicator.reports.model import Report
from adjudicator.wording import reasons_of

VERSION = "2."
LONGEST = 12_000
"""Characters of a link; a longer one is cut by some mail programs."""
LONGEST_IN_SIGHT = 2_000
"""Characters of a link in plain words, where its reader sees all of it."""


class MasterPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game master's page shows."""

    seats: tuple[str, ...]
    phase: str = ""
    """The key of the phase that the letter is about."""
    status: str = ""
    """The letter in plain words."""


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a desk is opened with."""

    position: msgspec.Raw
    """The seat's position file; ``null``: there is none."""
    sheet: str = ""
    """The seat's order sheet: the lines that an order mail begins with, and what can be ordered."""
    to: str = ""
    """Where orders are mailed."""
    master: MasterPage | None = None
    """With it the desk is a game master's page."""


def make_link(
    desk: str, position: bytes, sheet: str = "", to: str = "", master: MasterPage | None = None
) -> str:
    """Return the address of a desk with a position in its fragment; ``""`` if it is too long."""
    opening = Opening(msgspec.Raw(position), sheet, to, master)
    packed = zlib.compress(msgspec.json.encode(opening), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    link = f"{desk}#{VERSION}{text}"
    return link if len(link) <= LONGEST else ""


PLACE = "<!-- desk -->"
"""Where the HTML of a letter has room for the desk's button: beside that which writes orders."""
PRACTICE = "<!-- practice -->"
"""Where the HTML of a first letter has room for the way to the practice table."""
reason = reasons_of("desk")
"""Returns what is said of the desk: ``templates/reasons/desk.j2`` has the words."""


def words_of_desk() -> str:
    """Return what the desk writes into letters."""
    way = f"{_way_to_desk('')}\n{reason('write-orders')} {reason('point-at-map')}\n"
    way += f"{_way_to_rule('')}\n{reason('rule-by-forms.link')}\n"
    return f"{way}{_way_to_practice('')}\n{reason('practice.link', begin='', end='')}\n"


def _way_to_desk(url: str) -> str:
    return f"\n\n{reason('order-by-map')}\n    {url}\n{reason('choose-files')}\n\n"


def _way_to_rule(url: str) -> str:
    return f"\n{reason('rule-by-forms')}\n    {url}\n"


def _way_to_practice(url: str) -> str:
    return f"\n\n{reason('practice')}\n    {url}\n\n"


def _button(url: str) -> str:
    style = "display:inline-block;color:#97281f;padding:9px 6px"
    return f' <a href="{escape(url)}" style="{style}">{escape(str(reason("point-at-map")))}</a>'


def _link_to_practice(url: str) -> str:
    begin = f'<a href="{escape(url)}" style="color:#97281f">'
    said = reason("practice.link", begin=begin, end="</a>")
    return f'<p style="margin:0 0 14px">{said}</p>'


def _link_to_rule(url: str) -> str:
    said = escape(str(reason("rule-by-forms.link")))
    return (
        f'<p style="margin:14px 0"><a href="{escape(url)}" style="color:#97281f">{said}</a></p>\n'
    )


def lead_to_desk(report: Report, desk: DeskPlace, to: str) -> Report:
    """Return a letter that leads to the desk, if it asks for orders: one with an order sheet.

    ``to`` is where orders are mailed.
    """
    sheet = next((each.data.decode() for each in report.files if is_sheet(each)), "")
    position = next((x.data for x in report.files if x.name.startswith("position-")), b"")
    if not (desk.url and sheet and position):
        return report
    link = make_link(desk.url, position, sheet, to) if desk.holds_position else ""
    table = f"{desk.url}practice.html"
    text = _way_to_desk(desk.url)
    if PRACTICE in report.html:
        text = text.rstrip() + _way_to_practice(table)
    button = _button(link or desk.url)
    return msgspec.structs.replace(
        report,
        text=report.text.replace("\n\n", text, 1),
        html=report.html.replace(PLACE, button, 1).replace(PRACTICE, _link_to_practice(table), 1),
    )


def lead_master_to_desk(
    report: Report, desk: DeskPlace, to: str, sheet: str, page: MasterPage
) -> Report:
    """Return a letter to a game master that leads to his page, which shows what the letter says.

    ``to`` is where requests are mailed, ``sheet`` the lines that they begin with.
    """
    if not desk.url or not desk.holds_position:
        return report
    full = msgspec.structs.replace(page, status=report.text)
    links = [make_link(desk.url, b"null", sheet, to, each) for each in (full, page)]
    link = next((each for each in links if 0 < len(each) <= LONGEST_IN_SIGHT), "")
    text = report.text.rstrip("\n") + "\n" + _way_to_rule(link) if link else report.text
    html, end, rest = report.html.rpartition("</body>")
    button = _link_to_rule(links[0] or link) if end and link else ""
    return msgspec.structs.replace(report, text=text, html=f"{html}{button}{end}{rest}")
