// Keeps the desk, so that it opens without a connection. Its files change only with VERSION.

const VERSION = "{{ version }}";
const FILES = {{ files }};

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(VERSION).then((cache) => cache.addAll(FILES)), // a page that is open keeps its own version
  );
});

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
