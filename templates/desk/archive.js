// Tar archives, as the program is packed: plain files, named in the form of USTAR.

const BLOCK = 512;
const made = new Set();

/** Yield the name and the bytes of each file of an archive. */
export function* unpack(archive) {
  const text = new TextDecoder();
  const word = (from, to) => text.decode(archive.subarray(from, to)).replace(/\0.*$/s, "");
  for (let at = 0; at + BLOCK <= archive.length; ) {
    const [name, folder, size] = [word(at, at + 100), word(at + 345, at + 500), parseInt(word(at + 124, at + 136), 8)];
    if (!name) return;
    yield [folder ? `${folder}/${name}` : name, archive.subarray(at + BLOCK, at + BLOCK + size)];
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** Write a file into a file system of Pyodide. */
export function writeFile(files, path, data) {
  const folder = path.slice(0, path.lastIndexOf("/"));
  if (!made.has(folder)) files.mkdirTree(folder);
  made.add(folder);
  files.writeFile(path, data, { canOwn: true });
}
