"""Sessions at the order desk: what a player does, and all that the page shows then.

A session is a text. Below a line that begins with ``>`` stands what the page shows otherwise than
before, part by part; what it shows no more is ``gone``. Steps are:

- ``open GAME SEAT``: a letter's link, where no draft is kept; ``next GAME SEAT``: where drafts are;
  ``without a game``: of a position that is of no campaign; ``in round 2``; ``of another phase``: with
  a sheet that does not fit; the game ``two-colours`` is a war turn of a seat that has two colours;
- ``master GAME``: the link of a letter to the game master;
- ``practise``: the choice of a game at the practice table, whose dice follow from one secret;
- ``write LINE / LINE``: orders are typed; ``search WORDS``, ``question WORDS``;
- ``press WHAT``: a button, by its words or its label; ``2nd WHAT``: the second of them;
- ``set WHAT = VALUE``: a choice or a field, by its label;
- ``point PLACE``, ``over PLACE``: on the map;
- ``key NAME``: a key is pressed; ``older DAYS``: what is kept in the browser was kept so long ago.
"""

import re

from desk_pages import LOADING, Table, go_to, offer_games, open_link
from msgspec.structs import replace

from adjudicator.desk.link import MasterPage, make_link
from adjudicator.games.registry import find

OWNERS = {"Omi": "Oda", "Mino": "Oda", "Ise": "Uesugi", "Iga": "Uesugi", "Aki": "Mori"}
COLOURS = {
    "round": 2,
    "phase": "muster",
    "colours": {
        "Oda": {"plan": {"build": 2}},
        "Uesugi": {"seat": "Oda", "plan": {"build": 2}},
        "Takeda": {},
        "Mori": {"seat": "Takeda"},
    },
    "provinces": {name: {"owner": owner, "spearman": 1} for name, owner in OWNERS.items()},
}


class TwoColours(Table):
    """A game for two, in which each seat has two colours."""

    def __init__(self):
        self.game = find("samurai-swords")
        self.position = self.game.from_table(COLOURS, {})
        self.seats = tuple(self.position.seats)


WATCHED = """async () => {
  if (window.asked !== undefined) return;
  window.asked = 0;
  const { Judge } = await import("./judge.js");
  const { ask } = Judge.prototype;
  Judge.prototype.ask = async function (...given) {
    window.asked += 1;
    if (given[0] === "begin" && window.isSame) given[1] = JSON.stringify({ ...JSON.parse(given[1]), secret: "ab".repeat(32) });
    try { return await ask.apply(this, given); } finally { window.asked -= 1; }
  };
}"""
"""Lets the page count what the judge was asked and has not answered; while the page is of a session, a
game that is begun is always the same."""
SETTLED = """async () => {
  for (let quiet = 0; quiet < 8; quiet = window.asked ? 0 : quiet + 1)
    await new Promise((done) => setTimeout(done, 50));
}"""
"""Waits until nothing was asked for a while that is longer than the pauses of the page."""
FOLDED = "document.querySelectorAll('details').forEach((each) => (each.open = false))"
SHOWN = """() => {
  const part = (id) => document.getElementById(id);
  const tidy = (text) => text.trim().replace(/\\s*\\n\\s*/g, " / ").replace(/[ \\t]+/g, " ");
  const words = (each) => tidy(each.innerText ?? each.textContent);
  const all = (within, what) => [...within.querySelectorAll(what)];
  const seen = (each) => each.checkVisibility();
  const field = (each) => each.tagName === "SELECT" ? `${each.value} of ${[...each.options].map((x) => x.text).join(", ")}` : each.value;
  const shown = { "page": document.title };
  for (const id of ["title", "subtitle", "trouble", "other-tab", "misfit", "printed", "status", "verdict", "told", "preview",
    "options-title", "request-help", "request-told", "answer", "table-title", "guide-about"])
    if (part(id) && seen(part(id))) shown[id] = words(part(id));
  for (const id of ["left", "findings", "defaults", "ask-why"])
    shown[id] = part(id).closest("dialog:not([open]), [hidden]") ? "" : all(part(id), "li").map((each) => each.className ? `${words(each) || tidy(each.textContent)} (${each.className})` : tidy(each.textContent)).join(" | ");
  const choices = (within) => all(within, "select, input:not([type=file])").filter(seen).map((each) => `${tidy(each.closest("label").textContent.split("\\n")[0]).split(" ")[0]} = ${each.type === "checkbox" ? each.checked : field(each)}`).join(" | ");
  if (seen(part("practice"))) shown.practice = choices(part("practice"));
  if (seen(part("table-part"))) {
    shown.seats = choices(part("table-head"));
    shown.reports = all(part("reports"), ":scope > details").map((each) => `${tidy(each.firstChild.textContent)}${each.open ? " (open)" : ""}`).join(" | ");
    const { game, seats, own, options } = JSON.parse(sessionStorage["desk practice"]).position;
    shown.table = JSON.stringify({ game, seats: seats && Object.keys(seats), own, options });
  }
  if (seen(part("options"))) {
    const offered = all(part("options"), "button, summary, p").map((each) => {
      const name = tidy(each.textContent);
      return each.tagName === "SUMMARY" ? `[${name}]` : each.classList.contains("replaces") ? `${name} (${each.title})` : name;
    });
    shown.options = offered.length > 12 ? `${offered.slice(0, 12).join(" | ")} | and ${offered.length - 12} more` : offered.join(" | ");
  }
  all(part("rows"), ":scope > li").filter(seen).forEach((each, at) => {
    const controls = all(each, ".order select, .order input, .row-more select").map((x) => `${x.getAttribute("aria-label") ?? tidy(x.closest("label").firstChild.textContent)} = ${field(x)}`);
    const order = [...each.querySelector(".order").childNodes].map((x) => x.value ?? (x.querySelector?.("input")?.value ? [...x.childNodes].map((y) => y.value ?? y.textContent).join("") : x.textContent)).join("");
    shown[`row ${at + 1}`] = [each.querySelector(".handle .wide").textContent, each.querySelector(".mark").textContent, tidy(order), ...all(each, ".words p, .row-more:not(:has(select))").map((x) => `“${tidy(x.textContent)}”`), ...controls.map((x) => `{${x}}`)].join(" ");
  });
  if (seen(part("editor"))) shown.gutter = all(part("gutter"), "li").map((each) => `${each.textContent}${each.className ? ` ${each.className}` : ""}`).join(", ");
  if (seen(part("strip"))) {
    shown.letter = tidy(part("letter").textContent);
    const link = new URL(part("mail").href);
    if (seen(part("mail"))) shown.mail = `${words(part("mail"))}${part("mail").classList.contains("strong") ? " (strong)" : ""}: ${link.pathname} ${link.searchParams.get("subject")}${link.searchParams.has("body") ? "" : " without its text"}`;
    shown.can = ["begin", "undo", "redo", "undo-phase", "carry-out", "ready"].filter((id) => seen(part(id)) && !part(id).disabled).map((id) => part(id).checked ? `${id} (ticked)` : id).join(", ");
  }
  if (seen(part("requests-part")) && part("requests").open) {
    shown.fields = all(part("request-fields"), "[data-field], [type=datetime-local]").map((each) => `${tidy(each.closest("label").firstChild.textContent)} = ${field(each)}${each.list ? ` of ${[...each.list.options].slice(0, 12).map((x) => x.value).join(", ")}` : ""}`).join(" | ");
    shown.text = seen(part("request-text")) ? tidy(part("request-text").value) || "(none)" : "";
    shown.request = `${tidy(part("request-letter").textContent)}${part("request-mail").href ? ` (to ${part("request-mail").href.split(/[:?&]/).slice(1, 3).join(" ")})` : " (cannot go)"}`;
  }
  const places = (what) => [...new Set(all(part("map"), `[data-province].${what}`).map((each) => each.dataset.province))].sort().join(", ");
  if (seen(part("map"))) shown.map = [["chosen", places("chosen")], ["targets", places("target")], ["ghosts", part("map").querySelectorAll(".ghost").length || ""], ["previewed", part("map").querySelectorAll(".previewed").length || ""]].filter(([, what]) => what !== "").map((each) => each.join(" ")).join("; ");
  shown.kept = Object.keys(localStorage).filter((key) => key.startsWith("desk:")).map((key) => {
    const { seat, round, game, text, ready } = JSON.parse(localStorage[key]);
    return `${game || "no game"}, ${seat}, ${round ?? "all rounds"}: ${tidy(text)}${ready ? ", ready" : ""}`;
  }).sort().join(" | ");
  return Object.fromEntries(Object.entries(shown).filter(([, text]) => text));
}"""
FOUND = """([what, number]) => {
  const named = (each) => [each.getAttribute("aria-label"), each.textContent.trim(), each.id].map((name) => name?.replaceAll("\\n", " / "));
  const known = [...document.querySelectorAll("button, a, summary, input[type=checkbox]")].filter((each) => each.checkVisibility());
  const labelled = (each) => each.type === "checkbox" ? [each.closest("label").textContent.trim()] : named(each);
  return known.filter((each) => labelled(each).includes(what))[number];
}"""
SET = """([what, value]) => {
  const named = (each) => [each.getAttribute("aria-label"), each.closest("label")?.firstChild.textContent.trim(), each.id];
  const controls = [...document.querySelectorAll("select, input, textarea")].filter((each) => named(each).includes(what));
  const control = controls.find((each) => each.checkVisibility()) ?? controls[0];
  if (control.tagName === "SELECT") control.selectedIndex = [...control.options].findIndex((each) => each.text === value);
  else control.value = value.replaceAll(" / ", "\\n");
  for (const event of ["input", "change"]) control.dispatchEvent(new Event(event, { bubbles: true }));
}"""
OLDER = """(days) => Object.keys(localStorage).filter((key) => key.startsWith("desk:")).forEach((key) => {
  const draft = JSON.parse(localStorage[key]);
  localStorage[key] = JSON.stringify({ ...draft, saved: draft.saved - days * 24 * 3600 * 1000 });
})"""
AT = """([place, event]) => [...document.querySelectorAll(`#map [data-province="${place}"]`)].at(-1).dispatchEvent(
  new PointerEvent(event, { bubbles: true }))"""


class Session:
    """A session as it goes on."""

    def __init__(self, page, desk):
        self.page, self.desk, self.shown = page, desk, {}

    def tell(self, text):
        """Carry out the steps of a text; return it as the page shows it now."""
        self.page.evaluate(WATCHED)
        lines = []
        for line in text.splitlines():
            if line.startswith("# "):
                lines += [line, ""]
            elif line.startswith("> "):
                self.page.evaluate("window.isSame = true")
                self.step(line[2:])
                self.page.evaluate(SETTLED)
                self.page.evaluate("window.isSame = false")
                lines += [line, *self.news(), ""]
        return "\n".join(lines)

    def step(self, step):
        """Do a step."""
        what, _, about = step.partition(" ")
        if what in ("open", "next", "master", "practise"):
            self.shown = {}
            self.page.evaluate(FOLDED)
        {
            "open": lambda about: self.open(about, open_link),
            "next": lambda about: self.open(about, go_to),
            "master": self.open_master,
            "practise": lambda _: self.practise(),
            "write": self.write,
            "search": lambda words: self.set("search", words),
            "question": self.ask,
            "press": self.press,
            "set": lambda given: self.set(*given.split(" = ")),
            "point": lambda place: self.page.evaluate(AT, [place, "click"]),
            "over": lambda place: self.page.evaluate(AT, [place, "pointerover"]),
            "key": self.page.keyboard.press,
            "older": lambda days: self.page.evaluate(OLDER, int(days)),
        }[what](about)

    def open(self, about, go):
        name, seat, how = re.fullmatch(r"(\S+) (\w+)(.*)", about).groups()
        table = TwoColours() if name == "two-colours" else Table(name)
        if how.startswith(" in round 2"):
            table.position = replace(table.position, round=2)
        sheet = table.sheet(seat)
        if how.endswith(" without a game"):
            sheet = sheet.replace("game sekigahara\n", "")
        if how == " of another phase":
            sheet = sheet.replace("phase 1 ", "phase 2 ")
        view = table.game.encode(table.view(seat))
        go(self.page, make_link(self.desk, view, sheet, "judge@games.test"))

    def open_master(self, name):
        table = Table(name)
        phase = table.game.phase(table.position).key
        page = MasterPage(tuple(table.seats), phase, "All is well.")
        sheet = "game sekigahara\ntoken abcdef\n"
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.goto(make_link(self.desk, b"null", sheet, "judge@games.test", page))
        self.page.wait_for_selector("#status-part:visible", timeout=LOADING)

    def practise(self):
        self.page.evaluate("localStorage.clear()")
        offer_games(self.page)

    def write(self, lines):
        self.set("orders", lines)

    def ask(self, words):
        self.set("question", words)
        self.page.click("#question-form button")

    def set(self, what, value):
        self.page.evaluate(SET, [what, value])

    def press(self, what):
        which = re.fullmatch(r"(?:(\d)\w\w )?(.*)", what)
        found = self.page.evaluate_handle(FOUND, [which[2], int(which[1] or 1) - 1])
        assert found.as_element(), f"there is no “{what}” to press"
        found.as_element().evaluate("each => each.click()")

    def news(self):
        """Return what is shown otherwise than when this was asked the last time."""
        before, self.shown = self.shown, self.page.evaluate(SHOWN)
        for name, text in self.shown.items():
            if before.get(name) != text:
                yield f"{name}: {text}"
        yield from (f"gone: {name}" for name in before if name not in self.shown)
