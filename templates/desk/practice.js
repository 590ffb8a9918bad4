// The practice table: a whole game in this browser, against regents or with all seats in one hand.

import { complain, make, part, some, still } from "./page.js";

export const PRACTICE = "#practice"; // the address behind which it opens
const KEPT = "desk practice";
const USUAL = 3; // players
const NARROW = matchMedia("(max-width: 700px)");
const SAID = { true: "yes", false: "no" };
const UNSAFE = "script, iframe, object, embed, link, style, meta, base, form";

export class Practice {
  /**
   * `lay(opened, written)` lays a seat's phase on the desk with what it wrote before, `end(title)` nothing, for
   * the game is over; `write({seat, fingerprint, written}, phase)` returns the order file of a seat as it stands,
   * `clear()` takes it all from the desk.
   */
  constructor(judge, { lay, end, write, clear }) {
    Object.assign(this, { judge, lay, end, write, clear });
    this.state = null;
    this.turn = 0; // of what is asked of the table: the last is laid on the desk
    part("begin-game").addEventListener("click", () => this.begin().catch(complain));
    part("game").addEventListener("change", () => this.showGame());
    part("table-file").addEventListener("change", (event) => this.openFile(event.target.files[0]).catch(complain));
    part("carry-out").addEventListener("click", () => this.goOn().catch(complain));
    part("undo-phase").addEventListener("click", () => this.ask("undo").catch(complain));
    part("save-game").addEventListener("click", () => this.save().catch(complain));
    part("leave").addEventListener("click", () => this.leave().catch(complain));
    part("go-back").addEventListener("click", () => this.sit(part("for-seat").value).catch(complain));
    part("for-seat").addEventListener("change", (event) => this.sit(event.target.value).catch(complain));
  }

  /** Go on with the game that this tab had open, or let one be chosen. */
  async start() {
    await still(this.judge.ready);
    const kept = this.kept();
    if (kept) {
      try {
        return await this.ask("open table", kept);
      } catch (error) {
        complain(error); // it is spoilt, or of another version: another game can be begun
      }
    }
    await this.choose();
  }

  /** Let a game be chosen, or the one that is open be gone back to. */
  async choose() {
    this.games = await this.judge.ask("games");
    part("game").replaceChildren(...this.games.map(({ name, title }) => make("option", title, { value: name })));
    this.showGame();
    part("go-back").hidden = !this.state;
    part("practice").hidden = false;
  }

  kept() {
    try {
      return sessionStorage.getItem(KEPT);
    } catch {
      return null;
    }
  }

  /** Show how many can play the chosen game, and its options. */
  showGame() {
    const { players, options } = this.games.find(({ name }) => name === part("game").value);
    const [least, most] = players;
    const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
    part("players").replaceChildren(...numbers.map((each) => make("option", String(each))));
    part("players").value = String(Math.max(least, Math.min(most, USUAL)));
    const shown = options.map(({ name, values, default: usual, about }, index) => {
      const help = `about-option-${index}`;
      const select = make("select", "", { "data-option": name, "aria-describedby": help }, ...values.map((each) => make("option", SAID[each] ?? String(each), { value: JSON.stringify(each) })));
      select.value = JSON.stringify(usual);
      select.dataset.usual = select.value;
      return make("div", "", {}, make("label", `${name} `, {}, select), make("small", about, { id: help }));
    });
    part("game-options").replaceChildren(...shown);
  }

  begin() {
    const options = {};
    for (const each of part("game-options").querySelectorAll("select")) {
      if (each.value !== each.dataset.usual) options[each.dataset.option] = JSON.parse(each.value);
    }
    const start = { game: part("game").value, seats: Number(part("players").value), options, alone: part("alone").checked };
    return this.ask("begin", JSON.stringify(start));
  }

  async openFile(file) {
    return this.ask("open table", await file.text());
  }

  /** Ask the table, show where the game stands, and keep it. */
  async ask(call, ...given) {
    const parts = [part("practice"), part("desk")];
    for (const each of parts) each.inert = true; // what is written meanwhile would be of no phase
    this.turn += 1;
    try {
      const state = await this.judge.ask(call, ...given);
      const kept = await this.judge.ask("keep");
      try {
        sessionStorage.setItem(KEPT, kept);
      } catch {
        // a reload begins another game
      }
      this.state = state;
      await this.sit(state.asked[0]?.seat ?? state.own[0]);
      this.show(state);
    } finally {
      for (const each of parts) each.inert = false;
    }
  }

  /** What its drafts are known by: another game may begin with the same position. */
  get game() {
    return `practice ${this.state.secret}`;
  }

  /** Lay the phase of a seat on the desk, with what was written for it, unless more is asked of the table meanwhile. */
  async sit(seat) {
    const { phase, asked, undo } = this.state;
    const turn = (this.turn += 1);
    if (phase.over) this.end(this.state.title);
    else {
      const opened = await this.judge.ask("sit", seat);
      if (turn !== this.turn) return;
      this.lay(opened, asked.find((each) => each.seat === seat)?.written);
    }
    for (const id of ["carry-out", "undo-phase"]) part(id).hidden = false;
    part("carry-out").disabled = phase.over;
    part("carry-out").textContent = asked.length > 1 ? `Carry out for ${some(asked.length, "seat")}` : "Carry out";
    part("undo-phase").disabled = !undo;
  }

  goOn() {
    const { asked, phase } = this.state;
    const texts = Object.fromEntries(asked.map((each) => [each.seat, this.write(each, phase)]));
    return this.ask("go on", JSON.stringify(texts));
  }

  show({ title, phase, asked, reports, undo, about }) {
    part("table-title").textContent = phase.over ? `${title}: the game is over` : "Practice table";
    part("seat-choice").hidden = asked.length < 2;
    part("for-seat").replaceChildren(...asked.map(({ seat }) => make("option", seat)));
    part("guide").hidden = phase.over;
    part("guide").open = !undo; // who has carried a phase out knows
    part("guide-about").textContent = phase.over ? "" : about;
    part("reports").replaceChildren(
      ...reports.map((each, index) => {
        const box = make("details", "", {}, make("summary", each.title));
        box.open = undo && index === reports.length - 1; // before anything has happened the board is looked at
        const drawn = make("details", "", { class: "report-map" }, make("summary", "The map of what happened"), readMap(each.map));
        drawn.open = !NARROW.matches;
        box.append(make("div", "", { class: "result" }, drawn, readReport(each.html)));
        return box;
      }),
    );
    part("table-title").focus(); // what is new stands below it
  }

  async save() {
    const address = URL.createObjectURL(new Blob([await this.judge.ask("position")], { type: "application/json" }));
    make("a", "", { href: address, download: "position.json" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** Let another game be chosen: until one is begun, this one is kept. */
  async leave() {
    this.clear();
    await this.choose();
    part("game").focus();
  }
}

/** Make a map of a tree of its own: another on the page may give the same names to other shapes. */
function readMap(svg) {
  const drawn = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  const box = make("div");
  box.attachShadow({ mode: "open" }).append(drawn);
  return box;
}

/** Make of a letter's HTML what the page can show: its styles are set one by one, nothing of it runs. */
function readReport(html) {
  const letter = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), "text/html");
  for (const each of letter.querySelectorAll(UNSAFE)) each.remove();
  const box = make("div", "", { class: "report" });
  box.append(...[...letter.body.childNodes].map((each) => document.importNode(each, true)));
  for (const each of box.querySelectorAll("*")) {
    for (const { name } of [...each.attributes]) if (name.startsWith("on")) each.removeAttribute(name);
    each.style.cssText = each.dataset.style ?? "";
  }
  return box;
}
