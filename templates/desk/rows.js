// The orders as rows: each with its verdict, its blanks, and what can be done with it.

import { make, part } from "./page.js";

const MARKS = { error: "✗", warning: "!", note: "✓", "": "✓", pending: "…", later: "→" };
const SAID = { error: "rejected", warning: "accepted, may fail", note: "accepted", "": "accepted", pending: "being checked", later: "for a later phase" };
const COUNTED = /^(\D*)(\d+)(\D*)$/s; // a word with one number in it, such as "3 bushi"

/** Part the text of orders into rows: an order with the lines of its alternatives. `nth` tells it from others that say the same. */
export function partRows(text) {
  const rows = [];
  text.split("\n").forEach((line, index) => {
    if (!line.trim()) return;
    if (/^\s*else\b/i.test(line) && rows.length) {
      rows.at(-1).text += `\n${line}`;
      rows.at(-1).last = index;
    } else rows.push({ text: line, first: index, last: index });
  });
  const told = new Map();
  for (const row of rows) told.set(row.text, (row.nth = (told.get(row.text) ?? 0) + 1));
  return rows;
}

/** Put other lines in the place of a row; `""` deletes it. */
export function replaceRow(text, row, other) {
  const all = text.split("\n");
  all.splice(row.first, row.last - row.first + 1, ...(other ? other.split("\n") : []));
  return all.join("\n");
}

/** Put a row before the one that stands so many rows away. */
export function moveRow(text, rows, from, to) {
  const order = rows.map((row) => row.text);
  order.splice(to, 0, ...order.splice(from, 1));
  return `${order.join("\n")}\n`;
}

export class Rows {
  /**
   * `change(row, text, told)` puts a row's other text in place, `move(from, to)` moves one,
   * `instead(row)` offers what could be there, `ask(row)` answers what it can be put under, `fail(error)` tells
   * that there is no answer.
   */
  constructor({ change, move, instead, ask, fail, point }) {
    Object.assign(this, { change, move, instead, ask, fail, point });
    this.clear();
  }

  /** Have none. */
  clear() {
    this.open = -1; // the row whose conditions are offered
    this.made = new Map(); // the rows that are shown, by what they show
  }

  /** Show rows: each has the number of its line, and if it was judged the program's `fact` of it, what was `found`, and whether it `isLater`: for a later phase. */
  show(rows) {
    this.rows = rows;
    const list = part("rows");
    const focus = list.contains(document.activeElement) ? document.activeElement.dataset.focus : "";
    const made = new Map(); // a row that is as it was stays, which is quick
    rows.forEach((row, index) => {
      const key = JSON.stringify([index, this.open === index, row]);
      const item = this.made.get(key) ?? this.makeRow(row, index);
      made.set(key, item);
      if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
    });
    while (list.children.length > rows.length) list.lastChild.remove();
    this.made = made;
    if (list.contains(document.activeElement)) return;
    if (focus) (list.querySelector(`[data-focus="${focus}"]`) ?? list.querySelector("button"))?.focus();
  }

  makeRow(row, index) {
    const { number, fact, found, isLater } = row;
    const isRemark = /^\s*#/.test(row.text);
    const findings = found ?? [];
    const worst = ["error", "warning", "note"].find((each) => findings.some(({ severity }) => severity === each)) ?? "";
    const verdict = isLater ? "later" : found ? worst : "pending";
    const button = (what, text, label, click, extra = {}, short = text) =>
      make("button", "", { type: "button", class: what, "aria-label": label, title: label, "data-focus": `${what}-${index}`, click, ...extra }, make("span", text, { class: "wide" }), make("span", short, { class: "narrow" }));
    const handle = button("handle", String(number), `Order on line ${number}: move it with the arrow keys, or drag it`, () => this.point(fact), {
      keydown: (event) => {
        const to = index + { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!(to >= 0 && to < this.rows.length)) return;
        event.preventDefault();
        event.target.dataset.focus = `handle-${to}`;
        this.move(index, to);
      },
    });
    this.letDrag(handle, index);
    const tools = make(
      "span",
      "",
      { class: "tools" },
      ...(fact ? [button("instead", "Change", `Change “${row.text}”`, () => this.instead(row, number), {}, "⇄"), button("more", "If, else", `Conditions and alternatives of “${row.text}”`, () => this.toggle(row, fact, number, index), { "aria-expanded": String(this.open === index) }, "if")] : []),
      button("delete", "×", `Delete “${row.text}”`, () => this.change(row, "", `Deleted: ${row.text}`)),
    );
    const mark = isRemark ? make("span", "#", { class: "mark" }) : make("span", MARKS[verdict], { class: "mark", role: "img", "aria-label": SAID[verdict] });
    const words = findings.map(({ message, fix, severity }) => {
      const said = make("p", message, { class: severity });
      if (fix) said.append(" ", make("button", fix, { type: "button", class: "fix", "data-focus": `fix-${index}`, click: () => this.change(row, fix, `Now: ${fix}`) }));
      return said;
    });
    const item = make("li", "", { class: isRemark ? "remark" : verdict, "data-line": number }, handle, mark, this.makeText(row, fact, index), tools, make("div", "", { class: "words" }, ...words));
    if (this.open === index && fact) this.fill(item, row, fact, number).catch(this.fail);
    return item;
  }

  /** Show the text of a row, with its blanks as steppers and choices where they stand. */
  makeText(row, fact, index) {
    const shown = make("span", "", { class: "order" });
    if (!fact || fact.text.trim() !== row.text.trim()) {
      shown.textContent = row.text;
      return shown;
    }
    const { text, blanks } = fact;
    let at = 0;
    [...blanks]
      .sort((one, other) => one.start - other.start)
      .forEach((blank, place) => {
        const word = text.slice(blank.start, blank.end);
        const set = (value) => this.change(row, text.slice(0, blank.start) + value + text.slice(blank.end), `Now: ${text.slice(0, blank.start)}${value}${text.slice(blank.end)}`);
        const control = this.makeBlank(blank, word, set, `${index}-${place}`);
        if (!control) return;
        shown.append(text.slice(at, blank.start), control);
        at = blank.end;
      });
    shown.append(text.slice(at));
    return shown;
  }

  makeBlank(blank, word, set, name) {
    const about = { title: blank.help, "aria-label": `${blank.name}: ${blank.help}` };
    if (blank.several) {
      const names = word.split(", ");
      if (names.length < 2) return null;
      const without = (index) => names.filter((_, other) => other !== index).join(", ");
      const earlier = (index) => names.toSpliced(index - 1, 2, names[index], names[index - 1]).join(", ");
      const chip = (each, index) =>
        make(
          "span",
          each,
          { class: "chip" },
          ...(index ? [make("button", "‹", { type: "button", "aria-label": `${each} earlier`, "data-focus": `earlier-${name}-${index}`, click: () => set(earlier(index)) })] : []),
          make("button", "×", { type: "button", "aria-label": `Without ${each}`, "data-focus": `without-${name}-${index}`, click: () => set(without(index)) }),
        );
      return make("span", "", { class: "chips" }, ...names.map(chip));
    }
    if (blank.choices) {
      const select = make("select", "", { ...about, "data-focus": `blank-${name}`, change: (event) => set(event.target.value) }, ...blank.choices.map((each) => make("option", each)));
      select.value = word;
      return select.value === word ? select : null;
    }
    const counted = COUNTED.exec(word);
    if (counted && !blank.on_map) {
      const [, before, digits, after] = counted;
      const to = (number) => set(`${before}${number}${after}`);
      const step = (by, label, sign) => make("button", sign, { type: "button", "aria-label": `${label}: ${blank.name}`, "aria-disabled": String(!blank[label]), "data-focus": `${label}-${name}`, click: () => blank[label] && to(Number(digits) + by) });
      const input = make("input", "", { ...about, inputmode: "numeric", size: Math.max(digits.length, 2), value: digits, "data-focus": `blank-${name}`, change: (event) => to(event.target.value) });
      return make("span", "", { class: "stepper" }, before, step(-1, "fewer", "−"), input, step(1, "more", "+"), after);
    }
    if (blank.on_map || !word) return null;
    return make("input", "", { ...about, value: word, size: Math.max(word.length, 4), "data-focus": `blank-${name}`, change: (event) => set(event.target.value) });
  }

  toggle(row, fact, number, index) {
    this.open = this.open === index ? -1 : index;
    const item = part("rows").children[index];
    item.querySelector(".row-more")?.remove();
    for (const each of part("rows").querySelectorAll(".row-more")) each.remove();
    item.querySelector(".more").setAttribute("aria-expanded", String(this.open === index));
    if (this.open === index) this.fill(item, row, fact, number).catch(this.fail);
  }

  /** Offer conditions and alternatives of a row. */
  async fill(item, row, fact, number) {
    const { conditions, alternatives } = await this.ask(number);
    if (!item.isConnected) return;
    const choice = (label, forms, choose) => {
      if (!forms.length) return [];
      const select = make("select", "", { "data-focus": `${label}-${number}`, change: () => choose(forms[select.selectedIndex - 1]) });
      select.append(make("option", "…", { value: "" }), ...forms.map((each) => make("option", each.form ?? each.text)));
      return [make("label", `${label} `, {}, select)];
    };
    const start = fact.text === row.text ? fact.order : 0; // behind “for”, and a colour
    const [whose, order] = [row.text.slice(0, start), row.text.slice(start)];
    const put = (text) => this.change(row, text, `Now: ${text}`);
    const offered = [
      ...choice("only if", conditions, (when) => put(`${whose}if ${when.text}: ${order}`)),
      ...choice("or else", alternatives, (other) => put(`${row.text}\nelse: ${other.text}`)),
    ];
    item.querySelector(".row-more")?.remove();
    item.append(make("div", "", { class: "row-more" }, ...(offered.length ? offered : ["It takes no condition and no alternative."])));
  }

  /** A row is dragged by its number, with a mouse or a finger. */
  letDrag(handle, index) {
    let started = null;
    const overIndex = (y) => {
      const items = [...part("rows").children];
      const below = items.findIndex((each) => y < each.getBoundingClientRect().bottom);
      return below < 0 ? items.length - 1 : below;
    };
    handle.addEventListener("pointerdown", (event) => {
      started = event.clientY;
      handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener("pointermove", (event) => {
      if (started === null || Math.abs(event.clientY - started) < 8) return;
      const over = overIndex(event.clientY);
      [...part("rows").children].forEach((each, place) => each.classList.toggle("drop", place === over && place !== index));
    });
    handle.addEventListener("pointerup", (event) => {
      const isDragged = started !== null && Math.abs(event.clientY - started) >= 8;
      started = null;
      for (const each of part("rows").children) each.classList.remove("drop");
      if (isDragged && overIndex(event.clientY) !== index) this.move(index, overIndex(event.clientY));
    });
    handle.addEventListener("pointercancel", () => (started = null));
  }
}
