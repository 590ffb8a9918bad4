// What the desk is opened with: a link's fragment, or files from a letter.

const VERSIONS = { "1.": "deflate-raw", "2.": "deflate" }; // the second has a checksum
const LONGEST_FRAGMENT = 100_000; // characters
const LARGEST = 2_000_000; // bytes that a fragment may unfold to, and of a file
const DEEPEST = 100; // levels of a position, which are a few; a reader of very deep ones breaks down
const KEPT = "desk opening";

/** Return {position, sheet, to, master} of a fragment, null without one. Throws an Error with a sentence. */
export async function readFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!text) return null;
  const format = VERSIONS[text.slice(0, 2)];
  if (!format) throw new Error("This link is of another version of the desk. Use the link of your last report.");
  if (text.length > LONGEST_FRAGMENT) throw new Error("This link is too long to be one of ours.");
  try {
    const packed = atob(text.slice(2).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const opening = JSON.parse(await unfold(bytes, format));
    const strings = [opening.sheet ?? "", opening.to ?? ""];
    const isWhole = opening.position ?? opening.master; // a game master's page may do without a position
    if (!isWhole || typeof opening.position !== "object" || !isShallow(opening.position) || !strings.every((each) => typeof each === "string")) throw new Error();
    return { position: JSON.stringify(opening.position), sheet: strings[0], to: strings[1], master: readMaster(opening.master) };
  } catch {
    throw new Error("This link is not whole: a mail program may have cut it. Choose the position file of your last report instead.");
  }
}

function isShallow(value, left = DEEPEST) {
  return left > 0 && (typeof value !== "object" || value === null || Object.values(value).every((each) => isShallow(each, left - 1)));
}

function isPosition(text) {
  try {
    return isShallow(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Return {seats, phase, status} of a game master's page, null of a player's. Throws an Error. */
function readMaster(given) {
  if (!given) return null;
  const { seats, phase = "", status = "" } = given;
  if (![...seats, phase, status].every((each) => typeof each === "string")) throw new Error();
  return { seats, phase, status };
}

async function unfold(bytes, format) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LARGEST) {
      await reader.cancel();
      throw new Error("too large");
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}

/** Keep what was opened for this tab alone, so that a reload opens it again without the link. */
export function keepOpening(letter) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(letter));
  } catch {
    // it has to be opened again after a reload
  }
}

/** Return what this tab had open before it was loaded again, or null. */
export function keptOpening() {
  try {
    const letter = JSON.parse(sessionStorage.getItem(KEPT));
    return [letter.position, letter.sheet, letter.to].every((each) => typeof each === "string") ? letter : null;
  } catch {
    return null;
  }
}

/** Return {position, sheet, to} of chosen files. Throws an Error with a sentence. */
export async function readFiles(files) {
  let position = "";
  let sheet = "";
  for (const file of files) {
    if (file.size > LARGEST) throw new Error(`${file.name} is too large to be a position file.`);
    const text = await file.text();
    if (!text.trimStart().startsWith("{")) sheet = text;
    else if (isPosition(text)) position = text;
    else throw new Error(`${file.name} is not a whole position file.`);
  }
  if (!position) throw new Error("None of these files is a position file; its name begins with “position-” and ends in “.json”.");
  return { position, sheet, to: "", master: null };
}

/** Part an order sheet into the header of the mail and the lines below it. */
export function partSheet(sheet) {
  const lines = sheet.split(/\r?\n/);
  const header = lines.filter((line) => /^(game|seat|phase|token) /.test(line)).slice(0, 4);
  const rest = lines.filter((line) => !header.includes(line) && line.trim() !== "END");
  return { header, rest: rest.join("\n").trim() };
}
