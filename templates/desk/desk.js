// The order desk: a player points at the map, sees what the judge says to each order, and mails them.

import { Drafts } from "./drafts.js";
import { Judge } from "./judge.js";
import { BoardMap } from "./map.js";
import { keepOpening, keptOpening, partSheet, readFiles, readFragment } from "./opening.js";
import { PRACTICE, Practice } from "./practice.js";
import { blank, complain, mailLink, make, part, some, still } from "./page.js";
import { Requests } from "./requests.js";
import { Rows, moveRow, partRows, replaceRow } from "./rows.js";

const LOOK_AFTER = 120; // milliseconds without a key
const DRAW_AFTER = 200;
const NARROW = matchMedia("(max-width: 700px)"); // a window in which the map is enlarged
const HOVERS = matchMedia("(hover: hover)");
const FEW = 8; // orders of one kind that are all shown at once
const MOST_UNDONE = 200;
const NO_PLACE = "Orders without a province";
const PAUSE = 800; // milliseconds after which what is typed is undone apart
const LOADING = [
  [0, "Loading Python…"],
  [0.82, "Loading the rules…"],
  [1, "Starting the judge…"],
];

const beginState = () => ({
  opened: null, // what the judge says of the position
  letter: null, // what was opened: {position, sheet, to, header, …}
  text: "", // the orders
  undone: [], // texts to go back to
  redoable: [], // texts that were gone back from
  turn: 0, // counts texts that are judged: an answer about an earlier one is dropped
  isStale: true, // the text has changed since it was judged
  isFirst: true, // no map was drawn yet
  seen: null, // what the judge last found
  judged: new Map(), // the same by row
  place: "", // the province that is chosen
  listed: "place", // what is offered: orders of the place, of a "search", of a "way", or "instead" of a row
  failed: null, // what was told of an answer that did not come: {id, told}, of a part
  wish: 0, // counts what is to be listed: an answer to an earlier one is dropped
  acts: [], // what was done before answers came, in turn
});

let state = beginState(); // all that is of what is open
const judge = new Judge(showLoading);
const map = new BoardMap(part("map"), (place) => whenOffered(() => pointAt(place).catch(giveUp)), hover);
const drafts = new Drafts(tellOfOtherTab, () => complain(new Error("This browser keeps nothing: save or mail your orders before you close it.")));
const rows = new Rows({
  change: (row, text, told) => edit(replaceRow(state.text, row, text), told),
  move: (from, to) => edit(moveRow(state.text, partRows(state.text), from, to), "Moved."),
  instead: (row, number) => showInstead(row, number).catch(giveUp),
  ask: (number) => judge.ask("row", letterText(), number),
  fail: tellFailure,
  point: (fact) => fact?.places.length && choose(fact.places[0]),
});

const requests = new Requests({ orders: () => state.text });
const practice = new Practice(judge, {
  lay: (opened, written) => {
    begin();
    state.letter = { position: "", sheet: "", to: "", header: headSeat(opened.seat, opened.phase) };
    state.opened = opened;
    showOpened(opened, { isPractice: true, written });
  },
  end: (title) => {
    begin();
    document.title = part("title").textContent = title;
    part("subtitle").textContent = "";
    showParts(["table-part", "strip"]);
    part("desk").classList.remove("narrowed");
    for (const id of ["mail", "undo"]) part(id).hidden = true;
    part("desk").hidden = false;
  },
  clear: begin,
  write: ({ seat, fingerprint, written }, phase) => writeLetter(headSeat(seat, phase), drafts.find(fingerprint, practice.game)?.text ?? written),
});

function showLoading({ loaded, total }) {
  const done = Math.min(loaded / total, 1);
  part("loading-bar").value = done;
  const text = LOADING.findLast(([from]) => done >= from)[1];
  part("loading-text").textContent = `${text} ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
}

function tell(text) {
  part("told").textContent = text;
}

// Opening

async function start() {
  part("loading-text").textContent = "Starting…";
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {}); // only offline use is lost
  judge.ready.catch(complain).finally(() => (part("loading").hidden = true));
  await openLink();
}

async function openLink(fragment = location.hash) {
  begin();
  try {
    if (fragment === PRACTICE) return await practice.start();
    forgetFragment();
    const linked = await still(readFragment(fragment));
    const letter = linked ?? keptOpening();
    if (letter) return await open(letter);
  } catch (error) {
    complain(error);
  }
  part("choose").hidden = false;
}

/** Take away what the address holds behind “#”, the seat's token. */
function forgetFragment() {
  history.replaceState(null, "", location.pathname + location.search);
}

/** Close what is open: of all that is opened next, nothing is left, and nothing comes any more. */
function begin() {
  blank();
  clearTimeout(state.waiting);
  clearTimeout(state.drawing);
  part("share").hidden = !navigator.share;
  state = beginState();
  for (const each of [map, drafts, rows, requests]) each.clear();
}

const openFiles = (files) => still(readFiles([...files])).then(open).catch(complain);

async function open(letter, seat = letter.seat ?? "") {
  begin();
  forgetFragment();
  const { header, rest } = partSheet(letter.sheet);
  state.letter = { ...letter, seat, header };
  if (letter.master) return openMaster(letter.master);
  try {
    await still(judge.ready);
  } catch (error) {
    return openWithoutJudge(error, letter.written ?? rest);
  }
  let opened;
  try {
    opened = await judge.ask("open", letter.position, seat, letter.sheet);
  } catch (error) {
    part("choose").hidden = false;
    if (error.code === "desk.whose") return askSeat(letter, error.facts.seats);
    throw error;
  }
  keepOpening(state.letter);
  const { round, name } = opened.phase;
  if (!opened.seat) return openMaster({ seats: opened.seats, phase: `${round} ${name}`, status: "" }, opened);
  state.opened = opened;
  if (!header.length || opened.misfit) state.letter.header = headSeat(opened.seat, opened.phase);
  showOpened(opened, { written: letter.written });
}

/** Show what a game master can ask, and what his letter says, or the board of the public. */
function openMaster({ seats, phase, status }, opened = null) {
  const game = headerOf("game");
  keepOpening(state.letter);
  document.title = `Game master: ${game || opened?.title || ""}`;
  part("title").textContent = game || opened?.title || "Your game";
  part("subtitle").textContent = `You run this game.${opened ? ` ${opened.phase.title}.` : ""}`;
  part("loading").hidden ||= !opened; // forms need no judge
  part("status-part").hidden = !status;
  part("status").textContent = status;
  showParts(opened ? ["map-part", "board-part"] : []);
  if (opened) {
    showBoard(opened);
    judge.ask("draw").then((drawn) => {
      map.show(drawn);
      map.reveal("");
    }, complain);
  }
  part("desk").hidden = false;
  const places = opened ? Object.keys(opened.provinces) : [];
  openRequests("master", { seats, places, phase });
}

const PARTS = ["table-part", "map-part", "options-part", "orders-part", "board-part", "strip"];

/** Show some parts of the desk, and no others. */
function showParts(shown) {
  for (const id of PARTS) part(id).hidden = !shown.includes(id);
  part("desk").classList.toggle("narrowed", !shown.includes("orders-part"));
}

function openRequests(role, { seats, places, phase }) {
  const [game, seat] = [headerOf("game"), headerOf("seat")];
  part("requests").open = role === "master"; // it is what he comes for
  const known = { SEAT: seats, NAMES: [...seats, ...places], PHASE: phase ? [phase] : [], GAME: game ? [game] : [] };
  requests.open(role, state.letter, known, { GAME: game, SEAT: seat }).catch(({ message }) => complain(new Error(`What can be asked of the judge could not be loaded (${message}). Load this page again.`)));
}

function askSeat(letter, seats) {
  part("seats").hidden = false;
  part("seat").replaceChildren(...seats.map((each) => make("option", each)));
  part("sit").onclick = () => open(letter, part("seat").value).catch(complain);
}

/** Without WebAssembly lines can be written and mailed all the same. */
function openWithoutJudge(error, written) {
  complain(new Error(`Your orders cannot be checked here. ${error.message} You can write and mail them all the same: the receipt will say what stands.`));
  showParts(["orders-part", "strip"]);
  for (const id of ["rows", "as-text", "odds-part", "sheet-part", "forms-part", "defaults-part"]) part(id).hidden = true;
  part("editor").hidden = false;
  keepOpening(state.letter);
  state.text = written;
  part("orders").value = written;
  part("desk").hidden = false;
  showLetter();
}

/** Lay a phase on the desk; `written` is what stands there if nothing was changed. */
function showOpened(opened, { isPractice = false, written = "" } = {}) {
  const campaign = headerOf("game");
  const places = Object.keys(opened.provinces);
  showParts(PARTS.filter((id) => id !== "table-part" || isPractice));
  for (const id of ["mail", "actions", "letter-part"]) part(id).hidden = isPractice;
  if (!isPractice) openRequests("player", { seats: opened.seats, places, phase: `${opened.phase.round} ${opened.phase.name}` });
  part("printed").textContent = [campaign, opened.seat, `${opened.phase.round} ${opened.phase.name}`, `position ${opened.fingerprint}`].filter(Boolean).join(" · ");
  document.title = `${opened.seat}: ${opened.title}`;
  part("title").textContent = opened.title;
  part("subtitle").textContent = `${campaign ? `${campaign}: ` : ""}${opened.phase.title}. You order for ${opened.seat}.`;
  showBoard(opened);
  part("forms").replaceChildren(
    ...opened.kinds.flatMap(({ form, help, examples }) => [
      make("dt", "", {}, make("code", form)),
      make("dd", help, {}, ...examples.slice(0, 2).map((each) => make("code", each, { class: "example" }))),
    ]),
  );
  part("odds-part").hidden = !opened.battles;
  part("misfit").hidden = !opened.misfit;
  if (opened.misfit) {
    const { seat, phase } = opened.misfit;
    part("misfit").textContent = `The order sheet is ${seat ? `${seat}'s` : "of no seat"}${phase ? ` for ${phase}` : ""}, and the position is ${opened.seat}'s in ${opened.phase.round} ${opened.phase.name}. The sheet was left aside: your mail will lack its token. Choose both files of one letter.`;
  }
  const { fingerprint, seat, phase } = opened;
  // What was written for a phase of the table stays, for it may be taken back.
  const draft = isPractice ? drafts.open({ fingerprint, seat }, practice.game) : drafts.open({ fingerprint, seat, round: phase.round }, campaign);
  Object.assign(state, drafts.history);
  showHistory();
  part("ready").checked = draft?.ready ?? false;
  part("find").hidden = part("options").hidden = !opened.asked;
  state.text = draft?.text ?? written;
  state.last = state.text;
  part("orders").value = state.text;
  part("desk").hidden = false;
  showRows();
  showLetter();
  awaitAnswers();
  look().catch(giveUp);
}

const JUDGED = ["verdict", "map", "options"]; // what changes as the judge answers

/** Show that what stands there is about to change. */
function awaitAnswers() {
  for (const id of JUDGED) part(id).setAttribute("aria-busy", "true");
}

/** Tell that an answer did not come, until a part that shows answers has its next one. */
function tellFailure(error, id = "options") {
  complain(error);
  state.failed = { id, told: part("trouble").textContent };
}

/** Show that what stands in a part is answered. */
function settle(id) {
  part(id).setAttribute("aria-busy", "false");
  if (state.failed?.id === id && part("trouble").textContent === state.failed.told) part("trouble").hidden = true;
}

/** Tell of an answer that does not come: nothing waits for it, and what was to be done behind it is not done. */
function giveUp(error) {
  tellFailure(error);
  state.acts = [];
  if (state.isStale) Object.assign(part("verdict"), { textContent: "The judge could not look at these orders.", className: "error" });
  for (const id of JUDGED) part(id).setAttribute("aria-busy", "false");
}

const WORDY = ["board-words", "sheet-part"];

/** Show the board, and what the seat has, in words, which takes a while: when they are asked for. */
async function showWords() {
  const asked = (state.words ??= judge.ask("words"));
  const { board, sheet = [] } = await asked.catch((error) => {
    state.words = null;
    throw error;
  });
  part("board").replaceChildren(...inWords(board));
  part("sheet").textContent = sheet.join("\n").trim();
}

/** Make room for the map of a board, and name its places. */
function showBoard({ provinces }) {
  map.middles = provinces;
  const choose = make("option", `(${NO_PLACE.toLowerCase()})`, { value: "" });
  const names = Object.keys(provinces).sort((one, other) => one.localeCompare(other));
  part("place").replaceChildren(choose, ...names.map((each) => make("option", each)));
  for (const id of WORDY) if (part(id).open) showWords().catch(tellFailure);
  map.setZoom(NARROW.matches ? 2 : 1, { x: 0, y: 0 });
}

const inWords = (board) => board.flatMap(({ title, rows: all }) => [make("h3", title), make("ul", "", {}, ...all.map((row) => make("li", row)))]);

// Orders

/** Give the orders another text: it can be undone, is kept, and is judged. */
function edit(text, told = "") {
  remember(state.last ?? state.text);
  setText(text, told);
}

/** Keep a text to which a change can be taken back. */
function remember(text) {
  state.undone.push(text);
  state.undone.splice(0, state.undone.length - MOST_UNDONE);
  state.redoable.length = 0;
}

function setText(text, told) {
  const { activeElement: before, body } = document;
  part("orders").value = text;
  changed(text);
  const now = document.activeElement;
  if (now.disabled || !now.checkVisibility() || (now === body && before !== body)) part(state.undone.length ? "undo" : "redo").focus(); // what had the focus is gone
  tell(told);
  look().catch(giveUp);
}

function changed(text) {
  state.text = text;
  state.last = text;
  showHistory();
  if (state.opened) drafts.keep(text, part("ready").checked);
  else keepOpening({ ...state.letter, written: text }); // without the judge it has no fingerprint
  part("odds").replaceChildren(); // they were of other orders
  tell(""); // so is what was done last
  state.isStale = true;
  showLetter();
  showRows();
  awaitAnswers();
}

function showHistory() {
  part("undo").disabled = !state.undone.length;
  part("redo").hidden = !state.redoable.length;
}

function undo() {
  if (!state.undone.length) return;
  state.redoable.push(state.text);
  setText(state.undone.pop(), "Undone.");
}

function redo() {
  if (!state.redoable.length) return;
  state.undone.push(state.text);
  setText(state.redoable.pop(), "Redone.");
}

function tellOfOtherTab(draft) {
  part("other-tab").hidden = draft.text === state.text;
  part("take-over").onclick = () => {
    part("other-tab").hidden = true;
    edit(draft.text, "These are the orders of the other tab.");
  };
}

/** The letter as it is mailed: an ordinary order file. */
const letterText = () => writeLetter(state.letter.header, state.text, part("ready").checked);

const writeLetter = (header, text, isReady = false) => [...header, "", text.trimEnd(), ...(isReady ? ["", "ready"] : []), "", "END", ""].join("\n");

const headSeat = (seat, { round, name }) => [`seat ${seat}`, `phase ${round} ${name}`];

function headerOf(key) {
  return state.letter.header.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? "";
}

/** What is added to a line's number in the text to have that in the mail, which messages name. */
function offset() {
  return state.letter.header.length + 2;
}

/** Write what was chosen: in the place of its line, if it has one, else below all others of this phase. */
function write({ text, line }) {
  const all = judgedRows();
  const row = line && all.find((each) => each.number === line);
  if (row) return edit(replaceRow(state.text, row, text), `Now: ${text}`);
  const lines = state.text.trimEnd() ? state.text.trimEnd().split("\n") : [];
  const later = all.find((each) => each.isLater);
  const last = all.findLast(isOrder);
  lines.splice(!later ? lines.length : last ? last.last + 1 : later.first, 0, text);
  edit(`${lines.join("\n")}\n`, `Added: ${text}`);
}

/** The rows, each with what was last judged of it. */
function judgedRows() {
  return partRows(state.text).map((row) => ({ ...row, number: row.first + offset(), ...state.judged.get(keyOf(row)) }));
}

const keyOf = ({ nth, text }) => `${nth} ${text}`;

/** Whether a row is an order of this phase, or might be: no remark, no heading. */
function isOrder({ text, fact, found, isLater }) {
  return !isLater && !/^\s*#/.test(text) && Boolean(!found || fact || found.some(({ severity }) => severity !== "note"));
}

/** Ask the judge about the orders as they stand, and what is possible behind them. */
async function look() {
  clearTimeout(state.waiting);
  if (!state.opened) return;
  const turn = (state.turn += 1);
  const text = letterText();
  const { place, isFirst } = state;
  if (isFirst) drawOrTell(text, turn); // it is quicker than words
  const judging = judge.ask("judge", text);
  const following = judge.ask("follow", text, place);
  following.catch(() => {}); // told where it is waited for
  const judged = await judging;
  if (turn !== state.turn) return;
  Object.assign(state, { seen: { ...judged, todo: [] }, isStale: false });
  showRows();
  showVerdict(judged.check);
  settle("verdict");
  const seen = { ...judged, ...(await following) };
  if (turn !== state.turn) return;
  state.seen = seen;
  showLeft(seen);
  showOffers(seen.options, turn, place);
  clearTimeout(state.drawing);
  if (isFirst) map.reveal(state.place || seen.todo[0]);
  else state.drawing = setTimeout(() => drawOrTell(text, turn), DRAW_AFTER);
}

const drawOrTell = (text, turn) => draw(text, turn).catch((error) => tellFailure(error, "map"));

async function draw(text, turn) {
  const drawn = await judge.ask("draw", text);
  if (turn !== state.turn) return;
  map.show(drawn);
  state.isFirst = false;
  settle("map");
}

/** All that the judge finds, with what is not read at all, in the order of the lines. */
function findings() {
  const { findings: found = [], unread = [] } = state.seen?.check ?? {};
  const told = new Set(found.map((each) => each.read));
  const strange = unread.filter(({ text }) => !told.has(text));
  return [...found, ...strange.map(({ line, text }) => ({ line, read: text, severity: "warning", message: "This is not read as an order." }))];
}

/** Show the rows; what is being judged anew keeps its last verdict if its text is as it was. */
function showRows() {
  const all = partRows(state.text);
  const numbers = (row) => Array.from({ length: row.last - row.first + 1 }, (_, index) => row.first + index + offset());
  if (!state.isStale) {
    const facts = new Map((state.seen?.rows ?? []).map((each) => [each.line, each]));
    const found = findings();
    const later = new Set(state.seen?.later);
    const judge = (row) => ({ fact: facts.get(row.first + offset()), found: found.filter(({ line }) => numbers(row).includes(line)), isLater: later.has(row.first + offset()) });
    state.judged = new Map(all.map((row) => [keyOf(row), judge(row)]));
    const lines = new Set(all.flatMap(numbers));
    part("findings").replaceChildren(...found.filter(({ line }) => !lines.has(line)).map((each) => make("li", each.message, { class: each.severity })));
  }
  rows.show(judgedRows());
  part("rows").hidden = !all.length || !part("editor").hidden;
  const worst = new Map();
  for (const { line, severity } of state.isStale ? [] : findings()) if (worst.get(line) !== "error") worst.set(line, severity);
  part("gutter").replaceChildren(...state.text.split("\n").map((_, index) => make("li", String(index + offset()), { class: worst.get(index + offset()) ?? "" })));
  part("begin").hidden = Boolean(all.length) || !state.opened?.asked;
}

function showVerdict(checked) {
  const all = findings();
  const errors = new Set(all.filter((each) => each.severity === "error").map((each) => each.line)).size;
  const warnings = all.filter((each) => each.severity === "warning" && !checked.unread.some(({ text }) => text === each.read)).length;
  const said = [errors && `${some(errors, "line")} rejected`, warnings && some(warnings, "warning"), checked.unread.length && `${some(checked.unread.length, "line")} not read as an order`].filter(Boolean);
  const isEmpty = !checked.orders.trim() && !said.length;
  const nothing = state.opened.asked ? "Nothing is ordered yet." : "This phase asks you for no orders.";
  const verdict = checked.problem && !isEmpty ? checked.problem : said.join(", ") || (isEmpty ? nothing : "Every line is accepted.");
  part("verdict").textContent = verdict;
  part("verdict").className = errors || (checked.problem && !isEmpty) ? "error" : said.length ? "warning" : "";
  part("defaults").replaceChildren(
    ...checked.defaults.map(({ text, why }) => make("li", "", {}, ...(text ? [make("code", text.trim()), " "] : []), why)),
  );
  part("defaults-part").hidden = !checked.defaults.length;
  showLetter();
}

/** Show what the lines leave: money, spaces, places without an order, what happens by default. */
function showLeft({ left, todo, check }) {
  const shown = left.map(({ what, left: number, of, names, colour }) =>
    make("li", "", { class: number < 0 ? "error" : "", title: names.join(", ") }, ...(colour ? [`${colour}: `] : []), make("b", String(number)), ` of ${of} ${what} left`),
  );
  if (todo.length) shown.unshift(make("li", "", {}, make("button", `${todo.length} without an order ›`, { type: "button", id: "next", title: `${todo.join(", ")} (key N)`, click: () => whenOffered(showNext) })));
  const byDefault = check.defaults.filter((each) => each.text).length;
  if (byDefault) shown.push(make("li", "", {}, make("button", `${byDefault} by default`, { type: "button", id: "to-defaults", click: showDefaults })));
  part("left").replaceChildren(...shown);
}

function showDefaults() {
  part("defaults-part").open = true;
  part("defaults-part").querySelector("summary").focus();
}

// What can be ordered

/** Do something that depends on what is offered: at once, or when that is there, in turn. */
function whenOffered(act) {
  state.acts.push(act);
  doNext();
}

function doNext() {
  while (state.acts.length && part("options").ariaBusy !== "true") state.acts.shift()();
}

/** Choose a province, or the target of the one that is chosen, and itself once it is pointed at again; `""` is the sea. */
async function pointAt(place) {
  if (!state.opened) return place && answer(place);
  const from = state.place;
  const leading = place && from && place !== from ? leadingTo(place) : [];
  if (leading.length === 1) return write(leading[0]);
  const way = `${from} → ${place}`;
  const isListed = state.listed === "way" && part("options-title").textContent === way;
  if (leading.length && !isListed) listOptions("way", way, leading);
  else await goTo(place);
  if (place) part("options-part").scrollIntoView({ block: "nearest" }); // on a phone it is below the map
}

function leadingTo(place) {
  return (state.options ?? []).filter((each) => each.places[0] === state.place && each.target === place);
}

/** Choose a province, whatever was to be done besides. */
function choose(place, reveal = false) {
  state.acts = [];
  goTo(place, reveal).catch(giveUp);
}

async function goTo(place, reveal = false) {
  state.place = place;
  state.listed = "place";
  state.wish += 1;
  part("place").value = place;
  part("search").value = "";
  map.mark(place, []);
  if (reveal) map.reveal(place);
  part("options").setAttribute("aria-busy", "true");
  const { turn } = state;
  showOffers(await judge.ask("options", place, letterText()), turn, place);
}

const showNext = () => goNext().catch(giveUp);

async function goNext() {
  const { todo = [] } = state.seen ?? {};
  if (!todo.length) return;
  await goTo(todo[(todo.indexOf(state.place) + 1) % todo.length], true);
  part("options").querySelector("button, summary")?.focus();
}

/** Show what is offered of a province, unless something else is listed by now, chosen, or judged. */
function showOffers(offered, turn, place) {
  if (turn !== state.turn || place !== state.place) return;
  state.options = offered;
  map.mark(state.place, offered.filter((each) => each.places[0] === state.place && each.target).map((each) => each.target));
  if (state.listed === "search") return search().catch(giveUp);
  listOptions("place", state.place || NO_PLACE, offered);
}

/** List what the judge answers about the orders as they stand, unless they change, or something else is to be listed, before. */
async function listAnswer(listed, title, asked, find) {
  state.listed = listed;
  part("options").setAttribute("aria-busy", "true");
  const { turn } = state;
  const wish = (state.wish += 1);
  const answer = await asked;
  if (turn !== state.turn || wish !== state.wish) return false;
  listOptions(listed, title, find(answer));
  return true;
}

/** Show what could stand in the place of a row. */
async function showInstead(row, number) {
  const title = `Instead of “${row.text.split("\n")[0]}”`;
  const isListed = await listAnswer("instead", title, judge.ask("row", letterText(), number), ({ instead }) => instead);
  if (!isListed) return;
  part("options").querySelector("button, summary")?.focus();
  part("options-title").scrollIntoView({ block: "nearest" });
}

async function search() {
  const words = part("search").value;
  if (!words.trim()) return goTo(state.place);
  await listAnswer("search", `Orders with “${words}”`, judge.ask("search", letterText(), words), (found) => found);
}

/** Part things by what they have in common, in the order of the first of each. */
function groupBy(all, key) {
  const groups = new Map();
  for (const each of all) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

/** Return the words that all of some texts begin with. */
function beginningOf([first, ...others]) {
  const words = first.split(" ");
  const end = words.findIndex((word, at) => others.some((other) => other.split(" ")[at] !== word));
  return (end < 0 ? words : words.slice(0, end)).join(" ");
}

/**
 * List orders by kind; many of one kind by where they lead, for there are many ways to few places. What many
 * phases take, and is about no province, is folded: it is seldom what somebody comes for.
 */
function listOptions(listed, title, options) {
  const isSame = listed === state.listed && title === part("options-title").textContent;
  const box = part("options");
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.text : null;
  const open = isSame ? [...box.querySelectorAll("details[open] summary")].map((each) => each.dataset.kind) : [];
  state.listed = listed;
  part("options-title").textContent = title;
  part("back").hidden = listed === "place" && !state.place;
  const kinds = groupBy(options, ({ kind }) => kind);
  const isAside = ({ usual }) => usual && listed === "place" && !state.place;
  const button = (each) =>
    make("button", each.text, {
      type: "button",
      "data-text": each.text,
      class: each.line ? "replaces" : "",
      title: each.line ? `In place of line ${each.line}` : null,
      click: () => writeOffered(each),
      focus: ({ target }) => target.matches(":focus-visible") && preview(each), // a finger does not look at what it has not touched
      pointerenter: () => preview(each),
      pointerleave: () => preview(null),
      blur: () => preview(null),
    });
  const fold = (name, key, shown) => {
    const details = make("details", "", {}, make("summary", name, { "data-kind": key }), make("div", "", { class: "buttons" }, ...shown));
    details.open = open.includes(key);
    return details;
  };
  const shown = [...kinds].map(([kind, all]) => {
    if (all.length <= FEW && !(all.length > 1 && all.every(isAside))) return make("div", "", { class: "buttons" }, ...all.map(button));
    const ends = groupBy(all, ({ target }) => target);
    const byEnd = ([end, ways]) => (end && ways.length > 1 ? [fold(`to ${end} (${ways.length})`, `${kind} ${end}`, ways.map(button))] : ways.map(button));
    const buttons = make("div", "", { class: "buttons" }, ...(listed === "way" || ends.size === 1 ? all.map(button) : [...ends].flatMap(byEnd)));
    const name = beginningOf(all.map(({ text }) => text)) || all[0].text;
    return kinds.size === 1 ? buttons : fold(`${name} … (${all.length})`, kind, [...buttons.children]);
  });
  const places = `Point at a province of yours${state.seen?.todo.length ? ", or at “without an order” below" : ""}.`;
  const none = listed === "search" ? "No order has these words." : state.place ? "Nothing more can be ordered here." : places;
  if (options.every(isAside)) shown.unshift(make("p", none));
  box.replaceChildren(...shown);
  settle("options");
  state.offered = options;
  if (focused !== null) {
    const seen = [...box.querySelectorAll("button, summary")].filter((each) => each.checkVisibility());
    (seen.find((each) => each.dataset.text === focused) ?? seen[0] ?? part("search")).focus();
  }
  doNext();
}

/** Write what was chosen; of what is about to change, what is offered then by the same words. */
function writeOffered(chosen) {
  if (part("options").ariaBusy !== "true") return write(chosen);
  whenOffered(() => {
    const offered = [...state.offered, ...state.options].find(({ text }) => text === chosen.text);
    if (offered) write(offered);
    else tell(`Not possible any more: ${chosen.text}`);
  });
}

/** Say and draw what a click would write. */
function preview(option) {
  part("preview").textContent = option ? `${option.line ? `Line ${option.line} becomes` : "Writes"}: ${option.text}` : "";
  map.preview(option?.places ?? [], option?.target ?? "");
}

function hover(place) {
  if (!HOVERS.matches) return; // below a finger lies what the page has brought there
  const leading = place && place !== state.place ? leadingTo(place) : [];
  if (leading.length === 1) return preview(leading[0]);
  map.preview([], "");
  part("preview").textContent = leading.length ? `${leading.length} ways from ${state.place} to ${place}: click to choose` : place;
}

// Questions

/** Answer a question to the board as the judge does by mail, from what lies here. */
async function answer(question) {
  part("question").value = question;
  let shown;
  try {
    const { board, awaits } = await judge.ask("answer", question);
    if (board) shown = board.length ? inWords(board) : [make("p", "Everything stands as it stood.")];
    else shown = [make("p", `This phase waits for ${awaits.length ? awaits.join(", ") : "nobody"}. Who has sent orders is known to the judge alone: mail “late”.`)];
  } catch (error) {
    shown = [make("p", error.message, { class: "error" })];
  }
  part("answer").replaceChildren(...shown);
  part("answer").scrollIntoView({ block: "nearest" });
}

// Odds

async function reckon() {
  part("fight").disabled = true;
  part("odds").replaceChildren();
  const { text } = state;
  let shown;
  try {
    const { odds, charts } = await judge.ask("odds", text);
    const about = odds.about.map((each) => make("p", each));
    const none = odds.contests.length ? [] : [make("p", "These orders lead to no battle.")];
    shown = [...about, ...none, ...charts.map((each) => make("pre", each))];
  } catch (error) {
    shown = [make("p", error.message, { class: "error" })];
  }
  if (text === state.text) part("odds").replaceChildren(...shown);
  part("fight").disabled = false;
}

// Out

function showLetter() {
  const text = letterText();
  part("letter").textContent = text;
  const { link, isLong } = mailLink(state.letter.to, `Orders ${headerOf("seat")} ${headerOf("game")}`.trim(), text);
  state.isLong = isLong;
  part("mail").href = part("ask-mail").href = link;
  const orders = judgedRows().filter((row) => isOrder(row) || (row.isLater && !row.found.length)).length;
  part("mail").textContent = orders ? `Mail ${some(orders, "order")}` : "Mail it";
  if (!state.isStale) part("mail").classList.toggle("strong", Boolean(orders) && !losses().length);
}

/** What of the orders will not come to be, in sentences; nothing if all is as it looks. */
function losses() {
  if (!state.opened) return [];
  if (state.isStale) return ["The judge has not looked at these orders yet."];
  const checked = state.seen.check;
  const rejected = new Set(findings().filter((each) => each.severity === "error").map((each) => each.line)).size;
  return [
    !checked.orders.trim() && "Nothing is ordered: everything will happen by default.",
    rejected && `${some(rejected, "line")} will be rejected.`,
    checked.unread.length && `${some(checked.unread.length, "line")} will not be read as an order.`,
    state.opened.misfit && "The mail lacks your seat's token, for the order sheet was of another phase.",
  ].filter(Boolean);
}

/** Ask before a mail goes in which something is lost, or which is too long for a link. */
function mail(event) {
  const why = losses();
  if (state.isLong) why.push("These orders are too long for a link: copy the mail, open it, and paste.");
  if (!why.length) return;
  event.preventDefault();
  part("ask-why").replaceChildren(...why.map((each) => make("li", each)));
  part("ask-copy").hidden = !state.isLong;
  part("ask-told").textContent = "";
  part("ask").showModal();
}

async function copy() {
  let said = "Copied: the whole mail.";
  try {
    await navigator.clipboard.writeText(letterText());
  } catch {
    said = "This browser does not let a page copy: mark the text under “The mail as it will be sent”.";
  }
  tell(said);
  part("ask-told").textContent = said;
}

function save() {
  const address = URL.createObjectURL(new Blob([letterText()], { type: "text/plain" }));
  const name = state.letter.header.map((line) => line.split(" ").slice(1).join("-")).slice(0, 3).join("-");
  make("a", "", { href: address, download: `orders-${name.replace(/[^\w-]+/g, "-") || "desk"}.txt` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// What the page listens to

const KEYS = {
  "/": () => part("search").focus(),
  q: () => part("question").focus(),
  n: () => whenOffered(showNext),
  u: undo,
  r: redo,
};

addEventListener("keydown", (event) => {
  if (part("desk").inert || part("ask").open) return;
  const isElsewhere = event.target.matches("input, textarea") && !part("orders-part").contains(event.target); // it undoes what is typed there
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !isElsewhere && (event.shiftKey ? state.redoable : state.undone).length) {
    event.preventDefault();
    return event.shiftKey ? redo() : undo();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !state.opened) return;
  if (event.key === "Escape") {
    if (document.activeElement === part("search") || part("options").contains(document.activeElement)) part("map").focus();
    return choose("");
  }
  const stops = [...part("options").querySelectorAll("button, summary")].filter((each) => each.checkVisibility());
  const buttons = stops.filter((each) => each.tagName === "BUTTON");
  const at = stops.indexOf(document.activeElement);
  const isSearch = document.activeElement === part("search");
  if (["ArrowDown", "ArrowUp"].includes(event.key) && (at >= 0 || isSearch) && stops.length) {
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    return (next < 0 ? part("search") : stops[Math.min(next, stops.length - 1)]).focus();
  }
  if (isSearch && event.key === "Enter" && state.listed === "search") return whenOffered(() => state.listed === "search" && part("options").querySelector("button")?.click());
  if (["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName) || !part("keys").checked) return;
  const act = /^[1-9]$/.test(event.key) ? () => buttons[event.key - 1]?.click() : KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});
part("orders").addEventListener("input", () => {
  if (Date.now() - (state.typed ?? 0) > PAUSE) remember(state.last ?? "");
  state.typed = Date.now();
  changed(part("orders").value);
  clearTimeout(state.waiting);
  state.turn += 1;
  state.waiting = setTimeout(() => look().catch(giveUp), LOOK_AFTER);
});
part("orders").addEventListener("scroll", () => (part("gutter").scrollTop = part("orders").scrollTop));
part("as-text").addEventListener("click", () => {
  const isText = part("editor").hidden;
  part("editor").hidden = !isText;
  part("as-text").setAttribute("aria-pressed", String(isText));
  showRows();
  if (isText) part("orders").focus();
});
part("begin").addEventListener("click", async () => {
  const suggested = await judge.ask("suggest").catch(tellFailure);
  if (suggested && !state.text.trim()) edit(suggested, "A suggestion: change it as you like.");
  else if (suggested === "") tell("There is nothing to suggest here.");
});
part("undo").addEventListener("click", undo);
part("redo").addEventListener("click", redo);
part("ready").addEventListener("change", () => changed(state.text) ?? look().catch(giveUp));
part("place").addEventListener("change", (event) => (state.opened ? choose(event.target.value, true) : pointAt(event.target.value).catch(giveUp)));
part("question-form").addEventListener("submit", (event) => {
  event.preventDefault();
  answer(part("question").value);
});
part("search").addEventListener("input", () => search().catch(giveUp));
part("back").addEventListener("click", () => choose(""));
for (const id of WORDY) part(id).addEventListener("toggle", () => part(id).open && showWords().catch(tellFailure));
part("larger").addEventListener("click", () => map.magnify(1));
part("smaller").addEventListener("click", () => map.magnify(-1));
part("fight").addEventListener("click", reckon);
part("copy").addEventListener("click", copy);
part("save").addEventListener("click", save);
part("print").addEventListener("click", () => print());
part("mail").addEventListener("click", mail);
part("ask-copy").addEventListener("click", copy);
part("ask-mail").addEventListener("click", () => part("ask").close());
part("ask-back").addEventListener("click", () => part("ask").close());
part("share").addEventListener("click", () => navigator.share({ text: letterText() }).catch(() => {}));
part("files").addEventListener("change", (event) => openFiles(event.target.files));
for (const id of ["files", "table-file"]) part(id).addEventListener("click", (event) => (event.target.value = "")); // the same can be chosen again
for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => {
    const { types, files } = event.dataTransfer;
    if (!types.includes("Files") && event.target.matches?.("input, textarea")) return; // text may be put there
    event.preventDefault();
    if (files.length) openFiles(files); // of what is dragged they are not told before it is dropped
  });
}
addEventListener("hashchange", ({ newURL }) => openLink(new URL(newURL).hash)); // the address may be another by now

start();
