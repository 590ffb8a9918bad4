// Forms for whatever can be asked by mail: made of the program's statements, each writes a mail.

import { mailLink, make, part, still } from "./page.js";

const SEVERAL = ["NAMES", "TEXT"]; // values that may be several words; what is known is offered to begin with
const MOMENT = "TIME";

/** Write the lines that ask for something: those that say who asks, the request, its text. */
export function writeRequest(form, values, text, header) {
  const line = [form.name, ...form.fields.flatMap(({ name, before }) => (values[name] ? [before, values[name]] : []))];
  const isForPhase = form.text === "orders" && form.name !== "phase";
  const about = header.filter((each) => isForPhase || !each.startsWith("phase "));
  return [...about, "", line.filter(Boolean).join(" "), ...(form.text && text.trim() ? [text.trimEnd(), form.ends] : []), ""].join("\n");
}

/** Find the line of a text that ends it before its end: what stands below it would be read as orders and requests. */
function findEnd(form, text) {
  const ends = form.ends_text && new RegExp(`^[ \\t*_]*(?:${form.ends_text})[ \\t*_]*$`, "i");
  return ends ? text.split(/[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]/).find((line) => ends.test(line)) : undefined;
}

export class Requests {
  /** `orders()` returns the orders as they lie on the desk. */
  constructor({ orders }) {
    this.orders = orders;
    this.clear();
    part("request").addEventListener("change", () => this.show());
    part("request-text").addEventListener("input", () => {
      this.texts.set(this.form.name, part("request-text").value);
      this.write();
    });
    part("request-copy").addEventListener("click", () => this.copy());
    part("requests").addEventListener("toggle", () => part("requests").open && this.write());
  }

  /**
   * Offer what a role ("player", "master") can ask: `letter` is what was opened, `known` what is
   * known of the values that stand in capitals in a form, `own` of those that only show what is meant.
   */
  async open(role, letter, known, own) {
    Object.assign(this, { letter, known, own });
    this.all ??= await still(fetch("forms.json").then((got) => got.json()));
    this.forms = this.all.filter(({ roles }) => roles.includes(role));
    const group = (label, changes) =>
      make("optgroup", "", { label }, ...this.forms.filter((each) => each.changes === changes).map(({ name }) => make("option", name)));
    part("request").replaceChildren(group("Do", true), group("Ask", false));
    part("request").value = this.forms.find(({ name }) => name === "status") ? "status" : this.forms[0].name;
    part("requests-part").hidden = false;
    this.show();
  }

  /** Have nobody who asks. */
  clear() {
    this.forms = null;
    this.texts = new Map(); // what was written, by form
  }

  get form() {
    return this.forms.find(({ name }) => name === part("request").value);
  }

  show() {
    const { help, examples, fields, text, name, usage, confirm } = this.form;
    const says = `${help[0].toUpperCase()}${help.slice(1)}. ${confirm}`.replaceAll("..", ".").trim();
    part("request-help").replaceChildren(says, ...(examples.length ? [" For example: ", ...examples.flatMap((each, index) => [index ? ", " : "", make("code", `${name} ${each}`)])] : []));
    part("request-help").title = `${name} ${usage}`.trim();
    part("request-fields").replaceChildren(...fields.map((each) => this.makeField(each, examples)));
    part("request-text-part").hidden = !text;
    part("request-text").value = this.texts.get(name) ?? (text === "orders" ? this.orders() : "");
    this.write();
  }

  makeField(field, examples) {
    const { name, words, more, optional, about, guard } = field;
    const values = words.filter((each) => each !== each.toLowerCase());
    const known = [...words.filter((each) => !values.includes(each)), ...values.flatMap((each) => this.known[each] ?? [])];
    const isChoice = known.length && !more && values.every((each) => this.known[each] && !SEVERAL.includes(each) && each !== "PHASE");
    const listed = `known-${name}`;
    const control = isChoice
      ? make("select", "", {}, ...(optional || !guard ? [make("option", "", { value: "" })] : []), ...known.map((each) => make("option", each)))
      : make("input", "", { list: known.length ? listed : null, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: (this.form.fields.length === 1 && examples[0]) || (values.length ? values : words).join(" or "), inputmode: words.includes("NUMBER") ? "numeric" : words.join() === "ADDRESS" ? "email" : null });
    control.dataset.field = name;
    control.required = !optional;
    if (guard) control.value = this.own[values[0]] ?? "";
    control.addEventListener("input", () => this.write());
    const label = make("label", `${name}${optional ? " (if you like)" : ""} `, { title: about || words.join(", ") }, control);
    if (!isChoice && known.length) label.append(make("datalist", "", { id: listed }, ...known.map((each) => make("option", "", { value: each }))));
    if (!words.includes(MOMENT)) return label;
    const pick = make("input", "", { type: "datetime-local", change: () => ((control.value = pick.value.replace("T", " ")), this.write()) });
    return make("span", "", { class: "buttons" }, label, make("label", "or pick ", {}, pick));
  }

  /** Show the mail as it is; it can go when nothing that it needs is missing. */
  write() {
    if (!this.forms) return;
    const controls = [...part("request-fields").querySelectorAll("[data-field]")];
    const values = Object.fromEntries(controls.map((each) => [each.dataset.field, each.value.trim()]));
    const text = part("request-text").value;
    const missing = controls.filter((each) => each.required && !each.value.trim()).map((each) => each.dataset.field);
    if (this.form.text === "message" && !text.trim() && !this.form.fields.length) missing.push("text");
    const end = (this.end = findEnd(this.form, text));
    const body = writeRequest(this.form, values, text, this.letter.header);
    const { link, isLong } = mailLink(this.letter.to, `${this.form.name} ${this.own.GAME ?? ""}`.trim(), body);
    part("request-letter").textContent = body;
    const mail = part("request-mail");
    const isWhole = !missing.length && end === undefined;
    if (isWhole) mail.href = link;
    else mail.removeAttribute("href");
    mail.setAttribute("aria-disabled", String(!isWhole));
    part("request-told").textContent = missing.length ? `Still needed: ${missing.join(", ")}.` : end !== undefined ? `The line “${end.trim()}” would end your text, and what is below it would be read as orders. Write it otherwise.` : isLong ? "This is too long for a link: copy the mail, open it, and paste." : "";
  }

  async copy() {
    if (this.end !== undefined) return;
    try {
      await navigator.clipboard.writeText(part("request-letter").textContent);
      part("request-told").textContent = "Copied: the whole mail.";
    } catch {
      part("request-told").textContent = "This browser does not let a page copy: mark the text of the mail.";
    }
  }
}
