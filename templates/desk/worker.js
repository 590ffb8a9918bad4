// Runs the program itself in WebAssembly, beside the page, and answers what the page asks:
// {id, call, args} is answered by {id, result} or {id, error, …}. While the runtime is loaded,
// {progress: {loaded, total}} is told in bytes, and {ready: true} at the end.

import { loadPyodide } from "./runtime/pyodide.mjs";

const fetchFile = self.fetch.bind(self);
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

// The largest files lie compressed, for not every server compresses what it sends.
async function fetchCompressed(address, type, total) {
  const response = await fetchFile(`${address}.gz`);
  if (!response.ok) throw new Error(`${address}.gz: ${response.status}`);
  const plain = response.body
    .pipeThrough(countBytes(total))
    .pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { headers: { "Content-Type": type } });
}

const SMALLEST = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]); // a module with nothing in it

async function start() {
  await WebAssembly.compile(SMALLEST); // what fails later in Pyodide is told nobody
  const { version, total } = await (await fetchFile("desk.json")).json();
  self.fetch = (from, ...more) => {
    const address = String(from.url ?? from);
    if (!address.endsWith(".wasm")) return fetchFile(from, ...more);
    const runtime = fetchCompressed(address, "application/wasm", total);
    runtime.catch(fail);
    return runtime;
  };
  const [python, program] = await Promise.all([
    loadPyodide({ indexURL: new URL("runtime/", self.location.href).href }),
    fetchCompressed("program.tar", "application/x-tar", total).then((got) => got.arrayBuffer()),
  ]);
  python.unpackArchive(program, "tar", { extractDir: "/program" });
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
