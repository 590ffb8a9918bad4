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

export const some = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
