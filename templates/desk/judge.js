// Calls of the program in its worker, each a promise of its answer.

import { still } from "./page.js";

export class Judge {
  constructor(onProgress) {
    this.waiting = new Map();
    this.number = 0;
    this.worker = new Worker("worker.js", { type: "module" });
    this.ready = new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`The program could not be started${why ? ` (${why})` : ""}. Load this page again, or take another browser.`));
      this.worker.onerror = (event) => fail(event.message);
      this.worker.onmessage = ({ data }) => {
        if (data.ready) resolve(data.ready);
        else if (data.failed) fail(data.failed);
        else if (data.id === undefined) onProgress?.(data.progress);
        else this.answer(data);
      };
    });
    this.ready.catch(() => {}); // told by whoever waits for it
  }

  answer({ id, result, error, ...more }) {
    const { resolve, reject } = this.waiting.get(id);
    this.waiting.delete(id);
    return error === undefined ? resolve(result) : reject(Object.assign(new Error(error), more));
  }

  /** Ask the program about what is open. An error has its sentence, and what else the program says of it. */
  async ask(call, ...args) {
    await still(this.ready);
    const id = ++this.number;
    const answer = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    this.worker.postMessage({ id, call, args });
    return still(answer);
  }
}
