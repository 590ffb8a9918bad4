// Runs the program itself in WebAssembly, beside the page, and answers what the page asks:
// {id, call, args} is answered by {id, result} or {id, error, …}. While the runtime is loaded,
// {progress: {loaded, total}} is told in bytes, and {ready: true} at the end.
//
// What a start makes and the next one needs is kept beside the page's files: the memory of the
// started interpreter. Without it Python starts anew.

import { loadPyodide } from "./runtime/pyodide.mjs";
import { unpack, writeFile } from "./archive.js";

const fetchFile = self.fetch.bind(self);
const IMPORTED = // of the standard library, what the program imports: it stands in the memory that is kept
  "import base64, collections, contextlib, copy, dataclasses, datetime, decimal, difflib, enum, fractions, functools, gzip, hashlib, hmac, html, importlib.metadata, importlib.resources, inspect, json, pathlib, re, string, tempfile, textwrap, tomllib, typing, unicodedata, uuid, zlib, zoneinfo";
const KEEP_AFTER = 4000; // milliseconds, for a player begins at once
let loaded = 0;

function countBytes(total) {
  return new TransformStream({
    transform(bytes, controller) {
      loaded += bytes.length;
      postMessage({ progress: { loaded, total } });
      controller.enqueue(bytes);
    },
  });
}

const PACKED = { wasm: "application/wasm", zip: "application/zip", tar: "application/x-tar" };

// The largest files lie compressed, for not every server compresses what it sends; the service
// worker keeps the runtime unpacked.
async function fetchPacked(address, type, total) {
  if (await isKept(address)) return fetchFile(address);
  const response = await fetchFile(`${address}.gz`);
  if (!response.ok) throw new Error(`${address}.gz: ${response.status}`);
  const plain = response.body
    .pipeThrough(countBytes(total))
    .pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { headers: { "Content-Type": type } });
}

async function isKept(address) {
  try {
    return Boolean(await caches.match(address));
  } catch {
    return false; // a browser may keep nothing
  }
}

/** What earlier starts of this version have kept; null where a browser keeps nothing. */
class Kept {
  static async open(version) {
    try {
      return new Kept(await caches.open(`${version}-started`));
    } catch {
      return null;
    }
  }

  constructor(store) {
    this.store = store;
  }

  async find(name) {
    const found = await this.store.match(name);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  }

  keep(name, bytes) {
    return this.store.put(name, new Response(new Blob([bytes]))).catch(() => {}); // there may be no room
  }
}

/** Start Python: from the memory that was kept of an earlier start, if it was. */
async function startPython(kept) {
  const indexURL = new URL("runtime/", self.location.href).href;
  const memory = await kept?.find("memory");
  if (memory) {
    try {
      return await loadPyodide({ indexURL, _loadSnapshot: memory });
    } catch {
      await kept.store.delete("memory");
    }
  }
  const python = await loadPyodide({ indexURL, _makeSnapshot: Boolean(kept) });
  if (kept) {
    python.runPython(IMPORTED);
    const made = python.makeMemorySnapshot();
    setTimeout(() => kept.keep("memory", made), KEEP_AFTER);
  }
  return python;
}

const SMALLEST = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module with nothing in it

async function start() {
  await WebAssembly.compile(SMALLEST); // what fails later in Pyodide is told nobody
  const { version, total } = await (await fetchFile("desk.json")).json();
  self.fetch = (from, ...more) => {
    const address = String(from.url ?? from);
    const type = PACKED[address.split(".").at(-1)];
    if (!type) return fetchFile(from, ...more);
    const runtime = fetchPacked(address, type, total);
    runtime.catch(fail);
    return runtime;
  };
  const kept = await Kept.open(version);
  const [python, program] = await Promise.all([
    startPython(kept),
    self.fetch("program.tar").then((got) => got.arrayBuffer()),
  ]);
  for (const [name, data] of unpack(new Uint8Array(program))) writeFile(python.FS, `/program/${name}`, data);
  python.runPython("import sys; sys.path.insert(0, '/program')");
  const desk = python.pyimport("adjudicator.desk.judge").Desk();
  postMessage({ ready: version });
  return desk;
}

const starting = start();

self.onmessage = async ({ data: { id, call, args } }) => {
  try {
    const desk = await starting;
    postMessage({ id, ...JSON.parse(desk.answer(call, ...args)) });
  } catch (error) {
    postMessage({ id, error: `The program failed: ${String(error.message).trim().split("\n").at(-1)}` });
  }
};
starting.catch(fail);

function fail(error) {
  postMessage({ failed: String(error.message ?? error) });
}
