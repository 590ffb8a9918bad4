"""What the map that moves shows: steps on the page of a game that is over, and what is other then.

After a change that is meant, write it anew and read the difference:

    WRITE_GOLDEN=1 .venv/bin/pytest tests/site/test_site_sessions.py && git diff tests/site/map.txt
"""

import os
from pathlib import Path

SHOWN = """() => {
  const tidy = (text) => text.trim().replace(/\\s+/g, " ");
  const part = (id) => document.getElementById(id);
  const shown = {};
  for (const id of ["when", "lead", "about"]) if (part(id).checkVisibility()) shown[id] = tidy(part(id).innerText);
  shown.report = part("read").getAttribute("href");
  shown.standings = tidy(part("standings").tBodies[0].innerText);
  shown.beside = part("other").hidden ? "" : tidy(document.querySelector("#other .which").textContent);
  const pictured = (group) => `${group.children.length} (${[...group.children].reduce((sum, each) => (sum * 31 + [...each.getAttribute("href")].reduce((x, letter) => x + letter.charCodeAt(0), 0)) % 99991, 7)})`;
  shown.map = ["grounds", "arrows", "provinces", "boxes"].map((name) => `${name} ${pictured(part(name))}`).join(", ");
  if (!part("other").hidden) shown["map beside"] = [...document.querySelectorAll("#other svg > g")].filter((each) => each.firstElementChild?.tagName === "use").map(pictured).join(", ");
  shown.marked = `${document.querySelectorAll("#provinces .off").length} pale, ${document.querySelectorAll("#hits .here").length} chosen, ${document.querySelectorAll(".chart .pale").length} of charts`;
  shown.chosen = `${part("place").selectedOptions[0].text}; ${part("seat").selectedOptions[0].text}`;
  shown.address = location.hash;
  shown.view = document.getElementById("map").getAttribute("viewBox");
  shown.can = ["back", "next", "farther"].filter((id) => !part(id).disabled).join(", ");
  return Object.fromEntries(Object.entries(shown).filter(([, text]) => text));
}"""
STEPS = (
    *("slide 0", "slide 3", "press next", "press back"),
    *("choose seat 1", "slide 99", "choose seat 3", "choose seat -1"),
    *("press battle", "press battle", "press battle", "press whole", "choose place 9"),
    *("choose beside before", "choose beside 2", "slide 2", "choose beside plan"),
    *("choose eyes 0", "choose eyes 2", "slide 5", "choose beside none", "choose eyes -1"),
    *("press closer", "press closer", "press farther", "choose place -1"),
)


def do(page, step):
    """Do a step on a page."""
    what, name, *value = step.split()
    if what == "press":
        page.evaluate("id => document.getElementById(id).click()", name)
    elif what == "choose":
        page.select_option(f"#{name}", value[0])
    else:
        page.evaluate("at => { slider.value = at; slider.dispatchEvent(new Event('input')) }", name)


def test_what_the_map_that_moves_shows_is_golden(visit, over):
    _, folder = over("swords")
    page = visit(base=f"file://{folder}/", reduced_motion="reduce")
    lines, before = [], {}
    for step in ("open", *STEPS):
        if step != "open":
            do(page, step)
        after = page.evaluate(SHOWN)
        news = (f"{name}: {text}" for name, text in after.items() if before.get(name) != text)
        gone = (f"gone: {name}" for name in before if name not in after)
        lines += [f"> {step}", *news, *gone, ""]
        before = after
    now = "\n".join(lines)
    path = Path(__file__).with_name("map.txt")
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(now, encoding="utf-8")
    assert now == path.read_text(encoding="utf-8")
