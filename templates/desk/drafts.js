// What was written and not yet sent, kept in this browser: one draft for each position and game.
// Where a browser keeps nothing, they are kept as long as the page is.

const PREFIX = "desk:";
const KEPT = 60 * 24 * 3600 * 1000; // milliseconds

export class Drafts {
  /** `onOther` is told of a draft that another tab has changed, `onFull` once for what is open that none is kept. */
  constructor(onOther, onFull) {
    this.onFull = onFull;
    this.here = new Map();
    this.histories = new Map(); // as long as the page is
    this.clear();
    addEventListener("storage", ({ key, newValue }) => {
      const draft = key === this.key && readDraft(newValue);
      if (draft) onOther(draft);
    });
  }

  /** Have none open. */
  clear() {
    Object.assign(this, { key: null, about: {}, isTold: false });
  }

  /** Open the draft of a position: {fingerprint, seat, round} of it, and its game's name; without a round it outlasts that. */
  open({ fingerprint, seat, round }, game) {
    this.about = { seat, round, game };
    this.key = nameDraft(fingerprint, game);
    try {
      this.removeOld();
    } catch {
      // a browser may keep nothing
    }
    const draft = this.find(fingerprint, game);
    if (!draft) this.histories.delete(this.key);
    return draft;
  }

  /** The texts before and behind what is open, to be added to: {undone, redoable}. */
  get history() {
    if (!this.histories.has(this.key)) this.histories.set(this.key, { undone: [], redoable: [] });
    return this.histories.get(this.key);
  }

  /** Return the draft of a position, or null. */
  find(fingerprint, game) {
    const key = nameDraft(fingerprint, game);
    try {
      return readDraft(this.here.get(key) ?? localStorage.getItem(key));
    } catch {
      return null;
    }
  }

  keep(text, ready) {
    if (!this.key) return;
    const draft = JSON.stringify({ ...this.about, text, ready, saved: Date.now() });
    try {
      localStorage.setItem(this.key, draft);
      this.here.delete(this.key);
    } catch {
      this.here.set(this.key, draft);
      if (!this.isTold) this.onFull();
      this.isTold = true;
    }
  }

  /** Remove what is of an earlier round of the same seat, what nobody has touched for long, and what is spoilt. */
  removeOld() {
    const { seat, round, game } = this.about;
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(PREFIX) || key === this.key) continue;
      const draft = readDraft(localStorage.getItem(key));
      const isOver = game && draft?.game === game && draft.seat === seat && draft.round < round;
      if (!draft || isOver || draft.saved < Date.now() - KEPT) localStorage.removeItem(key);
    }
  }
}

const nameDraft = (fingerprint, game) => `${PREFIX}${fingerprint}:${game}`;

/** Return a draft as it was kept, or null: whoever serves the desk may keep other things here. */
function readDraft(kept) {
  try {
    const draft = JSON.parse(kept);
    return typeof draft.text === "string" ? draft : null;
  } catch {
    return null;
  }
}
