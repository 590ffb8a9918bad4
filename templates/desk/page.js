// What the parts of the page share.

export const part = (id) => document.getElementById(id);

/** Make an element; text is never read as markup. */
export function make(tag, text = "", attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

const TITLE = document.title;
const BLANK = document.body.cloneNode(true);
const LASTING = "#loading, #loading *, #table-part, #table-part *, #as-text, #editor, #keys"; // what is of the tab, not of an opening
let openings = 0;

/** Make the page what it was when nothing had been opened; how its reader folded it and had it shown stays. */
export function blank() {
  openings += 1;
  document.title = TITLE;
  part("ask").close();
  for (const was of BLANK.querySelectorAll("[id]")) {
    if (was.matches(LASTING)) continue;
    const now = part(was.id);
    for (const { name } of [...now.attributes]) if (name !== "open" && !was.hasAttribute(name)) now.removeAttribute(name);
    for (const { name, value } of was.attributes) if (name !== "open") now.setAttribute(name, value);
    if (!was.querySelector("[id]")) now.replaceChildren(...was.cloneNode(true).childNodes);
    if ("defaultValue" in was) now.value = was.defaultValue;
    if ("defaultChecked" in was) now.checked = was.defaultChecked;
  }
  scrollTo(0, 0);
}

/** Return a promise of what another promises, while the same is open: what comes behind that is for nobody. */
export function still(promise) {
  const now = openings;
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => now === openings && resolve(value),
      (error) => now === openings && reject(error),
    );
  });
}

export function complain(error) {
  part("trouble").hidden = false;
  part("trouble").textContent = error.message ?? String(error);
}

const LONGEST_MAILTO = 1900; // characters; beyond them some mail programs cut

/** Return the link that opens a mail; one that is too long for that has no text. */
export function mailLink(to, subject, text) {
  const head = `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}`;
  const link = `${head}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
  const isLong = link.length > LONGEST_MAILTO;
  return { link: isLong ? head : link, isLong };
}

export const some = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
