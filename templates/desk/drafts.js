// What was written and not yet sent, kept in this browser: one draft for each position and game.

const PREFIX = "desk:";
const KEPT = 60 * 24 * 3600 * 1000; // milliseconds

export class Drafts {
  /** `onOther` is told of a draft that another tab has changed, `onFull` once that none is kept. */
  constructor(onOther, onFull) {
    this.onFull = onFull;
    addEventListener("storage", ({ key, newValue }) => {
      const draft = key === this.key && readDraft(newValue);
      if (draft) onOther(draft);
    });
  }

  /** Open the draft of a position: {fingerprint, seat, round} of it, and the campaign's name. */
  open({ fingerprint, seat, round }, game) {
    this.about = { seat, round, game };
    this.key = `${PREFIX}${fingerprint}:${game}`;
    try {
      this.removeOld();
      return readDraft(localStorage.getItem(this.key));
    } catch {
      return null; // a browser may keep nothing
    }
  }

  keep(text, ready) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...this.about, text, ready, saved: Date.now() }));
    } catch {
      this.onFull?.();
      this.onFull = null;
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

/** Return a draft as it was kept, or null: whoever serves the desk may keep other things here. */
function readDraft(kept) {
  try {
    const draft = JSON.parse(kept);
    return typeof draft.text === "string" ? draft : null;
  } catch {
    return null;
  }
}
