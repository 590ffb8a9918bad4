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
