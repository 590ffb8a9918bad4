// Compiles library.tar and program.tar, in a folder with the runtime, into compiled.tar, under Node.

import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const python = await loadPyodide();
for (const name of ["library", "program"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${name}.tar`)), "tar", { extractDir: `/${name}` });
}
python.runPython("import sys; sys.path.insert(0, '/program')");
const { compile_desk } = python.pyimport("adjudicator.desk.compiling");
writeFileSync("compiled.tar", compile_desk("/library", "/program").toJs());
