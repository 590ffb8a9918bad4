// The order desk: a player points at the map, writes lines, sees what the judge says, and mails them.

import { Judge } from "./judge.js";
import { BoardMap } from "./map.js";
import { partSheet, readFiles, readFragment } from "./opening.js";

const CHECK_AFTER = 120; // milliseconds without a key
const DRAW_AFTER = 300;
const NARROW = matchMedia("(max-width: 700px)"); // a window in which the map is enlarged
const FEW = 8; // orders of one kind that are all shown at once
const LONGEST_MAILTO = 1900; // characters; beyond them some mail programs cut
const MOST_UNDONE = 200;
const NO_PLACE = "Orders without a province";
const PAUSE = 800; // milliseconds after which what is typed is undone apart
const LOADING = [
  [0, "Loading Python…"],
  [0.82, "Loading the rules…"],
  [1, "Starting the judge…"],
];

const part = (id) => document.getElementById(id);
const state = { opened: null, letter: null, undone: [], chosen: "", shown: "", row: 0, checked: null, stale: 0 };
const judge = new Judge(showLoading);
const map = new BoardMap(part("map"), pointAt);

/** Make an element; text is never read as markup. */
function make(tag, text = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

function showLoading({ loaded, total }) {
  const done = Math.min(loaded / total, 1);
  part("loading-bar").value = done;
  const text = LOADING.findLast(([from]) => done >= from)[1];
  part("loading-text").textContent = `${text} ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
}

function complain(error) {
  part("trouble").hidden = false;
  part("trouble").textContent = error.message ?? String(error);
}

// Opening

async function start() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {}); // only offline use is lost
  judge.ready.catch(complain).finally(() => (part("loading").hidden = true));
  await openLink();
}

async function openLink() {
  try {
    const letter = await readFragment(location.hash);
    if (letter) return await open(letter);
  } catch (error) {
    complain(error);
  }
  part("desk").hidden = true;
  part("choose").hidden = false;
}

async function open(letter, seat = "") {
  for (const id of ["trouble", "desk", "choose"]) part(id).hidden = true;
  Object.assign(state, { opened: null, undone: [], last: undefined, checked: null, chosen: "", shown: "", options: null });
  state.stale += 1; // answers about what was open before are for nobody
  clearTimeout(state.waiting);
  clearTimeout(state.drawing);
  clearRow();
  const { header, rest } = partSheet(letter.sheet);
  state.letter = { ...letter, header };
  try {
    await judge.ready;
  } catch (error) {
    return openWithoutJudge(error, rest);
  }
  let opened;
  try {
    opened = await judge.ask("open", [letter.position, seat]);
  } catch (error) {
    part("choose").hidden = false;
    const seats = /The seats: (.+)\.$/.exec(error.message);
    if (seats) return askSeat(letter, seats[1].split(", "));
    throw error;
  }
  state.opened = opened;
  if (!header.length) state.letter.header = [`seat ${opened.seat}`, `phase ${opened.phase.round} ${opened.phase.name}`];
  showOpened(opened, rest);
  await check();
}

function askSeat(letter, seats) {
  part("seats").hidden = false;
  part("seat").replaceChildren(...seats.map((each) => make("option", each)));
  part("sit").onclick = () => open(letter, part("seat").value).catch(complain);
}

/** Without WebAssembly lines can be written and mailed all the same. */
function openWithoutJudge(error, sheet) {
  complain(new Error(`Your orders cannot be checked here (${error.message}). You can write and mail them all the same: the receipt will say what stands.`));
  for (const id of ["map-part", "options-part", "board-part"]) part(id).hidden = true;
  part("orders").value = draft() ?? sheet;
  part("desk").hidden = false;
  showLetter();
}

function showOpened(opened, sheet) {
  document.title = `${opened.seat}: ${opened.title}`;
  part("title").textContent = opened.title;
  part("subtitle").textContent = `${opened.phase.title} — you order for ${opened.seat}.`;
  if (!opened.asked) part("verdict").textContent = "This phase asks you for no orders.";
  map.show(opened.map);
  const choose = make("option", `(${NO_PLACE.toLowerCase()})`, { value: "" });
  const names = [...opened.provinces].sort((one, other) => one.localeCompare(other));
  part("place").replaceChildren(choose, ...names.map((each) => make("option", each)));
  part("board").replaceChildren(
    ...opened.board.flatMap(({ title, rows }) => [make("h3", title), make("ul", "", {}, ...rows.map((row) => make("li", row)))]),
  );
  part("forms").replaceChildren(
    ...opened.kinds.flatMap(({ form, help, examples }) => [
      make("dt", "", {}, make("code", form)),
      make("dd", help, {}, ...examples.slice(0, 2).map((each) => make("code", each, { class: "example" }))),
    ]),
  );
  part("odds-part").hidden = !opened.battles;
  const notes = sheet.split("\n").filter((line) => line.startsWith("#")).join("\n");
  part("orders").value = draft() ?? "";
  part("orders").placeholder = notes || "One order a line";
  showLetter();
  pointAt("");
  part("desk").hidden = false;
  fitMap();
  map.reveal(opened.begin);
}

// Orders

function lines() {
  return part("orders").value.split("\n");
}

/** The letter as it is mailed: an ordinary order file. */
function letterText() {
  const ready = part("ready").checked ? ["", "ready"] : [];
  return [...state.letter.header, "", part("orders").value.trimEnd(), ...ready, "", "END", ""].join("\n");
}

function draftName() {
  return `desk ${state.letter.header.filter((line) => !line.startsWith("token ")).join(" ")}`;
}

function draft() {
  try {
    return localStorage.getItem(draftName());
  } catch {
    return null; // a browser may keep nothing
  }
}

function change(text, caret) {
  state.undone.push(state.last ?? part("orders").value);
  state.undone.splice(0, state.undone.length - MOST_UNDONE);
  part("orders").value = text;
  if (caret !== undefined) part("orders").setSelectionRange(caret, caret);
  changed();
}

function changed() {
  state.last = part("orders").value;
  part("undo").disabled = !state.undone.length;
  try {
    localStorage.setItem(draftName(), part("orders").value);
  } catch {
    // nothing is kept
  }
  showLetter();
  for (const id of ["verdict", "map", "options"]) part(id).setAttribute("aria-busy", "true");
  clearTimeout(state.waiting);
  state.waiting = setTimeout(() => check().catch(complain), CHECK_AFTER);
}

/** The number of an editor's line, from 0, that has this number in the mail. */
function placeOf(line) {
  return line - state.letter.header.length - 2;
}

/** Write what was chosen: in the place of its line, if it has one, else below all others. */
function write({ text, blanks, line }) {
  if (line) {
    replaceLine(placeOf(line), text);
    showBlanks(placeOf(line), text, blanks);
    part("told").textContent = `Now: ${text}`;
  } else addLine(text, blanks);
}

/** Put a line below all others. */
function addLine(text, blanks) {
  const all = lines();
  while (all.length && !all.at(-1).trim()) all.pop();
  all.push(...text.split("\n"));
  change(`${all.join("\n")}\n`);
  showBlanks(all.length - 1, text, blanks);
  part("told").textContent = `Added: ${text}`;
}

function replaceLine(number, text) {
  const all = lines();
  all[number] = text;
  change(all.join("\n"));
}

/** Offer other numbers and words for the blanks of a line that was chosen. */
function showBlanks(number, text, blanks) {
  const fields = blanks.flatMap((blank, index) => {
    const word = text.slice(blank.start, blank.end);
    const set = (value) => {
      const longer = value.length - word.length;
      const moved = blanks.map((each, other) => ({
        ...each,
        start: each.start + (other !== index && each.start > blank.start ? longer : 0),
        end: each.end + (each.start >= blank.start ? longer : 0),
      }));
      const next = text.slice(0, blank.start) + value + text.slice(blank.end);
      replaceLine(number, next);
      showBlanks(number, next, moved);
      part(`blank-${index}`)?.focus();
    };
    const change = (event) => set(event.target.value);
    const label = make("label", `${blank.name} `, { title: blank.help });
    if (blank.least !== undefined && /^\d+$/.test(word)) {
      label.append(make("input", "", { id: `blank-${index}`, type: "number", min: blank.least, max: blank.most, value: word, change }));
    } else if (blank.choices && !blank.several) {
      const select = make("select", "", { id: `blank-${index}`, change }, ...blank.choices.map((each) => make("option", each)));
      select.value = word;
      label.append(select);
    } else if (!blank.on_map) {
      label.append(make("input", "", { id: `blank-${index}`, value: word, size: Math.max(word.length, 4), change }));
    } else return [];
    return [label];
  });
  clearRow();
  part("blanks").replaceChildren(...(fields.length ? [make("span", text, { class: "example" }), ...fields] : []));
  showRow(number, text, blanks).catch(complain);
}

function clearRow() {
  state.row += 1;
  for (const id of ["blanks", "row"]) part(id).replaceChildren();
}

/** Offer conditions and alternatives of a line that was chosen. */
async function showRow(number, text, blanks) {
  const turn = (state.row += 1);
  const row = await judge.ask("row", [letterText(), number + state.letter.header.length + 2]);
  if (turn !== state.row || lines()[number] !== text) return;
  const choice = (label, forms, choose) => {
    if (!forms.length) return [];
    const select = make("select", "", { change: () => choose(forms[select.selectedIndex - 1]) });
    select.append(make("option", "…", { value: "" }), ...forms.map((each) => make("option", each.form ?? each.text)));
    return [make("label", `${label} `, {}, select)];
  };
  const condition = choice("only if", row.conditions, (when) => {
    const moved = [[when.blanks, 3], [blanks, when.text.length + 5]];
    const all = moved.flatMap(([some, by]) => some.map((each) => ({ ...each, start: each.start + by, end: each.end + by })));
    const next = `if ${when.text}: ${text}`;
    replaceLine(number, next);
    showBlanks(number, next, all);
  });
  const alternative = choice("or else", row.alternatives, ({ text: other }) => {
    const all = lines();
    let last = number + 1;
    while (/^else/.test(all[last] ?? "")) last += 1;
    all.splice(last, 0, `else: ${other}`);
    change(all.join("\n"));
    showRow(number, text, blanks).catch(complain);
  });
  part("row").replaceChildren(...condition, ...alternative);
}

async function check() {
  if (!state.opened) return;
  const turn = ++state.stale;
  const text = letterText();
  const checked = await judge.ask("check", [text]);
  if (turn !== state.stale) return;
  state.checked = checked;
  showFindings(checked);
  part("verdict").setAttribute("aria-busy", "false");
  await refreshOptions(text, turn);
  if (turn !== state.stale) return;
  clearTimeout(state.drawing);
  state.drawing = setTimeout(() => draw(text, turn).catch(complain), DRAW_AFTER);
}

async function draw(text, turn) {
  const drawn = await judge.ask("draw", [text]);
  if (turn !== state.stale) return;
  map.show(drawn || state.opened.map);
  part("map").setAttribute("aria-busy", "false");
}

function showFindings(checked) {
  const before = state.letter.header.length + 1;
  const told = new Set(checked.findings.map((each) => each.read));
  const unread = checked.unread.filter(({ text }) => !told.has(text)).map(({ line, text }) => ({ line, read: text, severity: "warning", message: "This is not read as an order." }));
  const rows = [...checked.findings, ...unread].sort((one, other) => one.line - other.line);
  const count = (severity) => checked.findings.filter((each) => each.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const some = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
  const said = [
    errors && `${some(errors, "line")} rejected`,
    warnings && `${some(warnings, "warning")}`,
    unread.length && `${some(unread.length, "line")} not read as an order`,
  ].filter(Boolean);
  const empty = !checked.orders.trim() && !said.length;
  const nothing = "Nothing is ordered yet.";
  part("verdict").textContent = checked.problem && !empty ? checked.problem : said.join(", ") || (empty ? nothing : "Every line is accepted.");
  part("verdict").className = errors || (checked.problem && !empty) ? "error" : said.length ? "warning" : "";
  part("findings").replaceChildren(...rows.map((each) => findingRow(each, each.line - before)));
  const worst = new Map();
  for (const each of rows) {
    const number = each.line - before;
    if (worst.get(number) !== "error") worst.set(number, each.severity);
  }
  part("gutter").replaceChildren(...lines().map((_, index) => make("li", "", { class: worst.get(index + 1) ?? "" })));
  part("defaults").replaceChildren(
    ...checked.defaults.map(({ text: line, why }) => make("li", "", {}, ...(line ? [make("code", line.trim()), " "] : []), why)),
  );
  part("defaults-part").hidden = !checked.defaults.length;
}

function findingRow({ severity, message, fix, read }, number) {
  const where = number > 0 && number <= lines().length ? `Line ${number}: ` : read ? `“${read}”: ` : "";
  const row = make("li", `${where}${message} `, { class: severity });
  if (fix && where.startsWith("Line")) {
    row.append(make("button", fix, { type: "button", click: () => replaceLine(number - 1, fix) }));
  }
  return row;
}

// The map

/** In a narrow window provinces are large enough for a finger. */
function fitMap() {
  map.magnify((NARROW.matches ? 2 : 0) - map.zoom);
}

async function pointAt(place) {
  const from = state.chosen;
  if (place && from && place !== from && state.options) {
    const leading = (state.options ?? []).filter((each) => each.places[0] === from && each.target === place);
    if (leading.length === 1) {
      write(leading[0]);
      state.chosen = "";
      map.mark("", []);
      return;
    }
    if (leading.length) return showOptions(`${from} → ${place}`, leading);
  }
  state.chosen = place;
  state.shown = place;
  part("place").value = place;
  try {
    state.options = await judge.ask("options", [place, letterText()]);
  } catch (error) {
    return complain(error);
  }
  if (state.shown !== place) return;
  markTargets(place);
  showOptions(place || NO_PLACE, state.options);
}

function markTargets(place) {
  map.mark(place, state.options.filter((each) => each.places[0] === place).map((each) => each.target));
}

/** Offer what is possible behind the orders as they stand now, where something is offered. */
async function refreshOptions(text, turn) {
  const place = state.shown;
  const options = await judge.ask("options", [place, text]);
  if (turn !== state.stale || state.shown !== place) return;
  state.options = options;
  part("options").setAttribute("aria-busy", "false");
  if (state.chosen) markTargets(place);
  const focused = part("options").contains(document.activeElement) ? document.activeElement.textContent : "";
  const open = [...part("options").querySelectorAll("details[open] summary")].map((each) => each.dataset.kind);
  showOptions(place || NO_PLACE, options, open);
  const buttons = [...part("options").querySelectorAll("button")];
  if (focused) (buttons.find((each) => each.textContent === focused) ?? buttons[0])?.focus();
}

function showOptions(title, options, open = []) {
  part("options-title").textContent = title;
  const kinds = new Map();
  for (const each of options) kinds.set(each.kind, [...(kinds.get(each.kind) ?? []), each]);
  const button = (each) => make("button", each.text, { type: "button", click: () => write(each) });
  const shown = [...kinds].map(([kind, all]) => {
    const buttons = make("div", "", { class: "buttons" }, ...all.map(button));
    if (all.length <= FEW || kinds.size === 1) return buttons;
    const details = make("details", "", {}, make("summary", `${kind} (${all.length})`, { "data-kind": kind }), buttons);
    details.open = open.includes(kind);
    return details;
  });
  const none = "Nothing can be ordered here in this phase.";
  part("options").replaceChildren(...(shown.length ? shown : [make("p", none)]));
}

// Odds

async function reckon() {
  part("fight").disabled = true;
  part("odds").replaceChildren();
  try {
    const { odds, charts } = await judge.ask("odds", [part("orders").value]);
    const about = odds.about.map((each) => make("p", each));
    const none = odds.contests.length ? [] : [make("p", "These orders lead to no battle.")];
    part("odds").replaceChildren(...about, ...none, ...charts.map((each) => make("pre", each)));
  } catch (error) {
    part("odds").replaceChildren(make("p", error.message, { class: "error" }));
  }
  part("fight").disabled = false;
}

// Out

function showLetter() {
  const text = letterText();
  part("letter").textContent = text;
  const [game, seat] = ["game ", "seat "].map((key) => state.letter.header.find((line) => line.startsWith(key))?.slice(key.length) ?? "");
  const subject = `Orders ${seat} ${game}`.trim();
  const query = `subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  const link = `mailto:${encodeURIComponent(state.letter.to).replace("%40", "@")}?${query}`;
  part("mail").href = link.length <= LONGEST_MAILTO ? link : `mailto:${encodeURIComponent(state.letter.to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}`;
  state.isLong = link.length > LONGEST_MAILTO;
}

async function copy() {
  try {
    await navigator.clipboard.writeText(letterText());
    part("told").textContent = "Copied: the whole mail.";
  } catch {
    part("told").textContent = "This browser does not let a page copy: mark the text under “The mail as it will be sent”.";
  }
}

function save() {
  const address = URL.createObjectURL(new Blob([letterText()], { type: "text/plain" }));
  const name = state.letter.header.map((line) => line.split(" ").slice(1).join("-")).slice(0, 3).join("-");
  make("a", "", { href: address, download: `orders-${name.replace(/[^\w-]+/g, "-") || "desk"}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

part("orders").addEventListener("input", () => {
  if (Date.now() - (state.typed ?? 0) > PAUSE) state.undone.push(state.last ?? "");
  state.typed = Date.now();
  changed();
});
part("orders").addEventListener("scroll", () => (part("gutter").scrollTop = part("orders").scrollTop));
part("orders").addEventListener("keydown", (event) => {
  if (event.key === "z" && (event.ctrlKey || event.metaKey) && state.undone.length) {
    event.preventDefault();
    part("undo").click();
  }
});
part("undo").addEventListener("click", () => {
  if (!state.undone.length) return;
  part("orders").value = state.undone.pop();
  clearRow();
  changed();
});
part("ready").addEventListener("change", changed);
part("place").addEventListener("change", (event) => {
  state.chosen = "";
  pointAt(event.target.value);
  map.reveal(event.target.value);
});
NARROW.addEventListener("change", fitMap);
part("larger").addEventListener("click", () => map.magnify(1));
part("smaller").addEventListener("click", () => map.magnify(-1));
part("fight").addEventListener("click", reckon);
part("copy").addEventListener("click", copy);
part("save").addEventListener("click", save);
part("mail").addEventListener("click", () => {
  if (!state.isLong) return;
  copy();
  part("told").textContent = "These orders are too long for a link: they were copied, paste them into the mail.";
});
if (navigator.share) {
  part("share").hidden = false;
  part("share").addEventListener("click", () => navigator.share({ text: letterText() }).catch(() => {}));
}
part("files").addEventListener("change", (event) => readFiles([...event.target.files]).then(open).catch(complain));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  readFiles([...event.dataTransfer.files]).then(open).catch(complain);
});
addEventListener("hashchange", openLink);

start();
