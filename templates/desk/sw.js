// Keeps the desk, so that it opens without a connection. Its files change only with VERSION.

const VERSION = "{{ version }}";
const FILES = {{ files }};
const RUNTIME = "runtime/pyodide.asm.wasm";

self.addEventListener("install", (event) => {
  event.waitUntil(keep()); // a page that is open keeps its own version
});

/** Keep all files; the runtime unpacked, for a browser keeps the machine code of what is fetched so. */
async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll(FILES);
  const packed = await cache.match(`${RUNTIME}.gz`);
  const plain = packed.body.pipeThrough(new DecompressionStream("gzip"));
  try {
    await cache.put(RUNTIME, new Response(plain, { headers: { "Content-Type": "application/wasm" } }));
    await cache.delete(`${RUNTIME}.gz`);
  } catch {
    // there is no room for it: the packed one serves
  }
}

self.addEventListener("activate", (event) => {
  const forget = async () => {
    const ours = (await caches.keys()).filter((name) => name.startsWith("desk-"));
    await Promise.all(ours.filter((name) => !name.startsWith(VERSION)).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
