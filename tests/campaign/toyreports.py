"""Plain stand-ins for reports and maps: the campaign's tests are about what is queued, not how it reads."""

from msgspec.structs import replace

import adjudicator.maps
import adjudicator.reports
from adjudicator.campaign.letters import letters
from adjudicator.reports.model import File, Report


def opening(game, view, setting, pictures, events=(), letter="opening", picture=None):
    return _report(letter, view, setting, pictures)


def result(game, before, after, orders, events, setting, pictures, phases=(), picture=None):
    return _report("result", after, setting, pictures, f"{orders}{events}")


def receipt(game, view, orders, findings, defaults, print_, setting, phase=None, **more):
    asked, arrival, pictures = more.get("asked", False), more.get("arrival"), more["pictures"]
    body = "".join(f"{finding}\n" for finding in findings)
    said = f"{asked=} {arrival}\n{phase}\n{orders}\n{body}\n{defaults}\n{print_}"
    withheld = arrival.withheld.values() if arrival else ()
    cited = tuple(line for lines in withheld for line in lines)
    return replace(_report("receipt", view, setting, pictures, said), cited=cited)


def reminder(game, view, setting):
    sheet = File("orders.txt", "text/plain", f"token {setting.token}".encode())
    return _report("reminder", view, setting, [sheet])


def calendar_file(entry):
    name = f"deadline-{entry.campaign}-{entry.seat.casefold()}.ics"
    return File(name, "text/calendar; method=PUBLISH", str(entry).encode())


def draw_png(picture):
    return b"\x89PNG " + picture.title.encode()


def has_front(picture, seat):
    return False


def draw_orders(picture):
    marks = [f"{badge.place} {badge.doubtful} {badge.default}" for badge in picture.badges]
    return "\n".join(marks).encode()


def draw_svg(picture):
    return f"<svg>{picture.title}</svg>"


def _report(what, view, setting, pictures, body=""):
    text = f"{what} {setting} {view}\n{body}\n"
    return Report(f"[{setting.campaign}] {what}", text, text, tuple(pictures))


def install(setattr_):
    for make in (opening, result, receipt, reminder):
        setattr_(adjudicator.reports, make.__name__, make, raising=False)
    for draw in (draw_png, has_front, draw_orders, draw_svg):
        setattr_(adjudicator.maps, draw.__name__, draw, raising=False)
    setattr_(letters, "calendar_file", calendar_file)
